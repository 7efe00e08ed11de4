//! Where a board of known tiles is in a picture.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::OnceLock;

use image::RgbaImage;
use rayon::prelude::*;

use super::beside;
use super::compare::Dots;
use super::folds::edges;
use super::found::FoundTiles;
use super::joined::{Far, Field};
use super::outline::{outline, patch, peeled};
use super::phases::Phases;
use super::sums::PixelSums;
use super::{Guess, Lattice, SIDE, TileLooks, sizes};

mod near;
mod rounded;

use rounded::are_mostly_sure;

/// A board has so many tiles at least, and tiles are so large.
const LEAST: usize = 4;
const SMALLEST: f64 = 6.0;

/// At a size that was never seen so few tiles are a board only if they are so clearly what is known, as a share. By trial
/// on levels of small cells, of which two columns and rows were taken for all: a third at most.
const FEW: usize = 12;
const CLEARLY: f32 = 0.5;
/// The same of boards of any number of tiles that are known by how they would be drawn: there they are as they should be.
const DRAWN: f32 = 0.7;

/// The same of some tiles more. By trial on a level of large plain cells, a part of which was found in quarters of them: of 18
/// tiles a sixth.
const SOME: usize = 2 * FEW;
const HARDLY: f32 = 0.25;

/// So many sizes are looked at closely.
const CLOSELY: usize = 6;

/// Of a tile that is none of the board so much may be cut off: it tells where the board ends. Chosen: a line around the
/// board lies on the rest.
const CUT: f64 = 0.75;

/// And of one that may be, so much: less than a dot.
const WHOLE: f64 = 1.0 / SIDE as f64;

/// Of what lies inside the board's outline so much must be tiles that are known, where no other share is said.
pub(super) const KNOWN: f32 = 0.9;

/// What is drawn at whole pixels is at most so far off, in pixels.
const NUDGE: f64 = 0.5;

/// A board is where it was if so many of its tiles are sure there.
const HERE: f32 = 0.7;

/// Which sizes are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sizes {
    /// Those of the examples.
    Known,
    /// The same at more places.
    Closely,
    #[default]
    All,
}

/// What says whether tiles that were found are a board.
pub struct Judge<'a> {
    /// So many of the likeliest boards are judged.
    pub trials: usize,
    /// Those of so many columns and rows first.
    pub size: Option<[usize; 2]>,
    pub is_board: &'a dyn Fn(&FoundTiles) -> bool,
}

/// The board on a lattice where it was before, if it is there. Something may lie over a part of it.
pub fn board_at(picture: &RgbaImage, looks: &TileLooks, lattice: &Lattice) -> Option<FoundTiles> {
    let found = Search::of(picture, looks).at(lattice)?;
    (found.sure() > HERE).then_some(found)
}

/// The same on a lattice near this one, at which tiles are nearest to what is known.
pub fn board_near(picture: &RgbaImage, looks: &TileLooks, lattice: &Lattice) -> Option<FoundTiles> {
    Search::of(picture, looks).near(lattice)
}

/// The board of so many columns and rows that was on a lattice, where it was moved or stretched a little meanwhile.
pub fn board_moved(
    picture: &RgbaImage,
    looks: &TileLooks,
    lattice: &Lattice,
    size: [usize; 2],
) -> Option<FoundTiles> {
    Search::of(picture, looks).moved(lattice, size)
}

