//! Which points of the numbers' places belong to the page: frames, plates, the board's edge.

use super::super::Pixels;
use super::canvas::{Colours, canvas, inner, length, usual};
use super::lines::{Lines, is_fixed};
use crate::base::Rect;

/// The share of the largest difference to the ground that is not ground.
const NO_GROUND: f32 = 0.2;

/// The points of a side's numbers that count: in and beside the boxes of numbers there may be frames,
/// plates or the board's edge.
#[derive(Clone, Debug, Default)]
pub struct Free {
    counts: Vec<bool>,
    /// The colour of the plates, if they are so tight that what is around the numbers is not their
    /// ground.
    plate: Option<[f32; 3]>,
}

impl Free {
    /// Learns from all numbers of a side: their places' pixels and the boxes around their ink. What is
    /// around the numbers is their ground if it is `open`, else they are on tight plates.
    pub fn learn<P: Pixels>(numbers: &[(P, Rect)], scale: f32, open: bool) -> Self {
        let Some((_, first)) = numbers.first() else {
            return Self::default();
        };
        let inner = inner(*first, scale);
        let colours = |(pixels, area): &(P, Rect)| Colours::new(pixels, canvas(*area), scale);
        let places: Vec<Colours> = numbers.iter().map(colours).collect();
        let plate = || usual(places.iter().flat_map(|place| place.within(inner)));
        let plate = (!open).then(plate);
        Self {
            counts: counts(&places, inner, plate),
            plate,
        }
    }

    /// How each point of a number's place differs from its ground.
    pub(super) fn apart(&self, colours: &Colours) -> Vec<[f32; 3]> {
        match self.plate {
            Some(plate) => colours.apart_from(plate),
            None => colours.apart_from_both(|at| self.counts(at)),
        }
    }

    /// The share of the points that count.
    pub fn share(&self) -> f32 {
        let count = self.counts.iter().filter(|counts| **counts).count();
        count as f32 / self.counts.len().max(1) as f32
    }

    /// Whether a point counts: it is not a part of the page.
    pub fn counts(&self, at: usize) -> bool {
        self.counts.get(at).copied().unwrap_or(true)
    }
}

/// Where a place is not the ground.
fn inked(colours: &Colours, inner: Rect, plate: Option<[f32; 3]>) -> Vec<bool> {
    let apart = colours.apart_from(plate.unwrap_or_else(|| colours.ground()));
    let own = (0..apart.len()).filter(|at| inner.contains(colours.place(*at)));
    let most = own.map(|at| length(&apart[at])).fold(0.0, f32::max);
    apart.iter().map(|p| length(p) > NO_GROUND * most).collect()
}

/// Whether each point of a side's places is none of the page.
fn counts(places: &[Colours], inner: Rect, plate: Option<[f32; 3]>) -> Vec<bool> {
    let Some(first) = places.first() else {
        return Vec::new();
    };
    let size = [first.width, first.height];
    let inked: Vec<Vec<bool>> = places
        .iter()
        .map(|place| inked(place, inner, plate))
        .collect();
    let rows = Lines::rows(&inked, size, inner).of_frames();
    let columns = Lines::columns(&inked, size, inner).of_frames();
    let counts = |at: usize| {
        let inside = inner.contains(first.place(at));
        let beside = || {
            [1, first.width]
                .iter()
                .any(|step| is_fixed(&inked, at, *step))
        };
        let line = rows[at / first.width] || columns[at % first.width];
        !line && (inside || !beside())
    };
    (0..first.points.len()).map(counts).collect()
}
