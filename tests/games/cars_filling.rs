//! Cars on a white board of thin lines that fills its window.

use gridhand::base::Rect;
use gridhand::draw;
use gridhand::game::tiled::read_still;
use gridhand::games::sliding::Sliding;
use image::RgbaImage;

use crate::cars::{jam, shapes};
use crate::fitting::{fitted, tiled};

/// The side of a cell, and the width of a car's outline, in pixels.
const SIDE: i32 = 80;
const OUTLINE: i32 = 5;

/// The window with these cars; `A` is the one of another colour, and the last cell of its row is.
fn picture(text: &str) -> RgbaImage {
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let mut canvas = draw::canvas([6 * SIDE; 2]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [255; 3]);
    for at in 0..6 {
        draw::fill(&mut canvas, Rect::new(0, at * SIDE, 6 * SIDE, 1), [0; 3]);
        draw::fill(&mut canvas, Rect::new(at * SIDE, 0, 1, 6 * SIDE), [0; 3]);
    }
    let mut outlined = |area: Rect, wide: i32, colour: [u8; 3]| {
        draw::fill(&mut canvas, area, [0; 3]);
        draw::fill(&mut canvas, area.grown(-wide), colour);
    };
    outlined(Rect::new(5 * SIDE, 2 * SIDE, SIDE, SIDE), 2, [0, 200, 0]);
    let letters: std::collections::BTreeSet<char> = rows.iter().flatten().copied().collect();
    for letter in letters.into_iter().filter(|letter| *letter != '.') {
        let cells = (0..6).flat_map(|y| (0..6).map(move |x| (x, y)));
        let mut cells = cells.filter(|(x, y)| rows[*y as usize][*x as usize] == letter);
        let first = cells.next().expect("a cell");
        let last = cells.next_back().expect("two cells");
        let [wide, high] = [last.0 - first.0 + 1, last.1 - first.1 + 1];
        let colour = match letter {
            'A' => [204, 0, 0],
            _ if wide > 1 => [0, 255, 0],
            _ => [0, 0, 255],
        };
        let area = Rect::new(first.0 * SIDE, first.1 * SIDE, wide * SIDE, high * SIDE);
        outlined(area, OUTLINE, colour);
    }
    canvas
}

#[test]
fn free_cells_at_the_windows_rim_are_of_the_board() {
    let few = "B...CC\nB.....\nAA....\n......\n.....D\n.....D\n";
    let many = "BB...C\nD..E.C\nDAAE.C\nD..E..\nF...GG\nF.HHH.\n";
    let over = "D..E.C\nD..E.C\nDAAE.C\nF...GG\nF..HHH\n.BB...\n";
    let profile = fitted::<Sliding>(jam(few, 'A'), picture(few));
    for start in [few, many, over] {
        let read = read_still(tiled::<Sliding>(), &picture(start), &profile);
        let read = read.map_err(|why| why.to_string());
        let told = read.map(|read| (read.columns, read.rows, shapes(&read)));
        let board = jam(start, 'A');
        assert_eq!(told, Ok((6, 6, shapes(&board))), "{start}");
    }
}
