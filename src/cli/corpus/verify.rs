//! `gridhand corpus verify`: whether everything is as it should be.

use clap::Args as ClapArgs;
use serde_json::json;

use super::Which;
use crate::cli::Status;
use crate::cli::progress::progress;
use crate::corpus::Verified;
use crate::game::Storable;
use crate::with_game;

/// Check the file, and every stored solution by the plain rules
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Exit status: 0 all is well, 1 something is wrong.

Examples:
  gridhand corpus verify
  gridhand corpus verify --corpus mine.sqlite --json")]
pub struct Args {
    #[command(flatten)]
    which: Which,
    /// One line of JSON per finding, then one with the counts
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    with_game!(args.which.game, G => run_game::<G>(args))
}

fn run_game<G: Storable>(args: &Args) -> anyhow::Result<Status> {
    let corpus = args.which.open()?;
    let bar = progress(Some(corpus.count::<G>()?));
    let verified = corpus.verify::<G>(|count| bar.set_position(count));
    bar.finish_and_clear();
    let verified = verified?;
    tell(args, &verified);
    Ok(match verified.findings.is_empty() {
        true => Status::Done,
        false => Status::Failed,
    })
}

fn tell(args: &Args, verified: &Verified) {
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
    let (records, solutions) = (verified.records, verified.solutions);
    let wrong = verified.findings.len();
    if args.json {
        let line = json!({ "records": records, "solutions": solutions, "findings": wrong });
        println!("{line}");
    } else {
        println!("{records} records, {solutions} solutions checked by the rules, {wrong} findings");
    }
}
