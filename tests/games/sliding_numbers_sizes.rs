//! Boards of numbers on plain tiles in a box with a rim of its own, read as large as they were learned and at other sizes.

use gridhand::base::{Point, Rect};
use gridhand::draw::{self, font};
use gridhand::game::tiled::read_still;
use gridhand::games::sliding::{Puzzle, Sliding};
use image::RgbaImage;
use image::imageops::{FilterType, resize};

use crate::fitting::{fitted, tiled};

/// From one tile to the next, between them, and around all of them. Pixels.
const PITCH: i32 = 84;
const GAP: i32 = 4;
const RIM: i32 = 8;

/// Boards of which the first is learned.
const BOARDS: [&str; 3] = [
    "numbers\n4 3 14 6\n1 11 15 2\n10 7 . 13\n5 9 8 12\n",
    "numbers\n6 5 3 10\n2 . 4 12\n7 14 1 8\n9 11 13 15\n",
    "numbers\n2 3 9 6\n7 . 4 12\n11 5 14 13\n1 8 10 15\n",
];

fn parse(text: &str) -> Puzzle {
    Puzzle::parse(text).expect("a board")
}

/// A page with blue tiles whose corners are cut, in a box that is a little lighter than the page.
fn boxed(text: &str) -> RgbaImage {
    let puzzle = parse(text);
    let mut canvas = draw::canvas([620, 640]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [26, 26, 46]);
    font::write_big(&mut canvas, Point::new(240, 60), "numbers", [[255; 3]; 2]);
    let ground = [22, 33, 62];
    let side = 4 * PITCH - GAP + 2 * RIM;
    draw::fill(&mut canvas, Rect::new(126, 133, side, side), ground);
    for block in &puzzle.blocks {
        let (column, row) = puzzle.position(block.cells[0]);
        let corner = Point::new(126 + RIM, 133 + RIM);
        let corner = corner + Point::new(column as i32 * PITCH, row as i32 * PITCH);
        let tile = Rect::new(0, 0, PITCH - GAP, PITCH - GAP).at(corner);
        draw::fill(&mut canvas, tile, [15, 52, 96]);
        for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let far = PITCH - GAP - 5;
            let cut = Rect::new(0, 0, 5, 5).at(corner + Point::new(x * far, y * far));
            draw::fill(&mut canvas, cut, ground);
        }
        let name = block.sign.to_string();
        let at = font::big_middle(tile, &name);
        font::write_big(&mut canvas, at, &name, [[233, 69, 96]; 2]);
    }
    canvas
}

#[test]
fn a_box_around_tiles_does_not_stretch_them_and_other_sizes_are_read() {
    let profile = fitted::<Sliding>(parse(BOARDS[0]), boxed(BOARDS[0]));
    let pitch = profile.cells.pitch;
    let is_right = |pitch: &f64| (pitch - f64::from(PITCH)).abs() < 0.3;
    assert!(pitch.iter().all(is_right), "{pitch:?}");
    for (text, size) in BOARDS
        .into_iter()
        .flat_map(|text| [0.75, 0.8, 1.0, 1.1, 1.25, 1.5].map(|size| (text, size)))
    {
        let page = boxed(text);
        let [width, height] =
            [page.width(), page.height()].map(|side| (f64::from(side) * size).round() as u32);
        let page = resize(&page, width, height, FilterType::CatmullRom);
        let read = read_still(tiled::<Sliding>(), &page, &profile);
        assert_eq!(
            read.map_err(|why| why.to_string()),
            Ok(parse(text)),
            "{size}"
        );
    }
}

#[test]
fn a_board_that_nobody_can_solve_shows_what_numbers_look_like() {
    let odd = "numbers\n3 4 14 6\n1 11 15 2\n10 7 . 13\n5 9 8 12\n";
    let profile = fitted::<Sliding>(parse(odd), boxed(odd));
    let read = |text: &str| read_still(tiled::<Sliding>(), &boxed(text), &profile);
    assert_eq!(read(BOARDS[1]).ok(), Some(parse(BOARDS[1])));
    // One that was not written down may be misread.
    assert!(read("numbers\n5 6 3 10\n2 . 4 12\n7 14 1 8\n9 11 13 15\n").is_err());
}

/// Boards of eight numbers on light tiles a few pixels apart.
fn light(text: &str) -> RgbaImage {
    let puzzle = parse(text);
    let mut canvas = draw::canvas([600, 560]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [255, 243, 224]);
    let [ink, paper] = [[191, 54, 12], [255, 204, 128]];
    draw::fill(&mut canvas, Rect::new(174, 72, 252, 252), ink);
    for block in &puzzle.blocks {
        let (column, row) = puzzle.position(block.cells[0]);
        let tile = Rect::new(177 + column as i32 * 83, 75 + row as i32 * 83, 80, 80);
        draw::fill(&mut canvas, tile, paper);
        let name = block.sign.to_string();
        let at = font::big_middle(tile, &name);
        font::write_big(&mut canvas, at, &name, [ink; 2]);
    }
    canvas
}

#[test]
fn a_few_numbers_are_read_at_other_sizes_where_each_is_there_once() {
    let profile = fitted::<Sliding>(
        parse("numbers\n1 2 3\n4 . 5\n7 8 6\n"),
        light("numbers\n1 2 3\n4 . 5\n7 8 6\n"),
    );
    let other = "numbers\n8 6 5\n1 . 3\n4 2 7\n";
    for size in [0.8, 1.0, 1.1, 1.25, 1.5] {
        let page = light(other);
        let [width, height] =
            [page.width(), page.height()].map(|side| (f64::from(side) * size).round() as u32);
        let page = resize(&page, width, height, FilterType::CatmullRom);
        let read = read_still(tiled::<Sliding>(), &page, &profile);
        let read = read.map_err(|why| why.to_string());
        assert_eq!(read, Ok(parse(other)), "{size}");
    }
}
