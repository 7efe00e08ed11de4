//! The picture of a level.

use image::RgbaImage;

use super::super::puzzle::{Cell, Dir};
use super::{Level, layout};
use crate::base::{Point, Rect};
use crate::draw;
use crate::draw::{Colour, bevel, fill, font, inner, jitter, mix, shade};

const NIGHT: Colour = [38, 34, 56];
const TRAY: Colour = [58, 54, 84];
const LINE: Colour = [10, 10, 18];
const TILE: Colour = [236, 224, 198];
const STONE: Colour = [98, 92, 122];
const WET: Colour = [148, 204, 188];
const ROPE: Colour = [18, 120, 122];
const KNOT: Colour = [236, 200, 40];
const HEAD: Colour = [240, 98, 66];
const INK: Colour = [16, 12, 28];
const CREAM: Colour = [255, 244, 214];

/// From this pitch on, cells have edges and the rope's end has eyes.
const DETAILED: i32 = 14;

/// All that is the same in every picture.
pub fn background() -> RgbaImage {
    let mut canvas = RgbaImage::new(layout::WIDTH as u32, layout::HEIGHT as u32);
    let whole = Rect::new(0, 0, layout::WIDTH, layout::HEIGHT);
    draw::each(whole, |p| {
        let weave = jitter(p.x / 2, p.y / 2, 11, 2) + 3 * i32::from((p.x + p.y) / 6 % 2 == 0);
        draw::dot(&mut canvas, p, shade(NIGHT, weave - p.y / 48));
    });
    tray(&mut canvas);
    title(&mut canvas);
    button(&mut canvas, layout::RESET, "RESET");
    button(&mut canvas, layout::NEXT, "NEXT");
    canvas
}

/// A sunken tray with a wooden rim.
fn tray(canvas: &mut RgbaImage) {
    for step in 1..=9 {
        let wood = mix([150, 98, 62], [84, 50, 44], (step * 24) as u8);
        let rim = inner(layout::FIELD, -step);
        bevel(canvas, rim, shade(wood, 14), shade(wood, -16));
    }
    let edge = inner(layout::FIELD, -10);
    bevel(canvas, edge, INK, INK);
    draw::each(layout::FIELD, |p| {
        let depth = (p.y - layout::FIELD.y).min(p.x - layout::FIELD.x).min(16) - 16;
        draw::dot(canvas, p, shade(TRAY, jitter(p.x, p.y, 12, 2) + depth));
    });
}

fn title(canvas: &mut RgbaImage) {
    let text = "COIL";
    let at = layout::TITLE;
    font::write_big(canvas, at + Point::new(1, 2), text, |_| INK);
    font::write_big(canvas, at, text, |y| {
        mix(CREAM, [236, 158, 70], (y * 255 / font::BIG_HEIGHT) as u8)
    });
}

fn button(canvas: &mut RgbaImage, area: Rect, label: &str) {
    fill(
        canvas,
        Rect::new(area.x + 1, area.y + 3, area.width, area.height),
        INK,
    );
    draw::each(area, |p| {
        let fall = ((p.y - area.y) * 255 / area.height) as u8;
        draw::dot(canvas, p, mix([92, 112, 166], [58, 66, 118], fall));
    });
    bevel(canvas, area, INK, INK);
    bevel(canvas, inner(area, 1), [140, 164, 214], [42, 46, 88]);
    let at = Point::new(
        area.x + (area.width - font::width(label)) / 2,
        area.y + (area.height - font::HEIGHT) / 2,
    );
    font::write(canvas, at + Point::new(0, 1), label, [30, 32, 66]);
    font::write(canvas, at, label, CREAM);
}

/// What differs from level to level and from move to move.
pub fn level(canvas: &mut RgbaImage, level: &Level) {
    words(canvas, level);
    cells(canvas, level);
    rope(canvas, level);
    if level.puzzle.is_solved() {
        banner(canvas);
    }
}

