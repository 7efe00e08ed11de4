//! What a picture shows, as the text tells it.

use crate::vision::tiles::{Lattice, TileGrid, joins};

/// A way to see things is tried if so much of what the best tells is told by it. By trial.
const TELLING: f64 = 0.6;

/// At most so many ends of things are looked at.
const ENDS: usize = 60;

/// What a picture shows.
#[derive(Clone, Debug)]
pub struct TileSketch {
    pub columns: usize,
    pub rows: usize,
    /// A letter a tile, row by row; a blank is what does not belong to the board.
    pub letters: Vec<char>,
    /// Tiles with the same number look alike; those with none may look like anything.
    pub kinds: Vec<Option<usize>>,
    /// Which thing covers a tile, in games whose things cover several: 0 is none.
    pub things: Vec<usize>,
    /// Whether no two tiles look alike but for their frames.
    pub is_framed: bool,
}

impl TileSketch {
    /// Tiles of a letter look alike.
    pub fn of_letters(columns: usize, letters: Vec<char>) -> Self {
        Self {
            columns,
            rows: letters.len() / columns.max(1),
            kinds: kinds(
                letters
                    .iter()
                    .map(|letter| (*letter != ' ').then_some(letter)),
            ),
            letters,
            things: Vec::new(),
            is_framed: false,
        }
    }

    /// The same where no two tiles look alike but for their frames.
    pub fn with_frames(self) -> Self {
        Self {
            is_framed: true,
            ..self
        }
    }

    /// The same with things that cover several tiles; tiles of `outside` may look like anything.
    pub fn with_things(mut self, things: Vec<usize>, outside: char) -> Self {
        let blank = (0..).zip(&self.letters);
        let blank: Vec<usize> = blank
            .filter(|(_, letter)| **letter == outside)
            .map(|(at, _)| at)
            .collect();
        blank.into_iter().for_each(|at| self.kinds[at] = None);
        self.things = things;
        self
    }

    /// The same where tiles of a letter look alike in a row only: a sky is lighter at its bottom.
    pub fn with_rows_of(mut self, letter: char) -> Self {
        let all = self.letters.iter().zip(&self.kinds).enumerate();
        let row = |at: usize, of: char| (of == letter).then_some(at / self.columns.max(1));
        self.kinds = kinds(all.map(|(at, (of, kind))| kind.map(|kind| (kind, row(at, *of)))));
        self
    }

    /// The same where all tiles of a letter look alike.
    pub(super) fn lettered(&self) -> Self {
        let known = self.letters.iter().zip(&self.kinds);
        Self {
            kinds: kinds(known.map(|(letter, kind)| kind.map(|_| letter))),
            ..self.clone()
        }
    }

    /// What tiles may look alike: those of a letter, those that are the same part of a thing, those of one thing.
    pub(super) fn ways(&self) -> Vec<Self> {
        if self.things.is_empty() {
            return vec![self.clone()];
        }
        let joins = joins(self.columns, &self.things);
        let known = |at: usize| self.kinds[at].is_some();
        let all = 0..self.letters.len();
        let parts = all
            .clone()
            .map(|at| self.kinds[at].map(|kind| (kind, joins[at])));
        let things = all.map(|at| self.kinds[at].map(|kind| (kind, self.things[at])));
        let shapes =
            (0..self.letters.len()).map(|at| known(at).then(|| (self.things[at] > 0, joins[at])));
        let ways = [kinds(parts), kinds(things), kinds(shapes)];
        let ways = ways.map(|kinds| Self {
            kinds,
            ..self.clone()
        });
        // Where no two tiles are alike nothing can be told from them.
        let telling = ways.iter().map(Self::telling).fold(0.0, f64::max);
        let tells = |way: &Self| way.telling() > TELLING * telling;
        let mut known: Vec<Vec<Option<usize>>> = Vec::new();
        let is_new = |way: &Self| {
            let is_new = !known.contains(&way.kinds);
            known.push(way.kinds.clone());
            is_new
        };
        ways.into_iter().filter(tells).filter(is_new).collect()
    }

    /// Its letters, a text a row.
    pub fn rows(&self) -> Vec<String> {
        let rows = self.letters.chunks(self.columns.max(1));
        rows.map(|row| row.iter().collect()).collect()
    }

    /// What goes on where, as in [`TileExample::joins`](crate::vision::tiles::TileExample).
    pub fn joined_rows(&self, covers: fn(char) -> bool) -> Vec<String> {
        let joins = joins(self.columns, &self.things);
        let sign = |(joins, letter): (&u8, &char)| match covers(*letter) {
            true => char::from_digit(u32::from(*joins), 16).unwrap_or('.'),
            false => '.',
        };
        let signs: Vec<char> = joins.iter().zip(&self.letters).map(sign).collect();
        let rows = signs.chunks(self.columns.max(1));
        rows.map(|row| row.iter().collect()).collect()
    }

    /// Its tiles on a lattice.
    pub fn at(&self, lattice: Lattice) -> TileGrid {
        TileGrid {
            lattice,
            columns: self.columns,
            rows: self.rows,
        }
    }

    /// Column, row and kind of each tile that says something: where things cover several tiles there must be others
    /// that look like it.
    pub(super) fn tiles(&self) -> Vec<(usize, usize, usize)> {
        let of_kind = |kind: usize| {
            self.kinds
                .iter()
                .filter(|other| **other == Some(kind))
                .count()
        };
        let tile = |(at, kind): (usize, &Option<usize>)| {
            let kind = kind.filter(|kind| self.things.is_empty() || of_kind(*kind) > 1)?;
            Some((at % self.columns, at / self.columns, kind))
        };
        self.kinds.iter().enumerate().filter_map(tile).collect()
    }

    /// Where things end: a tile, and whether its neighbour is beside it or below.
    pub(super) fn ends(&self) -> Vec<(i32, i32, bool)> {
        let count = self.things.len();
        let ends = |at: usize, next: usize| {
            let known = self.kinds[at].is_some() && self.kinds[next].is_some();
            known && (self.things[at] == 0) != (self.things[next] == 0)
        };
        let place = |at: usize, beside| {
            (
                (at % self.columns) as i32,
                (at / self.columns) as i32,
                beside,
            )
        };
        let beside = (0..count).filter(|at| (at + 1) % self.columns != 0 && ends(*at, at + 1));
        let below =
            (0..count).filter(|at| at + self.columns < count && ends(*at, at + self.columns));
        let all: Vec<_> = beside
            .map(|at| place(at, true))
            .chain(below.map(|at| place(at, false)))
            .collect();
        let stride = all.len().div_ceil(ENDS).max(1);
        all.into_iter().step_by(stride).collect()
    }

    /// The share of tiles that say something.
    fn telling(&self) -> f64 {
        self.tiles().len() as f64 / self.kinds.iter().flatten().count().max(1) as f64
    }
}

/// Numbers for what is equal.
fn kinds<T: PartialEq>(of: impl Iterator<Item = Option<T>>) -> Vec<Option<usize>> {
    let mut known: Vec<T> = Vec::new();
    let number = |of: Option<T>| {
        let of = of?;
        let at = known.iter().position(|other| *other == of);
        Some(at.unwrap_or_else(|| {
            known.push(of);
            known.len() - 1
        }))
    };
    of.map(number).collect()
}
