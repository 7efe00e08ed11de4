//! How many boxes are in the way of the next one that the plan wants.

use std::collections::VecDeque;

use crate::games::warehouse::solve::board::{Board, Cell, opposite};

/// Finds the way to a goal that the fewest boxes bar.
#[derive(Clone, Debug)]
pub struct Barriers {
    cost: Vec<u8>,
    queue: VecDeque<(Cell, u8)>,
}

impl Barriers {
    pub fn new(board: &Board) -> Self {
        Self {
            cost: vec![u8::MAX; board.len()],
            queue: VecDeque::new(),
        }
    }

    /// The fewest boxes to be moved before some box off `packed` can be pushed to one of the goals,
    /// the robot's way behind it not minded. Boxes in `packed` stay where they are.
    pub fn least(
        &mut self,
        board: &Board,
        goals: &[Cell],
        has_box: &[bool],
        packed: &[Cell],
    ) -> u8 {
        self.cost.fill(u8::MAX);
        self.queue.clear();
        for &at in packed {
            self.cost[at as usize] = 0;
        }
        for &goal in goals {
            self.cost[goal as usize] = 0;
            self.queue.push_back((goal, 0));
        }
        while let Some((at, cost)) = self.queue.pop_front() {
            if cost > self.cost[at as usize] {
                continue;
            }
            if has_box[at as usize] {
                return cost.saturating_sub(1);
            }
            for direction in 0..4 {
                self.step_back(board, (at, cost), direction, has_box);
            }
        }
        u8::MAX
    }

    /// Goes on to the cell from which a box comes to `at` in that direction.
    fn step_back(
        &mut self,
        board: &Board,
        (at, cost): (Cell, u8),
        direction: usize,
        has_box: &[bool],
    ) {
        let from = board.next(at, opposite(direction));
        let robot = board.next(from, opposite(direction));
        if from == board.wall() || robot == board.wall() {
            return;
        }
        let barred = |cell: Cell| u8::from(has_box[cell as usize]);
        let more = barred(from) + barred(robot);
        let cost = cost.saturating_add(more);
        if cost < self.cost[from as usize] {
            self.cost[from as usize] = cost;
            match more {
                0 => self.queue.push_front((from, cost)),
                _ => self.queue.push_back((from, cost)),
            }
        }
    }
}
