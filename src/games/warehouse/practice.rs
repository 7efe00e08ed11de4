//! The stand-in game: levels to solve, or moves on a tape that the robot is to make.
//!
//! Arrows walk and push. U or Backspace takes a step back, R starts over, Enter goes on to the next
//! board. With a tape each step takes a move off it, and only the moves of the tape in their order count
//! as solved. With `--skin` it looks otherwise ([`skin`]).
//!
//! Its log: `shown` (`seed`, `puzzle`), `step` (`sign`, `push`, and `wrong` if the tape says another),
//! `bump` (`sign`: a wall or boxes do not give way), `back`, `reset`, `solved` (`steps`).

use std::time::Duration;

use image::RgbaImage;

use super::board::Board;
use super::puzzle::{Puzzle, Step};
use crate::base::Point;
use crate::hand::Key;
use crate::practice::{Event, Input, Mode, Options, PracticeGame};

mod boards;
pub mod layout;
mod paint;
pub mod skin;

use skin::Skin;

/// The game.
pub struct Game {
    seed: u32,
    mode: Mode,
    start: Board,
    /// The steps made; of those on a tape also the ones that moved nothing.
    steps: Vec<Step>,
    state: Board,
    events: Vec<Event>,
    skin: Skin,
}

impl Game {
    /// Begins with the board of `options.seed`.
    pub fn new(options: &Options) -> Self {
        let start = boards::board(options.seed, options.mode);
        let mut game = Self {
            seed: options.seed,
            mode: options.mode,
            state: start.clone(),
            start,
            steps: Vec::new(),
            events: Vec::new(),
            skin: Skin::new(options.skin),
        };
        game.report_shown();
        game
    }

    /// The board as it stands now.
    pub fn board(&self) -> &Board {
        &self.state
    }

    fn report_shown(&mut self) {
        let shown = Event::new("shown")
            .with("seed", self.seed)
            .with("puzzle", self.state.to_string());
        self.events.push(shown);
    }

    fn step(&mut self, step: Step) {
        if self.state.is_solved() {
            return;
        }
        let after = self.state.after(step);
        let sign = step.sign().to_string();
        let mut event = match after == self.state || !moves_robot(&self.state, step) {
            true => Event::new("bump").with("sign", sign),
            false => {
                let pushes = pushes(&self.state, step);
                Event::new("step").with("sign", sign).with("push", pushes)
            }
        };
        if let Board::Tape(tape) = &self.state
            && tape.moves().first() != Some(&step)
        {
            event = event.with("wrong", true);
        }
        self.events.push(event);
        if after != self.state {
            self.steps.push(step);
        }
        self.state = after;
        if self.is_solved() {
            let solved = Event::new("solved").with("steps", self.steps.len());
            self.events.push(solved);
        }
    }

    /// The board says so, and with a tape all steps were right.
    fn is_solved(&self) -> bool {
        let as_told = match &self.start {
            Board::Level(_) => true,
            Board::Tape(tape) => tape.moves() == self.steps,
        };
        as_told && self.state.is_solved()
    }

    fn back(&mut self) {
        if self.steps.pop().is_some() {
            let start = self.start.clone();
            self.state = self
                .steps
                .iter()
                .fold(start, |board, step| board.after(*step));
            self.events.push(Event::new("back"));
        }
    }

    fn reset(&mut self) {
        self.steps.clear();
        self.state = self.start.clone();
        self.events.push(Event::new("reset"));
    }

    fn next(&mut self) {
        self.seed += 1;
        self.start = boards::board(self.seed, self.mode);
        self.steps.clear();
        self.state = self.start.clone();
        self.report_shown();
    }
}

/// Whether the step takes the robot somewhere.
fn moves_robot(board: &Board, step: Step) -> bool {
    match (board, board.after(step)) {
        (Board::Tape(before), Board::Tape(after)) => before.map() != after.map(),
        (before, after) => *before != after,
    }
}

fn pushes(board: &Board, step: Step) -> bool {
    let boxes = |board: &Board| -> Vec<usize> {
        match board {
            Board::Level(Puzzle { boxes, .. }) => boxes.clone(),
            Board::Tape(tape) => {
                let signs = tape.map().rows().flatten().enumerate();
                let is_box = |(_, sign): &(usize, &u8)| matches!(sign, b'O' | b'[');
                signs.filter(is_box).map(|(cell, _)| cell).collect()
            }
        }
    };
    boxes(board) != boxes(&board.after(step))
}

impl PracticeGame for Game {
    fn title(&self) -> String {
        "Warehouse practice".into()
    }

    fn size(&self) -> [u32; 2] {
        self.skin.layout.size().map(|side| side as u32)
    }

    fn hit(&self, at: Point) -> String {
        match self.skin.layout.cell_at(at) {
            Some((column, row)) => format!("cell {column},{row}"),
            None => "outside".into(),
        }
    }

    fn handle(&mut self, input: Input) {
        let Input::Typed(key) = input else {
            return;
        };
        match key {
            Key::Up => self.step(Step::Up),
            Key::Right => self.step(Step::Right),
            Key::Down => self.step(Step::Down),
            Key::Left => self.step(Step::Left),
            Key::Backspace | Key::Char('u' | 'U') => self.back(),
            Key::Char('r' | 'R') => self.reset(),
            Key::Enter => self.next(),
            _ => {}
        }
    }

    fn tick(&mut self, _: Duration) -> bool {
        false
    }

    fn draw(&self, canvas: &mut RgbaImage) {
        paint::paint(canvas, &self.skin, &self.state, self.seed, self.is_solved());
    }

    fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}

#[cfg(test)]
mod tests;
