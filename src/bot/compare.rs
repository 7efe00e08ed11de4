//! What differs between two pictures of one board.

use crate::base::Rect;
use crate::vision::View;

/// Smaller differences of a colour's parts are noise.
const NOISE: u8 = 6;

/// The pixels of a board that change by themselves.
#[derive(Clone, Debug, Default)]
pub struct Restless {
    width: i32,
    pixels: Vec<bool>,
}

impl Restless {
    pub fn new([width, height]: [u32; 2]) -> Self {
        Self {
            width: width as i32,
            pixels: vec![false; (width * height) as usize],
        }
    }

    fn has(&self, x: i32, y: i32) -> bool {
        let at = self.pixels.get((y * self.width + x) as usize);
        at.copied().unwrap_or(false)
    }

    /// Takes note of what differs between two pictures in which nothing was done.
    pub fn learn(&mut self, before: &View, after: &View) {
        let width = self.width;
        for (at, restless) in self.pixels.iter_mut().enumerate() {
            let (x, y) = (at as i32 % width, at as i32 / width);
            *restless |= differs(before, after, x, y);
        }
    }

    /// The share of an area's pixels that differ, those that do so by themselves excepted.
    pub fn changed(&self, before: &View, after: &View, area: Rect) -> f32 {
        let (mut calm, mut changed) = (0, 0);
        for y in area.y..area.y + area.height {
            for x in area.x..area.x + area.width {
                if !self.has(x, y) {
                    calm += 1;
                    changed += usize::from(differs(before, after, x, y));
                }
            }
        }
        changed as f32 / f32::max(calm as f32, 1.0)
    }
}

fn differs(before: &View, after: &View, x: i32, y: i32) -> bool {
    let (a, b) = (before.pixel(x, y), after.pixel(x, y));
    (0..3).any(|i| a[i].abs_diff(b[i]) > NOISE)
}
