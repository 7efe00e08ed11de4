//! Cars on floor that is hardly told from the tray around it: a row on which nothing lies any more may look like that.

use gridhand::base::Rect;
use gridhand::draw;
use gridhand::game::tiled::{read, read_still};
use gridhand::games::sliding::{Puzzle, Sliding};
use gridhand::screen::Frame;
use gridhand::vision::{ReadScratch, View};
use image::RgbaImage;

use crate::cars::jam;
use crate::fitting::{fitted, tiled};

/// Of a cell, of the gap between floor and floor, of the tray's rim, and of what a car leaves free at each side, in pixels of
/// a page at its own size.
const SIDE: f64 = 70.0;
const GAP: f64 = 4.0;
const RIM: f64 = 16.0;
const FREE: f64 = 2.0;

/// The page so many times as large as it is. `A` is the red car.
fn picture(text: &str, times: f64) -> RgbaImage {
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let px = |at: f64| (at * times).round() as i32;
    let mut canvas = draw::canvas([px(700.0), px(640.0)]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [15, 23, 42]);
    let mut fill = |[left, top, right, bottom]: [f64; 4], colour: [u8; 3]| {
        let [x, y] = [px(left + 140.0), px(top + 110.0)];
        let area = Rect::new(x, y, px(right + 140.0) - x, px(bottom + 110.0) - y);
        draw::fill(&mut canvas, area, colour);
    };
    let whole = 6.0 * SIDE;
    fill([-RIM, -RIM, whole + RIM, whole + RIM], [30, 41, 59]);
    fill([0.0, 0.0, whole, whole], [51, 65, 85]);
    let cell = (whole - 5.0 * GAP) / 6.0;
    for (x, y) in (0..6).flat_map(|y| (0..6).map(move |x| (f64::from(x), f64::from(y)))) {
        let [left, top] = [x * (cell + GAP), y * (cell + GAP)];
        fill([left, top, left + cell, top + cell], [33, 44, 63]);
    }
    let letters: std::collections::BTreeSet<char> = rows.iter().flatten().copied().collect();
    for letter in letters.into_iter().filter(|letter| *letter != '.') {
        let cells = (0..6).flat_map(|y| (0..6).map(move |x| (x, y)));
        let cells: Vec<(usize, usize)> = cells.filter(|(x, y)| rows[*y][*x] == letter).collect();
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        let [left, top] = [first.0, first.1].map(|at| at as f64 * SIDE + FREE);
        let [right, bottom] = [last.0, last.1].map(|at| (at + 1) as f64 * SIDE - FREE);
        let colour = match letter {
            'A' => [220, 38, 38],
            'B' => [3, 105, 161],
            _ => [8, 145, 178],
        };
        fill([left, top, right, bottom], colour);
    }
    canvas
}

fn read_with(frame: &Frame, memory: Option<&Puzzle>, scratch: &mut ReadScratch) -> Option<Puzzle> {
    let profile = fitted::<Sliding>(jam(FIRST, 'A'), picture(FIRST, 1.0));
    let view = View::whole(frame);
    let reading = read(tiled::<Sliding>(), &view, &profile, memory, scratch);
    reading.ok().map(|reading| reading.puzzle)
}

const FIRST: &str = "......\n....C.\nAAB.C.\n..B.C.\n......\n......\n";

#[test]
fn a_row_that_is_left_is_still_of_the_board() {
    let begun = "..B...\n..B...\nAA....\nDDD..C\n.....C\n.....C\n";
    let left = "..B...\n..B..C\nAA...C\nDDD..C\n......\n......\n";
    for times in [1.0, 1.25] {
        let mut scratch = ReadScratch::default();
        let memory = jam(begun, 'A');
        let frame = Frame::still(picture(begun, times));
        assert_eq!(read_with(&frame, None, &mut scratch), Some(memory.clone()));
        let frame = Frame::still(picture(left, times));
        let read = read_with(&frame, Some(&memory), &mut scratch);
        assert_eq!(read, Some(jam(left, 'A')), "{times}");
    }
}

#[test]
fn a_car_that_is_not_seen_is_none_that_left() {
    let profile = fitted::<Sliding>(jam(FIRST, 'A'), picture(FIRST, 1.0));
    let begun = "..B...\n..B...\nAA....\nDDD..C\n.....C\n.....C\n";
    let memory = jam(begun, 'A');
    let mut scratch = ReadScratch::default();
    let frame = Frame::still(picture(begun, 1.0));
    let known = read(
        tiled::<Sliding>(),
        &View::whole(&frame),
        &profile,
        None,
        &mut scratch,
    );
    assert!(known.is_ok_and(|known| known.puzzle == memory));
    let frame = Frame::still(picture(
        "..B...\n..B...\nAA....\nDDD...\n......\n......\n",
        1.0,
    ));
    let read = read(
        tiled::<Sliding>(),
        &View::whole(&frame),
        &profile,
        Some(&memory),
        &mut scratch,
    );
    assert!(read.is_err() || read.is_ok_and(|read| read.puzzle.blocks.len() == 3));
    assert!(read_still(tiled::<Sliding>(), &picture(begun, 1.0), &profile).is_ok());
}
