//! By what a game shows that a puzzle is solved, as it is learned from the first one.

use std::sync::Arc;

use gridhand::base::Rect;
use gridhand::bot::{self, Course, Evidence, Rig, Settings, Stop};
use gridhand::draw;
use gridhand::game::{Game, first_shown};
use gridhand::games::coil::Coil;
use gridhand::games::warehouse::Warehouse;
use gridhand::practice::memory::MemoryGame;
use gridhand::practice::{Options, memory};
use gridhand::profile::SolvedBy;
use gridhand::screen::{Frame, Screen, ScreenError};

use crate::fitting::fitted;

#[test]
fn a_banner_over_tiles_that_look_new_is_the_sign() {
    let options = Options::default();
    let (puzzle, picture) = first_shown::<Coil>(&options).expect("it tells what it shows");
    let profile = fitted::<Coil>(puzzle, picture);
    let game = memory::start(Coil::practice(&options), &options).expect("it starts");
    let rig = Rig {
        screen: Box::new(game.clone()),
        hand: Box::new(game.clone()),
        guards: [Box::new(game.clone()), Box::new(game.clone())],
    };
    let mut told = Vec::new();
    let (settings, stop) = (Settings::default(), Stop::default());
    let mut course = Course::Next(Some(1));
    let end = bot::play::<Coil>(rig, &profile, &settings, &stop, &mut course, |report| {
        told.push((report.ending.word(), report.solved_by));
    });
    end.expect("it ends by itself");
    assert_eq!(told, [("solved", Some(SolvedBy::Banner))]);
}

/// A game that writes something on a wall as soon as a puzzle is solved.
struct Scribbled {
    game: MemoryGame,
    on: Rect,
}

impl Screen for Scribbled {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        let mut frame = Screen::capture(&mut self.game)?;
        let events = self.game.events();
        if events.iter().any(|event| event.name == "solved") {
            let mut image = frame.image.as_ref().clone();
            draw::fill(&mut image, self.on, [90, 255, 90]);
            frame.image = Arc::new(image);
        }
        Ok(frame)
    }
}

#[test]
fn a_word_that_is_smaller_than_a_tile_is_the_sign() {
    let options = Options::default();
    let (puzzle, picture) = first_shown::<Warehouse>(&options).expect("it tells what it shows");
    let text = puzzle.to_string();
    let rows = text.lines().filter(|line| line.contains('#'));
    let found = (0..)
        .zip(rows)
        .find_map(|(y, row)| Some((row.find('#')?, y)));
    let (column, row) = found.expect("a wall");
    let profile = fitted::<Warehouse>(puzzle, picture);
    let wall = profile.cells.area(column, row);
    let game = memory::start(Warehouse::practice(&options), &options).expect("it starts");
    let scribbled = Scribbled {
        game: game.clone(),
        on: Rect::new(
            wall.x + wall.width / 4,
            wall.y + wall.height / 4,
            wall.width / 2,
            wall.height / 3,
        ),
    };
    let rig = Rig {
        screen: Box::new(scribbled),
        hand: Box::new(game.clone()),
        guards: [Box::new(game.clone()), Box::new(game.clone())],
    };
    let mut told = Vec::new();
    let (settings, stop) = (Settings::default(), Stop::default());
    let mut course = Course::Next(Some(1));
    let end = bot::play::<Warehouse>(rig, &profile, &settings, &stop, &mut course, |report| {
        told.push((report.ending.word(), report.evidence));
    });
    end.expect("it ends by itself");
    assert_eq!(told, [("solved", Some(Evidence::Sign))]);
}
