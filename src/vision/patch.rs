//! A rectangle of the board, copied out of the frame at scale 1.

use super::View;
use crate::plane::Rect;

/// The largest difference of a channel between two colours that count as the same. Captures are
/// exact; it leaves room for a display with fewer bits per channel.
pub const TOLERANCE: u8 = 16;

/// Whether two colours are the same but for rounding.
#[inline]
pub fn near(a: [u8; 3], b: [u8; 3]) -> bool {
    apart(a, b) <= TOLERANCE
}

/// The largest difference of a channel.
#[inline]
pub fn apart(a: [u8; 3], b: [u8; 3]) -> u8 {
    a[0].abs_diff(b[0])
        .max(a[1].abs_diff(b[1]))
        .max(a[2].abs_diff(b[2]))
}

/// Pixels of a rectangle of the board, row by row. Made to be filled again and again.
#[derive(Clone, Debug, Default)]
pub struct Patch {
    pub area: Rect,
    pixels: Vec<[u8; 3]>,
}

impl Patch {
    /// Copies an area; what lies outside the frame is black.
    pub fn fill(&mut self, view: &View, area: Rect) {
        self.area = area;
        self.pixels.clear();
        let image = &view.frame.image;
        let (width, height) = (image.width() as i32, image.height() as i32);
        let scale = view.place.scale as i32;
        let middle = scale / 2;
        let left = view.place.origin.x + area.x * scale + middle;
        let top = view.place.origin.y + area.y * scale + middle;
        let bytes = image.as_raw();
        for row in 0..area.height {
            let y = top + row * scale;
            for column in 0..area.width {
                let x = left + column * scale;
                let inside = x >= 0 && y >= 0 && x < width && y < height;
                self.pixels.push(if inside {
                    let at = (y as usize * width as usize + x as usize) * 4;
                    [bytes[at], bytes[at + 1], bytes[at + 2]]
                } else {
                    [0; 3]
                });
            }
        }
    }

    /// A pixel, counted from the area's corner; `None` outside of it.
    #[inline]
    pub fn get(&self, x: i32, y: i32) -> Option<[u8; 3]> {
        let inside = x >= 0 && y >= 0 && x < self.area.width && y < self.area.height;
        inside.then(|| self.pixels[(y * self.area.width + x) as usize])
    }

    /// The pixels, row by row.
    pub fn rows(&self) -> impl Iterator<Item = &[[u8; 3]]> {
        self.pixels.chunks(self.area.width.max(1) as usize)
    }

    /// The most frequent colours, each with at least `least` pixels, at most `most` of them.
    pub fn frequent(&self, least: usize, most: usize) -> Vec<[u8; 3]> {
        let mut sorted = self.pixels.clone();
        sorted.sort_unstable();
        let mut runs: Vec<(usize, [u8; 3])> = sorted
            .chunk_by(|a, b| a == b)
            .map(|run| (run.len(), run[0]))
            .filter(|(count, _)| *count >= least)
            .collect();
        runs.sort_unstable_by(|a, b| b.cmp(a));
        runs.truncate(most);
        runs.into_iter().map(|(_, colour)| colour).collect()
    }
}
