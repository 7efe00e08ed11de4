//! The game's own look: floor, walls and marks of one cell, digits, and what is around the board.

use image::RgbaImage;

use super::layout::{self, CELL};
use super::numbers::State;
use crate::base::{Point, Rect};
use crate::draw::plate::Plate;
use crate::draw::sprite::{Sprite, outlined};
use crate::draw::{
    self, Colour, bevel, dot, each, fill, font, glaze, jitter, mix, noise, one_in, paint, shade,
};

/// The slabs of the floor, and the gap between them.
const SLAB: Colour = [150, 128, 106];
const GROUT: Colour = [98, 80, 78];
/// The bricks of a wall, and the mortar.
const BRICK: Colour = [74, 96, 142];
const MORTAR: Colour = [34, 38, 68];
const CHALK: Colour = [250, 240, 214];
const ROCK: Colour = [52, 40, 62];

const INK: Colour = [24, 16, 30];
const GOLD: Colour = [246, 206, 112];
const BRASS: Colour = [186, 134, 74];
const SLATE: Colour = [86, 70, 88];

const LIGHT: Colour = [232, 184, 108];
const DARK: Colour = [96, 58, 50];
const BUTTON: Plate = Plate {
    fill: [[176, 118, 74], [128, 78, 60]],
    rim: [INK; 2],
    grooves: &[(1, [LIGHT, DARK])],
};
const PRESSED: Plate = Plate {
    grooves: &[(1, [DARK, LIGHT])],
    ..BUTTON
};
const BANNER: Plate = Plate {
    fill: [[166, 52, 58], [112, 28, 54]],
    rim: [INK; 2],
    grooves: &[(3, [GOLD, BRASS])],
};

/// Everything around the cells.
pub fn dungeon(canvas: &mut RgbaImage) {
    rock(canvas, draw::whole(canvas));
    // A slab of worked stone.
    let slab = layout::PLAQUE;
    fill(canvas, slab.at(slab.corner() + Point::new(2, 3)), INK);
    paint(canvas, slab, |p| {
        let grain = jitter(p.x / 3, p.y, 60, 4) - (p.y - slab.y) / 5;
        shade(SLATE, grain)
    });
    bevel(canvas, slab, INK, INK);
    bevel(canvas, slab.grown(-1), shade(SLATE, 44), shade(SLATE, -34));
    bevel(canvas, slab.grown(-4), shade(SLATE, -24), shade(SLATE, 18));
    Plate::plain([44, 30, 44], [INK, BRASS]).paint(canvas, layout::SEED_FIELD);
    font::write(
        canvas,
        Point::new(36, layout::SEED.y),
        "ROOM",
        [216, 190, 150],
    );
    frame(canvas, layout::BOARD, layout::FRAME);
}

/// The room's name and seed, or what is being typed of another one, and the buttons.
pub fn plaque(canvas: &mut RgbaImage, seed: u32, typed: Option<&str>) {
    let name = room_name(seed);
    let left = font::big_middle(layout::PLAQUE, &name).x;
    let at = Point::new(left, layout::NAME_TOP);
    font::write_title(canvas, at, &name, [[255, 236, 176], BRASS], INK);
    match typed {
        None => font::write_spaced(canvas, layout::SEED, &format!("{seed:08}"), GOLD),
        Some(typed) => {
            let rest = "_".repeat(8 - typed.len());
            let after = layout::SEED + Point::new(typed.len() as i32 * font::ADVANCE, 0);
            font::write_spaced(canvas, layout::SEED, typed, [255, 250, 230]);
            font::write_spaced(canvas, after, &rest, [120, 96, 96]);
        }
    }
    for (area, label, pressed) in [
        (layout::CHOOSE, "CHOOSE", typed.is_some()),
        (layout::RANDOM, "RANDOM", false),
    ] {
        if pressed { PRESSED } else { BUTTON }.paint(canvas, area);
        let area = area.at(area.corner() + Point::new(0, i32::from(pressed)));
        let below = area.at(area.corner() + Point::new(0, 1));
        font::label(canvas, below, label, [70, 38, 38]);
        font::label(canvas, area, label, [255, 236, 190]);
    }
}

