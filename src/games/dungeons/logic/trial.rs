//! Trying a cell and finding it wrong.

use super::super::puzzle::Walls;
use super::super::solve;
use super::near::step;
use super::sketch::{Mark, Sketch};
use super::{At, Rule, Step};

/// A cell whose opposite breaks a rule once the easy conclusions are drawn.
pub fn trial(sketch: &Sketch) -> Option<Step> {
    let (mut walls, mut open) = (Walls::default(), Walls::default());
    for at in sketch.cells() {
        let bit = 1 << at.column;
        match sketch.mark(at) {
            Mark::Wall => walls.rows[at.row] |= bit,
            Mark::Open => open.rows[at.row] |= bit,
            Mark::Unknown => {}
        }
    }
    let with = |marks: &Walls, at: At| {
        let mut marks = *marks;
        marks.rows[at.row] |= 1 << at.column;
        marks
    };
    sketch.unknown().find_map(|at| {
        if solve::contradicts(sketch.puzzle, &with(&walls, at), &open) {
            let about = format!("a wall at {at} soon breaks a rule");
            step(Rule::Trial, about, vec![at], Mark::Open)
        } else if solve::contradicts(sketch.puzzle, &walls, &with(&open, at)) {
            let about = format!("a path at {at} soon breaks a rule");
            step(Rule::Trial, about, vec![at], Mark::Wall)
        } else {
            None
        }
    })
}
