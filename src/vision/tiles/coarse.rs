//! Where tiles may be: all places of a picture, made so small that a tile is a few dots.

use image::RgbaImage;

use super::SIDE;
use super::looks::Look;

/// Dots along a tile's side where all places are tried.
pub const COARSE: usize = 8;

/// A look of fewer dots.
pub struct CoarseLook {
    dots: Vec<[i32; 3]>,
    mean: [i32; 3],
    flat: bool,
}

impl CoarseLook {
    pub fn of(look: &Look) -> Self {
        let part = SIDE / COARSE;
        let mut dots = Vec::with_capacity(COARSE * COARSE);
        for y in 0..COARSE {
            for x in 0..COARSE {
                let mut sum = [0; 3];
                for at in 0..part * part {
                    let dot = look.dots[(y * part + at / part) * SIDE + x * part + at % part];
                    sum = [0, 1, 2].map(|i| sum[i] + i32::from(dot[i]));
                }
                dots.push(sum.map(|sum| sum / (part * part) as i32));
            }
        }
        let count = dots.len() as i32;
        let mean = [0, 1, 2].map(|i| dots.iter().map(|dot| dot[i]).sum::<i32>() / count);
        Self {
            dots,
            mean,
            flat: look.flat,
        }
    }
}

/// For each place of a lattice in the coarse picture, how much of the picture is known tiles there.
///
/// `flat` is what a tile counts on which there is nothing.
pub fn votes(small: &RgbaImage, looks: &[CoarseLook], strange: f32, flat: f32) -> Vec<f32> {
    let (width, height) = (small.width() as usize, small.height() as usize);
    let pixels: Vec<[i32; 3]> = small
        .pixels()
        .map(|p| [p[0], p[1], p[2]].map(i32::from))
        .collect();
    let sums = Sums::of(&pixels, width, height);
    let mut votes = vec![0.0; COARSE * COARSE];
    for y in 0..=height - COARSE {
        for x in 0..=width - COARSE {
            let mean = sums.mean(x, y);
            let mut best = strange;
            let mut blank = true;
            for look in looks {
                let off = (0..3).map(|i| (mean[i] - look.mean[i]).abs()).max();
                if off.unwrap_or(0) as f32 >= best {
                    continue;
                }
                let far = coarsely_apart(&pixels, width, [x, y], &look.dots, best);
                if far < best {
                    (best, blank) = (far, look.flat);
                }
            }
            let weight = if blank { flat } else { 1.0 };
            votes[y % COARSE * COARSE + x % COARSE] += weight * (strange - best) / strange;
        }
    }
    votes
}

fn coarsely_apart(
    pixels: &[[i32; 3]],
    width: usize,
    [x, y]: [usize; 2],
    look: &[[i32; 3]],
    most: f32,
) -> f32 {
    let limit = (most * (COARSE * COARSE) as f32) as i32;
    let mut sum = 0;
    for (row, look) in look.chunks(COARSE).enumerate() {
        let start = (y + row) * width + x;
        for (a, b) in pixels[start..start + COARSE].iter().zip(look) {
            let part = |i: usize| (a[i] - b[i]).abs();
            sum += part(0).max(part(1)).max(part(2)).min(96);
        }
        if sum > limit {
            return f32::MAX;
        }
    }
    sum as f32 / (COARSE * COARSE) as f32
}

/// Sums of all pixels above and left.
struct Sums {
    width: usize,
    sums: Vec<[i32; 3]>,
}

impl Sums {
    fn of(pixels: &[[i32; 3]], width: usize, height: usize) -> Self {
        let stride = width + 1;
        let mut sums = vec![[0; 3]; stride * (height + 1)];
        for y in 0..height {
            let mut row = [0; 3];
            for x in 0..width {
                row = [0, 1, 2].map(|i| row[i] + pixels[y * width + x][i]);
                let above = sums[y * stride + x + 1];
                sums[(y + 1) * stride + x + 1] = [0, 1, 2].map(|i| above[i] + row[i]);
            }
        }
        Self { width, sums }
    }

    /// The mean of a coarse tile.
    fn mean(&self, x: usize, y: usize) -> [i32; 3] {
        let at = |x: usize, y: usize| self.sums[y * (self.width + 1) + x];
        let (a, b) = (at(x, y), at(x + COARSE, y + COARSE));
        let (c, d) = (at(x + COARSE, y), at(x, y + COARSE));
        [0, 1, 2].map(|i| (a[i] + b[i] - c[i] - d[i]) / (COARSE * COARSE) as i32)
    }
}
