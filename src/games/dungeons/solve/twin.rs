//! Two 64 bit words side by side, worked on at once.
//!
//! Every x86-64 processor has 128 bit registers (SSE2), so no detection is needed there; elsewhere
//! two plain words do.

pub use words::Twin;

#[cfg(target_arch = "x86_64")]
mod words {
    use std::arch::x86_64::*;

    #[derive(Clone, Copy, Debug)]
    pub struct Twin(__m128i);

    macro_rules! sse2 {
        ($value:expr) => {{
            // SAFETY: the functions named here ask for nothing but a processor with SSE2, which
            // the architecture itself guarantees; none of them touches memory.
            #[allow(unused_unsafe, reason = "newer compilers know")]
            unsafe {
                $value
            }
        }};
    }

    impl Twin {
        #[inline(always)]
        pub fn new(first: u64, second: u64) -> Self {
            sse2!(Self(_mm_set_epi64x(
                second.cast_signed(),
                first.cast_signed()
            )))
        }

        #[inline(always)]
        pub fn first(self) -> u64 {
            sse2!(_mm_cvtsi128_si64(self.0).cast_unsigned())
        }

        #[inline(always)]
        pub fn and(self, other: Self) -> Self {
            sse2!(Self(_mm_and_si128(self.0, other.0)))
        }

        #[inline(always)]
        pub fn or(self, other: Self) -> Self {
            sse2!(Self(_mm_or_si128(self.0, other.0)))
        }

        #[inline(always)]
        pub fn xor(self, other: Self) -> Self {
            sse2!(Self(_mm_xor_si128(self.0, other.0)))
        }

        /// The bits that are not in the other.
        #[inline(always)]
        pub fn without(self, other: Self) -> Self {
            sse2!(Self(_mm_andnot_si128(other.0, self.0)))
        }

        #[inline(always)]
        pub fn shl<const BITS: i32>(self) -> Self {
            sse2!(Self(_mm_slli_epi64::<BITS>(self.0)))
        }

        #[inline(always)]
        pub fn shr<const BITS: i32>(self) -> Self {
            sse2!(Self(_mm_srli_epi64::<BITS>(self.0)))
        }

        #[inline(always)]
        pub fn swap(self) -> Self {
            sse2!(Self(_mm_shuffle_epi32::<0b01_00_11_10>(self.0)))
        }

        /// Byte by byte, without carry.
        #[inline(always)]
        pub fn add_bytes(self, other: Self) -> Self {
            sse2!(Self(_mm_add_epi8(self.0, other.0)))
        }

        /// Byte by byte, without borrow.
        #[inline(always)]
        pub fn sub_bytes(self, other: Self) -> Self {
            sse2!(Self(_mm_sub_epi8(self.0, other.0)))
        }

        /// 0xff in the bytes that are equal, else 0.
        #[inline(always)]
        pub fn equal_bytes(self, other: Self) -> Self {
            sse2!(Self(_mm_cmpeq_epi8(self.0, other.0)))
        }

        /// 0xff in the bytes that are greater, else 0; bytes are signed.
        #[inline(always)]
        pub fn greater_bytes(self, other: Self) -> Self {
            sse2!(Self(_mm_cmpgt_epi8(self.0, other.0)))
        }

        /// The lowest byte of each word in all its bytes.
        #[inline(always)]
        pub fn repeat_byte(self) -> Self {
            sse2!({
                let byte = _mm_and_si128(self.0, _mm_set1_epi64x(0xff));
                let four = _mm_mul_epu32(byte, _mm_set1_epi64x(0x0101_0101));
                Self(_mm_shuffle_epi32::<0b10_10_00_00>(four))
            })
        }

        #[inline(always)]
        pub fn is_zero(self) -> bool {
            sse2!({
                let zero = _mm_cmpeq_epi8(self.0, _mm_setzero_si128());
                _mm_movemask_epi8(zero) == 0xffff
            })
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod words {
    #[derive(Clone, Copy, Debug)]
    pub struct Twin([u64; 2]);

    impl Twin {
        pub fn new(first: u64, second: u64) -> Self {
            Self([first, second])
        }

        pub fn first(self) -> u64 {
            self.0[0]
        }

        #[inline(always)]
        fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
            Self([op(self.0[0], other.0[0]), op(self.0[1], other.0[1])])
        }

        #[inline(always)]
        fn zip_bytes(self, other: Self, op: impl Fn(u8, u8) -> u8) -> Self {
            self.zip(other, |a, b| {
                let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
                u64::from_le_bytes(std::array::from_fn(|index| op(a[index], b[index])))
            })
        }

        pub fn and(self, other: Self) -> Self {
            self.zip(other, |a, b| a & b)
        }

        pub fn or(self, other: Self) -> Self {
            self.zip(other, |a, b| a | b)
        }

        pub fn xor(self, other: Self) -> Self {
            self.zip(other, |a, b| a ^ b)
        }

        /// The bits that are not in the other.
        pub fn without(self, other: Self) -> Self {
            self.zip(other, |a, b| a & !b)
        }

        pub fn shl<const BITS: i32>(self) -> Self {
            Self(self.0.map(|word| word << BITS))
        }

        pub fn shr<const BITS: i32>(self) -> Self {
            Self(self.0.map(|word| word >> BITS))
        }

        pub fn swap(self) -> Self {
            Self([self.0[1], self.0[0]])
        }

        /// Byte by byte, without carry.
        pub fn add_bytes(self, other: Self) -> Self {
            self.zip_bytes(other, u8::wrapping_add)
        }

        /// Byte by byte, without borrow.
        pub fn sub_bytes(self, other: Self) -> Self {
            self.zip_bytes(other, u8::wrapping_sub)
        }

        /// 0xff in the bytes that are equal, else 0.
        pub fn equal_bytes(self, other: Self) -> Self {
            self.zip_bytes(other, |a, b| if a == b { 0xff } else { 0 })
        }

        /// 0xff in the bytes that are greater, else 0; bytes are signed.
        pub fn greater_bytes(self, other: Self) -> Self {
            self.zip_bytes(other, |a, b| if (a as i8) > b as i8 { 0xff } else { 0 })
        }

        /// The lowest byte of each word in all its bytes.
        pub fn repeat_byte(self) -> Self {
            Self(self.0.map(|word| (word & 0xff) * 0x0101_0101_0101_0101))
        }

        pub fn is_zero(self) -> bool {
            self.0 == [0, 0]
        }
    }
}

impl Twin {
    #[inline(always)]
    pub fn both(word: u64) -> Self {
        Self::new(word, word)
    }

    #[inline(always)]
    pub fn second(self) -> u64 {
        self.swap().first()
    }
}
