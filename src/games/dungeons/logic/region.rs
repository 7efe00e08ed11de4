//! Deductions from the open cells being one region.

use super::near::step;
use super::sketch::{Mark, Sketch};
use super::{At, Rule, Step};

/// A cell that the open cells cannot reach is a wall.
pub fn cut_off(sketch: &Sketch) -> Option<Step> {
    let reached = reach(sketch, None)?;
    let unreached = |at: &At| !reached[at.row * sketch.puzzle.width() + at.column];
    let cells = sketch.unknown().filter(unreached).collect();
    let about = "no way leads there".to_string();
    step(Rule::CutOff, about, cells, Mark::Wall)
}

/// A cell without which some open cell could not be reached is open.
pub fn last_gap(sketch: &Sketch) -> Option<Step> {
    sketch.unknown().find_map(|gap| {
        let reached = reach(sketch, Some(gap))?;
        let lost = sketch.cells().find(|at| {
            let index = at.row * sketch.puzzle.width() + at.column;
            sketch.mark(*at) == Mark::Open && !reached[index]
        })?;
        let about = format!("{lost} would be cut off");
        step(Rule::LastGap, about, vec![gap], Mark::Open)
    })
}

/// The cells that can be reached from the first open one if one more cell is a wall; None if no
/// cell is known to be open.
fn reach(sketch: &Sketch, wall: Option<At>) -> Option<Vec<bool>> {
    let width = sketch.puzzle.width();
    let start = sketch.cells().find(|&at| sketch.mark(at) == Mark::Open)?;
    let mut reached = vec![false; width * sketch.puzzle.height()];
    let mut pending = vec![start];
    while let Some(at) = pending.pop() {
        let closed = sketch.mark(at) == Mark::Wall || Some(at) == wall;
        if closed || std::mem::replace(&mut reached[at.row * width + at.column], true) {
            continue;
        }
        pending.extend(sketch.neighbours(at));
    }
    Some(reached)
}
