//! What tiles look like, by class.

use std::collections::BTreeMap;

use image::RgbaImage;

use super::super::ramp;
use super::goal::GoalLook;
use super::joined::{Edges, Far, OUTSIDE};
use super::{Lattice, SIDE, TileExample, dots};

/// Differences up to this many levels of a channel are noise. Chosen: what smoothing and dithering leave.
const SLACK: i32 = 2;

/// A larger difference counts as much as this one: what stands on a tile differs anyhow. Levels.
const MOST: i32 = 72;

/// Of a class no two looks are kept that are less apart. Mean levels, as of [`apart`].
const SAME: f32 = 2.0;

/// A tile may be so far from all that was learned and still be taken for the nearest. Mean levels; by trial on
/// games of others.
const NEAR: f32 = 15.0;

/// A tile that is as a whole no farther from a look than this looks like it. Mean levels; by trial.
pub(super) const WHOLE: f32 = 6.0;

/// What differs by less from something else looks like that. Mean levels; chosen: an eighth of a tile, clearly.
const HIDDEN: f32 = 6.0;

/// The same where things cover several tiles: marks on them are small. Mean levels; by trial.
const UNMARKED: f32 = 2.0;

/// Dots at each side of a tile that do not count where things cover several: bevels, outlines and shadows are
/// there, by where the thing goes on.
const RIM: usize = 4;

/// How far a tile of a class may be of which one was seen only; and of others, by how far those are apart that
/// were seen. Mean levels; by trial.
const SINGLE: f32 = 9.0;
const SPARE: f32 = 6.0;
const GROWN: f32 = 1.5;

/// How far a tile may be at a first glance: so many times the least distance between classes, within limits. By
/// trial.
const STRANGER: f32 = 1.5;
const STRANGE: [f32; 2] = [5.0, 22.0];

/// A tile is nearer to its class than this share of how far others are, but it may always be a little off. Mean
/// levels; by trial.
const NEARER: f32 = 0.6;
const LEAST: f32 = 1.5;

/// From this share on, by which the nearest class is nearer than any other, that is certain.
const CLEAR: [f32; 2] = [0.12, 0.4];

/// A spot of a tile that differs counts by this share. By trial.
const SPOT: f32 = 0.2;

/// What differs less within itself is of one colour, and colours are the same up to so much. Levels; chosen.
const PLAIN: f32 = 3.0;
const SHADE: u8 = 14;

/// Things of so many colours may have any. Chosen.
const COLOURFUL: usize = 3;

/// What was never seen is so many times farther from all else than that may be.
const STRANGE_FROM: f32 = 2.0;

/// A look that differs less within itself, in mean levels, is flat: anything flat resembles it.
const FLAT: f32 = 1.0;

/// What tiles of each class look like.
#[derive(Clone, Debug)]
pub struct TileLooks {
    pub(super) looks: Vec<Look>,
    /// The lattices of the examples: sizes at which the game was seen.
    pub(super) seen: Vec<Lattice>,
    letters: Letters,
    /// Where things cover several tiles: what runs between them.
    pub(super) edges: Edges,
    /// Dots at each side that do not count when tiles are told apart.
    rim: usize,
    /// The small picture that shows what a board must become.
    pub goal: Option<GoalLook>,
    /// The board is known from before: what looks otherwise now is a thing all the same, such as one in hand.
    pub trusting: bool,
    /// Letters that may look like others, and do.
    unseen: Vec<char>,
    limits: BTreeMap<char, f32>,
    /// A tile that is farther from all looks is none of them, at a first glance. Mean levels.
    pub(super) strange: f32,
}

/// The letter of what is around boards.
pub const PAGE: char = ' ';

/// The letter of full cells of a goal.
const FULL: char = '#';

/// What a game says of the letters of its tiles.
#[derive(Clone, Copy, Debug)]
pub struct Letters {
    /// Those that what is around a board may look like.
    pub page: &'static str,
    /// Groups that mean the same: which of them it is does not matter.
    pub same: &'static [&'static str],
    /// What a letter may look like: then it takes memory to tell.
    pub like: fn(char) -> Option<char>,
    /// Whether a tile of this letter is a part of something that may cover several.
    pub covers: fn(char) -> bool,
    /// The letter of what looks like nothing that is known.
    pub open: Option<char>,
}

