//! The loop: capture, read, solve, act, check. One loop plays all games; three threads carry it
//! (capturing, reading and solving, acting).

use std::time::Duration;

use crate::base::Limits;
use crate::game::{Game, Goal};
use crate::hand::{DesktopHand, Hand};
use crate::profile::Profile;
use crate::screen::{self, Guard, Screen, ScreenError, WindowScreen};

mod aim;
pub mod answer_time;
pub mod beat;
pub mod capture_thread;
mod compare;
pub mod course;
mod dialog;
mod drag_pace;
pub mod dry;
pub mod effect_counter;
pub mod harvest;
mod input_probe;
pub mod input_thread;
pub mod input_timing;
pub mod log_buffer;
pub mod look;
pub mod onlooker;
pub mod plain;
pub mod plan;
pub mod play;
pub mod probe;
pub mod record;
pub mod replay;
pub mod report;
pub mod session;
pub mod stage;
pub mod steady_time;
pub mod stillness;
pub mod stop;
pub mod survey;
pub mod watch;

pub use course::Course;
pub use onlooker::{Activity, Onlooker};
pub use play::Player;
pub use report::{Ending, Evidence, PuzzleReport};
pub use session::Session;
pub use stage::Stage;
pub use stop::{Stop, StoppedBy};
pub use watch::{About, Watch};

/// What the bot needs to reach a game: a way to see it, a way to act, and a way to know that acting
/// is safe. The loop looks through one guard, the hand through the other.
pub struct Rig {
    pub screen: Box<dyn Screen>,
    pub hand: Box<dyn Hand>,
    pub guards: [Box<dyn Guard>; 2],
}

impl Rig {
    /// A window of the desktop, the mouse and the keyboard, each by the quick way of the platform
    /// where there is one.
    pub fn of_window(window: WindowScreen) -> anyhow::Result<Self> {
        let id = window.id;
        Ok(Self {
            screen: screen::screen(window),
            hand: Box::new(DesktopHand::new()?),
            guards: [screen::guard(id), screen::guard(id)],
        })
    }
}

/// How a session is played.
#[derive(Clone, Debug)]
pub struct Settings {
    pub limits: Limits,
    /// What the solver is asked for.
    pub goal: Goal,
    /// How long an unreadable board is looked at again before it counts as unreadable. Time in which
    /// the window is covered or minimised does not count.
    pub patience: Duration,
    /// How long the window may be covered, minimised or moving before that ends the session.
    pub pause: Duration,
    /// After a puzzle that cannot be played, go on to the next one instead of ending.
    pub keep_going: bool,
    /// The window may be closed and opened again: then it tells nothing that it was closed with the last move.
    pub reopens: bool,
    /// Who is told what is being done.
    pub onlooker: Onlooker,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            limits: Limits {
                time: Some(Duration::from_secs(60)),
                ..Limits::default()
            },
            goal: Goal::Soon,
            patience: Duration::from_secs(4),
            pause: look::PAUSE,
            keep_going: false,
            reopens: false,
            onlooker: Onlooker::default(),
        }
    }
}

/// Why a session ended before its count was full.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum Halt {
    #[error("{0}")]
    Stopped(StoppedBy),
    #[error(transparent)]
    Screen(#[from] ScreenError),
    #[error("the hand failed: {0}")]
    Hand(String),
    /// The game does not do what it is asked for.
    #[error("{0}")]
    Game(String),
    #[error("paused for longer than {0:?}: {1}")]
    Paused(Duration, ScreenError),
    #[error(
        "a dialog of the game's own was not answered for {0:?}: {1}; let `next` in the profile begin with the key that \
         answers it, such as \"key:enter\""
    )]
    Asked(Duration, ScreenError),
}

/// How a session ended that nothing halted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionEnd {
    /// All puzzles were played that were to be, or that there are.
    Over,
    /// The last puzzle taught something about the game: to be played on with it.
    Taught,
}

/// Plays the puzzles of a course, which goes along with it, telling of each as it ends.
pub fn play<G: Game>(
    rig: Rig,
    profile: &Profile,
    settings: &Settings,
    stop: &Stop,
    course: &mut Course,
    mut tell: impl FnMut(&PuzzleReport<G>),
) -> Result<SessionEnd, Halt> {
    let mut player = Player::<G>::new(rig, profile, settings, stop);
    let ended = session(&mut player, settings, course, &mut tell);
    if let Err(Halt::Hand(why) | Halt::Game(why)) = &ended {
        tell(&player.failure(why));
    }
    ended
}

fn session<G: Game>(
    player: &mut Player<G>,
    settings: &Settings,
    course: &mut Course,
    tell: &mut impl FnMut(&PuzzleReport<G>),
) -> Result<SessionEnd, Halt> {
    let mut last = None;
    let mut is_begun = false;
    while !course.is_over() {
        let level = course.level();
        if let Some(level) = level {
            player.enter(level, &last)?;
        }
        let report = player.play()?;
        let is_first = !std::mem::replace(&mut is_begun, true) && level.is_none();
        let is_unreadable = matches!(report.ending, Ending::Unreadable(_));
        if is_first && is_unreadable && player.clears_sign()? {
            continue;
        }
        // A board that was solved before we came is only in the way.
        let found_solved = report.ending == Ending::Solved && report.gestures == 0;
        if !found_solved {
            tell(&report);
        }
        if !found_solved || level.is_some() {
            course.advance();
        }
        let failed = !report.ending.is_end() && !settings.keep_going;
        if failed || course.is_over() {
            break;
        }
        if level.is_none() && !player.next(&report.left())? {
            break;
        }
        if report.teaches() {
            return Ok(SessionEnd::Taught);
        }
        last = report.left();
    }
    Ok(SessionEnd::Over)
}
