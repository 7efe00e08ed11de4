//! The stand-in game: press on a block, drag it, let go. A held block follows the pointer from one cell
//! to the next; it stops at what is in its way, and a pointer that jumps over a cell leaves it behind.
//! UNDO takes a move back, RESET all of them, NEXT shows another puzzle.
//!
//! Its log: `shown` (`seed`, `puzzle` as text), `move` (in words), `undo`, `reset`, `solved` (`seed`,
//! `moves` made).

use std::time::Duration;

use image::RgbaImage;

use super::puzzle::{Direction, Move, Puzzle};
use crate::base::Point;
use crate::hand::Button;
use crate::practice::{Event, Input, Options, PracticeGame};

pub mod layout;
mod looks;
mod paint;
mod setup;

use looks::Look;

/// Seeds end below this.
const SEEDS: u32 = 100_000_000;

/// The game.
pub struct Game {
    table: Table,
    start: Puzzle,
    skin: u32,
    /// The boards before each move made.
    history: Vec<Puzzle>,
    held: Option<Held>,
    events: Vec<Event>,
}

/// What is to be seen.
struct Table {
    seed: u32,
    look: Look,
    puzzle: Puzzle,
    moves: usize,
    solved: bool,
    pointer: Option<Point>,
}

/// A block under the pressed pointer.
struct Held {
    /// Its index.
    block: usize,
    /// The column and row where it is held; this part of it follows the pointer.
    at: (i32, i32),
    /// The board when it was taken, and its steps since then.
    before: Puzzle,
    path: Vec<Direction>,
}

impl Game {
    /// Begins with the puzzle of `options.seed`; NEXT shows those of the seeds after it.
    pub fn new(options: &Options) -> Self {
        let start = setup::puzzle(options.seed);
        let mut game = Self {
            table: Table {
                seed: options.seed,
                look: Look::of(options.skin, options.seed),
                puzzle: start.clone(),
                moves: 0,
                solved: false,
                pointer: None,
            },
            start,
            skin: options.skin,
            history: Vec::new(),
            held: None,
            events: Vec::new(),
        };
        game.report_shown();
        game
    }

    /// The board as it stands.
    pub fn puzzle(&self) -> &Puzzle {
        &self.table.puzzle
    }

    fn next(&mut self) {
        self.table.seed = (self.table.seed + 1) % SEEDS;
        self.table.look = Look::of(self.skin, self.table.seed);
        self.start = setup::puzzle(self.table.seed);
        self.restart();
        self.report_shown();
    }

    fn restart(&mut self) {
        self.history.clear();
        self.put(self.start.clone());
    }

    fn undo(&mut self) {
        if let Some(before) = self.history.pop() {
            self.put(before);
            self.events.push(Event::new("undo"));
        }
    }

    fn put(&mut self, puzzle: Puzzle) {
        self.table.puzzle = puzzle;
        self.table.moves = self.history.len();
        self.table.solved = false;
        self.held = None;
    }

    fn report_shown(&mut self) {
        let shown = Event::new("shown").with("puzzle", self.start.to_string());
        self.events.push(shown.with("seed", self.table.seed));
    }

    fn pressed(&mut self, at: Point) {
        if layout::NEXT.contains(at) {
            self.next();
        } else if layout::RESET.contains(at) {
            self.restart();
            self.events.push(Event::new("reset"));
        } else if layout::UNDO.contains(at) {
            self.undo();
        } else if !self.table.solved {
            self.take(layout::cell_at(at));
        }
    }

    fn take(&mut self, at: (i32, i32)) {
        let Some(cell) = self.cell(at) else {
            return;
        };
        let blocks = &self.table.puzzle.blocks;
        let block = blocks.iter().position(|block| block.cells.contains(&cell));
        self.held = block.map(|block| Held {
            block,
            at,
            before: self.table.puzzle.clone(),
            path: Vec::new(),
        });
    }

    /// The held block follows to the next cell.
    fn drag(&mut self, to: (i32, i32)) {
        let Some(held) = &mut self.held else {
            return;
        };
        let step = (to.0 - held.at.0, to.1 - held.at.1);
        let mut directions = Direction::ALL.into_iter();
        let Some(direction) = directions.find(|direction| direction.delta() == step) else {
            return;
        };
        let step = Move {
            block: self.table.puzzle.blocks[held.block].sign,
            path: vec![direction],
        };
        if let Some(moved) = self.table.puzzle.moved(&step) {
            self.table.puzzle = moved;
            held.at = to;
            held.path.push(direction);
        }
    }

    fn let_go(&mut self) {
        let Some(held) = self.held.take() else {
            return;
        };
        if self.table.puzzle == held.before {
            return;
        }
        let mv = Move {
            block: self.table.puzzle.blocks[held.block].sign,
            path: held.path,
        };
        self.history.push(held.before);
        self.table.moves = self.history.len();
        let moved = Event::new("move").with("move", mv.to_string());
        self.events.push(moved);
        if self.table.puzzle.is_solved() {
            self.table.solved = true;
            let solved = Event::new("solved").with("seed", self.table.seed);
            self.events.push(solved.with("moves", self.table.moves));
        }
    }

    fn cell(&self, (column, row): (i32, i32)) -> Option<usize> {
        let puzzle = &self.table.puzzle;
        let column = usize::try_from(column).ok()?;
        let row = usize::try_from(row).ok()?;
        (column < puzzle.columns && row < puzzle.rows).then_some(row * puzzle.columns + column)
    }
}

impl PracticeGame for Game {
    fn title(&self) -> String {
        "Sliding practice".into()
    }

    fn size(&self) -> [u32; 2] {
        [layout::WIDTH as u32, layout::HEIGHT as u32]
    }

    fn hit(&self, at: Point) -> String {
        let (column, row) = layout::cell_at(at);
        let buttons = [
            (layout::UNDO, "button undo"),
            (layout::RESET, "button reset"),
            (layout::NEXT, "button next"),
        ];
        match self.cell((column, row)) {
            Some(_) => format!("cell {column},{row}"),
            None => {
                let hit = buttons.iter().find(|(area, _)| area.contains(at));
                hit.map_or("outside", |(_, name)| name).into()
            }
        }
    }

    fn handle(&mut self, input: Input) {
        const LEFT: Button = Button::Left;
        match input {
            Input::Moved(at) => {
                self.table.pointer = Some(at);
                self.drag(layout::cell_at(at));
            }
            Input::Left => self.table.pointer = None,
            Input::Pressed { at, button: LEFT } => self.pressed(at),
            Input::Released { at, button: LEFT } => {
                self.drag(layout::cell_at(at));
                self.let_go();
            }
            _ => {}
        }
    }

    fn tick(&mut self, _: Duration) -> bool {
        false
    }

    fn draw(&self, canvas: &mut RgbaImage) {
        paint::paint(canvas, &self.table);
    }

    fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}

#[cfg(test)]
mod tests;
