//! Parts of pictures that are examples of what they show.

use image::RgbaImage;
use image::imageops::crop_imm;

use super::{Lattice, TileExample, TileGrid};
use crate::base::{Point, Rect};

/// So many tiles around the board belong to an example's picture: what is there is no board.
const MARGIN: f64 = 1.1;

/// The part of a picture that shows a grid, with some of what is around it and what else is to be on it, as an
/// example of what it shows.
pub fn cut(
    picture: &RgbaImage,
    grid: &TileGrid,
    rows: Vec<String>,
    goal: Option<(TileGrid, Vec<String>)>,
) -> (RgbaImage, TileExample) {
    let Lattice { first, pitch } = grid.lattice;
    let part = |axis: usize, count: usize| {
        let from = (first[axis] - MARGIN * pitch[axis]).floor() as i32;
        let to = (first[axis] + (count as f64 + MARGIN) * pitch[axis]).ceil() as i32;
        (from, to - from)
    };
    let ((x, width), (y, height)) = (part(0, grid.columns), part(1, grid.rows));
    let mut area = Rect::new(x, y, width, height);
    if let Some((goal, _)) = &goal {
        let around = goal.area();
        area = area.around(&around.grown(around.width.max(around.height) / 2));
    }
    let from = [area.x, area.y].map(|at| at.max(0));
    let end = [area.x + area.width, area.y + area.height];
    let [right, bottom] = [
        end[0].min(picture.width() as i32),
        end[1].min(picture.height() as i32),
    ];
    let [x, y] = from.map(|at| at as u32);
    let [width, height] = [right - from[0], bottom - from[1]].map(|side| side.max(0) as u32);
    let part = crop_imm(picture, x, y, width, height).to_image();
    let corner = Point::new(-from[0], -from[1]);
    let mut example = TileExample::at(&grid.lattice.moved(corner), rows);
    example.goal =
        goal.map(|(grid, rows)| Box::new(TileExample::at(&grid.lattice.moved(corner), rows)));
    (part, example)
}