/// Finds the board at a size that is known, at the one that it had `before`, or at any other.
///
/// None if there is nothing that is made of known tiles and is a board.
pub fn find(
    picture: &RgbaImage,
    looks: &TileLooks,
    before: Option<&Lattice>,
    sizes: Sizes,
    judge: &Judge,
) -> Option<FoundTiles> {
    let mut search = Search::of(picture, looks);
    let known = sizes::known(&looks.seen);
    let best_of = |search: &Search, sizes: &[[f64; 2]], more: bool| {
        let found = search.best_of(sizes, more).into_iter();
        // A part of a plain tile looks like a tile. Things that cover several tiles may lie so.
        let whole = found.filter(|found| looks.is_joined() || !found.is_divided());
        let mut whole: Vec<FoundTiles> = whole.collect();
        if let Some(size) = judge.size {
            whole.sort_by_key(|found| [found.columns, found.rows] != size);
        }
        let mut whole = whole.into_iter().take(judge.trials);
        whole.find(judge.is_board)
    };
    // The next level is mostly as large as the one before.
    let here = before.map(|lattice| lattice.pitch).into_iter();
    let is_known = |size: &[f64; 2]| sizes::is_known(*size, &looks.seen);
    let here = here.filter(|size| !is_known(size));
    let mut tried: Vec<[f64; 2]> = known.iter().copied().chain(here).collect();
    // Things that cover several tiles are told by their edges, which are others at another size.
    if sizes == Sizes::Known || looks.is_joined() {
        let more = || (looks.is_joined() && !looks.hasty).then(|| best_of(&search, &tried, true));
        return best_of(&search, &tried, false).or_else(|| more().flatten());
    }
    if sizes == Sizes::Closely {
        return best_of(&search, &known, false).or_else(|| best_of(&search, &known, true));
    }
    // A few tiles of a size that is known may be parts of larger ones.
    let told = sizes::undivided(picture, &known).into_iter();
    search.told = told.filter(|size| !is_known(size)).collect();
    tried.extend(&search.told);
    let found = best_of(&search, &tried, false).or_else(|| best_of(&search, &known, true));
    found.or_else(|| best_of(&search, &sizes::all(&known), false))
}

pub(super) struct Search<'a> {
    pub picture: &'a RgbaImage,
    pub looks: &'a TileLooks,
    /// Sizes that edges told.
    told: Vec<[f64; 2]>,
    sums: OnceLock<PixelSums>,
}

impl<'a> Search<'a> {
    fn of(picture: &'a RgbaImage, looks: &'a TileLooks) -> Self {
        Self {
            picture,
            looks,
            told: Vec::new(),
            sums: OnceLock::new(),
        }
    }

    /// A tile that is looked at for where the lattice is: but for rounding it is as it is.
    fn dots(&self, tile: [f64; 4]) -> Dots {
        let sums = || self.sums.get_or_init(|| PixelSums::of(self.picture));
        let told = PixelSums::is_worth(tile).then(|| sums().dots(tile));
        told.flatten()
            .unwrap_or_else(|| Dots::of(self.picture, tile))
    }

    /// The boards with tiles of one of these sizes, the likeliest first; or those that are at places less likely: by
    /// [tiles](Search::phases), or by edges where these tell.
    fn best_of(&self, sizes: &[[f64; 2]], more: bool) -> Vec<FoundTiles> {
        let large = |size: &&[f64; 2]| size.iter().all(|side| *side >= SMALLEST);
        // Places by tiles that are known cost most, and are seldom the better ones.
        let is_by_edges = self.looks.hasty || more && self.looks.is_joined();
        let by_looks = if is_by_edges { &[] } else { sizes };
        let looks = self.coarse_looks();
        let phases = by_looks.par_iter().filter(large);
        let phases = phases.filter_map(|size| self.phases(*size, &looks, more));
        let mut phases: Vec<Phases> = phases.collect();
        phases.sort_by(|a, b| b.rank.total_cmp(&a.rank));
        phases.truncate(CLOSELY);
        let lattices: Vec<Lattice> = phases.into_iter().flat_map(|phases| phases.best).collect();
        let folded = self.folded(sizes, more);
        let near = lattices.par_iter().chain(&folded);
        let near = near.filter_map(|lattice| self.near(lattice));
        let at = folded.par_iter().filter_map(|lattice| self.at(lattice));
        let mut found: Vec<FoundTiles> = at
            .chain(near)
            .filter(|found| !self.is_scrap(found) && !self.goes_on(found))
            .collect();
        found.sort_by(|a, b| b.weight().total_cmp(&a.weight()));
        found
    }

    /// Whether it is some tiles of a size that was never seen, and most of them are hardly like what is known: in a board of
    /// another size some always are.
    fn is_scrap(&self, found: &FoundTiles) -> bool {
        let clearly = match found.tiles.len() {
            _ if self.looks.is_redrawn => DRAWN,
            count if count < FEW => CLEARLY,
            count if count < SOME => HARDLY,
            _ => return false,
        };
        // Floor that looks like the page around tells nothing, if there is enough else.
        let count = match found.telling(self.looks) {
            telling if self.looks.is_redrawn && telling >= FEW => telling,
            _ => found.tiles.len(),
        };
        let is_unclear = found.merit < clearly * count as f32;
        let is_new = !self.looks.is_joined() && !self.is_seen_size(found);
        is_unclear && is_new && !self.is_each_once(found)
    }

