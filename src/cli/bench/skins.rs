//! `gridhand bench skins`: fitting to looks of the practice game that nobody has looked at.

use std::ops::Range;
use std::time::{Duration, Instant};

use crate::game::Game;
use crate::game::ability::{Fitted, Hints};
use crate::games::dungeons::fit::fit;
use crate::games::dungeons::learn::Lesson;
use crate::games::dungeons::{Cell, Dungeons, Puzzle, generate};
use crate::practice::Options;
use crate::screen::Frame;
use crate::vision::{self, ReadScratch, View};
use clap::Args as ClapArgs;
use image::RgbaImage;
use rayon::prelude::*;
use serde_json::json;

use super::table::{Spread, time};
use crate::cli::{Status, corpus};

/// Fit to skins of the practice game by one example each, then read further puzzles of each.
///
/// The example is the first puzzle that has a monster and a treasure. Further puzzles are counted as
/// read if they have only numbers that the example shows; between them come others, of which a number
/// was never seen, that must be refused.
#[derive(Debug, ClapArgs)]
pub struct Args {
    /// The first skin
    #[arg(long, value_name = "N", default_value_t = 1001)]
    first: u32,
    /// How many skins
    #[arg(long, value_name = "N", default_value_t = 200)]
    count: u32,
    /// How many further puzzles of each
    #[arg(long, value_name = "N", default_value_t = 20)]
    puzzles: usize,
    /// Take the one of 300 puzzles as example that shows the most different numbers
    #[arg(long)]
    telling: bool,
    /// A line of JSON per skin
    #[arg(long)]
    json: bool,
}

/// The example is one of so many puzzles; the further ones come after them.
const CHOICE: u32 = 300;

/// Where the further puzzles end: a simple example has few numbers, and few puzzles have no others.
const FURTHER: u32 = 400_000;

/// So many puzzles are made at once to find those with known numbers.
const BATCH: u32 = 512;

/// What came of one skin.
#[derive(Default)]
struct Outcome {
    /// Why it could not be fitted.
    failure: Option<String>,
    read: usize,
    /// Puzzles that were read as something else.
    wrong: usize,
    /// Why others were refused.
    refused: Vec<String>,
    /// Puzzles that were refused rightly: they have numbers that the example did not show.
    unseen: usize,
    fitting: Duration,
    reading: Vec<Duration>,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let (mut good, mut unfitted, mut unseen) = (0, 0, 0);
    let (mut wrong, mut fitting, mut reading) = (0, Vec::new(), Vec::new());
    let bar = corpus::progress(Some(args.count.into()));
    for skin in args.first..args.first.saturating_add(args.count) {
        let outcome = trial(skin, args);
        let is_good = outcome.read == args.puzzles && outcome.wrong == 0;
        good += u32::from(is_good);
        unfitted += u32::from(outcome.failure.is_some());
        unseen += outcome.unseen;
        wrong += outcome.wrong;
        bar.suspend(|| match args.json {
            true => println!("{}", outcome.json(skin)),
            false if is_good => {}
            false => println!("skin {skin}: {}", outcome.text()),
        });
        bar.inc(1);
        fitting.push(outcome.fitting);
        reading.extend(outcome.reading);
    }
    bar.finish_and_clear();
    let (fitting, reading) = (Spread::new(fitting), Spread::new(reading));
    let line = format!(
        "{good} of {} skins fitted by one example and {} puzzles each read; {unfitted} not fitted; \
         {wrong} puzzles read wrong; {unseen} with unseen numbers refused; \
         fitting {} (worst {}), reading {} in the median",
        args.count,
        args.puzzles,
        time(fitting.at(0.5)),
        time(fitting.at(1.0)),
        time(reading.at(0.5)),
    );
    match args.json {
        true => eprintln!("{line}"),
        false => println!("{line}"),
    }
    Ok(Status::Done)
}

/// What came of one puzzle.
enum Read {
    Right,
    Wrong,
    Refused(String),
}

impl Outcome {
    /// Reads puzzles with known numbers.
    fn read(&mut self, fitted: &Fitted, skin: u32, seeds: &[u32]) {
        let timed = |seed: &u32| {
            let frame = Frame::still(picture(skin, *seed));
            let begun = Instant::now();
            (read(fitted, &frame, *seed), begun.elapsed())
        };
        for (read, time) in seeds.par_iter().map(timed).collect::<Vec<_>>() {
            self.reading.push(time);
            match read {
                Read::Right => self.read += 1,
                Read::Wrong => self.wrong += 1,
                Read::Refused(why) => self.refused.push(why),
            }
        }
    }

