//! Shapes with smooth edges at fractions of pixels.

use image::RgbaImage;

use crate::base::{Point, Rect};
use crate::draw::{Colour, glaze};

/// Steps of a pixel in each direction.
const STEPS: i32 = 3;

/// A rectangle: left, top, right, bottom, in fractions of pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
}

impl From<Rect> for Area {
    fn from(rect: Rect) -> Self {
        let [x, y, width, height] = <[i32; 4]>::from(rect).map(|part| part as f32);
        Self::new(x, y, width, height)
    }
}

impl Area {
    pub fn new(left: f32, top: f32, width: f32, height: f32) -> Self {
        Self {
            left,
            top,
            right: left + width,
            bottom: top + height,
        }
    }

    pub fn width(&self) -> f32 {
        self.right - self.left
    }

    pub fn height(&self) -> f32 {
        self.bottom - self.top
    }

    /// With its edges on whole pixels.
    pub fn snapped(&self) -> Self {
        Self {
            left: self.left.round(),
            top: self.top.round(),
            right: self.right.round(),
            bottom: self.bottom.round(),
        }
    }

    /// Smaller by this on every side.
    pub fn inner(&self, by: f32) -> Self {
        Self {
            left: self.left + by,
            top: self.top + by,
            right: self.right - by,
            bottom: self.bottom - by,
        }
    }

    /// Calls for every pixel that it touches.
    pub fn pixels(&self, mut each: impl FnMut(i32, i32)) {
        for y in self.top.floor() as i32..self.bottom.ceil() as i32 {
            for x in self.left.floor() as i32..self.right.ceil() as i32 {
                each(x, y);
            }
        }
    }

    /// How much of a pixel it covers, 0 to 1.
    pub fn cover(&self, x: i32, y: i32) -> f32 {
        let along = |low: f32, high: f32, at: i32| {
            (high.min(at as f32 + 1.0) - low.max(at as f32)).clamp(0.0, 1.0)
        };
        along(self.left, self.right, x) * along(self.top, self.bottom, y)
    }
}

/// Fills an area with one colour.
pub fn fill(canvas: &mut RgbaImage, area: Area, colour: Colour) {
    wash(canvas, area, 1.0, |_, _| colour);
}

/// Fills an area with a strength of 0 to 1, each pixel with a colour of its own.
pub fn wash(
    canvas: &mut RgbaImage,
    area: Area,
    strength: f32,
    colour: impl Fn(i32, i32) -> Colour,
) {
    area.pixels(|x, y| {
        let cover = (area.cover(x, y) * strength * 255.0).round() as u8;
        if cover > 0 {
            glaze(canvas, Point::new(x, y), colour(x, y), cover);
        }
    });
}

/// Paints a figure into an area: `colour` says what is at (0..1, 0..1) of it.
pub fn figure(canvas: &mut RgbaImage, area: Area, colour: impl Fn(f32, f32) -> Option<Colour>) {
    let count = STEPS * STEPS;
    area.pixels(|x, y| {
        let mut sum = [0i32; 3];
        let mut hits = 0;
        for step in 0..count {
            let at = |base: i32, step: i32| base as f32 + (step as f32 + 0.5) / STEPS as f32;
            let u = (at(x, step % STEPS) - area.left) / area.width();
            let v = (at(y, step / STEPS) - area.top) / area.height();
            let inside = (0.0..1.0).contains(&u) && (0.0..1.0).contains(&v);
            if let Some(c) = inside.then(|| colour(u, v)).flatten() {
                (0..3).for_each(|i| sum[i] += i32::from(c[i]));
                hits += 1;
            }
        }
        if hits > 0 {
            let mean = sum.map(|part| (part / hits) as u8);
            glaze(canvas, Point::new(x, y), mean, (hits * 255 / count) as u8);
        }
    });
}
