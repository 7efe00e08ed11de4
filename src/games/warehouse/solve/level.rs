//! Everything about a level that does not change during the search, and packed states of it.

use super::board::{Board, Cell};
use super::pairs::Pairs;
use super::single::Single;
use crate::games::warehouse::puzzle::Puzzle;

/// Where the boxes are, one bit for each live cell, and the first of the cells the robot gets to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<const W: usize> {
    pub boxes: [u64; W],
    pub robot: Cell,
}

impl<const W: usize> State<W> {
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut hash = u64::from(self.robot);
        for word in self.boxes {
            hash = (hash ^ word).wrapping_mul(ODD);
            hash ^= hash >> 32;
        }
        hash.wrapping_mul(ODD)
    }
}

/// The tables of a level.
#[derive(Clone, Debug)]
pub struct Level {
    pub board: Board,
    pub single: Single,
    /// On the way to the goals, and from the starts.
    pub pairs: [Pairs; 2],
    /// The live cells, ascending.
    pub live: Vec<Cell>,
    /// The bit of each cell that is live.
    bit: Vec<u16>,
}

impl Level {
    /// None if the level is impossible for a reason that shows before any search.
    pub fn new(puzzle: &Puzzle) -> Option<Level> {
        let board = Board::new(puzzle)?;
        let single = Single::new(&board);
        let is_live = |&cell: &Cell| single.live[cell as usize];
        if !board.boxes.iter().all(is_live) {
            return None;
        }
        let live: Vec<Cell> = (0..board.wall()).filter(is_live).collect();
        let mut bit = vec![u16::MAX; board.len()];
        for (index, &cell) in live.iter().enumerate() {
            bit[cell as usize] = index as u16;
        }
        let pairs = Pairs::new(&board, &single);
        Some(Level {
            board,
            single,
            pairs,
            live,
            bit,
        })
    }

    pub fn pack<const W: usize>(&self, boxes: &[Cell], robot: Cell) -> State<W> {
        let mut state = State {
            boxes: [0; W],
            robot,
        };
        for &cell in boxes {
            self.flip(&mut state.boxes, cell);
        }
        state
    }

    /// Puts a box on a live cell, or takes it away.
    #[inline(always)]
    pub fn flip<const W: usize>(&self, boxes: &mut [u64; W], cell: Cell) {
        let bit = self.bit[cell as usize] as usize;
        boxes[bit / 64] ^= 1 << (bit % 64);
    }

    /// The cells of the boxes, ascending.
    #[inline(always)]
    pub fn unpack<const W: usize>(&self, boxes: &[u64; W], cells: &mut Vec<Cell>) {
        cells.clear();
        for (word, &bits) in boxes.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                cells.push(self.live[word * 64 + bits.trailing_zeros() as usize]);
                bits &= bits - 1;
            }
        }
    }
}
