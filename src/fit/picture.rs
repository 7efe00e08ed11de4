//! A picture with tables of sums, so that the mean of any rectangle is had at once.

use std::ops::{Add, Div, Mul, Sub};

use bytemuck::cast;
use image::{GrayImage, Luma, Rgba, RgbaImage};
use imageproc::definitions::Image;
use imageproc::integral_image::{integral_image, integral_squared_image};
use wide::u32x4;

use crate::vision::apart;

/// Brightness and its deviation, liveliness (how much neighbouring pixels differ), and two differences
/// of colours; all in grey levels.
pub const FEATURES: usize = 5;

/// The largest step between neighbouring pixels that counts in full, in grey levels: a bold edge is no
/// more than an edge. Two such steps still fit into a byte.
const BOLD: u8 = 48;

/// Where neighbouring pixels differ by less in the mean there is nothing. Levels; chosen: a faint line around a rectangle
/// of a thousand pixels differs more.
const BLANK: f32 = 0.02;

/// A picture prepared for asking about rectangles.
pub struct Picture {
    pub width: usize,
    pub height: usize,
    pixels: Vec<[f32; 3]>,
    /// Integral images: of red, green, blue and liveliness, of brightness, and of its square.
    colours: Image<Rgba<u32>>,
    light: Image<Luma<u32>>,
    squares: Image<Luma<f64>>,
}

impl Picture {
    pub fn new(image: &RgbaImage) -> Self {
        let [width, height] = [image.width(), image.height()];
        let lively = RgbaImage::from_fn(width, height, |x, y| {
            let [r, g, b, _] = image.get_pixel(x, y).0;
            let right = step(image, [x, y], [(x + 1).min(width - 1), y]);
            let below = step(image, [x, y], [x, (y + 1).min(height - 1)]);
            Rgba([r, g, b, right.min(BOLD) + below.min(BOLD)])
        });
        let light = GrayImage::from_fn(width, height, |x, y| {
            let [r, g, b, _] = image.get_pixel(x, y).0.map(u16::from);
            Luma([((r + 2 * g + b + 2) / 4) as u8])
        });
        let colours = image.pixels();
        Self {
            width: width as usize,
            height: height as usize,
            pixels: colours.map(|p| [p[0], p[1], p[2]].map(f32::from)).collect(),
            colours: integral_image(&lively),
            light: integral_image(&light),
            squares: integral_squared_image(&light),
        }
    }

    /// The features of a rectangle: left, top, width, height. None if it leaves the picture.
    pub fn features(&self, [left, top, width, height]: [f32; 4]) -> Option<[f32; FEATURES]> {
        let (x0, y0) = (left.round() as i32, top.round() as i32);
        let (x1, y1) = ((left + width).round() as i32, (top + height).round() as i32);
        let inside = x0 >= 0 && y0 >= 0 && x1 <= self.width as i32 && y1 <= self.height as i32;
        if !inside || x1 <= x0 || y1 <= y0 {
            return None;
        }
        let count = f64::from((x1 - x0) * (y1 - y0));
        let at = |x: i32, y: i32| y as usize * (self.width + 1) + x as usize;
        let corners = [at(x0, y0), at(x1, y0), at(x0, y1), at(x1, y1)];
        let [r, g, b, lively] = self.colours_within(corners);
        let mean = |sum: u32| f64::from(sum) / count;
        let (r, g, b) = (mean(r), mean(g), mean(b));
        let (light, square) = self.light_within(corners);
        let (light, square) = (mean(light), square / count);
        let deviation = (square - light * light).max(0.0).sqrt();
        Some([
            light as f32,
            deviation as f32,
            mean(lively) as f32,
            (r - b) as f32,
            (g - (r + b) / 2.0) as f32,
        ])
    }

    /// The sums of red, green, blue and liveliness in a rectangle, by where its corners are in the tables: left and right
    /// above, left and right below.
    fn colours_within(&self, corners: [usize; 4]) -> [u32; 4] {
        let (sums, _) = self.colours.as_raw().as_chunks::<4>();
        let at = |corner: usize| -> u32x4 { cast(sums[corner]) };
        let [a, b, c, d] = corners;
        (at(d) - at(b) - at(c) + at(a)).to_array()
    }

    /// The same of brightness and of its square.
    fn light_within(&self, [a, b, c, d]: [usize; 4]) -> (u32, f64) {
        let (light, squares) = (self.light.as_raw(), self.squares.as_raw());
        let sum = (light[d] - light[b]) - (light[c] - light[a]);
        (sum, squares[d] - squares[b] - squares[c] + squares[a])
    }

    /// Whether there is nothing in a rectangle: left, top, width, height. Of one that leaves the picture that is not known.
    pub fn is_blank(&self, area: [f32; 4]) -> bool {
        let features = self.features(area);
        features.is_some_and(|[_, _, lively, ..]| lively < BLANK)
    }

    /// A pixel; those outside are like the nearest inside.
    pub fn pixel(&self, x: i32, y: i32) -> [f32; 3] {
        let x = x.clamp(0, self.width as i32 - 1) as usize;
        let y = y.clamp(0, self.height as i32 - 1) as usize;
        self.pixels[y * self.width + x]
    }
}

/// The largest difference of a channel between two pixels.
fn step(image: &RgbaImage, a: [u32; 2], b: [u32; 2]) -> u8 {
    let [a, b] = [a, b].map(|[x, y]| {
        let [r, g, b, _] = image.get_pixel(x, y).0;
        [r, g, b]
    });
    apart(a, b)
}

/// The middle of a cell, that share of its sides: left, top, width, height.
pub(super) fn middle_of<T>([left, top, width, height]: [T; 4], share: T) -> [T; 4]
where
    T: Copy + From<f32> + Add<Output = T> + Sub<Output = T> + Mul<Output = T> + Div<Output = T>,
{
    let margin = (T::from(1.0) - share) / T::from(2.0);
    [
        left + width * margin,
        top + height * margin,
        width * share,
        height * share,
    ]
}
