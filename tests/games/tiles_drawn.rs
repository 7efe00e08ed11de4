//! Levels on pages as games may draw them: fitted by one text, and other levels read.

use std::time::{Duration, Instant};

use gridhand::game::Game;
use gridhand::game::tiled::read_still;
use gridhand::games::warehouse::{Board, Warehouse};
use gridhand::profile::Profile;
use gridhand::screen::Frame;
use gridhand::vision::tiles::Foreseen;
use gridhand::vision::{ReadScratch, View};
use image::{Rgba, RgbaImage};

use crate::fitting::{self, tiled};

fn parse(text: &str) -> Board {
    Warehouse::parse(text).expect("a level")
}

fn fitted(text: &str, picture: RgbaImage) -> Profile {
    fitting::fitted::<Warehouse>(parse(text), picture)
}

fn assert_read(text: &str, picture: &RgbaImage, profile: &Profile) {
    let read = read_still(tiled::<Warehouse>(), picture, profile);
    assert_eq!(read.map_err(|why| why.to_string()), Ok(parse(text)));
}

/// The sign on a tile of a level, and where on the tile a pixel is, 0 to 1 across and down; None beside it.
fn on_tile(rows: &[&str], pitch: f64, [x, y]: [f64; 2]) -> Option<(char, [f64; 2])> {
    let tile = [x, y].map(|at| (at / pitch).floor());
    let [column, row] = tile;
    if column < 0.0 || row < 0.0 {
        return None;
    }
    let sign = rows.get(row as usize)?.chars().nth(column as usize)?;
    Some((sign, [x / pitch - column, y / pitch - row]))
}

/// How far from the middle of a tile, in tiles.
fn off([x, y]: [f64; 2]) -> f64 {
    (x - 0.5).hypot(y - 0.5)
}

/// Plates with gaps between them, in which a page is seen that grows darker to its bottom; goals are thin rings.
fn plates(text: &str) -> RgbaImage {
    const PITCH: f64 = 60.0;
    let rows: Vec<&str> = text.lines().collect();
    let [width, height] = [rows[0].len(), rows.len()].map(|side| side as u32 * 60 + 120);
    RgbaImage::from_fn(width, height, |x, y| {
        let shade = (y * 70 / height) as u8;
        let page = [226 - shade, 218 - shade, 204 - shade];
        let at = [x, y].map(|at| f64::from(at) - 60.0);
        let [r, g, b] = match on_tile(&rows, PITCH, at) {
            Some((sign, place)) if place.iter().all(|at| (0.05..0.95).contains(at)) => match sign {
                '#' => [200, 150, 105],
                '$' if place.iter().all(|at| (0.23..0.77).contains(at)) => [230, 165, 90],
                '@' if off(place) < 0.27 => [90, 140, 235],
                '.' if (0.235..0.262).contains(&off(place)) => [97, 164, 109],
                _ => [246, 238, 226],
            },
            _ => page,
        };
        Rgba([r, g, b, 255])
    })
}

#[test]
fn a_page_that_shows_in_the_gaps_is_no_difference_between_tiles() {
    let first = "########\n#  . . #\n#  $ $ #\n#  @   #\n#      #\n########\n";
    let profile = fitted(first, plates(first));
    let other = "########\n#  $   #\n#@ $   #\n#      #\n# .  . #\n########\n";
    assert_read(other, &plates(other), &profile);
}

/// Levels that fill the width of a canvas, without a floor of their own; the lines of goals do not grow.
fn canvas(text: &str) -> RgbaImage {
    const SIDE: u32 = 640;
    let rows: Vec<&str> = text.lines().collect();
    let columns = rows.iter().map(|row| row.len()).max().unwrap_or(1);
    let pitch = f64::from(SIDE) / columns as f64;
    let above = (columns - rows.len()) / 2;
    RgbaImage::from_fn(SIDE + 80, SIDE + 80, |x, y| {
        let at = [x, y].map(|at| f64::from(at) - 40.0);
        if at.iter().any(|at| !(0.0..f64::from(SIDE)).contains(at)) {
            return Rgba([255; 4]);
        }
        let at = [at[0], at[1] - above as f64 * pitch];
        let line = |of: f64| (of * pitch).abs() < 1.5;
        let [r, g, b] = match on_tile(&rows, pitch, at) {
            Some(('#', _)) => [31, 41, 55],
            Some(('$', place)) if place.iter().all(|at| (0.1..0.9).contains(at)) => [249, 115, 22],
            Some(('@', place)) if off(place) < 0.3 => [42, 109, 244],
            Some(('.', place))
                if place.iter().all(|at| (0.25..0.75).contains(at))
                    && (line(place[0] - place[1]) || line(place[0] + place[1] - 1.0)) =>
            {
                [180, 83, 9]
            }
            Some(('.', place)) if off(place) < 0.22 => [253, 230, 138],
            _ => [241, 245, 249],
        };
        Rgba([r, g, b, 255])
    })
}