impl Default for Letters {
    fn default() -> Self {
        Self {
            page: "",
            same: &[],
            like: |_| None,
            covers: |_| false,
            open: None,
        }
    }
}

/// One look of a class.
#[derive(Clone, Debug)]
pub(super) struct Look {
    pub class: char,
    pub dots: Vec<[u8; 3]>,
    /// Whether there is nothing on it.
    pub flat: bool,
}

/// What a tile is taken for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    pub class: char,
    /// 0 to 1.
    pub confidence: f32,
    /// How far it is from that look, in mean levels.
    pub apart: f32,
    /// Whether that is near enough.
    pub known: bool,
    /// Whether the doubt is about what runs between it and its neighbours.
    pub torn: bool,
    /// The class that is next.
    pub rival: Option<char>,
}

impl Guess {
    /// Whether there is no doubt.
    pub fn is_sure(&self) -> bool {
        self.known && self.confidence >= 0.5
    }
}

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
            rim: if has_joins { RIM } else { 0 },
            looks: Vec::new(),
            seen: Vec::new(),
            letters: Letters::default(),
            trusting: false,
            unseen: Vec::new(),
            goal: examples.iter().find_map(|(picture, example)| {
                let goal = example.goal.as_ref()?;
                Some(GoalLook::learn(picture, goal, FULL, example.pitch[0]))
            }),
            limits: BTreeMap::new(),
            strange: STRANGE[1],
        };
        let mut shown: Vec<(char, Vec<[u8; 3]>)> = Vec::new();
        for (picture, example) in examples {
            let lattice = example.lattice();
            learned.seen.push(lattice);
            let tiles = example.tiles().filter(|(.., class)| *class != PAGE);
            let tiles = tiles.map(|(column, row, class)| {
                let tile = lattice.tile(column, row);
                (class, dots(picture, tile, SIDE))
            });
            shown.extend(tiles);
        }
        for (class, dots) in &shown {
            learned.add(*class, dots.clone());
        }
        learned.set_limits(&shown);
        for (picture, example) in examples {
            learned.add_page(picture, example);
        }
        Ok(learned)
    }

    /// The same for a game of these letters.
    pub fn with_letters(mut self, letters: Letters) -> Self {
        self.letters = letters;
        self.merge_like();
        self.drop_outside();
        self.narrow_limits();
        self
    }

    /// Where things cover several tiles, looks of what is outside that things on the board have, too, tell nothing.
    fn drop_outside(&mut self) {
        if !self.is_joined() {
            return;
        }
        let (outside, board): (Vec<Look>, Vec<Look>) = self
            .looks
            .drain(..)
            .partition(|look| (self.letters.page.contains(look.class)) || look.class == PAGE);
        let alone = |look: &Look| {
            let apart = board
                .iter()
                .map(|other| apart(&look.dots, &other.dots, f32::MAX));
            apart.fold(f32::MAX, f32::min) > OUTSIDE
        };
        let alone: Vec<Look> = outside.into_iter().filter(alone).collect();
        self.looks.extend(board.into_iter().chain(alone));
    }

    pub(super) fn covers(&self, class: char) -> bool {
        (self.letters.covers)(class)
    }

    /// Whether things cover several tiles.
    pub(super) fn is_joined(&self) -> bool {
        self.rim > 0
    }

    /// Whether this is what may be around a board.
    pub(super) fn is_page(&self, class: char) -> bool {
        class == PAGE || self.letters.page.contains(class)
    }

    /// Whether tiles of a letter look like those of another.
    pub fn is_unseen(&self, letter: char) -> bool {
        self.unseen.contains(&letter)
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
        for (column, row) in sides.chain(ends) {
            let area @ [left, top, wide, high] = lattice.tile(column, row);
            let inside = left >= 0.0 && top >= 0.0 && left + wide <= width && top + high <= height;
            let dots = dots(picture, area, SIDE);
            let resembles = |look: &Look| {
                let same = match shown(look.class) > 1 {
                    true => UNMARKED.max(self.limit(look.class) - SPARE),
                    false => self.hidden(),
                };
                look.class != PAGE && apart(&look.dots, &dots, f32::MAX) < same
            };
            if inside && !self.looks.iter().any(resembles) {
                self.add(PAGE, dots);
            }
        }
    }

    /// How much tiles of a class differ among themselves tells how far one may be that was never seen.
    fn set_limits(&mut self, shown: &[(char, Vec<[u8; 3]>)]) {
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

    /// A tile must be nearer to its class than to others.
    fn narrow_limits(&mut self) {
        let mut least = f32::MAX;
        for class in self.limits.keys().copied().collect::<Vec<_>>() {
            let gap = self.gap(class);
            least = least.min(gap);
            let narrow = (NEARER * gap).max(LEAST);
            let limit = self.limits.entry(class);
            limit.and_modify(|limit| *limit = limit.min(narrow));
        }
        // Things that cover several tiles differ by where their edges are, even if all are of one class.
        let least = if self.is_joined() { WHOLE } else { least };
        self.strange = (STRANGER * least).clamp(STRANGE[0], STRANGE[1]);
        tracing::debug!(self.strange, ?self.limits, ?self.unseen, looks = self.looks.iter().map(|look| look.class).collect::<String>(), "looks");
    }

    /// Where things cover several tiles, what is outside is told by the whole of a tile.
    fn competes(&self, look: &Look) -> bool {
        !self.is_joined() || !self.is_page(look.class)
    }

    /// How far the looks of a class are from those of others. Mean levels.
    fn gap(&self, class: char) -> f32 {
        let of_class = |look: &&Look| look.class == class;
        let other = |look: &&Look| !self.alike(class, look.class) && self.competes(look);
        let apart = |a: &Look, b: &Look| self.differ(&a.dots, &b.dots, f32::MAX);
        let own = self.looks.iter().filter(of_class);
        let gaps = own.flat_map(|own| {
            let others = self.looks.iter().filter(other);
            others.map(move |other| apart(own, other))
        });
        gaps.fold(f32::MAX, f32::min)
    }

    /// How far a tile of a class may be from its looks. Mean levels.
    fn limit(&self, class: char) -> f32 {
        self.limits.get(&class).copied().unwrap_or(NEAR)
    }

    /// How far two tiles are apart in what tells them apart. Mean levels.
    fn differ(&self, a: &[[u8; 3]], b: &[[u8; 3]], most: f32) -> f32 {
        let apart = apart_within(a, b, most, self.rim);
        match self.is_joined() && apart <= most {
            true => apart.max(SPOT * largest_spot(a, b, self.rim)),
            false => apart,
        }
    }

    /// Whether what was never seen may be a thing as others are: of one colour, or of colours that things have. A
    /// mark on it would tell that it is something else.
    fn is_plain(&self, seen: &[[u8; 3]]) -> bool {
        let near = |a: &[u8; 3], b: &[u8; 3]| (0..3).all(|i| a[i].abs_diff(b[i]) <= SHADE);
        let shown = inner(seen, self.rim);
        let things = self.looks.iter().filter(|look| self.covers(look.class));
        let things: Vec<Vec<[u8; 3]>> = things.map(|look| inner(&look.dots, self.rim)).collect();
        let known = |dot: &[u8; 3]| things.iter().flatten().any(|known| near(dot, known));
        if shown.iter().all(known) {
            return true;
        }
        // Where things have many colours, there may be more; else it may be no thing at all.
        let mut colours: Vec<[u8; 3]> = Vec::new();
        for thing in things.iter().filter(|thing| spread(thing) < PLAIN) {
            if !colours.iter().any(|colour| near(colour, &thing[0])) {
                colours.push(thing[0]);
            }
        }
        colours.len() >= COLOURFUL && spread(&shown) < PLAIN
    }

    /// What differs by less looks the same.
    fn hidden(&self) -> f32 {
        if self.is_joined() { UNMARKED } else { HIDDEN }
    }

    /// Looks of what looks like something else are that.
    fn merge_like(&mut self) {
        let mut merged = self.looks.clone();
        for look in &mut merged {
            let Some(plain) = (self.letters.like)(look.class) else {
                continue;
            };
            let mut known = self.looks.iter().filter(|other| other.class == plain);
            if known.any(|other| self.differ(&look.dots, &other.dots, f32::MAX) < self.hidden()) {
                look.class = plain;
            }
        }
        let left = |class: char| merged.iter().any(|look| look.class == class);
        let gone = self.looks.iter().filter(|look| !left(look.class));
        self.unseen = gone.map(|look| look.class).collect();
        self.looks = merged;
    }

    fn add(&mut self, class: char, dots: Vec<[u8; 3]>) {
        let mut known = self.looks.iter().filter(|look| look.class == class);
        if known.all(|look| apart(&look.dots, &dots, f32::MAX) > SAME) {
            let flat = spread(&dots) < FLAT;
            self.looks.push(Look { class, dots, flat });
        }
    }

    /// Takes another look of a class.
    pub(super) fn take(&mut self, class: char, dots: Vec<[u8; 3]>) {
        self.add(class, dots);
        self.limits.entry(class).or_insert(SINGLE);
    }

    /// Whether what is of one class may look like another.
    pub(super) fn may_be(&self, class: char, seen: char) -> bool {
        self.alike(class, seen) || (self.letters.like)(class) == Some(seen)
    }

    /// Whether they mean the same.
    fn alike(&self, a: char, b: char) -> bool {
        let both = |group: &&str| group.contains(a) && group.contains(b);
        a == b || self.letters.same.iter().any(both)
    }

    /// Whether tiles of this size were seen.
    pub(super) fn knows_size(&self, pitch: [f64; 2]) -> bool {
        self.seen.iter().any(|lattice| lattice.pitch == pitch)
    }

    /// Whether a tile tells where tiles are, and is perhaps no farther from its look than this.
    pub(super) fn is_likely(&self, seen: &[[u8; 3]], most: f32) -> bool {
        match self.is_joined() {
            true => self.is_whole(seen, most),
            false => {
                let guess = self.classify(seen);
                guess.apart < most && !self.is_page(guess.class)
            }
        }
    }

    /// The same if it is clear what it is.
    pub(super) fn is_known(&self, seen: &[[u8; 3]]) -> bool {
        match self.is_joined() {
            true => self.is_whole(seen, WHOLE),
            false => {
                let guess = self.classify(seen);
                guess.known && !self.is_page(guess.class)
            }
        }
    }

    /// Whether a tile, all of it, with its edges, is so near to a look.
    fn is_whole(&self, seen: &[[u8; 3]], most: f32) -> bool {
        let looks = self.looks.iter().filter(|look| !look.flat);
        let flat = spread(seen) < FLAT;
        !flat && looks.fold(most, |most, look| apart(&look.dots, seen, most).min(most)) < most
    }

    /// What a tile is taken for.
    pub(super) fn classify(&self, seen: &[[u8; 3]]) -> Guess {
        let (mut best, mut second) = ((PAGE, f32::MAX), (PAGE, f32::MAX));
        for look in self.looks.iter().filter(|look| self.competes(look)) {
            // What is farther than both is of no interest.
            let far = self.differ(&look.dots, seen, second.1.max(best.1));
            if far < best.1 {
                if !self.alike(best.0, look.class) {
                    second = best;
                }
                best = (look.class, far);
            } else if far < second.1 && !self.alike(best.0, look.class) {
                second = (look.class, far);
            }
        }
        let guess = self.judge(best, second);
        match self.letters.open {
            Some(open) if !guess.is_sure() && (self.trusting || self.is_plain(seen)) => {
                self.open(open, guess, [best, second])
            }
            _ => guess,
        }
    }

    /// What a tile is, by the nearest two classes and how far it is from them.
    fn judge(&self, best: (char, f32), second: (char, f32)) -> Guess {
        let lead = (second.1.min(10.0 * NEAR) - best.1) / (second.1.min(10.0 * NEAR) + 1.0);
        let clear = ramp(lead, CLEAR[0] / 2.0, CLEAR[1]);
        let limit = self.limit(best.0);
        let near = ramp(-best.1, -limit, -limit / 2.0);
        Guess {
            known: best.1 < limit,
            class: best.0,
            confidence: clear.min(near),
            apart: best.1,
            torn: false,
            rival: (second.1 < f32::MAX).then_some(second.0),
        }
    }

    /// What is far from all else is something that was never seen.
    fn open(&self, open: char, guess: Guess, nearest: [(char, f32); 2]) -> Guess {
        let mut others = nearest.into_iter().filter(|(class, _)| *class != open);
        let (class, far) = others.next().unwrap_or((PAGE, f32::MAX));
        let confidence = ramp(far / self.limit(class), 1.0, STRANGE_FROM);
        if confidence <= guess.confidence {
            return guess;
        }
        Guess {
            class: open,
            known: true,
            confidence,
            rival: Some(class),
            ..guess
        }
    }

    /// What is not of the board.
    pub(super) fn outside(&self) -> Guess {
        Guess {
            class: self.letters.page.chars().next().unwrap_or(PAGE),
            confidence: 1.0,
            apart: 0.0,
            known: true,
            torn: false,
            rival: None,
        }
    }

    /// How far a tile, all of it, is from what is outside and from what is on boards.
    pub(super) fn far(&self, seen: &[[u8; 3]]) -> Far {
        let nearest = |outside: bool| {
            let looks = self
                .looks
                .iter()
                .filter(|look| self.is_page(look.class) == outside);
            looks.fold(10.0 * NEAR, |most, look| {
                apart(&look.dots, seen, most).min(most)
            })
        };
        Far {
            outside: nearest(true),
            board: nearest(false),
        }
    }

    /// How far a tile is from the nearest look, at most `most`. Mean levels.
    pub(super) fn distance(&self, seen: &[[u8; 3]], most: f32) -> f32 {
        let nearest = |most, look: &Look| apart(&look.dots, seen, most).min(most);
        self.looks.iter().fold(most, nearest)
    }
}

