//! The lower bound of the pushes that are left: boxes assigned to ends, and what pairs of boxes need
//! on top.

use super::board::Cell;
use super::level::LevelTables;
use super::pairs::{DEAD, Pairs};
use super::single::Spot;
use crate::search::{Assignment, FAR};

/// Which way a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From the start, by pushes.
    Forth,
    /// From the solved positions, by pulls.
    Back,
}

/// Two boxes and their surplus.
#[derive(Clone, Copy, Debug)]
struct Conflict {
    pair: u128,
    surplus: u16,
}

/// Bounds of one position and of those that differ by one box.
#[derive(Clone, Debug)]
pub struct Bound {
    way: Way,
    assignment: Assignment,
    spots: Vec<Spot>,
    conflicts: Vec<Conflict>,
    scratch: Vec<Conflict>,
}

/// More conflicts than this are not combined in the best way, only in a good one.
const EXACT: usize = 12;

/// Boxes beyond these have no conflicts.
const MOST_BOXES: usize = 128;

impl Bound {
    pub fn new(level: &LevelTables, way: Way) -> Self {
        let size = match way {
            Way::Forth => level.board.goals.len(),
            Way::Back => level.board.boxes.len(),
        };
        Self {
            way,
            assignment: Assignment::new(size),
            spots: Vec::new(),
            conflicts: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// The least number of pushes left, or made so far if the way is back. None: not possible.
    pub fn of(&mut self, level: &LevelTables, boxes: &[Cell], robot: Cell) -> Option<u16> {
        self.spots.clear();
        self.spots
            .extend(boxes.iter().map(|&at| level.single.spot(at, robot)));
        let (way, spots) = (self.way, &self.spots);
        let total = self.assignment.solve(|i| row(level, way, spots, i));
        self.conflicts.clear();
        for (i, &at) in boxes.iter().enumerate() {
            collect(
                &mut self.conflicts,
                pairs(level, way),
                &boxes[..i],
                i,
                at,
                robot,
            )?;
        }
        let surplus = combined(&mut self.conflicts);
        (total < i32::from(FAR)).then(|| total as u16 + surplus)
    }

    /// The same if box `i` stood on `at` instead, of the position that [`Bound::of`] saw last. The
    /// robot must not have crossed another box.
    pub fn with(
        &mut self,
        level: &LevelTables,
        boxes: &[Cell],
        i: usize,
        at: Cell,
        robot: Cell,
    ) -> Option<u16> {
        let spot = level.single.spot(at, robot);
        if !level.single.is_alive(spot) {
            return None;
        }
        let (way, spots) = (self.way, &self.spots);
        self.scratch.clear();
        let others = self
            .conflicts
            .iter()
            .filter(|c| i >= MOST_BOXES || c.pair >> i & 1 == 0);
        self.scratch.extend(others);
        collect(&mut self.scratch, pairs(level, way), boxes, i, at, robot)?;
        let new = ends(level, way, spot);
        let total = self
            .assignment
            .total_with(i, new, |i| row(level, way, spots, i));
        let surplus = combined(&mut self.scratch);
        (total < i32::from(FAR)).then(|| total as u16 + surplus)
    }
}

#[inline(always)]
fn ends(level: &LevelTables, way: Way, spot: Spot) -> &[u16] {
    match way {
        Way::Forth => level.single.to_goals(spot),
        Way::Back => level.single.starts_reach(spot),
    }
}

/// A row of the assignment; goals without a box are taken by boxes that do not exist.
#[inline(always)]
fn row<'l>(level: &'l LevelTables, way: Way, spots: &[Spot], i: usize) -> &'l [u16] {
    spots.get(i).map_or(&[], |&spot| ends(level, way, spot))
}

fn pairs(level: &LevelTables, way: Way) -> &Pairs {
    match way {
        Way::Forth => &level.pairs[0],
        Way::Back => &level.pairs[1],
    }
}

/// Adds the conflicts of box `i`, on `at`, with others. None: there is a dead one.
#[inline(always)]
fn collect(
    conflicts: &mut Vec<Conflict>,
    pairs: &Pairs,
    others: &[Cell],
    i: usize,
    at: Cell,
    robot: Cell,
) -> Option<()> {
    if i >= MOST_BOXES {
        return Some(());
    }
    for (j, &other) in others.iter().enumerate().take(MOST_BOXES) {
        if i == j {
            continue;
        }
        match pairs.surplus(at, other, robot) {
            0 => {}
            DEAD => return None,
            surplus => conflicts.push(Conflict {
                pair: 1 << i | 1 << j,
                surplus: u16::from(surplus),
            }),
        }
    }
    Some(())
}

/// The largest sum of conflicts no two of which share a box, or at least a large one.
fn combined(conflicts: &mut [Conflict]) -> u16 {
    if let [] | [_] = conflicts {
        return conflicts.first().map_or(0, |c| c.surplus);
    }
    conflicts.sort_unstable_by_key(|c| std::cmp::Reverse(c.surplus));
    if conflicts.len() > EXACT {
        let mut used = 0;
        let mut sum = 0;
        for conflict in conflicts.iter() {
            if used & conflict.pair == 0 {
                used |= conflict.pair;
                sum += conflict.surplus;
            }
        }
        return sum;
    }
    let rest = conflicts.iter().map(|c| c.surplus).sum();
    let mut best = 0;
    best_sum(conflicts, rest, 0, 0, &mut best);
    best
}

/// Takes each conflict or leaves it; `rest` is the sum of all that are still to come.
fn best_sum(conflicts: &[Conflict], rest: u16, used: u128, sum: u16, best: &mut u16) {
    *best = sum.max(*best);
    let [first, others @ ..] = conflicts else {
        return;
    };
    if sum + rest <= *best {
        return;
    }
    let rest = rest - first.surplus;
    if used & first.pair == 0 {
        best_sum(others, rest, used | first.pair, sum + first.surplus, best);
    }
    best_sum(others, rest, used, sum, best);
}