#[test]
fn a_level_of_larger_tiles_is_no_level_of_many_small_ones() {
    let first = "    #####\n    #   #\n    #$  #\n  ###  $##\n  #  $ $ #\n### # ## #   ######\n\
                 #   # ## #####  ..#\n# $  $          ..#\n##### ### #@##  ..#\n    #     #########\n    #######\n";
    let profile = fitted(first, canvas(first));
    let other = "############\n#..  #     ###\n#..  # $  $  #\n#..  #$####  #\n#..    @ ##  #\n#..  # #  $ ##\n\
                 ###### ##$ $ #\n  # $  $ $ $ #\n  #    #     #\n  ############\n";
    assert_read(other, &canvas(other), &profile);
}

/// Levels in the middle of a screen with scan lines, of which tiles are no whole number high: those of a kind differ row by
/// row.
fn screen(text: &str) -> RgbaImage {
    const PITCH: f64 = 41.0;
    const SIDES: [u32; 2] = [640, 560];
    let rows: Vec<&str> = text.lines().collect();
    let columns = rows.iter().map(|row| row.len()).max().unwrap_or(1);
    let corner = [(SIDES[0], columns), (SIDES[1], rows.len())]
        .map(|(side, count)| (f64::from(side) - count as f64 * PITCH) / 2.0);
    RgbaImage::from_fn(SIDES[0], SIDES[1], |x, y| {
        let at = [
            f64::from(x) - corner[0].floor(),
            f64::from(y) - corner[1].floor(),
        ];
        let inner = |[x, y]: [f64; 2], rim: f64| {
            [x, y]
                .iter()
                .all(|at| (rim..PITCH - rim).contains(&(at * PITCH)))
        };
        let lit = |[x, y]: [f64; 2], rim: f64| x.min(y) * PITCH < rim;
        let line = |at: f64| ((at * 4.0).fract() * PITCH / 4.0) < 1.0;
        let mut colour = match on_tile(&rows, PITCH, at) {
            Some(('#', place)) if inner(place, 2.0) && lit(place, 5.0) => [0, 120, 220],
            Some(('#', place)) if inner(place, 2.0) => [0, 0, 150],
            Some(('$', place)) if inner(place, 4.0) && lit(place, 8.0) => [240, 220, 70],
            Some(('$', place)) if inner(place, 4.0) => [200, 110, 60],
            Some(('@', place)) if inner(place, 3.0) => [60, 200, 130],
            Some(('.', place)) if off(place) < 0.12 => [20, 120, 50],
            Some((' ' | '.' | '@' | '$', [x, y])) if line(x) || line(y) => [26, 26, 26],
            _ => [2, 4, 3],
        };
        if y % 4 > 1 {
            colour = colour.map(|part| part * 3 / 4);
        }
        let [r, g, b] = colour;
        Rgba([r, g, b, 255])
    })
}

#[test]
fn a_level_behind_scan_lines_is_found_at_any_row_of_them() {
    let first = "########\n#      #\n#      #\n# $  $ #\n# .  . #\n#@     #\n########\n";
    let profile = fitted(first, screen(first));
    for other in [
        "#######\n#     #\n# $.  #\n#  $. #\n#@    #\n#######\n",
        "##########\n#   ##   #\n# $ ## . #\n# $    . #\n#   @    #\n##########\n",
    ] {
        assert_read(other, &screen(other), &profile);
    }
}

/// A level whose boxes on goals shine without end, `shine` 0 to 1: other tiles than any that an example shows. The page
/// is moved down by some pixels.
fn shining(text: &str, shine: f64, down: f64) -> RgbaImage {
    let rows: Vec<&str> = text.lines().collect();
    let inner = |place: [f64; 2], rim: f64| place.iter().all(|at| (rim..1.0 - rim).contains(at));
    RgbaImage::from_fn(400, 280, |x, y| {
        let at = [x, y].map(|at| f64::from(at) - 40.0);
        let at = [at[0], at[1] - down];
        let glow = (60.0 * shine) as u8;
        let [r, g, b] = match on_tile(&rows, 40.0, at) {
            Some(('#', _)) => [90, 60, 40],
            Some(('$', place)) if inner(place, 0.1) => [220, 150, 60],
            Some(('*', place)) if inner(place, 0.1 - 0.05 * shine) => [150 + glow, 20 + glow, 40],
            Some(('@', place)) if off(place) < 0.35 => [60, 100, 240],
            Some(('.', place)) if off(place) < 0.15 => [40, 160, 60],
            _ => [230, 225, 215],
        };
        Rgba([r, g, b, 255])
    })
}

