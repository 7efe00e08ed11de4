//! Playing in memory what was fitted: what gridhand says of it beside the game's own word.

use crate::bot::report::Ending;
use crate::bot::{self, Course, SessionEnd, Settings, Stage, Stop};
use crate::cli::play::taught::taught;
use crate::game::Game;
use crate::game::ability::Fitted;
use crate::practice::Options;
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
    if let Err(why) = played.play::<G>(fitted.clone(), options, count) {
        played.else_said.push(why.to_string());
    }
    played
}

impl Played {
    fn play<G: Game>(
        &mut self,
        mut fitted: Fitted,
        options: &Options,
        count: usize,
    ) -> anyhow::Result<()> {
        let mut stage = Stage::memory::<G>(options)?;
        let ended = self.on_stage::<G>(&mut stage, &mut fitted, count);
        let events = stage.events()?;
        self.solved = events.iter().filter(|event| event.name == "solved").count();
        ended
    }

    fn on_stage<G: Game>(
        &mut self,
        stage: &mut Stage,
        fitted: &mut Fitted,
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
                stage.rig()?,
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
