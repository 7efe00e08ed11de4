//! A small picture beside a board that shows what it must become: cells that are full or not, in two sets of
//! colours, on a paper of its own.

use std::cmp::Reverse;
use std::rc::Rc;

use image::{Rgba, RgbaImage};

use super::super::regions::Region;
use super::palette::Palette;
use super::{TileExample, TileGrid};
use crate::base::{Point, Rect};
use crate::vision::apart;

mod paper;

use paper::{Paper, inner, mean, pixels};

/// The most colours that are looked at in a set.
const COLOURS: usize = 96;

/// Full and empty cells differ by more than this in their means where a blurred picture tells them apart; and one of the two
/// is so many times nearer to what is seen. Levels, and chosen.
const DIFFERENT: u8 = 24;
const CLEARLY: f64 = 2.0;

/// Where cells of several sizes would show a shape, those are right whose whole area shows it, so many times better and by
/// more than such a share of it. Chosen: a corner that is rounded leaves less.
const BETTER: f64 = 0.03;

/// Cells are as wide as high up to this share; and so far a size may be off what it was.
const SQUARE: f64 = 0.06;
const LIKE: f64 = 0.12;

/// Cells have so many pixels along each side at least, for there must be something within their rims, and are so many times
/// larger or smaller than usual beside the board's at most. Chosen: a window that is resized may leave them as they are.
const LEAST: f64 = 3.0;
const OTHERWISE: f64 = 2.0;

/// A part of the shape is no smaller than this share of a cell; colours of edges between others are. Chosen: lines and
/// rounded corners leave more of a cell.
const PART: f64 = 0.25;

/// The paper is wider or higher than what is on it by more than this, as a share of a cell. Chosen: lines are thinner.
const AROUND: f64 = 0.5;

/// So many parts that look full are taken for one of the shape's, the largest of those that are no larger than the shape may
/// be at so many times its usual size, and as many that fill their outline best. Chosen: a page and its panels may look as
/// full cells do, and are larger, or in shreds.
const TRIED: usize = 6;
const LARGER: f64 = 1.5;

/// So far around the board nothing is looked for, as a share of its cells.
const BESIDE: f64 = 0.25;

/// What such a picture looks like.
#[derive(Clone, Debug)]
pub struct GoalLook {
    full: Palette,
    empty: Palette,
    /// Colours of lines around cells.
    lines: Palette,
    /// The mean colours of full cells and of empty ones, without their rims, where there are both.
    tones: Option<[[u8; 3]; 2]>,
    /// From the paper's corner to the first cell, and a cell's side as a share of the board's.
    margin: [f64; 2],
    share: f64,
}

impl GoalLook {
    /// Learns from a picture in which it is known where it is; tiles of the letter `full` are full. `board` is where
    /// it is not.
    pub(super) fn learn(
        picture: &RgbaImage,
        example: &TileExample,
        full: char,
        board: &TileGrid,
    ) -> Self {
        let lattice = example.lattice();
        let colours = |part: &dyn Fn([f64; 4]) -> [f64; 4], is_of_set: &dyn Fn(char) -> bool| {
            let tiles = example.tiles().filter(|tile| is_of_set(tile.2));
            let dots = tiles.flat_map(|(column, row, _)| pixels(part(lattice.tile(column, row))));
            let seen = dots.filter_map(|(x, y)| picture.get_pixel_checked(x, y));
            Palette::of(seen.map(|p| [p[0], p[1], p[2]]), COLOURS)
        };
        let mut look = Self {
            full: colours(&inner, &|letter| letter == full),
            empty: colours(&inner, &|letter| letter != full),
            lines: colours(&|cell| cell, &|_| true),
            tones: tones(picture, example, full),
            margin: [0.0; 2],
            share: lattice.pitch[0] / board.lattice.pitch[0],
        };
        let pitch = board.lattice.pitch[0];
        let area = example
            .grid()
            .area()
            .grown((BESIDE * lattice.pitch[0]) as i32);
        let size = [example.grid().columns, example.grid().rows];
        let papers = look.papers(picture, board.area(), size, pitch);
        if let Some(paper) = papers.iter().find(|paper| area.around(&paper.full) == area) {
            let corner = [paper.bounds.x, paper.bounds.y].map(f64::from);
            look.margin = [0, 1].map(|axis| lattice.first[axis] - corner[axis]);
        }
        look
    }

