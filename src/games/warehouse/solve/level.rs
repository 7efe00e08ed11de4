//! Everything about a level that does not change during the search, and packed states of it.

use super::board::{Board, Cell, opposite};
use super::pairs::Pairs;
use super::single::Single;
use crate::games::warehouse::puzzle::Puzzle;

/// Where the boxes are, one bit for each live cell, and the first of the cells the robot gets to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<const W: usize> {
    pub boxes: [u64; W],
    pub robot: Cell,
}

impl<const W: usize> std::hash::Hash for State<W> {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.mixed());
    }
}

impl<const W: usize> State<W> {
    /// A hash whose bits are all equally good.
    #[inline(always)]
    pub fn mixed(&self) -> u64 {
        // 2^64 divided by the golden ratio (Knuth's multiplicative hashing).
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut hash = u64::from(self.robot);
        for word in self.boxes {
            hash = (hash ^ word).wrapping_mul(ODD);
            hash ^= hash >> 32;
        }
        hash = hash.wrapping_mul(ODD);
        hash ^ hash >> 32
    }
}

/// Whether a push in a tunnel may as well be followed by the next one at once. (Tunnel macros,
/// A. Junghanns and J. Schaeffer, 2001.)
///
/// The cell that the box comes from has walls on both sides, and from `to`, which is no goal, it cannot
/// be pushed sideways. Then the robot gets nothing from having the box here instead of there: the cell
/// left is a pocket behind it, in which it can do nothing, and another box pushed into the pocket would
/// be stuck. In a shortest solution the next push of this box is one farther on (one back would undo
/// this one, and both could be left out), and this one can wait until right before it.
fn goes_on(board: &Board, single: &Single, to: Cell, direction: usize) -> bool {
    let from = board.next(to, opposite(direction));
    let sides = |cell: Cell| [1, 3].map(|turn| board.next(cell, (direction + turn) % 4));
    let is_wall = |&side: &Cell| side == board.wall();
    let is_dead = |&side: &Cell| !single.live[side as usize];
    from != board.wall()
        && !board.is_goal[to as usize]
        && sides(from).iter().all(is_wall)
        && (sides(to).iter().any(is_wall) || sides(to).iter().all(is_dead))
}

/// The tables of a level.
#[derive(Clone, Debug)]
pub struct LevelTables {
    pub board: Board,
    pub single: Single,
    /// On the way to the goals, and from the starts.
    pub pairs: [Pairs; 2],
    /// The live cells, ascending.
    pub live: Vec<Cell>,
    /// Whether a box that was just pushed to a cell in a direction may be pushed on at once.
    pub goes_on: Vec<[bool; 4]>,
    /// The bit of each cell that is live.
    bit: Vec<u16>,
}

impl LevelTables {
    /// None if the level is impossible for a reason that shows before any search.
    pub fn new(puzzle: &Puzzle) -> Option<LevelTables> {
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
        let goes_on = (0..board.wall())
            .map(|to| [0, 1, 2, 3].map(|direction| goes_on(&board, &single, to, direction)))
            .collect();
        Some(LevelTables {
            board,
            single,
            pairs,
            live,
            goes_on,
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
