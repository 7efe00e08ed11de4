//! Choices and colours by chance, the same for the same number.

use rand::distr::uniform::{SampleRange, SampleUniform};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Colour, shade};

/// What a look is drawn with from its number.
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// The dice of a number; games give each a salt of its own.
    pub fn new(number: u32, salt: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(u64::from(number) ^ salt))
    }

    /// One of a list.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.0.random_range(0..list.len())]
    }

    /// A number of a range.
    pub fn range<T: SampleUniform>(&mut self, range: impl SampleRange<T>) -> T {
        self.0.random_range(range)
    }

    /// Yes, with this probability.
    pub fn chance(&mut self, share: f64) -> bool {
        self.0.random_bool(share)
    }

    /// A colour of some brightness, 0 to 1, with a tint of its own.
    pub fn colour(&mut self, light: impl SampleRange<f32>, tint: f32) -> Colour {
        let light = self.range(light);
        self.tinted(light, tint)
    }

    /// A colour of this brightness, 0 to 1, with a tint of its own.
    pub fn tinted(&mut self, light: f32, tint: f32) -> Colour {
        let full: [f32; 3] = [0, 1, 2].map(|_| self.range(0.0f32..1.0));
        let mean = full.iter().sum::<f32>() / 3.0;
        full.map(|part| ((light + (part - mean) * tint).clamp(0.0, 1.0) * 255.0) as u8)
    }

    /// A colour that stands out from another by its brightness.
    pub fn against(&mut self, ground: Colour, tint: f32) -> Colour {
        loop {
            let found = self.colour(0.0..1.0, tint);
            if (brightness(found) - brightness(ground)).abs() > 95 {
                return found;
            }
        }
    }

    /// A colour that nobody takes for one of the others.
    pub fn clear_of(&mut self, others: &[Colour], tint: f32) -> Colour {
        loop {
            let found = self.colour(0.0..1.0, tint);
            if others.iter().all(|other| apart(found, *other) > 70) {
                return found;
            }
        }
    }
}

/// How bright a colour is to the eye, 0 to 255.
pub fn brightness(c: Colour) -> i32 {
    (i32::from(c[0]) * 3 + i32::from(c[1]) * 6 + i32::from(c[2])) / 10
}

/// By how much two colours differ in the channel in which they differ most.
pub fn apart(a: Colour, b: Colour) -> u8 {
    (0..3).map(|i| a[i].abs_diff(b[i])).max().unwrap_or(0)
}

/// The same colour, or one that is further from another.
pub fn far_from(colour: Colour, other: Colour) -> Colour {
    match apart(colour, other) < 24 {
        true if brightness(other) > 127 => shade(colour, -48),
        true => shade(colour, 48),
        false => colour,
    }
}

/// Letters that can be read on a ground.
pub fn ink_on(ground: Colour) -> Colour {
    match brightness(ground) > 127 {
        true => [12, 12, 16],
        false => [244, 244, 238],
    }
}
