//! Shapes of our own, built in.

/// Lists the files of the corpus: name and text of each.
macro_rules! shapes {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!("../../../corpus/woodworm/", $name, ".txt")))),*]
    };
}

/// Name and text of each, by name.
pub const SHAPES: [(&str, &str); 26] = shapes! {
    "anchor" "arch" "arrow" "bed" "bird" "boat" "bridge" "cactus" "castle" "chimney" "crown" "cup"
    "fish" "heart" "house" "ladder" "lamp" "letter-h" "mug" "pyramid" "snail" "sofa" "stairs"
    "table" "tree" "truck"
};
