//! Blocks of one colour with wide gaps between them that fill their window; the one that is selected is lighter.

use std::time::{Duration, Instant};

use gridhand::base::Rect;
use gridhand::draw;
use gridhand::game::tiled::{read, read_still};
use gridhand::games::sliding::Sliding;
use gridhand::screen::Frame;
use gridhand::vision::tiles::Foreseen;
use gridhand::vision::{ReadScratch, View};
use image::RgbaImage;

use crate::cars::parse;
use crate::fitting::{fitted, tiled};

const SIDE: i32 = 64;
const INDENT: i32 = 10;

const GOAL: &str = "....\n....\n....\nAA..\nAA..\n";

/// The window with these blocks, of which one is selected.
fn picture(text: &str, selected: char) -> RgbaImage {
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let mut canvas = draw::canvas([4 * SIDE, 5 * SIDE]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [0; 3]);
    let letters: std::collections::BTreeSet<char> = rows.iter().flatten().copied().collect();
    for letter in letters.into_iter().filter(|letter| *letter != '.') {
        let cells = (0..5).flat_map(|y| (0..4).map(move |x| (x, y)));
        let mut cells = cells.filter(|(x, y)| rows[*y as usize][*x as usize] == letter);
        let first = cells.next().expect("a cell");
        let last = cells.next_back().unwrap_or(first);
        let [wide, high] = [last.0 - first.0 + 1, last.1 - first.1 + 1].map(|cells| cells * SIDE);
        let block = Rect::new(first.0 * SIDE, first.1 * SIDE, wide, high);
        let colour = match letter == selected {
            true => [173, 216, 230],
            false => [0, 0, 255],
        };
        draw::fill(&mut canvas, block.grown(-INDENT), colour);
    }
    canvas
}

#[test]
fn the_block_with_the_goal_is_known_by_its_shape_where_another_is_selected() {
    let first = "AABB\nAACD\n..CD\nEFFH\nEGGI\n";
    let moved = ".BB.\nAACD\nAACD\nEFFH\nEGGI\n";
    let profile = fitted::<Sliding>(parse(first, GOAL), picture(first, 'A'));
    for (start, selected) in [(first, 'A'), (first, 'E'), (moved, 'B'), (moved, 'A')] {
        let read = read_still(tiled::<Sliding>(), &picture(start, selected), &profile);
        let read = read.map_err(|why| why.to_string());
        assert_eq!(
            read,
            Ok(parse(start, GOAL)),
            "{start}, {selected} is selected"
        );
    }
    // Of other blocks the marked one may be another.
    let others = "BB.H\nBB.D\nAA.D\nEFFC\nEGGC\n";
    let read = read_still(tiled::<Sliding>(), &picture(others, 'A'), &profile);
    assert!(read.is_err(), "{read:?}");
}

/// The same with a word over the middle.
fn signed(mut picture: RgbaImage) -> RgbaImage {
    for letter in 0..7 {
        let stem = Rect::new(60 + letter * 20, 2 * SIDE + 16, 8, 30);
        draw::fill(&mut picture, stem, [255; 3]);
        draw::fill(
            &mut picture,
            Rect::new(stem.x, stem.y + 12, 16, 6),
            [255; 3],
        );
    }
    picture
}

#[test]
fn what_lies_over_a_solved_board_is_not_learned() {
    let first = "AABB\nAACD\n..CD\nEFFH\nEGGI\n";
    let before = "EBBH\nEICD\nAACD\nAAFF\n..GG\n";
    let solved = "EBBH\nEICD\n..CD\nAAFF\nAAGG\n";
    let profile = fitted::<Sliding>(parse(first, GOAL), picture(first, 'A'));
    let (begun, mut scratch) = (Instant::now(), ReadScratch::default());
    let memory = parse(before, GOAL);
    let read_at = |picture: RgbaImage, ms: u64, scratch: &mut ReadScratch| {
        let mut frame = Frame::still(picture);
        frame.taken = begun + Duration::from_millis(ms);
        let view = View::whole(&frame);
        let reading = read(tiled::<Sliding>(), &view, &profile, Some(&memory), scratch);
        reading.ok().map(|reading| reading.puzzle)
    };
    let seen = read_at(picture(before, 'A'), 0, &mut scratch);
    assert_eq!(seen.as_ref(), Some(&memory));
    let letters = tiled::<Sliding>().sketch(&parse(solved, GOAL)).letters;
    let solves = true;
    scratch.foreseen.foresee(vec![Foreseen { letters, solves }]);
    for ms in (100..600).step_by(50) {
        let seen = read_at(signed(picture(solved, 'A')), ms, &mut scratch);
        assert_eq!(seen, None, "{ms} ms");
    }
    assert!(scratch.foreseen.learned.is_empty());
    let seen = read_at(picture(solved, 'A'), 700, &mut scratch);
    assert_eq!(seen, Some(parse(solved, GOAL)));
}
