//! Frame and profile to puzzle.
//!
//! The floor is at the bottom of the profile's cells, and the block begins three places from their
//! left. Its size and what is wanted are read off the goal. Two cells of wood side by side are of
//! one piece where the wood goes on without a line between them.

use super::puzzle::{Cell, Direction, LENGTH, MARGIN, Puzzle};
use crate::base::Rect;
use crate::profile::{Cells, Profile};
use crate::vision::cells::{CellReader, Seen};
use crate::vision::{Note, ReadError, ReadScratch, Reading, View};

mod edge;
mod goal;
mod pieces;

/// The classes of sprites that a profile of this game has.
pub const WOOD: &str = "wood";
pub const BODY: &str = "body";
/// The head, by where it looks, in the order of [`Direction::ALL`].
pub const HEADS: [&str; 4] = ["head-up", "head-right", "head-down", "head-left"];
/// Cells of the goal: wood, the block's other cells, and what is not of the block.
pub const GOAL_WOOD: &str = "goal-wood";
pub const GOAL_NONE: &str = "goal-none";
pub const GOAL_OUTSIDE: &str = "goal-outside";

/// Reads the board, in a moment in which nothing falls.
///
/// # Errors
/// [`ReadError::Unsure`] with the cell that is not certain, or with what cannot be: while something
/// falls, no picture is read.
pub fn read(
    view: &View,
    profile: &Profile,
    scratch: &mut ReadScratch,
) -> Result<Reading<Puzzle>, ReadError> {
    scratch.clear();
    let missing = |what: &str| ReadError::NotLearned {
        profile: profile.name.clone(),
        missing: format!("{what}; learn with `gridhand calibrate`"),
    };
    if profile.goal.is_none() {
        return Err(missing("it does not say where the wanted shape is"));
    }
    let templates = &profile.templates;
    if !templates.has_floor() || templates.goal.is_empty() || !templates.knows(WOOD) {
        return Err(missing("it has no templates"));
    }
    let mut reader = Reader {
        view: *view,
        profile,
        scratch,
        worst: None,
    };
    let puzzle = reader.puzzle();
    reader.finish(puzzle)
}

/// What a place shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    Air,
    Wood,
    Head(Direction),
    Body,
    Unknown,
}

/// Where the block is among the profile's cells.
#[derive(Clone, Copy)]
struct Ground {
    cells: Cells,
    /// The row of the profile's cells that is the block's first.
    first: usize,
}

/// The column of the profile's cells that is the block's first.
const LEFT: usize = MARGIN as usize;

impl Ground {
    /// `None` if the block and the places around it have no room.
    fn of(cells: &Cells, start: &Puzzle) -> Option<Self> {
        let first = cells.rows.checked_sub(start.height())?;
        let has_room = first >= LEFT && start.width() + 2 * LEFT <= cells.columns;
        has_room.then_some(Self {
            cells: *cells,
            first,
        })
    }

    /// The block's cell, or one around it, that is a place of the profile's cells.
    fn cell(&self, place: usize) -> Cell {
        let (column, row) = (place % self.cells.columns, place / self.cells.columns);
        Cell::new(column as i8 - LEFT as i8, row as i8 - self.first as i8)
    }

    /// The square of a cell of the block.
    fn area(&self, cell: Cell) -> Rect {
        let [column, row] = [cell.column, cell.row].map(|n| n as usize);
        self.cells.area(column + LEFT, row + self.first)
    }
}

/// A reading under way.
struct Reader<'a> {
    view: View<'a>,
    profile: &'a Profile,
    scratch: &'a mut ReadScratch,
    /// The least certain of what is not certain enough.
    worst: Option<Doubt>,
}

struct Doubt {
    confidence: f32,
    what: String,
    why: String,
}

