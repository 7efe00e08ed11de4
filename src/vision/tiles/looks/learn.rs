//! Learning what tiles look like.

use image::RgbaImage;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::limits::LEAST;
use super::{
    Edges, GoalLook, Letters, Look, NEAR, PAGE, SHADE, STRANGE, TileLooks, UNMARKED, is_flat,
};
use crate::vision::tiles::TileExample;
use crate::vision::tiles::block::BlockLook;
use crate::vision::tiles::compare::{Dots, Slack, ground, inner, same_shade};
use crate::vision::tiles::find::KNOWN;
use crate::vision::tiles::folds::Folds;
use crate::vision::tiles::frame::FrameLook;
use crate::vision::tiles::joins::{LEFT, UP};

/// Of a class no two looks are kept that are less apart; and where no two tiles are alike, for what tells them apart may
/// be small. Mean levels, as of [`apart`]. Chosen.
const SAME: f32 = 2.0;
const SAME_SINGLE: f32 = SAME / 8.0;

/// The same of what was learned in play: it was not surely of its class. Nothing is surer than what is so near to a look.
pub(super) const SURELY_SAME: f32 = LEAST / 2.0;

/// Dots at each side of a tile that do not count where things cover several: bevels, outlines and shadows are
/// there, by where the thing goes on.
const RIM: usize = 4;

/// How far a tile of a class may be of which one was seen only; and of others, by how far those are apart that
/// were seen. Mean levels; by trial.
pub(super) const SINGLE: f32 = 9.0;
const SPARE: f32 = 6.0;
const GROWN: f32 = 1.5;

/// What is around a board is known by such a share of a tile's width and height, if that is of one colour. Chosen.
const PART: f64 = 0.25;

/// So many tiles at least make a board on which all are different: two columns and rows. What is on them is small if
/// they are no farther apart, in mean levels: twice what a tile may always be off.
const DIFFERENT: usize = 4;
const FINE: f32 = 2.0 * LEAST;

/// Things of so many colours may come in more. Chosen.
const VARIED: usize = 4;

/// So many classes of tiles tell that it is not what is on them by which they differ. Chosen.
const KINDS: usize = 2;

/// No more than this is noise, in levels: an eighth of black to white; and half of that on things that cover several
/// tiles, where a mark that was never seen must not be overlooked. Chosen.
const NOISE: [u8; 2] = [32, 16];

/// The letter of full cells of a goal.
const FULL: char = '#';

impl TileLooks {
    /// Learns from pictures of which it is known what they show.
    ///
    /// # Errors
    /// It cannot be seen where a thing ends.
    pub fn learn(examples: &[(&RgbaImage, &TileExample)]) -> Result<Self, String> {
        let has_joins = examples
            .iter()
            .any(|(_, example)| !example.joins.is_empty());
        let mut learned = Self {
            edges: if has_joins {
                Edges::learn(examples)?
            } else {
                Edges::default()
            },
            folds: Folds::learn(if has_joins { examples } else { &[] }),
            rim: if has_joins { RIM } else { 0 },
            single: are_all_different(examples),
            fine: false,
            rimless: false,
            focus: None,
            slack: None,
            looks: Vec::new(),
            seen: Vec::new(),
            letters: Letters::default(),
            around: Vec::new(),
            beside: BTreeSet::new(),
            enough: KNOWN,
            is_told_beside: false,
            trusting: false,
            wide_limits: BTreeMap::new(),
            strange_limits: BTreeMap::new(),
            magnified: false,
            hasty: false,
            sources: Arc::default(),
            is_redrawn: false,
            frame: None,
            composed: Vec::new(),
            palette: Vec::new(),
            colourful: false,
            varied: colours(examples) >= VARIED,
            unseen: Vec::new(),
            lasting: None,
            told: told(examples),
            goal: examples.iter().find_map(|(picture, example)| {
                let goal = example.goal.as_ref()?;
                Some(GoalLook::learn(picture, goal, FULL, &example.grid()))
            }),
            block: examples
                .iter()
                .find_map(|(picture, example)| BlockLook::learn(picture, example)),
            limits: BTreeMap::new(),
            strange: STRANGE[1],
        };
        let mut shown: Vec<(char, Dots)> = Vec::new();
        for (picture, example) in examples {
            let lattice = example.lattice();
            learned.seen.push(lattice);
            let tiles = example.tiles().filter(|(.., class)| *class != PAGE);
            let tiles = tiles.map(|(column, row, class)| {
                let tile = lattice.tile(column, row);
                (class, Dots::of(picture, tile))
            });
            let same = if is_whole(example) { SAME } else { SURELY_SAME };
            for (class, dots) in tiles {
                learned.add(class, dots.clone(), same);
                shown.push((class, dots));
            }
        }
        learned.slack = match has_joins {
            true => slack(&things(examples), 1, NOISE[1]),
            false => slack(&shown, KINDS, NOISE[0]),
        };
        learned.set_limits(&shown);
        for (picture, example) in examples {
            learned.add_page(picture, example);
        }
        learned.frame = has_joins.then(|| FrameLook::learn(examples)).flatten();
        learned.fine = learned.single && learned.least_gap() < FINE;
        if learned.hides_marks() {
            learned.look_closely(examples);
        }
        learned.rimless = learned.single && !learned.fine && learned.is_told_within();
        learned.keep_sources(examples);
        Ok(learned)
    }

