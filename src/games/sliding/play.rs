//! How a move is made with the mouse, or with keys.

use super::numbers::Numbers;
use super::puzzle::{Block, Direction, Move, Puzzle};
use crate::base::Point;
use crate::hand::Gesture;
use crate::profile::{Cells, MoveBy, WayKeys};

/// How blocks may be moved.
const BLOCKS: [MoveBy; 6] = [
    MoveBy::Drag,
    MoveBy::ClickKeys(WayKeys::ARROWS),
    MoveBy::ClickPlace,
    MoveBy::Click,
    MoveBy::DragSteps,
    MoveBy::ClickKeys(WayKeys::LETTERS),
];

/// How numbers may be moved: each has only one way to go.
const NUMBERS: [MoveBy; 5] = [
    MoveBy::Click,
    MoveBy::Keys(WayKeys::ARROWS),
    MoveBy::Keys(WayKeys::GAP),
    MoveBy::Drag,
    MoveBy::ClickPlace,
];

/// How the blocks of a board may be moved, the likeliest way first.
pub fn manners(puzzle: &Puzzle) -> &'static [MoveBy] {
    match Numbers::of(puzzle) {
        Some(_) => &NUMBERS,
        None => &BLOCKS,
    }
}

/// A move cell by cell, where blocks are not dragged along all of their way.
pub fn parts(mv: &Move, by: Option<MoveBy>) -> Vec<Move> {
    match by.is_some_and(MoveBy::is_stepwise) {
        false => vec![mv.clone()],
        true => {
            let step = |way| Move {
                block: mv.block,
                path: vec![way],
            };
            mv.path.iter().copied().map(step).collect()
        }
    }
}

/// How a move is made, in pixels of the board; nothing to do if there is no such block. A block is taken by the
/// middle of its first cell.
pub fn gesture(puzzle: &Puzzle, mv: &Move, by: Option<MoveBy>, cells: &Cells) -> Gesture {
    let [usual, ..] = manners(puzzle) else {
        return Gesture::Drag { path: Vec::new() };
    };
    let path = path(puzzle, mv, cells);
    let (Some(&at), Some(&way)) = (path.first(), mv.path.first()) else {
        return Gesture::Drag { path };
    };
    match by.unwrap_or(*usual) {
        MoveBy::Drag | MoveBy::DragSteps => Gesture::Drag {
            path: driven_out(puzzle, mv, cells, path),
        },
        MoveBy::Click => Gesture::click(at),
        MoveBy::ClickPlace => {
            let place = entered(puzzle, mv, cells).unwrap_or(at);
            Gesture::Series(vec![Gesture::click(at), Gesture::click(place)])
        }
        MoveBy::Keys(keys) => Gesture::Keys(vec![keys.of(way)]),
        MoveBy::ClickKeys(keys) => {
            let keys = Gesture::Keys(vec![keys.of(way)]);
            Gesture::Series(vec![Gesture::click(at), keys])
        }
    }
}

/// In a jam the car that gets out at the board's edge is let go so much farther, a share of a cell: some games ask whether
/// it has passed its place. Chosen: clearly farther, and its place is still the nearest.
const BEYOND: f64 = 0.125;

fn driven_out(puzzle: &Puzzle, mv: &Move, cells: &Cells, mut path: Vec<Point>) -> Vec<Point> {
    let after = puzzle
        .moved(mv)
        .filter(|after| puzzle.lengthwise && after.is_solved());
    let (Some(after), Some(way), Some(last)) = (after, mv.path.last(), path.last_mut()) else {
        return path;
    };
    let mut moved = after.blocks.iter().filter(|block| block.sign == mv.block);
    if moved.any(|block| is_at_edge(&after, block, *way)) {
        let (right, down) = way.delta();
        let far = |steps: i32, pitch: f64| (f64::from(steps) * pitch * BEYOND).round() as i32;
        *last = *last + Point::new(far(right, cells.pitch[0]), far(down, cells.pitch[1]));
    }
    path
}

