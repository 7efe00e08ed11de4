//! A game that ends with the last move: it closes its window at once, or a little later.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use gridhand::base::{Point, Rect};
use gridhand::bot::{self, Course, Halt, Rig, Settings, Stop};
use gridhand::game::{Game, first_shown};
use gridhand::games::warehouse::Warehouse;
use gridhand::practice::Options;
use gridhand::practice::memory::{self, MemoryGame};
use gridhand::screen::{Frame, Guard, Screen, ScreenError};

use crate::fitting::fitted;

/// A game whose window is gone so long after it was solved, or after so many moves.
#[derive(Clone)]
struct Closing {
    game: MemoryGame,
    after: Duration,
    moves: usize,
    solved: Arc<Mutex<Option<Instant>>>,
}

impl Closing {
    fn open(&self) -> Result<(), ScreenError> {
        let events = self.game.events();
        let count = |name: &str| events.iter().filter(|event| event.name == name).count();
        if count("solved") == 0 && count("step") < self.moves {
            return Ok(());
        }
        let mut solved = self.solved.lock().expect("nobody panics with it");
        match solved.get_or_insert_with(Instant::now).elapsed() >= self.after {
            true => Err(ScreenError::Gone),
            false => Ok(()),
        }
    }
}

impl Screen for Closing {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        self.open()?;
        Screen::capture(&mut self.game)
    }
}

impl Guard for Closing {
    fn clear(&mut self, area: Rect, at: Point) -> Result<(), ScreenError> {
        self.open()?;
        self.game.clear(area, at)
    }

    fn focus(&mut self) -> Result<(), ScreenError> {
        self.open()?;
        self.game.focus()
    }
}

/// Plays a puzzle: how it ended, and whether it was known by the game's leaving.
fn played(after: u64, moves: usize) -> (Vec<(&'static str, bool)>, Option<Halt>) {
    let options = Options::default();
    let (puzzle, picture) = first_shown::<Warehouse>(&options).expect("it tells what it shows");
    let profile = fitted::<Warehouse>(puzzle, picture);
    let game = Closing {
        game: memory::start(Warehouse::practice(&options), &options).expect("it starts"),
        after: Duration::from_millis(after),
        moves,
        solved: Arc::default(),
    };
    let rig = Rig {
        screen: Box::new(game.clone()),
        hand: Box::new(game.game.clone()),
        guards: [Box::new(game.clone()), Box::new(game.clone())],
    };
    let mut told = Vec::new();
    let (settings, stop) = (Settings::default(), Stop::default());
    let mut course = Course::Next(Some(1));
    let end = bot::play::<Warehouse>(rig, &profile, &settings, &stop, &mut course, |report| {
        let left = report.evidence.map(|by| by.word()) == Some("left");
        told.push((report.ending.word(), left));
    });
    (told, end.err())
}

#[test]
fn a_game_that_ends_with_the_last_move_is_solved() {
    for after in [0, 50, 500] {
        assert_eq!(
            played(after, usize::MAX),
            (vec![("solved", true)], None),
            "{after} ms"
        );
    }
}

#[test]
fn a_game_that_ends_before_is_not() {
    let (told, halt) = played(0, 3);
    assert!(told.is_empty(), "{told:?}");
    assert_eq!(halt, Some(Halt::Screen(ScreenError::Gone)));
}
