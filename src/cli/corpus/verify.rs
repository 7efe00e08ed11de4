//! `gridhand corpus verify`: whether everything is as it should be.

use std::ops::RangeInclusive;

use clap::Args as ClapArgs;
use serde_json::json;

use super::Which;
use crate::cli::args::seeds;
use crate::cli::progress::progress;
use crate::cli::{Status, usage};
use crate::corpus::Verified;
use crate::game::Storable;
use crate::with_game;

/// Check the file, and every stored solution by the plain rules
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Exit status: 0 all is well, 1 something is wrong.

Examples:
  gridhand corpus verify
  gridhand corpus verify --corpus mine.sqlite --json
  gridhand corpus verify --seeds 0..99999999")]
pub struct Args {
    #[command(flatten)]
    which: Which,
    /// Also tell which of these seeds, both included, have no record
    #[arg(long, value_name = "A..B", value_parser = seeds)]
    seeds: Option<RangeInclusive<u64>>,
    /// One line of JSON per finding, then one with the counts
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    with_game!(args.which.game, G => run_game::<G>(args))
}

fn run_game<G: Storable>(args: &Args) -> anyhow::Result<Status> {
    if args.seeds.is_some() && !G::SEEDS {
        let text = format!("--seeds: the puzzles of {} have no seeds", G::NAME);
        return Err(usage(text).into());
    }
    let corpus = args.which.open()?;
    let bar = progress(Some(corpus.count::<G>()?));
    let verified = corpus.verify::<G>(|count| bar.set_position(count));
    bar.finish_and_clear();
    let verified = verified?;
    let gaps = match &args.seeds {
        Some(range) => corpus.gaps::<G>(range.clone())?,
        None => Vec::new(),
    };
    tell(args, &verified, &gaps);
    Ok(match verified.findings.is_empty() && gaps.is_empty() {
        true => Status::Done,
        false => Status::Failed,
    })
}

fn tell(args: &Args, verified: &Verified, gaps: &[RangeInclusive<u64>]) {
    for finding in &verified.findings {
        if args.json {
            let line = json!({
                "record": finding.record,
                "seed": finding.seed,
                "finding": finding.what,
            });
            println!("{line}");
        } else {
            let seed = finding
                .seed
                .map_or(String::new(), |s| format!(" (seed {s:08})"));
            println!("record {}{seed}: {}", finding.record, finding.what);
        }
    }
    for gap in gaps {
        let (first, last) = (gap.start(), gap.end());
        match args.json {
            true => println!(
                "{}",
                json!({ "first": first, "last": last, "finding": "no record has these seeds" })
            ),
            false => println!("seeds {first:08} to {last:08}: no record has them"),
        }
    }
    let (records, solutions) = (verified.records, verified.solutions);
    let wrong = verified.findings.len() + gaps.len();
    if args.json {
        let line = json!({ "records": records, "solutions": solutions, "findings": wrong });
        println!("{line}");
    } else {
        println!("{records} records, {solutions} solutions checked by the rules, {wrong} findings");
    }
}
