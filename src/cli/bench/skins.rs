//! `gridhand bench skins`: fitting to looks of practice games that nobody has looked at.

use std::ops::Range;
use std::time::Duration;

use clap::Args as ClapArgs;
use image::RgbaImage;
use rayon::prelude::*;

use super::table::{Figure, Spread, Table, time, timed};
use crate::cli::{Status, usage};
use crate::game::Game;
use crate::game::ability::{Fitted, Hints};
use crate::games::GameId;
use crate::games::dungeons::fit::fit;
use crate::games::dungeons::learn::Lesson;
use crate::games::dungeons::{Cell, Dungeons, Puzzle, generate};
use crate::practice::Options;
use crate::screen::Frame;
use crate::vision::{self, ReadScratch, View};
use crate::with_game;

mod played;
mod propose;
mod tiles;
mod truth;

use played::{Played, played};

/// Fit to skins of the practice game by one example each, then read further puzzles of each.
///
/// The example is the first puzzle that has a monster and a treasure. Further puzzles are counted as
/// read if they have only numbers that the example shows; between them come others, of which a number
/// was never seen, that must be refused.
///
/// Of other games than the dungeons the example is the one of the first 20 puzzles that shows the most different
/// things; it is not fitted either if its cells were found elsewhere than where the game has them. Further ones are read at
/// its size and at others; those with things that the example did not show may be refused.
#[derive(Debug, ClapArgs)]
pub struct Args {
    /// Which game
    #[arg(default_value = "dungeons")]
    game: GameId,
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
    /// Fit nothing: propose a grid without a text, and compare it with the true one
    #[arg(long, conflicts_with_all = ["puzzles", "telling", "play"])]
    propose: bool,
    /// Play so many puzzles of each in memory, too, and count those that the game says are solved
    #[arg(long, value_name = "N", default_value_t = 0)]
    play: usize,
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
    /// Puzzles that were refused rightly: they show what the example did not.
    unseen: usize,
    fitting: Duration,
    reading: Vec<Duration>,
    played: Played,
}

pub fn run(args: &Args, json: bool) -> anyhow::Result<Status> {
    if args.telling && args.game != GameId::Dungeons {
        return Err(usage("--telling is about numbers: only for dungeons").into());
    }
    if args.propose {
        return propose::run(args, json);
    }
    let mut table = Table::new("skins", json).with_steps(args.count as usize);
    let (mut good, mut unfitted, mut unseen) = (0, 0, 0);
    let (mut wrong, mut fitting, mut reading) = (0, Vec::new(), Vec::new());
    let mut solved = 0;
    for skin in args.first..args.first.saturating_add(args.count) {
        let outcome = match args.game {
            GameId::Dungeons => trial(skin, args),
            game => with_game!(game, G => tiles::trial::<G>(skin, args)),
        };
        let is_read = outcome.read == args.puzzles && outcome.wrong == 0;
        let is_good = is_read && outcome.played.is_all(args.play);
        good += u32::from(is_good);
        unfitted += u32::from(outcome.failure.is_some());
        unseen += outcome.unseen;
        wrong += outcome.wrong;
        solved += outcome.played.solved;
        // People want to see what is amiss.
        if json || !is_good {
            table.row(outcome.row(skin));
        }
        table.step();
        fitting.push(outcome.fitting);
        reading.extend(outcome.reading);
    }
    let (fitting, reading) = (Spread::new(fitting), Spread::new(reading));
    table.say(format_args!(
        "{good} of {} skins fitted by one example and {} puzzles each read; {unfitted} not fitted; \
         {wrong} puzzles read wrong; {unseen} with unseen things refused; {solved} solved in play; \
         fitting {} (worst {}), reading {} in the median",
        args.count,
        args.puzzles,
        time(fitting.median()),
        time(fitting.at(1.0)),
        time(reading.median()),
    ));
    Ok(Status::Done)
}

/// The first seed for a skin: each shows other puzzles.
fn first(skin: u32) -> u32 {
    skin % 10_000 * 5_000
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
            timed(|| read(fitted, &frame, *seed))
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

    fn row(&self, skin: u32) -> [Figure; 11] {
        let said = self.refused.iter().chain(&self.played.else_said).next();
        let why = self.failure.as_deref().and_then(|why| why.lines().next());
        let reading = Spread::new(self.reading.iter().copied()).median();
        [
            ("skin", skin.into()),
            ("read", self.read.into()),
            ("wrong", self.wrong.into()),
            ("refused", self.refused.len().into()),
            ("unseen refused", self.unseen.into()),
            ("solved", self.played.solved.into()),
            ("said solved", self.played.said.into()),
            ("fitting", self.fitting.into()),
            ("reading", reading.into()),
            ("why", said.map(String::as_str).into()),
            ("failure", why.into()),
        ]
    }
}

fn trial(skin: u32, args: &Args) -> Outcome {
    let mut outcome = Outcome::default();
    let begin = first(skin);
    let example = example(begin, args.telling);
    let lesson = Lesson {
        name: format!("skin {skin}"),
        picture: picture(skin, example),
        puzzle: bare(example),
    };
    let (fitted, fitting) = timed(|| fit("skin", "none", &[lesson], &Hints::default()));
    outcome.fitting = fitting;
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
    outcome.played = played::<Dungeons>(&fitted, &options(skin, example), args.play);
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
    Dungeons::practice(&options(skin, seed)).picture()
}

fn options(skin: u32, seed: u32) -> Options {
    Options {
        seed,
        skin,
        ..Options::default()
    }
}
