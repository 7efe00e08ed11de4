//! Things that cover several tiles: where one goes on, no edge runs between two tiles.
//!
//! So a thing needs not be known to be seen; and the board ends where an edge runs around it, or at what is known
//! to be outside.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use image::RgbaImage;

use super::super::border::Border;
use super::super::regions::groups;
use super::compare::Dots;
use super::guess::SURE;
use super::joins::{opposite, pairs};
use super::looks::NEAR;
use super::{Guess, Lattice, TileLooks};

/// All tiles of a picture on a lattice.
pub(super) struct Field<'a> {
    pub picture: &'a RgbaImage,
    pub looks: &'a TileLooks,
    pub lattice: &'a Lattice,
    /// All tiles, row by row.
    pub tiles: &'a [Dots],
    pub origin: [i32; 2],
    pub across: usize,
    /// The columns and rows that are in the picture as a whole: the board is among them.
    pub whole: [Range<i32>; 2],
}

/// Two neighbours, on which side of the first the second is, and what runs between them.
type Between = (usize, usize, u8, Border);

/// What is one board among all tiles of a picture.
pub(super) struct Whole {
    /// Whether a tile belongs to it.
    pub taken: Vec<bool>,
    /// The sides on which the thing on a tile goes on.
    pub joins: Vec<u8>,
}

