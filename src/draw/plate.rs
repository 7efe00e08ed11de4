//! What lies below words: buttons, signs and banners.

use image::RgbaImage;

use super::{Colour, bevel, fade};
use crate::base::Rect;

/// How a button, a sign or a banner is painted, but for its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plate {
    /// Its colours at the top and at the bottom.
    pub fill: [Colour; 2],
    /// The outermost line around it: left and top, right and bottom.
    pub rim: [Colour; 2],
    /// Further lines, each so many pixels further in than the edge.
    pub grooves: &'static [(i32, [Colour; 2])],
}

impl Plate {
    /// One of a single colour with a line around it.
    pub const fn plain(fill: Colour, rim: [Colour; 2]) -> Self {
        Self {
            fill: [fill; 2],
            rim,
            grooves: &[],
        }
    }

    pub fn paint(&self, canvas: &mut RgbaImage, area: Rect) {
        fade(canvas, area, self.fill);
        for &(inside, [light, dark]) in [(0, self.rim)].iter().chain(self.grooves) {
            bevel(canvas, area.grown(-inside), light, dark);
        }
    }
}
