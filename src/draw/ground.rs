//! What the ground of cells looks like: textures of two colours.

use image::RgbaImage;

use super::brush::{Area, wash};
use super::{Colour, mix, noise, shade};

/// How two colours make a ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Texture {
    Flat,
    /// Two shades in turn.
    Chequered,
    /// The same texture in every cell.
    Tiled,
    /// Grain that is different everywhere.
    Grain,
    /// From one shade to another across the board.
    Gradient,
    /// Soft shapes over the whole board, as of a photograph.
    Photo,
}

impl Texture {
    pub const ALL: [Self; 6] = [
        Self::Flat,
        Self::Chequered,
        Self::Tiled,
        Self::Grain,
        Self::Gradient,
        Self::Photo,
    ];
}

/// The ground of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    pub texture: Texture,
    pub colours: [Colour; 2],
    /// From one cell to the next, in pixels: how large soft shapes are.
    pub pitch: f32,
    /// Different grain for each number.
    pub salt: u32,
}

impl Ground {
    /// Paints one cell; `whole` is the board.
    pub fn paint(&self, canvas: &mut RgbaImage, cell: Area, whole: Area, odd: bool) {
        let [one, two] = self.colours;
        let colour = |x: i32, y: i32| -> Colour {
            match self.texture {
                Texture::Flat => one,
                Texture::Chequered if odd => two,
                Texture::Chequered => one,
                Texture::Tiled => {
                    let (u, v) = (x - cell.left.round() as i32, y - cell.top.round() as i32);
                    let grain = noise(u / 2, v / 2, self.salt) % 100;
                    mix(one, two, (grain * 2) as u8)
                }
                Texture::Grain => mix(one, two, (noise(x, y, self.salt) % 160) as u8),
                Texture::Gradient => {
                    let along = (x as f32 - whole.left) / whole.width();
                    let down = (y as f32 - whole.top) / whole.height();
                    mix(one, two, ((along + down) * 127.0).clamp(0.0, 255.0) as u8)
                }
                Texture::Photo => {
                    let deep = shade(two, if two[1] > one[1] { 14 } else { -14 });
                    mix(one, deep, (self.soft(x as f32, y as f32) * 255.0) as u8)
                }
            }
        };
        wash(canvas, cell, 1.0, colour);
    }

    /// Noise of three scales, 0 to 1, as stone or grass has it.
    fn soft(&self, x: f32, y: f32) -> f32 {
        let scale = |period: f32, salt: u32| value(x / period, y / period, self.salt ^ salt << 20);
        let large = scale(self.pitch * 1.7, 1);
        let middle = scale(self.pitch * 0.5, 2);
        0.5 * large + 0.3 * middle + 0.2 * scale(3.0, 3)
    }
}

/// Value noise: numbers at whole places, smooth between them.
fn value(x: f32, y: f32, salt: u32) -> f32 {
    let (left, top) = (x.floor(), y.floor());
    let at =
        |dx: i32, dy: i32| (noise(left as i32 + dx, top as i32 + dy, salt) % 1024) as f32 / 1023.0;
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x - left), ease(y - top));
    let above = at(0, 0) * (1.0 - u) + at(1, 0) * u;
    let below = at(0, 1) * (1.0 - u) + at(1, 1) * u;
    above * (1.0 - v) + below * v
}
