//! A game that drives the car off the board once it is at its goal: only floor is to be seen there then.

use std::time::{Duration, Instant};

use gridhand::base::Rect;
use gridhand::draw;
use gridhand::game::tiled::read;
use gridhand::games::sliding::Sliding;
use gridhand::screen::Frame;
use gridhand::vision::tiles::Foreseen;
use gridhand::vision::{ReadScratch, View};
use image::RgbaImage;

use crate::cars::{jam, shapes};
use crate::fitting::{fitted, tiled};

const PITCH: i32 = 62;
const CORNER: i32 = 80;

/// The colours of cars, by their letters.
const COLOURS: [[u8; 3]; 3] = [[206, 60, 48], [52, 152, 219], [230, 126, 34]];

/// The window with these cars; one without cells is gone.
fn picture(text: &str) -> RgbaImage {
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let mut canvas = draw::canvas([560, 560]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [24, 28, 48]);
    let board = Rect::new(CORNER, CORNER, 6 * PITCH, 6 * PITCH);
    draw::fill(&mut canvas, board.grown(8), [45, 52, 54]);
    let at = |x: usize, y: usize| {
        let [x, y] = [x, y].map(|at| CORNER + at as i32 * PITCH);
        Rect::new(x, y, PITCH, PITCH)
    };
    let cells = || (0..6).flat_map(|y| (0..6).map(move |x| (x, y)));
    for (x, y) in cells() {
        draw::fill(&mut canvas, at(x, y).grown(-1), [99, 110, 114]);
    }
    for (letter, colour) in ('A'..).zip(COLOURS) {
        let mut own = cells().filter(|(x, y)| rows[*y][*x] == letter);
        let Some(first) = own.next() else { continue };
        let last = own.next_back().expect("two cells");
        let body = at(first.0, first.1).around(&at(last.0, last.1)).grown(-3);
        draw::fill(&mut canvas, body, colour.map(|level| level - 40));
        draw::fill(&mut canvas, body.grown(-2), colour);
    }
    canvas
}

#[test]
fn floor_is_not_learned_as_the_car_that_left_it() {
    let before = "B.....\nB.....\nAA....\n......\n......\nCCC...\n";
    let solved = "B.....\nB.....\n....AA\n......\n......\nCCC...\n";
    let gone = "B.....\nB.....\n......\n......\n......\nCCC...\n";
    let profile = fitted::<Sliding>(jam(before, 'A'), picture(before));
    let (begun, mut scratch) = (Instant::now(), ReadScratch::default());
    let memory = jam(before, 'A');
    let read_at = |picture: RgbaImage, ms: u64, scratch: &mut ReadScratch| {
        let mut frame = Frame::still(picture);
        frame.taken = begun + Duration::from_millis(ms);
        let view = View::whole(&frame);
        let reading = read(tiled::<Sliding>(), &view, &profile, Some(&memory), scratch);
        reading
            .map(|reading| shapes(&reading.puzzle))
            .map_err(|why| why.to_string())
    };
    let seen = read_at(picture(before), 0, &mut scratch);
    assert_eq!(seen, Ok(shapes(&memory)));
    let ended = jam(solved, 'A');
    let letters = tiled::<Sliding>().sketch(&ended).letters;
    let solves = true;
    scratch.foreseen.foresee(vec![Foreseen { letters, solves }]);
    for ms in (100..1200).step_by(50) {
        let seen = read_at(picture(gone), ms, &mut scratch);
        assert_eq!(seen, Ok(shapes(&ended)), "{ms} ms");
    }
    assert!(scratch.foreseen.learned.is_empty());
}
