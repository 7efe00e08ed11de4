//! The stand-in game: a room of Dungeons & Diagrams that looks like a dungeon.
//!
//! Left press: a wall, or no wall. Right press: a mark, or no mark. CHOOSE, then digits and Enter:
//! another room (Escape: this one after all). RANDOM: another room. No other keys, nothing to take back.
//!
//! With `--skin` it looks and behaves otherwise ([`skin`]); Space or NEXT is another room there.
//!
//! Its log, beside what all games have: `wall` and `mark` (`column`, `row`, `on`), `choose`, `cancelled`.

use std::time::Duration;

use image::RgbaImage;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Cell, Puzzle, Toggle, generate};
use crate::base::Point;
use crate::hand::{Button, Key};
use crate::practice::shell::{self, Act, Play, PushButton, Shell, Tabletop};
use crate::practice::{Event, Input, Options, Trouble};

mod bestiary;
mod figures;
mod fonts;
pub mod layout;
mod numbers;
mod paint;
pub mod skin;
mod tiles;

use layout::SIDE;
use paint::Painter;
use skin::{Skin, Solved};

/// The largest seed that 8 digits can name.
pub const LAST_SEED: u32 = shell::LAST_SEED;

/// How long the banner stays after a room was solved.
const BANNER: Duration = Duration::from_millis(1200);

/// The game.
pub type Game = Shell<Table>;

/// What is the game's own.
pub struct Table {
    painter: Painter,
    seeds: ChaCha8Rng,
    /// The digits of a seed that is being typed.
    typed: Option<String>,
    /// Whether all that is no wall must be marked, too.
    wants_marks: bool,
    /// When each cell was last changed, row by row.
    drawn: [Duration; SIDE * SIDE],
    /// When a click counted last.
    counted: Option<Duration>,
    /// The button that is held, where it was pressed, and when.
    held: Option<(Button, (i32, i32), Duration)>,
}

impl Shell<Table> {
    /// Begins with a puzzle of 8x8 cells, whether or not it has a solution.
    pub fn showing(puzzle: Puzzle, options: &Options) -> Self {
        let seed = puzzle.seed.unwrap_or_default();
        Self::begin(Table::new(options), seed, puzzle.givens(), puzzle)
    }
}

fn banner_shows(play: &Play<Puzzle>, now: Duration) -> bool {
    play.solved.is_some_and(|since| now < since + BANNER)
}

impl Table {
    fn skin(&self) -> Option<&Skin> {
        self.painter.skin()
    }

    /// Some games paint on when the mouse moves on soon after a press, even after the release.
    fn moved(&mut self, play: &mut Play<Puzzle>, to: Point) {
        let reach = self.skin().and_then(|skin| skin.drag);
        let (Some(reach), Some((button, from, since))) = (reach, self.held) else {
            return;
        };
        if play.now >= since + reach {
            self.held = None;
        } else if let Some(cell) = self.painter.cell_at(to)
            && cell != from
        {
            self.held = Some((button, cell, since));
            self.toggle(play, cell, button);
        }
    }

    fn toggle(&mut self, play: &mut Play<Puzzle>, cell: (i32, i32), button: Button) {
        if play.is_solved() || self.typed.is_some() {
            return;
        }
        let at = Toggle {
            column: cell.0 as usize,
            row: cell.1 as usize,
        };
        let index = at.row * SIDE + at.column;
        let was = play.board.cell(at.column, at.row);
        let now = self.clicked(button, was);
        if now == was {
            return;
        }
        let mut next = play.board.clone();
        next.cells[index] = now;
        play.go(next);
        if button == Button::Left {
            self.drawn[index] = play.now;
        }
        for (name, kind) in [("wall", Cell::Wall), ("mark", Cell::Path)] {
            if (was == kind) != (now == kind) {
                let event = Event::new(name).with("column", at.column);
                let event = event.with("row", at.row);
                play.tell(event.with("on", now == kind));
            }
        }
    }

    /// What a click makes of a cell.
    fn clicked(&self, button: Button, was: Cell) -> Cell {
        let turns = self.skin().is_some_and(|skin| skin.turns);
        match (button, was) {
            (Button::Left, Cell::Wall) if turns => Cell::Path,
            (Button::Left, Cell::Path) if turns => Cell::Unknown,
            (Button::Left, Cell::Wall) | (Button::Right, Cell::Path) => Cell::Unknown,
            (Button::Left, Cell::Unknown | Cell::Path) => Cell::Wall,
            (Button::Right, Cell::Unknown) => Cell::Path,
            (_, Cell::Monster | Cell::Treasure | Cell::Wall) => was,
        }
    }