/// Over the board of a room that is solved.
pub fn banner(canvas: &mut RgbaImage) {
    let Rect {
        x,
        y,
        width,
        height,
    } = layout::BOARD;
    let area = Rect::new(x - 12, y + height / 2 - 27, width + 24, 54);
    let below = Rect::new(area.x, area.y + area.height, area.width, 5);
    draw::veil(canvas, below, INK, 120);
    BANNER.paint(canvas, area);
    let text = "ROOM CLEARED!";
    let at = font::big_middle(area, text);
    font::write_title(canvas, at, text, [[255, 246, 206], GOLD], [60, 10, 34]);
}

/// Paints a digit with its top left corner at `at`.
pub fn digit(canvas: &mut RgbaImage, digit: &Sprite, at: Point, state: State) {
    let [top, bottom] = match state {
        State::Open => [[255, 232, 150], [226, 158, 66]],
        State::Satisfied => [[112, 138, 128], [76, 98, 98]],
        State::Exceeded => [[255, 128, 170], [214, 48, 96]],
    };
    let rim = outlined(digit, [0; 3]);
    rim.stamp(canvas, at, |_| [30, 20, 38]);
    rim.stamp(canvas, at - Point::new(1, 1), |_| [30, 20, 38]);
    digit.stamp(canvas, at, |p| {
        let bright = digit.pixel(p.x, p.y - 1).is_none() || digit.pixel(p.x - 1, p.y).is_none();
        let colour = mix(top, bottom, (p.y * 255 / (layout::DIGIT[1] - 1)) as u8);
        mix(colour, [255; 3], if bright { 70 } else { 0 })
    });
}

/// A name for a room, the same every time.
fn room_name(seed: u32) -> String {
    const KINDS: &str = "SUNKEN SILENT CROOKED HOLLOW AMBER FORGOTTEN MOONLIT RUSTY WINDING FROZEN \
                         BURIED HUNGRY";
    const PLACES: &str = "VAULT CELLARS HALLS CRYPT MAZE LARDER GROTTO ARMOURY CISTERN ARCHIVE \
                          KITCHENS STAIRS";
    let pick = |salt, words: &'static str| {
        let words: Vec<&str> = words.split(' ').collect();
        words[noise(seed as i32, 0, salt) as usize % words.len()]
    };
    format!("THE {} {}", pick(70, KINDS), pick(71, PLACES))
}

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
    paint(canvas, area, |p| {
        let light = match () {
            _ if p.y == area.y => 44,
            _ if p.x == area.x => 24,
            _ if p.y == area.y + area.height - 1 => -30,
            _ if p.x == area.x + area.width - 1 => -18,
            _ if one_in(13, p.x, p.y, 21) => -10,
            _ => 0,
        };
        shade(tone, light)
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
fn rock(canvas: &mut RgbaImage, area: Rect) {
    const BOULDER: i32 = 26;
    let seat = |cx: i32, cy: i32| {
        Point::new(
            cx * BOULDER + BOULDER / 2 + jitter(cx, cy, 40, 9),
            cy * BOULDER + BOULDER / 2 + jitter(cx, cy, 41, 9),
        )
    };
    paint(canvas, area, |p| {
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
        match () {
            _ if joint < 1.6 => [26, 18, 36],
            _ if joint < 3.2 => shade(ROCK, tone + slope.signum() * 10),
            _ => shade(ROCK, tone + slope.clamp(-8, 8) + grain),
        }
    });
}

/// The frame around the board: iron with rivets, and the inner shadow it throws.
fn frame(canvas: &mut RgbaImage, board: Rect, width: i32) {
    let outer = board.grown(width);
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
