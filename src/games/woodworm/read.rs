//! Frame and profile to puzzle.
//!
//! The floor is at the bottom of the profile's cells, and the block begins three places from their
//! left. Its size and what is wanted are read off the goal. Two cells of wood side by side are of
//! one piece where the wood goes on without a line between them.

use super::puzzle::{Cell, LENGTH, MARGIN, MAX_CELLS, MAX_HEIGHT, MAX_WIDTH, Puzzle, Step};
use crate::plane::Rect;
use crate::profile::{Profile, Sprite};
use crate::vision::cells::{CellReader, SPRITE_TOLERANCE, Seen};
use crate::vision::{Note, Palette, ReadError, Reading, View, apart, ramp};
use joins::Joins;

mod joins;

/// The classes of sprites that a profile of this game has.
pub const WOOD: &str = "wood";
pub const BODY: &str = "body";
/// The head, by where it looks, in the order of [`Step::ALL`].
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
pub fn read(view: &View, profile: &Profile) -> Result<Reading<Puzzle>, ReadError> {
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
        notes: Vec::with_capacity(profile.cells.columns * profile.cells.rows),
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
    Head(Step),
    Body,
    Unknown,
}

/// A reading under way.
struct Reader<'a> {
    view: View<'a>,
    profile: &'a Profile,
    notes: Vec<Note>,
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
        let things = self.things();
        let rows = self.profile.cells.rows;
        let Some(above) = (rows + 1).checked_sub(start.height() + usize::from(MARGIN as u8)) else {
            self.doubt(0.0, "the block", "it is higher than the profile's cells");
            return None;
        };
        // The row of the profile's cells that is the block's first one.
        let first = above + usize::from(MARGIN as u8) - 1;
        let at = |index: usize| {
            let (column, row) = (
                index % self.profile.cells.columns,
                index / self.profile.cells.columns,
            );
            Cell::new(column as i8 - MARGIN, row as i8 - first as i8)
        };
        let mut wood = vec![false; start.pieces().len()];
        for (index, _) in things
            .iter()
            .enumerate()
            .filter(|(_, t)| **t == Thing::Wood)
        {
            match start.index(at(index)) {
                Some(cell) => wood[cell] = true,
                None => {
                    let what = format!("cell {}", name(at(index)));
                    self.doubt(0.0, &what, "there is wood outside of the block");
                    return None;
                }
            }
        }
        let place = |thing: fn(&Thing) -> bool| {
            let places = things.iter().enumerate().filter(move |(_, t)| thing(t));
            places.map(|(index, thing)| (at(index), *thing)).collect()
        };
        let heads: Vec<(Cell, Thing)> = place(|t| matches!(t, Thing::Head(_)));
        let body: Vec<(Cell, Thing)> = place(|t| *t == Thing::Body);
        let worm = worm(&heads, &body).filter(|worm| worm.iter().all(|&c| start.in_reach(c)));
        let Some(worm) = worm else {
            self.doubt(0.0, "the worm", "it is not three places in a row");
            return None;
        };
        let pieces = self.pieces(&start, &wood, first);
        let puzzle = start.with(pieces, worm);
        if self.worst.is_none() && puzzle.fall().is_some() {
            self.doubt(0.0, "the picture", "something in it is about to fall");
        }
        Some(puzzle)
    }

    /// The start of the puzzle that the goal shows.
    fn wanted(&mut self) -> Option<Puzzle> {
        let goal = self.profile.goal?;
        let places = (0..goal.columns * goal.rows).map(|i| (i % goal.columns, i / goal.columns));
        let mut block: Vec<(usize, usize, bool)> = Vec::new();
        for (column, row) in places {
            let area = goal.area(column, row);
            let (class, confidence) = self.goal_cell(area);
            let what = format!("cell ({column}, {row}) of the goal");
            let label = if class == GOAL_WOOD { "#" } else { "" };
            self.note(area, label, confidence, &what, class);
            if class != GOAL_OUTSIDE {
                block.push((column, row, class == GOAL_WOOD));
            }
        }
        let (first, last) = (*block.first()?, *block.last()?);
        let width = last.0 + 1 - first.0.min(last.0);
        let height = last.1 + 1 - first.1;
        let in_order = block.iter().enumerate().all(|(index, &(column, row, _))| {
            (column, row) == (first.0 + index % width, first.1 + index / width)
        });
        let fits = width <= MAX_WIDTH && height <= MAX_HEIGHT && width * height <= MAX_CELLS;
        if !in_order || block.len() != width * height || !fits {
            self.doubt(0.0, "the wanted shape", "it does not lie in one rectangle");
            return None;
        }
        let wanted = block.into_iter().map(|(.., wood)| wood).collect();
        Some(Puzzle::start(width, wanted))
    }

    /// The class of the goal that fits best, and how sure it is.
    fn goal_cell(&self, area: Rect) -> (&'static str, f32) {
        let classes = [GOAL_WOOD, GOAL_NONE, GOAL_OUTSIDE];
        let fit = |class: &str| {
            let sprites = self.profile.templates.goal.iter();
            let fits = sprites.filter(|s| s.class == class);
            fits.map(|sprite| self.share(sprite, area))
                .fold(0.0, f32::max)
        };
        let mut fits = classes.map(|class| (class, fit(class)));
        fits.sort_by(|a, b| b.1.total_cmp(&a.1));
        let [best, second, _] = fits;
        (
            best.0,
            ramp(best.1, 0.6, 0.9).min(ramp(best.1 - second.1, 0.0, 0.3)),
        )
    }

    /// The share of a sprite's pixels that are there.
    fn share(&self, sprite: &Sprite, area: Rect) -> f32 {
        let is_there = |p: &&crate::profile::SpritePixel| {
            let seen = self
                .view
                .pixel(area.x + i32::from(p.x), area.y + i32::from(p.y));
            apart(seen, p.colour) <= SPRITE_TOLERANCE
        };
        let there = sprite.pixels.iter().filter(is_there).count();
        there as f32 / sprite.pixels.len().max(1) as f32
    }

    /// What all places show, row by row.
    fn things(&mut self) -> Vec<Thing> {
        let cells = self.profile.cells;
        let mut reader = CellReader::new(self.view, &self.profile.templates);
        let mut things = Vec::with_capacity(cells.columns * cells.rows);
        for index in 0..cells.columns * cells.rows {
            let (column, row) = (index % cells.columns, index / cells.columns);
            let area = cells.area(column, row);
            let verdict = reader.read(area);
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

    /// The piece of each cell of the block, 0 where there is no wood; `first` is the row of the
    /// profile's cells that is the block's first.
    fn pieces(&mut self, start: &Puzzle, wood: &[bool], first: usize) -> Vec<u8> {
        let palette = self.wood_colours();
        let width = start.width();
        let cells = self.profile.cells;
        let area = |at: usize| cells.area(at % width + MARGIN as usize, at / width + first);
        let joins = Joins {
            view: self.view,
            templates: &self.profile.templates,
            wood: &palette,
        };
        let mut pieces = Pieces::new(wood);
        for at in (0..wood.len()).filter(|&at| wood[at]) {
            let cell = Cell::new((at % width) as i8, (at / width) as i8);
            for step in Step::ALL {
                let beside = start.index(cell.towards(step)).filter(|&at| wood[at]);
                let here = joins.edge(area(at), step);
                let there = beside.map(|at| joins.edge(area(at), step.reversed()));
                let joined = there.map_or(0.0, |there| here.wood.min(there.wood));
                let ended = there.map_or(here.line, |there| here.line.min(there.line));
                let sure = ramp(joined.max(ended), 0.6, 0.9);
                if sure < self.profile.confidence {
                    let what = format!("the {step} edge of cell {}", name(cell));
                    self.doubt(sure, &what, "there is neither a line nor wood that goes on");
                }
                if let Some(beside) = beside.filter(|_| joined > ended) {
                    pieces.join(at, beside);
                }
            }
        }
        pieces.numbers()
    }

    /// The colours of wood inside of a cell, where no line is.
    fn wood_colours(&self) -> Palette {
        let [width, height] = self.profile.cells.size;
        let inside = |at: i16, side: i32| (side / 4..side * 3 / 4).contains(&i32::from(at));
        let sprites = self.profile.templates.sprites.iter();
        let pixels = sprites
            .filter(|sprite| sprite.class == WOOD)
            .flat_map(|sprite| &sprite.pixels)
            .filter(|p| inside(p.x, width) && inside(p.y, height));
        let mut palette = Palette::default();
        pixels.for_each(|p| palette.add_wide(p.colour));
        palette
    }

    fn note(&mut self, area: Rect, label: &str, confidence: f32, what: &str, rival: &str) {
        if confidence < self.profile.confidence {
            let why = format!("it may be {rival}");
            self.doubt(confidence, what, &why);
        }
        self.notes.push(Note {
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
        let unsure = |what, why, notes| Err(ReadError::Unsure { what, why, notes });
        match (puzzle, self.worst) {
            (_, Some(doubt)) => unsure(doubt.what, doubt.why, self.notes),
            (None, None) => {
                let why = "the paper is empty".to_string();
                unsure("the wanted shape".into(), why, self.notes)
            }
            (Some(puzzle), None) => {
                let lowest = |low: f32, note: &Note| low.min(note.confidence);
                Ok(Reading {
                    puzzle,
                    confidence: self.notes.iter().fold(1.0, lowest),
                    notes: self.notes,
                })
            }
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
            Some(at) => Thing::Head(Step::ALL[at]),
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

/// The worm of one head and two other places; `None` if they are not in a row.
fn worm(heads: &[(Cell, Thing)], body: &[(Cell, Thing)]) -> Option<[Cell; LENGTH]> {
    let [(head, Thing::Head(step))] = *heads else {
        return None;
    };
    let &[(a, _), (b, _)] = body else {
        return None;
    };
    let middle = head.towards(step.reversed());
    let tail = match middle {
        _ if middle == a => b,
        _ if middle == b => a,
        _ => return None,
    };
    let is_next = Step::ALL.into_iter().any(|s| middle.towards(s) == tail);
    is_next.then_some([head, middle, tail])
}

/// Cells that are joined step by step.
struct Pieces<'a> {
    wood: &'a [bool],
    /// Another cell of the same piece, or the cell itself.
    links: Vec<usize>,
}

impl<'a> Pieces<'a> {
    fn new(wood: &'a [bool]) -> Self {
        Self {
            wood,
            links: (0..wood.len()).collect(),
        }
    }

    fn root(&self, mut at: usize) -> usize {
        while self.links[at] != at {
            at = self.links[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.links[a.max(b)] = a.min(b);
    }

    /// A number for each piece, from 1 on; 0 where there is no wood.
    fn numbers(&self) -> Vec<u8> {
        let number = |at: usize| {
            if self.wood[at] {
                self.root(at) as u8 + 1
            } else {
                0
            }
        };
        (0..self.wood.len()).map(number).collect()
    }
}
