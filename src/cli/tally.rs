//! A line per puzzle, and how it went in all.

use std::time::Duration;

use super::{Status, progress};
use crate::bot::record::Record;
use crate::bot::{Ending, Evidence, PuzzleReport};
use crate::game::Game;

/// Prints a line per puzzle and counts.
pub struct Tally {
    json: bool,
    record: Option<Record>,
    pub played: usize,
    pub solved: usize,
    /// Played to the end in a game that shows no sign of it.
    unsigned: usize,
    pub status: Status,
}

impl Tally {
    pub fn new(json: bool, record: Option<Record>) -> Self {
        Self {
            json,
            record,
            played: 0,
            solved: 0,
            unsigned: 0,
            status: Status::Done,
        }
    }

    pub fn tell<G: Game>(&mut self, report: &PuzzleReport<G>) {
        self.played += 1;
        self.solved += usize::from(report.ending == Ending::Solved);
        self.unsigned += usize::from(matches!(
            report.ending,
            Ending::Unsigned(_) | Ending::Overtaken(_)
        ));
        self.status = self.status.max(status(&report.ending));
        let line = match self.json {
            true => report.json().to_string(),
            false => line(self.played, report),
        };
        progress::aside(|| println!("{line}"));
        progress::count(self.solved, self.played);
        match &self.record {
            Some(record) if matches!(report.ending, Ending::Solved | Ending::Unsigned(None)) => {
                record.forget();
            }
            Some(record) => match record.keep(report) {
                Ok(folder) => progress::say(&format!("kept in {}", folder.display())),
                Err(error) => progress::say(&format!(
                    "gridhand: the failure was not recorded: {error:#}"
                )),
            },
            None => {}
        }
    }

    pub fn summary(&self) {
        progress::done();
        match self.unsigned {
            0 => eprintln!("{} of {} solved", self.solved, self.played),
            unsigned => eprintln!(
                "{} of {} solved, {unsigned} played and not confirmed by the game",
                self.solved, self.played
            ),
        }
    }
}

fn line<G: Game>(number: usize, report: &PuzzleReport<G>) -> String {
    let times = &report.times;
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    format!(
        "{number:>5}  {}{}{}  {} clicks, {} repairs  {:.0} ms (capture {:.1}, read {:.2}, solve {:.3}, act {:.0})",
        report
            .seed
            .map_or(String::new(), |seed| format!("seed {seed:08} ")),
        report.said(),
        match report.evidence {
            Some(Evidence::Left) => ": left after the last move",
            Some(Evidence::Next) => ": the next puzzle came",
            _ => "",
        },
        report.gestures,
        report.repairs,
        ms(times.total),
        ms(times.capture),
        ms(times.read),
        ms(times.solve),
        ms(times.act),
    )
}

/// The exit status for how a puzzle ended.
pub fn status(ending: &Ending) -> Status {
    match ending {
        // In a game that never says so there is nothing to be waited for.
        Ending::Solved | Ending::Played | Ending::Unsigned(None) => Status::Done,
        Ending::Impossible | Ending::Several(_) => Status::NotUnique,
        Ending::Unknown(_) => Status::Limit,
        Ending::Unreadable(_) => Status::Unreadable,
        Ending::Unconfirmed(_)
        | Ending::Overtaken(_)
        | Ending::Unsigned(Some(_))
        | Ending::GivenUp(_)
        | Ending::Replaced
        | Ending::Refused(_) => Status::Failed,
    }
}
