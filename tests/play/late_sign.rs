//! A sign over the board that comes up a while after the last move, in a game that can be asked for its next puzzle before:
//! then the sign lies over that one.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use gridhand::base::{Point, Rect};
use gridhand::bot::{self, Course, Ending, Rig, Settings, Stop};
use gridhand::draw;
use gridhand::game::{Game as _, first_shown};
use gridhand::games::dungeons::practice::skin::Solved;
use gridhand::games::warehouse::Warehouse;
use gridhand::hand::{Button, Hand, Key};
use gridhand::practice::Options;
use gridhand::practice::memory::{self, MemoryGame};
use gridhand::profile::{SolvedBy, Way};
use gridhand::screen::{Frame, Screen, ScreenError};

use crate::fitting::fitted;
use crate::late_dialog::solved_for;
use crate::wanted_besides::{Told, Trial, skin};

/// It comes up so long after the puzzle is solved: a car drove off the board meanwhile.
const LATE: Duration = Duration::from_millis(1500);

#[derive(Clone)]
struct Late {
    game: MemoryGame,
    sign: Rect,
    solved: Arc<Mutex<Option<Instant>>>,
    /// How many signs were taken away.
    left: Arc<AtomicUsize>,
    /// Whether the next puzzle was asked for before the sign was there.
    was_early: Arc<AtomicBool>,
}

impl Late {
    /// How long the puzzle is solved whose sign was not taken away.
    fn solved_for(&self) -> Option<Duration> {
        solved_for(&self.game, &self.left, &self.solved)
    }
}

impl Screen for Late {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        let mut frame = Screen::capture(&mut self.game)?;
        if self.solved_for().is_some_and(|time| time > LATE) {
            let mut image = frame.image.as_ref().clone();
            draw::fill(&mut image, self.sign, [240, 236, 220]);
            frame.image = Arc::new(image);
        }
        Ok(frame)
    }
}

impl Hand for Late {
    fn point(&mut self, at: Point) -> anyhow::Result<()> {
        Hand::point(&mut self.game, at)
    }

    fn button(&mut self, button: Button, down: bool) -> anyhow::Result<()> {
        Hand::button(&mut self.game, button, down)
    }

    fn key(&mut self, key: Key, down: bool) -> anyhow::Result<()> {
        if key == Key::Enter && !down {
            match self.solved_for() {
                Some(time) if time > LATE => _ = self.left.fetch_add(1, Ordering::SeqCst),
                Some(_) => self.was_early.store(true, Ordering::SeqCst),
                None => {}
            }
        }
        Hand::key(&mut self.game, key, down)
    }

    fn pointer(&mut self) -> anyhow::Result<Option<Point>> {
        Hand::pointer(&mut self.game)
    }
}

#[test]
fn the_next_puzzle_is_asked_for_once_the_sign_that_always_comes_is_there() {
    let options = Options::default();
    let (puzzle, picture) = first_shown::<Warehouse>(&options).expect("it tells what it shows");
    let mut profile = fitted::<Warehouse>(puzzle, picture);
    profile.next = "key:enter".parse::<Way>().expect("a way");
    profile.solved = Some(SolvedBy::Banner);
    let cells = profile.cells.bounds();
    let third = cells.height / 3;
    let game = Late {
        game: memory::start(Warehouse::practice(&options), &options).expect("it starts"),
        sign: Rect::new(cells.x, cells.y + third, cells.width, third),
        solved: Arc::default(),
        left: Arc::default(),
        was_early: Arc::default(),
    };
    let mut endings = Vec::new();
    let (settings, stop) = (Settings::default(), Stop::default());
    let mut course = Course::Next(Some(2));
    // What is learned of the first ends a session.
    while !course.is_over() {
        let rig = Rig {
            screen: Box::new(game.clone()),
            hand: Box::new(game.clone()),
            guards: [Box::new(game.game.clone()), Box::new(game.game.clone())],
        };
        let ended =
            bot::play::<Warehouse>(rig, &profile, &settings, &stop, &mut course, |report| {
                endings.push(report.ending.clone());
            });
        assert_eq!(ended.err(), None);
    }
    assert_eq!(endings, vec![Ending::Solved; 2]);
    assert!(!game.was_early.load(Ordering::SeqCst), "it was early");
    assert_eq!(game.left.load(Ordering::SeqCst), 1);
}

#[test]
fn a_sign_that_comes_late_is_seen_the_first_time() {
    let mut trial = Trial::begin(&skin(|skin| skin.solved == Solved::Nothing), &[]);
    let cells = trial.place.area(trial.profile.cells.bounds());
    let third = cells.height / 3;
    let game = Late {
        game: trial.game(),
        sign: Rect::new(cells.x, cells.y + third, cells.width, third),
        solved: Arc::default(),
        left: Arc::default(),
        was_early: Arc::default(),
    };
    let rig = Rig {
        screen: Box::new(game.clone()),
        hand: Box::new(game.clone()),
        guards: [Box::new(game.game.clone()), Box::new(game.game.clone())],
    };
    let expected = Told {
        ending: Ending::Solved,
        by: Some(SolvedBy::Banner),
        marks: None,
        is_solved: true,
    };
    assert_eq!(trial.play_with(rig), expected);
}
