//! Proposes where a board lies in a picture of which nothing is known, neither game nor text.
//!
//! Cells of a board begin and end on lines that come again after the same distance. First the distances and phases at
//! which straight edges come again are looked for along each axis (`combs`), then on each lattice of two of them the
//! part whose cells have edges at their sides and none inside (`board`); the one that explains most edges wins.

use std::fmt;

use image::RgbaImage;
use rayon::prelude::*;

use crate::vision::tiles::{Lattice, TileGrid};

mod alike;
mod board;
mod choice;
mod combs;
mod edges;
mod exact;
mod snap;
mod steps;
mod tints;

use board::{Board, Borders, Part};
use choice::tinted;
use combs::{Comb, Profiles};
use edges::Edges;
use steps::Steps;
use tints::Tints;

/// A grid that is proposed.
#[derive(Clone, Debug)]
pub struct Proposal {
    pub grid: TileGrid,
    /// Row by row the number of each cell's group: cells of a group look alike.
    pub groups: Vec<usize>,
    /// Why it is not sure that this is the board; None if it is.
    pub doubt: Option<Doubt>,
}

impl Proposal {
    /// Whether no other grid is nearly as good, and its edges tell enough.
    pub fn sure(&self) -> bool {
        self.doubt.is_none()
    }
}

/// Why a grid may not be the board's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// Another one is nearly as good: how many columns and rows it has.
    Rival(usize, usize),
    /// Too many of its lines are not to be seen.
    Unlined,
    /// Its outline is not to be seen.
    Open,
    /// Too little of the picture is it.
    Small,
    /// It has too few cells.
    Few,
    /// It has so many that they may be parts of cells, as bricks are.
    Many,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Rival(columns, rows) => {
                write!(f, "a grid of {columns} x {rows} cells is nearly as good")
            }
            Self::Unlined => write!(f, "too many of its lines are not to be seen"),
            Self::Open => write!(f, "where it ends is not to be seen"),
            Self::Small => write!(f, "it is a small part of the picture"),
            Self::Few => write!(f, "it has too few cells"),
            Self::Many => write!(f, "its cells may be parts of larger ones"),
        }
    }
}

/// Stretches of edges are so long, for cells from so many pixels on.
const STRETCHES: [(f64, usize); 2] = [(0.0, 6), (24.0, 14)];

/// How many boards are looked at closely.
const CLOSELY: usize = 20;

/// How many of them have nearly the same pitch at most, coarsely and closely.
const EACH: [usize; 2] = [6, 3];

/// How many places are kept of those that were looked at coarsely.
const KEPT: usize = 80;

/// Another grid is nearly as good from this share on of what tells for the best.
const RIVAL: f32 = 0.7;

/// So many lines, so much of the outline, and such a share of the picture at least. By trial.
const LINED: f32 = 0.85;
const CLOSED: f32 = 0.75;
const LARGE: f64 = 0.05;

/// So many cells at least, and so many columns and rows at least and at most. Chosen.
const CELLS: usize = 12;
const SIDES: std::ops::RangeInclusive<usize> = 3..=40;

/// The board that a picture shows, if anything looks like one.
pub fn propose(image: &RgbaImage) -> Option<Proposal> {
    let boards = boards(image);
    tracing::debug!(boards = ?boards.iter().take(CLOSELY).collect::<Vec<_>>(), "proposed");
    let best = boards.first().filter(|best| best.score > 0.0)?;
    Some(Proposal {
        grid: best.grid,
        groups: group(image, &best.grid),
        doubt: doubt(image, &boards),
    })
}

/// The groups of cells that look alike, row by row.
pub fn group(image: &RgbaImage, grid: &TileGrid) -> Vec<usize> {
    alike::groups(image, grid)
}

/// A grid that was placed roughly, moved to the edges near it; it keeps its columns and rows.
pub fn snap(image: &RgbaImage, grid: &TileGrid) -> TileGrid {
    let steps = Steps::of(image);
    let edges = [0, 1].map(|axis| Edges::of(&steps, axis, stretch(grid)));
    snap::snap(&edges, grid)
}

/// How long stretches are for the cells of a grid.
fn stretch(grid: &TileGrid) -> usize {
    STRETCHES[size(grid)].1
}

