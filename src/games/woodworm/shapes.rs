//! Shapes of our own, built in.

/// Name and text of each, by name.
pub const SHAPES: [(&str, &str); 10] = [
    ("arch", include_str!("../../../corpus/woodworm/arch.txt")),
    ("boat", include_str!("../../../corpus/woodworm/boat.txt")),
    (
        "castle",
        include_str!("../../../corpus/woodworm/castle.txt"),
    ),
    ("cup", include_str!("../../../corpus/woodworm/cup.txt")),
    ("heart", include_str!("../../../corpus/woodworm/heart.txt")),
    ("house", include_str!("../../../corpus/woodworm/house.txt")),
    (
        "letter-h",
        include_str!("../../../corpus/woodworm/letter-h.txt"),
    ),
    (
        "stairs",
        include_str!("../../../corpus/woodworm/stairs.txt"),
    ),
    ("table", include_str!("../../../corpus/woodworm/table.txt")),
    ("tree", include_str!("../../../corpus/woodworm/tree.txt")),
];
