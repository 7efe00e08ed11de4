//! Cars with bevels and shadows, all grey but for one, on a tray of the page's own make, with buttons right above it.

use gridhand::game::tiled::read_still;
use gridhand::games::sliding::Sliding;
use image::{Rgba, RgbaImage};

use crate::cars::{jam, shapes};
use crate::fitting::{fitted, tiled};

/// The side of a cell, and the widths of bevels and of the tray's frame, in pixels.
const SIDE: i64 = 50;
const BEVEL: i64 = 4;
const FRAME: i64 = 5;

/// Where the tray is.
const CORNER: [i64; 2] = [150, 90];

/// A page that can be drawn on.
struct Page(RgbaImage);

impl Page {
    fn fill(&mut self, [left, top, right, bottom]: [i64; 4], [r, g, b]: [u8; 3]) {
        for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
            self.0.put_pixel(x as u32, y as u32, Rgba([r, g, b, 255]));
        }
    }

    /// Something raised, or sunk in, by the colours of its upper left and lower right sides.
    fn bevelled(&mut self, area: [i64; 4], wide: i64, [light, dark, face]: [[u8; 3]; 3]) {
        let [left, top, right, bottom] = area;
        self.fill(area, light);
        self.fill([left + wide, bottom - wide, right, bottom], dark);
        self.fill([right - wide, top + wide, right, bottom], dark);
        let face_area = [left + wide, top + wide, right - wide, bottom - wide];
        self.fill(face_area, face);
    }
}

/// The page with these cars; `A` is the one of another colour.
fn picture(text: &str) -> RgbaImage {
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let mut page = Page(RgbaImage::from_pixel(640, 480, Rgba([136, 136, 136, 255])));
    let [x, y] = CORNER;
    let ends = [x + 6 * SIDE, y + 6 * SIDE];
    let tray = [x - FRAME, y - FRAME, ends[0] + FRAME, ends[1] + FRAME];
    page.bevelled(tray, FRAME, [[154; 3], [238; 3], [102; 3]]);
    // Buttons with a word on each.
    for (at, wide) in [(56, 30), (164, 30), (206, 50)] {
        let button = [x + at, y - 46, x + at + wide, y - 18];
        page.bevelled(button, 3, [[221; 3], [140; 3], [221; 3]]);
        for stroke in 0..(wide - 12) / 5 {
            let left = x + at + 6 + 5 * stroke;
            page.fill([left, y - 38 + stroke % 3, left + 2, y - 26], [40; 3]);
        }
    }
    let letters: std::collections::BTreeSet<char> = rows.iter().flatten().copied().collect();
    let cars = || letters.iter().copied().filter(|letter| *letter != '.');
    let area = |letter: char| {
        let cells = (0..6).flat_map(|y| (0..6).map(move |x| (x, y)));
        let mut cells = cells.filter(|(x, y)| rows[*y as usize][*x as usize] == letter);
        let first = cells.next().expect("a cell");
        let last = cells.next_back().expect("two cells");
        [first.0, first.1, last.0 + 1, last.1 + 1].map(|at| at * SIDE)
    };
    for letter in cars() {
        let [left, top, right, bottom] = area(letter);
        page.fill(
            [x + left + 3, y + top + 3, x + right + 1, y + bottom + 1],
            [0; 3],
        );
    }
    for letter in cars() {
        let [left, top, right, bottom] = area(letter);
        let car = [x + left + 1, y + top + 1, x + right - 1, y + bottom - 1];
        let face = if letter == 'A' {
            [0, 153, 153]
        } else {
            [153; 3]
        };
        page.bevelled(car, BEVEL, [[238; 3], [154; 3], face]);
    }
    page.0
}

#[test]
fn buttons_right_above_a_board_of_cars_are_none_of_it() {
    let board = |start: &str| jam(start, 'A');
    let first = "....C.\n..BBCD\n..AACD\n.EEFF.\n...GHH\n...GII\n";
    let profile = fitted::<Sliding>(board(first), picture(first));
    let others = [
        "....BB\n.CCDDE\n..AAFE\nGGG.F.\n.HIII.\n.HJJJ.\n",
        ".BB...\nC.DEEF\nC.DAAF\nGGDHHF\nIJKKLL\nIJMM..\n",
    ];
    for start in [first].into_iter().chain(others) {
        let read = read_still(tiled::<Sliding>(), &picture(start), &profile);
        let read = read.map_err(|why| why.to_string());
        let told = read.map(|read| (read.columns, read.rows, shapes(&read)));
        assert_eq!(told, Ok((6, 6, shapes(&board(start)))), "{start}");
    }
}
