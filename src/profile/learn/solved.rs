//! The sign that a game shows over its board when the puzzle is solved.

use image::{Rgba, RgbaImage};

use crate::profile::Profile;
use crate::vision::near;

/// The pixels that all pictures of solved boards share and that neither the floor nor the rest of
/// the board has there. The error says why there is no sign.
pub fn solved_sign(profile: &Profile, boards: &[RgbaImage]) -> Result<RgbaImage, String> {
    let [first, others @ ..] = boards else {
        return Err("there is no picture of a solved board".into());
    };
    if others.is_empty() {
        return Err(
            "two or more pictures of different solved boards tell the sign from the \
                    puzzle; there is only one"
                .into(),
        );
    }
    let cells = profile.cells.bounds();
    let mut sign = RgbaImage::new(first.width(), first.height());
    let mut size = 0;
    for y in cells.y..cells.y + cells.height {
        for x in cells.x..cells.x + cells.width {
            let colour = |board: &RgbaImage| {
                let p = board.get_pixel_checked(x as u32, y as u32)?;
                Some([p[0], p[1], p[2]])
            };
            let Some(here) = colour(first) else { continue };
            let shared = |board| colour(board).is_some_and(|there| near(here, there));
            let floor = profile.templates.floor_at(x, y);
            if others.iter().all(shared) && !floor.is_some_and(|floor| near(here, floor)) {
                let [r, g, b] = here;
                sign.put_pixel(x as u32, y as u32, Rgba([r, g, b, 255]));
                size += 1;
            }
        }
    }
    // Smaller than a quarter of a cell it could as well be chance.
    let [width, height] = profile.cells.size;
    match size * 4 >= width * height {
        true => Ok(sign),
        false => Err("these pictures of solved boards share nothing that the floor has not".into()),
    }
}