impl Field<'_> {
    /// Whether a tile is at the picture's rim.
    fn is_rim(&self, at: usize, count: usize) -> bool {
        let (x, y) = (at % self.across, at / self.across);
        x == 0 || y == 0 || x + 1 == self.across || y + 1 == count / self.across
    }

    /// What is connected with the picture's rim, nothing being on it and no edge between.
    fn page(&self, things: &[u32], guesses: &[Guess], borders: &[Between]) -> Vec<bool> {
        let plain = |at: usize| things[at] == 0 && self.looks.may_be_outside(&guesses[at]);
        let mut page: Vec<bool> = (0..things.len())
            .map(|at| plain(at) && self.is_rim(at, things.len()))
            .collect();
        let mut grows = true;
        while grows {
            grows = false;
            for (a, b, _, border) in borders {
                if plain(*a) && plain(*b) && !border.divided && page[*a] != page[*b] {
                    (page[*a], page[*b], grows) = (true, true, true);
                }
            }
        }
        page
    }

    /// Whether what is connected with the picture's rim is none of the board: things lie at it here and there, but mostly
    /// at what is not connected with it.
    fn is_apart(
        things: &[u32],
        outer: &[u32],
        outside: &[bool],
        (page, borders): (&[bool], &[Between]),
    ) -> bool {
        let mut beside = [0, 0];
        for (a, b, ..) in borders {
            let ends = [(*a, *b), (*b, *a)];
            let ends = ends.into_iter().filter(|(thing, plain)| {
                let is_thing = things[*thing] != 0 && !outer.contains(&things[*thing]);
                is_thing && things[*plain] == 0 && !outside[*plain]
            });
            ends.for_each(|(_, plain)| beside[usize::from(page[plain])] += 1);
        }
        let [inside, at_page] = beside;
        at_page > 0 && APART * at_page < inside
    }

    /// Things that are outside: a part of them is known to be and they lie at the page, for things on the board may
    /// look like that, too; or they are a frame around others.
    fn outer(
        &self,
        things: &[u32],
        outside: &[bool],
        (page, borders): (&[bool], &[Between]),
    ) -> Vec<u32> {
        let rim = (0..things.len()).filter(|at| self.is_rim(*at, things.len()));
        let mut at_page: BTreeSet<u32> = rim.map(|at| things[at]).collect();
        for (a, b, ..) in borders {
            at_page.extend(
                [(a, b), (b, a)]
                    .iter()
                    .filter(|(a, _)| page[**a])
                    .map(|(_, b)| things[**b]),
            );
        }
        let known = (0..things.len()).filter(|at| outside[*at] && things[*at] != 0);
        let known = known.map(|at| things[at]);
        let mut outer: Vec<u32> = known.filter(|thing| at_page.contains(thing)).collect();
        let cell = |at: usize| [at % self.across, at / self.across];
        let covered: Vec<usize> = (0..things.len()).filter(|at| things[*at] != 0).collect();
        let mut cells: BTreeMap<u32, Vec<[usize; 2]>> = BTreeMap::new();
        for at in &covered {
            cells.entry(things[*at]).or_default().push(cell(*at));
        }
        for (thing, cells) in &cells {
            let reach = Reach::of(cells);
            let others = covered.iter().filter(|at| things[**at] != *thing);
            let others = others.filter_map(|at| Some((things[*at], reach.surrounds(cell(*at))?)));
            let (mut within, mut count, mut all) = (BTreeSet::new(), 0, 0);
            for (other, surrounded) in others {
                all += 1;
                if surrounded {
                    count += 1;
                    within.insert(other);
                }
            }
            if within.len() > 1 && count as f32 >= SURROUNDED * all as f32 {
                outer.push(*thing);
            }
        }
        outer
    }

    /// The patches that are the board: the best one, those with things as were seen within the rectangle around it or cut off
    /// by a wall beside that, and those of free tiles that end within it.
    fn board(&self, patches: &[u32], covered: &[bool], far: &[Far]) -> BTreeSet<u32> {
        let best = best_patch(patches, covered, far);
        let cells = || (0..patches.len()).filter(|at| patches[*at] == best && best != 0);
        let reach = |along: &dyn Fn(usize) -> usize, beyond: usize| {
            let ends = cells().map(along).min().zip(cells().map(along).max());
            ends.map_or(0..0, |(first, last)| {
                first.saturating_sub(beyond)..last + beyond + 1
            })
        };
        let (column, row) = (|at: usize| at % self.across, |at: usize| at / self.across);
        let around = |beyond: usize| {
            let (columns, rows) = (reach(&column, beyond), reach(&row, beyond));
            move |at: &usize| columns.contains(&column(*at)) && rows.contains(&row(*at))
        };
        let (is_within, is_near) = (around(0), around(CUT_OFF));
        let all = || (0..patches.len()).filter(|at| patches[*at] != 0);
        let is_no_hole = |at: &usize| !is_within(at) || !far[*at].is_of_board();
        let others: BTreeSet<u32> = all().filter(is_no_hole).map(|at| patches[at]).collect();
        let is_island = |at: &usize| match covered[*at] {
            true if far[*at].is_seen() => is_near(at),
            true => is_within(at) && far[*at].is_of_board(),
            false => is_within(at) && !others.contains(&patches[*at]),
        };
        let islands = all().filter(is_island);
        islands.chain(cells()).map(|at| patches[at]).collect()
    }

    /// What surely goes on from a known part of a thing is a part of it, whatever is drawn on it but a sign that was seen on
    /// others: a picture in the middle of a block, on a colour on which it was never seen.
    fn complete(&self, guesses: &mut [Guess], covered: &[bool], borders: &[Between]) {
        let known: Vec<bool> = guesses.iter().map(Guess::is_sure).collect();
        let goes_on = |(a, b, _, border): &&Between| {
            covered[*a] && covered[*b] && !border.divided && border.confidence >= SURE
        };
        for (a, b, ..) in borders.iter().filter(goes_on) {
            for (part, of) in [(*a, *b), (*b, *a)] {
                if known[of] && !known[part] && self.looks.is_open(guesses[of].class) {
                    let (guess, tile) = (guesses[part], &self.tiles[part]);
                    let signed = self.looks.with_sign(guess, tile);
                    guesses[part] = match signed.is_sure() {
                        true => signed,
                        false => self.looks.part(guess, tile),
                    };
                }
            }
        }
    }

    fn at(&self, index: usize) -> [i32; 2] {
        let (column, row) = (index % self.across, index / self.across);
        [self.origin[0] + column as i32, self.origin[1] + row as i32]
    }

    /// The board, and what goes on where; tiles of which that is uncertain become so.
    pub fn whole(&self, guesses: &mut [Guess], far: &[Far]) -> Whole {
        let covered: Vec<bool> = guesses
            .iter()
            .map(|guess| self.looks.covers(guess.class))
            .collect();
        let mut borders = Vec::new();
        for (a, b, side) in pairs(self.across, guesses.len()) {
            if covered[a] == covered[b] {
                let border = self
                    .looks
                    .edges
                    .between(self.picture, self.lattice, self.at(a), side);
                borders.push((a, b, side, border));
            } else {
                let divided = Border {
                    divided: true,
                    confidence: 1.0,
                };
                borders.push((a, b, side, divided));
            }
        }
        let joined = borders
            .iter()
            .filter(|(a, .., border)| covered[*a] && !border.divided);
        let joined: Vec<(usize, usize)> = joined.map(|(a, b, ..)| (*a, *b)).collect();
        let things = groups(self.across, &covered, &joined);
        self.complete(guesses, &covered, &borders);
        let mut outside: Vec<bool> = far.iter().map(Far::is_outside).collect();
        let page = self.page(&things, guesses, &borders);
        let mut outer = self.outer(&things, &outside, (&page, &borders));
        let is_marked = |guess: &Guess| guess.is_sure() && !self.looks.is_open(guess.class);
        let marked: Vec<bool> = guesses.iter().map(is_marked).collect();
        outer.retain(|thing| mixes(*thing, &things, &marked));
        let tells = |(guess, far): (&Guess, &Far)| {
            let is_any = self.looks.is_open(guess.class);
            guess.known && !is_any && far.is_seen()
        };
        let telling: Vec<bool> = guesses.iter().zip(far).map(tells).collect();
        let mixed = outer.iter().copied();
        let mixed: Vec<u32> = mixed.filter(|of| mixes(*of, &things, &telling)).collect();
        for ((outside, thing), tells) in outside.iter_mut().zip(&things).zip(telling) {
            if *thing != 0 {
                *outside = outer.contains(thing) && !(tells && mixed.contains(thing));
            }
        }
        if Self::is_apart(&things, &outer, &outside, (&page, &borders)) {
            let page = page.into_iter().zip(&mut outside);
            page.for_each(|(page, outside)| *outside |= page);
        }
        let is_whole = |at: usize| (0..2).all(|axis| self.whole[axis].contains(&self.at(at)[axis]));
        let passes = |(a, b, _, border): &&Between| {
            let classes = [guesses[*a].class, guesses[*b].class];
            let passes = covered[*a] || covered[*b] || self.looks.are_apart(classes);
            let open = passes || !border.divided;
            open && [*a, *b].iter().all(|at| !outside[*at] && is_whole(*at))
        };
        let open: Vec<(usize, usize)> = borders
            .iter()
            .filter(passes)
            .map(|(a, b, ..)| (*a, *b))
            .collect();
        let inside = outside.iter().enumerate();
        let inside: Vec<bool> = inside
            .map(|(at, outside)| !outside && is_whole(at))
            .collect();
        let patches = groups(self.across, &inside, &open);
        let board = self.board(&patches, &covered, far);
        let taken: Vec<bool> = patches.iter().map(|patch| board.contains(patch)).collect();
        let mut joins = vec![0; guesses.len()];
        for (a, b, side, border) in borders {
            if !(taken[a] && taken[b] && covered[a] && covered[b]) {
                continue;
            }
            if !border.divided {
                joins[a] |= side;
                joins[b] |= opposite(side);
            }
            // No edge runs through a thing.
            let torn = border.divided && things[a] == things[b];
            let sure = if torn { 0.0 } else { border.confidence };
            for at in [a, b] {
                if sure < guesses[at].confidence {
                    guesses[at].confidence = sure;
                    guesses[at].torn = true;
                }
            }
        }
        Whole { taken, joins }
    }
}