    /// Whether all that examples showed on boards is there once, and nothing twice: no chance makes that of something else.
    /// What one tile is may be in doubt, since only one thing is left for it.
    fn is_each_once(&self, found: &FoundTiles) -> bool {
        let classes: BTreeSet<char> = found.tiles.iter().map(|tile| tile.class).collect();
        let unsure = found.tiles.iter().filter(|tile| !tile.is_sure());
        classes.len() == found.tiles.len()
            && found.tiles.iter().all(|tile| tile.known)
            && unsure.count() <= 1
            && self.looks.were_told(&classes)
    }

    /// Whether it is a part of a larger board.
    fn goes_on(&self, found: &FoundTiles) -> bool {
        let (picture, looks) = (self.picture, self.looks);
        let extent = |lattice: &Lattice| self.extent(lattice);
        let in_parts = || beside::goes_on_in_parts(picture, looks, found, extent);
        !looks.is_joined()
            && (beside::goes_on(picture, looks, found, extent(&found.lattice))
                || self.is_few(found) && in_parts())
    }

    /// Whether it is a few tiles of a size that was never seen.
    fn is_few(&self, found: &FoundTiles) -> bool {
        found.tiles.len() < FEW && !self.is_seen_size(found)
    }

    /// Whether tiles of its size were seen, and not only drawn.
    fn is_seen_size(&self, found: &FoundTiles) -> bool {
        !self.looks.is_redrawn && sizes::is_known(found.lattice.pitch, &self.looks.seen)
    }

    /// Where tiles of these sizes begin by where edges lie, if things cover several of them: most likely, or else.
    fn folded(&self, sizes: &[[f64; 2]], more: bool) -> Vec<Lattice> {
        if !self.looks.is_joined() {
            return Vec::new();
        }
        let sums = edges(self.picture);
        let lattices = |size: &[f64; 2]| {
            let all = self.looks.folds.lattices(&sums, *size);
            let (from, count) = if more { (1, usize::MAX) } else { (0, 1) };
            all.skip(from).take(count).collect::<Vec<_>>()
        };
        sizes.iter().flat_map(lattices).collect()
    }

    /// The columns and rows of a lattice that are in the picture. Where things cover several tiles, it must be seen whether
    /// the board goes on.
    fn extent(&self, lattice: &Lattice) -> [Range<i32>; 2] {
        self.reach(lattice, if self.looks.is_joined() { CUT } else { WHOLE })
    }

    /// Those of which no more than a share is cut off.
    fn reach(&self, lattice: &Lattice, cut: f64) -> [Range<i32>; 2] {
        let (width, height) = self.picture.dimensions();
        let range = |axis: usize, length: u32| {
            let (first, pitch) = (lattice.first[axis], lattice.pitch[axis]);
            let cut = cut * pitch;
            let from = ((-first - cut) / pitch).ceil() as i32;
            let to = ((f64::from(length) - first + cut) / pitch).floor() as i32;
            from..to.max(from)
        };
        [range(0, width), range(1, height)]
    }

