//! Cars a little smaller than their cells, on a dark board of squares in a darker frame.

use gridhand::base::{Point, Rect};
use gridhand::draw::{self, font};
use gridhand::game::tiled::read_still;
use gridhand::games::sliding::Sliding;
use image::RgbaImage;

use crate::cars::{jam, shapes};
use crate::fitting::{fitted, tiled};

/// From one cell to the next, and the frame around all of them. Pixels.
const PITCH: i32 = 68;
const FRAME: i32 = 15;

/// The colours of cars, by their letters.
const COLOURS: [[u8; 3]; 6] = [
    [231, 76, 60],
    [241, 196, 15],
    [52, 152, 219],
    [46, 204, 113],
    [127, 140, 141],
    [52, 73, 94],
];

fn picture(text: &str) -> RgbaImage {
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let mut canvas = draw::canvas([1100, 620]);
    let board = Rect::new(583, 73, 6 * PITCH, 6 * PITCH);
    draw::fill(&mut canvas, board.grown(FRAME), [48, 52, 53]);
    draw::fill(&mut canvas, board, [83, 88, 94]);
    let exit = Rect::new(583 + 6 * PITCH, 73 + 2 * PITCH, FRAME, PITCH);
    draw::fill(&mut canvas, exit, [83, 88, 94]);
    font::write_big(&mut canvas, Point::new(200, 220), "level", [[0, 128, 0]; 2]);
    let corner = |x: usize, y: usize| Point::new(x as i32 * PITCH, y as i32 * PITCH);
    for (x, y) in (0..6).flat_map(|y| (0..6).map(move |x| (x, y))) {
        let square = Rect::new(589, 79, 56, 56).at(Point::new(589, 79) + corner(x, y));
        let shade = Rect::new(square.x - 2, square.y - 2, 57, 57);
        draw::fill(&mut canvas, shade, [66, 70, 75]);
        draw::fill(&mut canvas, square, [92, 97, 100]);
    }
    for (letter, colour) in ('A'..).zip(COLOURS) {
        let cells = (0..6).flat_map(|y| (0..6).map(move |x| (x, y)));
        let mut cells = cells.filter(|(x, y)| rows[*y][*x] == letter);
        let Some(first) = cells.next() else { continue };
        let last = cells.next_back().expect("two cells");
        let [wide, high] = [last.0 - first.0 + 1, last.1 - first.1 + 1];
        let size = corner(wide, high);
        let at = Point::new(584, 74) + corner(first.0, first.1);
        let car = Rect::new(at.x, at.y, size.x - 2, size.y - 2);
        draw::fill(&mut canvas, car, colour);
        let window = match wide > high {
            true => Rect::new(at.x + size.x - 54, at.y + 7, 27, 52),
            false => Rect::new(at.x + 6, at.y + 27, 52, 27),
        };
        draw::fill(
            &mut canvas,
            window,
            colour.map(|part| part.saturating_add(20)),
        );
    }
    canvas
}

#[test]
fn cells_are_as_large_as_their_squares_not_as_cars() {
    let first = "BB....\n......\nAAE...\nC.E...\nCDE...\n.D....\n";
    let second = "......\nCBB...\nCAAE.F\nCD.E.F\n.D.E.F\n......\n";
    let profile = fitted::<Sliding>(jam(first, 'A'), picture(first));
    assert_eq!(profile.cells.pitch, [f64::from(PITCH); 2]);
    for start in [first, second] {
        let read = read_still(tiled::<Sliding>(), &picture(start), &profile);
        let read = read.map_err(|why| why.to_string());
        let told = read.map(|read| (read.columns, read.rows, shapes(&read)));
        assert_eq!(told, Ok((6, 6, shapes(&jam(start, 'A')))), "{start}");
    }
}