/// What is read of a shining level that is played from `first`, at a time.
fn read_shining(
    profile: &Profile,
    first: &str,
    picture: RgbaImage,
    taken: Instant,
    scratch: &mut ReadScratch,
) -> Option<Board> {
    let mut frame = Frame::still(picture);
    frame.taken = taken;
    let before = parse(first);
    let reading = Warehouse::read(&View::whole(&frame), profile, Some(&before), scratch);
    reading.map(|reading| reading.puzzle).ok()
}

#[test]
fn what_shines_without_end_is_known_once_it_has_been_there_for_a_while() {
    let first = "########\n#      #\n# @$.  #\n# $ .  #\n########\n";
    let then = "########\n#      #\n#  @*  #\n# $ .  #\n########\n";
    let profile = fitted(first, shining(first, 0.0, 0.0));
    let (begun, mut scratch) = (Instant::now(), ReadScratch::default());
    let read = |text: &str, at: u64, scratch: &mut ReadScratch| {
        let shine = (at as f64 / 90.0).sin().abs();
        let taken = begun + Duration::from_millis(at);
        read_shining(&profile, first, shining(text, shine, 0.0), taken, scratch)
    };
    assert_eq!(read(first, 0, &mut scratch), Some(parse(first)));
    let letters = tiled::<Warehouse>().sketch(&parse(then)).letters;
    scratch.foreseen.foresee(vec![Foreseen {
        letters,
        solves: false,
    }]);
    for at in (100..700).step_by(50) {
        assert_eq!(read(then, at, &mut scratch), None, "{at} ms");
    }
    // What was not looked at for long may have been something else.
    let mut later = scratch.clone();
    assert_eq!(read(then, 1500, &mut later), None);
    for at in (750..800).step_by(50) {
        assert_eq!(read(then, at, &mut scratch), None, "{at} ms");
    }
    for at in (900..2000).step_by(70) {
        let seen = read(then, at, &mut scratch);
        assert_eq!(seen, Some(parse(then)), "{at} ms");
    }
    assert!(scratch.foreseen.learned.len() > 1);
}

#[test]
fn what_was_never_seen_is_learned_on_a_page_that_was_scrolled_meanwhile() {
    let first = "########\n#      #\n# @$.  #\n# $ .  #\n########\n";
    let then = "########\n#      #\n#  @*  #\n# $ .  #\n########\n";
    let profile = fitted(first, shining(first, 0.0, 0.0));
    let (begun, mut scratch) = (Instant::now(), ReadScratch::default());
    let read = |text: &str, at: u64, down: f64, scratch: &mut ReadScratch| {
        let taken = begun + Duration::from_millis(at);
        read_shining(&profile, first, shining(text, 0.0, down), taken, scratch)
    };
    assert_eq!(read(first, 0, 0.0, &mut scratch), Some(parse(first)));
    let letters = tiled::<Warehouse>().sketch(&parse(then)).letters;
    scratch.foreseen.foresee(vec![Foreseen {
        letters,
        solves: false,
    }]);
    for at in (100..300).step_by(50) {
        assert_eq!(read(then, at, 20.0, &mut scratch), None, "{at} ms");
    }
    assert_eq!(read(then, 400, 20.0, &mut scratch), Some(parse(then)));
}

/// Flat tiles on a field as wide as the page, whose own colour is that of the goals.
fn on_a_page_like_goals(text: &str) -> RgbaImage {
    const PITCH: f64 = 20.0;
    let rows: Vec<&str> = text.lines().collect();
    RgbaImage::from_fn(400, 300, |x, y| {
        let at = [f64::from(x) - 10.0, f64::from(y) - 60.0];
        let is_field = (0.0..rows.len() as f64 * PITCH).contains(&at[1]);
        let [r, g, b] = match on_tile(&rows, PITCH, at) {
            Some(('#', _)) => [102, 102, 102],
            Some(('$', _)) => [51, 102, 255],
            Some(('@', place)) if off(place) < 0.4 => [200, 90, 60],
            Some(('.', _)) => [255, 255, 255],
            _ if is_field && (10..390).contains(&x) => [153, 204, 255],
            _ => [255, 255, 255],
        };
        Rgba([r, g, b, 255])
    })
}

#[test]
fn a_page_that_looks_like_a_goal_is_no_part_of_a_level() {
    let text = "####\n#  #####\n# .  $ #\n# $  .@#\n###  ###\n  ####\n";
    let profile = fitted(text, on_a_page_like_goals(text));
    let other = "#######\n#  .  #\n# @$  #\n#  $. #\n#######\n";
    assert_read(other, &on_a_page_like_goals(other), &profile);
}
