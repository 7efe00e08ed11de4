//! Playing in memory what was fitted: what gridhand says of it beside the game's own word.

use crate::bot::report::Ending;
use crate::bot::{self, Course, Rig, SessionEnd, Settings, Stop};
use crate::cli::play::taught::taught;
use crate::game::Game;
use crate::game::ability::Fitted;
use crate::practice::Options;
use crate::practice::memory::{self, MemoryGame};
use crate::profile::Way;

/// How the next puzzle is asked for in all practice games.
const NEXT: &str = "key:enter";

/// What came of playing.
#[derive(Default)]
pub struct Played {
    /// By the game's own log.
    pub solved: usize,
    /// As gridhand says.
    pub said: usize,
    /// What it says of the others.
    pub else_said: Vec<String>,
}

impl Played {
    /// Whether every puzzle was solved, and both say so.
    pub fn is_all(&self, count: usize) -> bool {
        [self.solved, self.said] == [count; 2]
    }
}

/// Plays so many puzzles of the practice game in memory, from the first on, and learns from them.
pub fn played<G: Game>(fitted: &Fitted, options: &Options, count: usize) -> Played {
    let mut played = Played::default();
    if count == 0 {
        return played;
    }
    let game = memory::start(G::practice(options), options).expect("a game in memory");
    if let Err(why) = played.play::<G>(&game, fitted.clone(), count) {
        played.else_said.push(why.to_string());
    }
    let events = game.events();
    played.solved = events.iter().filter(|event| event.name == "solved").count();
    played
}

impl Played {
    fn play<G: Game>(
        &mut self,
        game: &MemoryGame,
        mut fitted: Fitted,
        count: usize,
    ) -> anyhow::Result<()> {
        let settings = Settings {
            keep_going: true,
            ..Settings::default()
        };
        fitted.profile.next = NEXT.parse::<Way>().map_err(anyhow::Error::msg)?;
        let mut course = Course::Next(Some(count as _));
        loop {
            let mut more = None;
            let known = || Ok(fitted.pictures.clone());
            let ended = bot::play::<G>(
                rig(game),
                &fitted.profile,
                &settings,
                &Stop::default(),
                &mut course,
                |report| {
                    self.count(&report.ending);
                    more = taught(&fitted.profile, known, report)
                        .transpose()
                        .or(more.take());
                },
            )?;
            let Some(more) = more.transpose()?.filter(|_| ended == SessionEnd::Taught) else {
                return Ok(());
            };
            fitted.profile = more.profile;
            fitted.pictures.extend(more.pictures);
        }
    }

    fn count(&mut self, ending: &Ending) {
        match ending {
            Ending::Solved => self.said += 1,
            ending => self.else_said.push(ending.to_string()),
        }
    }
}

fn rig(game: &MemoryGame) -> Rig {
    Rig {
        screen: Box::new(game.clone()),
        hand: Box::new(game.clone()),
        guards: [Box::new(game.clone()), Box::new(game.clone())],
    }
}
