//! What positions are told apart by: numbers that say how far the packing is and how free the floor.

use super::plan::MOST_GOALS;
use crate::games::warehouse::solve::board::{Board, Cell};

/// The features of a position (after Shoham and Schaeffer, 2020).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Features {
    /// Goals filled as planned.
    pub packed: u8,
    /// Boxes that find no goal any more if the plan is kept to.
    pub astray: u8,
    /// Parts that the floor is cut into.
    pub parts: u8,
    /// Passages with a box in them.
    pub shut: u8,
}

/// Cells between walls on two opposite sides, by passage.
#[derive(Clone, Debug)]
pub struct Passages {
    /// The passage of each cell; the number of passages stands for none.
    of: Vec<u16>,
    count: usize,
}

impl Passages {
    pub fn new(board: &Board) -> Self {
        let narrow = |cell: Cell| {
            let [up, right, down, left] = board.next[cell as usize].map(|c| c == board.wall());
            cell != board.wall() && (up && down || left && right)
        };
        let mut of = vec![u16::MAX; board.len()];
        let mut count = 0;
        for seed in (0..board.wall()).filter(|&cell| narrow(cell)) {
            if of[seed as usize] != u16::MAX {
                continue;
            }
            let mut open = vec![seed];
            while let Some(cell) = open.pop() {
                if std::mem::replace(&mut of[cell as usize], count) != count {
                    let next = board.next[cell as usize].into_iter();
                    open.extend(next.filter(|&n| narrow(n) && of[n as usize] == u16::MAX));
                }
            }
            count += 1;
        }
        Self {
            of,
            count: count as usize,
        }
    }

    /// How many passages have a box in them.
    pub fn shut(&self, boxes: impl Iterator<Item = Cell>, scratch: &mut Vec<bool>) -> u8 {
        scratch.clear();
        scratch.resize(self.count, false);
        let mut shut = 0;
        for at in boxes {
            if let Some(seen) = scratch.get_mut(self.of[at as usize] as usize) {
                shut += u8::from(!std::mem::replace(seen, true));
            }
        }
        shut
    }
}

/// Boxes matched to goals, as many as can be.
#[derive(Clone, Debug, Default)]
pub struct Matching {
    box_of: Vec<usize>,
    ends: Vec<u128>,
    /// Goals that have a box.
    taken: u128,
}

impl Matching {
    /// How many boxes find no goal among those that are open, each box having its own `ends`.
    pub fn left_over(&mut self, ends: impl Iterator<Item = u128>) -> u8 {
        self.ends.clear();
        self.ends.extend(ends);
        self.box_of.clear();
        self.box_of.resize(MOST_GOALS, usize::MAX);
        self.taken = 0;
        let mut left_over = 0;
        for index in 0..self.ends.len() {
            let mut seen = 0;
            left_over += u8::from(!self.place(index, &mut seen));
        }
        left_over
    }

    /// Gives a box a goal, and others another one if need be.
    fn place(&mut self, index: usize, seen: &mut u128) -> bool {
        loop {
            let open = self.ends[index] & !*seen;
            if open == 0 {
                return false;
            }
            let free = open & !self.taken;
            let goal = if free == 0 { open } else { free }.trailing_zeros() as usize;
            *seen |= 1 << goal;
            if free != 0 || self.place(self.box_of[goal], seen) {
                self.taken |= 1 << goal;
                self.box_of[goal] = index;
                return true;
            }
        }
    }
}