/// Which of the stretches are for the cells of a grid.
fn size(grid: &TileGrid) -> usize {
    usize::from(grid.lattice.pitch[0] >= STRETCHES[1].0)
}

fn doubt(image: &RgbaImage, boards: &[Board]) -> Option<Doubt> {
    let best = boards.first()?;
    let rival = boards[1..]
        .iter()
        .find(|other| other.score >= RIVAL * best.score);
    let area = best.grid.area();
    let all = f64::from(image.width()) * f64::from(image.height());
    let share = f64::from(area.width) * f64::from(area.height) / all;
    let (columns, rows) = (best.grid.columns, best.grid.rows);
    if columns * rows < CELLS || columns.min(rows) < *SIDES.start() {
        Some(Doubt::Few)
    } else if columns.max(rows) > *SIDES.end() {
        Some(Doubt::Many)
    } else if share < LARGE {
        Some(Doubt::Small)
    } else if best.lined < LINED {
        Some(Doubt::Unlined)
    } else if best.closed < CLOSED {
        Some(Doubt::Open)
    } else {
        rival.map(|rival| Doubt::Rival(rival.grid.columns, rival.grid.rows))
    }
}

/// Where a board may be: how much tells for it, roughly, by which of the stretches, and where it is.
type Rough = (f32, usize, Lattice, Part);

/// The boards that a picture may show, the best first.
fn boards(image: &RgbaImage) -> Vec<Board> {
    let steps = Steps::of(image);
    let sizes = STRETCHES.map(|(_, length)| [0, 1].map(|axis| Edges::of(&steps, axis, length)));
    let mut rough: Vec<Rough> = (0..sizes.len())
        .flat_map(|size| roughly(&sizes[size], size))
        .collect();
    rough.sort_by(|a, b| b.0.total_cmp(&a.0));
    let rough = some_of_each(rough, |place| place.2.pitch[0], EACH[0], KEPT);
    let outlined = rough.par_iter().map(|(_, size, lattice, part)| {
        Borders::of(&sizes[*size], *lattice, board::COARSE).outlined_board(*part)
    });
    let mut found: Vec<Board> = distinct(outlined.collect());
    let fine = &found[..found.len().min(FINEST)];
    let merged = fine.par_iter().flat_map_iter(|fine| coarser(&sizes, fine));
    let merged: Vec<Board> = merged.collect();
    found.extend(merged);
    let pitch = |board: &Board| board.grid.lattice.pitch[0];
    let closely = some_of_each(distinct(found), pitch, EACH[1], CLOSELY);
    let closely = closely.par_iter();
    let closely = closely.map(|board| closer(&sizes[size(&board.grid)], *board));
    tinted(&Tints::of(image), distinct(closely.collect()))
}

/// Where boards may be whose cells are large enough for some stretches, and not for the next ones.
fn roughly(edges: &[Edges; 2], size: usize) -> Vec<Rough> {
    let least = STRETCHES[size].0;
    let most = STRETCHES.get(size + 1).map_or(f64::MAX, |next| next.0);
    let profiles = [0, 1].map(|axis| Profiles::of(&edges[axis]));
    let combs = profiles.iter().flat_map(Profiles::combs);
    let pitches: Vec<f64> = combs
        .map(|comb| comb.pitch)
        .filter(|pitch| (least..most).contains(pitch))
        .collect();
    let at_pitch = |pitch: &f64| {
        let [across, down] = [0, 1].map(|axis| profiles[axis].phases(*pitch));
        let pairs = across
            .into_iter()
            .flat_map(move |x| down.clone().into_iter().map(move |y| [x, y]));
        pairs.filter_map(|combs: [Comb; 2]| {
            let lattice = Lattice {
                first: combs.map(|comb| comb.phase),
                pitch: combs.map(|comb| comb.pitch),
            };
            let (part, score) = Borders::of(edges, lattice, board::COARSE).part()?;
            Some((score, size, lattice, part))
        })
    };
    pitches.par_iter().flat_map_iter(at_pitch).collect()
}

/// Phases beside one that are tried, as shares of a cell: one of a gap's two edges was taken for its middle.
const BESIDE: [f64; 5] = [0.0, -0.12, -0.06, 0.06, 0.12];

/// Lines are in the middles of gaps if so much less of the cells is crossed then. By trial.
const CLEARER: f32 = 0.1;

