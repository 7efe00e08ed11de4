//! The other window that gets in the way.

use image::{Rgba, RgbaImage};

use crate::base::{Point, Rect};
use crate::draw::{bevel, fill, font};

/// Its title.
pub const TITLE: &str = "You have a message";

const PAPER: Rgba<u8> = Rgba([214, 216, 222, 255]);

/// What is in it.
pub(super) fn picture(area: Rect) -> RgbaImage {
    let mut canvas = RgbaImage::from_pixel(area.width as u32, area.height as u32, PAPER);
    let whole = Rect::new(0, 0, area.width, area.height);
    bevel(&mut canvas, whole, [250; 3], [120; 3]);
    fill(
        &mut canvas,
        Rect::new(2, 2, area.width - 4, 18),
        [84, 112, 160],
    );
    let text = TITLE.to_uppercase();
    font::write(&mut canvas, Point::new(8, 8), &text, [255; 3]);
    for (n, words) in ["THE SHOP IS OUT OF TORCHES", "PLEASE COME BACK LATER"]
        .iter()
        .enumerate()
    {
        let at = Point::new(12, 34 + 14 * n as i32);
        font::write(&mut canvas, at, words, [70, 74, 86]);
    }
    canvas
}
