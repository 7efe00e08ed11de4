//! Pictures one after the other.

use std::io::Write;

use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, DynamicImage, Frame, ImageResult, RgbImage};

/// Milliseconds that a picture of an animation stays, and that the last one stays.
const STEP: u32 = 80;
const REST: u32 = 2000;

/// Writes pictures as a GIF that starts over at its end.
///
/// # Errors
/// It cannot be written.
pub fn animate(pictures: impl IntoIterator<Item = RgbImage>, out: impl Write) -> ImageResult<()> {
    let mut encoder = GifEncoder::new_with_speed(out, 30);
    encoder.set_repeat(Repeat::Infinite)?;
    let mut pictures = pictures.into_iter().peekable();
    while let Some(picture) = pictures.next() {
        let stays = match pictures.peek() {
            Some(_) => STEP,
            None => REST,
        };
        let picture = DynamicImage::from(picture).into_rgba8();
        let delay = Delay::from_numer_denom_ms(stays, 1);
        encoder.encode_frame(Frame::from_parts(picture, 0, 0, delay))?;
    }
    Ok(())
}
