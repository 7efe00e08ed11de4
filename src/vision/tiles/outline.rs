//! Which tiles of many are one board: left, top, right, bottom.

use super::joins::{DOWN, LEFT, RIGHT, UP};

/// An outline without rows and columns at its rim in which nothing is surely of the board, and from which nothing goes on
/// inwards: what is around a board may look a little like it. `joins` tells the sides on which the thing on a tile goes on.
pub(super) fn peeled(
    [mut left, mut top, mut right, mut bottom]: [usize; 4],
    is_sure: impl Fn(usize, usize) -> bool,
    joins: impl Fn(usize, usize) -> u8,
) -> Option<[usize; 4]> {
    loop {
        let stays = |x: usize, y: usize, across: u8| is_sure(x, y) || joins(x, y) & across != 0;
        let row = |y: usize| (left..=right).any(|x| stays(x, y, UP | DOWN));
        let column = |x: usize| (top..=bottom).any(|y| stays(x, y, LEFT | RIGHT));
        match [row(top), row(bottom), column(left), column(right)] {
            [true, true, true, true] => return Some([left, top, right, bottom]),
            _ if left == right || top == bottom => return None,
            [false, ..] => top += 1,
            [_, false, ..] => bottom -= 1,
            [_, _, false, _] => left += 1,
            _ => right -= 1,
        }
    }
}

/// The outline of what is taken: left, top, right, bottom.
pub(super) fn outline(taken: &[bool], across: usize) -> Option<[usize; 4]> {
    around((0..taken.len()).filter(|at| taken[*at]), across)
}

/// The outline of the largest patch of neighbouring tiles.
pub(super) fn patch(taken: &[bool], across: usize) -> Option<[usize; 4]> {
    around(largest(taken, across)?.into_iter(), across)
}

fn around(places: impl Iterator<Item = usize>, across: usize) -> Option<[usize; 4]> {
    let places = places.map(|at| [at % across, at / across, at % across, at / across]);
    places.reduce(|a, b| {
        [
            a[0].min(b[0]),
            a[1].min(b[1]),
            a[2].max(b[2]),
            a[3].max(b[3]),
        ]
    })
}

/// The largest patch of neighbouring tiles.
pub(super) fn largest(taken: &[bool], across: usize) -> Option<Vec<usize>> {
    let patches = patches(taken, across).into_iter();
    // Of several the first.
    patches.rev().max_by_key(Vec::len)
}

/// All patches of neighbouring tiles.
pub(super) fn patches(taken: &[bool], across: usize) -> Vec<Vec<usize>> {
    let mut seen = vec![false; taken.len()];
    let mut patches = Vec::new();
    for start in 0..taken.len() {
        if !taken[start] || seen[start] {
            continue;
        }
        let mut patch = vec![start];
        let mut next = 0;
        seen[start] = true;
        while next < patch.len() {
            let at = patch[next];
            next += 1;
            let x = at % across;
            let beside = [
                (x > 0).then(|| at - 1),
                (x + 1 < across).then(|| at + 1),
                (at >= across).then(|| at - across),
                (at + across < taken.len()).then(|| at + across),
            ];
            for other in beside.into_iter().flatten() {
                if taken[other] && !seen[other] {
                    seen[other] = true;
                    patch.push(other);
                }
            }
        }
        patches.push(patch);
    }
    patches
}
