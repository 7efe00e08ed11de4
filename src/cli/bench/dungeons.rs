//! The figures of Dungeons & Diagrams.

use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::base::{Limits, Outcome};
use crate::games::dungeons::generate::{Order, from_seed, generate};
use crate::games::dungeons::logic::{Difficulty, Rule, Walkthrough};
use crate::games::dungeons::plain::Reference;
use crate::games::dungeons::{Cell, Dungeons, Puzzle, solve, text};
use anyhow::Context as _;

use super::super::{Status, lines};
use super::table::{Spread, Table, time};

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

pub fn run(data: Option<&Path>) -> anyhow::Result<Status> {
    let made: Vec<Puzzle> = (0..PUZZLES).map(|seed| from_seed(seed).puzzle).collect();
    let recorded = data.map(|data| read(data, "puzzles_5k.txt")).transpose()?;
    let curated = data.map(|data| read(data, "curated.txt")).transpose();
    let puzzles = recorded.as_ref().unwrap_or(&made);
    let mut table = Table::default();
    let of = if recorded.is_some() {
        "recorded"
    } else {
        "made"
    };
    table.row(
        &format!("{} 8x8 puzzles, {of}", puzzles.len()),
        "here",
        "reference",
    );
    speed(puzzles, &mut table);
    bulk(puzzles, &mut table)?;
    large(&mut table)?;
    making(&mut table);
    for (name, puzzles) in [("curated", curated?.as_ref()), (of, Some(puzzles))] {
        if let Some(puzzles) = puzzles {
            grades(name, puzzles, &mut table);
        }
    }
    histograms(&made, recorded.as_deref(), &mut table);
    table.print();
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
        let start = Instant::now();
        items.iter().for_each(&mut work);
        whole = whole.min(start.elapsed());
        for (item, best) in items.iter().zip(&mut best) {
            let start = Instant::now();
            work(item);
            *best = start.elapsed().min(*best);
        }
    }
    (Spread::new(best), whole)
}

/// The solver and the reference method, turn by turn, on the same puzzles.
fn speed(puzzles: &[Puzzle], table: &mut Table) {
    let reference = Reference::new(8);
    let limits = Limits::default();
    let (mut nodes, mut reference_nodes) = (0, 0);
    let (spread, whole) = best_of(puzzles, |puzzle| {
        nodes += black_box(solve::report(puzzle, &limits)).nodes;
    });
    let (reference_spread, reference_whole) = best_of(puzzles, |puzzle| {
        reference_nodes += black_box(reference.solve(puzzle)).nodes;
    });
    let count = puzzles.len() as u32;
    let (mean, reference_mean) = (whole / count, reference_whole / count);
    table.row("  mean, proof included", time(mean), time(reference_mean));
    let factor = reference_whole.as_secs_f64() / whole.as_secs_f64();
    table.row("  times as fast", format!("{factor:.1}"), "1.0");
    for (name, share) in [("  99 %", 0.99), ("  worst", 1.0)] {
        table.row(
            name,
            time(spread.at(share)),
            time(reference_spread.at(share)),
        );
    }
    let per_puzzle =
        |nodes: u64| format!("{:.1}", nodes as f64 / (2 * RUNS * puzzles.len()) as f64);
    table.row("  nodes", per_puzzle(nodes), per_puzzle(reference_nodes));
}

/// A big file of lines, on all cores, parsing and writing included.
fn bulk(puzzles: &[Puzzle], table: &mut Table) -> anyhow::Result<()> {
    let file: String = puzzles
        .iter()
        .map(|puzzle| puzzle.one_line() + "\n")
        .collect();
    let file = file.repeat(REPEATS);
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let start = Instant::now();
        let mut out = Vec::with_capacity(2 * file.len());
        lines::solve(
            &Dungeons,
            file.as_bytes(),
            None,
            &Limits::default(),
            &mut out,
        )?;
        best = best.min(start.elapsed());
    }
    let rate = (puzzles.len() * REPEATS) as f64 / best.as_secs_f64();
    let cores = rayon::current_num_threads();
    table.row(
        &format!("  lines a second, {cores} threads"),
        format!("{rate:.0}"),
        "",
    );
    Ok(())
}

fn large(table: &mut Table) -> anyhow::Result<()> {
    let start = Instant::now();
    let puzzles: Result<Vec<_>, _> = (0..LARGE_PUZZLES)
        .map(|seed| generate(&LARGE, seed))
        .collect();
    let rate = f64::from(LARGE_PUZZLES) / start.elapsed().as_secs_f64();
    let puzzles = puzzles?;
    let (spread, _) = best_of(&puzzles, |made| {
        let outcome = black_box(solve::solve(&made.puzzle, &Limits::default()));
        assert!(
            matches!(outcome, Outcome::Unique(_)),
            "made puzzles have one solution"
        );
    });
    table.row("16x16 puzzles, made", "", "");
    table.row("  made a second, one thread", format!("{rate:.0}"), "");
    for (name, share) in [
        ("  solved, median", 0.5),
        ("  99 %", 0.99),
        ("  worst", 1.0),
    ] {
        table.row(name, time(spread.at(share)), "");
    }
    Ok(())
}

fn making(table: &mut Table) {
    let seeds: Vec<u32> = (0..PUZZLES).collect();
    let (_, whole) = best_of(&seeds, |&seed| {
        black_box(from_seed(seed));
    });
    let rate = f64::from(PUZZLES) / whole.as_secs_f64();
    table.row(
        "8x8 puzzles made a second, one thread",
        format!("{rate:.0}"),
        "",
    );
}

/// What it takes to solve them as a person does.
fn grades(name: &str, puzzles: &[Puzzle], table: &mut Table) {
    let limits = Limits::default();
    let steps = puzzles
        .iter()
        .filter_map(|puzzle| Walkthrough::new(puzzle, &limits));
    let steps: Vec<Walkthrough> = steps.collect();
    let share = |is: &dyn Fn(&Walkthrough) -> bool| {
        let count = steps.iter().filter(|steps| is(steps)).count();
        format!("{:.1} %", 100.0 * count as f64 / steps.len() as f64)
    };
    table.row(
        &format!("solved step by step, {} {name}", steps.len()),
        "",
        "",
    );
    table.row(
        "  without a guess",
        share(&|steps| steps.count(Rule::Guess) == 0),
        "",
    );
    let direct = |steps: &Walkthrough| steps.difficulty() < Difficulty::Fiendish;
    table.row("  without a trial either", share(&direct), "");
    for difficulty in Difficulty::ALL {
        let share = share(&|steps| steps.difficulty() == difficulty);
        table.row(&format!("  {difficulty}"), share, "");
    }
}

/// How often each number of monsters and treasures occurs, here and in the recorded puzzles.
fn histograms(made: &[Puzzle], recorded: Option<&[Puzzle]>, table: &mut Table) {
    for (name, cell) in [("monsters", Cell::Monster), ("treasures", Cell::Treasure)] {
        let mut counts: BTreeMap<usize, [usize; 2]> = BTreeMap::new();
        for (column, puzzles) in [Some(made), recorded].into_iter().enumerate() {
            for puzzle in puzzles.unwrap_or_default() {
                let count = puzzle.cells.iter().filter(|&&c| c == cell).count();
                counts.entry(count).or_default()[column] += 1;
            }
        }
        table.row(
            &format!("8x8 puzzles with so many {name}"),
            "made",
            "recorded",
        );
        for (count, [made, recorded]) in counts {
            table.row(&format!("  {count}"), made, recorded);
        }
    }
}
