//! The stand-in game: a room of Dungeons & Diagrams that looks like a dungeon.
//!
//! Left press: a wall, or no wall. Right press: a mark, or no mark. CHOOSE, then digits and Enter:
//! another room (Escape: this one after all). RANDOM: another room.
//!
//! With `--skin` it looks and behaves otherwise ([`skin`]); Space or NEXT is another room there.
//!
//! Its log: `shown` (`seed`, `puzzle` in the one-line form), `wall` and `mark` (`column`, `row`,
//! `on`), `choose`, `cancelled`, `solved`.

use std::time::Duration;

use image::RgbaImage;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Cell, Puzzle, Toggle};
use crate::base::Point;
use crate::hand::{Button, Key};
use crate::practice::{Event, Input, Options, PracticeGame};

mod bestiary;
mod digits;
pub mod layout;
mod paint;
mod room;
pub mod skin;
mod tiles;

use room::Room;
use skin::{Face, Skin, Solved};

/// The largest seed that 8 digits can name.
pub const LAST_SEED: u32 = 99_999_999;

/// How long the banner stays after a room was solved.
const BANNER: Duration = Duration::from_millis(1200);

/// The game.
pub struct Game {
    room: Room,
    seeds: ChaCha8Rng,
    events: Vec<Event>,
    look: Look,
    clicks: Clicks,
}

/// How the game looks.
enum Look {
    /// As it was drawn for it.
    Own(paint::Painter),
    Skin(Box<Face>),
}

/// What the mouse did last.
#[derive(Default)]
struct Clicks {
    /// When a click counted last.
    counted: Option<Duration>,
    /// The button that is held, where it was pressed, and when.
    held: Option<(Button, Toggle, Duration)>,
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
            look: match options.skin {
                0 => Look::Own(paint::Painter::new()),
                number => Look::Skin(Box::new(Face::new(Skin::new(number)))),
            },
            clicks: Clicks::default(),
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

    fn skin(&self) -> Option<&Skin> {
        match &self.look {
            Look::Own(_) => None,
            Look::Skin(face) => Some(&face.skin),
        }
    }

    fn target(&self, at: Point) -> Option<Target> {
        match &self.look {
            Look::Own(_) => target(at),
            Look::Skin(face) => face.target(at),
        }
    }

    fn next(&mut self) {
        let seed = self.seeds.random_range(0..=LAST_SEED);
        self.show(seed);
    }

    fn pressed(&mut self, at: Point, button: Button) {
        let dead = self.skin().map_or(Duration::ZERO, |skin| skin.dead);
        let now = self.room.now;
        if self.clicks.counted.is_some_and(|last| now < last + dead) {
            return;
        }
        self.clicks.counted = Some(now);
        match (self.target(at), button) {
            (Some(Target::Cell(cell)), _) => {
                self.clicks.held = Some((button, cell, now));
                self.press_cell(cell, button);
            }
            (Some(Target::Choose), Button::Left) => {
                self.room.typed = Some(String::new());
                self.report(Event::new("choose"));
            }
            (Some(Target::Random), Button::Left) => self.next(),
            _ => {}
        }
    }

    /// Some games paint on when the mouse moves on soon after a press, even after the release.
    fn moved(&mut self, to: Point) {
        self.room.pointer = Some(to);
        let reach = self.skin().and_then(|skin| skin.drag);
        let (Some(reach), Some((button, from, since))) = (reach, self.clicks.held) else {
            return;
        };
        if self.room.now >= since + reach {
            self.clicks.held = None;
        } else if let Some(Target::Cell(cell)) = self.target(to)
            && cell != from
        {
            self.clicks.held = Some((button, cell, since));
            self.press_cell(cell, button);
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
        self.room.drawn[at.row * layout::SIDE + at.column] = self.room.now;
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
        if key == Key::Space && self.skin().is_some() {
            self.next();
        }
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
        let by_title = self.skin().is_some_and(|skin| skin.solved == Solved::Title);
        match by_title && self.room.solved {
            true => "Dungeon practice: solved".into(),
            false => "Dungeon practice".into(),
        }
    }

    fn size(&self) -> [u32; 2] {
        match &self.look {
            Look::Own(_) => [layout::WIDTH as u32, layout::HEIGHT as u32],
            Look::Skin(face) => face.size(),
        }
    }

    fn hit(&self, at: Point) -> String {
        match self.target(at) {
            Some(Target::Cell(cell)) => format!("cell {cell}"),
            Some(Target::Choose) => "button choose".into(),
            Some(Target::Random) => "button random".into(),
            None => "outside".into(),
        }
    }

    fn handle(&mut self, input: Input) {
        match input {
            Input::Moved(at) => self.moved(at),
            Input::Left => self.room.pointer = None,
            Input::Pressed { at, button } => self.pressed(at, button),
            Input::Released { .. } => {}
            Input::Typed(key) => self.typed(key),
        }
    }

    fn tick(&mut self, elapsed: Duration) -> bool {
        let beat = |game: &Self| match &game.look {
            Look::Own(_) => game.room.beat() as u128,
            Look::Skin(face) => face.beat(&game.room),
        };
        let before = (beat(self), self.room.banner_shows());
        self.room.now += elapsed;
        let moves_on = self.skin().is_some_and(|skin| skin.moves_on);
        if moves_on && self.room.solved && !self.room.banner_shows() {
            self.next();
            return true;
        }
        before != (beat(self), self.room.banner_shows())
    }

    fn draw(&self, canvas: &mut RgbaImage) {
        match &self.look {
            Look::Own(painter) => painter.paint(canvas, &self.room),
            Look::Skin(face) => face.paint(canvas, &self.room),
        }
    }

    fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}
