//! Where tiles may be: all places of a picture, made so small that a tile is a few dots.

use image::RgbaImage;

use super::SIDE;
use super::looks::Look;
use super::outline::patches;

/// Dots along a tile's side where all places are tried.
pub const COARSE: usize = 8;

/// A look of fewer dots.
pub struct CoarseLook {
    dots: Vec<[i32; 3]>,
    mean: [i32; 3],
    /// What is farther is something else. Levels.
    pub most: f32,
    /// What a tile counts that looks like this.
    weight: f32,
}

impl CoarseLook {
    /// A blank look counts by the share `blank`, and what is farther than `strange` is something else; other looks
    /// must be nearer than a blank tile of their colour, or than `strange` if `any` tile of that colour may be one.
    pub fn of(look: &Look, strange: f32, blank: f32, any: bool) -> Self {
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
        let plain = vec![mean; COARSE * COARSE];
        let most = match look.flat || any {
            true => strange,
            false => coarsely_apart(&dots, COARSE, [0, 0], &plain, f32::from(u8::MAX)),
        };
        Self {
            dots,
            mean,
            most,
            weight: if look.flat { blank } else { 1.0 },
        }
    }
}

/// How much of each place of the coarse picture is a known tile, 0 to 1, row by row.
pub struct Likeness {
    shares: Vec<f32>,
    size: [usize; 2],
}

impl Likeness {
    pub fn of(small: &RgbaImage, looks: &[CoarseLook]) -> Self {
        let (width, height) = (small.width() as usize, small.height() as usize);
        let pixels: Vec<[i32; 3]> = small
            .pixels()
            .map(|p| [p[0], p[1], p[2]].map(i32::from))
            .collect();
        let sums = Sums::of(&pixels, width, height);
        let size = [width, height].map(|side| side + 1 - COARSE);
        let share = |at: usize| {
            let (x, y) = (at % size[0], at / size[0]);
            let mean = sums.mean(x, y);
            let (mut best, mut weight) = (0.0, 0.0);
            for look in looks {
                // It must be nearer than this to be more like it.
                let least = look.most * (1.0 - best);
                let off = (0..3).map(|i| (mean[i] - look.mean[i]).abs()).max();
                if off.unwrap_or(0) as f32 >= least {
                    continue;
                }
                let far = coarsely_apart(&pixels, width, [x, y], &look.dots, least);
                if far < least {
                    (best, weight) = (1.0 - far / look.most, look.weight);
                }
            }
            weight * best
        };
        Self {
            shares: (0..size[0] * size[1]).map(share).collect(),
            size,
        }
    }

    /// For each lattice how much of the picture is known tiles on it.
    pub fn votes(&self) -> Vec<f32> {
        let mut votes = vec![0.0; COARSE * COARSE];
        for (at, share) in self.shares.iter().enumerate() {
            let (x, y) = (at % self.size[0], at / self.size[0]);
            votes[y % COARSE * COARSE + x % COARSE] += share;
        }
        votes
    }

    /// For each lattice how much more of the largest patch of known tiles on it is known than of what is half a tile
    /// beside them: what looks the same wherever tiles are said to be tells nothing.
    pub fn patches(&self) -> Vec<f32> {
        let phases = (0..COARSE * COARSE).map(|at| [at % COARSE, at / COARSE]);
        phases.map(|phase| self.patch(phase)).collect()
    }

    fn patch(&self, phase: [usize; 2]) -> f32 {
        let along = |axis: usize| (phase[axis]..self.size[axis]).step_by(COARSE);
        let places: Vec<[usize; 2]> = along(1)
            .flat_map(|y| along(0).map(move |x| [x, y]))
            .collect();
        let across = along(0).len();
        if across == 0 {
            return 0.0;
        }
        let taken: Vec<bool> = places
            .iter()
            .map(|[x, y]| self.share(*x, *y) > 0.0)
            .collect();
        let patches = patches(&taken, across);
        let excess = |patch: &Vec<usize>| -> f32 {
            let tiles = patch.iter().map(|at| self.excess(places[*at]));
            tiles.sum()
        };
        patches.iter().map(excess).fold(0.0, f32::max)
    }

    fn excess(&self, [x, y]: [usize; 2]) -> f32 {
        const HALF: usize = COARSE / 2;
        let beside = [
            (x.checked_sub(HALF), Some(y)),
            (Some(x + HALF), Some(y)),
            (Some(x), y.checked_sub(HALF)),
            (Some(x), Some(y + HALF)),
        ];
        let beside = beside.map(|place| match place {
            (Some(x), Some(y)) if x < self.size[0] && y < self.size[1] => self.share(x, y),
            _ => 0.0,
        });
        (self.share(x, y) - beside.iter().sum::<f32>() / beside.len() as f32).max(0.0)
    }

    fn share(&self, x: usize, y: usize) -> f32 {
        self.shares[y * self.size[0] + x]
    }
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
