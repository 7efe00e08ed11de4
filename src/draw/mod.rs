//! What every picture of ours is painted with: colours, rectangles, textures, letters and sprites, all
//! made by code from what is written here. Places are pixels of the canvas; what lies beside it is
//! left out.

use image::{Rgba, RgbaImage};
use imageproc::drawing::draw_filled_rect_mut;

use crate::base::{Point, Rect};

pub mod animation;
pub mod brush;
pub mod dice;
pub mod font;
pub mod ground;
pub mod plate;
pub mod rim;
pub mod sprite;
pub mod walls;

pub use dice::Dice;

/// Red, green, blue.
pub type Colour = [u8; 3];

/// A canvas of this width and height, to be painted all over.
pub fn canvas([width, height]: [i32; 2]) -> RgbaImage {
    RgbaImage::new(width.max(0) as u32, height.max(0) as u32)
}

/// All of a canvas.
pub fn whole(canvas: &RgbaImage) -> Rect {
    Rect::new(0, 0, canvas.width() as i32, canvas.height() as i32)
}

/// Paints one pixel.
pub fn dot(canvas: &mut RgbaImage, at: Point, [r, g, b]: Colour) {
    if let Some(pixel) = canvas.get_pixel_mut_checked(at.x as u32, at.y as u32) {
        *pixel = Rgba([r, g, b, 255]);
    }
}

/// Mixes a colour into one pixel; 255 is all of it.
pub fn glaze(canvas: &mut RgbaImage, at: Point, colour: Colour, strength: u8) {
    if let Some(pixel) = canvas.get_pixel_mut_checked(at.x as u32, at.y as u32) {
        let [r, g, b, _] = pixel.0;
        let [r, g, b] = mix([r, g, b], colour, strength);
        *pixel = Rgba([r, g, b, 255]);
    }
}

/// Fills a rectangle; one without pixels is none.
pub fn fill(canvas: &mut RgbaImage, area: Rect, [r, g, b]: Colour) {
    if area.width > 0 && area.height > 0 {
        let area = imageproc::rect::Rect::at(area.x, area.y)
            .of_size(area.width as u32, area.height as u32);
        draw_filled_rect_mut(canvas, area, Rgba([r, g, b, 255]));
    }
}

/// A rectangle with its left and top edge in one colour, its right and bottom edge in another.
pub fn bevel(canvas: &mut RgbaImage, area: Rect, light: Colour, dark: Colour) {
    let Rect {
        x,
        y,
        width,
        height,
    } = area;
    fill(canvas, Rect::new(x, y, width, 1), light);
    fill(canvas, Rect::new(x, y, 1, height), light);
    fill(canvas, Rect::new(x, y + height - 1, width, 1), dark);
    fill(canvas, Rect::new(x + width - 1, y, 1, height), dark);
}

/// Calls for every pixel of a rectangle.
pub fn each(area: Rect, mut paint: impl FnMut(Point)) {
    for y in area.y..area.y + area.height {
        for x in area.x..area.x + area.width {
            paint(Point::new(x, y));
        }
    }
}

/// Paints every pixel of a rectangle in a colour of its own.
pub fn paint(canvas: &mut RgbaImage, area: Rect, mut colour: impl FnMut(Point) -> Colour) {
    each(area, |p| dot(canvas, p, colour(p)));
}

/// Darkens or tints every pixel of a rectangle; 255 is all of the colour.
pub fn veil(canvas: &mut RgbaImage, area: Rect, colour: Colour, strength: u8) {
    each(area, |p| glaze(canvas, p, colour, strength));
}

/// Fills a rectangle with one colour at its top that turns into another at its bottom.
pub fn fade(canvas: &mut RgbaImage, area: Rect, [top, bottom]: [Colour; 2]) {
    paint(canvas, area, |p| {
        mix(top, bottom, ((p.y - area.y) * 255 / area.height) as u8)
    });
}

/// The canvas as a picture to be saved.
pub fn finished(canvas: RgbaImage) -> image::RgbImage {
    image::DynamicImage::from(canvas).into_rgb8()
}

/// Makes a colour brighter or darker by this much.
pub fn shade(colour: Colour, by: i32) -> Colour {
    colour.map(|part| (i32::from(part) + by).clamp(0, 255) as u8)
}

/// From `a` (0) to `b` (255).
pub fn mix(a: Colour, b: Colour, strength: u8) -> Colour {
    let s = u32::from(strength);
    let part = |i: usize| ((u32::from(a[i]) * (255 - s) + u32::from(b[i]) * s) / 255) as u8;
    [part(0), part(1), part(2)]
}

/// A number that looks random but is always the same for the same arguments: textures and jitter.
/// The mixing steps are those of the 32-bit finalizer of MurmurHash3.
pub fn noise(x: i32, y: i32, salt: u32) -> u32 {
    let mut h = (x as u32)
        .wrapping_mul(0x9e37_79b1)
        .wrapping_add((y as u32).wrapping_mul(0x85eb_ca77))
        .wrapping_add(salt.wrapping_mul(0xc2b2_ae3d));
    h ^= h >> 16;
    h = h.wrapping_mul(0x85eb_ca6b);
    h ^= h >> 13;
    h = h.wrapping_mul(0xc2b2_ae35);
    h ^ h >> 16
}

/// [`noise`] as a whole number from `-reach` to `reach`.
pub fn jitter(x: i32, y: i32, salt: u32, reach: i32) -> i32 {
    (noise(x, y, salt) % (2 * reach as u32 + 1)) as i32 - reach
}

/// Whether [`noise`] picks this place, as it does with one of `n`.
pub fn one_in(n: u32, x: i32, y: i32, salt: u32) -> bool {
    noise(x, y, salt).is_multiple_of(n)
}