/// Whether a few tiles of a thing that is outside tell that they are something of their own, as a marked block does: it
/// may lie at a frame that is as dark as it is.
fn mixes(thing: u32, things: &[u32], telling: &[bool]) -> bool {
    let of_thing = || things.iter().zip(telling).filter(|(of, _)| **of == thing);
    2 * of_thing().filter(|(_, tells)| **tells).count() < of_thing().count()
}

/// Inside a board things have so many times more sides at what is free than at the page. Chosen: clearly.
const APART: usize = 2;

/// Of what is within the outline of a frame at least so much is surrounded by it.
const SURROUNDED: f32 = 0.9;

/// The rows and columns that a thing reaches.
struct Reach {
    rows: BTreeMap<usize, [usize; 2]>,
    columns: BTreeMap<usize, [usize; 2]>,
}

impl Reach {
    fn of(cells: &[[usize; 2]]) -> Self {
        let mut reach = Self {
            rows: BTreeMap::new(),
            columns: BTreeMap::new(),
        };
        for [x, y] in cells {
            for (span, at, along) in [(&mut reach.rows, y, x), (&mut reach.columns, x, y)] {
                let [least, most] = span.entry(*at).or_insert([*along; 2]);
                (*least, *most) = ((*least).min(*along), (*most).max(*along));
            }
        }
        reach
    }

