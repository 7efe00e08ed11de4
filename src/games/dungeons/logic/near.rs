//! Deductions from a cell and its neighbours.

use super::sketch::{Mark, Sketch};
use super::{Rule, Step};

/// A monster has exactly one open neighbour.
pub fn monster(sketch: &Sketch) -> Option<Step> {
    sketch
        .cells()
        .filter(|&at| sketch.is_monster(at))
        .find_map(|at| {
            let (rule, mark) = match sketch.ways(at) {
                (1, _) => (Rule::FedMonster, Mark::Wall),
                (0, 1) => (Rule::HungryMonster, Mark::Open),
                _ => return None,
            };
            let cells = sketch.unknown_of(sketch.neighbours(at));
            let about = format!("the monster at {at}");
            step(rule, about, cells, mark)
        })
}

/// A cell with at most one way on is a wall, unless a monster lives there.
pub fn dead_end(sketch: &Sketch) -> Option<Step> {
    let stuck = |at: &_| sketch.ways(*at).1 <= 1;
    let at = sketch.unknown().find(stuck)?;
    let about = "it would be a dead end without a monster".to_string();
    step(Rule::DeadEnd, about, vec![at], Mark::Wall)
}

/// An open cell without a monster has at least two open neighbours.
pub fn through(sketch: &Sketch) -> Option<Step> {
    let open = |at: &_| sketch.mark(*at) == Mark::Open && !sketch.is_monster(*at);
    sketch.cells().filter(open).find_map(|at| {
        if sketch.ways(at).1 != 2 {
            return None;
        }
        let cells = sketch.unknown_of(sketch.neighbours(at));
        let about = format!("the path at {at} has just two ways");
        step(Rule::Through, about, cells, Mark::Open)
    })
}

/// No 2x2 block outside rooms is open.
pub fn block(sketch: &Sketch) -> Option<Step> {
    sketch.blocks().find_map(|block| {
        let open = block.iter().filter(|&&at| sketch.mark(at) == Mark::Open);
        if open.count() != 3 {
            return None;
        }
        let about = format!("three cells of the block at {} are open", block[0]);
        step(Rule::Block, about, sketch.unknown_of(block), Mark::Wall)
    })
}

/// A step, if it tells anything new.
pub fn step(rule: Rule, about: String, cells: Vec<super::At>, mark: Mark) -> Option<Step> {
    (!cells.is_empty()).then_some(Step {
        rule,
        about,
        cells,
        mark,
    })
}
