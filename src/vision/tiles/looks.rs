//! What tiles look like, by class.

use std::collections::BTreeMap;

use image::RgbaImage;

use super::super::ramp;
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

/// What differs by less from something else looks like that. Mean levels; chosen: an eighth of a tile, clearly.
const HIDDEN: f32 = 6.0;

/// How far a tile of a class may be of which one was seen only; and of others, by how far those are apart that
/// were seen. Mean levels; by trial.
const SINGLE: f32 = 9.0;
const SPARE: f32 = 5.0;
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

/// A look that differs less within itself, in mean levels, is flat: anything flat resembles it.
const FLAT: f32 = 1.0;

/// What tiles of each class look like.
#[derive(Clone, Debug)]
pub struct TileLooks {
    pub(super) looks: Vec<Look>,
    /// The lattices of the examples: sizes at which the game was seen.
    pub(super) seen: Vec<Lattice>,
    /// Groups of classes that mean the same, or look the same: they do not compete.
    same: Vec<String>,
    /// Pairs of which the first may look like the second.
    hidden: Vec<[char; 2]>,
    limits: BTreeMap<char, f32>,
    /// A tile that is farther from all looks is none of them, at a first glance. Mean levels.
    pub(super) strange: f32,
}

/// The letter of what is around boards.
pub const PAGE: char = ' ';

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
    pub fn learn(examples: &[(&RgbaImage, &TileExample)]) -> Self {
        let mut learned = Self {
            looks: Vec::new(),
            seen: Vec::new(),
            same: Vec::new(),
            hidden: Vec::new(),
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
        for (picture, example) in examples {
            learned.add_page(picture, example);
        }
        learned.set_limits(&shown);
        learned
    }

    /// The same for a game in which the classes of a group do not compete (`same`: a text for each group of
    /// them), and the first of a pair may look like the second (`hidden`).
    pub fn with_groups(mut self, same: &[&str], hidden: &[[char; 2]]) -> Self {
        self.same = same.iter().map(ToString::to_string).collect();
        self.hidden = hidden.to_vec();
        self.drop_hidden();
        self.narrow_limits();
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
        for (column, row) in sides.chain(ends) {
            let area @ [left, top, wide, high] = lattice.tile(column, row);
            let inside = left >= 0.0 && top >= 0.0 && left + wide <= width && top + high <= height;
            let dots = dots(picture, area, SIDE);
            let resembles =
                |look: &Look| look.class != PAGE && apart(&look.dots, &dots, f32::MAX) < HIDDEN;
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
            let nearest = others.map(|(_, (_, other))| apart(tile, other, f32::MAX));
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
        self.strange = (STRANGER * least).clamp(STRANGE[0], STRANGE[1]);
    }

    /// How far the looks of a class are from those of others. Mean levels.
    fn gap(&self, class: char) -> f32 {
        let of_class = |look: &&Look| look.class == class;
        let other = |look: &&Look| !self.alike(class, look.class);
        let apart = |a: &Look, b: &Look| apart(&a.dots, &b.dots, f32::MAX);
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

    /// Forgets looks of what looks like something else.
    fn drop_hidden(&mut self) {
        for [hides, plain] in self.hidden.clone() {
            let of = |class: char| self.looks.iter().filter(move |look| look.class == class);
            let known: Vec<Look> = of(plain).cloned().collect();
            self.looks.retain(|look| {
                let like = |other: &Look| apart(&look.dots, &other.dots, f32::MAX) < HIDDEN;
                look.class != hides || !known.iter().any(like)
            });
        }
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
        self.alike(class, seen) || self.hidden.contains(&[class, seen])
    }

    /// Whether they mean the same.
    fn alike(&self, a: char, b: char) -> bool {
        let both = |group: &String| group.contains(a) && group.contains(b);
        a == b || self.same.iter().any(both)
    }

    /// What a tile of a picture is taken for.
    pub fn guess(&self, picture: &RgbaImage, lattice: &Lattice, column: i32, row: i32) -> Guess {
        self.classify(&dots(picture, lattice.tile(column, row), SIDE))
    }

    pub(super) fn classify(&self, seen: &[[u8; 3]]) -> Guess {
        let (mut best, mut second) = ((' ', f32::MAX), (' ', f32::MAX));
        for look in &self.looks {
            // What is farther than both is of no interest.
            let far = apart(&look.dots, seen, second.1.max(best.1));
            if far < best.1 {
                if !self.alike(best.0, look.class) {
                    second = best;
                }
                best = (look.class, far);
            } else if far < second.1 && !self.alike(best.0, look.class) {
                second = (look.class, far);
            }
        }
        let lead = (second.1.min(10.0 * NEAR) - best.1) / (second.1.min(10.0 * NEAR) + 1.0);
        let clear = ramp(lead, CLEAR[0] / 2.0, CLEAR[1]);
        let limit = self.limit(best.0);
        let near = ramp(-best.1, -limit, -limit / 2.0);
        Guess {
            known: best.1 < limit,
            class: best.0,
            confidence: clear.min(near),
            apart: best.1,
            rival: (second.1 < f32::MAX).then_some(second.0),
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
    let full = (SIDE * SIDE) as i32;
    let stop = match most >= f32::from(u16::MAX) {
        true => i32::MAX,
        false => (most * full as f32) as i32 + 1,
    };
    let step = |a: &[u8; 3], b: &[u8; 3]| {
        let part = |i: usize| (i32::from(a[i]) - i32::from(b[i])).abs();
        (part(0).max(part(1)).max(part(2)) - SLACK).clamp(0, MOST)
    };
    let mut sum = 0;
    for (a, b) in a.chunks(SIDE).zip(b.chunks(SIDE)) {
        sum += a.iter().zip(b).map(|(a, b)| step(a, b)).sum::<i32>();
        if sum > stop {
            return f32::MAX;
        }
    }
    sum as f32 / full as f32
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
