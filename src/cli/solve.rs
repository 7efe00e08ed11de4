//! `gridhand solve`: puzzles to solutions.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use clap::Args as ClapArgs;
use serde_json::json;

use super::args::{Wanted, can_reach, can_want, has_none, seconds};
use super::{Context, Exit, Status, lines, pictures, usage};
use crate::base::{Limit, Limits, Outcome, SolveReport, TextError, utf8_stream};
use crate::game::{self, Game, goal, moves_text};
use crate::games::GameId;
use crate::with_game;

/// Solves puzzles
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Puzzles are text, in any of the game's formats. Where a line is a puzzle, a line comes back for it,
in the same order; the lines of large files are shared out to all cores. Blank lines and comments
(`# …`) are dropped; for a line that is no puzzle a comment comes back that says why.

Exit status: 0 all solved, 1 some text is no puzzle, 4 some puzzle has no solution or several,
7 a limit was reached.

Examples:
  gridhand solve dungeons room.txt                    the board with its walls
  gridhand solve dungeons - < many.txt > solved.txt   one puzzle a line, as a filter
  gridhand solve dungeons --json room.txt             moves, proof and effort
  gridhand solve dungeons --explain room.txt          the steps of a person
  gridhand solve dungeons --picture out.png room.txt  the solved board as a picture
  gridhand solve coil --time 60 - < level             give up after a minute
  gridhand solve warehouse --goal any hard.txt        some solution, not the shortest")]
pub struct Args {
    /// Which game
    #[arg(value_enum)]
    game: GameId,
    /// Texts of puzzles; - is standard input
    #[arg(default_value = "-", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print a line of JSON for each puzzle
    #[arg(long)]
    json: bool,
    /// What is wanted: the least moves, proved, a good solution, or any at once
    #[arg(long, value_enum, value_name = "GOAL")]
    goal: Option<Wanted>,
    /// Give up a puzzle after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Give up a puzzle after so many nodes of the search
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Give up a puzzle when its tables need more than so many megabytes
    #[arg(long, value_name = "MB")]
    memory: Option<u64>,
    /// Print the steps that a person could follow
    #[arg(long, conflicts_with = "json")]
    explain: bool,
    /// Save a picture of the solved puzzle
    #[arg(long, value_name = "OUT.png")]
    picture: Option<PathBuf>,
    /// Save an animation of the search
    #[arg(long, value_name = "OUT.gif")]
    trace: Option<PathBuf>,
}

impl Args {
    fn limits(&self) -> Limits {
        Limits {
            time: self.time,
            nodes: self.nodes,
            memory: self
                .memory
                .map(|megabytes| megabytes.saturating_mul(1 << 20)),
        }
    }

    /// Whether only the plain answers are wanted.
    fn is_plain(&self) -> bool {
        !self.json && !self.explain && !self.is_single()
    }

    /// Whether an option goes with a single puzzle.
    fn is_single(&self) -> bool {
        self.picture.is_some() || self.trace.is_some()
    }

    /// Refuses what the game does not know.
    fn check<G: Game>(&self) -> Result<(), Exit> {
        let abilities = G::abilities();
        if self.goal.is_some() {
            can_want::<G>()?;
        }
        if self.explain && abilities.explains.is_none() {
            return Err(has_none::<G>("--explain"));
        }
        if self.picture.is_some() && abilities.pictures.is_none() {
            return Err(has_none::<G>("--picture"));
        }
        if self.trace.is_some() && abilities.pictures.is_none() {
            return Err(has_none::<G>("--trace"));
        }
        let limits = [
            ("--time", Limit::Time, self.time.is_some()),
            ("--nodes", Limit::Nodes, self.nodes.is_some()),
            ("--memory", Limit::Memory, self.memory.is_some()),
        ];
        for (option, limit, _) in limits.into_iter().filter(|(.., given)| *given) {
            can_reach::<G>(option, limit)?;
        }
        if self.is_single() && self.files.len() > 1 {
            return Err(usage(SINGLE));
        }
        Ok(())
    }
}

const SINGLE: &str = "--picture and --trace go with a single puzzle";

pub fn run(args: &Args, _: &Context) -> anyhow::Result<Status> {
    with_game!(args.game, G => run_game::<G>(args))
}

fn run_game<G: Game>(args: &Args) -> anyhow::Result<Status> {
    args.check::<G>()?;
    let mut status = Status::Done;
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout());
    for file in &args.files {
        let (input, size) = open(file)?;
        status = status.max(solve_input::<G>(args, file, input, size, &mut out)?);
    }
    out.flush()?;
    Ok(status)
}

/// A file, or standard input, and how many bytes it has if that is known.
fn open(file: &Path) -> anyhow::Result<(Box<dyn BufRead + Send>, Option<u64>)> {
    if file == Path::new("-") {
        let input = utf8_stream(BufReader::new(std::io::stdin()));
        return Ok((input.context("cannot read standard input")?, None));
    }
    let input = File::open(file).with_context(|| format!("cannot open {}", file.display()))?;
    let size = input.metadata().ok().map(|meta| meta.len());
    let input = utf8_stream(BufReader::with_capacity(1 << 16, input));
    let input = input.with_context(|| format!("cannot read {}", file.display()))?;
    Ok((input, size))
}

