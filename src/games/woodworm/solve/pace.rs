//! How far to raise the bound from sweep to sweep.

/// What sweeps have cost so far.
///
/// Each sweep does the work of the one before again. Raising the bound by one move at a time wastes
/// most of the time where the work grows slowly; raising it too far does work that is not needed. So
/// the next sweep should cost a few times as much as the last.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    /// The bound of the last sweep, and the scenes it visited.
    last: Option<(u16, u64)>,
    /// By how much one move more multiplies the work.
    growth: Option<f64>,
}

/// How many times as many scenes as the last the next sweep should visit.
const TIMES: f64 = 3.0;

/// So many scenes are cheap in any case.
const CHEAP: f64 = 5_000.0;

const MOST: f64 = 8.0;

impl Pace {
    /// The bound for the next sweep, where no solution has fewer than `at_least` moves.
    pub fn bound(&self, at_least: u16) -> u16 {
        let Some((last, cost)) = self.last else {
            return at_least;
        };
        let growth = self.growth.unwrap_or(TIMES).max(1.1);
        let times = TIMES.max(CHEAP / cost as f64);
        let more = (times.ln() / growth.ln()).min(MOST) as u16;
        at_least.max(last + more)
    }

    /// Notes what a sweep has cost; one that cost nothing tells nothing.
    pub fn note(&mut self, bound: u16, cost: u64) {
        if cost == 0 {
            return;
        }
        if let Some((last, before)) = self.last.filter(|&(last, _)| last < bound) {
            let times = cost as f64 / before as f64;
            self.growth = Some(times.powf(1.0 / f64::from(bound - last)));
        }
        self.last = Some((bound, cost));
    }
}
