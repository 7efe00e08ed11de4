//! Where a board that is read by likeness is, told by its cells: what is around it may have changed, and its size.

use std::cell::Cell;

use image::RgbaImage;

use super::digits::Side;
use super::{Looks, Pixels, Places, pixels_of};
use crate::base::{Point, Rect};
use crate::screen::Frame;
use crate::vision::tiles::{FoundTiles, Judge, Lattice, Sizes, TileExample, TileLooks, find};
use crate::vision::{Place, View, apart};

/// Monsters that nobody has seen and walls may be on the other cells.
const KNOWN: f32 = 0.5;

/// A place is the profile's scale if it is nearer to it than this share: rounding is.
const SAME: f64 = 0.004;

/// A board of so much of whose cells and numbers it is known what they show is where it was looked for, shares. Chosen:
/// monsters and walls may be new, and of numbers, which may also be grey, a third is enough.
const WHOLE: [f32; 2] = [0.7, 0.3];
/// Or one of whose numbers nearly all are clear, and some cells, shares. Chosen: shadows of walls make the cells beside
/// them unknown, a third of all; a board that is a cell off has no numbers on one side.
const NUMBERED: [f32; 2] = [0.2, 0.9];

/// A place is better than another if of so much more it is known what it shows. Cells and numbers added up.
const MORE: f32 = 0.2;

/// So many of the likeliest patches of cells are judged by the numbers beside them. Chosen.
const TRIALS: usize = 8;

/// How much of a board is known if it is at a place, shares.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trust {
    /// Of which it is sure what they show.
    pub cells: f32,
    /// On the side of which it is less: a board that is a cell off has all numbers of one side.
    pub numbers: f32,
}

impl Trust {
    pub fn is_whole(self) -> bool {
        [WHOLE, NUMBERED]
            .iter()
            .any(|[cells, numbers]| self.cells > *cells && self.numbers > *numbers)
    }

    pub fn is_above(self, other: Self) -> bool {
        self.cells + self.numbers > other.cells + other.numbers + MORE
    }
}

/// A place on which all pixels are so near each other, in levels of a channel, has no number. Chosen: less than the faintest
/// ink.
const BLANK: u8 = 8;

impl Places {
    /// On how many places of numbers there is anything.
    fn written(&self, view: &View) -> usize {
        let is_written = |area: &&Rect| {
            let ground = view.pixel(area.x, area.y);
            let far = |x, y| apart(view.pixel(x, y), ground) > BLANK;
            let mut rows = area.y..area.y + area.height;
            let columns = area.x..area.x + area.width;
            rows.any(|y| columns.clone().any(|x| far(x, y)))
        };
        self.above
            .iter()
            .chain(&self.left)
            .filter(is_written)
            .count()
    }
}

/// What a board's cells look like as tiles, each with its share of the gaps around it.
#[derive(Clone, Debug)]
pub struct Finder {
    tiles: TileLooks,
    /// Of the cells, in pixels of the board.
    lattice: Lattice,
    size: [usize; 2],
    places: Places,
}

impl Finder {
    /// Learns from pictures of the board, all of whose cells are at this lattice, and of things on a single cell.
    ///
    /// # Errors
    /// As of [`TileLooks::learn`].
    pub fn learn<'a>(
        examples: &[(&RgbaImage, TileExample)],
        things: impl Iterator<Item = (char, &'a RgbaImage)>,
        places: Places,
    ) -> Result<Self, String> {
        let shown: Vec<_> = examples.iter().map(|(p, shown)| (*p, shown)).collect();
        let mut tiles = TileLooks::learn(&shown)?;
        for (letter, picture) in things {
            tiles.take_picture(letter, picture);
        }
        (tiles.enough, tiles.is_told_beside) = (KNOWN, true);
        let first = &shown.first().ok_or("there are no examples")?.1;
        Ok(Self {
            tiles,
            lattice: first.lattice(),
            size: [
                first.rows.first().map_or(0, |row| row.chars().count()),
                first.rows.len(),
            ],
            places,
        })
    }

    /// The places at which its cells may be in tiles that were found, of which one is right if these are the board's.
    fn places(&self, found: &FoundTiles) -> impl Iterator<Item = Place> {
        let [across, down] =
            [(found.columns, self.size[0]), (found.rows, self.size[1])].map(starts);
        down.flat_map(move |row| across.clone().map(move |column| [column, row]))
            .map(|first| self.place(found, first))
    }

