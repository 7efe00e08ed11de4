//! Goals of which a picture shows only a part, or nothing that tells them from other free cells; and cars of one cell.

use gridhand::base::Rect;
use gridhand::draw;
use gridhand::game::tiled::read_still;
use gridhand::games::sliding::{Puzzle, Sliding};
use image::RgbaImage;

use crate::cars::{parse, shapes};
use crate::fitting::{fitted, tiled};

const SIDE: i32 = 64;

const PAGE: [u8; 3] = [238; 3];
const FRAME: [u8; 3] = [70, 80, 95];
const FLOOR: [u8; 3] = [205, 211, 219];

const SIGN: [u8; 3] = [40, 100, 40];

/// How many of the goal's cells have another colour below the blocks, from its third on: one, all, or none.
#[derive(Clone, Copy)]
enum Sign {
    One,
    All,
    None,
}

/// A window with these blocks in a frame, of which 'A' is red; its goal is shown by that sign.
fn picture(puzzle: &Puzzle, sign: Sign) -> RgbaImage {
    let [columns, rows] = [puzzle.columns, puzzle.rows].map(|side| side as i32);
    let mut canvas = draw::canvas([(columns + 2) * SIDE, (rows + 2) * SIDE]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, PAGE);
    let board = Rect::new(SIDE, SIDE, columns * SIDE, rows * SIDE);
    draw::fill(&mut canvas, board.grown(14), FRAME);
    draw::fill(&mut canvas, board, FLOOR);
    let cell = |cell: usize| {
        let (column, row) = puzzle.position(cell);
        let [x, y] = [column, row].map(|at| (at as i32 + 1) * SIDE);
        Rect::new(x, y, SIDE, SIDE)
    };
    let around = |cells: &[usize]| {
        let first = cell(cells[0]);
        cells.iter().fold(first, |all, at| all.around(&cell(*at)))
    };
    for goal in puzzle.blocks.iter().filter_map(|block| block.goal.as_ref()) {
        let cells = match sign {
            Sign::One => &goal[2..3],
            Sign::All => &goal[..],
            Sign::None => &[],
        };
        for at in cells {
            draw::fill(&mut canvas, cell(*at), SIGN);
        }
    }
    for block in &puzzle.blocks {
        let area = around(&block.cells).grown(-2);
        let colour = match (block.goal.is_some(), area.width, area.height) {
            (true, ..) => [214, 69, 65],
            (_, wide, high) if wide > high => [90, 150, 90],
            (_, wide, high) if wide < high => [70, 120, 180],
            _ => [190, 150, 60],
        };
        draw::fill(&mut canvas, area, colour.map(|part: u8| part - 40));
        draw::fill(&mut canvas, area.grown(-2), colour);
    }
    canvas
}

fn read(of: &Puzzle, sign: Sign, first: &Puzzle) -> Result<Puzzle, String> {
    let profile = fitted::<Sliding>(first.clone(), picture(first, sign));
    let read = read_still(tiled::<Sliding>(), &picture(of, sign), &profile);
    read.map_err(|why| why.to_string())
}

#[test]
fn where_all_free_cells_are_those_of_the_goal_none_tells_it_elsewhere() {
    const GOAL: &str = "....\n....\n....\n.AA.\n.AA.\n";
    let first = parse("BAAC\nBAAC\nDEEF\nDGHF\nI..J\n", GOAL);
    // Free cells of the shape of the block that must go elsewhere.
    let then = parse("B..C\nD..E\nFAAG\nFAAG\nHHIJ\n", GOAL);
    let goal = |puzzle: &Puzzle| puzzle.blocks.iter().find_map(|block| block.goal.clone());
    assert_eq!(
        read(&then, Sign::One, &first).map(|read| goal(&read)),
        Ok(goal(&then))
    );
}

#[test]
fn a_goal_on_another_board_is_told_by_a_part_of_it() {
    let first = parse("AA..\nAA..\nBBCC\nD..E\n", "....\n....\n..AA\n..AA\n");
    let lower = parse("AAB\nAAB\nCCD\n..D\n", "...\n...\nAA.\nAA.\n");
    let read = |of: &Puzzle| {
        let read = read(of, Sign::All, &first);
        let goal = |read: Puzzle| read.blocks.into_iter().find_map(|block| block.goal);
        read.map(|read| (shapes(&read), goal(read)))
    };
    let goal = lower.blocks.iter().find_map(|block| block.goal.clone());
    assert_eq!(read(&lower), Ok((shapes(&lower), goal)));
    // It may be one row higher as well.
    let between = parse(
        "AABF\nAABF\n..CF\nDDCE\nGGHE\n",
        "....\n....\nAA..\nAA..\n....\n",
    );
    assert!(read(&between).is_err());
}

#[test]
fn cars_of_one_cell_are_cars_where_an_example_shows_some() {
    let board = |start: &str| {
        let text = format!("lengthwise\nstart\n{start}goal\n.AA\n...\n...\n");
        <Sliding as gridhand::game::Game>::parse(&text).expect("a puzzle")
    };
    let first = board("AAB\nC.B\n.D.\n");
    let then = board("AA.\nC.B\nD.B\n");
    let read = read(&then, Sign::None, &first);
    assert_eq!(read.map(|read| shapes(&read)), Ok(shapes(&then)));
}
