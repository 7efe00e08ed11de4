//! Pictures of levels.

use image::{RgbImage, RgbaImage, imageops};

use super::board::{Board, Thing};
use super::puzzle::Step;
use crate::base::{Point, Rect};
use crate::draw::{self, Colour, bevel, dot, each, fill};

/// Pixels of a cell's side.
pub const CELL: i32 = 24;

/// The most pictures of an animation; longer ones leave out steps.
const MOST_FRAMES: usize = 300;

const OUTSIDE: Colour = [30, 32, 38];
const FLOOR: Colour = [214, 206, 188];
const GRID: Colour = [200, 191, 172];
const BRICK: Colour = [104, 96, 104];
const BRICK_LIGHT: Colour = [138, 130, 138];
const BRICK_DARK: Colour = [70, 64, 72];
const MARK: Colour = [190, 60, 52];
const CRATE: Colour = [178, 122, 58];
const CRATE_HOME: Colour = [86, 140, 74];
const LIGHT: Colour = [226, 178, 112];
const DARK: Colour = [104, 66, 26];
const ROBOT: Colour = [44, 108, 160];
const EYES: Colour = [240, 244, 250];

/// The board as it stands; of a tape only the warehouse.
pub fn board(board: &Board) -> RgbImage {
    let (columns, rows) = board.size();
    let mut canvas = draw::canvas([columns, rows].map(|cells| cells as i32 * CELL));
    for (index, thing) in board.things(columns, rows).into_iter().enumerate() {
        let (column, row) = ((index % columns) as i32, (index / columns) as i32);
        let area = Rect::new(column * CELL, row * CELL, CELL, CELL);
        paint_cell(&mut canvas, area, thing);
    }
    draw::finished(canvas)
}

/// The board after each of the steps.
pub fn walk(start: &Board, steps: &[Step]) -> Vec<RgbImage> {
    let pace = steps.len().div_ceil(MOST_FRAMES).max(1);
    let mut state = start.clone();
    let mut pictures = vec![board(&state)];
    for (index, &step) in steps.iter().enumerate() {
        state = state.after(step);
        if (index + 1) % pace == 0 || index + 1 == steps.len() {
            pictures.push(board(&state));
        }
    }
    pictures
}

/// Paints one cell.
pub fn paint_cell(canvas: &mut RgbaImage, area: Rect, thing: Thing) {
    match thing {
        Thing::Wall => wall(canvas, area),
        Thing::Outside => fill(canvas, area, OUTSIDE),
        _ => floor(canvas, area, thing.is_goal()),
    }
    match thing {
        Thing::Box | Thing::BoxHome => whole_crate(canvas, area, thing.is_goal()),
        Thing::Left => half_crate(canvas, area, 0),
        Thing::Right => half_crate(canvas, area, CELL),
        Thing::Robot | Thing::RobotHome => robot(canvas, area),
        _ => {}
    }
}

fn wall(canvas: &mut RgbaImage, area: Rect) {
    fill(canvas, area, BRICK);
    let (half, third) = (CELL / 2, CELL / 3);
    for row in 0..3 {
        let shift = if row % 2 == 0 { 0 } else { half / 2 };
        for x in [shift - half, shift, shift + half] {
            let left = x.max(0);
            let right = (x + half).min(CELL);
            if left < right {
                let brick = Rect::new(area.x + left, area.y + row * third, right - left, third);
                bevel(canvas, brick, BRICK_LIGHT, BRICK_DARK);
            }
        }
    }
}

fn floor(canvas: &mut RgbaImage, area: Rect, goal: bool) {
    fill(canvas, area, FLOOR);
    bevel(canvas, area, FLOOR, GRID);
    if goal {
        disc(canvas, area, CELL / 4, MARK);
        disc(canvas, area, CELL / 8, FLOOR);
        // Seen even when the robot stands there.
        let (near, far) = (1, CELL - 5);
        for (x, y) in [(near, near), (far, near), (near, far), (far, far)] {
            fill(canvas, Rect::new(area.x + x, area.y + y, 4, 4), MARK);
        }
    }
}

fn whole_crate(canvas: &mut RgbaImage, area: Rect, home: bool) {
    let area = area.grown(-2);
    crate_lid(canvas, area, if home { CRATE_HOME } else { CRATE });
    for i in 0..area.width - 8 {
        dot(canvas, Point::new(area.x + 4 + i, area.y + 4 + i), DARK);
    }
}

/// The half of a wide crate that begins `from` pixels from its left edge.
fn half_crate(canvas: &mut RgbaImage, area: Rect, from: i32) {
    let mut whole = draw::canvas([2 * CELL, CELL]);
    for x in [0, CELL] {
        floor(&mut whole, Rect::new(x, 0, CELL, CELL), false);
    }
    let lid = draw::whole(&whole).grown(-2);
    crate_lid(&mut whole, lid, CRATE);
    let half = imageops::crop_imm(&whole, from as u32, 0, CELL as u32, CELL as u32);
    imageops::replace(canvas, &half.to_image(), area.x.into(), area.y.into());
}

fn crate_lid(canvas: &mut RgbaImage, area: Rect, colour: Colour) {
    fill(canvas, area, colour);
    bevel(canvas, area, LIGHT, DARK);
    bevel(canvas, area.grown(-4), DARK, LIGHT);
}

fn robot(canvas: &mut RgbaImage, area: Rect) {
    disc(canvas, area, CELL / 2 - 3, ROBOT);
    let eye = |x| Rect::new(area.x + x, area.y + CELL / 2 - 4, 3, 5);
    fill(canvas, eye(CELL / 2 - 5), EYES);
    fill(canvas, eye(CELL / 2 + 2), EYES);
}

fn disc(canvas: &mut RgbaImage, area: Rect, radius: i32, colour: Colour) {
    each(area, |at| {
        // Twice the distance, because the middle lies between two pixels.
        let (dx, dy) = (
            2 * (at.x - area.x) + 1 - CELL,
            2 * (at.y - area.y) + 1 - CELL,
        );
        if dx * dx + dy * dy <= 4 * radius * radius {
            dot(canvas, at, colour);
        }
    });
}
