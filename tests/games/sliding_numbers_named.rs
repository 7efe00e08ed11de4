//! Boards of numbers with few tiles, of which the free one leaves much of a line blank: wide tiles with round corners and
//! a name above each number.

use gridhand::base::{Point, Rect};
use gridhand::draw::{self, font};
use gridhand::game::tiled::read_still;
use gridhand::games::sliding::{Puzzle, Sliding};
use image::{Rgba, RgbaImage};

use crate::fitting::{fitted, tiled};

/// Boards of which the first is learned.
const BOARDS: [&str; 3] = [
    "numbers\n7 4 .\n2 8 1\n3 5 6\n",
    "numbers\n4 5 7\n8 3 6\n1 2 .\n",
    "numbers\n1 2 3\n4 . 6\n7 5 8\n",
];

/// What is written on each tile above its number.
const NAMES: [&str; 8] = [
    "Q", "S3", "AWS", "GAME", "CLOUD", "LAMBDA", "AMPLIFY", "DYNAMODB",
];

/// Where the first tile begins, from one to the next, how large they are, and how round.
const FIRST: [i32; 2] = [130, 303];
const PITCH: [i32; 2] = [250, 130];
const SIZE: [i32; 2] = [240, 120];
const ROUND: i32 = 12;

fn parse(text: &str) -> Puzzle {
    Puzzle::parse(text).expect("a board")
}

/// How much lighter a tile is at a point of it, or nothing where its corner is cut.
fn shade(x: i32, y: i32) -> Option<i32> {
    let beyond = |at: i32, size: i32| (ROUND - at).max(at - (size - 1 - ROUND)).max(0);
    let [across, down] = [beyond(x, SIZE[0]), beyond(y, SIZE[1])];
    (across * across + down * down <= ROUND * ROUND)
        .then(|| 28 - 28 * (x + y) / (SIZE[0] + SIZE[1]))
}

/// Pale blue tiles, lighter at their upper left, with white names and numbers on a page that is nearly white, below a title and a button.
fn named(text: &str) -> RgbaImage {
    let mut canvas = draw::canvas([1000, 800]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [248, 244, 227]);
    // What stands above the board is partly where one more row of it would be.
    let title = Rect::new(300, 120, 400, 40);
    font::write_big(
        &mut canvas,
        font::big_middle(title, "NAMED ROAD"),
        "NAMED ROAD",
        [[50; 3]; 2],
    );
    draw::fill(&mut canvas, Rect::new(446, 235, 108, 48), [104, 182, 132]);
    let puzzle = parse(text);
    for block in &puzzle.blocks {
        let (column, row) = puzzle.position(block.cells[0]);
        let corner = Point::new(
            FIRST[0] + column as i32 * PITCH[0],
            FIRST[1] + row as i32 * PITCH[1],
        );
        for (x, y) in (0..SIZE[1]).flat_map(|y| (0..SIZE[0]).map(move |x| (x, y))) {
            let Some(light) = shade(x, y) else { continue };
            let colour = [135 + light, 206 + light / 3, 235 + light / 3].map(|part| part as u8);
            let pixel = canvas.get_pixel_mut((corner.x + x) as u32, (corner.y + y) as u32);
            *pixel = Rgba([colour[0], colour[1], colour[2], 255]);
        }
        let sign = block.sign.to_string();
        let name = NAMES[sign.parse::<usize>().expect("a number") - 1];
        for (text, top, height) in [(name, 30, 30), (sign.as_str(), 68, 24)] {
            let line = Rect::new(corner.x, corner.y + top, SIZE[0], height);
            let at = font::big_middle(line, text);
            font::write_big(&mut canvas, at, text, [[255; 3]; 2]);
        }
    }
    canvas
}

#[test]
fn wide_tiles_in_short_lines_of_which_one_is_free_are_found_where_they_are() {
    let profile = fitted::<Sliding>(parse(BOARDS[0]), named(BOARDS[0]));
    let pitch = profile.cells.pitch;
    let is_right = PITCH.iter().zip(&pitch);
    assert!(
        is_right
            .into_iter()
            .all(|(a, b)| (f64::from(*a) - b).abs() < 0.6),
        "{pitch:?}"
    );
    for text in BOARDS {
        let read = read_still(tiled::<Sliding>(), &named(text), &profile);
        assert_eq!(read.map_err(|why| why.to_string()), Ok(parse(text)));
    }
}
