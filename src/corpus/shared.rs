//! What only a place that many machines share can do: hand out work, so that none is done twice and none is left.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::CorpusError;
use crate::base::record::Batch;

/// Seeds that several harvesters share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedPlan {
    pub game: i64,
    pub seeds: RangeInclusive<u64>,
    /// Who asks: a host, a process and a profile.
    pub holder: String,
    /// How long a lease holds if it is not renewed.
    pub ttl: Duration,
}

/// Seeds that are one harvester's until it gives them back or stays silent for too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    pub id: i64,
    pub seeds: RangeInclusive<u64>,
}

/// What an asker for work gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leased {
    Lease(Lease),
    /// All is handed out, and not all of it is done: who has it may yet die.
    Wait,
    /// All is done.
    Done,
}

/// Who works on what.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    pub game: String,
    /// Seeds, or a profile and its window.
    pub plan: String,
    /// None if the plan is shared and nobody holds a part of it now.
    pub holder: Option<String>,
    /// The part that the holder has.
    pub seeds: Option<RangeInclusive<u64>>,
    pub wanted: u64,
    pub done: u64,
    /// ms since 1970.
    pub begun: i64,
    /// Since the holder was last heard of.
    pub silent: Option<Duration>,
    /// The lease ran out: another may have it.
    pub is_stalled: bool,
    pub is_ended: bool,
}

impl Work {
    /// A harvest of a number of puzzles: wanted and done, and when it was begun.
    pub(super) fn of_job(
        game: String,
        plan: String,
        [wanted, done]: [i64; 2],
        begun: i64,
        is_ended: bool,
    ) -> Self {
        Self {
            game,
            plan,
            holder: None,
            seeds: None,
            wanted: wanted as u64,
            done: done as u64,
            begun,
            silent: None,
            is_stalled: false,
            is_ended,
        }
    }

    /// Done a second, of what took some time.
    pub fn rate(&self, now: i64) -> Option<f64> {
        let seconds = (now - self.begun) as f64 / 1e3;
        (self.done > 0 && seconds > 0.0).then(|| self.done as f64 / seconds)
    }

    /// Seconds until all is done, at this rate.
    pub fn left(&self, now: i64) -> Option<f64> {
        let rate = self.rate(now)?;
        (!self.is_ended).then(|| self.wanted.saturating_sub(self.done) as f64 / rate)
    }
}

/// Hands out work.
///
/// # Errors
/// As those of a [`Store`](super::Store).
pub trait Shared {
    /// The next part of a plan, at most `most` seeds: one whose holder was silent for too long, or one that nobody
    /// had yet. The plan is entered when it is first asked for.
    fn lease(&mut self, plan: &SharedPlan, most: u64) -> Result<Leased, CorpusError>;

    /// Tells that the holder is alive, and how many seeds of its lease are dealt with; false if the lease is
    /// another's by now.
    fn renew(&mut self, plan: &SharedPlan, lease: &Lease, done: u64) -> Result<bool, CorpusError>;

    /// Gives a lease back: done with, or for another to go on with at once.
    fn give_back(
        &mut self,
        plan: &SharedPlan,
        lease: &Lease,
        is_done: bool,
    ) -> Result<(), CorpusError>;

    /// Puzzles of a game without an answer that no other solver has now. They are this one's until it
    /// [answers](Self::answer) them; if it ends before, they are anybody's at once.
    fn take(&mut self, game: i64, most: usize) -> Result<(Vec<i64>, Batch), CorpusError>;

    /// Lets a role read everything, and add to it if it `may_append`; what is stored it can never change.
    fn grant(&mut self, role: &str, may_append: bool) -> Result<(), CorpusError>;

    /// Stores the answers of those that were taken.
    fn answer(&mut self, game: i64, ids: &[i64], answers: &Batch) -> Result<(), CorpusError>;
}
