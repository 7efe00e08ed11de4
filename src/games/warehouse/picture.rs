//! Pictures of levels.

use image::{RgbImage, RgbaImage};

use super::puzzle::{Puzzle, Step, Tile};
use crate::plane::{Point, Rect};
use crate::practice::art::{Colour, bevel, dot, each, fill};

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

/// The level as it stands.
pub fn board(puzzle: &Puzzle) -> RgbImage {
    let side = CELL as u32;
    let mut canvas = RgbaImage::new(puzzle.width as u32 * side, puzzle.height() as u32 * side);
    paint(puzzle, &mut canvas, Point::default());
    image::DynamicImage::from(canvas).into_rgb8()
}

/// The level after each of the steps.
pub fn walk(puzzle: &Puzzle, steps: &[Step]) -> Vec<RgbImage> {
    let pace = steps.len().div_ceil(MOST_FRAMES).max(1);
    let mut state = puzzle.clone();
    let mut pictures = vec![board(&state)];
    for (index, &step) in steps.iter().enumerate() {
        state = state.after(step);
        if (index + 1) % pace == 0 || index + 1 == steps.len() {
            pictures.push(board(&state));
        }
    }
    pictures
}

/// Paints the level with its top left corner at a point.
pub fn paint(puzzle: &Puzzle, canvas: &mut RgbaImage, corner: Point) {
    let inside = inside(puzzle);
    for (cell, inside) in inside.into_iter().enumerate() {
        let (column, row) = ((cell % puzzle.width) as i32, (cell / puzzle.width) as i32);
        let at = corner + Point::new(column * CELL, row * CELL);
        let area = Rect::new(at.x, at.y, CELL, CELL);
        match puzzle.tiles[cell] {
            Tile::Wall => wall(canvas, area),
            _ if !inside => fill(canvas, area, OUTSIDE),
            tile => floor(canvas, area, tile),
        }
        if puzzle.has_box(cell) {
            crate_(canvas, area, puzzle.tiles[cell] == Tile::Goal);
        } else if cell == puzzle.robot {
            robot(canvas, area);
        }
    }
}

/// The cells that the robot or a box could be on, boxes not minded.
fn inside(puzzle: &Puzzle) -> Vec<bool> {
    let mut inside = vec![false; puzzle.tiles.len()];
    let mut open: Vec<usize> = puzzle.boxes.clone();
    open.push(puzzle.robot);
    while let Some(cell) = open.pop() {
        if !std::mem::replace(&mut inside[cell], true) {
            open.extend(Step::ALL.iter().filter_map(|&step| puzzle.next(cell, step)));
        }
    }
    inside
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

fn floor(canvas: &mut RgbaImage, area: Rect, tile: Tile) {
    fill(canvas, area, FLOOR);
    bevel(canvas, area, FLOOR, GRID);
    if tile == Tile::Goal {
        disc(canvas, area, CELL / 4, MARK);
        disc(canvas, area, CELL / 8, FLOOR);
    }
}

fn crate_(canvas: &mut RgbaImage, area: Rect, home: bool) {
    let area = shrunk(area, 2);
    fill(canvas, area, if home { CRATE_HOME } else { CRATE });
    bevel(canvas, area, LIGHT, DARK);
    bevel(canvas, shrunk(area, 4), DARK, LIGHT);
    for i in 0..area.width - 8 {
        dot(canvas, Point::new(area.x + 4 + i, area.y + 4 + i), DARK);
    }
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

fn shrunk(area: Rect, by: i32) -> Rect {
    Rect::new(
        area.x + by,
        area.y + by,
        area.width - 2 * by,
        area.height - 2 * by,
    )
}