fn words(canvas: &mut RgbaImage, level: &Level) {
    let puzzle = &level.puzzle;
    let name = format!(
        "LEVEL {}   {} X {}",
        level.seed,
        puzzle.width(),
        puzzle.height()
    );
    font::write(canvas, layout::LEVEL, &name, [188, 178, 214]);
    let hint = if puzzle.is_solved() {
        "EVERY TILE IS COVERED - N FOR THE NEXT LEVEL".to_string()
    } else if level.is_stuck() {
        format!(
            "STUCK WITH {} TILES LEFT - R TAKES THE ROPE OFF",
            puzzle.open()
        )
    } else if puzzle.head().is_some() {
        format!(
            "{} TILES LEFT - ARROW KEYS SLIDE - R TAKES THE ROPE OFF",
            puzzle.open()
        )
    } else {
        format!("{} TILES - CLICK ONE TO BEGIN", puzzle.open())
    };
    let colour = if level.is_stuck() {
        [246, 138, 110]
    } else {
        [188, 178, 214]
    };
    font::write(canvas, layout::HINT, &hint, colour);
}

fn cells(canvas: &mut RgbaImage, level: &Level) {
    let puzzle = &level.puzzle;
    let (columns, rows) = (puzzle.width(), puzzle.height());
    let lines = inner(level.lattice.bounds(columns, rows), -level.lattice.gap);
    shadow(canvas, lines);
    fill(canvas, lines, LINE);
    for (at, cell) in puzzle.cells().iter().enumerate() {
        let area = level.lattice.cell(at % columns, at / columns);
        match cell {
            Cell::Wall => stone(canvas, area),
            Cell::Open => tile(canvas, area, TILE),
            Cell::Visited => tile(canvas, area, WET),
        }
    }
}

/// The board's, on the tray.
fn shadow(canvas: &mut RgbaImage, board: Rect) {
    let cast = Rect::new(board.x + 3, board.y + 4, board.width, board.height);
    draw::each(cast, |p| {
        if layout::FIELD.contains(p) {
            draw::dot(canvas, p, shade(TRAY, -18));
        }
    });
}

fn tile(canvas: &mut RgbaImage, area: Rect, colour: Colour) {
    draw::each(area, |p| {
        draw::dot(canvas, p, shade(colour, jitter(p.x, p.y, 20, 3)))
    });
    if area.width + 1 >= DETAILED {
        bevel(canvas, area, shade(colour, 12), shade(colour, -14));
    }
}

fn stone(canvas: &mut RgbaImage, area: Rect) {
    draw::each(area, |p| {
        let grain = jitter(p.x / 2, p.y, 21, 5) - (p.y - area.y) * 14 / area.height;
        draw::dot(canvas, p, shade(STONE, grain));
    });
    if area.width + 1 >= DETAILED {
        bevel(canvas, area, shade(STONE, 28), shade(STONE, -32));
        let groove = inner(area, area.width / 5);
        bevel(canvas, groove, shade(STONE, -18), shade(STONE, 16));
    }
}

/// From cell to cell, round where it turns, with a knot where it begins and a head where it ends.
fn rope(canvas: &mut RgbaImage, level: &Level) {
    let (Some(&start), Some(&head)) = (level.trail.first(), level.trail.last()) else {
        return;
    };
    let pitch = level.lattice.pitch;
    let radius = (pitch * 11 / 40).max(1);
    for pair in level.trail.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(|at| middle(level, at));
        strand(canvas, from, to, radius);
    }
    disc(canvas, middle(level, start), radius + pitch / 14, KNOT);
    disc(
        canvas,
        middle(level, head),
        (pitch * 3 / 8).min(pitch / 2 - 1),
        HEAD,
    );
    if pitch >= DETAILED {
        eyes(canvas, level, head);
    }
}

fn middle(level: &Level, at: usize) -> Point {
    let columns = level.puzzle.width();
    level.lattice.cell(at % columns, at / columns).centre()
}