    /// Where the board is if its first cell is this one of the found tiles.
    fn place(&self, found: &FoundTiles, [column, row]: [i32; 2]) -> Place {
        let lattice = found.lattice.from(column, row);
        let part = |axis: usize| lattice.pitch[axis] / self.lattice.pitch[axis];
        let scale = (part(0) + part(1)) / 2.0;
        let scale = if (scale - 1.0).abs() < SAME {
            1.0
        } else {
            scale
        };
        let [x, y] = [0, 1].map(|axis| lattice.first[axis] - scale * self.lattice.first[axis]);
        Place {
            origin: Point::new(x.round() as i32, y.round() as i32),
            scale,
        }
    }
}

/// Where a row of cells may begin in a row of tiles that were found: not all of it may have been found, or more.
fn starts((found, wanted): (usize, usize)) -> std::ops::RangeInclusive<i32> {
    let more = found as i32 - wanted as i32;
    more.min(0)..=more.max(0)
}

impl Looks {
    /// How much of the board it knows, if it is at this place.
    pub fn trust(&self, view: &View) -> Trust {
        let Some(finder) = &self.finder else {
            return Trust::default();
        };
        let Places { cells, above, left } = &finder.places;
        let pixels = |x, y| view.pixel(x, y);
        let sure = cells.iter().enumerate().filter(|(index, area)| {
            let guess = self.cell(&pixels, **area, *index);
            guess.letter.is_some() && guess.confidence >= 0.5
        });
        let clear = |side, areas: &[Rect]| {
            self.clear_numbers(&pixels, side, areas) / areas.len().max(1) as f32
        };
        Trust {
            cells: sure.count() as f32 / cells.len().max(1) as f32,
            numbers: clear(Side::Above, above).min(clear(Side::Left, left)),
        }
    }

    /// Where the board is in a picture, by its cells and, among places that these leave open, its numbers: a plain page may
    /// look like floor, and there is more of it.
    pub fn place(&self, frame: &Frame, sizes: Sizes, board: [u32; 2]) -> Option<Place> {
        let finder = self.finder.as_ref()?;
        let area = |[width, height]: [u32; 2]| Rect::new(0, 0, width as i32, height as i32);
        let picture = area(frame.image.dimensions().into());
        let within = |place: &Place| picture.around(&place.area(area(board))) == picture;
        let best: Cell<(f32, Option<Place>)> = Cell::default();
        let is_board = |found: &FoundTiles| {
            if !found.is_known(&finder.tiles) {
                return false;
            }
            let places = || finder.places(found).filter(within);
            let mut here = (0.0, places().next());
            for place in places() {
                let view = View { frame, place };
                if finder.places.written(&view) as f32 > here.0 {
                    let clear = self.clear(&view, &finder.places, board);
                    if clear > here.0 {
                        here = (clear, Some(place));
                    }
                }
            }
            if here.0 > best.get().0 || best.get().1.is_none() {
                best.set(here);
            }
            let trust = here.1.map(|place| self.trust(&View { frame, place }));
            tracing::debug!(lattice = ?found.lattice, found.columns, found.rows, ?here, ?trust, "cells");
            trust.is_some_and(Trust::is_whole)
        };
        let judge = Judge {
            trials: TRIALS,
            size: Some(finder.size),
            is_board: &is_board,
        };
        find(&frame.image, &finder.tiles, None, sizes, &judge);
        best.get().1
    }

    /// How clear all numbers of a board are, added up.
    fn clear(&self, view: &View, places: &Places, board: [u32; 2]) -> f32 {
        let board = view.board(board);
        let of = |side, areas: &[Rect]| self.clear_numbers(&pixels_of(&board), side, areas);
        of(Side::Above, &places.above) + of(Side::Left, &places.left)
    }

    /// How clear the numbers on a side of a board are, added up.
    fn clear_numbers(&self, pixels: &impl Pixels, side: Side, areas: &[Rect]) -> f32 {
        let numbers = areas.iter();
        let numbers = numbers.filter_map(|area| self.digits.read(pixels, side, *area));
        numbers.map(|number| number.confidence).sum()
    }
}
