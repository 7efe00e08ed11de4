//! `gridhand corpus stats`: what is there, in numbers and pictures.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args as ClapArgs;
use serde_json::{Map, Value, json};

use super::{Counts, Which, date};
use crate::base::record::Verdict;
use crate::cli::Status;
use crate::corpus::{CorpusStats, Histogram, StoredPuzzle, page};
use crate::game::{Storable, feature_names, grade_names};
use crate::with_game;

/// Count what is there
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  gridhand corpus stats
  gridhand corpus stats --json | jq .results
  gridhand corpus stats --report corpus.html")]
pub struct Args {
    #[command(flatten)]
    which: Which,
    /// Also write a page with plots, and pictures of the hardest puzzles; it needs nothing else
    #[arg(long, value_name = "OUT.html")]
    report: Option<PathBuf>,
    /// So many of the hardest puzzles
    #[arg(long, value_name = "N", default_value_t = 12)]
    hardest: usize,
    #[command(flatten)]
    counts: Counts,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    with_game!(args.which.game, G => run_game::<G>(args))
}

fn run_game<G: Storable>(args: &Args) -> anyhow::Result<Status> {
    let corpus = args.which.open()?;
    let stats = corpus.stats::<G>(args.hardest)?;
    match args.counts.json {
        true => println!("{}", as_json::<G>(&stats)),
        false => print::<G>(&stats),
    }
    if let Some(report) = &args.report {
        let title = corpus.name();
        std::fs::write(report, page::<G>(&stats, &title))
            .with_context(|| format!("cannot write {}", report.display()))?;
        eprintln!("report in {}", report.display());
    }
    Ok(Status::Done)
}

fn print<G: Storable>(stats: &CorpusStats) {
    println!(
        "{} puzzles of {}, {} with a seed",
        stats.puzzles,
        G::NAME,
        stats.with_seed
    );
    println!(
        "{} under several seeds, {} conflicts\n",
        stats.twins, stats.conflicts
    );
    for verdict in Verdict::ALL {
        let count = stats.of(verdict);
        if count > 0 {
            println!(
                "{verdict:<12}{count:>10}  {:>6.2} %",
                percent(count, stats.puzzles)
            );
        }
    }
    if let Some(micros) = stats.mean_micros() {
        println!("\nsolving takes {micros:.2} µs on average");
    }
    for (name, histogram) in feature_names::<G>().iter().zip(&stats.features) {
        print_histogram(name, histogram, usize::to_string);
    }
    let grade = |grade: &usize| {
        grade_names::<G>()
            .get(*grade)
            .map_or(grade.to_string(), |g| g.to_string())
    };
    print_histogram("grade", &stats.grades, grade);
    print_histogram("nodes", &stats.nodes, nodes_range);
    if !stats.hardest.is_empty() {
        println!("\nhardest");
        for found in &stats.hardest {
            println!("  {}", hard_line::<G>(found));
        }
    }
    println!("\nsources");
    for source in &stats.sources {
        let rate = source
            .per_second
            .map_or(String::new(), |rate| format!(", {rate:.1} a second"));
        println!(
            "  {} {}, {}: {} puzzles{rate}",
            source.kind,
            source.place,
            date(source.begun),
            source.puzzles
        );
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    part as f64 * 100.0 / whole.max(1) as f64
}

fn print_histogram(name: &str, histogram: &Histogram, label: impl Fn(&usize) -> String) {
    const WIDTH: f64 = 40.0;
    if histogram.is_empty() {
        return;
    }
    println!("\n{name}");
    let most = histogram.values().copied().max().unwrap_or(1);
    for (value, count) in histogram {
        let bar = "#".repeat((*count as f64 / most as f64 * WIDTH).ceil() as usize);
        println!("{:>12} {count:>10} {bar}", label(value));
    }
}

/// The numbers of nodes that have so many binary digits.
fn nodes_range(digits: &usize) -> String {
    match digits {
        1 => "1".into(),
        _ => format!("{}-{}", 1u64 << (digits - 1), (1u128 << digits) - 1),
    }
}

fn hard_line<G: Storable>(found: &StoredPuzzle) -> String {
    let effort = found.facts.effort;
    let name = match found.facts.seed {
        Some(seed) => format!("seed {seed:08}"),
        None => format!("record {}", found.id),
    };
    let mut text = String::new();
    let _ = G::write_puzzle(&found.puzzle, &mut text);
    format!(
        "{name}: {} nodes, {:.1} µs  {}",
        effort.nodes.unwrap_or(0),
        effort.nanos.unwrap_or(0) as f64 / 1e3,
        text.lines().next().unwrap_or_default()
    )
}

fn as_json<G: Storable>(stats: &CorpusStats) -> Value {
    let results = Verdict::ALL
        .into_iter()
        .filter(|verdict| stats.of(*verdict) > 0);
    let results: Map<String, Value> = results
        .map(|verdict| (verdict.word().to_string(), stats.of(verdict).into()))
        .collect();
    let features: Map<String, Value> = feature_names::<G>()
        .iter()
        .zip(&stats.features)
        .map(|(name, histogram)| (name.to_string(), json!(histogram)))
        .collect();
    let grades: Map<String, Value> = stats
        .grades
        .iter()
        .filter_map(|(grade, count)| {
            Some((grade_names::<G>().get(*grade)?.to_string(), json!(count)))
        })
        .collect();
    let hardest = stats.hardest.iter().map(|found| {
        let mut text = String::new();
        let _ = G::write_puzzle(&found.puzzle, &mut text);
        json!({
            "record": found.id,
            "seed": found.facts.seed,
            "nodes": found.facts.effort.nodes,
            "nanos": found.facts.effort.nanos,
            "puzzle": text,
        })
    });
    json!({
        "game": G::NAME,
        "puzzles": stats.puzzles,
        "with_seed": stats.with_seed,
        "under_several_seeds": stats.twins,
        "conflicts": stats.conflicts,
        "results": results,
        "features": features,
        "grades": grades,
        "nodes_by_binary_digits": stats.nodes,
        "confidence_percent": stats.confidences,
        "mean_solve_us": stats.mean_micros(),
        "hardest": hardest.collect::<Vec<_>>(),
        "sources": stats.sources,
    })
}
