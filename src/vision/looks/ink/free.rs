//! Which points of the numbers' places belong to the page: frames, plates, the board's edge.

use super::super::Pixels;
use super::canvas::{Colours, OTHER, canvas, inner, length, minus, usual};
use super::lines::{Lines, is_fixed};
use crate::base::Rect;

/// The share of the largest difference to the ground that is not ground.
const NO_GROUND: f32 = 0.2;

/// Of the plate that a number is on so much is seen at least, as a share of its box. Chosen: ink covers less than the rest.
const SEEN: f32 = 0.1;

/// The points of a side's numbers that count: in and beside the boxes of numbers there may be frames,
/// plates or the board's edge.
#[derive(Clone, Debug, Default)]
pub struct Free {
    counts: Vec<bool>,
    /// If plates are so tight that what is around the numbers is not their ground.
    plates: Option<Plates>,
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
        let colour = || usual(places.iter().flat_map(|place| place.within(inner)));
        let plates = (!open).then(|| Plates {
            colour: colour(),
            inner,
        });
        Self {
            counts: counts(&places, inner, plates),
            plates,
        }
    }

    /// How each point of a number's place differs from its ground.
    pub(super) fn apart(&self, colours: &Colours) -> Vec<[f32; 3]> {
        match self.plates {
            Some(plates) => colours.apart_from(plates.ground(colours)),
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

/// The plates that numbers are on.
#[derive(Clone, Copy, Debug)]
struct Plates {
    /// Of most of them.
    colour: [f32; 3],
    /// The box of a number within its place.
    inner: Rect,
}

impl Plates {
    /// The colour of the plate that a number is on: one that is done with may be on another than most.
    fn ground(&self, colours: &Colours) -> [f32; 3] {
        let own = || colours.within(self.inner);
        let apart = |point: &[f32; 3]| length(&minus(point, &self.colour));
        let most = own().map(|point| apart(&point)).fold(0.0, f32::max);
        let near = own().filter(|point| apart(point) < OTHER * most).count();
        match (near as f32) < SEEN * own().count() as f32 {
            true => usual(own()),
            false => self.colour,
        }
    }
}

/// Where a place is not the ground.
fn inked(colours: &Colours, inner: Rect, plates: Option<Plates>) -> Vec<bool> {
    let ground = plates.map_or_else(|| colours.ground(), |plates| plates.ground(colours));
    let apart = colours.apart_from(ground);
    let own = (0..apart.len()).filter(|at| inner.contains(colours.place(*at)));
    let most = own.map(|at| length(&apart[at])).fold(0.0, f32::max);
    apart.iter().map(|p| length(p) > NO_GROUND * most).collect()
}

/// Whether each point of a side's places is none of the page.
fn counts(places: &[Colours], inner: Rect, plates: Option<Plates>) -> Vec<bool> {
    let Some(first) = places.first() else {
        return Vec::new();
    };
    let size = [first.width, first.height];
    let inked: Vec<Vec<bool>> = places
        .iter()
        .map(|place| inked(place, inner, plates))
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

#[cfg(test)]
mod tests {
    use super::super::canvas::scale;
    use super::*;
    use crate::base::Point;

    const RED: [u8; 3] = [255, 0, 0];
    const BLACK: [u8; 3] = [0; 3];
    const BOX: Rect = Rect {
        x: 20,
        y: 20,
        width: 40,
        height: 30,
    };

    /// A plate with a white stroke down its middle, and nothing of it around the box.
    fn plate(colour: [u8; 3]) -> impl Fn(i32, i32) -> [u8; 3] {
        move |x, y| match (BOX.contains(Point::new(x, y)), x) {
            (false, _) => BLACK,
            (true, 38..42) => [255; 3],
            (true, _) => colour,
        }
    }

    #[test]
    fn a_number_on_a_plate_of_another_colour_has_that_for_its_ground() {
        let numbers = [RED, RED, RED, BLACK].map(|colour| (plate(colour), BOX));
        let scale = scale(BOX.height);
        let free = Free::learn(&numbers, scale, false);
        let inner = inner(BOX, scale);
        for (pixels, area) in &numbers {
            let colours = Colours::new(pixels, canvas(*area), scale);
            let apart = free.apart(&colours);
            let points = (0..apart.len()).filter(|at| inner.contains(colours.place(*at)));
            let inked = points.filter(|at| length(&apart[*at]) > 50.0);
            let columns: Vec<i32> = inked.map(|at| colours.place(at).x - inner.x).collect();
            let middle = inner.width / 2;
            assert!(!columns.is_empty());
            assert!(
                columns.iter().all(|x| (x - middle).abs() <= 3),
                "{columns:?}"
            );
        }
    }
}
