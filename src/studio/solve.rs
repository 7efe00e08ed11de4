//! A text to a solution.

use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::http::Answer;
use super::shelf::Shelf;
use super::solution::{Solution, Steps};
use super::turnstile::Turnstile;
use crate::base::{Limits, Outcome, SolveReport};
use crate::game::{self, Game, Goal, goal};
use crate::games::GameId;
use crate::with_game;

/// So many puzzles are solved at a time: solvers take all memory they may, and the bot may be playing beside.
const AT_ONCE: usize = 2;

/// Bytes of a solver's tables.
const MEMORY: u64 = 1 << 30;

/// The longest time that may be asked for, in seconds, and the one that is taken if none is.
const LONGEST: f64 = 120.0;
const USUAL: f64 = 10.0;

/// Columns times rows of the largest text: one of the size in which levels of Mortal Coil come.
const LARGEST: usize = 1 << 18;

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    game: String,
    text: String,
    /// Any solution will do.
    #[serde(default)]
    any: bool,
    seconds: Option<f64>,
    /// The steps of a person are wanted, too.
    #[serde(default)]
    explain: bool,
}

/// Solves what is asked for, and keeps what came of it.
pub struct Solver(Turnstile);

impl Default for Solver {
    fn default() -> Self {
        Self(Turnstile::new(AT_ONCE))
    }
}

impl Solver {
    /// The moves, and under which number their pictures are.
    ///
    /// # Errors
    /// There is no such game, the text is no puzzle, or others are being solved.
    pub fn solve(&self, ask: &Ask, shelf: &Shelf<Box<dyn Steps>>) -> Result<Value, Answer> {
        let game = GameId::of_name(&ask.game);
        let game = game.ok_or_else(|| Answer::refusal(404, "there is no such game"))?;
        let busy = "other puzzles are being solved; try again when they are done";
        let _inside = (self.0.enter()).ok_or_else(|| Answer::refusal(503, busy))?;
        with_game!(game, G => solve::<G>(ask, shelf))
    }
}

impl Ask {
    fn limits(&self) -> Limits {
        let seconds = self.seconds.filter(|seconds| seconds.is_finite());
        let seconds = seconds.unwrap_or(USUAL).clamp(0.01, LONGEST);
        Limits {
            time: Some(Duration::from_secs_f64(seconds)),
            nodes: None,
            memory: Some(MEMORY),
        }
    }
}

fn solve<G: Game>(ask: &Ask, shelf: &Shelf<Box<dyn Steps>>) -> Result<Value, Answer> {
    let puzzle = parse::<G>(&ask.text)?;
    let (limits, begun) = (ask.limits(), Instant::now());
    let wanted = match ask.any {
        true => Goal::Any,
        false => Goal::Least,
    };
    let report = goal::solve::<G>(&puzzle, &limits, wanted);
    let spent = begun.elapsed();
    let mut told = told::<G>(&report, spent);
    if ask.explain
        && let Some(explains) = G::abilities().explains
        && !matches!(report.outcome, Outcome::Unknown(_))
    {
        told["steps"] = explains.explain(&puzzle, &limits).into();
    }
    told["answer"] = game::answer::<G>(&ask.text, &puzzle, &report.outcome).into();
    let moves = report.outcome.solution().cloned().unwrap_or_default();
    told["solution"] = shelf.put(Box::new(Solution::<G> { puzzle, moves })).into();
    Ok(told)
}

/// The one puzzle of a text.
///
/// # Errors
/// Which line is wrong, and why.
pub fn parse<G: Game>(text: &str) -> Result<G::Puzzle, Answer> {
    let widest = text.lines().map(str::len).max().unwrap_or_default();
    if widest.saturating_mul(text.lines().count()) > LARGEST {
        return Err(Answer::refusal(413, "the puzzle is too large to be shown"));
    }
    let puzzles = game::split::<G>(text);
    match puzzles[..] {
        [(line, text)] => G::parse(text).map_err(|mut error| {
            error.line += line - 1;
            Answer::refusal(422, error.to_string())
        }),
        [] => Err(Answer::refusal(422, "there is no puzzle in the text")),
        _ => {
            let text = format!("the text has {} puzzles; give one of them", puzzles.len());
            Err(Answer::refusal(422, text))
        }
    }
}

fn told<G: Game>(report: &SolveReport<G::Move>, spent: Duration) -> Value {
    let moves = report.outcome.solution();
    let names: Vec<String> = moves
        .into_iter()
        .flatten()
        .map(ToString::to_string)
        .collect();
    let reason = match &report.outcome {
        Outcome::Unknown(limit) => Some(limit.to_string()),
        _ => None,
    };
    json!({
        "game": G::NAME,
        "result": report.outcome.word(),
        "reason": reason,
        "optimal": report.optimal,
        "bound": report.bound,
        "nodes": report.nodes,
        "ms": spent.as_secs_f64() * 1e3,
        "moves": names,
    })
}
