//! What comes up over a board and must be answered: a menu after a right click, a dialog that shades all of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use gridhand::base::{Point, Rect};
use gridhand::bot::probe::probe;
use gridhand::bot::{self, Course, Ending, Rig, Settings, Stop};
use gridhand::game::Game as _;
use gridhand::game::ability::Fits as _;
use gridhand::games::dungeons::{Dungeons, Puzzle};
use gridhand::hand::{Button, Hand, Key};
use gridhand::practice::Options;
use gridhand::practice::memory::{self, MemoryGame};
use gridhand::profile::{Profile, Way};
use gridhand::screen::{Frame, Guard, Screen, ScreenError};
use gridhand::vision::Place;

/// A game over which something comes up that only a key closes.
#[derive(Clone)]
struct Covered {
    game: MemoryGame,
    /// The key that closes it.
    key: Key,
    /// Whether a right click opens it; else the first click after a puzzle is solved does.
    by_click: bool,
    is_open: Arc<AtomicBool>,
    was_open: Arc<AtomicBool>,
    /// Where the pointer was when it opened.
    opened_at: Arc<Mutex<Point>>,
}

impl Covered {
    fn new(key: Key, by_click: bool) -> Self {
        let options = Options {
            seed: 3,
            ..Options::default()
        };
        let game = memory::start(Dungeons::practice(&options), &options).expect("it starts");
        Self {
            game,
            key,
            by_click,
            is_open: Arc::default(),
            was_open: Arc::default(),
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
        let mut frame = Screen::capture(&mut self.game)?;
        if self.is_open() && !self.by_click {
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
        match self.is_open() && self.by_click {
            // The menu lies over all that is right of the pointer or below it.
            true if at.x >= self.menu_corner().x || at.y >= self.menu_corner().y => {
                Err(ScreenError::Covered("a menu".into()))
            }
            _ => self.game.clear(area, at),
        }
    }

    fn focus(&mut self) -> Result<(), ScreenError> {
        self.game.focus()
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
        if button == Button::Right && self.by_click {
            self.open();
            return Ok(());
        }
        if !self.by_click && self.count("solved") > 0 {
            self.open();
        }
        match self.is_open() {
            true => Ok(()),
            false => Hand::button(&mut self.game, button, down),
        }
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
    let game = Covered::new(Key::Escape, true);
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

#[test]
fn the_next_puzzle_is_asked_for_under_a_dialog_that_shades_the_board() {
    let game = Covered::new(Key::Enter, false);
    let mut profile = Profile::load(None, "practice-dungeons").expect("built in");
    profile.next = "key:enter click:random".parse::<Way>().expect("a way");
    let (settings, stop) = (Settings::default(), Stop::default());
    let mut endings = Vec::new();
    let mut course = Course::Next(Some(2));
    bot::play::<Dungeons>(
        game.rig(),
        &profile,
        &settings,
        &stop,
        &mut course,
        |report| endings.push(report.ending.clone()),
    )
    .expect("it ends by itself");
    assert!(game.was_open.load(Ordering::SeqCst), "no dialog came up");
    assert_eq!(endings, [Ending::Solved, Ending::Solved]);
}
