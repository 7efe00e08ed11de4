//! `gridhand corpus jobs`: who works on what.

use clap::Args as ClapArgs;
use serde_json::json;

use crate::base::record::now;
use crate::cli::Status;
use crate::cli::args::Store;
use crate::corpus::Work;

/// Show who harvests what, how fast, and what has come to a standstill
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Harvests of a number of puzzles come first, then seeds that are shared, then who has a part of them
now. A part whose harvester was silent for too long is stalled: the next who asks for work gets it.

Examples:
  gridhand corpus jobs
  gridhand corpus jobs --corpus @server.txt --json | jq 'select(.stalled)'")]
pub struct Args {
    #[command(flatten)]
    store: Store,
    /// One line of JSON per job
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let works = args.store.open()?.works()?;
    let now = now();
    for work in &works {
        match args.json {
            true => println!("{}", as_json(work, now)),
            false => println!("{}", line(work, now)),
        }
    }
    if works.is_empty() && !args.json {
        println!("no harvest was begun");
    }
    Ok(Status::Done)
}

fn line(work: &Work, now: i64) -> String {
    let mut words = vec![format!("{} {}", work.game, work.plan)];
    if let (Some(holder), Some(seeds)) = (&work.holder, &work.seeds) {
        words.push(format!("{holder} has {}..{}", seeds.start(), seeds.end()));
    }
    words.push(format!("{} of {}", work.done, work.wanted));
    if work.is_ended {
        words.push("done".into());
        return words.join(", ");
    }
    let rate = work.rate(now);
    words.extend(rate.map(|rate| format!("{rate:.1} a second")));
    let left = work.left(now);
    words.extend(left.map(|seconds| format!("{seconds:.0} s left")));
    if let Some(silent) = work.silent.filter(|_| work.is_stalled) {
        words.push(format!("stalled, silent for {} s", silent.as_secs()));
    }
    words.join(", ")
}

fn as_json(work: &Work, now: i64) -> serde_json::Value {
    let seeds = work.seeds.as_ref();
    json!({
        "game": work.game,
        "plan": work.plan,
        "holder": work.holder,
        "first": seeds.map(|seeds| seeds.start()),
        "last": seeds.map(|seeds| seeds.end()),
        "wanted": work.wanted,
        "done": work.done,
        "begun": work.begun,
        "per_second": if work.is_ended { None } else { work.rate(now) },
        "seconds_left": work.left(now),
        "silent_seconds": work.silent.map(|silent| silent.as_secs()),
        "stalled": work.is_stalled,
        "ended": work.is_ended,
    })
}
