//! Pictures of boards, and of the row by row search.

use image::{RgbImage, RgbaImage};

use super::plain::{self, Reference};
use super::puzzle::{Cell, Puzzle, Walls};
use super::solve;
use crate::base::{Limits, Rect};
use crate::draw::{self, Colour, bevel, fill, font};

/// Pixels of a cell's side.
const CELL: i32 = 24;

/// The most pictures of an animation; what comes between is left out.
const MOST_FRAMES: usize = 400;

const PAPER: Colour = [24, 24, 32];
const INK: Colour = [214, 208, 190];
const MET: Colour = [110, 106, 100];
const FLOOR: Colour = [78, 66, 58];
const BLANK: Colour = [50, 46, 48];
const STONE: Colour = [138, 142, 158];
const MONSTER: Colour = [196, 70, 62];
const TREASURE: Colour = [232, 186, 66];

/// The board as it is drawn.
pub fn board(puzzle: &Puzzle) -> RgbImage {
    paint(puzzle, puzzle.height())
}

/// The row by row search of the reference method, a picture for each row laid, and the solution.
/// None if the board is too wide for the method.
pub fn search(puzzle: &Puzzle) -> Option<Vec<RgbImage>> {
    if puzzle.width() > plain::MAX_WIDTH {
        return None;
    }
    let mut states: Vec<(Walls, usize)> = Vec::new();
    // Every other one is dropped whenever there are too many, and the pace is halved.
    let (mut pace, mut turn) = (1, 0);
    Reference::new(puzzle.width()).watch(puzzle, |walls, rows| {
        turn += 1;
        if turn % pace == 0 {
            states.push((*walls, rows));
        }
        if states.len() == MOST_FRAMES {
            let mut keep = false;
            states.retain(|_| {
                keep = !keep;
                keep
            });
            pace *= 2;
        }
        turn < MOST_FRAMES * 1000
    });
    let mut pictures: Vec<RgbImage> = states
        .iter()
        .map(|(walls, rows)| paint(&puzzle.with_walls(walls), *rows))
        .collect();
    if let Some(walls) = solve::solve(puzzle, &Limits::default()).solution() {
        pictures.push(board(&puzzle.with_walls(walls)));
    }
    Some(pictures)
}

/// The board of which so many rows are laid.
fn paint(puzzle: &Puzzle, laid: usize) -> RgbImage {
    let (width, height) = (puzzle.width() as i32, puzzle.height() as i32);
    let mut canvas = draw::canvas([(width + 1) * CELL + 8, (height + 1) * CELL + 8]);
    let all = draw::whole(&canvas);
    fill(&mut canvas, all, PAPER);
    let walls = puzzle.walls();
    for (column, &number) in puzzle.columns.iter().enumerate() {
        let found = (0..laid).filter(|&row| walls.at(column, row)).count();
        write_number(&mut canvas, column as i32 + 1, 0, number, found);
    }
    for (row, &number) in puzzle.rows.iter().enumerate() {
        let found = walls.rows[row].count_ones() as usize;
        write_number(&mut canvas, 0, row as i32 + 1, number, found);
        for column in 0..puzzle.width() {
            let cell = puzzle.cell(column, row);
            paint_cell(
                &mut canvas,
                area(column as i32 + 1, row as i32 + 1),
                cell,
                row < laid,
            );
        }
    }
    draw::finished(canvas)
}

/// A cell's place, the numbers being column 0 and row 0.
fn area(column: i32, row: i32) -> Rect {
    Rect::new(4 + column * CELL, 4 + row * CELL, CELL, CELL)
}

fn write_number(canvas: &mut RgbaImage, column: i32, row: i32, number: u8, found: usize) {
    let text = number.to_string();
    let centre = area(column, row).centre();
    let at = font::big_middle(Rect::new(centre.x, centre.y, 0, 0), &text);
    let ink = if usize::from(number) == found {
        MET
    } else {
        INK
    };
    font::write_big(canvas, at, &text, [ink; 2]);
}

fn paint_cell(canvas: &mut RgbaImage, area: Rect, cell: Cell, is_laid: bool) {
    let tile = area.grown(-1);
    fill(canvas, tile, if is_laid { FLOOR } else { BLANK });
    match cell {
        Cell::Unknown => {}
        Cell::Wall => {
            fill(canvas, tile, STONE);
            bevel(canvas, tile, [184, 188, 204], [84, 86, 98]);
        }
        Cell::Monster => {
            fill(canvas, area.grown(-6), MONSTER);
            let (left, eye) = (tile.x + 8, tile.y + 9);
            fill(canvas, Rect::new(left, eye, 2, 3), PAPER);
            fill(canvas, Rect::new(left + 5, eye, 2, 3), PAPER);
        }
        Cell::Treasure => {
            fill(canvas, area.grown(-6), TREASURE);
            bevel(canvas, area.grown(-6), [255, 230, 150], [140, 100, 30]);
            fill(canvas, Rect::new(tile.x + 6, tile.y + 10, 11, 1), PAPER);
        }
        Cell::Path => fill(canvas, area.grown(-10), INK),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_look_like_walls_and_floor_like_floor() {
        let puzzle = Puzzle::parse("222 303 ###/M.M/###").expect("a puzzle");
        let picture = board(&puzzle);
        for (column, row, colour) in [(1, 1, STONE), (2, 2, FLOOR), (3, 3, STONE)] {
            let at = area(column, row).centre();
            assert_eq!(picture.get_pixel(at.x as u32, at.y as u32).0, colour);
        }
    }

    #[test]
    fn an_animation_ends_with_the_solution() {
        let puzzle = Puzzle::parse("222 303 .../M.M/...").expect("a puzzle");
        let pictures = search(&puzzle).expect("a narrow board");
        let solved = Puzzle::parse("222 303 ###/M.M/###").expect("a puzzle");
        assert!(
            pictures.len() > 3,
            "a picture for each row, and the solution"
        );
        assert_eq!(pictures.last(), Some(&board(&solved)));
    }
}
