//! Pictures of wood and worm.

use image::{RgbImage, RgbaImage};

use super::puzzle::{Cell, Direction, LENGTH, MARGIN, Puzzle};
use crate::base::{Point, Rect};
use crate::draw::{self, Colour, fill};

/// Pixels of a cell's side.
const CELL: i32 = 24;
/// Pixels of the floor.
const FLOOR: i32 = 8;
/// The width of the line around a piece, in pixels.
const LINE: i32 = 1;

const AIR: Colour = [232, 236, 230];
const GROUND: Colour = [92, 84, 76];
const SPLIT: Colour = [84, 56, 34];
const WANTED: Colour = [84, 56, 34];
const WORM: Colour = [86, 160, 70];
const HEAD: Colour = [52, 120, 48];
const EYE: Colour = [250, 250, 240];
/// Pieces take turns.
const WOODS: [Colour; 4] = [
    [202, 150, 92],
    [180, 124, 70],
    [222, 178, 122],
    [160, 106, 62],
];

/// The place in reach as it stands. Wood that is wanted, and air where it is still missing, has a
/// dark square.
pub fn picture(puzzle: &Puzzle) -> RgbImage {
    let canvas = &mut draw::canvas(size(puzzle).map(|side| side as i32));
    let all = draw::whole(canvas);
    fill(canvas, all, AIR);
    fill(
        canvas,
        Rect::new(0, all.height - FLOOR, all.width, FLOOR),
        GROUND,
    );
    for row in 0..puzzle.height() as i8 {
        for column in 0..puzzle.width() as i8 {
            wood(canvas, puzzle, Cell::new(column, row));
        }
    }
    worm(canvas, puzzle.worm());
    draw::finished(std::mem::take(canvas))
}

/// Width and height of the picture in pixels.
pub fn size(puzzle: &Puzzle) -> [u32; 2] {
    let columns = puzzle.width() as i32 + 2 * i32::from(MARGIN);
    let rows = puzzle.height() as i32 + i32::from(MARGIN);
    [columns * CELL, rows * CELL + FLOOR].map(|pixels| pixels as u32)
}

/// The cell at a pixel of the picture, if the worm may be there.
pub fn cell_at(puzzle: &Puzzle, at: Point) -> Option<Cell> {
    let [column, row] = [at.x, at.y].map(|n| n.div_euclid(CELL) - i32::from(MARGIN));
    let cell = Cell::new(i8::try_from(column).ok()?, i8::try_from(row).ok()?);
    puzzle.in_reach(cell).then_some(cell)
}

/// The place before the first and after each step; steps that are not possible change nothing.
pub fn pictures(puzzle: &Puzzle, steps: &[Direction]) -> Vec<RgbImage> {
    let mut pictures = vec![picture(puzzle)];
    let mut state = puzzle.clone();
    for &step in steps {
        state = state.after(step).unwrap_or(state);
        pictures.push(picture(&state));
    }
    pictures
}

fn wood(canvas: &mut RgbaImage, puzzle: &Puzzle, cell: Cell) {
    let (piece, area) = (puzzle.piece(cell), area(cell));
    if piece != 0 {
        fill(canvas, area, WOODS[usize::from(piece - 1) % WOODS.len()]);
        let ends = |side: &Direction| puzzle.piece(cell.towards(*side)) != piece;
        for side in Direction::ALL.into_iter().filter(ends) {
            let (Rect { x, y, .. }, far) = (area, CELL - LINE);
            let line = match side {
                Direction::Up => Rect::new(x, y, CELL, LINE),
                Direction::Down => Rect::new(x, y + far, CELL, LINE),
                Direction::Left => Rect::new(x, y, LINE, CELL),
                Direction::Right => Rect::new(x + far, y, LINE, CELL),
            };
            fill(canvas, line, SPLIT);
        }
    }
    if puzzle.is_wanted(cell) {
        fill(canvas, area.grown(3 - CELL / 2), WANTED);
    }
}

fn worm(canvas: &mut RgbaImage, worm: [Cell; LENGTH]) {
    const BODY: i32 = 4;
    let [head, ..] = worm.map(area);
    for part in worm[1..].iter().rev() {
        fill(canvas, area(*part).grown(-BODY), WORM);
    }
    fill(canvas, head.grown(-BODY), HEAD);
    for pair in worm.windows(2) {
        let both = area(pair[0]).around(&area(pair[1]));
        fill(canvas, both.grown(-BODY - 3), WORM);
    }
    fill(canvas, head.grown(-BODY - 2), HEAD);
    fill(canvas, head.grown(2 - CELL / 2), EYE);
}

fn area(cell: Cell) -> Rect {
    let [x, y] = [cell.column, cell.row].map(|n| i32::from(n + MARGIN) * CELL);
    Rect::new(x, y, CELL, CELL)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(image: &RgbImage, column: i8, row: i8) -> Colour {
        let Rect { x, y, .. } = area(Cell::new(column, row));
        image.get_pixel(x as u32 + 5, y as u32 + 5).0
    }

    #[test]
    fn wood_air_and_worm_differ_and_a_step_shows() {
        let puzzle = Puzzle::start(2, vec![true, true, false, true]);
        let pictures = pictures(&puzzle, &[Direction::Right]);
        assert_eq!(pictures.len(), 2);
        assert_eq!(at(&pictures[0], 0, 1), WOODS[0]);
        assert_eq!(at(&pictures[0], -2, 1), WORM);
        assert_eq!(at(&pictures[0], -1, 0), AIR);
        assert_eq!(at(&pictures[1], 0, 1), HEAD);
        assert_eq!(at(&pictures[1], -3, 1), AIR);
    }
}
