//! A game that puts one dialog over a solved board and another over the next puzzle, each of which a key takes away; where there
//! is none that key opens a menu.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use gridhand::base::Point;
use gridhand::bot::{Ending, Rig};
use gridhand::draw;
use gridhand::game::Game as _;
use gridhand::games::sliding::Sliding;
use gridhand::hand::{Button, Hand, Key};
use gridhand::practice::Options;
use gridhand::practice::memory::{self, MemoryGame};
use gridhand::profile::{Profile, Way};
use gridhand::screen::{Frame, Screen, ScreenError};

use super::late_dialog::{click_behind, played};

/// The first is to be seen so long after the puzzle is solved.
const LATE: Duration = Duration::from_millis(800);

/// What lies over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Over {
    Board,
    Won,
    Begin,
    Menu,
}

#[derive(Clone)]
struct Dialogs {
    game: MemoryGame,
    profile: Profile,
    over: Arc<Mutex<Over>>,
    corner: Arc<Mutex<Point>>,
    solved: Arc<Mutex<Option<Instant>>>,
    /// How many puzzles were left, and how many keys will yet be lost.
    left: Arc<AtomicUsize>,
    lost: Arc<AtomicUsize>,
}

impl Dialogs {
    /// It loses so many keys.
    fn new(lost: usize) -> Self {
        let options = Options {
            seed: 3,
            ..Options::default()
        };
        let mut profile = Profile::load(None, "practice-sliding").expect("built in");
        profile.next = "key:enter key:enter".parse::<Way>().expect("a way");
        Self {
            game: memory::start(Sliding::practice(&options), &options).expect("it starts"),
            profile,
            over: Arc::new(Mutex::new(Over::Board)),
            corner: Arc::default(),
            solved: Arc::default(),
            left: Arc::default(),
            lost: Arc::new(AtomicUsize::new(lost)),
        }
    }

    fn over(&self) -> Over {
        let events = self.game.events();
        let solved = events.iter().filter(|event| event.name == "solved").count();
        let mut over = self.over.lock().expect("nobody panics with it");
        let mut since = self.solved.lock().expect("nobody panics with it");
        if *over == Over::Board && solved > self.left.load(Ordering::SeqCst) {
            (*over, *since) = (Over::Won, Some(Instant::now()));
        }
        *over
    }

    fn is_early(&self) -> bool {
        let since = *self.solved.lock().expect("nobody panics with it");
        since.is_some_and(|since| since.elapsed() < LATE)
    }

    fn rig(&self) -> Rig {
        let game = &self.game;
        Rig {
            screen: Box::new(self.clone()),
            hand: Box::new(self.clone()),
            guards: [Box::new(game.clone()), Box::new(game.clone())],
        }
    }

    /// The game shows the next puzzle.
    fn go_on(&mut self) -> anyhow::Result<()> {
        self.left.fetch_add(1, Ordering::SeqCst);
        let corner = *self.corner.lock().expect("nobody panics with it");
        click_behind(&mut self.game, corner + self.profile.buttons["next"])
    }
}

impl Screen for Dialogs {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        let mut frame = Screen::capture(&mut self.game)?;
        *self.corner.lock().expect("nobody panics with it") = frame.area().corner();
        let colour = match self.over() {
            Over::Board => return Ok(frame),
            Over::Won if self.is_early() => return Ok(frame),
            Over::Won => [40, 60, 90],
            Over::Begin => [90, 70, 40],
            Over::Menu => [20, 20, 20],
        };
        let mut image = frame.image.as_ref().clone();
        draw::fill(&mut image, self.profile.cells.bounds().grown(8), colour);
        frame.image = Arc::new(image);
        Ok(frame)
    }
}

impl Hand for Dialogs {
    fn point(&mut self, at: Point) -> anyhow::Result<()> {
        Hand::point(&mut self.game, at)
    }

    fn button(&mut self, button: Button, down: bool) -> anyhow::Result<()> {
        match self.over() {
            Over::Board => Hand::button(&mut self.game, button, down),
            _ => Ok(()),
        }
    }

    fn key(&mut self, key: Key, down: bool) -> anyhow::Result<()> {
        let over = self.over();
        if key != Key::Enter {
            return Hand::key(&mut self.game, key, down);
        }
        let is_lost = || {
            let less = |lost: usize| lost.checked_sub(1);
            let set = Ordering::SeqCst;
            self.lost.fetch_update(set, set, less).is_ok()
        };
        if down || is_lost() {
            return Ok(());
        }
        if over == Over::Won {
            self.go_on()?;
        }
        *self.over.lock().expect("nobody panics with it") = match over {
            Over::Won => Over::Begin,
            Over::Begin => Over::Board,
            Over::Board | Over::Menu => Over::Menu,
        };
        Ok(())
    }

    fn pointer(&mut self) -> anyhow::Result<Option<Point>> {
        Hand::pointer(&mut self.game)
    }
}

/// How two puzzles of a game end that loses so many keys.
fn ended(lost: usize) -> Vec<Ending> {
    let game = Dialogs::new(lost);
    let endings = played(game.rig(), &game.profile, 2);
    assert_ne!(game.over(), Over::Menu);
    endings
}

#[test]
fn both_dialogs_are_answered() {
    assert_eq!(ended(0), vec![Ending::Solved; 2]);
}

#[test]
fn where_a_key_was_lost_the_next_puzzle_is_read_and_no_menu_opened() {
    assert_eq!(ended(1), vec![Ending::Solved; 2]);
}
