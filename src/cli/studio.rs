//! `gridhand studio`: the page in the browser.

use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args as ClapArgs;

use super::args::Store;
use super::corpus::stop_switch;
use super::{Context, Status};
use crate::studio::{Settings, Studio};

/// Show gridhand in the browser: solve puzzles, look through the corpus, teach it a game
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The page is for this machine alone, and only for whoever has the address that is printed. Ctrl-C ends it.

Examples:
  gridhand studio                              opens the browser
  gridhand studio --corpus puzzles.sqlite      with these puzzles
  gridhand studio --no-open --port 8080        only prints the address")]
pub struct Args {
    /// The port [default: a free one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    store: Store,
}

/// How soon Ctrl-C is noticed.
const LOOK: Duration = Duration::from_millis(50);

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    let stop = stop_switch()?;
    let studio = Studio::start(&Settings {
        port: args.port.unwrap_or_default(),
        home: context.home.clone(),
        corpus: args.store.location()?,
    })?;
    let url = studio.url();
    println!("{url}");
    if !args.no_open && !open(&url) {
        eprintln!("no browser was found; open the address above in one");
    }
    while !stop.load(Ordering::SeqCst) {
        std::thread::sleep(LOOK);
    }
    Ok(Status::Done)
}

/// Opens an address in the user's browser; false if there is nothing to do that with.
fn open(url: &str) -> bool {
    let (program, first): (&str, &[&str]) = match std::env::consts::OS {
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        "macos" => ("open", &[]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(first).arg(url);
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null());
    quiet.stderr(Stdio::null()).spawn().is_ok()
}
