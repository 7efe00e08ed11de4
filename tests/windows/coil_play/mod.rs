//! The practice game of coil: its rules, what is read of it, and the closed loop in memory and in
//! windows.

mod looping;
mod reading;
mod rules;
mod skins;

use gridhand::base::Point;
use gridhand::games::coil::generate::Level;
use gridhand::games::coil::lattice::Lattice;
use gridhand::games::coil::practice::Game;
use gridhand::games::coil::practice::skin::{Layout, Skin};
use gridhand::games::coil::{Puzzle, Step};
use gridhand::hand::Button;
use gridhand::practice::{Event, Input, Options, PracticeGame};
use gridhand::profile::Profile;
use image::RgbaImage;

fn profile() -> Profile {
    let folder = tempfile::tempdir().expect("a folder");
    Profile::load(Some(folder.path()), "practice-coil").expect("it is built in")
}

/// A practice game, and what it shows.
struct Board {
    game: Game,
    puzzle: Puzzle,
    layout: Layout,
}

impl Board {
    fn new(puzzle: &Puzzle) -> Self {
        Self::skinned(puzzle, 0)
    }

    /// In another look than the game's own, which is 0.
    fn skinned(puzzle: &Puzzle, skin: u32) -> Self {
        let options = Options {
            skin,
            ..Options::default()
        };
        let mut game = Game::showing(puzzle.clone(), &options);
        game.take_events();
        Self {
            game,
            puzzle: puzzle.clone(),
            layout: Skin::new(skin).layout,
        }
    }

    /// After so many steps of the level's solution.
    fn played(made: &Level, skin: u32, steps: usize) -> Self {
        let mut board = Self::skinned(&made.puzzle, skin);
        let solution = made.solution.steps();
        let steps = solution.into_iter().take(steps);
        steps.for_each(|step| board.step(step));
        board
    }

    /// Does what a player would do for the step.
    fn step(&mut self, step: Step) {
        match step {
            Step::Start { column, row } => self.click(column, row),
            Step::Slide(dir) => self.game.handle(Input::Typed(dir.into())),
        }
        self.puzzle.apply(step);
    }

    fn click(&mut self, column: usize, row: usize) {
        self.press(self.lattice().cell(column, row).centre());
    }

    fn press(&mut self, at: Point) {
        let button = Button::Left;
        self.game.handle(Input::Pressed { at, button });
    }

    fn lattice(&self) -> Lattice {
        let (columns, rows) = (self.puzzle.width(), self.puzzle.height());
        self.layout.lattice(columns, rows)
    }

    fn picture(&self) -> RgbaImage {
        self.game.picture()
    }

    /// The names of the events since the last call.
    fn events(&mut self) -> Vec<String> {
        let name = |event: Event| event.name;
        self.game.take_events().into_iter().map(name).collect()
    }
}
