//! A rehearsal: what the bot would do, and nothing done.

use std::time::Instant;

use image::RgbaImage;
use smol_str::ToSmolStr;

use super::capture_thread::{CaptureThread, REST};
use super::look::{Observation, Watcher};
use super::plan::{Planner, SolvingPlanner};
use super::report::Ending;
use super::{Halt, Settings, Stop};
use crate::base::{Point, Rect};
use crate::game::Game;
use crate::hand::Gesture;
use crate::profile::Profile;
use crate::screen::{Guard, Screen};
use crate::vision::{Note, overlay};

/// What the bot would do with the board that is shown.
pub struct Rehearsal<G: Game> {
    pub puzzle: G::Puzzle,
    pub moves: Vec<G::Move>,
    /// The screen with a numbered box at each place that would be touched.
    pub picture: RgbaImage,
}

/// Half of the side of a box, in board pixels.
const BOX: i32 = 8;

/// Reads the board and solves it; `Err` of an ending where the bot would do nothing.
///
/// # Errors
/// The window is gone or cannot be captured, or the user stopped it.
pub fn rehearse<G: Game>(
    screen: Box<dyn Screen>,
    guard: Box<dyn Guard>,
    profile: &Profile,
    settings: &Settings,
    stop: &Stop,
) -> Result<Result<Rehearsal<G>, Ending>, Halt> {
    let mut watcher = Watcher::<G>::new(CaptureThread::open(screen, REST), guard, profile, stop);
    let seen = match watcher.settled(Instant::now(), settings.patience)? {
        Observation::Board(seen) => seen,
        Observation::Solved(_) => return Ok(Err(Ending::Solved)),
        Observation::Hidden(hidden) => {
            return Ok(Err(Ending::Unreadable(hidden.error.to_string())));
        }
    };
    let mut solver = SolvingPlanner {
        limits: settings.limits.clone(),
        goal: settings.goal,
    };
    let moves: Vec<G::Move> = match Planner::<G>::plan(&mut solver, &seen.puzzle) {
        Ok(moves) => moves,
        Err(ending) => return Ok(Err(ending)),
    };
    let profile = profile.placed(seen.grid);
    let mut board = seen.puzzle.clone();
    let mut notes = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        for part in G::parts(mv, &profile) {
            let places = places(G::gesture(&board, &part, &profile));
            notes.extend(places.into_iter().map(|at| note(index + 1, at)));
            board = G::after(&board, &part);
        }
    }
    Ok(Ok(Rehearsal {
        picture: overlay(&seen.frame, seen.place, &notes, 0.0),
        puzzle: seen.puzzle,
        moves,
    }))
}

/// The board pixels that a gesture touches.
fn places(gesture: Gesture) -> Vec<Point> {
    match gesture {
        Gesture::Click { at, .. } => vec![at],
        Gesture::Drag { path } => path,
        Gesture::Keys(_) | Gesture::Chord(_) => Vec::new(),
        Gesture::Series(parts) => parts.into_iter().flat_map(places).collect(),
    }
}

fn note(number: usize, at: Point) -> Note {
    Note {
        area: Rect::new(at.x - BOX, at.y - BOX, 2 * BOX + 1, 2 * BOX + 1),
        label: number.to_smolstr(),
        confidence: 1.0,
    }
}
