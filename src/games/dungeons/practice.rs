//! The stand-in game: a room of Dungeons & Diagrams that looks like a dungeon.
//!
//! Left press: a wall, or no wall. Right press: a mark, or no mark. CHOOSE, then digits and Enter:
//! another room (Escape: this one after all). RANDOM: another room.
//!
//! Its log: `shown` (`seed`, `puzzle` in the one-line form), `wall` and `mark` (`column`, `row`,
//! `on`), `choose`, `cancelled`, `solved`.

use std::time::Duration;

use image::RgbaImage;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Cell, Puzzle, Toggle, generate};
use crate::hand::{Button, Key};
use crate::plane::Point;
use crate::practice::{Event, Input, Options, PracticeGame};

mod bestiary;
mod digits;
pub mod layout;
mod paint;
mod tiles;

/// The largest seed that 8 digits can name.
pub const LAST_SEED: u32 = 99_999_999;

/// How long the banner stays after a room was solved.
const BANNER: Duration = Duration::from_millis(1200);

/// How long a monster keeps a pose.
const POSE: Duration = Duration::from_millis(170);

/// The game.
pub struct Game {
    room: Room,
    seeds: ChaCha8Rng,
    events: Vec<Event>,
    painter: paint::Painter,
}

/// What is on the screen.
struct Room {
    puzzle: Puzzle,
    /// Since the game began.
    now: Duration,
    solved: bool,
    banner_until: Duration,
    /// The digits of a seed that is being typed.
    typed: Option<String>,
    pointer: Option<Point>,
}

/// Something in the picture that reacts to the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Cell(Toggle),
    Choose,
    Random,
}

impl Game {
    /// Begins with the room of `options.seed`, from which the seeds of RANDOM follow.
    pub fn new(options: &Options) -> Self {
        let seed = options.seed.min(LAST_SEED);
        let mut game = Self {
            room: Room::new(seed),
            seeds: ChaCha8Rng::seed_from_u64(u64::from(seed)),
            events: Vec::new(),
            painter: paint::Painter::new(),
        };
        game.report_shown();
        game
    }

    /// Begins with a puzzle of 8x8 cells, whether or not it has a solution.
    pub fn showing(puzzle: Puzzle, options: &Options) -> Self {
        let mut game = Self::new(options);
        game.room.puzzle = puzzle;
        game.events.clear();
        game.report_shown();
        game
    }

    fn show(&mut self, seed: u32) {
        self.room = Room {
            now: self.room.now,
            pointer: self.room.pointer,
            ..Room::new(seed)
        };
        self.report_shown();
    }

    fn report_shown(&mut self) {
        let puzzle = self.room.puzzle.one_line();
        self.report(Event::new("shown").with("puzzle", puzzle));
    }

    fn report(&mut self, event: Event) {
        self.events.push(event.with("seed", self.room.seed()));
    }

    fn report_cell(&mut self, name: &str, at: Toggle, on: bool) {
        let event = Event::new(name)
            .with("column", at.column)
            .with("row", at.row)
            .with("on", on);
        self.report(event);
    }

    fn pressed(&mut self, at: Point, button: Button) {
        match (target(at), button) {
            (Some(Target::Cell(cell)), _) => self.press_cell(cell, button),
            (Some(Target::Choose), Button::Left) => {
                self.room.typed = Some(String::new());
                self.report(Event::new("choose"));
            }
            (Some(Target::Random), Button::Left) => {
                let seed = self.seeds.random_range(0..=LAST_SEED);
                self.show(seed);
            }
            _ => {}
        }
    }

    fn press_cell(&mut self, at: Toggle, button: Button) {
        if self.room.solved || self.room.typed.is_some() {
            return;
        }
        match button {
            Button::Left => self.toggle_wall(at),
            Button::Right => self.toggle_mark(at),
        }
    }

    fn toggle_wall(&mut self, at: Toggle) {
        let next = self.room.puzzle.after(at);
        if next == self.room.puzzle {
            return;
        }
        self.room.puzzle = next;
        let on = self.room.puzzle.cell(at.column, at.row) == Cell::Wall;
        self.report_cell("wall", at, on);
        if self.room.puzzle.is_solved() {
            self.room.solved = true;
            self.room.banner_until = self.room.now + BANNER;
            self.report(Event::new("solved"));
        }
    }

    fn toggle_mark(&mut self, at: Toggle) {
        let next = match self.room.puzzle.cell(at.column, at.row) {
            Cell::Unknown => Cell::Path,
            Cell::Path => Cell::Unknown,
            _ => return,
        };
        let index = at.row * self.room.puzzle.width() + at.column;
        self.room.puzzle.cells[index] = next;
        self.report_cell("mark", at, next == Cell::Path);
    }

    fn typed(&mut self, key: Key) {
        let Some(digits) = &mut self.room.typed else {
            return;
        };
        match key {
            Key::Char(digit @ '0'..='9') if digits.len() < 8 => digits.push(digit),
            Key::Backspace => {
                digits.pop();
            }
            Key::Enter => {
                if let Ok(seed) = digits.parse() {
                    self.show(seed);
                }
            }
            Key::Escape => {
                self.room.typed = None;
                self.report(Event::new("cancelled"));
            }
            _ => {}
        }
    }
}

impl Room {
    fn new(seed: u32) -> Self {
        Self {
            puzzle: generate::from_seed(seed).puzzle,
            now: Duration::ZERO,
            solved: false,
            banner_until: Duration::ZERO,
            typed: None,
            pointer: None,
        }
    }

    fn seed(&self) -> u32 {
        self.puzzle.seed.unwrap_or_default()
    }

    fn banner_shows(&self) -> bool {
        self.now < self.banner_until
    }

    /// Counts the poses since the game began.
    fn beat(&self) -> usize {
        (self.now.as_millis() / POSE.as_millis()) as usize
    }
}

fn target(at: Point) -> Option<Target> {
    if layout::CHOOSE.contains(at) {
        return Some(Target::Choose);
    }
    if layout::RANDOM.contains(at) {
        return Some(Target::Random);
    }
    let (column, row) = layout::cell_at(at)?;
    Some(Target::Cell(Toggle { column, row }))
}

impl PracticeGame for Game {
    fn title(&self) -> String {
        "Dungeon practice".into()
    }

    fn size(&self) -> [u32; 2] {
        [layout::WIDTH as u32, layout::HEIGHT as u32]
    }

    fn hit(&self, at: Point) -> String {
        match target(at) {
            Some(Target::Cell(cell)) => format!("cell {cell}"),
            Some(Target::Choose) => "button choose".into(),
            Some(Target::Random) => "button random".into(),
            None => "outside".into(),
        }
    }

    fn handle(&mut self, input: Input) {
        match input {
            Input::Moved(at) => self.room.pointer = Some(at),
            Input::Left => self.room.pointer = None,
            Input::Pressed { at, button } => self.pressed(at, button),
            Input::Released { .. } => {}
            Input::Typed(key) => self.typed(key),
        }
    }

    fn tick(&mut self, elapsed: Duration) -> bool {
        let before = (self.room.beat(), self.room.banner_shows());
        self.room.now += elapsed;
        before != (self.room.beat(), self.room.banner_shows())
    }

    fn draw(&self, canvas: &mut RgbaImage) {
        self.painter.paint(canvas, &self.room);
    }

    fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}