/// The mean difference of two tiles in levels of their largest channel's, with what is noise taken off; a
/// number larger than `most` if it is larger than that.
pub(super) fn apart(a: &[[u8; 3]], b: &[[u8; 3]], most: f32) -> f32 {
    apart_within(a, b, most, 0)
}

/// The same without so many dots at each side.
fn apart_within(a: &[[u8; 3]], b: &[[u8; 3]], most: f32, rim: usize) -> f32 {
    let (from, to) = (rim, SIDE - rim);
    let full = ((to - from) * (to - from)) as i32;
    let stop = match most >= f32::from(u16::MAX) {
        true => i32::MAX,
        false => (most * full as f32) as i32 + 1,
    };
    let step = |a: &[u8; 3], b: &[u8; 3]| {
        let part = |i: usize| (i32::from(a[i]) - i32::from(b[i])).abs();
        (part(0).max(part(1)).max(part(2)) - SLACK).clamp(0, MOST)
    };
    let mut sum = 0;
    let rows = a
        .chunks(SIDE)
        .zip(b.chunks(SIDE))
        .skip(from)
        .take(to - from);
    for (a, b) in rows {
        let dots = a[from..to].iter().zip(&b[from..to]);
        sum += dots.map(|(a, b)| step(a, b)).sum::<i32>();
        if sum > stop {
            return f32::MAX;
        }
    }
    sum as f32 / full as f32
}

