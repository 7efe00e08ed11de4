//! A board as a picture: blocks in colours, all parts of one in the same, goals as frames in the colour of their block;
//! numbers are written.

use image::{RgbImage, RgbaImage};

use super::numbers::Numbers;
use super::puzzle::{Block, Move, Puzzle};
use crate::base::{Point, Rect};
use crate::draw::rim::Rim;
use crate::draw::{self, Colour, font};

/// Pixels of a cell.
const CELL: i32 = 36;

/// Pixels around the board.
const MARGIN: i32 = 12;

/// Pixels between a block and the edge of its cells.
const GAP: i32 = 2;

/// The ring of a cell that shows a goal: from and to so many pixels inside its edge.
const GOAL_RING: [i32; 2] = [5, 9];

/// The colour beside the board.
const OUTSIDE: Colour = [44, 48, 56];
const FLOOR: Colour = [226, 221, 210];
/// The colour of numbers.
const INK: Colour = [24, 22, 28];

/// Draws the board as it stands.
pub fn picture(puzzle: &Puzzle) -> RgbImage {
    let size = [puzzle.columns, puzzle.rows].map(|cells| cells as i32 * CELL + 2 * MARGIN);
    let canvas = &mut draw::canvas(size);
    let all = draw::whole(canvas);
    draw::fill(canvas, all, OUTSIDE);
    let floor: Vec<usize> = (0..puzzle.floor.len())
        .filter(|&c| puzzle.floor[c])
        .collect();
    paint(canvas, puzzle, &floor, [0, CELL], FLOOR);
    for (i, block) in puzzle.blocks.iter().enumerate() {
        let body = colour(i, if block.goal.is_some() { 0.85 } else { 0.4 }, 0.85);
        paint(canvas, puzzle, &block.cells, [GAP, CELL], body);
    }
    if Numbers::of(puzzle).is_some() {
        // Where each must go is written on it.
        puzzle
            .blocks
            .iter()
            .for_each(|block| name(canvas, puzzle, block));
        return draw::finished(std::mem::take(canvas));
    }
    for (i, block) in puzzle.blocks.iter().enumerate() {
        let goal = block.goal.iter().flatten().copied().collect::<Vec<_>>();
        paint(canvas, puzzle, &goal, GOAL_RING, colour(i, 0.9, 0.55));
    }
    draw::finished(std::mem::take(canvas))
}

/// The board before the first and after each move.
pub fn pictures(puzzle: &Puzzle, moves: &[Move]) -> Vec<RgbImage> {
    let mut pictures = vec![picture(puzzle)];
    let mut board = puzzle.clone();
    for next in moves {
        board = board.moved(next).unwrap_or(board);
        pictures.push(picture(&board));
    }
    pictures
}

/// Writes the name of a block on its cells.
fn name(canvas: &mut RgbaImage, puzzle: &Puzzle, block: &Block) {
    for cell in &block.cells {
        let area = Rect::new(0, 0, CELL, CELL).at(corner(puzzle, *cell));
        font::label(canvas, area, &block.sign.to_string(), INK);
    }
}

/// The top left corner of a cell.
fn corner(puzzle: &Puzzle, cell: usize) -> Point {
    let (column, row) = puzzle.position(cell);
    Point::new(column as i32 * CELL + MARGIN, row as i32 * CELL + MARGIN)
}

/// Paints the pixels of these cells whose distance from the outline of all of them lies in a range.
fn paint(
    canvas: &mut RgbaImage,
    puzzle: &Puzzle,
    cells: &[usize],
    [from, to]: [i32; 2],
    colour: Colour,
) {
    for &cell in cells {
        let origin = corner(puzzle, cell);
        let rim = rim(puzzle, cells, cell);
        draw::each(Rect::new(0, 0, CELL, CELL), |p| {
            let (distance, _) = rim.nearest(p.x, p.y, CELL);
            if (from..=to).contains(&distance) {
                draw::dot(canvas, origin + p, colour);
            }
        });
    }
}

/// The outline of a block that covers `cells`, along one of them.
pub fn rim(puzzle: &Puzzle, cells: &[usize], cell: usize) -> Rim {
    let (column, row) = puzzle.position(cell);
    Rim::of(|(right, down)| {
        let same = |&other: &usize| {
            let (x, y) = puzzle.position(other);
            (x as i32 - column as i32, y as i32 - row as i32) == (right, down)
        };
        cells.iter().any(same)
    })
}

/// A colour for a block: hues a golden section apart are far apart for any number of blocks.
fn colour(block: usize, saturation: f64, value: f64) -> Colour {
    let hue = (block as f64 * 0.618_033_988_75).fract() * 6.0;
    let channel = |offset: f64| {
        let k = (offset + hue) % 6.0;
        let shade = k.min(4.0 - k).clamp(0.0, 1.0);
        ((value - value * saturation * shade) * 255.0).round() as u8
    };
    [channel(5.0), channel(3.0), channel(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Direction;

    fn at(image: &RgbImage, column: i32, row: i32) -> Colour {
        let [x, y] = [column, row].map(|n| (n * CELL + MARGIN + CELL / 2) as u32);
        image.get_pixel(x, y).0
    }

    #[test]
    fn blocks_floor_and_outside_differ_and_a_move_shows() {
        let puzzle = Puzzle::parse("start\nAA.\n B\ngoal\n.AA\n .\n").unwrap();
        let right = Move {
            block: 'A'.into(),
            path: vec![Direction::Right],
        };
        let [before, after] = &pictures(&puzzle, &[right])[..] else {
            panic!("two pictures");
        };
        let block = at(before, 0, 0);
        assert_eq!(at(before, 1, 0), block);
        assert_eq!(at(before, 2, 0), FLOOR);
        assert_eq!(at(before, 0, 1), OUTSIDE);
        assert_ne!(at(before, 1, 1), block);
        assert_eq!([at(after, 0, 0), at(after, 2, 0)], [FLOOR, block]);
    }
}
