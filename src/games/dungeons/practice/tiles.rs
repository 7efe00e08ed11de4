//! Floor, walls and marks of one cell, and the rock around the board.

use image::RgbaImage;

use super::layout::CELL;
use crate::base::{Point, Rect};
use crate::draw::{Colour, dot, each, fill, glaze, inner, jitter, mix, noise, one_in, shade};

/// The slabs of the floor, and the gap between them.
const SLAB: Colour = [150, 128, 106];
const GROUT: Colour = [98, 80, 78];
/// The bricks of a wall, and the mortar.
const BRICK: Colour = [74, 96, 142];
const MORTAR: Colour = [34, 38, 68];
const CHALK: Colour = [250, 240, 214];
const ROCK: Colour = [52, 40, 62];

/// The stone floor of a cell: every cell is laid and worn in its own way.
pub fn floor(canvas: &mut RgbaImage, area: Rect) {
    fill(canvas, area, GROUT);
    let split = CELL / 2 + jitter(area.x, area.y, 1, 3);
    let cross = CELL / 2 + jitter(area.x, area.y, 2, 3);
    let Rect { x, y, .. } = area;
    let upright = one_in(2, x, y, 3);
    let slabs = match upright {
        true => [
            Rect::new(x, y, split, cross),
            Rect::new(x, y + cross + 1, split, CELL - cross - 1),
            Rect::new(x + split + 1, y, CELL - split - 1, CELL),
        ],
        false => [
            Rect::new(x, y, split, cross),
            Rect::new(x + split + 1, y, CELL - split - 1, cross),
            Rect::new(x, y + cross + 1, CELL, CELL - cross - 1),
        ],
    };
    for slab in slabs {
        stone(canvas, slab, shade(SLAB, jitter(slab.x, slab.y, 4, 9)));
    }
    if one_in(4, x, y, 5) {
        crack(canvas, area);
    }
}

/// A slab: a bright upper edge, a dark lower one, rounded corners, grain.
fn stone(canvas: &mut RgbaImage, slab: Rect, colour: Colour) {
    let (right, bottom) = (slab.x + slab.width - 1, slab.y + slab.height - 1);
    each(slab, |p| {
        let at_side = p.x == slab.x || p.x == right;
        let at_end = p.y == slab.y || p.y == bottom;
        if at_side && at_end {
            return;
        }
        let edge = match () {
            _ if p.y == slab.y || p.x == slab.x => 16,
            _ if p.y == bottom || p.x == right => -16,
            _ => 0,
        };
        let grain = match noise(p.x, p.y, 6) % 23 {
            0 => -14,
            1 => 9,
            _ => jitter(p.x / 2, p.y / 2, 9, 2),
        };
        dot(canvas, p, shade(colour, edge + grain));
    });
}

fn crack(canvas: &mut RgbaImage, area: Rect) {
    let mut at = Point::new(
        area.x + 4 + (noise(area.x, area.y, 10) % 16) as i32,
        area.y + 2,
    );
    for step in 0..(8 + noise(area.x, area.y, 11) % 10) as i32 {
        glaze(canvas, at, GROUT, 190);
        glaze(canvas, at + Point::new(1, 0), [210, 186, 150], 60);
        at = at + Point::new(jitter(at.x, step, 12, 1), 1);
    }
}

/// A wall of bricks that fills the cell.
pub fn wall(canvas: &mut RgbaImage, area: Rect) {
    fill(canvas, area, MORTAR);
    const COURSE: i32 = 8;
    for course in 0..CELL / COURSE {
        let shift = if course % 2 == 0 { 0 } else { -8 };
        for n in 0..3 {
            let left = (area.x + shift + n * 16).max(area.x);
            let right = (area.x + shift + n * 16 + 15).min(area.x + CELL);
            let top = area.y + course * COURSE;
            if right > left {
                brick(canvas, Rect::new(left, top, right - left, COURSE - 1));
            }
        }
    }
}