/// A tile without so many dots at each side.
fn inner(tile: &[[u8; 3]], rim: usize) -> Vec<[u8; 3]> {
    let rows = tile.chunks(SIDE).skip(rim).take(SIDE - 2 * rim);
    rows.flat_map(|row| row[rim..SIDE - rim].iter().copied())
        .collect()
}

/// The largest difference of two tiles in a spot of 2x2 dots, in mean levels, without so many dots at each side.
fn largest_spot(a: &[[u8; 3]], b: &[[u8; 3]], rim: usize) -> f32 {
    let step = |at: usize| {
        (0..3)
            .map(|i| u32::from(a[at][i].abs_diff(b[at][i])))
            .max()
            .unwrap_or(0)
    };
    let places =
        (rim..SIDE - rim - 1).flat_map(|y| (rim..SIDE - rim - 1).map(move |x| y * SIDE + x));
    let spots = places.map(|at| step(at) + step(at + 1) + step(at + SIDE) + step(at + SIDE + 1));
    spots.max().unwrap_or(0) as f32 / 4.0
}

/// How much a tile differs from its mean, in mean levels.
fn spread(dots: &[[u8; 3]]) -> f32 {
    let count = dots.len() as f32;
    let mean = |i: usize| dots.iter().map(|dot| f32::from(dot[i])).sum::<f32>() / count;
    let mean = [mean(0), mean(1), mean(2)];
    let off = |dot: &[u8; 3]| -> f32 {
        let part = |i: usize| (f32::from(dot[i]) - mean[i]).abs();
        part(0).max(part(1)).max(part(2))
    };
    dots.iter().map(off).sum::<f32>() / count
}