fn solve_input<G: Game>(
    args: &Args,
    file: &Path,
    mut input: Box<dyn BufRead + Send>,
    size: Option<u64>,
    out: &mut (impl Write + Send),
) -> anyhow::Result<Status> {
    let mut head = String::new();
    let first = lines::first_meaningful(&mut input, &mut head)
        .with_context(|| format!("cannot read {}", file.display()))?;
    if let Some(game) = G::abilities().lines
        && args.is_plain()
        && game.is_line(&first)
    {
        let rest = head.as_bytes().chain(input);
        return lines::solve(game, rest, size, &args.limits(), out);
    }
    input
        .read_to_string(&mut head)
        .with_context(|| format!("cannot read {}", file.display()))?;
    let puzzles = game::split::<G>(&head);
    if args.is_single() && puzzles.len() > 1 {
        return Err(usage(SINGLE).into());
    }
    if head.trim().is_empty() {
        eprintln!("gridhand: {}: it is empty: no puzzle in it", file.display());
        return Ok(Status::Failed);
    }
    let mut status = Status::Done;
    for (line, text) in puzzles {
        let one = One {
            args,
            file,
            line,
            text,
        };
        match one.solve::<G>(out) {
            Ok(one) => status = status.max(one),
            Err(error) if error.is::<TextError>() => {
                eprintln!("gridhand: {}: {error}", file.display());
                status = status.max(Status::Failed);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(status)
}

/// A puzzle and where it comes from.
struct One<'a> {
    args: &'a Args,
    file: &'a Path,
    line: usize,
    text: &'a str,
}

impl One<'_> {
    fn solve<G: Game>(&self, out: &mut (impl Write + Send)) -> anyhow::Result<Status> {
        let puzzle = G::parse(self.text).map_err(|mut error| {
            error.line += self.line - 1;
            error
        })?;
        let limits = self.args.limits();
        let start = Instant::now();
        let goal = self.args.goal.unwrap_or_default().into();
        let report = goal::solve::<G>(&puzzle, &limits, goal);
        let spent = start.elapsed();
        let moves = report.outcome.solution();
        let moves = moves.map_or(&[][..], Vec::as_slice);
        if self.args.json {
            writeln!(out, "{}", self.json::<G>(&report, spent))?;
        } else if let (true, Some(explains)) = (self.args.explain, G::abilities().explains) {
            let text = match &report.outcome {
                Outcome::Unknown(limit) => format!("{}: {limit}", report.outcome.word()),
                _ => explains.explain(&puzzle, &limits),
            };
            writeln!(out, "{text}")?;
        } else {
            let answer = game::answer::<G>(self.text, &puzzle, &report.outcome);
            writeln!(out, "{}", answer.trim_end_matches('\n'))?;
        }
        out.flush()?;
        self.draw::<G>(&puzzle, moves)?;
        Ok(Status::of(&report.outcome))
    }

    /// Saves the picture and the animation that are wanted; of a puzzle without a solution as it stands.
    fn draw<G: Game>(&self, puzzle: &G::Puzzle, moves: &[G::Move]) -> anyhow::Result<()> {
        let Some(drawn) = G::abilities().pictures.filter(|_| self.args.is_single()) else {
            return Ok(());
        };
        let name = self.file.display();
        if moves.is_empty() && !G::is_solved(puzzle) {
            eprintln!("gridhand: {name}: what is drawn is not solved");
        }
        let nothing = |option: &str| anyhow!("{name}: there is nothing to draw for {option}");
        if let Some(path) = &self.args.picture {
            let picture = drawn.picture(puzzle, moves);
            pictures::save(&picture.ok_or_else(|| nothing("--picture"))?, path)?;
        }
        if let Some(path) = &self.args.trace {
            let frames = drawn.trace(puzzle, moves);
            pictures::save_animation(frames.ok_or_else(|| nothing("--trace"))?, path)?;
        }
        Ok(())
    }

    fn json<G: Game>(&self, report: &SolveReport<G::Move>, spent: Duration) -> serde_json::Value {
        let mut line = json!({
            "game": G::NAME,
            "source": format!("{}:{}", self.file.display(), self.line),
            "result": report.outcome.word(),
            "optimal": report.optimal,
            "ms": spent.as_secs_f64() * 1e3,
            "nodes": report.nodes,
        });
        if let Some(bound) = report.bound {
            line["bound"] = bound.into();
        }
        if let Some(moves) = report.outcome.solution() {
            line["length"] = moves.len().into();
            line["moves"] = match G::LETTERS {
                true => moves_text::<G>(moves).into(),
                false => moves.iter().map(ToString::to_string).collect(),
            };
        }
        if let Outcome::Unknown(limit) = &report.outcome {
            line["reason"] = limit.to_string().into();
        }
        line
    }
}
