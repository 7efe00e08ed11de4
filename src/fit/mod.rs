//! Finds a board that was never seen before in a picture of which it is known what it shows.
//!
//! The text of the puzzle is the key: at the right place the cells that it calls floor look alike and
//! the others do not, and beside the board equal numbers look equal and different ones different.
//! First all places and sizes are tried coarsely (`search`), then the best ones are fitted to the
//! edges between the cells (`edges`), and the one whose numbers agree best with the text wins
//! ([`bands`]).
//!
//! Its limits were set by trial, on skins of the practice game (`gridhand bench skins`) and on captures
//! of real games; `tests/skins.rs` and `tests/captures` hold them.

use image::RgbaImage;
use rayon::prelude::*;

use crate::base::Rect;

pub mod bands;
mod edges;
mod picture;
pub mod propose;
mod resting;
mod search;
pub mod tiles;

pub use picture::Picture;
pub use resting::resting;

/// What a picture shows.
#[derive(Clone, Debug)]
pub struct BoardSketch {
    pub columns: usize,
    pub rows: usize,
    /// Row by row: whether the cell is empty floor.
    pub floor: Vec<bool>,
    /// The numbers above the columns and left of the rows.
    pub above: Vec<u8>,
    pub left: Vec<u8>,
}

impl BoardSketch {
    pub fn is_floor(&self, column: usize, row: usize) -> bool {
        self.floor[row * self.columns + column]
    }
}

/// Where the cells are, in fractions of pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Left edge of the first column, top edge of the first row.
    pub first: [f32; 2],
    /// From one cell to the next.
    pub pitch: [f32; 2],
    /// Width and height of a cell.
    pub size: [f32; 2],
}

/// A board that was found.
#[derive(Clone, Copy, Debug)]
pub struct FoundBoard {
    pub grid: Grid,
    pub bands: [bands::Band; 2],
    /// 0 to 1: how well the cells agree with the text, and how well the numbers do.
    pub cells: f32,
    pub numbers: f32,
    /// How much of an edge there is between the cells.
    pub edges: f32,
    /// How far the next best place is behind, 0 to 1.
    pub lead: f32,
}

/// How many places are looked at closely.
const CANDIDATES: usize = 14;

/// How many of them are fitted to their numbers.
const FINALISTS: usize = 3;

/// Where there is so much of an edge between the cells (in the mean, on the scale of [`FoundBoard::edges`])
/// and numbers agree so well (0 to 1), the pitch is right.
const CLEAR: [f32; 2] = [1.0, 0.93];

/// How far a pitch that numbers tell may be off, as a share.
const NARROW: f32 = 0.0016;

/// A pitch of whole pixels is tried if it is nearer than this share.
const WHOLE: f32 = 0.02;

/// From a share of a pitch on it is another: the last of eight cells is off by far more.
const OTHER_PITCH: f32 = 0.005;

/// What shape the cells may have, where nobody says where the board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Square,
    /// Wider than high or higher than wide, which takes some ten times as long to find.
    Oblong,
}

/// Where the board may be.
#[derive(Clone, Debug)]
pub struct BoardPlaces {
    /// The places that agree with the text at all, the best first, no two of them nearly the same.
    pub all: Vec<FoundBoard>,
    /// The best one with the next best pitch.
    pub other_pitch: Option<FoundBoard>,
}

/// Finds the board. `within` says roughly where it is if that is known, the rectangle around its cells, which may have
/// any shape then.
pub fn find(
    image: &RgbaImage,
    sketch: &BoardSketch,
    shape: Shape,
    within: Option<Rect>,
) -> BoardPlaces {
    let found = all(image, sketch, shape, within);
    let mut all = places(&found);
    for index in 1..all.len() {
        all[index - 1].lead = all[index - 1].merit() - all[index].merit();
    }
    let other_pitch = all.first().and_then(|best| {
        let other = found.iter().find(|found| found.has_other_pitch(best))?;
        Some(FoundBoard {
            lead: best.lead,
            ..*other
        })
    });
    BoardPlaces { all, other_pitch }
}

