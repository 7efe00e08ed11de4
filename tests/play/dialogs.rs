//! What comes up over a board and must be answered: a menu after a right click, a dialog that shades all of it, a dialog
//! that is a window of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use gridhand::base::{Point, Rect};
use gridhand::bot::probe::probe;
use gridhand::bot::{self, Course, Ending, Halt, Rig, Settings, Stop};
use gridhand::game::Game as _;
use gridhand::game::ability::Fits as _;
use gridhand::games::dungeons::{Dungeons, Puzzle};
use gridhand::hand::{Button, Hand, Key};
use gridhand::practice::Options;
use gridhand::practice::memory::{self, MemoryGame};
use gridhand::profile::{Profile, Way};
use gridhand::screen::{Frame, Guard, Screen, ScreenError};
use gridhand::vision::Place;

/// What comes up over a game, and when.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cover {
    /// Over some of the board, after a right click.
    Menu,
    /// Over all of it, drawn by the game, with the first click after a puzzle is solved.
    Shade,
    /// A window of its own, which gets what is typed, as soon as a puzzle is solved.
    Dialog,
    /// The same beside the board, as soon as another puzzle was asked for.
    Answer,
}

/// A game over which something comes up that only a key closes.
#[derive(Clone)]
struct Covered {
    game: MemoryGame,
    /// The key that closes it.
    key: Key,
    cover: Cover,
    is_open: Arc<AtomicBool>,
    was_open: Arc<AtomicBool>,
    /// Whether the button that is held asks for another puzzle.
    is_asking: Arc<AtomicBool>,
    /// Where the pointer was when it opened.
    opened_at: Arc<Mutex<Point>>,
}

impl Covered {
    fn new(key: Key, cover: Cover) -> Self {
        let options = Options {
            seed: 3,
            ..Options::default()
        };
        let game = memory::start(Dungeons::practice(&options), &options).expect("it starts");
        Self {
            game,
            key,
            cover,
            is_open: Arc::default(),
            was_open: Arc::default(),
            is_asking: Arc::default(),
            opened_at: Arc::default(),
        }
    }

    fn menu_corner(&self) -> Point {
        *self.opened_at.lock().expect("nobody panics with it")
    }

    fn rig(&self) -> Rig {
        Rig {
            screen: Box::new(self.clone()),
            hand: Box::new(self.clone()),
            guards: [Box::new(self.clone()), Box::new(self.clone())],
        }
    }

    fn count(&self, name: &str) -> usize {
        let events = self.game.events();
        events.iter().filter(|event| event.name == name).count()
    }

    fn is_open(&self) -> bool {
        self.is_open.load(Ordering::SeqCst)
    }

    fn open(&self) {
        if !self.was_open.swap(true, Ordering::SeqCst) {
            self.is_open.store(true, Ordering::SeqCst);
        }
    }
}

impl Screen for Covered {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        if self.cover == Cover::Dialog && self.count("solved") > 0 {
            self.open();
        }
        let mut frame = Screen::capture(&mut self.game)?;
        if self.is_open() && self.cover != Cover::Menu {
            let mut image = frame.image.as_ref().clone();
            for pixel in image.pixels_mut() {
                (0..3).for_each(|part| pixel.0[part] /= 4);
            }
            frame.image = Arc::new(image);
        }
        Ok(frame)
    }
}

impl Guard for Covered {
    fn clear(&mut self, area: Rect, at: Point) -> Result<(), ScreenError> {
        match self.cover {
            Cover::Dialog | Cover::Answer if self.is_open() => {
                Err(ScreenError::Covered("a dialog".into()))
            }
            // The menu lies over all that is right of the pointer or below it.
            Cover::Menu
                if self.is_open()
                    && (at.x >= self.menu_corner().x || at.y >= self.menu_corner().y) =>
            {
                Err(ScreenError::Covered("a menu".into()))
            }
            _ => self.game.clear(area, at),
        }
    }

    fn focus(&mut self) -> Result<(), ScreenError> {
        match self.dialog_has_keys() {
            true => Err(ScreenError::Unfocused("a dialog".into())),
            false => self.game.focus(),
        }
    }

    fn is_own_cover(&mut self, _at: &[Point]) -> bool {
        self.dialog_has_keys()
    }

    fn dialog_has_keys(&mut self) -> bool {
        matches!(self.cover, Cover::Dialog | Cover::Answer) && self.is_open()
    }
}

impl Hand for Covered {
    fn point(&mut self, at: Point) -> anyhow::Result<()> {
        if !self.is_open() {
            *self.opened_at.lock().expect("nobody panics with it") = at;
        }
        Hand::point(&mut self.game, at)
    }