fn brick(canvas: &mut RgbaImage, area: Rect) {
    let tone = shade(BRICK, jitter(area.x, area.y, 20, 10));
    each(area, |p| {
        let light = match () {
            _ if p.y == area.y => 44,
            _ if p.x == area.x => 24,
            _ if p.y == area.y + area.height - 1 => -30,
            _ if p.x == area.x + area.width - 1 => -18,
            _ if one_in(13, p.x, p.y, 21) => -10,
            _ => 0,
        };
        dot(canvas, p, shade(tone, light));
    });
}

/// A chalk cross in the middle of the cell: here is a path.
pub fn mark(canvas: &mut RgbaImage, area: Rect) {
    let middle = Point::new(area.x + CELL / 2, area.y + CELL / 2);
    for step in -6..6 {
        for (p, strength) in [
            (Point::new(step, step), 235),
            (Point::new(step + 1, step), 200),
            (Point::new(step, -step - 1), 235),
            (Point::new(step + 1, -step - 1), 200),
        ] {
            let worn = one_in(7, p.x, p.y, 30);
            glaze(canvas, middle + p, CHALK, if worn { 90 } else { strength });
        }
    }
}

/// A soft shadow on the floor, below something.
pub fn shadow(canvas: &mut RgbaImage, middle: Point, half_width: i32) {
    each(
        Rect::new(middle.x - half_width, middle.y - 3, 2 * half_width, 6),
        |p| {
            let dx = (2 * (p.x - middle.x) + 1) as f32 / (2 * half_width) as f32;
            let dy = (2 * (p.y - middle.y) + 1) as f32 / 6.0;
            if dx * dx + dy * dy <= 1.0 {
                glaze(canvas, p, [30, 20, 34], 110);
            }
        },
    );
}

/// The living rock around the board: boulders with dark joints between them.
pub fn rock(canvas: &mut RgbaImage, area: Rect) {
    const BOULDER: i32 = 26;
    let seat = |cx: i32, cy: i32| {
        Point::new(
            cx * BOULDER + BOULDER / 2 + jitter(cx, cy, 40, 9),
            cy * BOULDER + BOULDER / 2 + jitter(cx, cy, 41, 9),
        )
    };
    each(area, |p| {
        let (cx, cy) = (p.x.div_euclid(BOULDER), p.y.div_euclid(BOULDER));
        let mut nearest = [(i32::MAX, 0, Point::default()); 2];
        for (nx, ny) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (cx + dx, cy + dy))) {
            let d = p - seat(nx, ny);
            let found = (d.x * d.x + d.y * d.y, jitter(nx, ny, 42, 7), d);
            if found.0 < nearest[0].0 {
                nearest = [found, nearest[0]];
            } else if found.0 < nearest[1].0 {
                nearest[1] = found;
            }
        }
        let [(near, tone, d), (far, ..)] = nearest;
        let joint = (far as f32).sqrt() - (near as f32).sqrt();
        let slope = -(d.x + 2 * d.y) / 2;
        let grain = if one_in(11, p.x, p.y, 43) { -5 } else { 0 };
        let colour = match () {
            _ if joint < 1.6 => [26, 18, 36],
            _ if joint < 3.2 => shade(ROCK, tone + slope.signum() * 10),
            _ => shade(ROCK, tone + slope.clamp(-8, 8) + grain),
        };
        dot(canvas, p, colour);
    });
}

/// The frame around the board: iron with rivets, and the inner shadow it throws.
pub fn frame(canvas: &mut RgbaImage, board: Rect, width: i32) {
    let outer = inner(board, -width);
    each(outer, |p| {
        if board.contains(p) {
            return dot(canvas, p, [44, 34, 44]);
        }
        let depth = [
            p.x - outer.x,
            p.y - outer.y,
            outer.x + outer.width - 1 - p.x,
            outer.y + outer.height - 1 - p.y,
        ];
        let near = depth.into_iter().min().unwrap_or(0);
        let lit = depth[0].min(depth[1]) == near;
        let metal = match near {
            0 => [20, 14, 26],
            1 if lit => [170, 136, 96],
            1 => [94, 66, 62],
            4 => [28, 18, 30],
            _ => mix([122, 90, 72], [98, 70, 64], if lit { 0 } else { 255 }),
        };
        dot(canvas, p, metal);
    });
}
