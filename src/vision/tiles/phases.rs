//! Where on a lattice of a size tiles may begin, seen coarsely.

use std::ops::Range;

use image::imageops::{FilterType, resize};

use super::Lattice;
use super::coarse::{COARSE, CoarseLook, Likeness};
use super::find::Search;
use super::looks::Look;

/// What a tile counts on which there is nothing: it may be anywhere.
const BLANK: f32 = 0.3;

/// So many places of a lattice are looked at closely.
const PHASES: usize = 6;

/// So many where patches of tiles tell, which are seldom the same on two of them. Chosen: each costs as much as the
/// search at ten sizes.
const PATCHES: Range<usize> = 0..3;

/// And those that are looked at where nothing came of the first ones. By trial on tiles behind scan lines.
const MORE: Range<usize> = 3..9;

/// Looks that are compared where all places are tried.
const LOOKS: usize = 40;

/// The lattices of a size on which most tiles are known.
pub(super) struct Phases {
    pub best: Vec<Lattice>,
    /// How much better the best of them is than others, among as many places.
    pub rank: f32,
}

impl Search<'_> {
    /// The lattices of this size on which most tiles are known; or the next ones after those, where patches tell.
    pub fn phases(&self, size: [f64; 2], looks: &[CoarseLook], more: bool) -> Option<Phases> {
        let (width, height) = self.picture.dimensions();
        let side = |length: u32, size: f64| {
            let dots = f64::from(length) * COARSE as f64 / size;
            (dots.round() as u32).max(1)
        };
        let small = [side(width, size[0]), side(height, size[1])];
        if small.iter().any(|side| (*side as usize) < 2 * COARSE) {
            return None;
        }
        let small = resize(self.picture, small[0], small[1], FilterType::Triangle);
        let likeness = Likeness::of(&small, looks);
        let votes = match self.looks.is_joined() {
            true => likeness.votes(),
            false => likeness.patches(),
        };
        let mean = votes.iter().sum::<f32>() / votes.len() as f32;
        let most = votes.iter().copied().fold(0.0, f32::max);
        let places = (small.width() * small.height()) as f32 / votes.len() as f32;
        // In a thing that is one colour there are many small tiles, but they cover no more of the picture.
        let (rank, taken) = match self.looks.is_joined() {
            true => ((most - mean) / places.sqrt(), 0..PHASES),
            false => {
                let taken = if more { MORE } else { PATCHES };
                (most * (size[0] * size[1]) as f32, taken)
            }
        };
        let mut best: Vec<usize> = (0..votes.len()).filter(|at| votes[*at] > 0.0).collect();
        best.sort_by(|a, b| votes[*b].total_cmp(&votes[*a]));
        let mut phases: Vec<[usize; 2]> = Vec::new();
        for at in best.into_iter().map(|at| [at % COARSE, at / COARSE]) {
            let off = |a: usize, b: usize| a.abs_diff(b).min(COARSE - a.abs_diff(b));
            let is_near = |known: &[usize; 2]| off(known[0], at[0]) + off(known[1], at[1]) <= 1;
            if phases.len() < taken.end && !phases.iter().any(is_near) {
                phases.push(at);
            }
        }
        let lattice = |at: [usize; 2]| Lattice {
            first: [0, 1].map(|axis| at[axis] as f64 * size[axis] / COARSE as f64),
            pitch: size,
        };
        Some(Phases {
            best: (phases.into_iter().skip(taken.start))
                .map(lattice)
                .collect(),
            rank,
        })
    }

    /// The looks that differ most, made small.
    pub fn coarse_looks(&self) -> Vec<CoarseLook> {
        let mut kept: Vec<&Look> = Vec::new();
        let all = self.looks.looks.iter();
        let all: Vec<&Look> = all.filter(|look| self.looks.tells(look.class)).collect();
        let mut far = vec![f32::MAX; all.len()];
        while kept.len() < LOOKS {
            let next = (0..far.len()).max_by(|a, b| far[*a].total_cmp(&far[*b]));
            let Some(next) = next.filter(|next| far[*next] > 1.0) else {
                break;
            };
            let look = all[next];
            kept.push(look);
            for (far, other) in far.iter_mut().zip(&all) {
                *far = far.min(look.dots.apart(&other.dots, f32::MAX));
            }
        }
        // Things that cover several tiles are blank inside, wherever that is.
        let (joined, strange) = (self.looks.is_joined(), self.looks.strange);
        let blank = if joined { 0.0 } else { BLANK };
        let looks = kept.into_iter();
        let coarse = looks.map(|look| CoarseLook::of(look, strange, blank, joined));
        coarse.filter(|look| look.most > 0.0).collect()
    }
}