    /// Whether each of so many cells is full, row by row. `board` is where it is not; `pitch` is the board's.
    ///
    /// # Errors
    /// It is not to be seen, or may be read in two ways.
    pub fn read(
        &self,
        picture: &RgbaImage,
        board: Rect,
        [columns, rows]: [usize; 2],
        pitch: f64,
    ) -> Result<Vec<bool>, String> {
        let papers = self.papers(picture, board, [columns, rows], pitch);
        if papers.is_empty() {
            return Err("the wanted shape is not to be seen".into());
        }
        let usual = self.share * pitch;
        let fits = |is_blurred: bool| -> Vec<Fit> {
            let fits = papers.iter().flat_map(|paper| {
                tracing::debug!(paper = ?paper.bounds, full = ?paper.full, self.share, ?self.margin, pitch, is_blurred, "wanted shape");
                self.fits(picture, paper, [columns, rows], (usual, is_blurred))
            });
            fits.collect()
        };
        let mut fits = match fits(false) {
            none if none.is_empty() => fits(true),
            fits => fits,
        };
        fits.sort_by(|a, b| a.off.total_cmp(&b.off));
        let like = fits.iter().filter(|fit| fit.off < LIKE).count();
        match (fits.len(), like) {
            (0, _) => Err("the wanted shape does not consist of cells".into()),
            (1, _) | (_, 1) => Ok(fits.swap_remove(0).cells),
            _ => clearest(fits).ok_or("the wanted shape may have cells of two sizes".into()),
        }
    }

    /// What the shape may be if it is on this paper, and how far the side of its cells is off what is usual, as a share. Where
    /// the picture is blurred cells are told by their means, and are about as large as usual.
    fn fits(
        &self,
        picture: &RgbaImage,
        paper: &Paper,
        [columns, rows]: [usize; 2],
        (usual, is_blurred): (f64, bool),
    ) -> Vec<Fit> {
        let fit = |across: usize| {
            let side = f64::from(paper.full.width) / across as f64;
            let off = (side / usual - 1.0).abs();
            let is_likely = match is_blurred {
                true => off < LIKE,
                false => (usual / OTHERWISE..=usual * OTHERWISE).contains(&side),
            };
            if side < LEAST || !is_likely {
                return None;
            }
            let down = f64::from(paper.full.height) / side;
            let high = down.round();
            if high < 1.0 || high > rows as f64 || (down / high - 1.0).abs() > SQUARE {
                return None;
            }
            let size = [across, high as usize];
            let shape = paper.shape(size, |at| match is_blurred {
                true => self.toned(mean(picture, pixels(inner(paper.area(size, at))))),
                false => paper.cell(size, at),
            })?;
            let cells = self.within(picture, paper, side, size, &shape, [columns, rows])?;
            let wrong = paper.wrong(size, &shape);
            Some(Fit { off, wrong, cells })
        };
        (1..=columns).filter_map(fit).collect()
    }

    /// Whether a cell of this mean colour is full; None if it is not clear.
    fn toned(&self, seen: [u8; 3]) -> Option<bool> {
        let [full, empty] = self.tones?.map(|tone| f64::from(apart(tone, seen)));
        (full.max(empty) > CLEARLY * full.min(empty)).then_some(full < empty)
    }

    /// The shape in its place among all cells; None if that is not known.
    fn within(
        &self,
        picture: &RgbaImage,
        paper: &Paper,
        side: f64,
        [across, down]: [usize; 2],
        shape: &[bool],
        [columns, rows]: [usize; 2],
    ) -> Option<Vec<bool>> {
        // The paper tells where a narrow shape is; what is left at the end stands on the floor.
        let first = (f64::from(paper.full.x - paper.bounds.x) - self.margin[0]) / side;
        let told = first.round().max(0.0) as usize;
        let is_told = (first - first.round()).abs() < 0.3 && first > -0.5;
        // Empty cells beside it tell as well, and better: where the paper begins may not be seen.
        let lefts: Vec<(usize, usize)> = (0..=columns.checked_sub(across)?)
            .map(|left| {
                (
                    left,
                    paper.empties(picture, shape, [across, down], [left, columns]),
                )
            })
            .collect();
        let most = lefts.iter().map(|(_, empty)| *empty).max()?;
        let likely = lefts.iter().filter(|(_, empty)| *empty == most);
        let likely: Vec<usize> = likely.map(|(left, _)| *left).collect();
        let left = match likely[..] {
            [left] if most == (columns - across) * down => left,
            _ if is_told && likely.contains(&told) => told,
            _ => return None,
        };
        let mut cells = vec![false; columns * rows];
        for (index, full) in shape.iter().enumerate() {
            let (column, row) = (index % across + left, index / across + rows - down);
            cells[row * columns + column] = *full;
        }
        Some(cells)
    }

