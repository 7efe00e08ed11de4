//! Flat blocks that fill their cells: two of one colour that touch each other look like one.

use gridhand::base::Rect;
use gridhand::draw;
use gridhand::game::tiled::read;
use gridhand::games::sliding::{Puzzle, Sliding};
use gridhand::screen::Frame;
use gridhand::vision::{ReadScratch, View};
use image::RgbaImage;

use crate::cars::parse;
use crate::fitting::{fitted, tiled};

const SIDE: i32 = 60;

const GOAL: &str = "....\n....\n....\n.AA.\n.AA.\n";

/// No two blocks of one colour touch.
const FIRST: &str = "BAAC\nBAAC\n.DD.\nE..F\nEG.F\n";

fn colour(block: char) -> [u8; 3] {
    match block {
        'A' => [200, 40, 40],
        'B' | 'C' | 'E' | 'F' => [40, 90, 200],
        'D' => [40, 150, 60],
        'G' => [230, 190, 40],
        _ => [235, 235, 225],
    }
}

fn picture(text: &str) -> RgbaImage {
    let mut canvas = draw::canvas([4 * SIDE + 80, 5 * SIDE + 80]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [60; 3]);
    for (y, row) in (0..).zip(text.lines()) {
        for (x, block) in (0..).zip(row.chars()) {
            let cell = Rect::new(40 + x * SIDE, 40 + y * SIDE, SIDE, SIDE);
            draw::fill(&mut canvas, cell, colour(block));
        }
    }
    canvas
}

/// What is read of a board that lay as `before` when it was read last.
fn told(before: &str, now: &str) -> Result<Puzzle, String> {
    let profile = fitted::<Sliding>(parse(FIRST, GOAL), picture(FIRST));
    let mut scratch = ReadScratch::default();
    let mut memory = None;
    for text in [FIRST, before, now] {
        let frame = Frame::still(picture(text));
        let view = View::whole(&frame);
        let reading = read(
            tiled::<Sliding>(),
            &view,
            &profile,
            memory.as_ref(),
            &mut scratch,
        );
        memory = Some(reading.map_err(|why| why.to_string())?.puzzle);
    }
    Ok(memory.expect("it was read"))
}

#[test]
fn two_that_touch_are_what_they_were_a_move_ago() {
    let down = ".AAC\nBAAC\nBDD.\nE..F\nEG.F\n";
    assert_eq!(told(FIRST, down), Ok(parse(down, GOAL)));
    // They stay together while others move.
    let other = ".AAC\nBAAC\nBDD.\nE..F\nE.GF\n";
    assert_eq!(told(down, other), Ok(parse(other, GOAL)));
}

#[test]
fn what_no_move_leads_to_is_refused() {
    let two_moves = ".AA.\nBAAC\nBDDC\nE..F\nEG.F\n";
    let refused = told(FIRST, two_moves);
    assert!(
        refused.as_ref().is_err_and(|why| why.contains("touch")),
        "{refused:?}"
    );
}
