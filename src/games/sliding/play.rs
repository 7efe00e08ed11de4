//! How a move is made with the mouse.

use super::puzzle::{Move, Puzzle};
use crate::hand::Gesture;
use crate::profile::Cells;

/// A drag along the path of the move, from the middle of the block's first cell, in pixels of the
/// board; nothing to drag if there is no such block.
pub fn gesture(puzzle: &Puzzle, mv: &Move, cells: &Cells) -> Gesture {
    let block = puzzle.blocks.iter().find(|block| block.sign == mv.block);
    let mut path: Vec<(i32, i32)> = Vec::new();
    if let Some(block) = block {
        let (column, row) = puzzle.position(block.cells[0]);
        path.push((column as i32, row as i32));
        for (right, down) in mv.path.iter().map(|direction| direction.delta()) {
            let (column, row) = path[path.len() - 1];
            path.push((column + right, row + down));
        }
    }
    let centre = |(column, row): (i32, i32)| cells.area(column as usize, row as usize).centre();
    Gesture::Drag {
        path: path.into_iter().map(centre).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Point;
    use crate::games::sliding::Direction;

    #[test]
    fn a_block_is_dragged_round_the_corner_by_its_first_cell() {
        let puzzle = Puzzle::parse("start\n.A.\nAA.\n...\ngoal\n...\n..A\n.AA\n").unwrap();
        let mv = Move {
            block: 'A',
            path: vec![Direction::Down, Direction::Right],
        };
        assert!(puzzle.moved(&mv).is_some_and(|after| after.is_solved()));
        let cells = Cells {
            columns: 3,
            rows: 3,
            first: Point::new(10, 20),
            size: [9, 9],
            pitch: [10.0, 10.0],
        };
        let path = [(24, 24), (24, 34), (34, 34)].map(|(x, y)| Point::new(x, y));
        let drag = Gesture::Drag {
            path: path.to_vec(),
        };
        assert_eq!(gesture(&puzzle, &mv, &cells), drag);
    }
}
