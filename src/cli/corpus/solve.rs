//! `gridhand corpus solve`: answers for all that has none.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args as ClapArgs;
use serde_json::{Map, Value, json};

use super::{Counts, Which, stop_switch};
use crate::base::record::Verdict;
use crate::base::{Limit, Limits};
use crate::cli::args::{can_reach, seconds};
use crate::cli::progress::progress;
use crate::cli::{Status, usage};
use crate::corpus::{Care, Corpus, SolveSettings, SolveTally};
use crate::game::Storable;
use crate::with_game;

/// Solve all puzzles that have no answer
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
All cores solve; what is solved is stored as it goes, so that it can be stopped at any time and
goes on where it stopped.

Exit status: 0 all have an answer, 5 stopped by Ctrl-C, 7 a limit was reached for some.

Examples:
  gridhand corpus solve
  gridhand corpus solve --again --limit 10 --corpus mine.sqlite
  gridhand corpus solve --shared --corpus @server.txt")]
pub struct Args {
    #[command(flatten)]
    which: Which,
    /// Also those that have an answer: given ones are proved, unknown ones tried again
    #[arg(long, conflicts_with = "shared")]
    again: bool,
    /// With all others who solve the same corpus on a server: each takes what nobody has
    #[arg(long)]
    shared: bool,
    /// Also tell how hard each is for a person; takes longer
    #[arg(long)]
    grade: bool,
    /// Give up a puzzle after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    limit: Option<Duration>,
    #[command(flatten)]
    counts: Counts,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    with_game!(args.which.game, G => run_game::<G>(args))
}

fn run_game<G: Storable>(args: &Args) -> anyhow::Result<Status> {
    if args.grade && G::abilities().grades.is_none() {
        let text = format!(
            "--grade: nobody has told yet how hard {} is for a person",
            G::NAME
        );
        return Err(usage(text).into());
    }
    if args.limit.is_some() {
        can_reach::<G>("--limit", Limit::Time)?;
    }
    if args.shared {
        args.which.store.can_share("--shared")?;
    }
    let location = args.which.store.location()?;
    drop(Corpus::open(&location)?);
    let mut corpus = Corpus::create(&location, Care::Fast)?;
    let pending = match corpus.game::<G>()? {
        Some(game) => corpus.count_pending(game, args.again)?,
        None => 0,
    };
    let settings = SolveSettings {
        limits: Limits {
            time: args.limit,
            ..Limits::default()
        },
        again: args.again,
        grade: args.grade,
    };
    let stop = stop_switch()?;
    let bar = progress(Some(pending));
    let begun = Instant::now();
    let told = |so_far: &SolveTally| bar.set_position(so_far.total);
    let tally = match args.shared {
        true => corpus.solve_shared::<G>(&settings, &stop, told)?,
        false => corpus.solve::<G>(&settings, &stop, told)?,
    };
    bar.finish_and_clear();
    tell(args, &tally, begun.elapsed());
    Ok(match () {
        () if stop.load(Ordering::SeqCst) => Status::Stopped,
        () if tally.of(Verdict::Unknown) > 0 => Status::Limit,
        () => Status::Done,
    })
}

fn tell(args: &Args, tally: &SolveTally, time: Duration) {
    let counts = Verdict::ALL
        .into_iter()
        .filter(|verdict| tally.of(*verdict) > 0);
    if args.counts.json {
        let counts: Map<String, Value> = counts
            .map(|verdict| (verdict.word().to_string(), tally.of(verdict).into()))
            .collect();
        let ms = time.as_secs_f64() * 1e3;
        println!(
            "{}",
            json!({ "solved": tally.total, "results": counts, "ms": ms })
        );
        return;
    }
    let counts: Vec<String> = counts
        .map(|verdict| format!("{} {verdict}", tally.of(verdict)))
        .collect();
    println!(
        "{} puzzles: {}; {:.2} s, {:.0} a second",
        tally.total,
        if counts.is_empty() {
            "none pending".into()
        } else {
            counts.join(", ")
        },
        time.as_secs_f64(),
        tally.total as f64 / time.as_secs_f64().max(1e-9),
    );
}
