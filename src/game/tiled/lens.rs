//! Boards whose tiles have another size than those of the examples: they are looked at as large as these.
//!
//! Edges and marks of a thing are thicker where it is larger. So not what was learned is brought to another size, but
//! the picture.

use image::imageops::{FilterType, resize};

use crate::base::Rect;
use crate::screen::Frame;
use crate::vision::Note;
use crate::vision::tiles::{Lattice, TileGrid};

/// A frame that is looked at larger or smaller than it is.
pub(super) struct Magnified {
    pub frame: Frame,
    /// So many times as wide and as high, in whole pixels.
    scale: [f64; 2],
}

impl Magnified {
    /// A frame, as nearly as pixels allow so many times as large.
    pub fn of(frame: &Frame, scale: f64) -> Self {
        let (width, height) = frame.image.dimensions();
        let [wide, high] =
            [width, height].map(|side| (f64::from(side) * scale).round().max(1.0) as u32);
        let image = resize(&*frame.image, wide, high, FilterType::CatmullRom);
        Self {
            frame: Frame {
                image: image.into(),
                ..frame.clone()
            },
            scale: [(wide, width), (high, height)].map(|(to, of)| f64::from(to) / f64::from(of)),
        }
    }

    /// Where in the frame as it is a grid lies.
    pub fn grid(&self, seen: TileGrid) -> TileGrid {
        let Lattice { first, pitch } = seen.lattice;
        let back = |of: [f64; 2]| [of[0] / self.scale[0], of[1] / self.scale[1]];
        TileGrid {
            lattice: Lattice {
                first: back(first),
                pitch: back(pitch),
            },
            ..seen
        }
    }

    /// The same of what was noted.
    pub fn note(&self, seen: &mut Note) {
        let Rect {
            x,
            y,
            width,
            height,
        } = seen.area;
        let back = |at: i32, axis: usize| (f64::from(at) / self.scale[axis]).round() as i32;
        let ([left, right], [top, bottom]) = (
            [x, x + width].map(|at| back(at, 0)),
            [y, y + height].map(|at| back(at, 1)),
        );
        seen.area = Rect::new(left, top, right - left, bottom - top);
    }
}
