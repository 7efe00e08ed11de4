//! `cargo bench`: most of what `gridhand bench` measures without a window, one after the other.
//! `cargo bench -- read corpus` measures only these. With `GRIDHAND_DATA` set the recorded puzzles come
//! in, too.

use std::process::{Command, ExitCode};

/// What needs nothing but the program.
const ALONE: [&[&str]; 4] = [
    &["read"],
    &["dungeons"],
    &["woodworm"],
    &["corpus", "--count", "100000"],
];
/// What needs recorded puzzles.
const RECORDED: [&[&str]; 3] = [&["coil", "--limit", "5"], &["sliding"], &["warehouse"]];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    // A mere test of all targets measures nothing.
    if !args.iter().any(|arg| arg == "--bench") {
        return ExitCode::SUCCESS;
    }
    let wanted: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    let recorded = std::env::var_os("GRIDHAND_DATA").map_or(&[][..], |_| &RECORDED);
    let mut all: Vec<_> = ALONE.iter().chain(recorded).collect();
    if let Some(stranger) = wanted
        .iter()
        .find(|name| all.iter().all(|bench| bench[0] != **name))
    {
        eprintln!("nothing is measured as {stranger:?}, or not without GRIDHAND_DATA");
        return ExitCode::FAILURE;
    }
    all.retain(|bench| wanted.is_empty() || wanted.iter().any(|name| *name == bench[0]));
    for bench in all {
        println!("\ngridhand bench {}", bench.join(" "));
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridhand"));
        let status = command.arg("bench").args(*bench).status();
        if !status.is_ok_and(|status| status.success()) {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
