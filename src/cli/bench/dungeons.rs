//! `gridhand bench dungeons`: the solver beside its reference, and the generator.

use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args as ClapArgs;

use super::super::{Status, lines};
use super::table::{Spread, Table, Value, timed};
use crate::base::{Limits, Outcome};
use crate::games::dungeons::generate::{Order, from_seed, generate};
use crate::games::dungeons::logic::{Difficulty, Rule, Walkthrough};
use crate::games::dungeons::plain::Reference;
use crate::games::dungeons::{Cell, Dungeons, Puzzle, solve, text};

/// The dungeon solver beside its reference, and the generator. Times are the best of several runs of
/// one thread, on whatever else the machine is doing
#[derive(ClapArgs, Debug)]
pub struct Args {
    #[command(flatten)]
    data: super::Data,
}

/// How often each time is taken; the best counts.
const RUNS: usize = 7;

/// Puzzles made where none are recorded, and for the histograms.
const PUZZLES: u32 = 5000;

const LARGE: Order = Order {
    width: 16,
    height: 16,
    difficulty: None,
};
const LARGE_PUZZLES: u32 = 100;

/// How often the puzzles are repeated to make a big file.
const REPEATS: usize = 100;

/// The table, and the puzzles that the rows to come are about.
struct Figures {
    table: Table,
    of: String,
}

impl Figures {
    fn row(&mut self, figure: &str, here: impl Into<Value>, reference: impl Into<Value>) {
        let (here, reference) = (here.into(), reference.into());
        let ratio = match (&here, &reference) {
            (Value::Time(here), Value::Time(reference)) => Value::ratio(*reference, *here),
            _ => Value::None,
        };
        self.table.row([
            ("figure", figure.into()),
            ("of puzzles", self.of.as_str().into()),
            ("here", here),
            ("reference", reference),
            ("ratio", ratio),
        ]);
    }
}

pub fn run(args: &Args, json: bool) -> anyhow::Result<Status> {
    let data = args.data.folder();
    let made: Vec<Puzzle> = (0..PUZZLES).map(|seed| from_seed(seed).puzzle).collect();
    let of_file = |name| data.as_deref().map(|data| read(data, name)).transpose();
    let (recorded, curated) = (of_file("puzzles_5k.txt")?, of_file("curated.txt")?);
    let puzzles = recorded.as_ref().unwrap_or(&made);
    let kind = if recorded.is_some() {
        "recorded"
    } else {
        "made"
    };
    let mut figures = Figures {
        table: Table::new("dungeons", json),
        of: format!("{} 8x8, {kind}", puzzles.len()),
    };
    speed(puzzles, &mut figures);
    bulk(puzzles, &mut figures)?;
    large(&mut figures)?;
    making(&mut figures);
    for (kind, puzzles) in [("curated", curated.as_ref()), (kind, Some(puzzles))] {
        if let Some(puzzles) = puzzles {
            grades(kind, puzzles, &mut figures);
        }
    }
    histograms(&made, recorded.as_deref(), &mut figures);
    Ok(Status::Done)
}

fn read(data: &Path, name: &str) -> anyhow::Result<Vec<Puzzle>> {
    let path = data.join("dungeons").join(name);
    let file =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let puzzles = text::split(&file)
        .into_iter()
        .map(|(_, text)| Puzzle::parse(text));
    Ok(puzzles.collect::<Result<_, _>>()?)
}

/// The best time of each item, over all runs, and of a whole run.
fn best_of<T>(items: &[T], mut work: impl FnMut(&T)) -> (Spread, Duration) {
    let mut best = vec![Duration::MAX; items.len()];
    let mut whole = Duration::MAX;
    for _ in 0..RUNS {
        whole = whole.min(timed(|| items.iter().for_each(&mut work)).1);
        for (item, best) in items.iter().zip(&mut best) {
            *best = timed(|| work(item)).1.min(*best);
        }
    }
    (Spread::new(best), whole)
}

/// The solver and the reference method, turn by turn, on the same puzzles.
fn speed(puzzles: &[Puzzle], figures: &mut Figures) {
    let reference = Reference::new(8);
    let limits = Limits::default();
    let (mut nodes, mut reference_nodes) = (0, 0);
    let (own, whole) = best_of(puzzles, |puzzle| {
        nodes += black_box(solve::report(puzzle, &limits)).nodes;
    });
    let (plain, reference_whole) = best_of(puzzles, |puzzle| {
        reference_nodes += black_box(reference.solve(puzzle)).nodes;
    });
    let mean = |whole: Duration| whole / puzzles.len() as u32;
    figures.row("mean, proof included", mean(whole), mean(reference_whole));
    for ((name, own), (_, plain)) in own.figures().into_iter().zip(plain.figures()) {
        figures.row(name, own, plain);
    }
    let per_puzzle =
        |nodes: u64| Value::Number(nodes as f64 / (2 * RUNS * puzzles.len()) as f64, 1);
    figures.row("nodes", per_puzzle(nodes), per_puzzle(reference_nodes));
}