/// Cells of a whole number of pixels are likelier: they may tell so much less. By trial.
const WHOLE: f32 = 0.97;

/// The board where its edges are exactly.
fn closer(edges: &[Edges; 2], board: Board) -> Board {
    let shifts = BESIDE.into_iter().flat_map(|x| BESIDE.map(|y| [x, y]));
    let beside = shifts.filter_map(|shift| {
        let mut lattice = board.grid.lattice;
        for (axis, by) in shift.into_iter().enumerate() {
            lattice.first[axis] += by * lattice.pitch[axis];
        }
        Borders::of(edges, lattice, board::CLOSE).board()
    });
    let gaps = beside
        .filter(|beside| beside.crossed + CLEARER < board.crossed && beside.score > board.score)
        .max_by(|a, b| a.score.total_cmp(&b.score));
    let reach = if gaps.is_some() {
        board::CLOSE
    } else {
        board::COARSE
    };
    let best = gaps.unwrap_or(board);
    let exact = exact::exact(edges, &best.grid);
    let whole = exact::whole(&exact);
    let [exact, whole] = [exact, whole].map(|grid| Borders::of(edges, grid.lattice, reach).board());
    let score = |board: &Option<Board>| board.map_or(0.0, |board| board.score);
    let fitted = if score(&whole) >= WHOLE * score(&exact) {
        whole
    } else {
        exact
    };
    fitted
        .filter(|fitted| fitted.score >= 0.9 * best.score)
        .unwrap_or(best)
}

/// Of so many boards parts of cells may have been taken for cells: so many along a side.
const FINEST: usize = 6;
const PARTS: std::ops::RangeInclusive<usize> = 2..=5;

/// The best boards whose cells are several of a board's.
fn coarser(sizes: &[[Edges; 2]; 2], board: &Board) -> Vec<Board> {
    let lattice = board.grid.lattice;
    let most = board.grid.columns.min(board.grid.rows) / 3;
    let of_parts = |parts: usize| {
        let pitch = lattice.pitch.map(|pitch| pitch * parts as f64);
        let phases = (0..parts * parts).map(|at| [at % parts, at / parts]);
        let boards = phases.filter_map(|[x, y]| {
            let first = lattice.from(x as i32, y as i32).first;
            let edges = &sizes[usize::from(pitch[0] >= STRETCHES[1].0)];
            Borders::of(edges, Lattice { first, pitch }, board::COARSE).board()
        });
        boards.max_by(|a, b| a.score.total_cmp(&b.score))
    };
    PARTS
        .take_while(|parts| *parts <= most)
        .filter_map(of_parts)
        .collect()
}

/// The first of them, of each pitch so many, a few hundredths more or less.
fn some_of_each<T>(all: Vec<T>, pitch: impl Fn(&T) -> f64, each: usize, most: usize) -> Vec<T> {
    let mut kept: Vec<T> = Vec::new();
    for one in all {
        let is_near = |other: &&T| (pitch(other) / pitch(&one) - 1.0).abs() < 0.04;
        if kept.len() < most && kept.iter().filter(is_near).count() < each {
            kept.push(one);
        }
    }
    kept
}

/// The best of them, no two of which are nearly the same.
fn distinct(mut all: Vec<Board>) -> Vec<Board> {
    all.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut kept: Vec<Board> = Vec::new();
    for board in all {
        if !kept.iter().any(|other| is_same(&board.grid, &other.grid)) {
            kept.push(board);
        }
    }
    kept
}

/// Whether two grids have the same cells.
fn is_same(a: &TileGrid, b: &TileGrid) -> bool {
    let pitch = a.lattice.pitch[0].max(b.lattice.pitch[0]);
    are_alike(corners(a), corners(b), pitch) && a.columns == b.columns && a.rows == b.rows
}

/// Left, top, right and bottom of a grid.
fn corners(grid: &TileGrid) -> [f64; 4] {
    let [left, top, ..] = grid.lattice.tile(0, 0);
    let [right, bottom, ..] = grid.lattice.tile(grid.columns as i32, grid.rows as i32);
    [left, top, right, bottom]
}

/// Whether corners are nearly the same, for cells so large.
fn are_alike(a: [f64; 4], b: [f64; 4], pitch: f64) -> bool {
    (0..4).all(|at| (a[at] - b[at]).abs() < pitch / 4.0)
}