/// The places that agree with the text at all, the best first.
fn all(
    image: &RgbaImage,
    sketch: &BoardSketch,
    shape: Shape,
    within: Option<Rect>,
) -> Vec<FoundBoard> {
    let picture = Picture::new(image);
    let coarse = match within {
        Some(area) => around(area, sketch).into(),
        None => search::search(&picture, sketch, shape, CANDIDATES),
    };
    let measured = |grid: Grid, bands: [bands::Band; 2], edges: f32| FoundBoard {
        grid,
        bands,
        cells: search::agreement(&picture, sketch, grid),
        numbers: bands.iter().map(bands::Band::merit).fold(1.0, f32::min),
        edges,
        lead: 1.0,
    };
    let edged = |grid: &Grid, reach: f32| {
        let found = edges::fit(&picture, sketch, *grid, reach);
        found.into_iter().filter_map(|(grid, edges)| {
            let bands = bands::find(&picture, sketch, grid)?;
            Some(measured(grid, bands, edges))
        })
    };
    let fits = coarse.par_iter();
    let fits = fits.flat_map_iter(|grid| edged(grid, edges::PITCH_REACH));
    let mut found: Vec<FoundBoard> = fits.collect();
    sort(&mut found);
    let doubtful = places(&found).into_iter().take(FINALISTS);
    let doubtful: Vec<FoundBoard> = doubtful.filter(|found| !found.is_clear()).collect();
    let refined = doubtful.par_iter().flat_map_iter(|found| {
        let grid = bands::fit(&picture, sketch, found.grid);
        let by_numbers = grid.into_iter().flat_map(|grid| edged(&grid, NARROW));
        let whole = found.grid.whole([sketch.columns, sketch.rows]).into_iter();
        by_numbers.chain(whole.flat_map(|grid| edged(&grid, 0.0)))
    });
    found.extend(refined.collect::<Vec<_>>());
    sort(&mut found);
    found
}

fn sort(found: &mut [FoundBoard]) {
    found.sort_by(|a, b| b.merit().total_cmp(&a.merit()));
}

/// The best of those that are nearly the same.
fn places(found: &[FoundBoard]) -> Vec<FoundBoard> {
    let mut places: Vec<FoundBoard> = Vec::new();
    for found in found {
        if !places.iter().any(|other| other.grid.is_near(&found.grid)) {
            places.push(*found);
        }
    }
    places
}

impl FoundBoard {
    /// Whether both are the same place, and the cells are told to lie closer or farther apart there.
    fn has_other_pitch(&self, other: &Self) -> bool {
        let differs = |axis: usize| {
            let [pitch, known] = [self, other].map(|found| found.grid.pitch[axis]);
            (pitch - known).abs() > OTHER_PITCH * known
        };
        self.grid.is_near(&other.grid) && (differs(0) || differs(1))
    }

    fn is_clear(&self) -> bool {
        self.edges >= CLEAR[0] && self.numbers >= CLEAR[1]
    }

    fn merit(&self) -> f32 {
        self.cells * self.numbers * (0.4 + 0.6 * self.edges / (self.edges + 0.3))
    }
}

impl Grid {
    /// Whether both are the same board, but for a small difference.
    fn is_near(&self, other: &Grid) -> bool {
        (0..2).all(|axis| {
            let tolerance = 0.25 * self.pitch[axis];
            (self.first[axis] - other.first[axis]).abs() < tolerance
                && (self.pitch[axis] - other.pitch[axis]).abs() < 0.05 * self.pitch[axis]
        })
    }

    /// The same with a pitch of whole pixels, as most games have it, if that is near.
    fn whole(&self, cells: [usize; 2]) -> Option<Grid> {
        let mut grid = *self;
        for (axis, cells) in cells.into_iter().enumerate() {
            let pitch = self.pitch[axis];
            grid.pitch[axis] = pitch.round();
            let middle = cells as f32 / 2.0;
            grid.first[axis] += middle * (pitch - grid.pitch[axis]);
        }
        let off = |axis: usize| (grid.pitch[axis] / self.pitch[axis] - 1.0).abs();
        let is_square = grid.pitch[0] == grid.pitch[1];
        (is_square && off(0).max(off(1)) < WHOLE).then_some(grid)
    }

    /// Left, top, width and height of a cell.
    pub fn cell(&self, column: usize, row: usize) -> [f32; 4] {
        [
            self.first[0] + column as f32 * self.pitch[0],
            self.first[1] + row as f32 * self.pitch[1],
            self.size[0],
            self.size[1],
        ]
    }
}

/// The place that is told, and a little smaller and larger: it is rounded to pixels, and edges are taken for others where
/// it is off.
fn around(area: Rect, sketch: &BoardSketch) -> [Grid; 3] {
    let cells = [sketch.columns as f32, sketch.rows as f32];
    [0.0, -1.0, 1.0].map(|wider: f32| {
        let pitch = [
            (area.width as f32 + 2.0 * wider) / cells[0],
            (area.height as f32 + 2.0 * wider) / cells[1],
        ];
        Grid {
            first: [area.x as f32 - wider, area.y as f32 - wider],
            pitch,
            size: pitch,
        }
    })
}
