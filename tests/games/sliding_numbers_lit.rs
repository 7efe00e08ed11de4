//! Small numbers on large tiles without a ground of their own, in another colour where they belong.

use std::time::{Duration, Instant};

use gridhand::base::{Point, Rect};
use gridhand::draw::{self, font};
use gridhand::game::tiled::read;
use gridhand::games::sliding::{Puzzle, Sliding};
use gridhand::screen::Frame;
use gridhand::vision::tiles::Foreseen;
use gridhand::vision::{ReadScratch, View};
use image::RgbaImage;

use crate::fitting::{fitted, tiled};

/// A board, and those after a move or two, each of which brings a number where it belongs.
const BOARDS: [&str; 3] = [
    "numbers\n2 7 6 3\n1 10 5 4\n9 11 . 8\n13 14 15 12\n",
    "numbers\n2 7 6 3\n1 10 5 4\n9 . 11 8\n13 14 15 12\n",
    "numbers\n2 7 6 3\n1 . 5 4\n9 10 11 8\n13 14 15 12\n",
];

fn parse(text: &str) -> Puzzle {
    Puzzle::parse(text).expect("a board")
}

/// Thin outlines on black; numbers are white, and red where they belong.
fn outlined(text: &str) -> RgbaImage {
    const SIDE: i32 = 100;
    let puzzle = parse(text);
    let mut canvas = draw::canvas([500, 500]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [0; 3]);
    for cell in 0..puzzle.floor.len() {
        let (column, row) = puzzle.position(cell);
        let corner = Point::new(50 + column as i32 * SIDE, 50 + row as i32 * SIDE);
        let tile = Rect::new(0, 0, SIDE + 1, SIDE + 1).at(corner);
        draw::bevel(&mut canvas, tile, [204, 0, 0], [204, 0, 0]);
        let on = puzzle.blocks.iter().find(|block| block.cells[0] == cell);
        if let Some(block) = on {
            let name = block.sign.to_string();
            let belongs = name == (cell + 1).to_string();
            let colour = if belongs { [255, 0, 0] } else { [255; 3] };
            let at = font::big_middle(tile, &name);
            font::write_big(&mut canvas, at, &name, [colour; 2]);
        }
    }
    canvas
}

#[test]
fn a_small_number_that_turns_red_where_it_belongs_is_learned() {
    let profile = fitted::<Sliding>(parse(BOARDS[0]), outlined(BOARDS[0]));
    let (begun, mut scratch) = (Instant::now(), ReadScratch::default());
    let mut known = parse(BOARDS[0]);
    for (text, from) in BOARDS.iter().zip([0, 1000, 2000]) {
        let letters = tiled::<Sliding>().sketch(&parse(text)).letters;
        scratch.foreseen.foresee(vec![Foreseen {
            letters,
            solves: false,
        }]);
        let seen = (from..from + 500).step_by(50).filter_map(|ms| {
            let mut frame = Frame::still(outlined(text));
            frame.taken = begun + Duration::from_millis(ms);
            let view = View::whole(&frame);
            let read = read(
                tiled::<Sliding>(),
                &view,
                &profile,
                Some(&known),
                &mut scratch,
            );
            read.ok().map(|read| read.puzzle)
        });
        let seen: Vec<Puzzle> = seen.collect();
        assert!(seen.last() == Some(&parse(text)), "{text}");
        known = parse(text);
    }
    assert!(!scratch.foreseen.learned.is_empty());
}
