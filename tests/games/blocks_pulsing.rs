//! Blocks of one colour each, without lines on or between them, and a goal that pulses under them.

use gridhand::base::Rect;
use gridhand::draw;
use gridhand::game::ability::{Fits, Hints};
use gridhand::game::tiled::{TileFits, read_still};
use gridhand::games::sliding::Sliding;
use gridhand::profile::learn::Lesson;
use image::RgbaImage;

use crate::cars::{jam, shapes};
use crate::fitting::tiled;

const PITCH: i32 = 71;
const CORNER: i32 = 60;

/// How strong the goal is over a second or so, in hundredths.
const PULSE: [i32; 8] = [60, 70, 85, 100, 100, 85, 70, 60];

const COLOURS: [[u8; 3]; 5] = [
    [211, 47, 47],
    [46, 125, 50],
    [21, 101, 192],
    [249, 168, 37],
    [106, 27, 154],
];

/// A jam whose car must get to the right end of the third row.
fn picture(text: &str, strength: i32) -> RgbaImage {
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let mut canvas = draw::canvas([560, 560]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [136; 3]);
    let at = |x: usize, y: usize| {
        let [x, y] = [x, y].map(|at| CORNER + at as i32 * PITCH);
        Rect::new(x, y, PITCH, PITCH)
    };
    let board = at(0, 0).around(&at(5, 5));
    draw::fill(&mut canvas, board, [204; 3]);
    let mix = |from: i32, to: i32| (from + (to - from) * strength / 100) as u8;
    let goal = [mix(204, 255), mix(204, 51), mix(204, 51)];
    draw::fill(&mut canvas, at(4, 2).around(&at(5, 2)).grown(7), goal);
    for (letter, colour) in ('A'..).zip(COLOURS) {
        for (x, y) in (0..6).flat_map(|y| (0..6).map(move |x| (x, y))) {
            if rows[y][x] == letter {
                draw::fill(&mut canvas, at(x, y), colour);
            }
        }
    }
    canvas
}

#[test]
fn a_goal_that_pulses_is_the_goal_at_all_times() {
    let first = "BB...C\nD..E.C\nDAAE.C\nD..E..\n......\n......\n";
    let other = "......\nD..E..\nDAAE..\nD..E.C\n.....C\nBB...C\n";
    let lesson = Lesson {
        name: "page".into(),
        puzzle: jam(first, 'A'),
        picture: picture(first, PULSE[0]),
    };
    let fits = TileFits(tiled::<Sliding>());
    let fitted = fits.fit("mine", "", std::slice::from_ref(&lesson), &Hints::default());
    let mut fitted = fitted.expect("a fit");
    let mut motion = fits.motion(&fitted, &lesson).expect("a board");
    PULSE
        .iter()
        .for_each(|strength| motion.look(&picture(first, *strength)));
    assert!(fits.with_motion(&mut fitted, &lesson, motion) > Ok(0));
    for (text, strength) in [first, other]
        .iter()
        .flat_map(|text| PULSE.map(|of| (text, of)))
    {
        let read = read_still(
            tiled::<Sliding>(),
            &picture(text, strength),
            &fitted.profile,
        );
        let told = read
            .map(|read| shapes(&read))
            .map_err(|why| why.to_string());
        assert_eq!(told, Ok(shapes(&jam(text, 'A'))), "{text}{strength}");
    }
}
