//! States packed into one integer, and a scrambling of them that loses nothing.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Shl, Shr};

/// A packed state.
pub trait Key:
    Copy
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many bits there are room for.
    const BITS: u32;

    /// The low bits of `value`.
    fn cut(value: u128) -> Self;

    fn wide(self) -> u128;

    fn wrapping_mul(self, factor: Self) -> Self;

    /// From the first bytes, the lowest first.
    fn load(bytes: &[u8]) -> Self;

    /// Into the first bytes, the lowest first.
    fn store(self, bytes: &mut [u8]);

    /// The lowest `bits` bits set.
    fn ones(bits: u32) -> Self {
        Self::cut(u128::MAX.checked_shr(128 - bits).unwrap_or(0))
    }
}

macro_rules! key {
    ($int:ty) => {
        impl Key for $int {
            const BITS: u32 = <$int>::BITS;

            #[inline(always)]
            fn cut(value: u128) -> Self {
                value as $int
            }

            #[inline(always)]
            fn wide(self) -> u128 {
                u128::from(self)
            }

            #[inline(always)]
            fn wrapping_mul(self, factor: Self) -> Self {
                <$int>::wrapping_mul(self, factor)
            }

            #[inline(always)]
            fn load(bytes: &[u8]) -> Self {
                let mut first = [0; size_of::<$int>()];
                first.copy_from_slice(&bytes[..size_of::<$int>()]);
                Self::from_le_bytes(first)
            }

            #[inline(always)]
            fn store(self, bytes: &mut [u8]) {
                bytes[..size_of::<$int>()].copy_from_slice(&self.to_le_bytes());
            }
        }
    };
}

key!(u64);
key!(u128);

/// A one-to-one scrambling of the integers of `bits` bits: multiply by an odd number, fold the
/// high half onto the low half, multiply again. Each step can be undone, so a scrambled state can
/// stand for the state itself; and its high bits are as good as a hash.
#[derive(Clone, Copy, Debug)]
pub struct Scramble<K> {
    bits: u32,
    mask: K,
    factors: [K; 2],
    inverses: [K; 2],
}

const FACTORS: [u128; 2] = [
    0x2d35_8dcc_aa6c_78a5_8bb8_4b93_962e_acc9,
    0xda94_2042_e4dd_58b5_9e37_79b9_7f4a_7c15,
];

impl<K: Key> Scramble<K> {
    /// # Panics
    /// If the key type has not that many bits.
    pub fn new(bits: u32) -> Self {
        assert!((1..=K::BITS).contains(&bits));
        Self {
            bits,
            mask: K::ones(bits),
            factors: FACTORS.map(K::cut),
            inverses: FACTORS.map(|factor| K::cut(inverse(factor))),
        }
    }

    #[inline(always)]
    pub fn mix(&self, key: K) -> K {
        let x = self.fold(key.wrapping_mul(self.factors[0]) & self.mask);
        x.wrapping_mul(self.factors[1]) & self.mask
    }

    #[inline(always)]
    pub fn unmix(&self, mixed: K) -> K {
        let x = self.fold(mixed.wrapping_mul(self.inverses[1]) & self.mask);
        x.wrapping_mul(self.inverses[0]) & self.mask
    }

    /// Its own inverse, because the shift is at least half the width.
    #[inline(always)]
    fn fold(&self, x: K) -> K {
        x ^ (x >> self.bits.div_ceil(2))
    }
}

/// The inverse of an odd number modulo 2^128 (Newton's iteration: each round doubles the number
/// of correct bits, and an odd number is its own inverse modulo 8).
fn inverse(odd: u128) -> u128 {
    let round = |x: u128, _| x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x)));
    (0..6).fold(odd, round)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn unmix_undoes_mix(bits in 1u32..=128, value: u128) {
            let key = value & u128::ones(bits);
            let scramble = Scramble::<u128>::new(bits);
            let mixed = scramble.mix(key);
            prop_assert_eq!(mixed & !u128::ones(bits), 0);
            prop_assert_eq!(scramble.unmix(mixed), key);
            if bits <= 64 {
                let narrow = Scramble::<u64>::new(bits);
                prop_assert_eq!(narrow.mix(key as u64) as u128, mixed);
                prop_assert_eq!(narrow.unmix(mixed as u64), key as u64);
            }
        }
    }
}
