//! A puzzle that comes up under the clicks for another: they end at once, and it is played from the start.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gridhand::base::{Point, Rect};
use gridhand::bot::{self, Course, Ending, Rig, Settings, Stop};
use gridhand::game::Game as _;
use gridhand::games::dungeons::Dungeons;
use gridhand::hand::{Button, Hand, Key};
use gridhand::practice::memory::{self, MemoryGame};
use gridhand::practice::{Event, Options};
use gridhand::profile::{Behaviour, Profile};
use gridhand::screen::{Frame, Guard, Screen, ScreenError};

/// After so many presses another puzzle comes up.
const PRESSES: usize = 3;

/// Two games in one window: the second is in the place of the first once that was pressed so many times.
#[derive(Clone)]
struct Replaced {
    games: [MemoryGame; 2],
    is_second: Arc<AtomicBool>,
    after: usize,
    /// Whether the first comes back, and so on.
    goes_on: bool,
}

fn presses(game: &MemoryGame) -> Vec<Event> {
    let events = game.events().into_iter();
    events.filter(|event| event.name == "press").collect()
}

impl Replaced {
    fn new(seeds: [u32; 2], after: usize) -> Self {
        let games = seeds.map(|seed| {
            let options = Options {
                seed,
                ..Options::default()
            };
            memory::start(Dungeons::practice(&options), &options).expect("it starts")
        });
        Self {
            games,
            is_second: Arc::default(),
            after,
            goes_on: false,
        }
    }

    fn rig(&self) -> Rig {
        Rig {
            screen: Box::new(self.clone()),
            hand: Box::new(self.clone()),
            guards: [Box::new(self.clone()), Box::new(self.clone())],
        }
    }

    fn now(&mut self) -> &mut MemoryGame {
        &mut self.games[usize::from(self.is_second.load(Ordering::SeqCst))]
    }
}

impl Screen for Replaced {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        Screen::capture(self.now())
    }
}

impl Guard for Replaced {
    fn clear(&mut self, area: Rect, at: Point) -> Result<(), ScreenError> {
        self.now().clear(area, at)
    }

    fn focus(&mut self) -> Result<(), ScreenError> {
        self.now().focus()
    }
}

impl Hand for Replaced {
    fn point(&mut self, at: Point) -> anyhow::Result<()> {
        self.games.iter_mut().try_for_each(|game| game.point(at))
    }

    fn button(&mut self, button: Button, down: bool) -> anyhow::Result<()> {
        Hand::button(self.now(), button, down)?;
        if down {
            return Ok(());
        }
        let pressed = self.games.each_ref().map(|game| presses(game).len());
        if self.goes_on && (pressed[0] + pressed[1]).is_multiple_of(self.after) {
            self.is_second.fetch_xor(true, Ordering::SeqCst);
        } else if !self.goes_on && pressed[0] == self.after {
            self.is_second.store(true, Ordering::SeqCst);
        }
        Ok(())
    }

    fn key(&mut self, key: Key, down: bool) -> anyhow::Result<()> {
        Hand::key(self.now(), key, down)
    }

    fn pointer(&mut self) -> anyhow::Result<Option<Point>> {
        Hand::pointer(self.now())
    }
}

/// Plays one puzzle, slowly enough for a look in between: how each ended, and with how many gestures.
fn play(game: &Replaced) -> Vec<(Ending, usize)> {
    let mut profile = Profile::load(None, "practice-dungeons").expect("built in");
    profile.behaviour = Some(Behaviour {
        beat: 120,
        reaction: 20,
        fade: 0,
        hover: false,
        numbers_change: false,
        right_marks: false,
        left_marks: false,
    });
    play_by(game, &profile, 1)
}

fn play_by(game: &Replaced, profile: &Profile, count: usize) -> Vec<(Ending, usize)> {
    let (settings, stop) = (Settings::default(), Stop::default());
    let mut endings = Vec::new();
    bot::play::<Dungeons>(
        game.rig(),
        profile,
        &settings,
        &stop,
        &mut Course::Next(Some(count)),
        |report| {
            endings.push((report.ending.clone(), report.gestures));
        },
    )
    .expect("it ends by itself");
    endings
}

#[test]
fn a_puzzle_that_another_replaces_each_time_is_not_begun_for_ever() {
    let mut game = Replaced::new([1, 2], PRESSES);
    game.goes_on = true;
    let endings = play(&game);
    let [(Ending::GivenUp(why), _)] = &endings[..] else {
        panic!("{endings:?}");
    };
    assert!(why.contains("taken for another puzzle"), "{why}");
}

#[test]
fn clicks_end_when_another_puzzle_comes_up_under_them() {
    let game = Replaced::new([1, 2], PRESSES);
    let endings = play(&game);
    let [(Ending::Solved, gestures)] = endings[..] else {
        panic!("{endings:?}");
    };
    let [first, second] = game.games.each_ref().map(presses);
    assert_eq!(first.len(), PRESSES);
    // What was pressed before the new puzzle was seen: one at such a pace, or two.
    let strays = second.len().saturating_sub(gestures);
    assert!(strays <= 2, "{strays} clicks for the puzzle before");
}

#[test]
fn a_puzzle_that_comes_right_after_it_was_asked_for_is_no_sign_that_the_last_is_solved() {
    let profile = Profile::load(None, "practice-dungeons").expect("built in");
    let undisturbed = Replaced::new([1, 2], usize::MAX);
    let endings = play_by(&undisturbed, &profile, 2);
    assert!(
        matches!(endings[..], [(Ending::Solved, _), (Ending::Solved, _)]),
        "{endings:?}"
    );

    // As if the request for the second puzzle had been made twice, and answered again with its last wall.
    let last = presses(&undisturbed.games[0]).len();
    let endings = play_by(&Replaced::new([1, 2], last), &profile, 2);
    assert!(
        matches!(
            endings[..],
            [(Ending::Solved, _), (Ending::Overtaken(_), _)]
        ),
        "{endings:?}"
    );
}
