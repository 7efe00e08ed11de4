//! Random numbers that stay the same forever.

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): small
/// and ours, so that a seed means the same puzzle in every release.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    /// An index, as often as its weight says.
    pub fn weighted(&mut self, weights: &[u16]) -> usize {
        let sum: usize = weights.iter().map(|&weight| usize::from(weight)).sum();
        let mut roll = self.below(sum);
        for (index, &weight) in weights.iter().enumerate() {
            match roll.checked_sub(weight.into()) {
                Some(rest) => roll = rest,
                None => return index,
            }
        }
        unreachable!("the roll is below the sum of the weights")
    }
}
