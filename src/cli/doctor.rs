//! `gridhand doctor`: what works here, what does not, and the mend.

use clap::Args as ClapArgs;

use super::{Context, Status};
use crate::base::{Finding, Health};
use crate::{hand, profile, screen};

const EXAMPLES: &str = "\
Examples:
  gridhand doctor
  gridhand doctor --json | jq 'select(.health != \"good\")'

The exit status is 1 if playing on this desktop is not possible as it is.";

/// Find out why it does not work: display, capture, input, calibration, templates.
#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// One line of JSON per finding
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    let mut findings = screen::examine();
    findings.push(hand::examine());
    findings.extend(profile::examine(context.home.as_deref()));
    for finding in &findings {
        match args.json {
            true => println!("{}", serde_json::to_string(finding)?),
            false => print(finding),
        }
    }
    let worst = findings.iter().map(|f| f.health).max();
    Ok(match worst {
        Some(Health::Bad) => Status::Failed,
        _ => Status::Done,
    })
}

fn print(finding: &Finding) {
    let mark = match finding.health {
        Health::Good => "ok",
        Health::Limited => "--",
        Health::Bad => "!!",
    };
    println!("{mark}  {:<12} {}", finding.what, finding.detail);
    if !finding.mend.is_empty() {
        println!("    {:<12} -> {}", "", finding.mend);
    }
}
