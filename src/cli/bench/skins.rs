//! `gridhand bench skins`: fitting to looks of the practice game that nobody has looked at.

use std::time::{Duration, Instant};

use clap::Args as ClapArgs;
use gridhand::games::Game;
use gridhand::games::dungeons::fit::{Fitted, Hints, fit};
use gridhand::games::dungeons::learn::Lesson;
use gridhand::games::dungeons::{Cell, Dungeons, Puzzle, generate};
use gridhand::practice::Options;
use gridhand::screen::Frame;
use gridhand::vision::{self, View};
use image::RgbaImage;
use serde_json::json;

use super::table::{Spread, time};
use crate::cli::Status;

/// Fit to skins of the practice game by one example each, then read further puzzles of each. The
/// example is the one of 300 puzzles that shows the most different numbers; the further puzzles are
/// the next ones that have no others.
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
    /// A line of JSON per skin
    #[arg(long)]
    json: bool,
}

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
    fitting: Duration,
    reading: Vec<Duration>,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let mut good = 0;
    let (mut wrong, mut fitting, mut reading) = (0, Vec::new(), Vec::new());
    for skin in args.first..args.first.saturating_add(args.count) {
        let outcome = trial(skin, args.puzzles);
        let is_good = outcome.failure.is_none() && outcome.read == args.puzzles;
        good += u32::from(is_good);
        wrong += outcome.wrong;
        if args.json {
            println!("{}", outcome.json(skin));
        } else if !is_good {
            println!("skin {skin}: {}", outcome.text());
        }
        fitting.push(outcome.fitting);
        reading.extend(outcome.reading);
    }
    let (fitting, reading) = (Spread::new(fitting), Spread::new(reading));
    let line = format!(
        "{good} of {} skins fitted by one example and {} puzzles each read; {wrong} read wrong; \
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

impl Outcome {
    fn json(&self, skin: u32) -> serde_json::Value {
        json!({
            "skin": skin,
            "failure": self.failure,
            "read": self.read,
            "wrong": self.wrong,
            "refused": self.refused,
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

fn trial(skin: u32, puzzles: usize) -> Outcome {
    let mut outcome = Outcome::default();
    let (example, others) = rooms(skin, puzzles);
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
    for seed in others {
        let frame = Frame::still(picture(skin, seed));
        let begun = Instant::now();
        let read = read(&fitted, &frame);
        outcome.reading.push(begun.elapsed());
        match read {
            Ok(puzzle) if puzzle == bare(seed) => outcome.read += 1,
            Ok(_) => outcome.wrong += 1,
            Err(why) => outcome.refused.push(why.to_string()),
        }
    }
    outcome
}

fn read(fitted: &Fitted, frame: &Frame) -> Result<Puzzle, vision::ReadError> {
    let place = vision::locate(frame, &fitted.profile, None)?;
    let view = View { frame, place };
    Dungeons::read(&view, &fitted.profile, None).map(|reading| reading.puzzle)
}

/// The seed of the example, and those of the further puzzles.
fn rooms(skin: u32, puzzles: usize) -> (u32, Vec<u32>) {
    let begin = skin % 10_000 * 5_000;
    let shows_all = |seed: &u32| {
        let cells = bare(*seed).cells;
        cells.contains(&Cell::Monster) && cells.contains(&Cell::Treasure)
    };
    let many = |seed: &u32| numbers(*seed).count_ones();
    let example = (begin..begin + 300)
        .filter(shows_all)
        .max_by_key(many)
        .unwrap_or(begin);
    let known = numbers(example);
    let others = (begin + 300..).filter(|seed| numbers(*seed) & !known == 0);
    (example, others.take(puzzles).collect())
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
    let [width, height] = game.size();
    let mut picture = RgbaImage::new(width, height);
    game.draw(&mut picture);
    picture
}
