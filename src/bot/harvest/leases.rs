//! Seeds that several harvesters share: each takes a part for some minutes, and another goes on with it if that
//! one falls silent.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, Sender, bounded};

use super::{HarvestError, Kept, Run};
use crate::bot::{Halt, Stop};
use crate::corpus::{Corpus, CorpusError, Lease, Leased, SharedPlan};
use crate::game::Storable;

/// How long a lease holds that is not renewed. Chosen: four renewals may fail before it is another's.
pub const TTL: Duration = Duration::from_secs(30);

/// Seeds of the first lease: a second or two of a quick game.
const FIRST: u64 = 60;
/// How long the next ones take, at the rate of those before.
const SPAN: Duration = Duration::from_secs(120);
/// Seeds of the largest.
const MOST: u64 = 1 << 16;
/// Between two questions whether there is something to do.
const IDLE: Duration = Duration::from_secs(1);

impl<G: Storable, F: FnMut(&Kept<G::Puzzle>, &super::Harvested)> Run<'_, G, F> {
    /// Harvests leases until all seeds of the plan are stored, whoever stored them.
    pub(super) fn shared(
        &mut self,
        plan: &SharedPlan,
        mut corpus: Corpus,
        stop: &Stop,
    ) -> Result<(), HarvestError> {
        self.presenter.first()?;
        let mut most = FIRST;
        loop {
            let shared = corpus.shared().ok_or(HarvestError::NotShared)?;
            let lease = match shared.lease(plan, most)? {
                Leased::Done => return Ok(()),
                Leased::Lease(lease) => lease,
                Leased::Wait => {
                    stop.sleep(IDLE);
                    match stop.thrown() {
                        Some(by) => return Err(Halt::Stopped(by).into()),
                        None => continue,
                    }
                }
            };
            let begun = (Instant::now(), self.tally);
            self.lease(plan, &lease, &corpus)?;
            let shown =
                (self.tally.new + self.tally.known).saturating_sub(begun.1.new + begun.1.known);
            if shown > 0 {
                let rate = shown as f64 / begun.0.elapsed().as_secs_f64();
                most = ((rate * SPAN.as_secs_f64()) as u64).clamp(1, MOST);
            }
        }
    }

    fn lease(
        &mut self,
        plan: &SharedPlan,
        lease: &Lease,
        corpus: &Corpus,
    ) -> Result<(), HarvestError> {
        let keeper = LeaseKeeper::start(corpus.again()?, plan.clone(), lease.clone());
        let there: HashSet<u64> = corpus
            .seeds::<G>(lease.seeds.clone())?
            .into_iter()
            .collect();
        for seed in lease.seeds.clone() {
            self.take_note();
            if keeper.is_lost() {
                return Ok(());
            }
            match there.contains(&seed) {
                true => self.tally.skipped += 1,
                false => {
                    let shown = self.presenter.seed(seed)?;
                    self.put(shown)?;
                }
            }
            keeper.note(seed - lease.seeds.start() + 1 - self.waiting.min(1));
        }
        // Done is what is stored for good.
        while self.waiting > 0 {
            self.wait()?;
        }
        Ok(keeper.end()?)
    }
}

/// Renews a lease while its harvester lives; gives it back when dropped.
struct LeaseKeeper {
    done: Arc<AtomicU64>,
    lost: Arc<AtomicBool>,
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<Result<(), CorpusError>>>,
}

impl LeaseKeeper {
    fn start(mut corpus: Corpus, plan: SharedPlan, lease: Lease) -> Self {
        let (done, lost) = (
            Arc::new(AtomicU64::new(0)),
            Arc::new(AtomicBool::new(false)),
        );
        let (end, ended) = bounded::<()>(1);
        let (own_done, own_lost) = (done.clone(), lost.clone());
        let thread = std::thread::spawn(move || {
            loop {
                let heard = ended.recv_timeout(plan.ttl / 4);
                let Some(shared) = corpus.shared() else {
                    return Ok(());
                };
                match heard {
                    Ok(()) => return shared.give_back(&plan, &lease, true),
                    Err(RecvTimeoutError::Disconnected) => {
                        return shared.give_back(&plan, &lease, false);
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        let done = own_done.load(Ordering::Relaxed);
                        match shared.renew(&plan, &lease, done) {
                            Ok(is_ours) => own_lost.store(!is_ours, Ordering::Relaxed),
                            // Who stores meets the same trouble, and says so.
                            Err(error) => tracing::warn!("a lease is not renewed: {error}"),
                        }
                    }
                }
            }
        });
        Self {
            done,
            lost,
            end: Some(end),
            thread: Some(thread),
        }
    }

    /// How many of its seeds are dealt with.
    fn note(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }

    /// Whether another has the lease now.
    fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// All seeds of the lease are stored.
    fn end(mut self) -> Result<(), CorpusError> {
        if let Some(end) = self.end.take() {
            // If nobody hears it, the thread ended: it says why.
            let _ = end.send(());
        }
        self.join()
    }

    fn join(&mut self) -> Result<(), CorpusError> {
        match self.thread.take() {
            Some(thread) => thread.join().expect("a thread that renews does not panic"),
            None => Ok(()),
        }
    }
}

impl Drop for LeaseKeeper {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Err(error) = self.join() {
            tracing::warn!("a lease is not given back: {error}");
        }
    }
}
