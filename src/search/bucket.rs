//! One cache line of a table: as many slots as fit, each split into its low 32 bits, which are
//! compared all at once, and the rest.

/// The bits of a slot above the lowest 32.
pub trait High: Copy + Eq + Default + Send + Sync {
    const BITS: u32;
    /// From the value of a slot shifted down by 32.
    fn cut(value: u128) -> Self;
    fn wide(self) -> u128;
}

impl High for () {
    const BITS: u32 = 0;
    fn cut(_: u128) -> Self {}
    fn wide(self) -> u128 {
        0
    }
}

macro_rules! high {
    ($int:ty) => {
        impl High for $int {
            const BITS: u32 = <$int>::BITS;
            #[inline(always)]
            fn cut(value: u128) -> Self {
                value as $int
            }
            #[inline(always)]
            fn wide(self) -> u128 {
                u128::from(self)
            }
        }
    };
}

high!(u8);
high!(u16);
high!(u32);

impl High for [u32; 3] {
    const BITS: u32 = 96;
    #[inline(always)]
    fn cut(value: u128) -> Self {
        [value as u32, (value >> 32) as u32, (value >> 64) as u32]
    }
    #[inline(always)]
    fn wide(self) -> u128 {
        let [a, b, c] = self.map(u128::from);
        a | b << 32 | c << 64
    }
}

/// `N` slots, filled from the first on; a slot whose low part is 0 is empty.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub struct Bucket<H, const N: usize> {
    low: [u32; N],
    high: [H; N],
}

impl<H: High, const N: usize> Bucket<H, N> {
    pub fn empty() -> Self {
        Self {
            low: [0; N],
            high: [H::default(); N],
        }
    }

    #[inline(always)]
    pub fn contains(&self, value: u128) -> bool {
        let low = value as u32;
        // Without a branch per slot, so that the comparisons become vector instructions.
        let hit = self
            .low
            .iter()
            .fold(false, |hit, &slot| hit | (slot == low));
        if H::BITS == 0 || !hit {
            return hit;
        }
        let high = H::cut(value >> 32);
        self.low
            .iter()
            .zip(&self.high)
            .any(|(&l, &h)| l == low && h == high)
    }

    /// The first empty slot.
    #[inline(always)]
    pub fn free(&self) -> Option<usize> {
        if self.low[N - 1] != 0 {
            return None;
        }
        Some(self.low.partition_point(|&low| low != 0))
    }

    #[inline(always)]
    pub fn set(&mut self, slot: usize, value: u128) {
        self.low[slot] = value as u32;
        self.high[slot] = H::cut(value >> 32);
    }

    /// The values in use.
    pub fn values(&self) -> impl Iterator<Item = u128> + '_ {
        let used = self
            .low
            .iter()
            .zip(&self.high)
            .take_while(|slot| *slot.0 != 0);
        used.map(|(&low, high)| u128::from(low) | high.wide() << 32)
    }
}
