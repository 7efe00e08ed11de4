//! The stand-in game: a rope that is laid over every tile of a floor.
//!
//! Click an open cell to begin there. Then an arrow key, or a click in the row or column of the
//! rope's end, slides on in that direction. `r` or RESET takes the rope off again; `n`, Enter or NEXT: the
//! next level.
//!
//! Its log: `shown` (`seed`, `level` in the one-line form), `start` (`column`, `row`), `slide` (`dir`
//! as its letter, `left`: cells still open), `reset`, `solved`.

use std::time::Duration;

use image::RgbaImage;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::generate;
use super::lattice::Lattice;
use super::puzzle::{Dir, Puzzle, Step};
use crate::base::Point;
use crate::hand::{Button, Key};
use crate::practice::{Event, Input, Options, PracticeGame};

pub mod layout;
mod paint;
pub mod skin;

use layout::Layout;
use skin::Skin;

/// The seed after which they begin again.
const LAST_SEED: u32 = 99_999_999;
/// Sides of a level, unless the options say.
const SIDES: std::ops::RangeInclusive<usize> = 4..=30;

/// The game.
pub struct Game {
    level: Level,
    /// Columns and rows of every level; drawn anew for each if absent.
    size: Option<[usize; 2]>,
    events: Vec<Event>,
    face: Face,
}

/// How it is painted.
enum Face {
    /// Its own look, with all that is the same in every picture.
    Own(RgbaImage),
    Skinned(Box<skin::Face>),
}

impl Face {
    fn new(number: u32) -> Self {
        match number {
            0 => Face::Own(paint::background()),
            number => Face::Skinned(Box::new(skin::Face::new(Skin::new(number)))),
        }
    }

    fn layout(&self) -> &Layout {
        match self {
            Face::Own(_) => &layout::OWN,
            Face::Skinned(face) => &face.skin.layout,
        }
    }
}

/// What is on the screen.
struct Level {
    seed: u32,
    puzzle: Puzzle,
    lattice: Lattice,
    /// The cells visited, in their order.
    trail: Vec<usize>,
}

/// Something in the picture that reacts to the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Cell(usize, usize),
    Reset,
    Next,
}

impl Game {
    /// Begins with the level of `options.seed`; the next ones are of the seeds after it.
    pub fn new(options: &Options) -> Self {
        let seed = options.seed.min(LAST_SEED);
        let level = |layout: &Layout| Level::made(seed, options.size, layout);
        Self::with(level, options)
    }

    /// Begins with this level, whether or not it has a solution. It must fit the look.
    pub fn showing(puzzle: Puzzle, options: &Options) -> Self {
        let level = |layout: &Layout| Level::new(options.seed, puzzle.level(), layout);
        Self::with(level, options)
    }

    fn with(level: impl Fn(&Layout) -> Level, options: &Options) -> Self {
        let face = Face::new(options.skin);
        let mut game = Self {
            level: level(face.layout()),
            size: options.size,
            events: Vec::new(),
            face,
        };
        game.report_shown();
        game
    }

    fn report(&mut self, event: Event) {
        self.events.push(event.with("seed", self.level.seed));
    }

    fn report_shown(&mut self) {
        let line = self.level.puzzle.level_line();
        self.report(Event::new("shown").with("level", line));
    }

    fn next(&mut self) {
        let seed = if self.level.seed == LAST_SEED {
            0
        } else {
            self.level.seed + 1
        };
        self.level = Level::made(seed, self.size, self.face.layout());
        self.report_shown();
    }

    fn reset(&mut self) {
        if self.level.puzzle.head().is_some() {
            let fresh = self.level.puzzle.level();
            self.level = Level::new(self.level.seed, fresh, self.face.layout());
            self.report(Event::new("reset"));
        }
    }

    fn pressed(&mut self, at: Point) {
        match self.target(at) {
            Some(Target::Reset) => self.reset(),
            Some(Target::Next) => self.next(),
            Some(Target::Cell(column, row)) if self.level.puzzle.head().is_none() => {
                self.step(Step::Start { column, row });
            }
            Some(Target::Cell(column, row)) => {
                if let Some(dir) = self.level.dir_to(column, row) {
                    self.step(Step::Slide(dir));
                }
            }
            None => {}
        }
    }

