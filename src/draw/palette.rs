//! Colours by chance.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{Colour, shade};

/// A colour of some brightness, 0 to 1, with a tint of its own.
pub fn colour(dice: &mut ChaCha8Rng, light: f32, tint: f32) -> Colour {
    let full: [f32; 3] = [0, 1, 2].map(|_| dice.random_range(0.0f32..1.0));
    let mean = full.iter().sum::<f32>() / 3.0;
    full.map(|part| ((light + (part - mean) * tint).clamp(0.0, 1.0) * 255.0) as u8)
}

/// How bright a colour is to the eye, 0 to 255.
pub fn brightness(c: Colour) -> i32 {
    (i32::from(c[0]) * 3 + i32::from(c[1]) * 6 + i32::from(c[2])) / 10
}

/// A colour that stands out from another.
pub fn against(dice: &mut ChaCha8Rng, ground: Colour, tint: f32) -> Colour {
    loop {
        let light = dice.random_range(0.0..1.0);
        let found = colour(dice, light, tint);
        if (brightness(found) - brightness(ground)).abs() > 95 {
            return found;
        }
    }
}

/// One of a list.
pub fn pick<T: Copy>(dice: &mut ChaCha8Rng, list: &[T]) -> T {
    list[dice.random_range(0..list.len())]
}

/// The same colour, or one that is further from another.
pub fn far_from(colour: Colour, other: Colour) -> Colour {
    let apart = (0..3).map(|i| colour[i].abs_diff(other[i])).max();
    match apart.unwrap_or(0) < 24 {
        true if brightness(other) > 127 => shade(colour, -48),
        true => shade(colour, 48),
        false => colour,
    }
}

/// A colour that nobody takes for one of the others.
pub fn clear_of(dice: &mut ChaCha8Rng, others: &[Colour], tint: f32) -> Colour {
    loop {
        let light = dice.random_range(0.0..1.0);
        let found = colour(dice, light, tint);
        let apart = |other: &Colour| (0..3).map(|i| found[i].abs_diff(other[i])).max();
        if others.iter().all(|other| apart(other) > Some(70)) {
            return found;
        }
    }
}