/// A straight piece of rope with round ends: twisted, and lighter along its back.
fn strand(canvas: &mut RgbaImage, from: Point, to: Point, radius: i32) {
    let (left, right) = (from.x.min(to.x), from.x.max(to.x));
    let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
    let area = Rect::new(
        left - radius,
        top - radius,
        right - left + 2 * radius + 1,
        bottom - top + 2 * radius + 1,
    );
    draw::each(area, |p| {
        let nearest = Point::new(p.x.clamp(left, right), p.y.clamp(top, bottom));
        let off = p - nearest;
        let distance = off.x * off.x + off.y * off.y;
        if distance > radius * radius + radius {
            return;
        }
        let round = 44 - 66 * distance / (radius * radius + radius).max(1);
        let twist = if radius > 3 && (p.x + p.y).rem_euclid(8) < 2 {
            -16
        } else {
            0
        };
        draw::dot(canvas, p, shade(ROPE, round + twist));
    });
}

fn disc(canvas: &mut RgbaImage, at: Point, radius: i32, colour: Colour) {
    let side = 2 * radius + 1;
    draw::each(Rect::new(at.x - radius, at.y - radius, side, side), |p| {
        let off = p - at;
        let distance = off.x * off.x + off.y * off.y;
        let all = radius * radius + radius;
        if distance <= all {
            let lit = p - at + Point::new(radius / 3, radius / 3);
            let glow = 26 - 52 * (lit.x * lit.x + lit.y * lit.y) / (2 * all).max(1);
            draw::dot(canvas, p, shade(colour, glow));
        }
    });
}

/// Two, on the side to which the rope moved last.
fn eyes(canvas: &mut RgbaImage, level: &Level, head: usize) {
    let before = level
        .trail
        .len()
        .checked_sub(2)
        .map(|index| level.trail[index]);
    let moved =
        |dir: &Dir| before.is_some_and(|from| level.puzzle.neighbour(from, *dir) == Some(head));
    let dir = Dir::ALL.into_iter().find(moved).unwrap_or(Dir::Down);
    let (ahead, aside) = (level.lattice.pitch / 7, level.lattice.pitch / 6);
    let (dx, dy) = dir.step();
    let (dx, dy) = (dx as i32, dy as i32);
    for side in [-1, 1] {
        let at = middle(level, head)
            + Point::new(
                dx * ahead + dy * aside * side,
                dy * ahead + dx * aside * side,
            );
        let white = (level.lattice.pitch / 11).max(1);
        disc(canvas, at, white, [244, 236, 226]);
        let pupil = (white / 2).max(1) - i32::from(white < 2);
        let pupil_at = at + Point::new(dx * white / 2, dy * white / 2);
        disc(canvas, pupil_at, pupil, [40, 18, 30]);
    }
}

fn banner(canvas: &mut RgbaImage) {
    let area = layout::BANNER;
    let cast = Rect::new(area.x + 3, area.y + 5, area.width, area.height);
    draw::each(cast, |p| draw::glaze(canvas, p, INK, 120));
    draw::each(area, |p| {
        let fall = ((p.y - area.y) * 255 / area.height) as u8;
        draw::dot(canvas, p, mix([190, 70, 62], [120, 34, 62], fall));
    });
    bevel(canvas, area, INK, INK);
    bevel(canvas, inner(area, 3), [255, 214, 120], [190, 120, 60]);
    bevel(
        canvas,
        inner(area, 5),
        shade([150, 50, 62], -20),
        [190, 80, 80],
    );
    let text = "LEVEL SOLVED!";
    let at = Point::new(
        area.x + (area.width - font::big_width(text)) / 2,
        area.y + 30,
    );
    font::write_big(canvas, at + Point::new(1, 2), text, |_| [64, 10, 34]);
    font::write_big(canvas, at, text, |y| {
        mix(
            [255, 250, 220],
            [250, 206, 110],
            (y * 255 / font::BIG_HEIGHT) as u8,
        )
    });
    let more = "N - THE NEXT LEVEL";
    let at = Point::new(area.x + (area.width - font::width(more)) / 2, area.y + 60);
    font::write(canvas, at, more, [255, 220, 190]);
}
