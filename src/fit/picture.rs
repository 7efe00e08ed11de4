//! A picture with tables of sums, so that the mean of any rectangle is had at once.

use image::RgbaImage;

/// Brightness, its square, liveliness (how much neighbouring pixels differ), and two differences of
/// colours.
pub const FEATURES: usize = 5;

/// A picture prepared for asking about rectangles.
pub struct Picture {
    pub width: usize,
    pub height: usize,
    pixels: Vec<[f32; 3]>,
    /// One row and one column more than pixels.
    sums: Vec<[f64; FEATURES]>,
}

impl Picture {
    pub fn new(image: &RgbaImage) -> Self {
        let (width, height) = (image.width() as usize, image.height() as usize);
        let pixels: Vec<[f32; 3]> = image
            .pixels()
            .map(|p| [f32::from(p[0]), f32::from(p[1]), f32::from(p[2])])
            .collect();
        let mut picture = Self {
            width,
            height,
            pixels,
            sums: vec![[0.0; FEATURES]; (width + 1) * (height + 1)],
        };
        picture.sum();
        picture
    }

    fn sum(&mut self) {
        let stride = self.width + 1;
        for y in 0..self.height {
            let mut row = [0.0; FEATURES];
            for x in 0..self.width {
                let features = self.features(x, y);
                let above = self.sums[y * stride + x + 1];
                let here = &mut self.sums[(y + 1) * stride + x + 1];
                for i in 0..FEATURES {
                    row[i] += f64::from(features[i]);
                    here[i] = above[i] + row[i];
                }
            }
        }
    }

    fn features(&self, x: usize, y: usize) -> [f32; FEATURES] {
        let here = self.pixels[y * self.width + x];
        let right = self.pixels[y * self.width + (x + 1).min(self.width - 1)];
        let below = self.pixels[(y + 1).min(self.height - 1) * self.width + x];
        let [r, g, b] = here;
        let light = (r + 2.0 * g + b) / 4.0;
        let step = |other: [f32; 3]| {
            (0..3)
                .map(|i| (here[i] - other[i]).abs())
                .fold(0.0, f32::max)
        };
        // A bold edge is no more than an edge.
        let lively = step(right).min(48.0) + step(below).min(48.0);
        [light, light * light, lively, r - b, g - (r + b) / 2.0]
    }

    /// The mean features of a rectangle: left, top, width, height. None if it leaves the picture.
    pub fn mean(&self, [left, top, width, height]: [f32; 4]) -> Option<[f32; FEATURES]> {
        let (x0, y0) = (left.round() as i32, top.round() as i32);
        let (x1, y1) = ((left + width).round() as i32, (top + height).round() as i32);
        let inside = x0 >= 0 && y0 >= 0 && x1 <= self.width as i32 && y1 <= self.height as i32;
        if !inside || x1 <= x0 || y1 <= y0 {
            return None;
        }
        let at = |x: i32, y: i32| &self.sums[y as usize * (self.width + 1) + x as usize];
        let (a, b, c, d) = (at(x0, y0), at(x1, y0), at(x0, y1), at(x1, y1));
        let area = f64::from((x1 - x0) * (y1 - y0));
        Some(std::array::from_fn(|i| {
            ((d[i] - b[i] - c[i] + a[i]) / area) as f32
        }))
    }

    /// A pixel; those outside are like the nearest inside.
    pub fn pixel(&self, x: i32, y: i32) -> [f32; 3] {
        let x = x.clamp(0, self.width as i32 - 1) as usize;
        let y = y.clamp(0, self.height as i32 - 1) as usize;
        self.pixels[y * self.width + x]
    }
}