    /// The same for a game of these letters.
    pub fn with_letters(mut self, letters: Letters) -> Self {
        // Where each thing has a look of its own all of them are known: what resembles none is no other.
        let open = letters.open.filter(|_| self.is_joined());
        self.letters = Letters { open, ..letters };
        self.merge_like();
        self.drop_outside();
        self.drop_frame();
        self.narrow_limits();
        self.set_palette();
        self.compose();
        self
    }

    /// Learns what is around a board, as far as it looks like nothing on it.
    fn add_page(&mut self, picture: &RgbaImage, example: &TileExample) {
        let lattice = example.lattice();
        let rows = example.rows.len() as i32;
        let columns = example.rows.iter().map(|row| row.chars().count()).max();
        let columns = columns.unwrap_or(0) as i32;
        let sides = (-1..=rows).flat_map(|row| [(-1, row), (columns, row)]);
        let ends = (0..columns).flat_map(|column| [(column, -1), (column, rows)]);
        let [width, height] = [picture.width(), picture.height()].map(f64::from);
        // Tiles of a class that are all alike tell how much is no likeness.
        let shown = |class: char| example.tiles().filter(|tile| tile.2 == class).count();
        let mut around: Vec<Option<char>> = Vec::new();
        for (column, row) in sides.chain(ends) {
            let [left, top, wide, high] = lattice.tile(column, row);
            let (right, bottom) = ((left + wide).min(width), (top + high).min(height));
            let (left, top) = (left.max(0.0), top.max(0.0));
            let part = [left, top, right - left, bottom - top];
            if part[2] < PART * wide || part[3] < PART * high {
                continue;
            }
            let is_whole = part[2] > wide - 0.01 && part[3] > high - 0.01;
            let dots = Dots::of(picture, part);
            // Where there is nothing on what is to be seen of it there is nothing on the rest.
            let tells = is_whole || is_flat(&dots);
            let resembles = |look: &Look| {
                let same = match shown(look.class) > 1 {
                    true => UNMARKED.max(self.limit(look.class) - SPARE),
                    false => self.hidden(),
                };
                look.class != PAGE && look.dots.apart(&dots, f32::MAX) < same
            };
            let like = self.looks.iter().find(|look| resembles(look));
            let like = like.map(|look| look.class);
            around.push(like);
            self.beside.extend(like);
            if tells && like.is_none() {
                self.add(PAGE, dots, SAME);
            }
        }
        let is_most = |class: &char| {
            let alike = around.iter().filter(|like| **like == Some(*class));
            2 * alike.count() > around.len()
        };
        let most = self.limits.keys().copied().filter(is_most);
        self.around.extend(most.collect::<Vec<_>>());
    }

    /// How much tiles of a class differ among themselves tells how far one may be that was never seen.
    fn set_limits(&mut self, shown: &[(char, Dots)]) {
        for (at, (class, tile)) in shown.iter().enumerate() {
            let others = shown.iter().enumerate();
            let others = others.filter(|(other, (of, _))| *other != at && of == class);
            let nearest = others.map(|(_, (_, other))| self.differ(tile, other, f32::MAX));
            let nearest = nearest.reduce(f32::min);
            let limit = nearest.map_or(SINGLE, |nearest| SPARE + GROWN * nearest);
            let known = self.limits.entry(*class).or_insert(0.0);
            *known = known.max(limit.min(NEAR));
        }
        self.limits.insert(PAGE, NEAR);
    }

    /// Adds a look of a class, unless one is known that is so little apart. Says whether it is new.
    pub(super) fn add(&mut self, class: char, dots: Dots, same: f32) -> bool {
        let same = if self.single {
            same.min(SAME_SINGLE)
        } else {
            same
        };
        let mut known = self.looks.iter().filter(|look| look.class == class);
        let is_new = known.all(|look| look.dots.apart(&dots, f32::MAX) > same);
        if is_new {
            let flat = is_flat(&dots);
            self.looks.push(Look {
                class,
                dots,
                flat,
                signed: false,
            });
        }
        is_new
    }

