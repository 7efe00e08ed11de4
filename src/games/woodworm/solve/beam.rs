//! Which woods of an amount a narrow sweep goes on with.

use super::columns::Freedom;
use super::stratum::Stratum;
use crate::base::Limit;
use crate::games::woodworm::bits::Bits;
use crate::games::woodworm::field::{Field, Wood};
use crate::search::{Budget, mix};

/// A beam: no more than so many woods of each amount.
///
/// The best are those that need few moves by the estimate and can still become the wanted picture in
/// many ways, with some luck thrown in. Of woods that look the same near the floor only a few are
/// kept: what stands there decides whether there is a solution, long before the estimate can tell.
#[derive(Clone, Copy, Debug)]
pub struct Beam {
    pub width: usize,
    /// Beams with different seeds have different luck.
    pub seed: u64,
}

/// What a bit of freedom is worth, in 160ths of a move.
const FREEDOM: i32 = 1;

/// What the most luck is worth, in 160ths of a move: three moves.
const LUCK: u64 = 480;

/// Rows above the floor that are compared.
const FOOT: u32 = 3;

/// Woods with the same foot that are kept at most: so many, and more in a wide beam.
const FEW: usize = 5;

/// One more may be kept for so many woods of the beam's width.
const PART: usize = 400;

/// Counters of equal feet; two feet may share one.
const COUNTERS: usize = 1 << 16;

impl Beam {
    /// Abandons all woods but the best; tells whether there were any. `total` is the estimate of
    /// the moves in all through the wood at a place.
    pub fn thin<B: Bits>(
        &self,
        budget: &Budget,
        field: &Field<B>,
        stratum: &mut Stratum<B>,
        total: impl Fn(&Stratum<B>, usize) -> Option<u16>,
    ) -> Result<bool, Limit> {
        if stratum.configs.len() <= self.width {
            return Ok(false);
        }
        let bytes = stratum.configs.len() * size_of::<(i32, u32)>();
        budget.take(bytes)?;
        let mut order: Vec<(i32, u32)> = Vec::with_capacity(stratum.configs.len());
        for (at, config) in stratum.configs.iter().enumerate() {
            if let (Some(prospect), Some(total)) = (config.prospect(), total(stratum, at)) {
                order.push((self.rank(&config.wood, prospect.freedom, total), at as u32));
            }
        }
        order.sort_unstable();
        let foot = (0..FOOT).fold(B::EMPTY, |set, row| set | field.floor() >> row);
        let mut equal = vec![0; COUNTERS];
        let mut left = self.width;
        for (_, at) in order {
            let cells = stratum.configs[at as usize].wood.cells & foot;
            let count = &mut equal[mix([cells.folded()]) as usize % COUNTERS];
            if left == 0 || *count >= FEW + self.width / PART {
                stratum.abandon(at as usize);
            } else {
                left -= 1;
                *count += 1;
            }
        }
        budget.give(bytes);
        Ok(true)
    }

    /// The lower the better.
    fn rank<B: Bits>(&self, wood: &Wood<B>, freedom: Freedom, total: u16) -> i32 {
        let words = [wood.cells, wood.right, wood.down].map(B::folded);
        let luck = mix([self.seed, words[0], words[1], words[2]]) % LUCK;
        160 * i32::from(total) + luck as i32 - FREEDOM * i32::from(freedom)
    }
}
