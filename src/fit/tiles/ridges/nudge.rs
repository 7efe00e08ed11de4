//! Places a little beside a place: wider, of whole pixels, from a whole pixel on.

use super::Border;
use crate::vision::tiles::Lattice;

/// A lattice on which what ends at these borders is larger by a share of a tile on all sides.
pub(in super::super) fn widened(lattice: Lattice, ends: &[&Border], inset: f64) -> Lattice {
    let mut wider = lattice;
    for (axis, across) in [true, false].into_iter().enumerate() {
        let at = |border: &&&Border| if across { border.column } else { border.row };
        let lines = ends.iter().filter(|border| border.beside == across);
        let lines = lines.map(|border| f64::from(at(&border) + 1));
        let (first, last) = lines.fold((f64::MAX, f64::MIN), |(first, last), line| {
            (first.min(line), last.max(line))
        });
        if last > first {
            let pitch = lattice.pitch[axis];
            wider.pitch[axis] += 2.0 * inset * pitch / (last - first);
            wider.first[axis] -= (wider.pitch[axis] - pitch) * (first + last) / 2.0;
        }
    }
    wider
}

/// So near a whole number of pixels it is that. Chosen.
const WHOLE: f64 = 0.2;

/// The same with square tiles of a whole number of pixels, around the same middle: of the nearest, or of the next smaller
/// and the next larger.
pub(in super::super) fn wholes(
    lattice: Lattice,
    extent: [usize; 2],
) -> impl Iterator<Item = Lattice> {
    let mean = (lattice.pitch[0] + lattice.pitch[1]) / 2.0;
    let nearest = mean.round();
    let pitches = match (mean - nearest).abs() <= WHOLE {
        true => vec![nearest],
        false => vec![mean.floor(), mean.ceil()],
    };
    let sized = move |pitch| lattice.sized([pitch; 2], extent);
    pitches.into_iter().map(sized)
}

/// The same from a whole number of pixels on.
pub(in super::super) fn rounded(lattice: Lattice) -> Lattice {
    Lattice {
        first: lattice.first.map(f64::round),
        ..lattice
    }
}
