//! A game that closes its window with the last move.

use gridhand::bot::{self, Course, Ending, Halt, Rig, Settings, Stop};
use gridhand::game::Game;
use gridhand::games::coil::Coil;
use gridhand::practice::Options;
use gridhand::practice::memory::{self, MemoryGame};
use gridhand::profile::Profile;
use gridhand::screen::{Frame, Screen, ScreenError};

/// A game whose window goes as soon as a puzzle is solved.
struct Going(MemoryGame);

impl Screen for Going {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        match self.0.events().iter().any(|event| event.name == "solved") {
            true => Err(ScreenError::Gone),
            false => Screen::capture(&mut self.0),
        }
    }
}

#[test]
fn a_puzzle_with_whose_last_move_the_window_goes_was_played() {
    let profile = Profile::load(None, "practice-coil").expect("built in");
    let options = Options::default();
    let game = memory::start(Coil::practice(&options), &options).expect("it starts");
    let rig = Rig {
        screen: Box::new(Going(game.clone())),
        hand: Box::new(game.clone()),
        guards: [Box::new(game.clone()), Box::new(game.clone())],
    };
    let mut told = Vec::new();
    let (settings, stop) = (Settings::default(), Stop::default());
    let mut course = Course::Next(Some(2));
    let end = bot::play::<Coil>(rig, &profile, &settings, &stop, &mut course, |report| {
        told.push(report.ending.clone());
    });
    assert_eq!(end.err(), Some(Halt::Screen(ScreenError::Gone)));
    let why = "the game closed its window with the last move";
    assert_eq!(told, [Ending::Unconfirmed(why.into())]);
}
