//! Parts of pictures that are examples of what they show.

use image::RgbaImage;
use image::imageops::crop_imm;

use super::{Lattice, TileExample, TileGrid};
use crate::base::{Point, Rect};

/// So many tiles around the board belong to an example's picture: what is there is no board.
const MARGIN: f64 = 1.1;

/// What of an area lies in a picture, and where its corner is.
pub fn part(picture: &RgbaImage, area: Rect) -> (RgbaImage, Point) {
    let inside = |at: i32, side: u32| at.clamp(0, side as i32);
    let [left, right] = [area.x, area.x + area.width].map(|at| inside(at, picture.width()));
    let [top, bottom] = [area.y, area.y + area.height].map(|at| inside(at, picture.height()));
    let [x, y, width, height] = [left, top, right - left, bottom - top].map(|at| at as u32);
    let seen = crop_imm(picture, x, y, width, height).to_image();
    (seen, Point::new(left, top))
}

/// The part of a picture that shows a grid, with some of what is around it and what else is to be on it, as an
/// example of what it shows.
pub fn cut(
    picture: &RgbaImage,
    grid: &TileGrid,
    rows: Vec<String>,
    goal: Option<(TileGrid, Vec<String>)>,
) -> (RgbaImage, TileExample) {
    let Lattice { first, pitch } = grid.lattice;
    let side = |axis: usize, count: usize| {
        let from = (first[axis] - MARGIN * pitch[axis]).floor() as i32;
        let to = (first[axis] + (count as f64 + MARGIN) * pitch[axis]).ceil() as i32;
        (from, to - from)
    };
    let ((x, width), (y, height)) = (side(0, grid.columns), side(1, grid.rows));
    let mut area = Rect::new(x, y, width, height);
    if let Some((goal, _)) = &goal {
        let around = goal.area();
        area = area.around(&around.grown(around.width.max(around.height) / 2));
    }
    let (part, from) = part(picture, area);
    let corner = Point::default() - from;
    let mut example = TileExample::at(&grid.lattice.moved(corner), rows);
    example.goal =
        goal.map(|(grid, rows)| Box::new(TileExample::at(&grid.lattice.moved(corner), rows)));
    (part, example)
}