    /// Whether it lies on at least three sides of a cell; None if that is beyond its outline.
    fn surrounds(&self, [x, y]: [usize; 2]) -> Option<bool> {
        let [least, most] = *self.rows.get(&y)?;
        let across = [least < x, most > x];
        let [least, most] = *self.columns.get(&x)?;
        let sides = across.into_iter().chain([least < y, most > y]);
        Some(sides.filter(|side| *side).count() >= 3)
    }
}

/// The patch with most tiles that look as a whole like what was seen.
fn best_patch(patches: &[u32], covered: &[bool], far: &[Far]) -> u32 {
    let mut merits: Vec<f32> = vec![0.0; patches.iter().max().map_or(0, |most| *most as usize) + 1];
    for ((patch, covered), far) in patches.iter().zip(covered).zip(far) {
        if *covered && *patch != 0 {
            merits[*patch as usize] += if far.is_seen() { 1.0 } else { 0.1 };
        }
    }
    let best = (1..merits.len()).max_by(|a, b| merits[*a].total_cmp(&merits[*b]));
    best.map_or(0, |best| best as u32)
}

/// What is cut off from the rest of a board lies so many tiles beyond it at most. Chosen: a wall is between.
const CUT_OFF: usize = 2;

/// How far a tile, all of it, is from what is outside, and from what is on boards. Mean levels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Far {
    pub outside: f32,
    pub board: f32,
}

/// What is outside looks like that, and not as much like anything on boards. Mean levels, and a share; by trial.
pub(super) const OUTSIDE: f32 = 4.0;
const NEARER: f32 = 0.6;

/// What is of the board is so many times farther from all that is around boards. Chosen: clearly.
const BESIDE: f32 = 1.5;

impl Far {
    /// Of what is surely none of the board.
    pub const OUT: Self = Self {
        outside: 0.0,
        board: f32::MAX,
    };

    fn is_outside(&self) -> bool {
        self.outside < OUTSIDE && self.outside < NEARER * self.board
    }

    fn is_seen(&self) -> bool {
        self.board < OUTSIDE
    }

    /// Whether it is clearly nearer to what boards are made of than to what is around them.
    pub fn is_of_board(&self) -> bool {
        self.board < NEAR && BESIDE * self.board < self.outside
    }

    /// Whether it may be of a board: it is not too far from what those are made of, or farther from what is around them.
    pub fn may_be_board(&self) -> bool {
        self.board < NEAR || self.board <= self.outside
    }
}

#[cfg(test)]
mod tests;