    /// The board on a lattice: the largest patch of tiles that are known and not like the page, and what lies
    /// within its outline.
    fn at(&self, lattice: &Lattice) -> Option<FoundTiles> {
        let [columns, rows] = self.extent(lattice);
        let (across, origin) = (columns.len(), [columns.start, rows.start]);
        let places = rows.flat_map(|row| columns.clone().map(move |column| (column, row)));
        let is_known = sizes::is_known(lattice.pitch, &self.looks.seen);
        let (tiles, mut guesses): (Vec<Dots>, Vec<Guess>) = places
            .map(|(column, row)| self.tile(lattice.tile(column, row)))
            .map(|(tile, guess)| match is_known {
                true => (tile, guess),
                false => {
                    let guess = self.looks.resized(guess, &tile);
                    (tile, guess)
                }
            })
            .unzip();
        let mut joins = vec![0; guesses.len()];
        let mut is_of_board: Vec<bool> = guesses.iter().map(Guess::is_sure).collect();
        let outline = match self.looks.is_joined() {
            false => {
                let is_tile = |guess: &Guess| guess.known && !self.looks.is_page(guess.class);
                patch(&guesses.iter().map(is_tile).collect::<Vec<_>>(), across)
            }
            true => {
                let mut far: Vec<_> = tiles.iter().map(|tile| self.looks.far(tile)).collect();
                for (at, guess) in guesses.iter_mut().enumerate() {
                    if self.looks.is_frame(&tiles[at]) {
                        (*guess, far[at]) = (self.looks.outside(), Far::OUT);
                    }
                }
                let field = Field {
                    picture: self.picture,
                    looks: self.looks,
                    lattice,
                    tiles: &tiles,
                    origin,
                    across,
                    whole: self.reach(lattice, WHOLE),
                };
                let whole = field.whole(&mut guesses, &far);
                for (guess, _) in guesses
                    .iter_mut()
                    .zip(&whole.taken)
                    .filter(|(_, taken)| !**taken)
                {
                    *guess = self.looks.outside();
                }
                joins = whole.joins;
                for (at, taken) in whole.taken.iter().enumerate() {
                    is_of_board[at] = *taken && (guesses[at].is_sure() || far[at].may_be_board());
                }
                outline(&whole.taken, across)
            }
        };
        let [left, top, right, bottom] = peeled(
            outline?,
            |x, y| is_of_board[y * across + x],
            |x, y| joins[y * across + x],
        )?;
        let within = (top..=bottom).flat_map(|row| (left..=right).map(move |column| (column, row)));
        let within: Vec<usize> = within.map(|(x, y)| y * across + x).collect();
        for at in &within {
            let guess = self.of_board(guesses[*at], &tiles[*at]);
            guesses[*at] = match is_known {
                true => guess,
                false => self.looks.resized(guess, &tiles[*at]),
            };
        }
        // A few tiles of a size that was never seen are a board only if they are clear as they are.
        if (is_known || within.len() >= FEW) && are_mostly_sure(&guesses, &within) {
            for at in &within {
                let (column, row) = ((*at % across) as i32, (*at / across) as i32);
                let area = lattice.tile(origin[0] + column, origin[1] + row);
                guesses[*at] = self.rounded(guesses[*at], area);
            }
        }
        if self.looks.magnified && self.looks.is_joined() && !self.looks.trusting {
            self.looks.doubt_marks(&mut guesses, &within);
        }
        let found = FoundTiles {
            lattice: lattice.from(origin[0] + left as i32, origin[1] + top as i32),
            columns: right - left + 1,
            rows: bottom - top + 1,
            tiles: within.iter().map(|at| guesses[*at]).collect(),
            joins: within.iter().map(|at| joins[*at]).collect(),
            merit: within
                .iter()
                .map(|at| self.merit(&guesses[*at], &tiles[*at]))
                .sum(),
        }
        .marked_as_things(self.looks);
        // One kind of tile alone may be anything, unless what is beside it tells.
        let other = |tile: &Guess| tile.known && tile.class != found.tiles[0].class;
        let tells = self.looks.is_told_beside || found.tiles.iter().any(other);
        (found.tiles.len() >= LEAST && tells).then_some(found)
    }

    /// A tile and what it is taken for, where it is nearest to something known if it is drawn at whole pixels and tiles
    /// are no whole number of them.
    fn tile(&self, area: [f64; 4]) -> (Dots, Guess) {
        let here = self.glance(area);
        if !self.looks.single || here.1.is_sure() {
            return here;
        }
        let [left, top, width, height] = area;
        let offs = [-NUDGE, 0.0, NUDGE];
        let at = |x: f64, y: f64| self.glance([left + x, top + y, width, height]);
        let beside = offs.into_iter().flat_map(|y| offs.map(|x| at(x, y)));
        let nearest = beside.min_by(|a, b| a.1.apart.total_cmp(&b.1.apart));
        nearest.unwrap_or(here)
    }

    fn glance(&self, area: [f64; 4]) -> (Dots, Guess) {
        let tile = self.looks.tile(self.picture, area);
        let guess = self.looks.glance(&tile);
        (tile, guess)
    }

    /// What a tile is taken for that is one of a board's.
    fn of_board(&self, guess: Guess, tile: &Dots) -> Guess {
        let guess = self.looks.within_slack(guess, tile);
        self.looks.with_sign(guess, tile)
    }

    /// How much a tile tells that a board is there.
    fn merit(&self, guess: &Guess, tile: &Dots) -> f32 {
        let sure = 2.0 * guess.confidence - 1.0;
        match guess.known {
            false => -1.0,
            true if self.looks.is_page(guess.class) => 0.0,
            true if !self.looks.is_joined() || self.looks.is_known(tile) => sure,
            true => sure.min(0.0),
        }
    }
}
