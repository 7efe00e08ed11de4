//! The page around the board.

use image::RgbaImage;

use super::Page;
use crate::base::Rect;
use crate::draw::{dot, each, fill, font, shade};

/// Fills the page and writes its header.
pub fn page(canvas: &mut RgbaImage, page: &Page) {
    let (width, height) = (canvas.width() as i32, canvas.height() as i32);
    each(Rect::new(0, 0, width, height), |p| {
        let fall = if page.gradient { -40 * p.y / height } else { 0 };
        dot(canvas, p, shade(page.colour, fall));
    });
    if page.header > 0 {
        let bar = shade(page.colour, if page.colour[1] > 127 { -90 } else { 90 });
        fill(canvas, Rect::new(0, 0, width, page.header), bar);
        let at = crate::base::Point::new(10, (page.header - font::BIG_HEIGHT) / 2);
        font::write_big(canvas, at, "DUNGEONS", |_| page.colour);
    }
}
