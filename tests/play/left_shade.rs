//! A puzzle that cannot be read after the first: under the shade of a page's dialog, or where nothing is like a board.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use gridhand::base::Point;
use gridhand::bot::{self, Course, Rig, Settings, Stop};
use gridhand::draw;
use gridhand::game::Game as _;
use gridhand::games::dungeons::Dungeons;
use gridhand::hand::{Button, Hand, Key};
use gridhand::practice::Options;
use gridhand::practice::memory::{self, MemoryGame};
use gridhand::profile::{Profile, Way};
use gridhand::screen::{Frame, Screen, ScreenError};

use crate::late_dialog::solved_for;

/// It comes up so long after the puzzle is solved.
const LATE: Duration = Duration::from_millis(500);

#[derive(Clone)]
struct Shaded {
    game: MemoryGame,
    profile: Arc<Profile>,
    solved: Arc<Mutex<Option<Instant>>>,
    /// How many dialogs were closed.
    closed: Arc<AtomicUsize>,
    /// No dialog comes, and the second puzzle is not found.
    is_bare: bool,
}

impl Shaded {
    fn count(&self, name: &str) -> usize {
        let events = self.game.events();
        events.iter().filter(|event| event.name == name).count()
    }

    fn is_open(&self) -> bool {
        !self.is_bare
            && solved_for(&self.game, &self.closed, &self.solved).is_some_and(|time| time > LATE)
    }
}

impl Screen for Shaded {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        let is_second = self.count("shown") == 2;
        let mut frame = Screen::capture(&mut self.game)?;
        let mut image = frame.image.as_ref().clone();
        if is_second {
            let cells = self.profile.places().cells;
            match self.is_bare {
                true => {
                    let all = self.profile.cells.bounds().grown(60);
                    draw::fill(&mut image, all, [90, 140, 60]);
                }
                // Nothing that lies on a board looks like that.
                false => [cells[18], cells[45]]
                    .iter()
                    .for_each(|cell| draw::fill(&mut image, cell.grown(-2), [255, 0, 255])),
            }
        }
        if self.is_open() {
            for pixel in image.pixels_mut() {
                (0..3).for_each(|part| pixel.0[part] = (f32::from(pixel.0[part]) * 0.4) as u8);
            }
        }
        frame.image = Arc::new(image);
        Ok(frame)
    }
}

impl Hand for Shaded {
    fn point(&mut self, at: Point) -> anyhow::Result<()> {
        Hand::point(&mut self.game, at)
    }

    fn button(&mut self, button: Button, down: bool) -> anyhow::Result<()> {
        match self.is_open() {
            true => Ok(()),
            false => Hand::button(&mut self.game, button, down),
        }
    }

    fn key(&mut self, key: Key, down: bool) -> anyhow::Result<()> {
        if self.is_open() && key == Key::Enter && !down {
            self.closed.fetch_add(1, Ordering::SeqCst);
            return Ok(());
        }
        Hand::key(&mut self.game, key, down)
    }

    fn pointer(&mut self) -> anyhow::Result<Option<Point>> {
        Hand::pointer(&mut self.game)
    }
}

/// Plays two puzzles: how they ended, and how many the game showed.
fn played(next: &str, is_bare: bool) -> (Vec<&'static str>, usize) {
    let options = Options {
        seed: 3,
        ..Options::default()
    };
    let mut profile = Profile::load(None, "practice-dungeons").expect("built in");
    profile.next = next.parse::<Way>().expect("a way");
    let game = Shaded {
        game: memory::start(Dungeons::practice(&options), &options).expect("it starts"),
        profile: Arc::new(profile.clone()),
        solved: Arc::default(),
        closed: Arc::default(),
        is_bare,
    };
    let rig = Rig {
        screen: Box::new(game.clone()),
        hand: Box::new(game.clone()),
        guards: [Box::new(game.game.clone()), Box::new(game.game.clone())],
    };
    let (settings, stop) = (Settings::default(), Stop::default());
    let mut course = Course::Next(Some(2));
    let mut told = Vec::new();
    let ended = bot::play::<Dungeons>(rig, &profile, &settings, &stop, &mut course, |report| {
        told.push(report.ending.word());
    });
    assert_eq!(ended.err(), None);
    (told, game.count("shown"))
}

#[test]
fn a_puzzle_after_a_shade_that_cannot_be_read_is_not_passed_over() {
    let (told, shown) = played("key:enter click:random", false);
    assert_eq!((told, shown), (vec!["solved", "unreadable"], 2));
}

#[test]
fn a_puzzle_that_is_not_even_found_is_not_passed_over() {
    let (told, shown) = played("click:random", true);
    assert_eq!((told, shown), (vec!["solved", "unreadable"], 2));
}
