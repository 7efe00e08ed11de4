//! What a picture shows, as the text tells it.

use super::ridges::Border;
use crate::vision::tiles::{Lattice, PAGE, RIGHT, TileGrid, joins, pairs};

/// At least so many borders with an edge tell where a board is. Chosen.
const FEW: usize = 3;

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
    /// Where no two tiles look alike but for their frames, if they have such: the letter of those on which nothing is.
    pub free: Option<char>,
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
                    .map(|letter| (*letter != PAGE).then_some(letter)),
            ),
            letters,
            things: Vec::new(),
            free: None,
        }
    }

    /// The same where no two tiles look alike but for their frames, and nothing is on those of a letter.
    pub fn with_numbers(self, free: char) -> Self {
        Self {
            free: Some(free),
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

    /// Column, row and kind of each tile of which that is known.
    pub(super) fn tiles(&self) -> Vec<(usize, usize, usize)> {
        let tiles = self.kinds.iter().enumerate();
        tiles
            .filter_map(|(at, kind)| Some((at % self.columns, at / self.columns, (*kind)?)))
            .collect()
    }

    /// The same where things that nothing tells apart but where they are have a colour each: only tiles of one thing are
    /// of a kind.
    pub(super) fn things_apart(&self) -> Vec<(usize, usize, usize)> {
        let known = self.kinds.iter().zip(&self.things);
        let kinds = kinds(known.map(|(kind, thing)| kind.map(|kind| (kind, thing))));
        let all = kinds.iter().enumerate();
        all.filter_map(|(at, kind)| Some((at % self.columns, at / self.columns, (*kind)?)))
            .collect()
    }

    /// Column, row and kind of each tile that looks like others: those of a letter that are the same part of a thing.
    pub(super) fn parts(&self) -> Vec<(usize, usize, usize)> {
        let joins = joins(self.columns, &self.things);
        let known = self.kinds.iter().zip(&self.letters).zip(&joins);
        let kinds = kinds(known.map(|((kind, letter), joins)| kind.map(|_| (letter, joins))));
        let several = |kind: usize| kinds.iter().filter(|other| **other == Some(kind)).count() > 1;
        let kinds = kinds.iter().enumerate();
        let parts = kinds.filter_map(|(at, kind)| {
            let kind = kind.filter(|kind| several(*kind))?;
            Some((at % self.columns, at / self.columns, kind))
        });
        parts.collect()
    }

    /// Whether there is one thing that covers tiles.
    pub(super) fn is_one_thing(&self) -> bool {
        self.things.iter().max() == Some(&1)
    }

    /// The borders of which it is known what runs along them; none if they are too few to tell where a board is.
    pub(super) fn borders(&self) -> Vec<Border> {
        let border = |(at, next, side): (usize, usize, u8)| {
            let things = [self.things[at], self.things[next]];
            let belong = [at, next].map(|at| self.letters[at] != PAGE);
            (things != [0, 0] && belong == [true; 2]).then_some(Border {
                column: (at % self.columns) as i32,
                row: (at / self.columns) as i32,
                beside: side == RIGHT,
                things,
                at_rim: self.kinds[at].is_none() || self.kinds[next].is_none(),
            })
        };
        // Of one thing alone it is its outline that tells: there may be lines on it.
        let all: Vec<Border> = pairs(self.columns, self.things.len())
            .filter_map(border)
            .filter(|border| !self.is_one_thing() || border.is_edge())
            .collect();
        let inside = all
            .iter()
            .filter(|border| !border.at_rim && border.is_edge());
        match inside.count() >= FEW {
            true => all,
            false => Vec::new(),
        }
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