    /// Takes another look of a class: a picture of a tile.
    pub fn take_picture(&mut self, class: char, picture: &RgbaImage) {
        let [width, height] = [picture.width(), picture.height()].map(f64::from);
        let dots = self.tile(picture, [0.0, 0.0, width, height]);
        self.take(class, dots);
    }
}

/// What dots differ by on tiles of the same class, if tiles of so many classes tell, and at most so much.
fn slack(shown: &[(char, Dots)], least: usize, most: u8) -> Option<Slack> {
    let mut kinds: BTreeMap<char, Vec<&Dots>> = BTreeMap::new();
    for (class, tile) in shown {
        kinds.entry(*class).or_default().push(tile);
    }
    Slack::of(&kinds.into_values().collect::<Vec<_>>(), least, most)
}

/// The tiles of things that cover several: lines across a thing lie otherwise on each of its tiles.
fn things(examples: &[(&RgbaImage, &TileExample)]) -> Vec<(char, Dots)> {
    let of_example = |(picture, example): &(&RgbaImage, &TileExample)| {
        let lattice = example.lattice();
        let tiles = example.tiles();
        let things = tiles.filter(|(column, row, _)| example.joins(*column, *row).is_some());
        let things = things
            .map(|(column, row, class)| (class, Dots::of(picture, lattice.tile(column, row))));
        things.collect::<Vec<_>>()
    };
    examples.iter().flat_map(of_example).collect()
}

/// Whether each example shows one tile of each class, and some a whole board: what was learned in play are parts.
fn are_all_different(examples: &[(&RgbaImage, &TileExample)]) -> bool {
    let shown = |example: &TileExample| {
        let tiles = example.tiles().filter(|(.., class)| *class != PAGE);
        let mut classes: Vec<char> = tiles.map(|(.., class)| class).collect();
        let count = classes.len();
        classes.sort_unstable();
        classes.dedup();
        (classes.len() == count).then_some(count)
    };
    let counts: Option<Vec<usize>> = examples.iter().map(|(_, example)| shown(example)).collect();
    counts.is_some_and(|counts| counts.into_iter().any(|count| count >= DIFFERENT))
}

/// The classes that examples show in which nothing is left out: what was learned in play are parts.
fn told(examples: &[(&RgbaImage, &TileExample)]) -> BTreeSet<char> {
    let whole = examples.iter().filter(|(_, example)| is_whole(example));
    let tiles = whole.flat_map(|(_, example)| example.tiles());
    tiles.map(|tile| tile.2).collect()
}

/// Whether nothing is left out of an example.
pub(super) fn is_whole(example: &TileExample) -> bool {
    example.tiles().all(|(.., class)| class != PAGE)
}

/// How many colours the things in examples have, each taken as a whole.
fn colours(examples: &[(&RgbaImage, &TileExample)]) -> usize {
    let mut known: Vec<[u8; 3]> = Vec::new();
    for (picture, example) in examples {
        let lattice = example.lattice();
        // A tile that goes on neither to the left nor up begins a thing.
        let begins = |joins: u8| joins & (LEFT | UP) == 0;
        let tiles = example.tiles();
        let first =
            tiles.filter(|(column, row, _)| example.joins(*column, *row).is_some_and(begins));
        for (column, row, _) in first {
            let tile = Dots::of(picture, lattice.tile(column, row));
            let colour = ground(&inner(&tile, RIM));
            if !known.iter().any(|other| same_shade(other, &colour, SHADE)) {
                known.push(colour);
            }
        }
    }
    known.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::tiles::Lattice;

    #[test]
    fn what_was_learned_in_play_does_not_make_tiles_of_a_whole_board_alike() {
        let picture = RgbaImage::new(40, 40);
        let lattice = Lattice {
            first: [0.0; 2],
            pitch: [20.0; 2],
        };
        let of = |rows: [&str; 2]| TileExample::at(&lattice, rows.map(String::from).to_vec());
        let [whole, part, other] = [["AB", "C."], ["A ", "  "], ["AB", "B."]].map(of);
        let told = |examples: &[&TileExample]| {
            let examples: Vec<_> = examples
                .iter()
                .map(|example| (&picture, *example))
                .collect();
            are_all_different(&examples)
        };
        assert!(told(&[&whole]) && told(&[&whole, &part]));
        assert!(!told(&[&part]) && !told(&[&whole, &other]));
    }
}
