//! Which neighbours among tiles are one thing.

/// The sides on which a thing goes on: 1 up, 2 right, 4 down, 8 left.
pub const UP: u8 = 1;
pub const RIGHT: u8 = 2;
pub const DOWN: u8 = 4;
pub const LEFT: u8 = 8;

/// The sides on which things go on, by what covers each cell: 0 is nothing, equal numbers are one thing.
pub fn joins(columns: usize, things: &[usize]) -> Vec<u8> {
    let mut sides = vec![0; things.len()];
    for (a, b, side) in pairs(columns, things.len()) {
        if things[a] != 0 && things[a] == things[b] {
            sides[a] |= side;
            sides[b] |= opposite(side);
        }
    }
    sides
}

/// The pairs of neighbours that are one thing.
pub fn joined_pairs(columns: usize, joins: &[u8]) -> Vec<(usize, usize)> {
    let all = pairs(columns, joins.len());
    let joined = all.filter(|(a, _, side)| joins[*a] & side != 0);
    joined.map(|(a, b, _)| (a, b)).collect()
}

pub(super) fn opposite(side: u8) -> u8 {
    if side == RIGHT { LEFT } else { UP }
}

/// Each tile with its neighbours at the right and below, of so many tiles in rows of `columns`; and on which side.
pub fn pairs(columns: usize, count: usize) -> impl Iterator<Item = (usize, usize, u8)> {
    (0..count).flat_map(move |at| {
        let right = (at % columns + 1 < columns).then_some((at, at + 1, RIGHT));
        let below = (at + columns < count).then_some((at, at + columns, DOWN));
        [right, below].into_iter().flatten()
    })
}