/// Whether a block lies at the board's edge on this side.
fn is_at_edge(puzzle: &Puzzle, block: &Block, way: Direction) -> bool {
    let (right, down) = way.delta();
    block.cells.iter().any(|cell| {
        let (column, row) = puzzle.position(*cell);
        let (column, row) = (column as i32 + right, row as i32 + down);
        !(0..puzzle.columns as i32).contains(&column) || !(0..puzzle.rows as i32).contains(&row)
    })
}

/// A car that is dragged on is held so far behind the middle of its rear, and let go so far before that of its front: that is
/// on the board yet. A share of a cell; chosen: together nearly the length of the car, which some games ask for.
const OUT: f64 = 0.375;

/// How the car that is at its goal is driven on until it has left the board: some games ask for that.
pub fn beyond(solved: &Puzzle, by: Option<MoveBy>, cells: &Cells) -> Option<Gesture> {
    let mut cars = solved.blocks.iter().filter(|block| block.goal.is_some());
    let car = cars.next().filter(|_| solved.lengthwise)?;
    let is_across = car.cells.last()? - car.cells.first()? < solved.columns;
    let ways = match is_across {
        true => [Direction::Left, Direction::Right],
        false => [Direction::Up, Direction::Down],
    };
    let way = ways.into_iter().find(|way| is_at_edge(solved, car, *way))?;
    let typed = |keys: WayKeys| Gesture::Keys(vec![keys.of(way); car.cells.len()]);
    let centre = |cell: usize| {
        let (column, row) = solved.position(cell);
        cells.area(column, row).centre()
    };
    match by.unwrap_or(MoveBy::Drag) {
        MoveBy::Keys(keys) => Some(typed(keys)),
        MoveBy::ClickKeys(keys) => {
            let at = centre(car.cells[0]);
            Some(Gesture::Series(vec![Gesture::click(at), typed(keys)]))
        }
        MoveBy::Drag | MoveBy::DragSteps => {
            let ends = [car.cells[0], car.cells[car.cells.len() - 1]].map(centre);
            let (right, down) = way.delta();
            let [rear, front] = match right + down > 0 {
                true => ends,
                false => [ends[1], ends[0]],
            };
            let far = Point::new(out(right, cells.pitch[0]), out(down, cells.pitch[1]));
            Some(Gesture::Drag {
                path: vec![rear - far, front + far],
            })
        }
        MoveBy::Click | MoveBy::ClickPlace => None,
    }
}

fn out(steps: i32, pitch: f64) -> i32 {
    (f64::from(steps) * pitch * OUT).round() as i32
}

/// Where the first cell of the block comes along.
fn path(puzzle: &Puzzle, mv: &Move, cells: &Cells) -> Vec<Point> {
    let Some(block) = puzzle.blocks.iter().find(|block| block.sign == mv.block) else {
        return Vec::new();
    };
    let (column, row) = puzzle.position(block.cells[0]);
    let mut path = vec![(column as i32, row as i32)];
    for (right, down) in mv.path.iter().map(|direction| direction.delta()) {
        let (column, row) = path[path.len() - 1];
        path.push((column + right, row + down));
    }
    let centre = |(column, row): (i32, i32)| cells.area(column as usize, row as usize).centre();
    path.into_iter().map(centre).collect()
}

