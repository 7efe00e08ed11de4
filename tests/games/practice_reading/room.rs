//! A room of the practice game, driven by hand, of which it is known what it shows.

use std::time::Duration;

use gridhand::base::{Limits, Outcome};
use gridhand::game::Game;
use gridhand::games::dungeons::{Cell, Dungeons, Puzzle, Toggle, solve};
use gridhand::hand::Button;
use gridhand::practice::{Input, Options, PracticeGame};
use gridhand::profile::Profile;
use image::RgbaImage;
use rand::{Rng, RngExt};

pub struct Room {
    game: Box<dyn PracticeGame>,
    profile: Profile,
    /// What the picture shows.
    pub puzzle: Puzzle,
}

impl Room {
    pub fn new(seed: u32, profile: &Profile) -> Self {
        let options = Options {
            seed,
            ..Options::default()
        };
        let mut game = Dungeons::practice(&options);
        let events = game.take_events();
        let shown = events
            .iter()
            .find_map(|e| e.text("puzzle"))
            .expect("it says what it shows");
        let mut puzzle = Dungeons::parse(shown).expect("it is a puzzle");
        puzzle.seed = Some(seed);
        Self {
            game,
            profile: profile.clone(),
            puzzle,
        }
    }

    /// Presses a mouse button on a cell.
    pub fn press(&mut self, column: usize, row: usize, button: Button) {
        let at = self.profile.cells.area(column, row).centre();
        self.game.handle(Input::Pressed { at, button });
        self.game.handle(Input::Released { at, button });
        match button {
            Button::Left => self.puzzle = self.puzzle.after(Toggle { column, row }),
            Button::Right => {
                let index = row * self.puzzle.width() + column;
                let cell = &mut self.puzzle.cells[index];
                *cell = match *cell {
                    Cell::Unknown => Cell::Path,
                    Cell::Path => Cell::Unknown,
                    other => other,
                };
            }
        }
    }

    /// Presses on many cells: walls on about `walls` of 100 cells, marks on about `marks`.
    pub fn scribble(&mut self, rng: &mut impl Rng, walls: u32, marks: u32) {
        for row in 0..self.puzzle.height() {
            for column in 0..self.puzzle.width() {
                match rng.random_range(0..100) {
                    n if n < walls => self.press(column, row, Button::Left),
                    n if n < walls + marks => self.press(column, row, Button::Right),
                    _ => {}
                }
                if self.puzzle.is_solved() {
                    return;
                }
            }
        }
    }

    /// Draws the solution.
    pub fn solve(&mut self) {
        self.draw_walls(usize::MAX);
    }

    /// Draws the solution but for its last wall.
    pub fn nearly_solve(&mut self) {
        let walls: u32 = self.puzzle.rows.iter().map(|n| u32::from(*n)).sum();
        self.draw_walls(walls as usize - 1);
    }

    /// Draws the first walls of the solution.
    fn draw_walls(&mut self, most: usize) {
        let Outcome::Unique(walls) = solve::solve(&self.puzzle.givens(), &Limits::default()) else {
            panic!("a room has one solution");
        };
        for toggle in self.puzzle.toggles_to(&walls).into_iter().take(most) {
            self.press(toggle.column, toggle.row, Button::Left);
        }
    }

    pub fn wait(&mut self, ms: u64) {
        self.game.tick(Duration::from_millis(ms));
    }

    /// The pointer goes to a pixel of the board.
    pub fn point(&mut self, x: i32, y: i32) {
        let at = gridhand::base::Point::new(x, y);
        self.game.handle(Input::Moved(at));
    }

    pub fn picture(&self) -> RgbaImage {
        self.game.picture()
    }
}
