//! Levels with thin lines around things, drawn at whole pixels, whose tiles are no whole number of them.

use gridhand::base::{Point, Rect};
use gridhand::draw::{self, Colour};
use gridhand::game::Game;
use gridhand::game::tiled::read_still;
use gridhand::games::warehouse::{Board, Warehouse};
use gridhand::profile::Profile;
use gridhand::screen::Frame;
use gridhand::vision::{ReadScratch, View};
use image::RgbaImage;

use crate::fitting::{fitted, tiled};

/// Levels of which the first is learned; the last has tiles of another size.
const LEVELS: [&str; 3] = [
    "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n",
    "######\n#    #\n# #@ #\n# $* #\n# .* #\n#    #\n######\n",
    "  ####\n###  ####\n#     $ #\n# #  #$ #\n# . .#@ #\n#########\n",
];

/// How far apart the tiles of the first two are.
const PITCH: f64 = 277.0 / 7.0;

fn parse(text: &str) -> Board {
    Warehouse::parse(text).expect("a level")
}

/// A thing between these shares of a tile, with a line around it, all rounded to pixels; round or not.
fn thing(
    canvas: &mut RgbaImage,
    [left, top]: [f64; 2],
    pitch: f64,
    rim: f64,
    colour: Colour,
    is_round: bool,
) {
    let at = |from: f64, share: f64| (from + share * pitch).round() as i32;
    let [x, y] = [at(left, rim), at(top, rim)];
    let [right, bottom] = [at(left, 1.0 - rim), at(top, 1.0 - rim)];
    let half = [right - x, bottom - y].map(|side| f64::from(side) / 2.0);
    let off = |at: Point, by: f64| {
        let [across, down] = [f64::from(at.x - x) - half[0], f64::from(at.y - y) - half[1]];
        match is_round {
            true => (across / (half[0] + 0.5 - by)).hypot(down / (half[1] + 0.5 - by)),
            false => (across.abs() / (half[0] + 0.5 - by)).max(down.abs() / (half[1] + 0.5 - by)),
        }
    };
    let area = Rect::new(x, y, right - x + 1, bottom - y + 1);
    draw::each(area, |at| {
        match (off(at, 0.0) <= 1.0, off(at, 1.0) <= 1.0) {
            (true, true) => draw::dot(canvas, at, colour),
            (true, false) => draw::dot(canvas, at, [0; 3]),
            _ => {}
        }
    });
}

/// A level as a canvas with sizes that are no whole numbers shows it.
fn drawn(text: &str, pitch: f64) -> RgbaImage {
    let mut canvas = draw::canvas([420, 310]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [217; 3]);
    for (row, line) in text.lines().enumerate() {
        for (column, sign) in line.chars().enumerate() {
            let at = [column, row].map(|at| at as f64 * pitch);
            if sign == '#' {
                thing(&mut canvas, at, pitch, 0.0, [136; 3], false);
            }
            if matches!(sign, '.' | '*') {
                thing(&mut canvas, at, pitch, 0.1, [136, 204, 136], true);
            }
            if matches!(sign, '$' | '*') {
                thing(&mut canvas, at, pitch, 0.2, [204, 204, 136], false);
            }
            if sign == '@' {
                thing(&mut canvas, at, pitch, 0.3, [136, 136, 204], true);
            }
        }
    }
    canvas
}

fn learned() -> Profile {
    fitted::<Warehouse>(parse(LEVELS[0]), drawn(LEVELS[0], PITCH))
}

#[test]
fn lines_that_are_rounded_otherwise_are_those_that_were_learned() {
    let read = read_still(tiled::<Warehouse>(), &drawn(LEVELS[1], PITCH), &learned());
    assert_eq!(read.map_err(|why| why.to_string()), Ok(parse(LEVELS[1])));
}

#[test]
fn a_level_of_another_size_that_is_stretched_while_it_is_played_is_the_same() {
    let profile = learned();
    let mut scratch = ReadScratch::default();
    let mut read = |pitch: f64, memory: Option<&Board>| {
        let frame = Frame::still(drawn(LEVELS[2], pitch));
        let reading = Warehouse::read(&View::whole(&frame), &profile, memory, &mut scratch);
        reading
            .map(|reading| reading.puzzle)
            .map_err(|why| why.to_string())
    };
    let level = parse(LEVELS[2]);
    assert_eq!(read(44.2, None), Ok(level.clone()));
    assert_eq!(read(44.9, Some(&level)), Ok(level.clone()));
    assert_eq!(read(45.6, Some(&level)), Ok(level));
}
