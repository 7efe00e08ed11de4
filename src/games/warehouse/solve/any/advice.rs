//! Advisors: each speaks for the move that does most for what it looks after.

use std::cmp::Reverse;

use super::expand::{Candidate, Merits};

/// A gain, and two more that decide between equal ones.
type Gain = [i32; 3];

/// The numbers of the moves that advisors speak for, those that improve anything.
pub fn advised(now: &Merits, found: &[Candidate]) -> Vec<usize> {
    let advisors: [fn(&Merits, &Merits) -> Gain; 6] =
        [packing, keeping, joining, clearing, approaching, exploring];
    let best = |advisor: &fn(&Merits, &Merits) -> Gain| {
        let gains = found.iter().map(|c| advisor(now, &c.merits)).enumerate();
        let good = gains.filter(|(_, gain)| gain[0] > 0);
        good.max_by_key(|&(index, gain)| (gain, Reverse(found[index].steps), Reverse(index)))
    };
    let best = advisors.iter().filter_map(best);
    best.map(|(index, _)| index).collect()
}

fn packing(now: &Merits, then: &Merits) -> Gain {
    [packed(now, then), kept(now, then), joined(now, then)]
}

fn keeping(now: &Merits, then: &Merits) -> Gain {
    [kept(now, then), joined(now, then), cleared(now, then)]
}

fn joining(now: &Merits, then: &Merits) -> Gain {
    [joined(now, then), kept(now, then), cleared(now, then)]
}

fn clearing(now: &Merits, then: &Merits) -> Gain {
    [cleared(now, then), kept(now, then), joined(now, then)]
}

/// Fewer boxes in the way of the next one.
fn approaching(now: &Merits, then: &Merits) -> Gain {
    let nearer = match packed(now, then) {
        ..0 => 0,
        _ => i32::from(now.barred) - i32::from(then.barred),
    };
    [nearer, kept(now, then), joined(now, then)]
}

/// More floor for the robot.
fn exploring(now: &Merits, then: &Merits) -> Gain {
    let more = i32::from(then.reach) - i32::from(now.reach);
    [more, kept(now, then), joined(now, then)]
}

fn packed(now: &Merits, then: &Merits) -> i32 {
    i32::from(then.features.packed) - i32::from(now.features.packed)
}

fn kept(now: &Merits, then: &Merits) -> i32 {
    i32::from(now.features.astray) - i32::from(then.features.astray)
}

fn joined(now: &Merits, then: &Merits) -> i32 {
    i32::from(now.features.parts) - i32::from(then.features.parts)
}

fn cleared(now: &Merits, then: &Merits) -> i32 {
    i32::from(now.features.shut) - i32::from(then.features.shut)
}
