//! A dialog that comes up over the board a while after the last move, with the button for the next puzzle.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use gridhand::base::{Point, Rect};
use gridhand::bot::{self, Course, Ending, Rig, Settings, Stop};
use gridhand::draw;
use gridhand::game::Game as _;
use gridhand::games::sliding::Sliding;
use gridhand::hand::{Button, Hand, Key};
use gridhand::practice::Options;
use gridhand::practice::memory::{self, MemoryGame};
use gridhand::profile::{Profile, SolvedBy, Way};
use gridhand::screen::{Frame, Screen, ScreenError};

/// It comes up so long after the puzzle is solved.
const LATE: Duration = Duration::from_millis(800);

/// A game over which such a dialog comes up.
#[derive(Clone)]
struct Late {
    game: MemoryGame,
    dialog: Rect,
    /// Where the game itself is asked for the next puzzle, and where its window is on the screen.
    next: Point,
    corner: Arc<Mutex<Point>>,
    solved: Arc<Mutex<Option<Instant>>>,
    /// How many puzzles were left by the dialog.
    left: Arc<AtomicUsize>,
    /// Whether something on the board was pressed between the last move and the dialog.
    was_early: Arc<AtomicBool>,
    pointer: Arc<Mutex<Point>>,
}

impl Late {
    fn new(profile: &Profile, is_all_over: bool) -> Self {
        let options = Options {
            seed: 3,
            ..Options::default()
        };
        let cells = profile.cells.bounds();
        let fifth = cells.height / 5;
        Self {
            game: memory::start(Sliding::practice(&options), &options).expect("it starts"),
            dialog: match is_all_over {
                true => cells,
                false => Rect::new(cells.x, cells.y + 2 * fifth, cells.width, 3 * fifth),
            },
            next: profile.buttons["next"],
            corner: Arc::default(),
            solved: Arc::default(),
            left: Arc::default(),
            was_early: Arc::default(),
            pointer: Arc::default(),
        }
    }

    fn rig(&self) -> Rig {
        Rig {
            screen: Box::new(self.clone()),
            hand: Box::new(self.clone()),
            guards: [Box::new(self.game.clone()), Box::new(self.game.clone())],
        }
    }

    /// How long the puzzle is solved that is to be seen.
    fn solved_for(&self) -> Option<Duration> {
        solved_for(&self.game, &self.left, &self.solved)
    }

    fn corner(&self) -> Point {
        *self.corner.lock().expect("nobody panics with it")
    }

    /// Where the pointer is on the screen.
    fn at(&self) -> Point {
        *self.pointer.lock().expect("nobody panics with it")
    }

    /// The dialog's button leads on.
    fn go_on(&mut self) -> anyhow::Result<()> {
        self.left.fetch_add(1, Ordering::SeqCst);
        let next = self.corner() + self.next;
        click_behind(&mut self.game, next)
    }
}

/// How long the puzzle that is to be seen is solved, where so many solved ones were left; `since` when is kept.
pub fn solved_for(
    game: &MemoryGame,
    left: &AtomicUsize,
    since: &Mutex<Option<Instant>>,
) -> Option<Duration> {
    let events = game.events();
    let count = events.iter().filter(|event| event.name == "solved").count();
    let mut since = since.lock().expect("nobody panics with it");
    match count > left.load(Ordering::SeqCst) {
        true => Some(since.get_or_insert_with(Instant::now).elapsed()),
        false => {
            *since = None;
            None
        }
    }
}

/// Clicks in the game itself; the pointer stays where it is.
pub fn click_behind(game: &mut MemoryGame, at: Point) -> anyhow::Result<()> {
    let before = Hand::pointer(game)?.unwrap_or_default();
    Hand::point(game, at)?;
    Hand::button(game, Button::Left, true)?;
    Hand::button(game, Button::Left, false)?;
    Hand::point(game, before)
}

impl Screen for Late {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        let mut frame = Screen::capture(&mut self.game)?;
        *self.corner.lock().expect("nobody panics with it") = frame.area().corner();
        if self.solved_for().is_some_and(|time| time > LATE) {
            let mut image = frame.image.as_ref().clone();
            draw::fill(&mut image, self.dialog, [40, 60, 90]);
            frame.image = Arc::new(image);
        }
        Ok(frame)
    }
}

