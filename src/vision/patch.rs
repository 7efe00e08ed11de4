//! A rectangle of the board, copied out of the frame at scale 1.

use super::{Sheet, View};
use crate::base::Rect;

/// The largest difference of a channel between two colours that count as the same, in grey levels.
/// Captures are exact; it leaves room for a display with fewer bits per channel.
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
    pub sheet: Sheet,
}

impl Patch {
    /// Copies an area; what lies outside the frame is black.
    pub fn fill(&mut self, view: &View, area: Rect) {
        self.area = area;
        self.sheet.start(area.width.max(0) as usize);
        let image = &view.frame.image;
        let (width, height) = (image.width() as i32, image.height() as i32);
        let scale = view.place.scale as i32;
        let middle = scale / 2;
        let left = view.place.origin.x + area.x * scale + middle;
        let top = view.place.origin.y + area.y * scale + middle;
        let bytes = image.as_raw();
        let at = |x: i32, y: i32| (y as usize * width as usize + x as usize) * 4;
        let last = (
            left + (area.width - 1) * scale,
            top + (area.height - 1) * scale,
        );
        let inside = |x: i32, y: i32| x >= 0 && y >= 0 && x < width && y < height;
        let whole = inside(left, top) && inside(last.0, last.1);
        for row in 0..area.height {
            let y = top + row * scale;
            if whole {
                let line = &bytes[at(left, y)..at(last.0, y) + 4];
                let pixels = line.chunks(4 * scale as usize);
                self.sheet.extend(pixels.map(|p| [p[0], p[1], p[2], 255]));
                continue;
            }
            let across = (0..area.width).map(|column| left + column * scale);
            self.sheet.extend(across.map(|x| match inside(x, y) {
                true => {
                    let at = at(x, y);
                    [bytes[at], bytes[at + 1], bytes[at + 2], 255]
                }
                false => [0, 0, 0, 255],
            }));
        }
    }

    /// A pixel, counted from the area's corner; `None` outside of it.
    #[inline]
    pub fn get(&self, x: i32, y: i32) -> Option<[u8; 3]> {
        self.sheet.get(x, y)
    }

    /// The most frequent colours, each with at least `least` pixels, at most `most` of them.
    pub fn frequent(&self, least: usize, most: usize) -> Vec<[u8; 3]> {
        let mut sorted: Vec<[u8; 3]> = self
            .sheet
            .rows()
            .flatten()
            .map(|[r, g, b, _]| [*r, *g, *b])
            .collect();
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

/// The median of each channel of some colours; black if there are none.
pub fn median(colours: &[[f32; 3]]) -> [f32; 3] {
    std::array::from_fn(|i| {
        let mut parts: Vec<f32> = colours.iter().map(|colour| colour[i]).collect();
        if parts.is_empty() {
            return 0.0;
        }
        let middle = parts.len() / 2;
        *parts.select_nth_unstable_by(middle, f32::total_cmp).1
    })
}
