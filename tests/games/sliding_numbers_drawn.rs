//! Boards of numbers as pages and programs draw them with plain means: fitted by one text, and others read.

use gridhand::base::{Point, Rect};
use gridhand::draw::{self, font};
use gridhand::game::ability::Hints;
use gridhand::game::tiled::{read, read_still};
use gridhand::games::sliding::{Puzzle, Sliding};
use gridhand::profile::Profile;
use gridhand::screen::Frame;
use gridhand::vision::{ReadScratch, View};
use image::RgbaImage;

use crate::fitting::{self, tiled};

fn parse(text: &str) -> Puzzle {
    Puzzle::parse(text).expect("a board")
}

fn fitted(text: &str, picture: RgbaImage) -> Profile {
    fitting::fitted::<Sliding>(parse(text), picture)
}

/// Boards of which the first was learned.
const BOARDS: [&str; 3] = [
    "numbers\n7 1 . 4\n13 9 3 2\n14 11 12 6\n10 15 8 5\n",
    "numbers\n7 1 3 4\n13 9 2 .\n14 11 12 6\n10 15 8 5\n",
    "numbers\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 . 15\n",
];

/// Large tiles with thin dark outlines, of a colour or two, and small numbers in their middles. `free` is the colour of
/// the free cell.
fn outlined(text: &str, colours: [[u8; 3]; 2], free: [u8; 3]) -> RgbaImage {
    const SIDE: i32 = 100;
    let puzzle = parse(text);
    let mut canvas = draw::canvas([500, 500]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [217; 3]);
    let number = |cell: usize| {
        let on = puzzle.blocks.iter().find(|block| block.cells[0] == cell);
        on.map(|block| block.sign.to_string())
    };
    for cell in 0..puzzle.floor.len() {
        let (column, row) = puzzle.position(cell);
        let corner = Point::new(50 + column as i32 * SIDE, 50 + row as i32 * SIDE);
        let tile = Rect::new(0, 0, SIDE + 1, SIDE + 1).at(corner);
        let name = number(cell);
        let odd = name.as_ref().and_then(|name| name.parse::<usize>().ok());
        draw::fill(&mut canvas, tile, odd.map_or(free, |n| colours[n % 2]));
        draw::bevel(&mut canvas, tile, [0; 3], [0; 3]);
        if let Some(name) = name {
            let at = font::big_middle(tile, &name);
            font::write_big(&mut canvas, at, &name, [[0; 3]; 2]);
        }
    }
    canvas
}

#[test]
fn small_numbers_on_large_tiles_with_outlines_are_told_apart() {
    let (grey, orange) = ([128; 3], [255, 165, 0]);
    for (colours, free) in [([[238; 3]; 2], [68; 3]), ([grey, orange], orange)] {
        let profile = fitted(BOARDS[0], outlined(BOARDS[0], colours, free));
        for text in BOARDS {
            let picture = outlined(text, colours, free);
            let read = read_still(tiled::<Sliding>(), &picture, &profile);
            assert_eq!(read.map_err(|why| why.to_string()), Ok(parse(text)));
        }
    }
}

/// Numbers without tiles on a ground, of the colour of the page where nothing frames them, in a window that has some
/// words beside them. Each is drawn at whole pixels.
fn bare(text: &str, side: f64, frame: Option<[u8; 3]>) -> RgbaImage {
    let puzzle = parse(text);
    let at = |index: usize| (index as f64 * side).round() as i32;
    let [wide, high] = [at(puzzle.columns), at(puzzle.rows)];
    let mut canvas = draw::canvas([wide + 160, high + 180]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [204; 3]);
    let board = Rect::new(0, 0, wide, high).at(Point::new(70, 90));
    if let Some(colour) = frame {
        draw::fill(
            &mut canvas,
            Rect::new(
                board.x - 30,
                board.y - 30,
                board.width + 60,
                board.height + 60,
            ),
            colour,
        );
        draw::fill(&mut canvas, board, [204; 3]);
    }
    font::write_big(&mut canvas, Point::new(12, 12), "15 puzzle", [[60; 3]; 2]);
    for block in &puzzle.blocks {
        let (column, row) = puzzle.position(block.cells[0]);
        let corner = Point::new(board.x + at(column), board.y + at(row));
        let tile = Rect::new(0, 0, side as i32, side as i32).at(corner);
        let name = block.sign.to_string();
        let at = font::big_middle(tile, &name);
        font::write_big(&mut canvas, at, &name, [[0; 3]; 2]);
    }
    canvas
}

#[test]
fn numbers_that_nothing_frames_are_found_by_themselves() {
    const FROM_TWO: [&str; 3] = [
        "numbers\n. 6 10 14\n2 8 11 7\n12 3 15 16\n4 9 5 13\ngoal\n. 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n",
        "numbers\n2 6 10 14\n8 . 11 7\n12 3 15 16\n4 9 5 13\ngoal\n. 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n",
        "numbers\n5 2 3 4\n. 6 7 8\n9 10 11 12\n13 14 15 16\ngoal\n. 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n",
    ];
    for (boards, side, frame) in [(FROM_TWO, 90.75, Some([72; 3])), (BOARDS, 44.0, None)] {
        let profile = fitted(boards[0], bare(boards[0], side, frame));
        for text in boards {
            let read = read_still(tiled::<Sliding>(), &bare(text, side, frame), &profile);
            assert_eq!(read.map_err(|why| why.to_string()), Ok(parse(text)));
        }
    }
}

