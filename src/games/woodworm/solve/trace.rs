//! From the arrivals of a sweep to the moves of a solution.

use std::collections::{HashMap, VecDeque};

use super::stratum::NONE;
use super::sweep::{Arrival, Finish};
use super::task::Task;
use crate::games::woodworm::bits::Bits;
use crate::games::woodworm::field::Scene;
use crate::games::woodworm::posture::Posture;
use crate::games::woodworm::puzzle::Direction;

/// The moves of a solution that a sweep has found.
pub fn trace<B: Bits>(task: &Task<B>, archive: &[Arrival], found: &Finish) -> Vec<Direction> {
    let mut arrivals = vec![found.last];
    while let Some(last) = arrivals.last().filter(|last| last.parent != NONE) {
        arrivals.push(archive[last.parent as usize]);
    }
    // The first arrival is the start itself.
    arrivals.pop();
    let (mut scene, mut mirrored) = task.canonical(task.start);
    let mut steps = Vec::new();
    for arrival in arrivals.iter().rev() {
        let exit = Direction::ALL[arrival.exit.step()];
        let walk = walk(task, &scene, arrival.exit.posture());
        for step in walk.into_iter().chain([exit]) {
            steps.push(if mirrored { step.mirrored() } else { step });
        }
        scene.posture = arrival.exit.posture();
        let next = task.field.step(&scene, exit);
        let (next, turned) = task.canonical(next.expect("the sweep has made this step"));
        scene = next;
        mirrored ^= turned;
    }
    steps
}

/// The shortest walk to a posture that leaves the wood as it is.
fn walk<B: Bits>(task: &Task<B>, start: &Scene<B>, to: Posture) -> Vec<Direction> {
    let mut came_by: HashMap<Posture, (Posture, Direction)> = HashMap::new();
    let mut todo = VecDeque::from([start.posture]);
    while let Some(posture) = todo.pop_front().filter(|&posture| posture != to) {
        let here = Scene { posture, ..*start };
        for step in Direction::ALL {
            let next = task.field.step(&here, step);
            let Some(next) = next.filter(|next| next.wood == start.wood) else {
                continue;
            };
            if next.posture != start.posture && !came_by.contains_key(&next.posture) {
                came_by.insert(next.posture, (posture, step));
                todo.push_back(next.posture);
            }
        }
    }
    let mut steps = Vec::new();
    let mut at = to;
    while at != start.posture {
        let (before, step) = came_by[&at];
        steps.push(step);
        at = before;
    }
    steps.reverse();
    steps
}