/// A big file of lines, on all cores, parsing and writing included.
fn bulk(puzzles: &[Puzzle], figures: &mut Figures) -> anyhow::Result<()> {
    let lines = puzzles.iter().map(|puzzle| puzzle.one_line() + "\n");
    let file = lines.collect::<String>().repeat(REPEATS);
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let mut out = Vec::with_capacity(2 * file.len());
        let limits = Limits::default();
        let solve = || lines::solve(&Dungeons, file.as_bytes(), None, &limits, &mut out);
        let (solved, time) = timed(solve);
        solved?;
        best = best.min(time);
    }
    let rate = Value::per_second((puzzles.len() * REPEATS) as u64, best);
    let cores = rayon::current_num_threads();
    let figure = format!("lines a second, {cores} threads");
    figures.row(&figure, rate, Value::None);
    Ok(())
}

fn large(figures: &mut Figures) -> anyhow::Result<()> {
    let made = || (0..LARGE_PUZZLES).map(|seed| generate(&LARGE, seed));
    let (puzzles, time) = timed(|| made().collect::<Result<Vec<_>, _>>());
    let (spread, _) = best_of(&puzzles?, |made| {
        let outcome = black_box(solve::solve(&made.puzzle, &Limits::default()));
        assert!(
            matches!(outcome, Outcome::Unique(_)),
            "made puzzles have one solution"
        );
    });
    figures.of = format!("{LARGE_PUZZLES} 16x16, made");
    let rate = Value::per_second(LARGE_PUZZLES.into(), time);
    figures.row("made a second, one thread", rate, Value::None);
    for (name, time) in spread.figures() {
        figures.row(&format!("solved, {name}"), time, Value::None);
    }
    Ok(())
}

fn making(figures: &mut Figures) {
    let seeds: Vec<u32> = (0..PUZZLES).collect();
    let (_, whole) = best_of(&seeds, |&seed| {
        black_box(from_seed(seed));
    });
    figures.of = format!("{PUZZLES} 8x8, made");
    let rate = Value::per_second(PUZZLES.into(), whole);
    figures.row("made a second, one thread", rate, Value::None);
}

/// What it takes to solve them as a person does.
fn grades(kind: &str, puzzles: &[Puzzle], figures: &mut Figures) {
    let limits = Limits::default();
    let steps = puzzles
        .iter()
        .filter_map(|puzzle| Walkthrough::new(puzzle, &limits));
    let steps: Vec<Walkthrough> = steps.collect();
    figures.of = format!("{} 8x8, {kind}", steps.len());
    let mut share = |figure: &str, is: &dyn Fn(&Walkthrough) -> bool| {
        let count = steps.iter().filter(|steps| is(steps)).count();
        let share = Value::Share(count as f64 / steps.len() as f64);
        figures.row(figure, share, Value::None);
    };
    share("without a guess", &|steps| steps.count(Rule::Guess) == 0);
    let direct = |steps: &Walkthrough| steps.difficulty() < Difficulty::Fiendish;
    share("without a trial either", &direct);
    for difficulty in Difficulty::ALL {
        share(&difficulty.to_string(), &|steps| {
            steps.difficulty() == difficulty
        });
    }
}

/// How often each number of monsters and treasures occurs, here and in the recorded puzzles.
fn histograms(made: &[Puzzle], recorded: Option<&[Puzzle]>, figures: &mut Figures) {
    figures.of = "8x8, made | recorded".into();
    for (name, cell) in [("monsters", Cell::Monster), ("treasures", Cell::Treasure)] {
        let mut counts: BTreeMap<usize, [u64; 2]> = BTreeMap::new();
        for (column, puzzles) in [Some(made), recorded].into_iter().enumerate() {
            for puzzle in puzzles.unwrap_or_default() {
                let count = puzzle.cells.iter().filter(|&&c| c == cell).count();
                counts.entry(count).or_default()[column] += 1;
            }
        }
        for (count, [made, recorded]) in counts {
            figures.row(&format!("with {count} {name}"), made, recorded);
        }
    }
}
