//! Where on their tiles small numbers stand that hardly make these differ: what stands there is looked at closely, too.

use image::RgbaImage;

use super::{Dots, Look, PAGE, SIDE, SPOT, TileLooks};
use crate::vision::tiles::TileExample;

/// A part of a tile, as shares of its sides: from where on, and how wide and high.
pub(in crate::vision::tiles) type Focus = [f64; 4];

/// A dot tells tiles apart if it differs by so much from that of most, in levels, on so many of them: one of all is free.
/// Chosen: less than a thin stroke in a corner of the dot.
const TOLD: u8 = 16;
const TELLING: usize = 2;

/// A number is small that covers no more than this share of a tile. Chosen: half as wide and high as it, and a little more.
const SMALL: f64 = 0.3;

impl TileLooks {
    /// A tile in a picture, with what is looked at closely.
    pub(in crate::vision::tiles) fn tile(&self, picture: &RgbaImage, area: [f64; 4]) -> Dots {
        Dots::closely(picture, area, self.focus)
    }

    /// How far what is on two tiles is apart, looked at closely; nothing where that is not done.
    pub(super) fn closely_apart(a: &Dots, b: &Dots) -> f32 {
        let both = a.close().zip(b.close());
        both.map_or(0.0, |(a, b)| {
            a.apart(b, f32::MAX).max(SPOT * a.largest_spot(b, 0, None))
        })
    }

    /// Learns anew what is on tiles, if that is so small that nothing else tells them apart.
    pub(super) fn look_closely(&mut self, examples: &[(&RgbaImage, &TileExample)]) {
        self.focus = self.told_at();
        if self.focus.is_none() {
            return;
        }
        self.looks.retain(|look| look.class == PAGE);
        for (picture, example) in examples {
            let lattice = example.lattice();
            for (column, row, class) in example.tiles().filter(|(.., class)| *class != PAGE) {
                let dots = self.tile(picture, lattice.tile(column, row));
                self.add(class, dots, super::learn::SURELY_SAME);
            }
        }
    }

    /// The part of tiles in which those of the board differ, if it is small.
    fn told_at(&self) -> Option<Focus> {
        let looks: Vec<&Look> = self
            .looks
            .iter()
            .filter(|look| look.class != PAGE)
            .collect();
        let usual = |at: usize, channel: usize| {
            let mut levels: Vec<u8> = looks.iter().map(|look| look.dots[at][channel]).collect();
            levels.sort_unstable();
            levels.get(levels.len() / 2).copied().unwrap_or(0)
        };
        let tells = |at: &usize| {
            let usual = [0, 1, 2].map(|channel| usual(*at, channel));
            let is_other = |look: &&&Look| {
                let parts = usual.iter().zip(&look.dots[*at]);
                parts.map(|(a, b)| a.abs_diff(*b)).max() >= Some(TOLD)
            };
            looks.iter().filter(is_other).count() >= TELLING
        };
        let telling: Vec<usize> = (0..SIDE * SIDE).filter(tells).collect();
        let ends = |of: fn(usize) -> usize| {
            let places = telling.iter().map(|at| of(*at));
            Some([places.clone().min()?, places.max()? + 1])
        };
        let across = ends(|at| at % SIDE)?;
        let down = ends(|at| at / SIDE)?;
        let share = |[from, to]: [usize; 2]| (to - from) as f64 / SIDE as f64;
        let is_small = share(across) * share(down) <= SMALL;
        let from = [across[0], down[0]].map(|from| from as f64 / SIDE as f64);
        is_small.then_some([from[0], from[1], share(across), share(down)])
    }

    /// Whether two tiles of the board differ by no more than a tile may always be off.
    pub(super) fn hides_marks(&self) -> bool {
        self.fine && self.least_gap() < super::limits::LEAST
    }
}
