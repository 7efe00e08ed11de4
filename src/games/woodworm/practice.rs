//! The stand-in game: a block of wood, a worm and the arrow keys.
//!
//! Arrow keys: a step; while something falls they do nothing. `u` or Backspace: one step back.
//! `r`: from the start again. Enter: the next shape. With `--skin` it looks otherwise ([`skin`]).
//!
//! Its log: `shown` (`shape`, `puzzle`: the text), `step` (`move`, a letter, and whether it was
//! `possible`), `undo`, `reset`, `solved` (`moves`, how many).

use std::time::Duration;

use image::RgbaImage;

use super::play;
use super::puzzle::{Puzzle, Step};
use super::rules::Fall;
use super::shapes::SHAPES;
use crate::base::Point;
use crate::hand::Key;
use crate::practice::{Event, Input, Options, PracticeGame};

pub mod layout;
mod paint;
pub mod skin;
mod wood;
mod worm;

use skin::Skin;

/// How long a fall by one row takes.
const ROW: Duration = Duration::from_millis(60);

/// The game.
pub struct Game {
    /// Which of the shapes is shown.
    shape: usize,
    stage: Stage,
    /// The states before each step made.
    history: Vec<Puzzle>,
    changed: bool,
    events: Vec<Event>,
    skin: Skin,
    background: RgbaImage,
}

/// What is on the screen.
struct Stage {
    name: &'static str,
    /// With everything where it was before it began to fall.
    shown: Puzzle,
    /// What is falling from there, and for how long it has been.
    fall: Option<Fall>,
    falling: Duration,
    moves: usize,
    is_solved: bool,
}

impl Stage {
    /// How far the falling parts are down, in pixels, if a row is so high.
    fn depth(&self, pitch: i32) -> i32 {
        (self.falling.as_millis() as i32 * pitch) / ROW.as_millis() as i32
    }
}

impl Game {
    /// Begins with the shape that `options.seed` counts to.
    pub fn new(options: &Options) -> Self {
        let mut game = Self::showing("", puzzle(0), options.skin);
        game.show(options.seed as usize % SHAPES.len());
        game
    }

    /// Begins with a puzzle in any state, as long as its block has at most 10 columns and rows, in
    /// the skin of a number.
    pub fn showing(name: &'static str, puzzle: Puzzle, skin: u32) -> Self {
        let skin = Skin::new(skin);
        let mut game = Self {
            shape: 0,
            stage: Stage {
                name,
                fall: puzzle.fall(),
                shown: puzzle,
                falling: Duration::ZERO,
                moves: 0,
                is_solved: false,
            },
            history: Vec::new(),
            changed: true,
            events: Vec::new(),
            background: paint::background(&skin),
            skin,
        };
        game.stage.is_solved = game.stage.fall.is_none() && game.stage.shown.is_solved();
        game
    }

    /// Whether something is on its way down.
    pub fn is_falling(&self) -> bool {
        self.stage.fall.is_some()
    }

    fn show(&mut self, shape: usize) {
        self.shape = shape;
        self.stage.name = SHAPES[shape].0;
        self.history.clear();
        self.put(puzzle(shape));
        let text = self.stage.shown.to_string();
        let event = Event::new("shown").with("shape", self.stage.name);
        self.events.push(event.with("puzzle", text));
    }

    /// Shows a state in which everything is held up.
    fn put(&mut self, state: Puzzle) {
        self.stage.is_solved = state.is_solved();
        self.stage.shown = state;
        self.stage.fall = None;
        self.stage.falling = Duration::ZERO;
        self.stage.moves = self.history.len();
        self.changed = true;
    }

    fn step(&mut self, step: Step) {
        if self.stage.is_solved {
            return;
        }
        let free = self.stage.fall.is_none();
        let next = self.stage.shown.before_falling(step).filter(|_| free);
        let event = Event::new("step").with("move", step.to_string());
        self.events.push(event.with("possible", next.is_some()));
        let Some(next) = next else {
            return;
        };
        self.history
            .push(std::mem::replace(&mut self.stage.shown, next));
        self.stage.moves = self.history.len();
        self.changed = true;
        self.let_fall();
    }

    /// Looks what falls from here; if nothing does, the step is over.
    fn let_fall(&mut self) {
        self.stage.fall = self.stage.shown.fall();
        if self.stage.fall.is_some() {
            return;
        }
        self.stage.falling = Duration::ZERO;
        if self.stage.shown.is_solved() {
            self.stage.is_solved = true;
            let event = Event::new("solved").with("moves", self.stage.moves);
            self.events.push(event);
        }
    }

    fn undo(&mut self) {
        if let Some(before) = self.history.pop() {
            self.put(before);
            self.events.push(Event::new("undo"));
        }
    }

    fn reset(&mut self) {
        self.history.clear();
        self.put(self.stage.shown.givens());
        self.events.push(Event::new("reset"));
    }
}

/// A shape of our own at its start.
fn puzzle(shape: usize) -> Puzzle {
    Puzzle::parse(SHAPES[shape].1).expect("a shape of our own is a puzzle; a test parses them all")
}

impl PracticeGame for Game {
    fn title(&self) -> String {
        "Woodworm practice".into()
    }

    fn size(&self) -> [u32; 2] {
        self.skin.layout.size().map(|side| side as u32)
    }

    fn hit(&self, at: Point) -> String {
        match self.skin.layout.cell_at(&self.stage.shown, at) {
            Some(cell) => format!("cell {},{}", cell.column, cell.row),
            None => "outside".into(),
        }
    }

    fn handle(&mut self, input: Input) {
        let Input::Typed(key) = input else {
            return;
        };
        match key {
            Key::Enter => self.show((self.shape + 1) % SHAPES.len()),
            Key::Backspace | Key::Char('u') => self.undo(),
            Key::Char('r') => self.reset(),
            key => {
                if let Some(step) = play::step(key) {
                    self.step(step);
                }
            }
        }
    }

    fn tick(&mut self, elapsed: Duration) -> bool {
        if self.stage.fall.is_some() {
            self.changed = true;
            self.stage.falling += elapsed;
        }
        while self.stage.falling >= ROW
            && let Some(fall) = self.stage.fall.take()
        {
            self.stage.falling -= ROW;
            self.stage.shown = fall.after;
            self.let_fall();
        }
        std::mem::take(&mut self.changed)
    }

    fn draw(&self, canvas: &mut RgbaImage) {
        paint::paint(canvas, &self.skin, &self.background, &self.stage);
    }

    fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}

#[cfg(test)]
mod tests;
