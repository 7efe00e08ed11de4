//! The first moves, as they would be made.

use std::time::Duration;

use serde_json::{Value, json};

use crate::base::{Limits, Point};
use crate::game::ability::Fitted;
use crate::game::{Game, Goal, goal};
use crate::hand::{Button, Gesture};
use crate::studio::http::Answer;
use crate::studio::solve::parse;
use crate::vision::Place;

/// So many moves are shown: more cover the board.
const SHOWN: usize = 12;

/// How long a solution is looked for.
const PATIENCE: Duration = Duration::from_secs(10);
const MEMORY: u64 = 1 << 30;

/// Solves a board, and tells where the first moves would go. Nothing is pressed.
///
/// # Errors
/// The text is no puzzle.
pub fn first_moves<G: Game>(fitted: &Fitted, text: &str) -> Result<Value, Answer> {
    let puzzle = parse::<G>(text)?;
    let limits = Limits {
        time: Some(PATIENCE),
        nodes: None,
        memory: Some(MEMORY),
    };
    let report = goal::solve::<G>(&puzzle, &limits, Goal::Soon);
    let moves = report.outcome.solution().cloned().unwrap_or_default();
    let mut board = puzzle;
    let mut shown = Vec::new();
    for mv in moves.iter().take(SHOWN) {
        let gesture = G::gesture(&board, mv, &fitted.profile);
        let mut acts = Vec::new();
        tell(&gesture, fitted.place, &mut acts);
        shown.push(json!({ "move": mv.to_string(), "acts": acts }));
        board = G::after(&board, mv);
    }
    Ok(json!({
        "result": report.outcome.word(),
        "count": moves.len(),
        "moves": shown,
    }))
}

/// What a hand does, in pixels of the picture.
fn tell(gesture: &Gesture, place: Place, acts: &mut Vec<Value>) {
    let at = |point: Point| {
        let Point { x, y } = place.to_frame(point);
        json!([x, y])
    };
    match gesture {
        Gesture::Click { at: point, button } => {
            let right = *button == Button::Right;
            acts.push(json!({ "act": "click", "path": [at(*point)], "right": right }));
        }
        Gesture::Drag { path } => {
            let path: Vec<Value> = path.iter().map(|point| at(*point)).collect();
            acts.push(json!({ "act": "drag", "path": path }));
        }
        Gesture::Keys(keys) | Gesture::Chord(keys) => {
            let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
            acts.push(json!({ "act": "keys", "keys": keys }));
        }
        Gesture::Series(all) => all.iter().for_each(|one| tell(one, place, acts)),
    }
}