impl Reader<'_> {
    /// The puzzle as far as it can be told; `None` only together with a doubt.
    fn puzzle(&mut self) -> Option<Puzzle> {
        let start = self.wanted()?;
        let Some(ground) = Ground::of(&self.profile.cells, &start) else {
            self.doubt(0.0, "the block", "it is larger than the profile's cells");
            return None;
        };
        let things = self.things();
        let there = |thing: Thing| {
            let places = things.iter().enumerate().filter(move |(_, t)| **t == thing);
            places.map(|(at, _)| ground.cell(at))
        };
        let mut wood = vec![false; start.pieces().len()];
        for cell in there(Thing::Wood) {
            let Some(at) = start.index(cell) else {
                let what = format!("cell {}", name(cell));
                self.doubt(0.0, &what, "there is wood outside of the block");
                return None;
            };
            wood[at] = true;
        }
        let heads = Direction::ALL
            .into_iter()
            .flat_map(|step| there(Thing::Head(step)).map(move |cell| (cell, step)))
            .collect();
        let worm = worm(heads, there(Thing::Body).collect());
        let Some(worm) = worm.filter(|worm| worm.iter().all(|&cell| start.in_reach(cell))) else {
            self.doubt(0.0, "the worm", "it is not three places in a row");
            return None;
        };
        let puzzle = start.with(self.pieces(&start, &wood, ground), worm);
        if self.worst.is_none() && puzzle.fall().is_some() {
            self.doubt(0.0, "the picture", "something in it is about to fall");
        }
        Some(puzzle)
    }

    /// What all places show, row by row.
    fn things(&mut self) -> Vec<Thing> {
        let cells = self.profile.cells;
        let mut things = Vec::with_capacity(cells.columns * cells.rows);
        for index in 0..cells.columns * cells.rows {
            let (column, row) = (index % cells.columns, index / cells.columns);
            let area = cells.area(column, row);
            let verdict =
                CellReader::new(self.view, &self.profile.templates, self.scratch).read(area);
            let thing = thing(verdict.seen);
            let confidence = match thing {
                Thing::Unknown => 0.0,
                _ => verdict.confidence,
            };
            let rival = verdict.rival.unwrap_or("nothing known");
            let what = format!("place ({column}, {row})");
            self.note(area, label(thing), confidence, &what, rival);
            things.push(thing);
        }
        things
    }

    fn note(&mut self, area: Rect, label: &str, confidence: f32, what: &str, rival: &str) {
        if confidence < self.profile.confidence {
            let seen = if label.is_empty() { "nothing" } else { label };
            let why = format!("it looks like {seen}, but may be {rival}");
            self.doubt(confidence, what, &why);
        }
        self.scratch.notes.push(Note {
            area,
            label: label.into(),
            confidence,
        });
    }

    fn doubt(&mut self, confidence: f32, what: &str, why: &str) {
        let is_worse = |worst: &Doubt| confidence < worst.confidence;
        if self.worst.as_ref().is_none_or(is_worse) {
            self.worst = Some(Doubt {
                confidence,
                what: what.into(),
                why: format!("{why} (confidence {confidence:.2})"),
            });
        }
    }

    fn finish(self, puzzle: Option<Puzzle>) -> Result<Reading<Puzzle>, ReadError> {
        let unsure = |what, why| Err(ReadError::Unsure { what, why });
        match (puzzle, self.worst) {
            (_, Some(doubt)) => unsure(doubt.what, doubt.why),
            (None, None) => {
                let why = "the paper is empty".to_string();
                unsure("the wanted shape".into(), why)
            }
            (Some(puzzle), None) => Ok(Reading {
                grid: None,
                puzzle,
                confidence: self.scratch.least(),
            }),
        }
    }
}

fn name(cell: Cell) -> String {
    format!("({}, {})", cell.column, cell.row)
}

fn thing(seen: Seen) -> Thing {
    match seen {
        Seen::Floor => Thing::Air,
        Seen::Sprite(WOOD) => Thing::Wood,
        Seen::Sprite(BODY) => Thing::Body,
        Seen::Sprite(class) => match HEADS.iter().position(|head| *head == class) {
            Some(at) => Thing::Head(Direction::ALL[at]),
            None => Thing::Unknown,
        },
        Seen::Other => Thing::Unknown,
    }
}

fn label(thing: Thing) -> &'static str {
    match thing {
        Thing::Air => "",
        Thing::Wood => "#",
        Thing::Head(_) => "1",
        Thing::Body => "2",
        Thing::Unknown => "?",
    }
}

/// The worm of one head, with where it looks, and two other places; `None` if they are not in a
/// row.
fn worm(heads: Vec<(Cell, Direction)>, body: Vec<Cell>) -> Option<[Cell; LENGTH]> {
    let ([(head, looks)], &[a, b]) = (heads.as_slice(), body.as_slice()) else {
        return None;
    };
    let middle = head.towards(looks.opposite());
    let tail = if middle == a { b } else { a };
    let is_next = Direction::ALL
        .into_iter()
        .any(|s| middle.towards(s) == tail);
    let is_body = middle == a || middle == b;
    (is_body && is_next).then_some([*head, middle, tail])
}