    fn typed(&mut self, key: Key) {
        match key {
            Key::Char('r' | 'R') => self.reset(),
            Key::Char('n' | 'N') | Key::Enter => self.next(),
            Key::Right => self.step(Step::Slide(Dir::Right)),
            Key::Down => self.step(Step::Slide(Dir::Down)),
            Key::Left => self.step(Step::Slide(Dir::Left)),
            Key::Up => self.step(Step::Slide(Dir::Up)),
            _ => {}
        }
    }

    fn step(&mut self, step: Step) {
        if !self.level.apply(step) {
            return;
        }
        let event = match step {
            Step::Start { column, row } => {
                Event::new("start").with("column", column).with("row", row)
            }
            Step::Slide(dir) => Event::new("slide")
                .with("dir", dir.letter().to_string())
                .with("left", self.level.puzzle.open()),
        };
        self.report(event);
        if self.level.puzzle.is_solved() {
            self.report(Event::new("solved"));
        }
    }

    fn target(&self, at: Point) -> Option<Target> {
        if self.face.layout().reset.contains(at) {
            return Some(Target::Reset);
        }
        if self.face.layout().next.contains(at) {
            return Some(Target::Next);
        }
        let Level {
            puzzle, lattice, ..
        } = &self.level;
        let (column, row) = lattice.cell_at(at, puzzle.width(), puzzle.height())?;
        Some(Target::Cell(column, row))
    }
}

impl Level {
    /// The level of a seed, of no more cells than fit.
    fn made(seed: u32, size: Option<[usize; 2]>, layout: &Layout) -> Self {
        let sides = size.unwrap_or_else(|| sides(seed));
        let [width, height] = sides.map(|side| side.min(layout.room()));
        let made = generate::generate(width, height, u64::from(seed));
        Self::new(seed, made.puzzle, layout)
    }

    fn new(seed: u32, puzzle: Puzzle, layout: &Layout) -> Self {
        let (columns, rows) = (puzzle.width(), puzzle.height());
        Self {
            seed,
            lattice: layout.lattice(columns, rows),
            puzzle,
            trail: Vec::new(),
        }
    }

    fn apply(&mut self, step: Step) -> bool {
        let before = self.puzzle.clone();
        let possible = self.puzzle.apply(step);
        if possible {
            let more = before.trail(&[step]);
            let known = usize::from(before.head().is_some());
            self.trail.extend(&more[known..]);
        }
        possible
    }

    /// The direction in which a cell lies from the head, if it is in the same row or column.
    fn dir_to(&self, column: usize, row: usize) -> Option<Dir> {
        let head = self.puzzle.head()?;
        let (x, y) = (head % self.puzzle.width(), head / self.puzzle.width());
        Dir::ALL.into_iter().find(|dir| match dir {
            Dir::Right => row == y && column > x,
            Dir::Down => column == x && row > y,
            Dir::Left => row == y && column < x,
            Dir::Up => column == x && row < y,
        })
    }

    /// Whether the rope has nowhere to go and the floor is not full.
    fn is_stuck(&self) -> bool {
        let free = |head| {
            Dir::ALL
                .iter()
                .any(|&dir| self.puzzle.open_neighbour(head, dir).is_some())
        };
        self.puzzle.head().is_some_and(|head| !free(head)) && !self.puzzle.is_solved()
    }
}

/// Columns and rows of the level of a seed: more often small than large.
fn sides(seed: u32) -> [usize; 2] {
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(seed));
    let mut side = || {
        let sides = [rng.random_range(SIDES), rng.random_range(SIDES)];
        sides[0].min(sides[1])
    };
    [side(), side()]
}

impl PracticeGame for Game {
    fn title(&self) -> String {
        "Coil practice".into()
    }

    fn size(&self) -> [u32; 2] {
        self.face.layout().size.map(|side| side as u32)
    }

    fn hit(&self, at: Point) -> String {
        match self.target(at) {
            Some(Target::Cell(column, row)) => format!("cell {column},{row}"),
            Some(Target::Reset) => "button reset".into(),
            Some(Target::Next) => "button next".into(),
            None => "outside".into(),
        }
    }

    fn handle(&mut self, input: Input) {
        match input {
            Input::Pressed {
                at,
                button: Button::Left,
            } => self.pressed(at),
            Input::Typed(key) => self.typed(key),
            _ => {}
        }
    }

    fn tick(&mut self, _: Duration) -> bool {
        false
    }

    fn draw(&self, canvas: &mut RgbaImage) {
        match &self.face {
            Face::Own(background) => {
                canvas.copy_from_slice(background);
                paint::level(canvas, &self.level);
            }
            Face::Skinned(face) => face.paint(canvas, &self.level),
        }
    }

    fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}
