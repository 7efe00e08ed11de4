//! One box alone on the board: how many pushes it is from everywhere to each goal, and from each
//! start to everywhere, minding that the robot must get behind it.
//!
//! A box on a cell may cut the floor into parts; which part the robot is in belongs to the state, and
//! only pushing that very box changes it.

use std::collections::VecDeque;

use super::board::{Board, Cell, opposite};
use super::reach::Reach;
use crate::search::FAR;

/// A box on a cell and the part of the floor that the robot is in.
pub type Spot = u32;

/// No such place.
const NO_SPOT: Spot = Spot::MAX;

/// The tables of one level.
#[derive(Clone, Debug)]
pub struct Single {
    /// By box cell and robot cell.
    spot: Vec<Spot>,
    floor: usize,
    goals: usize,
    starts: usize,
    /// Pushes to each goal, by spot.
    to_goal: Vec<u16>,
    /// Pushes from each start, by spot.
    from_start: Vec<u16>,
    /// Whether a spot can be part of a solution.
    alive: Vec<bool>,
    /// Whether a box may stand on a cell in some solution; one entry more, for walls.
    pub live: Vec<bool>,
}

impl Single {
    pub fn new(board: &Board) -> Single {
        let floor = board.cells.len();
        let (spot, robots) = spots(board);
        let count = robots.len();
        let pushes = push_table(board, &spot, &robots);
        let mut single = Single {
            spot,
            floor,
            goals: board.goals.len(),
            starts: board.boxes.len(),
            to_goal: vec![FAR; count * board.goals.len()],
            from_start: vec![FAR; count * board.boxes.len()],
            alive: Vec::new(),
            live: vec![false; board.len()],
        };
        let back = reversed(&pushes);
        for (index, &goal) in board.goals.iter().enumerate() {
            let ends = (0..count as Spot).filter(|&s| robots[s as usize].0 == goal);
            let found = breadth_first(ends.collect(), &back);
            scatter(&found, &mut single.to_goal, board.goals.len(), index);
        }
        let forth: Vec<Vec<Spot>> = pushes
            .iter()
            .map(|to| to.iter().copied().filter(|&to| to != NO_SPOT).collect())
            .collect();
        for (index, &start) in board.boxes.iter().enumerate() {
            // A box under the robot's own start cannot be.
            let found = breadth_first(vec![single.spot(start, board.robot)], &forth);
            scatter(&found, &mut single.from_start, board.boxes.len(), index);
        }
        let near = |costs: &[u16]| costs.iter().any(|&cost| cost < FAR);
        for (spot, robot) in robots.iter().enumerate() {
            let alive =
                near(single.to_goals(spot as Spot)) && near(single.starts_reach(spot as Spot));
            single.alive.push(alive);
            single.live[robot.0 as usize] |= alive;
        }
        single
    }

    /// The spot of a box while the robot is on another cell.
    #[inline(always)]
    pub fn spot(&self, at: Cell, robot: Cell) -> Spot {
        self.spot[at as usize * self.floor + robot as usize]
    }

    /// How many spots there are.
    pub fn spots(&self) -> usize {
        self.alive.len()
    }

    #[inline(always)]
    pub fn is_alive(&self, spot: Spot) -> bool {
        self.alive[spot as usize]
    }

    /// Pushes to each goal.
    #[inline(always)]
    pub fn to_goals(&self, spot: Spot) -> &[u16] {
        &self.to_goal[spot as usize * self.goals..][..self.goals]
    }

    /// Pushes from each start.
    #[inline(always)]
    pub fn starts_reach(&self, spot: Spot) -> &[u16] {
        &self.from_start[spot as usize * self.starts..][..self.starts]
    }
}

/// Numbers the spots; for each, its box cell and a robot cell.
fn spots(board: &Board) -> (Vec<Spot>, Vec<(Cell, Cell)>) {
    let floor = board.cells.len();
    let mut spot = vec![NO_SPOT; floor * floor];
    let mut robots = Vec::new();
    let mut blocked = vec![false; board.len()];
    blocked[floor] = true;
    let mut reach = Reach::new(board);
    for at in 0..floor {
        blocked[at] = true;
        for robot in 0..floor {
            if robot == at || spot[at * floor + robot] != NO_SPOT {
                continue;
            }
            reach.fill(board, robot as Cell, &blocked);
            for &cell in reach.cells() {
                spot[at * floor + cell as usize] = robots.len() as Spot;
            }
            robots.push((at as Cell, robot as Cell));
        }
        blocked[at] = false;
    }
    (spot, robots)
}

/// Where each spot's box can be pushed to.
fn push_table(board: &Board, spot: &[Spot], robots: &[(Cell, Cell)]) -> Vec<[Spot; 4]> {
    let floor = board.cells.len();
    let push = |here: usize, direction: usize| {
        let at = robots[here].0;
        let behind = board.next(at, opposite(direction)) as usize;
        let to = board.next(at, direction) as usize;
        if behind == floor || to == floor || spot[at as usize * floor + behind] != here as Spot {
            return NO_SPOT;
        }
        spot[to * floor + at as usize]
    };
    (0..robots.len())
        .map(|here| [0, 1, 2, 3].map(|direction| push(here, direction)))
        .collect()
}

fn reversed(pushes: &[[Spot; 4]]) -> Vec<Vec<Spot>> {
    let mut back = vec![Vec::new(); pushes.len()];
    for (from, to) in pushes.iter().enumerate() {
        for &to in to.iter().filter(|&&to| to != NO_SPOT) {
            back[to as usize].push(from as Spot);
        }
    }
    back
}

/// The distance of each spot from the nearest of the first ones.
fn breadth_first(first: Vec<Spot>, next: &[Vec<Spot>]) -> Vec<u16> {
    let mut distance = vec![FAR; next.len()];
    for &spot in &first {
        distance[spot as usize] = 0;
    }
    let mut queue = VecDeque::from(first);
    while let Some(spot) = queue.pop_front() {
        for &to in &next[spot as usize] {
            if distance[to as usize] == FAR {
                distance[to as usize] = distance[spot as usize] + 1;
                queue.push_back(to);
            }
        }
    }
    distance
}

/// Writes a column of a table.
fn scatter(column: &[u16], table: &mut [u16], width: usize, index: usize) {
    for (row, &value) in table.chunks_exact_mut(width).zip(column) {
        row[index] = value;
    }
}
