//! The stand-in game: levels of our own, one after the other.
//!
//! Arrows walk and push, Backspace takes a step back, Escape starts the level over, Enter goes to the
//! next one.
//!
//! Its log: `shown` (`seed`, `puzzle`), `step` (`sign`), `back`, `reset`, `solved` (`steps`).

use std::time::Duration;

use image::RgbaImage;

use super::generate::{Wish, generate};
use super::picture::{self, CELL};
use super::puzzle::{Puzzle, Step};
use crate::hand::Key;
use crate::plane::Point;
use crate::practice::{Event, Input, Options, PracticeGame};

/// The game.
pub struct Game {
    seed: u32,
    start: Puzzle,
    steps: Vec<Step>,
    state: Puzzle,
    events: Vec<Event>,
}

impl Game {
    /// Begins with the level of `options.seed`.
    pub fn new(options: &Options) -> Self {
        let mut game = Self {
            seed: options.seed,
            start: level(options.seed),
            steps: Vec::new(),
            state: level(options.seed),
            events: Vec::new(),
        };
        game.report_shown();
        game
    }

    fn report_shown(&mut self) {
        let shown = Event::new("shown")
            .with("seed", self.seed)
            .with("puzzle", self.state.to_string());
        self.events.push(shown);
    }

    fn walk(&mut self, step: Step) {
        let after = self.state.after(step);
        if after == self.state || self.state.is_solved() {
            return;
        }
        self.state = after;
        self.steps.push(step);
        let sign = step.sign().to_string();
        self.events.push(Event::new("step").with("sign", sign));
        if self.state.is_solved() {
            let solved = Event::new("solved").with("steps", self.steps.len());
            self.events.push(solved);
        }
    }

    fn back(&mut self) {
        if self.steps.pop().is_some() {
            self.state = self.start.replay(&self.steps).0;
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
        self.start = level(self.seed);
        self.steps.clear();
        self.state = self.start.clone();
        self.report_shown();
    }
}

/// The level of a seed; of a later one in the rare case that it makes none.
fn level(seed: u32) -> Puzzle {
    (u64::from(seed)..)
        .find_map(|seed| generate(seed, &Wish::default()))
        .expect("some seed makes a level")
}

impl PracticeGame for Game {
    fn title(&self) -> String {
        "Warehouse practice".into()
    }

    fn size(&self) -> [u32; 2] {
        let wish = Wish::default();
        [wish.columns, wish.rows].map(|cells| cells as u32 * CELL as u32)
    }

    fn hit(&self, at: Point) -> String {
        let [width, height] = self.size().map(|side| side as i32);
        if at.x < 0 || at.y < 0 || at.x >= width || at.y >= height {
            return "outside".into();
        }
        format!("cell {},{}", at.x / CELL, at.y / CELL)
    }

    fn handle(&mut self, input: Input) {
        let Input::Typed(key) = input else {
            return;
        };
        match key {
            Key::Up => self.walk(Step::Up),
            Key::Right => self.walk(Step::Right),
            Key::Down => self.walk(Step::Down),
            Key::Left => self.walk(Step::Left),
            Key::Backspace => self.back(),
            Key::Escape => self.reset(),
            Key::Enter => self.next(),
            _ => {}
        }
    }

    fn tick(&mut self, _: Duration) -> bool {
        false
    }

    fn draw(&self, canvas: &mut RgbaImage) {
        picture::paint(&self.state, canvas, Point::default());
    }

    fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::games::Limits;
    use crate::games::warehouse::solve;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    fn game() -> Game {
        Game::new(&Line::parse_from(["practice"]).options)
    }

    #[test]
    fn a_solution_typed_in_solves_it() {
        let mut game = game();
        let solved = solve::solve(&game.state, &Limits::default());
        let steps = solved.outcome.solution().unwrap().clone();
        for step in steps {
            game.handle(Input::Typed(match step {
                Step::Up => Key::Up,
                Step::Right => Key::Right,
                Step::Down => Key::Down,
                Step::Left => Key::Left,
            }));
        }
        let names: Vec<_> = game
            .take_events()
            .into_iter()
            .map(|event| event.name)
            .collect();
        assert_eq!(names.first().map(String::as_str), Some("shown"));
        assert_eq!(names.last().map(String::as_str), Some("solved"));
    }

    #[test]
    fn steps_are_taken_back_and_levels_started_over() {
        let mut game = game();
        let start = game.state.clone();
        for key in [Key::Up, Key::Right, Key::Down, Key::Left] {
            game.handle(Input::Typed(key));
        }
        game.handle(Input::Typed(Key::Escape));
        assert_eq!(game.state, start);
        let walked = Step::ALL
            .into_iter()
            .find(|&step| start.after(step) != start)
            .unwrap();
        game.walk(walked);
        assert_ne!(game.state, start);
        game.handle(Input::Typed(Key::Backspace));
        assert_eq!(game.state, start);
        game.handle(Input::Typed(Key::Enter));
        assert_ne!(game.state, start);
    }
}