impl Hand for Late {
    fn point(&mut self, at: Point) -> anyhow::Result<()> {
        *self.pointer.lock().expect("nobody panics with it") = at;
        Hand::point(&mut self.game, at)
    }

    fn button(&mut self, button: Button, down: bool) -> anyhow::Result<()> {
        let is_over = self.dialog.contains(self.at() - self.corner());
        match self.solved_for() {
            Some(time) if is_over && time > LATE => match down {
                true => Ok(()),
                false => self.go_on(),
            },
            Some(_) if is_over && down => {
                self.was_early.store(true, Ordering::SeqCst);
                Hand::button(&mut self.game, button, down)
            }
            _ => Hand::button(&mut self.game, button, down),
        }
    }

    fn key(&mut self, key: Key, down: bool) -> anyhow::Result<()> {
        let is_there = self.solved_for().is_some_and(|time| time > LATE);
        match key {
            // The game itself would go on by it, behind the dialog's back.
            Key::Enter if is_there && !down => self.go_on(),
            Key::Enter => Ok(()),
            _ => Hand::key(&mut self.game, key, down),
        }
    }

    fn pointer(&mut self) -> anyhow::Result<Option<Point>> {
        Hand::pointer(&mut self.game)
    }
}

/// Plays so many puzzles of sliding blocks: how each ended.
pub fn played(rig: Rig, profile: &Profile, count: usize) -> Vec<Ending> {
    let mut endings = Vec::new();
    let (settings, stop) = (Settings::default(), Stop::default());
    let mut course = Course::Next(Some(count));
    let ended = bot::play::<Sliding>(rig, profile, &settings, &stop, &mut course, |report| {
        endings.push(report.ending.clone());
    });
    assert_eq!(ended.err(), None);
    endings
}

/// The game, and what is known of it: the next puzzle is asked for by the dialog's button, at its bottom, where the game's own
/// banner does not reach.
fn late(is_all_over: bool) -> (Late, Profile) {
    let mut profile = Profile::load(None, "practice-sliding").expect("built in");
    let game = Late::new(&profile, is_all_over);
    let Point { x, y } = game.dialog.centre() + Point::new(0, game.dialog.height / 3);
    profile.next = format!("click:{x},{y}").parse::<Way>().expect("a way");
    (game, profile)
}

#[test]
fn a_button_over_the_board_is_clicked_once_it_is_there() {
    let (game, profile) = late(false);
    assert_eq!(played(game.rig(), &profile, 3), vec![Ending::Solved; 3]);
    assert!(
        !game.was_early.load(Ordering::SeqCst),
        "the board was pressed"
    );
}

/// The same with a dialog all over the board, which was left there, and a key for its button; `by` is how the game is
/// known to show that a puzzle is solved.
fn left_under_dialog(by: SolvedBy) -> (Late, Profile) {
    let (game, mut profile) = late(true);
    assert_eq!(played(game.rig(), &profile, 1), [Ending::Solved]);
    std::thread::sleep(LATE);
    profile.next = "key:enter".parse::<Way>().expect("a way");
    profile.solved = Some(by);
    (game, profile)
}

#[test]
fn a_dialog_that_was_left_over_a_solved_board_is_answered_by_who_plays_next() {
    let (game, profile) = left_under_dialog(SolvedBy::Banner);
    assert_eq!(played(game.rig(), &profile, 2), vec![Ending::Solved; 2]);
    assert_eq!(game.left.load(Ordering::SeqCst), 2);
}

#[test]
fn what_lies_over_a_board_is_left_alone_where_no_sign_does() {
    let (game, profile) = left_under_dialog(SolvedBy::Title);
    let endings = played(game.rig(), &profile, 1);
    assert!(
        matches!(&endings[..], [Ending::Unreadable(_)]),
        "{endings:?}"
    );
    assert_eq!(game.left.load(Ordering::SeqCst), 0);
}
