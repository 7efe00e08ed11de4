//! Deductions about treasure rooms.

use super::near::step;
use super::sketch::{Mark, Sketch, room, room_holds};
use super::{At, Rule, Step};

/// A cell of every room that a treasure may have is open.
pub fn shared(sketch: &Sketch) -> Option<Step> {
    sketch.treasures.iter().find_map(|(treasure, rooms)| {
        let (&first, others) = rooms.split_first()?;
        let in_all = |at: &At| others.iter().all(|&corner| room_holds(corner, *at));
        let cells = sketch.unknown_of(room(first).filter(in_all));
        let about = format!("every room for the treasure at {treasure} has this in it");
        step(Rule::Room, about, cells, Mark::Open)
    })
}

/// Exactly one cell around a room is open.
pub fn ring(sketch: &Sketch) -> Option<Step> {
    sketch.treasures.iter().find_map(|(treasure, rooms)| {
        let &[corner] = &rooms[..] else {
            return None;
        };
        let ring = sketch.ring(corner);
        let count = |mark: Mark| ring.iter().filter(|&&at| sketch.mark(at) == mark).count();
        let (rule, mark, has) = match (count(Mark::Open), count(Mark::Unknown)) {
            (1, _) => (Rule::RoomWall, Mark::Wall, "has its entrance"),
            (0, 1) => (
                Rule::RoomEntrance,
                Mark::Open,
                "has one place for its entrance",
            ),
            _ => return None,
        };
        let about = format!("the room of the treasure at {treasure} {has}");
        step(rule, about, sketch.unknown_of(ring), mark)
    })
}