    fn typed(&mut self, play: &mut Play<Puzzle>, key: Key) {
        let asks = key == Key::Space || (key == Key::Enter && self.typed.is_none());
        if asks && self.skin().is_some() {
            play.wanted = Some(self.seed_after(play.seed));
        }
        let Some(digits) = &mut self.typed else {
            return;
        };
        match key {
            Key::Char(digit @ '0'..='9') if digits.len() < 8 => digits.push(digit),
            Key::Backspace => {
                digits.pop();
            }
            Key::Enter => play.wanted = digits.parse().ok(),
            Key::Escape => {
                self.typed = None;
                play.tell(Event::new("cancelled"));
            }
            _ => {}
        }
    }
}

impl Tabletop for Table {
    const TITLE: &'static str = "Dungeon practice";
    const POINTER: bool = true;
    type Board = Puzzle;

    fn new(options: &Options) -> Self {
        let seed = options.seed.min(LAST_SEED);
        Self {
            painter: Painter::new(options.skin),
            seeds: ChaCha8Rng::seed_from_u64(u64::from(seed)),
            typed: None,
            wants_marks: options.troubles().has(Trouble::Marks),
            drawn: [Duration::ZERO; SIDE * SIDE],
            counted: None,
            held: None,
        }
    }

    fn deal(&self, seed: u32) -> Puzzle {
        generate::from_seed(seed).puzzle
    }

    fn text(puzzle: &Puzzle) -> String {
        puzzle.one_line()
    }

    fn title(&self, play: &Play<Puzzle>) -> String {
        let by_title = self.skin().is_some_and(|skin| skin.solved == Solved::Title);
        match by_title && play.is_solved() {
            true => "Dungeon practice: solved".into(),
            false => Self::TITLE.into(),
        }
    }

    fn seed_after(&mut self, _: u32) -> u32 {
        self.seeds.random_range(0..=LAST_SEED)
    }

    fn is_solved(&self, play: &Play<Puzzle>) -> bool {
        let is_marked = || !play.board.cells.contains(&Cell::Unknown);
        play.board.is_solved() && (!self.wants_marks || is_marked())
    }

    fn size(&self) -> [i32; 2] {
        self.painter.size
    }

    fn cell_at(&self, _: &Puzzle, at: Point) -> Option<(i32, i32)> {
        self.painter.cell_at(at)
    }

    fn buttons(&self) -> Vec<PushButton> {
        match self.skin() {
            None => vec![
                PushButton::new(layout::CHOOSE, "choose", Act::Own),
                PushButton::new(layout::RANDOM, "random", Act::Next),
            ],
            Some(_) => vec![PushButton::new(self.painter.next(), "random", Act::Next)],
        }
    }

    fn background(&self, canvas: &mut RgbaImage) {
        self.painter.background(canvas);
    }

    fn paint(&self, canvas: &mut RgbaImage, play: &Play<Puzzle>) {
        self.painter.paint(canvas, self, play);
    }

    fn put(&mut self, _: &mut Play<Puzzle>) {
        self.typed = None;
        self.drawn = [Duration::ZERO; SIDE * SIDE];
    }

    fn takes(&mut self, play: &mut Play<Puzzle>, input: Input) -> bool {
        match input {
            Input::Moved(at) => self.moved(play, at),
            Input::Pressed { .. } => {
                let dead = self.skin().map_or(Duration::ZERO, |skin| skin.dead);
                if self.counted.is_some_and(|last| play.now < last + dead) {
                    return true;
                }
                self.counted = Some(play.now);
            }
            Input::Typed(key) => {
                self.typed(play, key);
                return true;
            }
            _ => {}
        }
        false
    }

    fn press(&mut self, play: &mut Play<Puzzle>, cell: (i32, i32), button: Button) {
        self.held = Some((button, cell, play.now));
        self.toggle(play, cell, button);
    }

    fn own_act(&mut self, play: &mut Play<Puzzle>) {
        self.typed = Some(String::new());
        play.tell(Event::new("choose"));
    }

    fn tick(&mut self, play: &mut Play<Puzzle>, elapsed: Duration) -> bool {
        let before = play.now - elapsed;
        let banner = banner_shows(play, play.now);
        let moves_on = self.skin().is_some_and(|skin| skin.moves_on);
        if moves_on && play.is_solved() && !banner {
            play.wanted = Some(self.seed_after(play.seed));
        }
        let beat = |now| self.painter.beat(&self.drawn, now);
        beat(before) != beat(play.now) || banner_shows(play, before) != banner
    }
}