    /// Reads puzzles of which a number was never seen.
    fn refuse(&mut self, fitted: &Fitted, skin: u32, seeds: &[u32]) {
        let frame = |seed: &u32| Frame::still(picture(skin, *seed));
        let read = seeds
            .par_iter()
            .map(|seed| read(fitted, &frame(seed), *seed));
        for read in read.collect::<Vec<_>>() {
            match read {
                Read::Right => {}
                Read::Wrong => self.wrong += 1,
                Read::Refused(_) => self.unseen += 1,
            }
        }
    }

    fn json(&self, skin: u32) -> serde_json::Value {
        json!({
            "skin": skin,
            "failure": self.failure,
            "read": self.read,
            "wrong": self.wrong,
            "refused": self.refused,
            "unseen_refused": self.unseen,
            "fitting_ms": self.fitting.as_secs_f64() * 1e3,
        })
    }

    fn text(&self) -> String {
        match (&self.failure, self.refused.first()) {
            (Some(why), _) => why.lines().next().unwrap_or_default().into(),
            (_, refused) => format!(
                "{} read, {} wrong, {} refused{}",
                self.read,
                self.wrong,
                self.refused.len(),
                refused.map_or(String::new(), |why| format!(", such as: {why}"))
            ),
        }
    }
}

fn trial(skin: u32, args: &Args) -> Outcome {
    let mut outcome = Outcome::default();
    let begin = skin % 10_000 * 5_000;
    let example = example(begin, args.telling);
    let lesson = Lesson {
        name: format!("skin {skin}"),
        picture: picture(skin, example),
        puzzle: bare(example),
    };
    let begun = Instant::now();
    let fitted = fit("skin", "none", &[lesson], &Hints::default());
    outcome.fitting = begun.elapsed();
    let fitted = match fitted {
        Ok(fitted) => fitted,
        Err(why) => {
            outcome.failure = Some(why);
            return outcome;
        }
    };
    let known = numbers(example);
    let further = begin + CHOICE..begin + FURTHER;
    let [readable, unseen] = choose(further, args.puzzles, known);
    outcome.read(&fitted, skin, &readable);
    outcome.refuse(&fitted, skin, &unseen);
    outcome
}

/// The first so many puzzles that have known numbers only, and the first that have others.
fn choose(seeds: Range<u32>, most: usize, known: u16) -> [Vec<u32>; 2] {
    let mut chosen = [Vec::new(), Vec::new()];
    for begin in seeds.clone().step_by(BATCH as usize) {
        let batch = begin..(begin + BATCH).min(seeds.end);
        let numbers: Vec<(u32, u16)> = batch
            .into_par_iter()
            .map(|seed| (seed, numbers(seed)))
            .collect();
        for (seed, numbers) in numbers {
            let list = &mut chosen[usize::from(numbers & !known != 0)];
            if list.len() < most {
                list.push(seed);
            }
        }
        if chosen.iter().all(|list| list.len() == most) {
            break;
        }
    }
    chosen
}

fn read(fitted: &Fitted, frame: &Frame, seed: u32) -> Read {
    match puzzle(fitted, frame) {
        Ok(puzzle) if puzzle == bare(seed) => Read::Right,
        Ok(_) => Read::Wrong,
        Err(why) => Read::Refused(why.to_string()),
    }
}

fn puzzle(fitted: &Fitted, frame: &Frame) -> Result<Puzzle, vision::ReadError> {
    let place = fitted.profile.locate(frame, None)?;
    let view = View { frame, place };
    Dungeons::read(&view, &fitted.profile, None, &mut ReadScratch::default())
        .map(|reading| reading.puzzle)
}

/// The seed of the example.
fn example(begin: u32, telling: bool) -> u32 {
    let shows_all = |seed: &u32| {
        let cells = bare(*seed).cells;
        cells.contains(&Cell::Monster) && cells.contains(&Cell::Treasure)
    };
    let mut seeds = (begin..begin + CHOICE).filter(shows_all);
    let chosen = match telling {
        true => seeds.max_by_key(|seed| numbers(*seed).count_ones()),
        false => seeds.next(),
    };
    chosen.unwrap_or(begin)
}

/// The numbers that a puzzle shows, a bit each.
fn numbers(seed: u32) -> u16 {
    let puzzle = bare(seed);
    let all = puzzle.columns.iter().chain(&puzzle.rows);
    all.fold(0, |bits, number| bits | 1 << number)
}

/// A puzzle without its seed, which skins do not show.
fn bare(seed: u32) -> Puzzle {
    Puzzle {
        seed: None,
        ..generate::from_seed(seed).puzzle
    }
}

fn picture(skin: u32, seed: u32) -> RgbaImage {
    let game = Dungeons::practice(&Options {
        skin,
        seed,
        ..Options::default()
    });
    game.picture()
}