/// White and red tiles with a bevel in a black frame; the numbers are large.
fn framed(text: &str) -> RgbaImage {
    const WIDE: f64 = 82.0;
    const HIGH: f64 = 60.0;
    let puzzle = parse(text);
    let mut canvas = draw::canvas([360, 300]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [217; 3]);
    draw::fill(&mut canvas, Rect::new(6, 6, 336, 246), [0; 3]);
    for block in &puzzle.blocks {
        let (column, row) = puzzle.position(block.cells[0]);
        let at = |index: usize, side: f64| (index as f64 * side).round() as i32 + 9;
        let [left, top] = [at(column, WIDE), at(row, HIGH)];
        let [right, bottom] = [at(column + 1, WIDE), at(row + 1, HIGH)];
        let tile = Rect::new(left, top, right - left, bottom - top);
        let name = block.sign.to_string();
        let number: usize = name.parse().expect("a number");
        let ground = if [1, 3, 6, 8, 9, 11, 14].contains(&number) {
            [255, 0, 0]
        } else {
            [255; 3]
        };
        draw::fill(&mut canvas, tile, ground);
        draw::bevel(&mut canvas, tile, [240; 3], [110; 3]);
        let at = font::big_middle(tile, &name);
        font::write_big(&mut canvas, at, &name, [[255, 215, 0]; 2]);
    }
    canvas
}

#[test]
fn the_rims_of_tiles_tell_where_they_lie_and_not_which_they_are() {
    const FRAMED: [&str; 3] = [
        "numbers\n12 5 8 4\n15 14 11 6\n. 2 3 13\n7 9 1 10\n",
        "numbers\n5 2 8 4\n12 . 11 6\n14 15 3 13\n7 9 1 10\n",
        "numbers\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 . 15\n",
    ];
    let profile = fitted(FRAMED[0], framed(FRAMED[0]));
    for text in FRAMED {
        let read = read_still(tiled::<Sliding>(), &framed(text), &profile);
        assert_eq!(read.map_err(|why| why.to_string()), Ok(parse(text)));
    }
}

/// Tiles with a bevel, of one size and with gaps of another between them, in a dark ground that goes on by `rim` pixels
/// around them, on a lighter page.
fn bevelled(text: &str, [wide, high]: [i32; 2], gap: [i32; 2], rim: i32) -> RgbaImage {
    let puzzle = parse(text);
    let size = [puzzle.columns, puzzle.rows].map(|count| count as i32);
    let [across, down] = [
        size[0] * wide - gap[0] + 2 * rim,
        size[1] * high - gap[1] + 2 * rim,
    ];
    let mut canvas = draw::canvas([across + 60, down + 90]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [217; 3]);
    draw::fill(&mut canvas, Rect::new(23, 51, across, down), [30; 3]);
    for block in &puzzle.blocks {
        let (column, row) = puzzle.position(block.cells[0]);
        let corner =
            Point::new(23 + rim, 51 + rim) + Point::new(column as i32 * wide, row as i32 * high);
        let tile = Rect::new(0, 0, wide - gap[0], high - gap[1]).at(corner);
        let name = block.sign.to_string();
        draw::fill(&mut canvas, tile, [190; 3]);
        draw::bevel(&mut canvas, tile, [240; 3], [110; 3]);
        let at = font::big_middle(tile, &name);
        font::write_big(&mut canvas, at, &name, [[0; 3]; 2]);
    }
    canvas
}

#[test]
fn a_line_around_tiles_with_bevels_does_not_stretch_them() {
    for (tile, gap, rim) in [([83, 60], 2, 3), ([64, 64], 1, 2), ([64, 64], 3, 1)] {
        let drawn = |text| bevelled(text, tile, [gap; 2], rim);
        let profile = fitted(BOARDS[0], drawn(BOARDS[0]));
        let off = |axis: usize| (profile.cells.pitch[axis] - f64::from(tile[axis])).abs();
        assert!(off(0).max(off(1)) < 0.3, "{:?}", profile.cells.pitch);
        for text in BOARDS {
            let read = read_still(tiled::<Sliding>(), &drawn(text), &profile);
            assert_eq!(read.map_err(|why| why.to_string()), Ok(parse(text)));
        }
    }
}

#[test]
fn a_board_that_makes_room_for_a_longer_number_beside_it_is_played_on() {
    // Each tile begins where its column does.
    let page = |text, spare: i32| bevelled(text, [110 + spare, 110], [22 + spare, 22], 20);
    let profile = fitted(BOARDS[0], page(BOARDS[0], 0));
    let mut scratch = ReadScratch::default();
    let mut memory = None;
    for (text, spare) in [(BOARDS[0], 0), (BOARDS[1], 4), (BOARDS[1], 0)] {
        let frame = Frame::still(page(text, spare));
        let view = View::whole(&frame);
        let reading = read(
            tiled::<Sliding>(),
            &view,
            &profile,
            memory.as_ref(),
            &mut scratch,
        );
        let reading = reading.unwrap_or_else(|why| panic!("{spare}: {why}"));
        assert_eq!(reading.puzzle, parse(text));
        memory = Some(reading.puzzle);
    }
}

#[test]
fn where_tiles_with_wide_gaps_lie_is_taken_from_who_says_it() {
    // Around the outermost tiles, or with half a gap on all sides.
    for (gap, part) in [([14, 14], 0), ([14, 14], 7), ([22, 18], 0), ([22, 18], 10)] {
        let picture = |text| bevelled(text, [90, 90], gap, 12);
        let [across, down] = gap.map(|gap| 360 - gap + 2 * part);
        let board = Rect::new(35 - part, 63 - part, across, down);
        let hints = Hints {
            board: Some(board),
            ..Hints::default()
        };
        let text = BOARDS[0];
        let profile = fitting::fitted_with::<Sliding>(parse(text), picture(text), &hints);
        for text in BOARDS {
            let read = read_still(tiled::<Sliding>(), &picture(text), &profile);
            assert_eq!(read.map_err(|why| why.to_string()), Ok(parse(text)));
        }
    }
}
