//! Where exactly a board lies near a place that was found coarsely.

use std::cell::{Cell, RefCell};

use super::super::climb::{STEP, around, climb, nearest};
use super::super::compare::Dots;
use super::super::looks::is_flat;
use super::super::outline::largest;
use super::super::{FoundTiles, Guess, Lattice, sizes};
use super::Search;

/// Where tiles may be half a dot of the coarse picture off, one may be so many times farther from its look. By
/// trial.
const LIKELY: f32 = 1.4;

/// And so many times more where it is not known at all how far they are off. Chosen: most of what two tiles can differ.
const ROUGH: f32 = 4.0;

/// A size may be off by this share: half the way to the next that is tried; and one that edges told, by trial on the
/// levels of a program.
const STRETCH: f64 = 0.013;
const EXACT: f64 = 0.001;

/// The best place nearby is moved and stretched by smaller steps from this share of a tile on.
const CLIMB: f64 = 0.04;

/// A board that is played may be stretched by this share. Chosen: what another digit beside it may take.
const STRETCHED: f64 = 0.06;

/// So many tiles tell where exactly they are; fewer where edges tell it, too.
const TILES: [usize; 2] = [120, 60];

impl Search<'_> {
    /// The board on a lattice near this one.
    pub(super) fn near(&self, lattice: &Lattice) -> Option<FoundTiles> {
        let likely = LIKELY * self.looks.strange;
        let is_likely = |tile: &Dots| self.looks.is_likely(tile, likely);
        let at = |lattice: Lattice, counts: &dyn Fn(&Dots) -> bool| {
            self.at(&self.fitted(&lattice, likely, counts)?)
        };
        let is_known = self.looks.knows_size(lattice.pitch);
        let found = at(*lattice, &is_likely).or_else(|| {
            // A blank tile does not tell where exactly it is, and the page may look like many. A size that is only tried
            // is so far off that no fine pattern is left anyway.
            let is_worth = !self.looks.is_joined() && (is_known || self.is_told(lattice.pitch));
            let rough = is_worth.then(|| self.roughly(lattice)).flatten()?;
            at(rough, &|tile| is_likely(tile) && !is_flat(tile))
        })?;
        // Now that it is known which tiles are the board's, they alone count.
        let start = match is_known {
            true => found.resized(lattice.pitch),
            false => found.lattice,
        };
        let counts = |tile: &Dots| match self.looks.single && !is_known {
            true => is_likely(tile) && !is_flat(tile),
            false => self.looks.is_known(tile),
        };
        let fitted = self.fitted(&start, likely, counts)?;
        let found = self.at(&fitted)?;
        tracing::debug!(?lattice, found.merit, found = ?found.outline(), "tiles");
        Some(found)
    }

    /// The board of so many columns and rows near the lattice where it was: its tiles may be farther apart now, but are
    /// as large as they were learned; those of another size as large as they are far apart.
    pub(super) fn moved(&self, before: &Lattice, size: [usize; 2]) -> Option<FoundTiles> {
        let far = ROUGH * LIKELY * self.looks.strange;
        let all = || (0..size[0] * size[1]).map(|at| [at % size[0], at / size[0]]);
        let stride = (size[0] * size[1]).div_ceil(TILES[0]).max(1);
        let tiles: Vec<[usize; 2]> = all().step_by(stride).collect();
        let off =
            |a: [f64; 2], b: [f64; 2]| (a[0] / b[0] - 1.0).abs().max((a[1] / b[1] - 1.0).abs());
        let known = sizes::known(&self.looks.seen).into_iter();
        let known = known.filter(|side| off(*side, before.pitch) < STRETCHED);
        let mut sides: Vec<Option<[f64; 2]>> = known.map(Some).collect();
        if sides.is_empty() {
            sides.push(None);
        }
        let fits = sides.into_iter().map(|side| {
            let like = RefCell::new(vec![0; tiles.len()]);
            let cost = |lattice: &Lattice| -> f32 {
                if off(lattice.pitch, before.pitch) > STRETCHED {
                    return f32::MAX;
                }
                let mut like = like.borrow_mut();
                let apart = |(at, like): (&[usize; 2], &mut usize)| {
                    let tile = self.dots(window(lattice, *at, side));
                    self.looks.distance_from(&tile, far, like)
                };
                tiles.iter().zip(&mut *like).map(apart).sum()
            };
            let lattice = climb(*before, size, CLIMB, cost);
            (cost(&lattice), lattice, side)
        });
        let (_, lattice, side) = fits.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let tiles: Vec<(Dots, Guess)> = all()
            .map(|at| {
                let area = window(&lattice, at, side);
                let (tile, guess) = self.tile(area);
                let guess = self.of_board(guess, &tile);
                let guess = match side {
                    Some(_) => guess,
                    None => self.looks.resized(guess, &tile),
                };
                (tile, self.rounded(guess, area))
            })
            .collect();
        let merits = tiles.iter().map(|(tile, guess)| self.merit(guess, tile));
        Some(FoundTiles {
            lattice,
            columns: size[0],
            rows: size[1],
            merit: merits.sum(),
            joins: vec![0; tiles.len()],
            tiles: tiles.into_iter().map(|(_, guess)| guess).collect(),
        })
    }

    /// The lattice near this one at which tiles on which there is something are nearest to what is known, however far
    /// that is: a pixel beside its place a fine pattern looks like nothing that is known.
    fn roughly(&self, lattice: &Lattice) -> Option<Lattice> {
        let far = ROUGH * LIKELY * self.looks.strange;
        let start = self.likeliest(lattice, far);
        let counts = |tile: &Dots| !is_flat(tile) && self.looks.is_likely(tile, far);
        let rough = self.fitted(&start, far, counts)?;
        match self.looks.knows_size(lattice.pitch) {
            true => Some(rough),
            // From so far off tiles at the rim were perhaps not among those that counted.
            false => self.fitted(&rough, far, counts),
        }
    }

    /// The same among the places around this one, as far as it may be off.
    fn likeliest(&self, lattice: &Lattice, far: f32) -> Lattice {
        let [columns, rows] = self.extent(lattice);
        let score = |lattice: &Lattice| -> f32 {
            let all = rows.clone();
            let all = all.flat_map(|row| columns.clone().map(move |column| (column, row)));
            let tiles = all.map(|(column, row)| self.dots(lattice.tile(column, row)));
            let telling = tiles.filter(|tile| !is_flat(tile));
            telling
                .map(|tile| far - self.looks.distance_from(&tile, far, &mut 0))
                .sum()
        };
        let places = around(lattice, 1, STEP).map(|place| (score(&place), place));
        let best = places.max_by(|a, b| a.0.total_cmp(&b.0));
        best.map_or(*lattice, |(_, best)| best)
    }

    /// The tiles that count: where things do not cover several of them, those of one patch.
    fn counted(
        &self,
        all: Vec<(i32, i32)>,
        across: usize,
        counts: impl Fn((i32, i32)) -> bool,
    ) -> Vec<(i32, i32)> {
        let counted: Vec<bool> = all.iter().map(|tile| counts(*tile)).collect();
        let tiles = match self.looks.is_joined() {
            true => (0..all.len()).filter(|at| counted[*at]).collect(),
            false => largest(&counted, across).unwrap_or_default(),
        };
        tiles.into_iter().map(|at| all[at]).collect()
    }

    /// Whether edges told a size, as exactly as it is fitted.
    fn is_told(&self, size: [f64; 2]) -> bool {
        let near = |told: &[f64; 2]| (0..2).all(|i| (size[i] / told[i] - 1.0).abs() <= EXACT);
        self.told.iter().any(near)
    }

    /// The lattice near this one at which tiles are nearest to what is known; how much farther than `far` one is does
    /// not matter.
    fn fitted(
        &self,
        lattice: &Lattice,
        far: f32,
        counts: impl Fn(&Dots) -> bool,
    ) -> Option<Lattice> {
        let [columns, rows] = self.extent(lattice);
        let all = rows.flat_map(|row| columns.clone().map(move |column| (column, row)));
        let tiles = self.counted(all.collect(), columns.len(), |(column, row)| {
            counts(&self.dots(lattice.tile(column, row)))
        });
        let range = |of: fn(&(i32, i32)) -> i32| {
            let (least, most) = (tiles.iter().map(of).min()?, tiles.iter().map(of).max()?);
            Some((least, (most - least + 1) as usize))
        };
        let ((left, columns), (top, rows)) = (range(|tile| tile.0)?, range(|tile| tile.1)?);
        let most = TILES[usize::from(self.looks.is_joined())];
        let stride = tiles.len().div_ceil(most).max(1);
        let known = lattice.pitch;
        let is_known = self.looks.knows_size(known);
        let most = match is_known {
            true if self.looks.magnified => EXACT,
            true => sizes::ROUNDED,
            false if self.is_told(known) && self.looks.single => sizes::ROUNDED,
            false if self.is_told(known) => EXACT,
            false => STRETCH,
        };
        // What is worse than the best so far is of no interest.
        let least = Cell::new(f32::MAX);
        // What a tile was nearest to it mostly is nearest to a little farther on.
        let like = RefCell::new(vec![0; tiles.len()]);
        let cost = |lattice: &Lattice| -> f32 {
            let off = |axis: usize| (lattice.pitch[axis] / known[axis] - 1.0).abs();
            if off(0).max(off(1)) > most {
                return f32::MAX;
            }
            let mut sum = 0.0;
            let mut like = like.borrow_mut();
            for ((column, row), like) in tiles.iter().zip(&mut *like).step_by(stride) {
                let tile = self.dots(lattice.tile(*column - left, *row - top));
                sum += self.looks.distance_from(&tile, far, like);
                if sum > least.get() {
                    return f32::MAX;
                }
            }
            least.set(sum);
            sum
        };
        let nearest = nearest(lattice.from(left, top), is_known, cost);
        Some(climb(nearest, [columns, rows], CLIMB, cost))
    }
}

/// A tile of a size, or as large as the lattice's, where one of it begins.
fn window(lattice: &Lattice, at: [usize; 2], side: Option<[f64; 2]>) -> [f64; 4] {
    let [left, top, ..] = lattice.tile(at[0] as i32, at[1] as i32);
    let [width, height] = side.unwrap_or(lattice.pitch);
    [left, top, width, height]
}
