//! Which blocks can ever get in each other's way.

use super::board::Board;
use super::kind::Place;

/// For each block a number that is the same for blocks that can get to the same cells; 0 for those with a goal.
pub fn regions(board: &Board) -> Vec<u32> {
    let mut cells = Joined((0..board.cells as u32).collect());
    for kind in board.kinds.iter().filter(|kind| kind.goal.is_none()) {
        for place in &kind.places {
            cells.join_all(place);
        }
    }
    let region = |(block, &place): (usize, &u16)| match board.kind(block).goal {
        Some(_) => 0,
        None => cells.root(board.place(block, place).covers[0].into()) + 1,
    };
    board.start.iter().enumerate().map(region).collect()
}

/// Sets of cells that do not overlap: for each cell another of its set, or itself (B. A. Galler and M. J. Fischer,
/// *An improved equivalence algorithm*, 1964).
#[derive(Clone)]
struct Joined(Vec<u32>);

impl Joined {
    fn root(&mut self, cell: u32) -> u32 {
        let mut at = cell as usize;
        while self.0[at] as usize != at {
            self.0[at] = self.0[self.0[at] as usize];
            at = self.0[at] as usize;
        }
        at as u32
    }

    /// The cells that a place covers, and those one step on.
    fn join_all(&mut self, place: &Place) {
        let first = place.covers[0].into();
        let entered = place.steps.iter().flat_map(|step| &step.enters);
        for &cell in place.covers.iter().chain(entered) {
            let (a, b) = (self.root(first), self.root(cell.into()));
            self.0[a as usize] = b;
        }
    }
}
