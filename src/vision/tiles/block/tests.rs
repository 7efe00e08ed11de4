use image::{Rgba, RgbaImage};

use super::BlockLook;
use crate::vision::tiles::{Lattice, TileExample};

const AIR: [u8; 4] = [190, 225, 245, 255];
const WOOD: [u8; 4] = [180, 125, 70, 255];
const GRAIN: [u8; 4] = [140, 90, 45, 255];
const RIM: [u8; 4] = [74, 44, 16, 255];

/// A block of so many tiles of this size, with a grain and a rim, and something small of its colours beside it.
fn picture([left, top]: [u32; 2], pitch: u32, [across, down]: [u32; 2]) -> RgbaImage {
    let [width, height] = [across * pitch, down * pitch];
    RgbaImage::from_fn(640, 480, |x, y| {
        let inside = (left..left + width).contains(&x) && (top..top + height).contains(&y);
        let near = |at: u32, from: u32, length: u32| at < from + 3 || at + 3 >= from + length;
        let is_rim = inside && (near(x, left, width) || near(y, top, height));
        let shape = (560..600).contains(&x) && (40..100).contains(&y);
        Rgba(match (inside, is_rim) {
            (true, true) => RIM,
            (true, false) if (y - top) % pitch == pitch / 3 => GRAIN,
            _ if inside || shape => WOOD,
            _ => AIR,
        })
    })
}

fn look() -> BlockLook {
    learned(&picture([180, 90], 40, [2, 3]))
}

fn learned(picture: &RgbaImage) -> BlockLook {
    let lattice = Lattice {
        first: [60.0, 50.0],
        pitch: [40.0; 2],
    };
    let rows = ["........", "...##...", "...##...", "321##..."];
    let joins = ["........", "...6c...", "...7d...", "...39..."];
    let mut example = TileExample::at(&lattice, rows.map(String::from).to_vec());
    example.joins = joins.map(String::from).to_vec();
    BlockLook::learn(picture, &example).expect("there is a block")
}

#[test]
fn a_block_tells_the_size_of_its_tiles() {
    for (pitch, size) in [(40, [4, 5]), (27, [5, 6]), (61, [3, 4])] {
        let places = look().places(&picture([200, 110], pitch, size));
        let wanted = Lattice {
            first: [200.0, 110.0],
            pitch: [f64::from(pitch); 2],
        };
        assert!(places.contains(&wanted), "{pitch}: {places:?}");
    }
}

/// The same without a grain, and with the air to be seen where four tiles meet.
fn holed([left, top]: [u32; 2], pitch: u32, [across, down]: [u32; 2]) -> RgbaImage {
    let mut picture = picture([left, top], pitch, [across, down]);
    let wood = |colour: &mut Rgba<u8>| {
        if colour.0 == GRAIN {
            colour.0 = WOOD;
        }
    };
    picture.pixels_mut().for_each(wood);
    let corners = (1..across).flat_map(|x| (1..down).map(move |y| (x * pitch, y * pitch)));
    for (x, y) in corners.map(|(x, y)| (left + x, top + y)) {
        (x - 1..=x).for_each(|x| (y - 1..=y).for_each(|y| picture.put_pixel(x, y, Rgba(AIR))));
    }
    picture
}

#[test]
fn the_ground_that_is_seen_through_gaps_is_no_colour_of_the_block() {
    let look = learned(&holed([180, 90], 40, [2, 3]));
    for (pitch, size) in [(40, [4, 5]), (27, [5, 6]), (61, [3, 4])] {
        let places = look.places(&holed([200, 110], pitch, size));
        let wanted = Lattice {
            first: [200.0, 110.0],
            pitch: [f64::from(pitch); 2],
        };
        assert!(places.contains(&wanted), "{pitch}: {places:?}");
    }
}

#[test]
fn what_is_no_rectangle_is_no_block() {
    let mut picture = picture([200, 110], 40, [4, 5]);
    // All but an L of it is gone.
    (240..360).for_each(|x| (110..270).for_each(|y| picture.put_pixel(x, y, Rgba(AIR))));
    assert_eq!(look().places(&picture), []);
}
