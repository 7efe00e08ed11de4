//! What a practice game says of itself; the [`Shell`](super::shell::Shell) does the rest.

use std::time::Duration;

use image::RgbaImage;

use super::{Event, Input, Options};
use crate::base::{Direction, Point, Rect};
use crate::hand::Button;

/// The largest seed: what 8 digits can name.
pub const LAST_SEED: u32 = 99_999_999;

/// What a button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    Undo,
    Reset,
    Next,
    /// Something that only this game has.
    Own,
}

/// A button in the picture. Game pixels.
#[derive(Clone, Copy, Debug)]
pub struct PushButton {
    pub area: Rect,
    /// How the log calls it.
    pub name: &'static str,
    pub act: Act,
}

impl PushButton {
    pub const fn new(area: Rect, name: &'static str, act: Act) -> Self {
        Self { area, name, act }
    }
}

/// A game on the table: how far it has come.
pub struct Play<B> {
    pub seed: u32,
    /// The board at the start, and as it is now.
    pub start: B,
    pub board: B,
    /// The boards before each move made.
    pub history: Vec<B>,
    /// When the board was solved, if it is.
    pub solved: Option<Duration>,
    /// Where the pointer is, in game pixels; None beside the window.
    pub pointer: Option<Point>,
    /// Since the game began.
    pub now: Duration,
    /// A seed whose puzzle is to be shown next.
    pub wanted: Option<u32>,
    pub(super) events: Vec<Event>,
}

impl<B: Clone> Play<B> {
    /// Puts an event into the log; it gets the seed.
    pub fn tell(&mut self, event: Event) {
        self.events.push(event.with("seed", self.seed));
    }

    /// Makes a move.
    pub fn go(&mut self, after: B) {
        let before = std::mem::replace(&mut self.board, after);
        self.history.push(before);
    }

    pub fn is_solved(&self) -> bool {
        self.solved.is_some()
    }
}

/// What is a game's own. Cells are (column, row).
pub trait Tabletop: Send + Sized + 'static {
    const TITLE: &'static str;
    /// Whether the game paints the pointer itself.
    const POINTER: bool = false;
    /// Everything that a move changes.
    type Board: Clone + Send;

    /// The game with these options, in their skin.
    fn new(options: &Options) -> Self;

    /// The puzzle of a seed at its start.
    fn deal(&self, seed: u32) -> Self::Board;

    /// The puzzle in the game's own format.
    fn text(board: &Self::Board) -> String;

    fn is_solved(&self, play: &Play<Self::Board>) -> bool;

    /// Width and height of the picture in pixels; never changes.
    fn size(&self) -> [i32; 2];

    /// The cell at a point, if there is one.
    fn cell_at(&self, board: &Self::Board, at: Point) -> Option<(i32, i32)>;

    fn buttons(&self) -> Vec<PushButton> {
        Vec::new()
    }

    /// Paints what is the same in every picture; the canvas has the game's size.
    fn background(&self, canvas: &mut RgbaImage);

    /// Paints the rest, over the background.
    fn paint(&self, canvas: &mut RgbaImage, play: &Play<Self::Board>);

    /// The window's title.
    fn title(&self, _play: &Play<Self::Board>) -> String {
        Self::TITLE.into()
    }

    /// Whatever else the log tells of a puzzle that is shown.
    fn shown(&self, _play: &Play<Self::Board>, event: Event) -> Event {
        event
    }

    /// The seed of the next puzzle.
    fn seed_after(&mut self, seed: u32) -> u32 {
        (seed + 1) % (LAST_SEED + 1)
    }

    /// Another board is on the table than moves lead to.
    fn put(&mut self, _play: &mut Play<Self::Board>) {}

    /// An input before the shell sees it; returns whether that is all that it does.
    fn takes(&mut self, _play: &mut Play<Self::Board>, _input: Input) -> bool {
        false
    }

    /// A cell was pressed.
    fn press(&mut self, _play: &mut Play<Self::Board>, _cell: (i32, i32), _button: Button) {}

    /// An arrow key was typed.
    fn arrow(&mut self, _play: &mut Play<Self::Board>, _direction: Direction) {}

    /// The game's own button was pressed.
    fn own_act(&mut self, _play: &mut Play<Self::Board>) {}

    /// Lets time pass; `play.now` is the new time already. Returns whether the picture may look
    /// different.
    fn tick(&mut self, _play: &mut Play<Self::Board>, _elapsed: Duration) -> bool {
        false
    }
}

/// How a game shows that a board is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solved {
    /// A banner over the board says it.
    Banner,
    /// A sign beside the board says it.
    Sign,
    /// Something on the board changes its colour.
    Tint,
    /// The window's title changes.
    Title,
    Nothing,
}
