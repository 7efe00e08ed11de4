//! A point of a wide button, which looks the same all along: its letters tell where it is.

use image::RgbaImage;

use super::{AROUND, ButtonLook, STANDS_OUT, rgb};
use crate::base::Point;
use crate::vision::apart;

/// Where more than a line of letters runs on, as the side of a wide button, one is looked for up to so far above and below
/// the point, in steps, and only so much is compared to each of these sides, in pixels. Chosen: letters are as high, buttons
/// twice.
const BESIDE: i32 = 12;
const BY: usize = 2;
const LETTERS: i32 = 8;

impl ButtonLook {
    /// The line of letters nearest to a point, a little above or below it on the same ground, and its middle.
    pub(super) fn letters(picture: &RgbaImage, at: Point) -> Option<(Point, RgbaImage)> {
        let level = |y: i32| {
            let seen = picture.get_pixel_checked(at.x as u32, y as u32);
            seen.map(rgb)
        };
        let ground = level(at.y)?;
        let is_on_it = |off: &i32| {
            let between = (off.abs() - LETTERS).max(0);
            let mut steps = 0..=between;
            steps.all(|step| {
                level(at.y + step * off.signum())
                    .is_some_and(|seen| apart(seen, ground) <= STANDS_OUT)
            })
        };
        let offs = (0..=BESIDE).step_by(BY).flat_map(|off| [off, -off]);
        let mut offs = offs.filter(is_on_it).map(|off| at + Point::new(0, off));
        offs.find_map(|middle| Some((middle, Self::part(picture, middle, [AROUND[0], LETTERS])?)))
    }
}
