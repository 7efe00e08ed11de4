//! Levels on a white page whose floor is as white, at another zoom: only walls and things tell where a level is, and a small
//! mark on a tile lies a pixel beside where it was.

use gridhand::base::{Point, Rect};
use gridhand::draw::{self, Colour};
use gridhand::game::Game;
use gridhand::game::tiled::read_still;
use gridhand::games::warehouse::{Board, Warehouse};
use image::RgbaImage;

use crate::fitting::{fitted, tiled};

/// Levels of which the first is learned.
const LEVELS: [&str; 3] = [
    "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n",
    "######\n#    #\n# #@ #\n# $* #\n# .* #\n#    #\n######\n",
    "  ####\n###  ####\n#     $ #\n# #  #$ #\n# . .#@ #\n#########\n",
];

/// How large tiles are at 100 %.
const PITCH: f64 = 38.0;

const WHITE: Colour = [255; 3];

fn parse(text: &str) -> Board {
    Warehouse::parse(text).expect("a level")
}

/// A part of a tile between these shares of it, all rounded to pixels.
fn part(canvas: &mut RgbaImage, tile: [f64; 3], [left, top, right, bottom]: [f64; 4], of: Colour) {
    let [x, y, side] = tile;
    let at = |from: f64, share: f64| (from + share * side).round() as i32;
    let corner = Point::new(at(x, left), at(y, top));
    let size = [at(x, right) - corner.x, at(y, bottom) - corner.y];
    draw::fill(canvas, Rect::new(corner.x, corner.y, size[0], size[1]), of);
}

/// A key as a goal: a ring and a thin stick with two teeth, so many pixels beside its place.
fn key(canvas: &mut RgbaImage, [x, y, side]: [f64; 3], off: f64) {
    let tile = [x + off, y + off, side];
    for step in 0..10 {
        let at = f64::from(step) * 0.045;
        let square = [0.17 + at, 0.74 - at, 0.23 + at, 0.8 - at];
        part(canvas, tile, square, [246, 181, 69]);
    }
    for tooth in [[0.26, 0.72, 0.31, 0.79], [0.36, 0.64, 0.42, 0.72]] {
        part(canvas, tile, tooth, [246, 181, 69]);
    }
    let (middle, most) = ([tile[0] + 0.59 * side, tile[1] + 0.34 * side], 0.17 * side);
    draw::each(draw::whole(canvas), |at| {
        let away = (f64::from(at.x) + 0.5 - middle[0]).hypot(f64::from(at.y) + 0.5 - middle[1]);
        if away < most {
            draw::dot(
                canvas,
                at,
                if away < 0.6 * most {
                    [246, 181, 69]
                } else {
                    [241, 153, 32]
                },
            );
        }
    });
}

/// A level at a zoom; keys lie so many pixels beside their places.
fn drawn(text: &str, zoom: f64, off: f64) -> RgbaImage {
    let side = PITCH * zoom;
    let mut canvas = draw::canvas([(500.0 * zoom) as i32, (400.0 * zoom) as i32]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, WHITE);
    for (row, line) in text.lines().enumerate() {
        for (column, sign) in line.chars().enumerate() {
            let tile = [
                81.0 * zoom + column as f64 * side,
                60.0 * zoom + row as f64 * side,
                side,
            ];
            if sign == '#' {
                part(&mut canvas, tile, [0.03, 0.03, 0.97, 0.97], [138, 143, 152]);
                for joint in [
                    [0.03, 0.33, 0.97, 0.38],
                    [0.03, 0.64, 0.97, 0.69],
                    [0.45, 0.03, 0.5, 0.35],
                ] {
                    part(&mut canvas, tile, joint, [102, 107, 116]);
                }
            }
            if sign == '.' {
                key(&mut canvas, tile, off);
            }
            if matches!(sign, '$' | '*') {
                part(&mut canvas, tile, [0.1, 0.25, 0.9, 0.9], [197, 138, 74]);
                let band = if sign == '$' {
                    [0.42, 0.25, 0.58, 0.9]
                } else {
                    [0.3, 0.5, 0.7, 0.75]
                };
                part(&mut canvas, tile, band, [239, 217, 168]);
            }
            if sign == '@' {
                part(&mut canvas, tile, [0.3, 0.1, 0.7, 0.45], [242, 201, 160]);
                part(&mut canvas, tile, [0.25, 0.45, 0.75, 0.95], [43, 99, 198]);
            }
        }
    }
    canvas
}

#[test]
fn a_level_is_read_at_another_zoom_whose_floor_looks_like_the_page() {
    let profile = fitted::<Warehouse>(parse(LEVELS[0]), drawn(LEVELS[0], 1.0, 0.0));
    for (text, zoom, off) in [
        (1, 1.0, 0.0),
        (1, 1.25, 0.0),
        (1, 1.25, 1.2),
        (2, 1.25, 1.2),
        (2, 1.5, 1.0),
    ] {
        let picture = drawn(LEVELS[text], zoom, off);
        let read = read_still(tiled::<Warehouse>(), &picture, &profile);
        let read = read.map_err(|why| why.to_string());
        assert_eq!(read, Ok(parse(LEVELS[text])), "{zoom} {off}");
    }
}
