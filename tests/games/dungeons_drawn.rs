//! Boards of dungeons as pages draw them, fitted by one text.

use gridhand::base::{Point, Rect};
use gridhand::draw::{self, font};
use gridhand::game::ability::Hints;
use gridhand::games::dungeons::fit::fit;
use gridhand::games::dungeons::learn::Lesson;
use gridhand::games::dungeons::{Cell, Puzzle};
use image::RgbaImage;

use super::dungeons_skins::puzzle;

/// Cells of a table: a sign as wide as high in the middle of each, with as much of the page around it as there is.
const CELL: [i32; 2] = [54, 42];
const SIGN: i32 = 36;
const CORNER: Point = Point::new(120, 180);

fn cell(column: i32, row: i32) -> Rect {
    let at = CORNER + Point::new(column * CELL[0], row * CELL[1]);
    Rect::new(at.x, at.y, CELL[0] - 2, CELL[1] - 2)
}

fn sign(cell: Rect) -> Rect {
    let middle = cell.centre();
    Rect::new(middle.x - SIGN / 2, middle.y - SIGN / 2, SIGN, SIGN)
}

/// A black page: grey signs for floor, and red behind whatever is not right yet.
fn page(puzzle: &Puzzle) -> RgbaImage {
    let mut canvas = draw::canvas([700, 620]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [0; 3]);
    let number = |canvas: &mut RgbaImage, cell: Rect, number: u8| {
        if number > 0 {
            draw::fill(canvas, cell, [255, 0, 0]);
        }
        let text = number.to_string();
        let middle = font::big_middle(cell, &text);
        font::write_big(canvas, middle, &text, [[255; 3]; 2]);
    };
    for (column, value) in (0..).zip(puzzle.columns.iter()) {
        number(&mut canvas, cell(column, -1), *value);
    }
    for (row, value) in (0..).zip(puzzle.rows.iter()) {
        number(&mut canvas, cell(-1, row), *value);
    }
    for (column, row) in (0..puzzle.width()).flat_map(|x| (0..puzzle.height()).map(move |y| (x, y)))
    {
        let area = cell(column as i32, row as i32);
        match puzzle.cell(column, row) {
            Cell::Monster | Cell::Treasure => {
                draw::fill(&mut canvas, area, [255, 0, 0]);
                let is_monster = puzzle.cell(column, row) == Cell::Monster;
                let colour = if is_monster {
                    [236, 239, 241]
                } else {
                    [79, 195, 247]
                };
                draw::fill(&mut canvas, sign(area).grown(-3), colour);
                draw::fill(&mut canvas, sign(area).grown(-12), [20; 3]);
            }
            _ => draw::fill(&mut canvas, sign(area), [66; 3]),
        }
    }
    canvas
}

/// Between the signs there is more of the page than of a line, and other cells than these agree with the text, too.
#[test]
fn signs_far_apart_in_cells_that_are_not_square_are_found() {
    let puzzle = puzzle(4);
    let lesson = Lesson {
        name: "page".into(),
        picture: page(&puzzle),
        puzzle: puzzle.clone(),
    };
    let hints = Hints {
        board: None,
        clicks: Vec::new(),
    };
    let fitted = fit("page", "Page", &[lesson], &hints).expect("it is found");
    let corner = fitted.place.origin;
    let cells = fitted.profile.cells;
    for (column, row) in [(0, 0), (7, 0), (0, 7), (7, 7)] {
        let found = cells.area(column, row).centre() + corner;
        let off = found - cell(column as i32, row as i32).centre();
        assert!(
            off.x.abs() <= 3 && off.y.abs() <= 3,
            "{column},{row}: {off:?}"
        );
    }
}
