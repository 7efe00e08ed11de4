//! Pictures of wood and worm.

use image::{Rgb, RgbImage};

use super::puzzle::{Cell, LENGTH, MARGIN, Puzzle, Step};
use crate::base::Point;

/// Pixels of a cell's side.
const CELL: i32 = 24;
/// Pixels of the floor.
const FLOOR: i32 = 8;
/// The width of the line around a piece, in pixels.
const LINE: i32 = 1;

const AIR: Rgb<u8> = Rgb([232, 236, 230]);
const GROUND: Rgb<u8> = Rgb([92, 84, 76]);
const SPLIT: Rgb<u8> = Rgb([84, 56, 34]);
const WANTED: Rgb<u8> = Rgb([84, 56, 34]);
const WORM: Rgb<u8> = Rgb([86, 160, 70]);
const HEAD: Rgb<u8> = Rgb([52, 120, 48]);
const EYE: Rgb<u8> = Rgb([250, 250, 240]);
/// Pieces take turns.
const WOODS: [Rgb<u8>; 4] = [
    Rgb([202, 150, 92]),
    Rgb([180, 124, 70]),
    Rgb([222, 178, 122]),
    Rgb([160, 106, 62]),
];

/// The place in reach as it stands. Wood that is wanted, and air where it is still missing, has a
/// dark square.
pub fn picture(puzzle: &Puzzle) -> RgbImage {
    let [width, height] = size(puzzle);
    let mut canvas = Canvas(RgbImage::from_pixel(width, height, AIR));
    let [right, bottom] = [width as i32, height as i32];
    canvas.fill([0, bottom - FLOOR, right, bottom], GROUND);
    for row in 0..puzzle.height() as i8 {
        for column in 0..puzzle.width() as i8 {
            canvas.wood(puzzle, Cell::new(column, row));
        }
    }
    canvas.worm(puzzle.worm());
    canvas.0
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
pub fn pictures(puzzle: &Puzzle, steps: &[Step]) -> Vec<RgbImage> {
    let mut pictures = vec![picture(puzzle)];
    let mut state = puzzle.clone();
    for &step in steps {
        state = state.after(step).unwrap_or(state);
        pictures.push(picture(&state));
    }
    pictures
}

struct Canvas(RgbImage);

impl Canvas {
    /// Fills the pixels from the first to before the last column and row.
    fn fill(&mut self, [left, top, right, bottom]: [i32; 4], colour: Rgb<u8>) {
        for y in top..bottom {
            for x in left..right {
                self.0.put_pixel(x as u32, y as u32, colour);
            }
        }
    }

    /// Fills a cell but for so many pixels on each side.
    fn square(&mut self, cell: Cell, gap: i32, colour: Rgb<u8>) {
        let [x, y] = origin(cell);
        self.fill([x + gap, y + gap, x + CELL - gap, y + CELL - gap], colour);
    }

    fn wood(&mut self, puzzle: &Puzzle, cell: Cell) {
        let piece = puzzle.piece(cell);
        if piece != 0 {
            self.square(cell, 0, WOODS[usize::from(piece - 1) % WOODS.len()]);
            for step in Step::ALL {
                if puzzle.piece(cell.towards(step)) != piece {
                    self.line(cell, step);
                }
            }
        }
        if puzzle.is_wanted(cell) {
            self.square(cell, CELL / 2 - 3, WANTED);
        }
    }

    /// The end of a piece along a side of a cell.
    fn line(&mut self, cell: Cell, side: Step) {
        let [x, y] = origin(cell);
        let [right, bottom] = [x + CELL, y + CELL];
        let area = match side {
            Step::Up => [x, y, right, y + LINE],
            Step::Down => [x, bottom - LINE, right, bottom],
            Step::Left => [x, y, x + LINE, bottom],
            Step::Right => [right - LINE, y, right, bottom],
        };
        self.fill(area, SPLIT);
    }

    fn worm(&mut self, worm: [Cell; LENGTH]) {
        const BODY: i32 = 4;
        for (part, &cell) in worm.iter().enumerate().rev() {
            self.square(cell, BODY, if part == 0 { HEAD } else { WORM });
        }
        for pair in worm.windows(2) {
            let [a, b] = [origin(pair[0]), origin(pair[1])];
            let (left, right) = (a[0].min(b[0]), a[0].max(b[0]));
            let (top, bottom) = (a[1].min(b[1]), a[1].max(b[1]));
            let [x, y] = [left, top].map(|n| n + BODY + 3);
            let [end_x, end_y] = [right, bottom].map(|n| n + CELL - BODY - 3);
            self.fill([x, y, end_x, end_y], WORM);
        }
        self.square(worm[0], BODY + 2, HEAD);
        self.square(worm[0], CELL / 2 - 2, EYE);
    }
}

/// The top left pixel of a cell.
fn origin(cell: Cell) -> [i32; 2] {
    [cell.column, cell.row].map(|n| i32::from(n + MARGIN) * CELL)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(image: &RgbImage, column: i8, row: i8) -> Rgb<u8> {
        let [x, y] = origin(Cell::new(column, row));
        *image.get_pixel(x as u32 + 5, y as u32 + 5)
    }

    #[test]
    fn wood_air_and_worm_differ_and_a_step_shows() {
        let puzzle = Puzzle::start(2, vec![true, true, false, true]);
        let pictures = pictures(&puzzle, &[Step::Right]);
        assert_eq!(pictures.len(), 2);
        assert_eq!(at(&pictures[0], 0, 1), WOODS[0]);
        assert_eq!(at(&pictures[0], -2, 1), WORM);
        assert_eq!(at(&pictures[0], -1, 0), AIR);
        assert_eq!(at(&pictures[1], 0, 1), HEAD);
        assert_eq!(at(&pictures[1], -3, 1), AIR);
    }
}
