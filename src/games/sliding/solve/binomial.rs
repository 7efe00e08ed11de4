//! Sets of places as numbers.
//!
//! The set a1 < a2 < … < am has the number C(a1,1) + C(a2,2) + … + C(am,m), the "combinatorial number
//! system": the sets of m out of n places are numbered from 0 to C(n,m) - 1 without a gap.

/// The packed solver takes fewer blocks than this: a set of 64 out of 128 places has no number of 63
/// bits any more.
pub const MAX_BLOCKS: usize = 64;

/// The largest number of places: the cells of the largest mask.
const PLACES: usize = 128;

/// C(n, k) for n places and k blocks; 0 where it does not fit in 63 bits.
pub struct Binomials {
    rows: Vec<[u64; PLACES + 1]>,
}

impl Binomials {
    pub fn new() -> Self {
        let mut rows = vec![[1u64; PLACES + 1]];
        for k in 1..=MAX_BLOCKS {
            let mut row = [0u64; PLACES + 1];
            for n in k..=PLACES {
                // Pascal's rule; once a term is too large, so are the following.
                let (with, without) = (rows[k - 1][n - 1], row[n - 1]);
                let fits = with > 0 && (without > 0 || n == k);
                let sum = with
                    .checked_add(without)
                    .filter(|sum| fits && sum >> 63 == 0);
                row[n] = sum.unwrap_or(0);
            }
            rows.push(row);
        }
        Self { rows }
    }

    /// C(n, k), for 1 <= k <= n, if it fits in 63 bits.
    pub fn of(&self, n: usize, k: usize) -> Option<u64> {
        Some(self.rows[k][n]).filter(|&value| value > 0)
    }

    /// What place `place` adds to a number as the `rank`-th smallest of a set, from 1.
    #[inline(always)]
    pub fn term(&self, place: usize, rank: usize) -> u64 {
        self.rows[rank][place]
    }

    /// The number of an ascending set.
    pub fn number(&self, places: &[usize]) -> u64 {
        let ranked = places.iter().zip(1..);
        ranked.map(|(&place, rank)| self.term(place, rank)).sum()
    }

    /// The ascending set of `set.len()` places below `n` with this number.
    #[inline(always)]
    pub fn set(&self, number: u64, n: usize, set: &mut [u8]) {
        let mut rest = number;
        let mut place = n;
        for rank in (1..=set.len()).rev() {
            let row = &self.rows[rank];
            place -= 1;
            while row[place] > rest {
                place -= 1;
            }
            rest -= row[place];
            set[rank - 1] = place as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let binomials = Binomials::new();
        assert_eq!(binomials.of(5, 2), Some(10));
        assert_eq!(binomials.of(64, 1), Some(64));
        assert_eq!(binomials.of(20, 10), Some(184_756));
        assert_eq!(binomials.of(60, 30), Some(118_264_581_564_861_424));
        assert_eq!(binomials.of(128, 64), None);
    }

    #[test]
    fn numbers_run_through_all_sets_without_a_gap() {
        let binomials = Binomials::new();
        for (n, m) in [(7, 1), (9, 3), (10, 5), (6, 6)] {
            let mut last: Option<Vec<u8>> = None;
            for number in 0..binomials.of(n, m).unwrap() {
                let mut set = vec![0; m];
                binomials.set(number, n, &mut set);
                assert!(set.windows(2).all(|pair| pair[0] < pair[1]));
                assert!(usize::from(set[m - 1]) < n);
                let places: Vec<usize> = set.iter().map(|&place| place.into()).collect();
                assert_eq!(binomials.number(&places), number);
                assert_ne!(last, Some(set.clone()));
                last = Some(set);
            }
        }
    }
}
