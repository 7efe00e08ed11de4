//! Blocks with names on them, on a page on which no goal is drawn.

use gridhand::base::{Point, Rect};
use gridhand::draw::{self, font};
use gridhand::game::Game;
use gridhand::games::sliding::Sliding;
use gridhand::profile::Profile;
use gridhand::screen::Frame;
use gridhand::vision::{Place, ReadError, ReadScratch, View};
use image::RgbaImage;

use crate::cars::{parse, shapes};
use crate::fitting::fitted;

const GOAL: &str = "....\n....\n....\n.XX.\n.XX.\n";

/// All of the goal lies under other blocks.
const FIRST: &str = "ABCD\n.ECD\nXXF.\nXXGH\nIIGH\n";

const PITCH: i32 = 100;

/// The board; names are marked on the blocks of these letters, as a browser marks what is written where a drag passes.
fn picture(text: &str, marked: &str) -> RgbaImage {
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let mut canvas = draw::canvas([960, 720]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [250; 3]);
    let at = |x: usize, y: usize| {
        Rect::new(280, 6, PITCH, PITCH).at(Point::new(280 + x as i32 * PITCH, 6 + y as i32 * PITCH))
    };
    draw::fill(
        &mut canvas,
        Rect::new(277, 3, 4 * PITCH + 6, 5 * PITCH + 6),
        [74; 3],
    );
    draw::fill(
        &mut canvas,
        Rect::new(280, 6, 4 * PITCH, 5 * PITCH),
        [250; 3],
    );
    let cells = || (0..5).flat_map(|y| (0..4).map(move |x| (x, y)));
    for letter in 'A'..='X' {
        let mut own = cells().filter(|(x, y)| rows[*y][*x] == letter);
        let Some(first) = own.next() else { continue };
        let last = own.next_back().unwrap_or(first);
        let whole = at(first.0, first.1).around(&at(last.0, last.1));
        let [wide, high] = [whole.width / 20, whole.height / 20];
        let block = Rect::new(
            whole.x + wide / 2,
            whole.y + high / 2,
            whole.width - wide,
            whole.height - high,
        );
        let colour = if letter == 'X' {
            [95, 158, 160]
        } else {
            [255, 222, 173]
        };
        draw::fill(&mut canvas, block, [74; 3]);
        draw::fill(&mut canvas, block.grown(-3), colour);
        let name = format!("{letter}{letter}{letter}");
        let middle = Point::new(
            block.x + block.width / 2 - 24,
            block.y + block.height / 2 - 8,
        );
        let ink = match marked.contains(letter) {
            true => {
                let behind = Rect::new(middle.x - 4, middle.y - 6, 60, 30);
                draw::fill(&mut canvas, behind, [48, 96, 196]);
                [255; 3]
            }
            false => [0; 3],
        };
        font::write_big(&mut canvas, middle, &name, [ink; 2]);
    }
    canvas
}

/// What a picture is read to be after the first board was.
fn read_after(profile: &Profile, picture: RgbaImage, is_tried: bool) -> Result<bool, ReadError> {
    let board = parse(FIRST, GOAL);
    let mut scratch = ReadScratch::default();
    let mut read = |picture: RgbaImage, is_tried: bool| {
        scratch.is_tried = is_tried;
        let frame = Frame::still(picture);
        let view = View {
            frame: &frame,
            place: Place::whole(),
        };
        Sliding::read(&view, profile, Some(&board), &mut scratch)
    };
    read(self::picture(FIRST, ""), false)?;
    let read = read(picture, is_tried)?;
    Ok(shapes(&read.puzzle) == shapes(&board))
}

#[test]
fn names_that_a_drag_has_marked_are_no_move() {
    let profile = fitted::<Sliding>(parse(FIRST, GOAL), picture(FIRST, ""));
    let marked = || picture(FIRST, "ABCDEFGHIX");
    assert!(read_after(&profile, marked(), true).expect("nothing has moved"));
    // Not where something came upon a free cell, nor when it is known how things are moved.
    let moved = "A.CD\nBECD\nXXF.\nXXGH\nIIGH\n";
    let other = read_after(&profile, picture(moved, "ABCDEFGHIX"), true);
    assert!(!other.unwrap_or(false));
}
