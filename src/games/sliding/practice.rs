//! The stand-in game: press on a block, drag it, let go. A held block follows the pointer from one cell
//! to the next; it stops at what is in its way, and a pointer that jumps over a cell leaves it behind.
//!
//! Its log, beside what all games have: `move` (in words).

use image::RgbaImage;

use super::puzzle::{Direction, Move, Puzzle};
use crate::base::Point;
use crate::hand::Button;
use crate::practice::shell::{Act, Play, PushButton, Shell, Tabletop};
use crate::practice::{Event, Input, Options};

pub mod layout;
mod looks;
mod paint;
mod setup;

use looks::Look;

/// The game.
pub type Game = Shell<Table>;

/// What is the game's own.
pub struct Table {
    skin: u32,
    look: Look,
    held: Option<Held>,
    signs: paint::Signs,
}

/// A block under the pressed pointer.
struct Held {
    /// Its index.
    block: usize,
    /// The cell where it is held; this part of it follows the pointer.
    at: (i32, i32),
    /// The board when it was taken, and its steps since then.
    before: Puzzle,
    path: Vec<Direction>,
}

impl Shell<Table> {
    /// The board as it stands.
    pub fn puzzle(&self) -> &Puzzle {
        &self.play.board
    }
}

fn cell(puzzle: &Puzzle, (column, row): (i32, i32)) -> Option<usize> {
    let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
    (column < puzzle.columns && row < puzzle.rows).then_some(row * puzzle.columns + column)
}

impl Table {
    /// The held block follows to the next cell.
    fn drag(&mut self, play: &mut Play<Puzzle>, to: (i32, i32)) {
        let Some(held) = &mut self.held else {
            return;
        };
        let step = (to.0 - held.at.0, to.1 - held.at.1);
        let mut directions = Direction::ALL.into_iter();
        let Some(direction) = directions.find(|direction| direction.delta() == step) else {
            return;
        };
        let step = Move {
            block: play.board.blocks[held.block].sign,
            path: vec![direction],
        };
        if let Some(moved) = play.board.moved(&step) {
            play.board = moved;
            held.at = to;
            held.path.push(direction);
        }
    }

    fn let_go(&mut self, play: &mut Play<Puzzle>) {
        let Some(held) = self.held.take().filter(|held| held.before != play.board) else {
            return;
        };
        let mv = Move {
            block: play.board.blocks[held.block].sign,
            path: held.path,
        };
        play.history.push(held.before);
        play.tell(Event::new("move").with("move", mv.to_string()));
    }
}

impl Tabletop for Table {
    const TITLE: &'static str = "Sliding practice";
    const POINTER: bool = true;
    type Board = Puzzle;

    fn new(options: &Options) -> Self {
        Self {
            skin: options.skin,
            look: Look::of(options.skin, options.seed),
            held: None,
            signs: paint::signs(),
        }
    }

    fn deal(&self, seed: u32) -> Puzzle {
        setup::puzzle(seed)
    }

    fn text(puzzle: &Puzzle) -> String {
        puzzle.to_string()
    }

    fn is_solved(&self, play: &Play<Puzzle>) -> bool {
        self.held.is_none() && play.board.is_solved()
    }

    fn size(&self) -> [i32; 2] {
        [layout::WIDTH, layout::HEIGHT]
    }

    fn cell_at(&self, puzzle: &Puzzle, at: Point) -> Option<(i32, i32)> {
        Some(layout::cell_at(at)).filter(|at| cell(puzzle, *at).is_some())
    }

    fn buttons(&self) -> Vec<PushButton> {
        vec![
            PushButton::new(layout::UNDO, "undo", Act::Undo),
            PushButton::new(layout::RESET, "reset", Act::Reset),
            PushButton::new(layout::NEXT, "next", Act::Next),
        ]
    }

    fn background(&self, canvas: &mut RgbaImage) {
        paint::background(canvas);
    }

    fn paint(&self, canvas: &mut RgbaImage, play: &Play<Puzzle>) {
        paint::paint(canvas, self, play);
    }

    fn put(&mut self, play: &mut Play<Puzzle>) {
        self.look = Look::of(self.skin, play.seed);
        self.held = None;
    }

    fn takes(&mut self, play: &mut Play<Puzzle>, input: Input) -> bool {
        match input {
            Input::Moved(at) => self.drag(play, layout::cell_at(at)),
            Input::Released {
                at,
                button: Button::Left,
            } => {
                self.drag(play, layout::cell_at(at));
                self.let_go(play);
            }
            _ => return false,
        }
        true
    }

    fn press(&mut self, play: &mut Play<Puzzle>, at: (i32, i32), button: Button) {
        if play.is_solved() || button != Button::Left {
            return;
        }
        let Some(cell) = cell(&play.board, at) else {
            return;
        };
        let mut blocks = play.board.blocks.iter();
        let block = blocks.position(|block| block.cells.contains(&cell));
        self.held = block.map(|block| Held {
            block,
            at,
            before: play.board.clone(),
            path: Vec::new(),
        });
    }
}

#[cfg(test)]
mod tests;
