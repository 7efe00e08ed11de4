//! How a move is made with the mouse.

use super::numbers::Numbers;
use super::puzzle::{Move, Puzzle};
use crate::base::Point;
use crate::hand::Gesture;
use crate::profile::Cells;

/// A drag along the path of the move, from the middle of the block's first cell, in pixels of the
/// board; nothing to drag if there is no such block. A number is clicked: it has only one way to go.
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
    let path: Vec<Point> = path.into_iter().map(centre).collect();
    match (path.first(), Numbers::of(puzzle)) {
        (Some(&at), Some(_)) => Gesture::click(at),
        _ => Gesture::Drag { path },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::sliding::Direction;

    #[test]
    fn a_block_is_dragged_round_the_corner_by_its_first_cell() {
        let puzzle = Puzzle::parse("start\n.A.\nAA.\n...\ngoal\n...\n..A\n.AA\n").unwrap();
        let mv = Move {
            block: 'A'.into(),
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
    #[test]
    fn a_number_is_clicked() {
        let puzzle = Puzzle::parse("numbers\n1 2\n. 3\n").unwrap();
        let cells = Cells {
            columns: 2,
            rows: 2,
            first: Point::new(0, 0),
            size: [9, 9],
            pitch: [10.0, 10.0],
        };
        let left = Move::parse("3 left 1").unwrap();
        let click = Gesture::click(Point::new(14, 14));
        assert_eq!(gesture(&puzzle, &left, &cells), click);
    }
}
