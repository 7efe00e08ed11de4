//! `calibration.toml` and the template folders: where each game's board is, what things look like in
//! it and how it is driven.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::base::{Point, Rect};
use crate::vision::Templates;
use crate::vision::looks::{ExampleText, Places};
use crate::vision::tiles::{Lattice, TileExample, TileGrid};

mod behaviour;
mod builtin;
mod check;
mod driving;
mod examine;
mod gallery;
mod home;
mod knowledge;
pub mod learn;
mod moves;
mod package;
mod pictures;
mod shelf;
mod store;
mod templates;
mod way;

pub use behaviour::{Behaviour, Marking, SolvedBy};
pub use driving::CHOOSE;
pub use examine::examine;
pub use home::{Home, Origin, configuration_folder};
pub use knowledge::{Knowledge, Method};
pub use learn::SEED_MARGIN;
pub use moves::{MoveBy, WayKeys};
pub use package::Package;
pub use pictures::{LoadPicture, ProfileError, load_picture};
pub use shelf::is_backup;
pub use templates::{Named, example_name};
pub use way::{Blank, Filling, Spot, Step, Way};

/// One game as it looks and is driven on this user's screen. Pixels are of the board at scale 1.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The name of its section in `calibration.toml` and of its folder in `templates/`.
    #[serde(skip)]
    pub name: String,
    pub game: String,
    /// Part of the window's title, class or application name.
    pub window: String,
    /// Width and height of the board's picture.
    pub board: [u32; 2],
    pub cells: Cells,
    /// The grid of the picture that shows what is wanted, in games that have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Cells>,
    /// The numbers beside the grid, in games that have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<Numbers>,
    /// Where the seed is shown, in games that have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Rect>,
    /// Buttons that may be clicked, by name: `random`, `choose`, `reset` …
    #[serde(default)]
    pub buttons: BTreeMap<String, Point>,
    /// Where the pointer rests while the board is read: off everything that matters. After a button it
    /// may stay there until the board is clicked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub park: Option<Point>,
    /// How to come to the next puzzle.
    #[serde(default)]
    pub next: Way,
    /// How to take back all moves, in games where a wrong move can spoil the board.
    #[serde(default, skip_serializing_if = "Way::is_none")]
    pub reset: Way,
    /// How a board is handed in once it is solved, in games that look at it only then.
    #[serde(default, skip_serializing_if = "Way::is_none")]
    pub submit: Way,
    /// How things on the board are moved, in games in which that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<MoveBy>,
    /// Part of the title of the window that the game itself puts over its own when a puzzle is solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved_window: Option<String>,
    /// Readings below it are refused, 0 to 1.
    #[serde(default = "default_confidence")]
    pub confidence: f32,
    /// Where the board's corner was in the picture in which it was found: looked at first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_at: Option<Point>,
    /// What the pictures `example-1`, `example-2` … show, in profiles that read by likeness.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<ExampleText>,
    /// By what a solved puzzle is known, once one was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<SolvedBy>,
    /// Whether a puzzle counts as solved only when all that is no wall is marked, too, if that was found out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<bool>,
    /// How the game reacts, if that was tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behaviour: Option<Behaviour>,
    /// What the pictures `example-1`, `example-2` … show, in profiles that know the game by its tiles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tiles: Vec<TileExample>,
    /// What things look like; empty until they are learned.
    #[serde(skip)]
    pub templates: Arc<Templates>,
}

/// Plates reach so far beyond their numbers at least. Pixels.
const NEAR: i32 = 4;

fn default_confidence() -> f32 {
    0.5
}

/// The grid of cells.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cells {
    pub columns: usize,
    pub rows: usize,
    /// Top left pixel of cell (0, 0).
    pub first: Point,
    /// Width and height of a cell.
    pub size: [i32; 2],
    /// From one cell to the next, to the right and down; a page that is scaled may have fractions.
    pub pitch: [f64; 2],
}

impl Cells {
    /// The square of a cell.
    pub fn area(&self, column: usize, row: usize) -> Rect {
        let across = (column as f64 * self.pitch[0]).round() as i32;
        let down = (row as f64 * self.pitch[1]).round() as i32;
        let [width, height] = self.size;
        Rect::new(self.first.x + across, self.first.y + down, width, height)
    }

    /// The cells as tiles, each with its share of the gaps around it.
    pub fn lattice(&self) -> Lattice {
        let corner = [self.first.x, self.first.y];
        let gap = |axis: usize| self.pitch[axis] - f64::from(self.size[axis]);
        Lattice {
            first: [0, 1].map(|axis| f64::from(corner[axis]) - gap(axis) / 2.0),
            pitch: self.pitch,
        }
    }