    fn button(&mut self, button: Button, down: bool) -> anyhow::Result<()> {
        if button == Button::Right && self.cover == Cover::Menu {
            self.open();
            return Ok(());
        }
        if self.cover == Cover::Shade && self.count("solved") > 0 {
            self.open();
        }
        if self.is_open() {
            return Ok(());
        }
        // What was pressed on a solved board asked for another.
        let asks = self.cover == Cover::Answer && self.count("solved") > 0;
        Hand::button(&mut self.game, button, down)?;
        match down {
            true => self.is_asking.store(asks, Ordering::SeqCst),
            false if self.is_asking.load(Ordering::SeqCst) => self.open(),
            false => {}
        }
        Ok(())
    }

    fn key(&mut self, key: Key, down: bool) -> anyhow::Result<()> {
        if !self.is_open() {
            return Hand::key(&mut self.game, key, down);
        }
        if key == self.key && !down {
            self.is_open.store(false, Ordering::SeqCst);
        }
        Ok(())
    }

    fn pointer(&mut self) -> anyhow::Result<Option<Point>> {
        Hand::pointer(&mut self.game)
    }
}

#[test]
fn a_menu_that_a_right_click_opens_is_closed() {
    let game = Covered::new(Key::Escape, Cover::Menu);
    let events = game.game.events();
    let puzzle = events[0].text("puzzle").expect("a puzzle");
    let puzzle: Puzzle = Dungeons::parse(puzzle).expect("a puzzle");
    let profile = Profile::load(None, "practice-dungeons").expect("built in");
    let ground = Dungeons.probe_area(&puzzle, &profile).expect("empty cells");
    let (stop, place) = (Stop::default(), Place::whole());
    let probed = probe(game.rig(), &profile, place, &ground, &stop, &mut |_| {});
    let probed = probed.expect("it is tried");
    assert!(
        game.was_open.load(Ordering::SeqCst),
        "no right click was tried"
    );
    assert!(!game.is_open(), "the menu is left open");
    let names: Vec<&String> = probed.pictures.iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["wall"], "there are no marks");
    assert_eq!(game.count("mark"), 0);
}

/// Plays two puzzles over the first of which something comes up when it is solved: what came of it.
fn play_on(game: &Covered, next: &str, settings: &Settings) -> (Vec<Ending>, Option<Halt>) {
    let mut profile = Profile::load(None, "practice-dungeons").expect("built in");
    profile.next = next.parse::<Way>().expect("a way");
    let stop = Stop::default();
    let mut endings = Vec::new();
    let mut course = Course::Next(Some(2));
    let ended = bot::play::<Dungeons>(
        game.rig(),
        &profile,
        settings,
        &stop,
        &mut course,
        |report| endings.push(report.ending.clone()),
    );
    assert!(game.was_open.load(Ordering::SeqCst), "nothing came up");
    (endings, ended.err())
}

#[test]
fn the_next_puzzle_is_asked_for_under_a_dialog_that_shades_the_board() {
    let game = Covered::new(Key::Enter, Cover::Shade);
    let played = play_on(&game, "key:enter click:random", &Settings::default());
    assert_eq!(played, (vec![Ending::Solved, Ending::Solved], None));
}

#[test]
fn a_dialog_of_the_games_own_is_answered_with_the_first_keys_of_the_way() {
    let game = Covered::new(Key::Enter, Cover::Dialog);
    let played = play_on(&game, "key:enter click:random", &Settings::default());
    assert_eq!(played, (vec![Ending::Solved, Ending::Solved], None));
}

#[test]
fn a_dialog_that_a_click_of_the_way_opens_is_answered_with_the_key_after_it() {
    let game = Covered::new(Key::Enter, Cover::Answer);
    let settings = Settings {
        pause: Duration::from_secs(4),
        ..Settings::default()
    };
    let played = play_on(&game, "click:random key:enter", &settings);
    assert_eq!(played, (vec![Ending::Solved, Ending::Solved], None));
    assert!(!game.is_open());
}

#[test]
fn a_dialog_that_no_key_is_named_for_is_left_alone_and_told_of() {
    let game = Covered::new(Key::Enter, Cover::Dialog);
    let settings = Settings {
        pause: Duration::from_secs(2),
        ..Settings::default()
    };
    let (endings, halt) = play_on(&game, "click:random", &settings);
    assert_eq!(endings, [Ending::Solved]);
    assert!(matches!(halt, Some(Halt::Asked(..))), "{halt:?}");
    assert!(game.is_open(), "it was closed");
}