/// The middle of a cell that the block covers after the move, and did not before.
fn entered(puzzle: &Puzzle, mv: &Move, cells: &Cells) -> Option<Point> {
    let after = puzzle.moved(mv)?;
    let covered = |puzzle: &Puzzle| {
        let block = puzzle.blocks.iter().find(|block| block.sign == mv.block);
        block.map(|block| block.cells.clone())
    };
    let (before, after) = (covered(puzzle)?, covered(&after)?);
    let cell = after.into_iter().find(|cell| !before.contains(cell))?;
    let (column, row) = puzzle.position(cell);
    Some(cells.area(column, row).centre())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::Key;

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
        assert_eq!(gesture(&puzzle, &mv, None, &cells), drag);
    }

    fn four_by_two() -> Cells {
        Cells {
            columns: 4,
            rows: 2,
            first: Point::new(0, 0),
            size: [40, 40],
            pitch: [40.0, 40.0],
        }
    }

    #[test]
    fn the_car_that_is_at_its_goal_is_driven_on_by_keys_or_its_rear() {
        let cells = four_by_two();
        let text = "start\n..AA\n....\ngoal\n..AA\n....\n";
        let solved = |head: &str| Puzzle::parse(&format!("{head}{text}")).unwrap();
        let keys = MoveBy::ClickKeys(WayKeys::ARROWS);
        let expected = Gesture::Series(vec![
            Gesture::click(Point::new(100, 20)),
            Gesture::Keys(vec![Key::Right; 2]),
        ]);
        let cars = solved("lengthwise\n");
        assert_eq!(beyond(&cars, Some(keys), &cells), Some(expected));
        let dragged = Some(Gesture::Drag {
            path: vec![Point::new(85, 20), Point::new(155, 20)],
        });
        for by in [None, Some(MoveBy::Drag)] {
            assert_eq!(beyond(&cars, by, &cells), dragged);
        }
        assert_eq!(beyond(&cars, Some(MoveBy::Click), &cells), None);
        assert_eq!(beyond(&solved(""), Some(keys), &cells), None);
    }

    #[test]
    fn the_car_that_gets_out_is_let_go_a_little_beyond_its_place() {
        let text = "start\n.AA.\n....\ngoal\n..AA\n....\n";
        let cells = four_by_two();
        let end = |head: &str, to: &str| {
            let puzzle = Puzzle::parse(&format!("{head}{text}")).unwrap();
            let mv = Move::parse(to).unwrap();
            match gesture(&puzzle, &mv, None, &cells) {
                Gesture::Drag { path } => path.last().copied(),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(end("lengthwise\n", "A right 1"), Some(Point::new(105, 20)));
        assert_eq!(end("lengthwise\n", "A left 1"), Some(Point::new(20, 20)));
        assert_eq!(end("", "A right 1"), Some(Point::new(100, 20)));
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
        assert_eq!(gesture(&puzzle, &left, None, &cells), click);
    }

    #[test]
    fn a_block_is_moved_as_the_profile_says() {
        let puzzle = Puzzle::parse("start\n.A.\n.A.\n...\ngoal\n...\n..A\n..A\n").unwrap();
        let mv = Move::parse("A down 1, right 1").unwrap();
        let cells = Cells {
            columns: 3,
            rows: 3,
            first: Point::new(0, 0),
            size: [9, 9],
            pitch: [10.0, 10.0],
        };
        let by = |text: &str| Some(text.parse().expect("a way to move"));
        assert_eq!(parts(&mv, by("drag")), std::slice::from_ref(&mv));
        let steps = parts(&mv, by("click keys"));
        assert_eq!(steps.len(), 2);
        assert_eq!(parts(&mv, by("drag steps")), steps);
        let block = Gesture::click(Point::new(14, 4));
        let made = |how: &str| gesture(&puzzle, &steps[0], by(how), &cells);
        let key = |key| Gesture::Keys(vec![key]);
        assert_eq!(made("click"), block);
        assert_eq!(made("keys:w,d,s,a"), key(Key::Char('s')));
        assert_eq!(
            made("click keys"),
            Gesture::Series(vec![block.clone(), key(Key::Down)])
        );
        // It covers the middle cell already, and is to cover the lowest.
        let place = Gesture::click(Point::new(14, 24));
        assert_eq!(made("click place"), Gesture::Series(vec![block, place]));
    }
}
