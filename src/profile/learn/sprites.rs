//! The floor, and the things that lie on it.

use image::RgbaImage;

use super::{Example, Label, majority, opaque, variant};
use crate::base::Rect;
use crate::profile::{Named, Profile};
use crate::vision::cells::SPRITE_TOLERANCE;
use crate::vision::{apart, near};

/// Two pictures of one thing share at least this much of its pixels; else they are variants.
const SAME: f32 = 0.9;

/// The empty floor of each cell, wherever an example shows it.
pub fn floor(profile: &Profile, examples: &[Example]) -> RgbaImage {
    let [width, height] = profile.board;
    let mut floor = RgbaImage::new(width, height);
    for (index, area) in areas(profile) {
        let empty: Vec<&RgbaImage> = examples
            .iter()
            .filter(|example| example.cells.get(index) == Some(&Label::Floor))
            .map(|example| &example.board)
            .collect();
        let cell = majority(&empty, area, 0.5);
        image::imageops::replace(&mut floor, &cell, i64::from(area.x), i64::from(area.y));
    }
    floor
}

/// One template for each look of each class.
pub fn sprites(profile: &Profile, examples: &[Example], floor: &RgbaImage) -> Vec<Named> {
    let mut looks: Vec<(&'static str, Vec<RgbaImage>)> = Vec::new();
    for example in examples {
        for (index, area) in areas(profile) {
            if let Some(Label::Sprite(class)) = example.cells.get(index) {
                let look = foreground(&example.board, floor, area);
                match looks
                    .iter_mut()
                    .find(|(of, kind)| of == class && alike(&kind[0], &look))
                {
                    Some((_, kind)) => kind.push(look),
                    None => looks.push((class, vec![look])),
                }
            }
        }
    }
    looks.sort_by_key(|(class, kind)| (*class, std::cmp::Reverse(kind.len())));
    let mut named = Vec::new();
    for of_class in looks.chunk_by(|a, b| a.0 == b.0) {
        // A look that hardly ever occurs is the thing with something else in front of it.
        let most = of_class[0].1.len();
        let usual = of_class.iter().filter(|(_, kind)| kind.len() * 10 >= most);
        for (index, (class, kind)) in usual.enumerate() {
            named.push((variant(class, index), merged(kind)));
        }
    }
    named
}

fn areas(profile: &Profile) -> impl Iterator<Item = (usize, Rect)> {
    let cells = profile.cells;
    (0..cells.rows * cells.columns)
        .map(move |i| (i, cells.area(i % cells.columns, i / cells.columns)))
}

/// A cell's pixels that differ from its floor; all of them where the floor was never seen.
fn foreground(board: &RgbaImage, floor: &RgbaImage, area: Rect) -> RgbaImage {
    RgbaImage::from_fn(area.width as u32, area.height as u32, |x, y| {
        let at = (area.x as u32 + x, area.y as u32 + y);
        let (here, floor) = (board.get_pixel(at.0, at.1), floor.get_pixel(at.0, at.1));
        let colour = [here[0], here[1], here[2]];
        let is_floor = floor[3] == 255 && near(colour, [floor[0], floor[1], floor[2]]);
        if is_floor {
            image::Rgba([0; 4])
        } else {
            opaque(colour)
        }
    })
}

/// Whether the pixels that both have are mostly the same, and both have about the same pixels.
fn alike(a: &RgbaImage, b: &RgbaImage) -> bool {
    let (mut same, mut either) = (0usize, 0usize);
    for (p, q) in a.pixels().zip(b.pixels()) {
        if p[3] == 0 && q[3] == 0 {
            continue;
        }
        // A pixel may look like the floor on which it lies in one of them.
        let equal = p[3] == 0
            || q[3] == 0
            || apart([p[0], p[1], p[2]], [q[0], q[1], q[2]]) <= 2 * SPRITE_TOLERANCE;
        let both = p[3] == q[3];
        either += usize::from(both);
        same += usize::from(equal && both);
    }
    either * 2 >= a.pixels().filter(|p| p[3] != 0).count() && same as f32 >= SAME * either as f32
}

/// The pixels that most pictures of one thing agree on, in the middle of the colours they have.
fn merged(looks: &[RgbaImage]) -> RgbaImage {
    let (width, height) = looks[0].dimensions();
    let most = looks.len() / 2 + 1;
    RgbaImage::from_fn(width, height, |x, y| {
        let pixels = looks.iter().map(|look| look.get_pixel(x, y));
        let seen: Vec<[u8; 3]> = pixels
            .filter(|p| p[3] != 0)
            .map(|p| [p[0], p[1], p[2]])
            .collect();
        if seen.len() < most {
            return image::Rgba([0; 4]);
        }
        let colour = median(&seen);
        let agree = |other: &&[u8; 3]| apart(colour, **other) <= SPRITE_TOLERANCE;
        match seen.iter().filter(agree).count() >= most {
            true => opaque(colour),
            false => image::Rgba([0; 4]),
        }
    })
}

/// The median of each channel.
fn median(colours: &[[u8; 3]]) -> [u8; 3] {
    let channel = |i: usize| {
        let mut values: Vec<u8> = colours.iter().map(|colour| colour[i]).collect();
        values.sort_unstable();
        values[values.len() / 2]
    };
    [channel(0), channel(1), channel(2)]
}
