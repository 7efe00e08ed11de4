//! The picture of a skinned game.

use image::RgbaImage;

use super::{Between, HeadArt, PathArt, Skin, WallArt};
use crate::base::{Point, Rect};
use crate::draw;
use crate::draw::brush::{Area, figure};
use crate::draw::palette::brightness;
use crate::draw::{Colour, bevel, fill, font, inner, shade};
use crate::games::coil::practice::Level;
use crate::games::coil::puzzle::Cell;

/// A skin with what is the same in every picture.
pub struct Face {
    pub skin: Skin,
    background: RgbaImage,
}

impl Face {
    pub fn new(skin: Skin) -> Self {
        let [width, height] = skin.layout.size;
        let mut background = RgbaImage::new(width as u32, height as u32);
        lay(&mut background, &skin);
        Self { skin, background }
    }

    pub(in crate::games::coil::practice) fn paint(&self, canvas: &mut RgbaImage, level: &Level) {
        canvas.copy_from_slice(&self.background);
        self.cells(canvas, level);
        self.path(canvas, level);
        if self.skin.banner && level.puzzle.is_solved() {
            self.banner(canvas);
        }
    }

    fn cells(&self, canvas: &mut RgbaImage, level: &Level) {
        let (puzzle, lattice) = (&level.puzzle, &level.lattice);
        let (columns, rows) = (puzzle.width(), puzzle.height());
        let board = lattice.bounds(columns, rows);
        if self.skin.between == Between::Line {
            fill(canvas, inner(board, -lattice.gap), self.skin.palette.line);
        }
        for (at, cell) in puzzle.cells().iter().enumerate() {
            let (column, row) = (at % columns, at / columns);
            let square = lattice.cell(column, row);
            let ground = match cell {
                Cell::Wall => {
                    self.wall(canvas, square);
                    continue;
                }
                Cell::Open => self.skin.open,
                Cell::Visited => self.skin.visited,
            };
            ground.paint(canvas, area(square), area(board), (column + row) % 2 == 1);
        }
    }

    fn wall(&self, canvas: &mut RgbaImage, square: Rect) {
        let colour = self.skin.palette.wall;
        match self.skin.wall {
            WallArt::Flat => fill(canvas, square, colour),
            WallArt::Bevelled => {
                fill(canvas, square, colour);
                bevel(canvas, square, shade(colour, 22), shade(colour, -22));
            }
            WallArt::Hatched => draw::each(square, |p| {
                let stripe = (p.x + p.y).rem_euclid(6) < 2;
                draw::dot(canvas, p, shade(colour, if stripe { -18 } else { 6 }));
            }),
        }
    }

    fn path(&self, canvas: &mut RgbaImage, level: &Level) {
        let columns = level.puzzle.width();
        let square = |at: &usize| level.lattice.cell(at % columns, at / columns);
        let (Some(start), Some(head)) = (level.trail.first(), level.trail.last()) else {
            return;
        };
        let (colour, side) = (self.skin.palette.path, square(head).width);
        match self.skin.path {
            PathArt::Nothing => {}
            PathArt::Band(percent) => {
                let margin = (side - (side * percent / 100).max(1)) / 2;
                for pair in level.trail.windows(2) {
                    let [from, to] = [&pair[0], &pair[1]].map(|at| inner(square(at), margin));
                    fill(canvas, around(from, to), colour);
                }
            }
            PathArt::Dots => {
                for at in &level.trail {
                    figure(canvas, area(inner(square(at), side / 3)), |u, v| {
                        (away(u, v) <= 1.0).then_some(colour)
                    });
                }
            }
        }
        if self.skin.start {
            fill(canvas, inner(square(start), side / 4), shade(colour, 26));
        }
        self.head(canvas, square(head));
    }

    fn head(&self, canvas: &mut RgbaImage, square: Rect) {
        let colour = self.skin.palette.head;
        let place = area(inner(square, square.width / 10));
        figure(canvas, place, |u, v| {
            let inside = match self.skin.head {
                HeadArt::Disc => away(u, v) <= 1.0,
                HeadArt::Ring => (0.25..=1.0).contains(&away(u, v)),
                HeadArt::Square => (0.1..0.9).contains(&u) && (0.1..0.9).contains(&v),
                HeadArt::Diamond => (u - 0.5).abs() + (v - 0.5).abs() <= 0.5,
            };
            inside.then_some(colour)
        });
    }

    fn banner(&self, canvas: &mut RgbaImage) {
        let middle = self.skin.layout.field.centre();
        let sign = Rect::new(middle.x - 110, middle.y - 28, 220, 56);
        fill(canvas, sign, self.skin.palette.head);
        bevel(canvas, sign, self.skin.palette.wall, self.skin.palette.wall);
        let text = "SOLVED!";
        let left = sign.x + (sign.width - font::big_width(text)) / 2;
        let ink = ink_on(self.skin.palette.head);
        font::write_big(canvas, Point::new(left, sign.y + 21), text, |_| ink);
    }
}

fn lay(canvas: &mut RgbaImage, skin: &Skin) {
    let [width, height] = skin.layout.size;
    let page = skin.palette.page;
    fill(canvas, Rect::new(0, 0, width, height), page);
    if skin.frame > 0 {
        let frame = inner(skin.layout.field, -skin.frame - 2);
        fill(canvas, frame, skin.palette.wall);
        fill(canvas, inner(frame, skin.frame), page);
    }
    let ink = ink_on(page);
    for (place, label) in [(skin.layout.reset, "RESET"), (skin.layout.next, "NEXT")] {
        bevel(canvas, place, ink, ink);
        let left = place.x + (place.width - font::width(label)) / 2;
        let top = place.y + (place.height - font::HEIGHT) / 2;
        font::write(canvas, Point::new(left, top), label, ink);
    }
}

fn ink_on(ground: Colour) -> Colour {
    match brightness(ground) > 127 {
        true => [12, 12, 16],
        false => [244, 244, 238],
    }
}

fn area(square: Rect) -> Area {
    let [x, y, width, height] =
        [square.x, square.y, square.width, square.height].map(|part| part as f32);
    Area::new(x, y, width, height)
}

/// How far from the middle of a figure, squared; 1 is at its edge.
fn away(u: f32, v: f32) -> f32 {
    ((u - 0.5).powi(2) + (v - 0.5).powi(2)) * 4.0
}

/// The rectangle around two.
fn around(one: Rect, two: Rect) -> Rect {
    let (x, y) = (one.x.min(two.x), one.y.min(two.y));
    let right = (one.x + one.width).max(two.x + two.width);
    let bottom = (one.y + one.height).max(two.y + two.height);
    Rect::new(x, y, right - x, bottom - y)
}
