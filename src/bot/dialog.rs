//! Whether a dialog lies over a page, in whose shade all the rest lies.

use crate::base::Rect;
use crate::vision::View;

use super::compare::{is_lit_otherwise, light};

/// A dialog covers so much of the picture, shares, and what it shows, where it has the colour of the page, so much at
/// least. Chosen: a line of words and a button are more, and it does not cover the most of what it belongs to.
const DIALOG: std::ops::Range<f32> = 0.01..0.5;
const WORDS: f32 = 0.001;
/// The shade is told by so many areas of a board at least. Chosen: one may be alike by chance.
const SEVERAL: usize = 2;
/// What is in a shade is by no more than this off what the shade makes of what was there, and what lies over it is by
/// more, in levels of three channels together. Chosen: words and tiles of a board differ by more.
const OFF: f32 = 60.0;

/// Whether a shade fell on all of a picture, as it does on these areas of a board, and something lies over it. The shade is
/// that of the areas on which all is as it was, but for the light.
pub fn is_under_dialog(before: &View, after: &View, areas: &[Rect]) -> bool {
    let size = before.frame.image.dimensions();
    let same_size = after.frame.image.dimensions() == size;
    let lit = lit_otherwise(before, after, areas);
    let Some(shade) = shade(before, after, &lit).filter(|_| same_size) else {
        return false;
    };
    let [before, after] = [before, after].map(|view| View::whole(view.frame));
    let (mut over, mut spared) = (0, 0);
    for (x, y) in (0..size.1 as i32).flat_map(|y| (0..size.0 as i32).map(move |x| (x, y))) {
        let [was, is] = [&before, &after].map(|view| light(view, x, y));
        if (is - shade * was).abs() > OFF {
            let stays = (is - was).abs() <= OFF;
            *if stays { &mut spared } else { &mut over } += 1;
        }
    }
    let share = |count: u32| count as f32 / (size.0 * size.1).max(1) as f32;
    DIALOG.contains(&share(over + spared)) && share(over) > WORDS
}

/// The areas on which all is as it was, but for the light; none if they are too few. The dialog itself may cover most of
/// the board. Where tiles are of one colour each, what is on them is the lines and the neighbours around them.
fn lit_otherwise(before: &View, after: &View, areas: &[Rect]) -> Vec<Rect> {
    let lit = |halves: i32| {
        let grown = areas
            .iter()
            .map(move |area| area.grown(halves * area.width.min(area.height) / 2));
        let is_lit = |area: &Rect| is_lit_otherwise(before, after, *area) == Some(true);
        let lit: Vec<Rect> = grown.filter(is_lit).collect();
        (lit.len() >= SEVERAL.min(areas.len())).then_some(lit)
    };
    [0, 1].into_iter().find_map(lit).unwrap_or_default()
}

/// By how much most of some areas is less bright than before, as a factor; None if they are black.
fn shade(before: &View, after: &View, areas: &[Rect]) -> Option<f32> {
    let pixels = areas.iter().flat_map(|area| {
        let rows = area.y..area.y + area.height;
        rows.flat_map(|y| (area.x..area.x + area.width).map(move |x| (x, y)))
    });
    let bright = pixels.filter(|(x, y)| light(before, *x, *y) > OFF);
    let shades = bright.map(|(x, y)| light(after, x, y) / light(before, x, y));
    let mut shades: Vec<f32> = shades.collect();
    shades.sort_by(f32::total_cmp);
    shades.get(shades.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::Frame;
    use image::{Rgba, RgbaImage};

    /// A page with a board of these greys, in a light, and with a box over a part of it.
    fn page(
        light: f32,
        board: impl Fn(u32, u32) -> u32,
        lies_over: impl Fn(u32, u32) -> bool,
    ) -> Frame {
        Frame::still(RgbaImage::from_fn(200, 240, |x, y| {
            let grey = match (x, y) {
                _ if lies_over(x, y) => [255.0, 0.0][usize::from(y % 20 < 3)],
                (40..160, 80..200) => light * board(x, y) as f32,
                _ => light * 250.0,
            };
            Rgba([grey as u8, grey as u8, grey as u8, 255])
        }))
    }

    /// The board is of stones.
    fn shaded(light: f32, lies_over: impl Fn(u32, u32) -> bool) -> Frame {
        page(light, |x, y| 90 + (x / 7 * 5 + y / 9 * 3) % 80, lies_over)
    }

    #[test]
    fn a_dialog_lies_over_a_page_in_a_shade() {
        let area = |at: i32| Rect::new(40 + at % 3 * 40, 80 + at / 3 * 40, 40, 40);
        let areas: Vec<Rect> = (0..9).map(area).collect();
        let nothing = |_, _| false;
        let told = |now: &Frame| {
            let before = shaded(1.0, nothing);
            is_under_dialog(&View::whole(&before), &View::whole(now), &areas)
        };
        // Over the board, or beside it; over nearly all of it.
        assert!(told(&shaded(0.4, |x, y| x > 70 && x < 180 && y < 120)));
        assert!(told(&shaded(0.4, |x, y| x < 90 && y > 20 && y < 220)));
        assert!(told(&shaded(0.4, |x, y| x > 70 && x < 180 && y < 60)));
        // Nothing but a shade; and one that fell on the board alone.
        assert!(!told(&shaded(0.4, nothing)));
        assert!(!told(&shaded(0.4, |x, y| !(40..160).contains(&x)
            || !(80..200).contains(&y))));
    }

    /// It is of nine tiles of one colour each, with lines between; in the dark there is a box.
    fn flat(light: f32, tiles: [u32; 9]) -> Frame {
        let board = |x: u32, y: u32| match x.is_multiple_of(40) || y.is_multiple_of(40) {
            true => 0,
            false => tiles[((y - 80) / 40 * 3 + (x - 40) / 40) as usize],
        };
        page(light, board, |x, y| light < 1.0 && y < 50 && x > 40)
    }

    #[test]
    fn so_it_does_over_tiles_of_one_colour_each() {
        // All of a tile but the line around it.
        let area = |at: i32| Rect::new(44 + at % 3 * 40, 84 + at / 3 * 40, 34, 34);
        let areas: Vec<Rect> = (0..9).map(area).collect();
        let tiles = [250, 250, 0, 250, 160, 0, 250, 250, 0];
        let before = flat(1.0, tiles);
        let told = |now: &Frame| is_under_dialog(&View::whole(&before), &View::whole(now), &areas);
        assert!(told(&flat(0.4, tiles)));
        // The next level, at night.
        assert!(!told(&flat(0.4, [0, 250, 0, 250, 0, 250, 0, 250, 0])));
    }
}
