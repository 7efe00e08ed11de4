//! Finds a board that was never seen before in a picture of which it is known what it shows.
//!
//! The text of the puzzle is the key: at the right place the cells that it calls floor look alike and
//! the others do not, and beside the board equal numbers look equal and different ones different.
//! First all places and sizes are tried coarsely (`search`), then the best ones are fitted to the
//! edges between the cells (`edges`), and the one whose numbers agree best with the text wins
//! ([`bands`]).

use image::RgbaImage;
use rayon::prelude::*;

use crate::plane::Rect;

pub mod bands;
mod edges;
mod picture;
mod search;

pub use picture::Picture;

/// What a picture shows.
#[derive(Clone, Debug)]
pub struct Sketch {
    pub columns: usize,
    pub rows: usize,
    /// Row by row: whether the cell is empty floor.
    pub floor: Vec<bool>,
    /// The numbers above the columns and left of the rows.
    pub above: Vec<u8>,
    pub left: Vec<u8>,
}

impl Sketch {
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
pub struct Found {
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

/// Where there is so much of an edge between the cells, it tells their places better than numbers do.
const CLEAR: f32 = 0.3;

/// Finds the board; `within` says roughly where it is if that is known: the rectangle around its
/// cells. None if nothing in the picture agrees with the text.
pub fn find(image: &RgbaImage, sketch: &Sketch, within: Option<Rect>) -> Option<Found> {
    let found = all(image, sketch, within);
    let mut best = *found.first()?;
    let rival = found.iter().find(|other| !other.grid.is_near(&best.grid));
    if let Some(rival) = rival {
        best.lead = best.merit() - rival.merit();
    }
    Some(best)
}

/// The places that agree with the text at all, the best first.
fn all(image: &RgbaImage, sketch: &Sketch, within: Option<Rect>) -> Vec<Found> {
    let picture = Picture::new(image);
    let coarse = match within {
        Some(area) => vec![around(area, sketch)],
        None => search::search(&picture, sketch, CANDIDATES),
    };
    let measured = |grid: Grid, bands: [bands::Band; 2], edges: f32| Found {
        grid,
        bands,
        cells: search::agreement(&picture, sketch, grid),
        numbers: bands.iter().map(bands::Band::merit).fold(1.0, f32::min),
        edges,
        lead: 1.0,
    };
    let fits = coarse
        .par_iter()
        .flat_map_iter(|grid| edges::fit(&picture, sketch, *grid));
    let found = fits.filter_map(|(grid, edges)| {
        let bands = bands::find(&picture, sketch, grid)?;
        Some(measured(grid, bands, edges))
    });
    let mut found: Vec<Found> = found.collect();
    found.sort_by(|a, b| b.merit().total_cmp(&a.merit()));
    for best in found.iter_mut().take(FINALISTS).filter(|f| f.edges < CLEAR) {
        if let Some((grid, bands)) = bands::fit(&picture, sketch, best.grid) {
            *best = measured(grid, bands, best.edges);
        }
    }
    found.sort_by(|a, b| b.merit().total_cmp(&a.merit()));
    found
}

impl Found {
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

fn around(area: Rect, sketch: &Sketch) -> Grid {
    let pitch = [
        area.width as f32 / sketch.columns as f32,
        area.height as f32 / sketch.rows as f32,
    ];
    Grid {
        first: [area.x as f32, area.y as f32],
        pitch,
        size: pitch,
    }
}
