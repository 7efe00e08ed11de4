//! The stand-in game: a block of wood, a worm and the arrow keys.
//!
//! Arrow keys: a step; while something falls they do nothing. Seeds count the shapes of our own. With
//! `--skin` it looks otherwise ([`skin`]).
//!
//! Its log, beside what all games have: `shown` with the name of the `shape`, `step` (`move`, a letter,
//! and whether it was `possible`).

use std::time::Duration;

use image::RgbaImage;

use super::puzzle::{Direction, Puzzle};
use super::rules::Fall;
use super::shapes::SHAPES;
use crate::base::Point;
use crate::practice::shell::{Play, Shell, Tabletop};
use crate::practice::{Event, Options};

mod paint;
pub mod skin;
mod worm;

use skin::Skin;

/// How long a fall by one row takes.
const ROW: Duration = Duration::from_millis(60);

/// The game.
pub type Game = Shell<Table>;

/// What is the game's own. The board is shown with everything where it was before it began to fall.
pub struct Table {
    skin: Skin,
    /// Of a puzzle that is none of our own.
    name: Option<&'static str>,
    /// What is falling, and for how long it has been.
    fall: Option<Fall>,
    falling: Duration,
}

impl Shell<Table> {
    /// Begins with a puzzle in any state, as long as its block has at most 10 columns and rows, in
    /// the skin of a number.
    pub fn showing(name: &'static str, puzzle: Puzzle, skin: u32) -> Self {
        let mut table = Table::new(&Options {
            skin,
            ..Options::default()
        });
        table.name = Some(name);
        Self::begin(table, 0, puzzle.givens(), puzzle)
    }

    /// Whether something is on its way down.
    pub fn is_falling(&self) -> bool {
        self.table.fall.is_some()
    }
}

/// Name and text of the shape of a seed.
fn shape(seed: u32) -> (&'static str, &'static str) {
    SHAPES[seed as usize % SHAPES.len()]
}

impl Table {
    fn name(&self, seed: u32) -> &'static str {
        self.name.unwrap_or(shape(seed).0)
    }

    /// How far the falling parts are down, in pixels.
    fn depth(&self) -> i32 {
        let pitch = self.skin.layout.pitch();
        self.falling.as_millis() as i32 * pitch / ROW.as_millis() as i32
    }
}

impl Tabletop for Table {
    const TITLE: &'static str = "Woodworm practice";
    type Board = Puzzle;

    fn new(options: &Options) -> Self {
        Self {
            skin: Skin::new(options.skin),
            name: None,
            fall: None,
            falling: Duration::ZERO,
        }
    }

    fn deal(&self, seed: u32) -> Puzzle {
        Puzzle::parse(shape(seed).1)
            .expect("a shape of our own is a puzzle; a test parses them all")
    }

    fn text(puzzle: &Puzzle) -> String {
        puzzle.to_string()
    }

    fn shown(&self, play: &Play<Puzzle>, event: Event) -> Event {
        event.with("shape", self.name(play.seed))
    }

    fn seed_after(&mut self, seed: u32) -> u32 {
        self.name = None;
        (seed + 1) % SHAPES.len() as u32
    }

    fn is_solved(&self, play: &Play<Puzzle>) -> bool {
        self.fall.is_none() && play.board.is_solved()
    }

    fn size(&self) -> [i32; 2] {
        self.skin.layout.size()
    }

    fn cell_at(&self, puzzle: &Puzzle, at: Point) -> Option<(i32, i32)> {
        let cell = self.skin.layout.cell_at(puzzle, at)?;
        Some((cell.column.into(), cell.row.into()))
    }

    fn background(&self, canvas: &mut RgbaImage) {
        paint::background(canvas, &self.skin);
    }

    fn paint(&self, canvas: &mut RgbaImage, play: &Play<Puzzle>) {
        paint::paint(canvas, self, play);
    }

    fn put(&mut self, play: &mut Play<Puzzle>) {
        self.fall = play.board.fall();
        self.falling = Duration::ZERO;
    }

    fn arrow(&mut self, play: &mut Play<Puzzle>, direction: Direction) {
        if play.is_solved() {
            return;
        }
        let free = self.fall.is_none();
        let next = play.board.before_falling(direction).filter(|_| free);
        let event = Event::new("step").with("move", direction.to_string());
        play.tell(event.with("possible", next.is_some()));
        if let Some(next) = next {
            play.go(next);
            self.put(play);
        }
    }

    fn tick(&mut self, play: &mut Play<Puzzle>, elapsed: Duration) -> bool {
        let falls = self.fall.is_some();
        if falls {
            self.falling += elapsed;
        }
        while self.falling >= ROW
            && let Some(fall) = self.fall.take()
        {
            let rest = self.falling - ROW;
            play.board = fall.after;
            self.put(play);
            if self.fall.is_some() {
                self.falling = rest;
            }
        }
        falls
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::woodworm::solve::solve;
    use crate::hand::Key;
    use crate::practice::{Input, PracticeGame};

    /// Presses a key and lets everything fall.
    fn press(game: &mut Game, key: Key) {
        game.handle(Input::Typed(key));
        for _ in 0..100 {
            game.tick(Duration::from_millis(16));
        }
    }

    #[test]
    fn keys_make_the_steps_and_the_game_says_when_it_is_solved() {
        let mut game = Game::new(&Options::default());
        let moves = solve(&game.play.board, &Default::default()).moves.unwrap();
        moves.iter().for_each(|&step| press(&mut game, step.into()));
        let last = game.take_events().pop().unwrap();
        assert_eq!(last.name, "solved");
        assert_eq!(last.number("moves"), Some(moves.len() as i64));
        press(&mut game, Key::Char('u'));
        assert!(!game.play.is_solved());
        press(&mut game, moves[moves.len() - 1].into());
        assert!(game.play.is_solved());
    }

    #[test]
    fn what_falls_is_animated_and_keys_wait_for_it() {
        let wanted = [[false].as_slice(), &[true; 8]].concat();
        let mut game = Game::showing("", Puzzle::start(3, wanted), 0);
        for _ in 0..3 {
            press(&mut game, Key::Up);
        }
        // Three steps up the worm holds on to the block with two of its cells; one more, and it falls.
        game.handle(Input::Typed(Key::Up));
        game.handle(Input::Typed(Key::Left));
        game.tick(Duration::from_millis(20));
        assert!(game.is_falling());
        assert!(game.table.depth() > 0);
        let impossible = game.take_events().pop().unwrap();
        assert_eq!(impossible.text("move"), Some("L"));
        assert!(!impossible.is("possible"));
    }

    #[test]
    fn all_shapes_are_puzzles_that_fit_the_window() {
        for (name, text) in SHAPES {
            let puzzle = Puzzle::parse(text).unwrap();
            let side = skin::GOAL_SIDE as usize;
            assert!(puzzle.width() <= side && puzzle.height() <= side, "{name}");
        }
    }
}
