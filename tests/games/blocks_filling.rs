//! Blocks of one colour with wide gaps between them that fill their window; the one that is selected is lighter.

use gridhand::base::Rect;
use gridhand::draw;
use gridhand::game::tiled::read_still;
use gridhand::games::sliding::Sliding;
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
