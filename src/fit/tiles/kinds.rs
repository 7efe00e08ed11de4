//! How well tiles of a kind are told from others, by a few features of each.

use super::unlike::NOISE;
use crate::fit::picture::{FEATURES, Picture, middle_of};
use crate::vision::tiles::Lattice;

/// The share of a tile's sides that is looked at: its middle, where neighbours do not reach.
const MIDDLE: f32 = 0.8;

/// Such a share of all pairs of kinds can be told from each other. Chosen: things of two names may look alike.
const TOLD: f32 = 0.7;

/// The variance that is noise, of all features of a tile.
pub(super) const NOISY: f32 = NOISE * FEATURES as f32;

/// What tiles show, kind by kind.
pub(super) struct Kinds {
    /// How many tiles, and the sums of what they show; none of a kind that no tile has.
    groups: Vec<(f32, [f32; FEATURES])>,
    /// The sum of squares of what all show.
    squares: f32,
}

impl Kinds {
    /// Of tiles by column, row and kind; None if one of them is not in the picture.
    pub fn seen(
        picture: &Picture,
        tiles: &[(usize, usize, usize)],
        lattice: &Lattice,
    ) -> Option<Self> {
        let mut kinds = Self {
            groups: Vec::new(),
            squares: 0.0,
        };
        for (column, row, kind) in tiles {
            let tile = lattice.tile(*column as i32, *row as i32);
            let features = picture.features(middle_of(tile.map(|side| side as f32), MIDDLE))?;
            kinds.squares += features.iter().map(|part| part * part).sum::<f32>();
            add(&mut kinds.groups, *kind, 1.0, &features);
        }
        Some(kinds)
    }

    /// The same with kinds that belong together as one: of each kind, which.
    pub fn merged(&self, into: impl Fn(usize) -> usize) -> Self {
        let mut groups = Vec::new();
        for (kind, (count, sums)) in self.groups.iter().enumerate() {
            add(&mut groups, into(kind), *count, sums);
        }
        Self { groups, ..*self }
    }

    /// How far tiles are from the mean of their kind: the sum of squares, and the variance.
    pub fn within(&self) -> [f32; 2] {
        let within = self.squares - self.groups.iter().map(explained).sum::<f32>();
        let free = self.groups.iter().map(|(count, _)| (count - 1.0).max(0.0));
        [within, within.max(0.0) / free.sum::<f32>().max(1.0)]
    }

    /// How much of the differences between so many tiles is between those of different kinds.
    fn alike(&self, count: usize) -> f32 {
        let [within, _] = self.within();
        let [all, _] = self.merged(|_| 0).within();
        let noise = NOISY * count as f32;
        1.0 - (within.max(0.0) + noise) / (all.max(0.0) + noise)
    }

    /// Whether enough pairs of kinds differ by more than `noise` in the mean, 0 to 1: a blot on a plain page makes one
    /// tile differ from all others, but these not from each other.
    pub fn told(&self, noise: f32) -> f32 {
        let known: Vec<usize> = (0..self.groups.len())
            .filter(|kind| self.groups[*kind].0 > 0.0)
            .collect();
        let others = (1..).zip(&known);
        let pairs = others.flat_map(|(from, kind)| known[from..].iter().map(|next| [*kind, *next]));
        self.told_of(pairs, noise)
    }

    /// The same of some pairs.
    pub fn told_of(&self, pairs: impl Iterator<Item = [usize; 2]>, noise: f32) -> f32 {
        let told = |pair: [usize; 2]| {
            let [(count, sums), (other, others)] = pair.map(|kind| &self.groups[kind]);
            let both = sums.iter().zip(others);
            let far: f32 = both.map(|(a, b)| (a / count - b / other).powi(2)).sum();
            far / (far + noise)
        };
        let (all, count) = pairs.fold((0.0, 0.0), |(all, count), pair| {
            (all + told(pair), count + 1.0)
        });
        (all / f32::max(count, 1.0) / TOLD).min(1.0)
    }
}

/// How much of the differences between tiles' features is between those of different kinds, and how many kinds can be
/// [told](Kinds::told) from each other, 0 to 1 both.
pub(super) fn agreement(
    picture: &Picture,
    tiles: &[(usize, usize, usize)],
    lattice: &Lattice,
) -> (f32, f32) {
    let kinds = Kinds::seen(picture, tiles, lattice);
    kinds.map_or((0.0, 0.0), |kinds| {
        (kinds.alike(tiles.len()), kinds.told(NOISY))
    })
}

/// The first of these alone.
pub(super) fn alike(picture: &Picture, tiles: &[(usize, usize, usize)], lattice: &Lattice) -> f32 {
    let kinds = Kinds::seen(picture, tiles, lattice);
    kinds.map_or(0.0, |kinds| kinds.alike(tiles.len()))
}

/// Some of the tiles, of each kind some.
pub(super) fn few(all: &[(usize, usize, usize)], count: usize) -> Vec<(usize, usize, usize)> {
    let kinds = all.iter().map(|tile| tile.2 + 1).max().unwrap_or(0);
    let each = count.div_ceil(kinds.max(1)).max(2);
    let some = (0..kinds).flat_map(|kind| {
        let of_kind: Vec<_> = all.iter().filter(|tile| tile.2 == kind).copied().collect();
        let stride = of_kind.len().div_ceil(each).max(1);
        of_kind.into_iter().step_by(stride)
    });
    some.collect()
}

/// Adds tiles to those of their kind.
fn add(groups: &mut Vec<(f32, [f32; FEATURES])>, kind: usize, count: f32, sums: &[f32; FEATURES]) {
    if groups.len() <= kind {
        groups.resize(kind + 1, (0.0, [0.0; FEATURES]));
    }
    let group = &mut groups[kind];
    group.0 += count;
    for (all, sum) in group.1.iter_mut().zip(sums) {
        *all += sum;
    }
}

/// What the mean of some tiles explains of their sum of squares.
fn explained((count, sums): &(f32, [f32; FEATURES])) -> f32 {
    sums.iter().map(|sum| sum * sum).sum::<f32>() / count.max(1.0)
}