    /// The rectangle around all cells.
    pub fn bounds(&self) -> Rect {
        let last = self.area(self.columns.max(1) - 1, self.rows.max(1) - 1);
        let first = self.first;
        Rect::new(
            first.x,
            first.y,
            last.x + last.width - first.x,
            last.y + last.height - first.y,
        )
    }
}

impl From<TileGrid> for Cells {
    fn from(grid: TileGrid) -> Self {
        let pitch = grid.lattice.pitch;
        Self {
            columns: grid.columns,
            rows: grid.rows,
            first: grid.lattice.area(0, 0).corner(),
            size: pitch.map(|pitch| pitch.floor() as i32),
            pitch: pitch.map(|pitch| (pitch * 1000.0).round() / 1000.0),
        }
    }
}

/// Where the numbers above and left of the grid are: the square of the first one; the others follow
/// at the pitch of the cells.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    pub columns: Rect,
    pub rows: Rect,
}

impl Numbers {
    /// The square of a column's number.
    pub fn of_column(&self, cells: &Cells, column: usize) -> Rect {
        let across = (column as f64 * cells.pitch[0]).round() as i32;
        Rect {
            x: self.columns.x + across,
            ..self.columns
        }
    }

    /// The square of a row's number.
    pub fn of_row(&self, cells: &Cells, row: usize) -> Rect {
        let down = (row as f64 * cells.pitch[1]).round() as i32;
        Rect {
            y: self.rows.y + down,
            ..self.rows
        }
    }
}

impl Profile {
    /// A profile that says nothing yet but which game it is for, and where it is shown; `board` is the size of
    /// the picture.
    pub fn new(name: &str, game: &str, window: &str, board: [u32; 2]) -> Self {
        Self {
            name: name.into(),
            game: game.into(),
            window: window.into(),
            board,
            cells: Cells {
                columns: 1,
                rows: 1,
                first: Point::default(),
                size: [1; 2],
                pitch: [1.0; 2],
            },
            goal: None,
            numbers: None,
            seed: None,
            buttons: BTreeMap::new(),
            park: None,
            next: Way::None,
            reset: Way::None,
            submit: Way::None,
            moves: None,
            solved_window: None,
            confidence: default_confidence(),
            seen_at: None,
            examples: Vec::new(),
            solved: None,
            marks: None,
            behaviour: None,
            tiles: Vec::new(),
            templates: Arc::default(),
        }
    }

    /// Whether the game may want all that is no wall marked, and it is known how: it does, or shows nothing else that
    /// a puzzle is solved.
    pub fn may_want_marks(&self) -> bool {
        let is_silent = matches!(self.solved, None | Some(SolvedBy::Nothing));
        self.marking().is_some() && self.marks.unwrap_or(is_silent)
    }

    /// How an empty cell is marked, if that is known.
    pub fn marking(&self) -> Option<Marking> {
        self.behaviour.and_then(|found| found.marking())
    }

    /// The plates that numbers stand on: each is as large as a cell with the gaps around it, and may change as a whole.
    pub fn plates(&self) -> Vec<Rect> {
        let pitch = self.cells.pitch.map(|pitch| pitch.ceil() as i32);
        let plate = |number: &Rect| {
            let centre = number.centre();
            let corner = Point::new(centre.x - pitch[0] / 2, centre.y - pitch[1] / 2);
            Rect::new(corner.x, corner.y, pitch[0], pitch[1]).around(&number.grown(NEAR))
        };
        let places = self.places();
        places.above.iter().chain(&places.left).map(plate).collect()
    }

    /// Where the cells and the numbers are; no places of numbers in games that have none.
    pub fn places(&self) -> Places {
        let cells = &self.cells;
        let each = |(row, column)| cells.area(column, row);
        let all =
            (0..cells.rows).flat_map(|row| (0..cells.columns).map(move |column| (row, column)));
        let numbers = self.numbers.as_ref();
        Places {
            cells: all.map(each).collect(),
            above: numbers.map_or(Vec::new(), |numbers| {
                (0..cells.columns)
                    .map(|i| numbers.of_column(cells, i))
                    .collect()
            }),
            left: numbers.map_or(Vec::new(), |numbers| {
                (0..cells.rows).map(|i| numbers.of_row(cells, i)).collect()
            }),
        }
    }
}