    /// What may belong to the wanted shape, on each paper that it may be on. What is of its colours may be elsewhere on its paper,
    /// too, in smaller parts.
    fn papers(
        &self,
        picture: &RgbaImage,
        board: Rect,
        [columns, rows]: [usize; 2],
        pitch: f64,
    ) -> Vec<Paper> {
        let width = picture.width() as usize;
        // Where exactly the board ends is not always seen.
        let kinds = Rc::new(self.kinds(picture, board.grown((BESIDE * pitch) as i32)));
        let side = self.share * pitch;
        let least = (PART * side.powi(2)) as usize;
        let mut full = Region::above(1.5, &kinds, width);
        full.retain(|part| part.points.len() >= least);
        let [widest, highest] = [columns, rows].map(|cells| LARGER * side * cells as f64);
        let is_small = |part: &&Region| {
            f64::from(part.bounds.width) < widest && f64::from(part.bounds.height) < highest
        };
        let mut tried: Vec<&Region> = full.iter().filter(is_small).collect();
        tried.sort_by_key(|part| Reverse(part.points.len()));
        let largest: Vec<&Region> = tried.iter().take(TRIED).copied().collect();
        tried.sort_by(|a, b| filled(b).total_cmp(&filled(a)));
        tried.truncate(TRIED);
        let all = Region::above(0.5, &kinds, width);
        let empty = Region::above(
            0.5,
            &kinds.iter().map(only_empty).collect::<Vec<_>>(),
            width,
        );
        let mut papers: Vec<Paper> = Vec::new();
        let tried = largest.into_iter().chain(tried);
        for bounds in tried.flat_map(|part| around(part, &all, &empty, side)) {
            if papers.iter().any(|paper| paper.bounds == bounds) {
                continue;
            }
            let parts = full.iter().map(|part| part.bounds);
            let parts = parts.filter(|part| bounds.around(part) == bounds);
            papers.extend(parts.reduce(|a, b| a.around(&b)).map(|full| Paper {
                bounds,
                full,
                width,
                kinds: Rc::clone(&kinds),
            }));
        }
        papers
    }

    /// What each pixel is, but for those of the board.
    fn kinds(&self, picture: &RgbaImage, board: Rect) -> Vec<f32> {
        let mut last = ([0; 3], self.kind([0; 3]));
        let kind = |(x, y, pixel): (u32, u32, &Rgba<u8>)| {
            let colour = [pixel[0], pixel[1], pixel[2]];
            if last.0 != colour {
                last = (colour, self.kind(colour));
            }
            match board.contains(Point::new(x as i32, y as i32)) {
                true => 0.0,
                false => last.1,
            }
        };
        picture.enumerate_pixels().map(kind).collect()
    }

    /// Full is 2, empty is 1, as are lines; 0 is anything else.
    fn kind(&self, colour: [u8; 3]) -> f32 {
        if self.full.has(colour) {
            2.0
        } else if self.empty.has(colour) || self.lines.has(colour) {
            1.0
        } else {
            0.0
        }
    }
}

/// What a shape may be.
struct Fit {
    /// How far the side of its cells is off what is usual, as a share.
    off: f64,
    /// The share of its area that is not as it says.
    wrong: f64,
    cells: Vec<bool>,
}

/// The shape of which clearly more is as it says than of all others.
fn clearest(mut fits: Vec<Fit>) -> Option<Vec<bool>> {
    fits.sort_by(|a, b| a.wrong.total_cmp(&b.wrong));
    let best = fits.first()?;
    let least = CLEARLY * best.wrong + BETTER;
    let mut others = fits.iter().filter(|fit| fit.cells != best.cells);
    let is_clear = others.all(|fit| fit.wrong > least);
    is_clear.then(|| fits.swap_remove(0).cells)
}

/// The mean colours of full cells and of empty ones, if there are both and they differ.
fn tones(picture: &RgbaImage, example: &TileExample, full: char) -> Option<[[u8; 3]; 2]> {
    let lattice = example.lattice();
    let tone = |is_full: bool| {
        let tiles = example.tiles();
        let mut tiles = tiles.filter(|tile| (tile.2 == full) == is_full).peekable();
        tiles.peek()?;
        let dots = tiles.flat_map(|(column, row, _)| pixels(inner(lattice.tile(column, row))));
        Some(mean(picture, dots))
    };
    let tones = [tone(true)?, tone(false)?];
    (apart(tones[0], tones[1]) > DIFFERENT).then_some(tones)
}

/// Where the paper may be that a part of the shape is on: it goes on around it. Lines of other colours may be between the two. If
/// nothing is around it, it is what the part is joined to. What the paper is joined to may look as full cells do:
/// `empty` is what does not.
/// `side` is that of a cell.
fn around(part: &Region, all: &[Region], empty: &[Region], side: f64) -> Vec<Rect> {
    let is_around = |paper: &&Region| {
        let [bounds, part] = [paper.bounds, part.bounds];
        let larger = (bounds.width - part.width).max(bounds.height - part.height);
        bounds.around(&part) == bounds && f64::from(larger) > AROUND * side
    };
    let smallest = |papers: &[Region]| {
        let around = papers.iter().filter(is_around).map(|paper| paper.bounds);
        around.min_by_key(|bounds| bounds.width * bounds.height)
    };
    let joined = all
        .iter()
        .find(|paper| paper.points.contains(&part.points[0]));
    let bounds = |paper: &Region| paper.bounds;
    let usual = joined
        .filter(is_around)
        .map(bounds)
        .or_else(|| smallest(all));
    let usual = usual.or_else(|| joined.map(bounds));
    usual.into_iter().chain(smallest(empty)).collect()
}

/// How much of its outline a part fills, 0 to 1.
fn filled(part: &Region) -> f64 {
    let all = part.bounds.width * part.bounds.height;
    part.points.len() as f64 / f64::from(all.max(1))
}

/// What is empty, of all kinds.
fn only_empty(kind: &f32) -> f32 {
    f32::from(*kind == 1.0)
}
