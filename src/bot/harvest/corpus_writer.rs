//! The storing thread: takes what was read into the corpus, all that waits in one go.

use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender};

use super::HarvestError;
use super::presenter::ShownPuzzle;
use crate::base::record::{Answer, Batch, Facts, Source, Verdict};
use crate::corpus::{Corpus, CorpusError, SolveSettings, Spool, Stored, answers};
use crate::game::Storable;

/// A puzzle that is in the corpus for good.
#[derive(Clone, Debug)]
pub struct Kept<P> {
    pub shown: ShownPuzzle<P>,
    pub stored: Stored,
    /// What the solver said; unsolved if it was not asked.
    pub verdict: Verdict,
}

/// How puzzles are written to the corpus.
#[derive(Clone, Debug)]
pub struct Keeping {
    pub game: i64,
    pub source: i64,
    /// What that number stands for.
    pub origin: Source,
    /// The harvest that new puzzles count for.
    pub job: Option<i64>,
    pub solve: Option<SolveSettings>,
    /// Where goes what the corpus cannot take now.
    pub spool: Option<Spool>,
}

/// A corpus on a thread of its own.
pub struct CorpusWriter<G: Storable> {
    inbox: Option<Sender<ShownPuzzle<G::Puzzle>>>,
    outbox: Receiver<Kept<G::Puzzle>>,
    thread: Option<JoinHandle<Result<(), HarvestError>>>,
}

impl<G: Storable> CorpusWriter<G> {
    pub fn start(mut corpus: Corpus, keeping: Keeping) -> Self {
        let (inbox, waiting) = crossbeam_channel::unbounded::<ShownPuzzle<G::Puzzle>>();
        let (kept, outbox) = crossbeam_channel::unbounded();
        let thread = std::thread::spawn(move || {
            while let Ok(first) = waiting.recv() {
                let mut load: Vec<ShownPuzzle<G::Puzzle>> =
                    std::iter::once(first).chain(waiting.try_iter()).collect();
                let batch = batch::<G>(&load, &keeping);
                let stored = corpus.harvest(keeping.game, keeping.source, keeping.job, &batch);
                let stored = match stored {
                    Ok(stored) => stored,
                    Err(error) => {
                        load.extend(waiting.try_iter());
                        return Err(kept_back::<G>(error, &load, &keeping));
                    }
                };
                for (index, (shown, stored)) in load.into_iter().zip(stored).enumerate() {
                    let verdict = batch.answer(index).verdict;
                    // Nobody may be left to be told; it is stored all the same.
                    let _ = kept.send(Kept {
                        shown,
                        stored,
                        verdict,
                    });
                }
            }
            Ok(())
        });
        Self {
            inbox: Some(inbox),
            outbox,
            thread: Some(thread),
        }
    }

    /// Hands a puzzle over to be stored soon.
    ///
    /// # Errors
    /// The corpus failed.
    pub fn put(&mut self, shown: ShownPuzzle<G::Puzzle>) -> Result<(), HarvestError> {
        let inbox = self.inbox.as_ref().expect("open until it is closed");
        match inbox.send(shown) {
            Ok(()) => Ok(()),
            Err(_) => self.close(),
        }
    }

    /// What was stored since the last call.
    pub fn kept(&self) -> impl Iterator<Item = Kept<G::Puzzle>> {
        self.outbox.try_iter()
    }

    /// Waits for the next that is stored.
    ///
    /// # Errors
    /// The corpus failed.
    pub fn next_kept(&mut self) -> Result<Option<Kept<G::Puzzle>>, HarvestError> {
        match self.outbox.recv() {
            Ok(kept) => Ok(Some(kept)),
            Err(_) => self.close().map(|()| None),
        }
    }

    /// Waits until all that was put is stored.
    ///
    /// # Errors
    /// The corpus failed.
    pub fn close(&mut self) -> Result<(), HarvestError> {
        drop(self.inbox.take());
        match self.thread.take() {
            Some(thread) => thread.join().expect("the storing thread does not panic"),
            None => Ok(()),
        }
    }
}

impl<G: Storable> Drop for CorpusWriter<G> {
    fn drop(&mut self) {
        if let Err(error) = self.close() {
            tracing::error!("{error}");
        }
    }
}

/// Puts what the corpus cannot take now where the next harvest finds it.
fn kept_back<G: Storable>(
    error: CorpusError,
    load: &[ShownPuzzle<G::Puzzle>],
    keeping: &Keeping,
) -> HarvestError {
    let Some(spool) = keeping.spool.as_ref().filter(|_| error.may_pass()) else {
        return error.into();
    };
    let batch = batch::<G>(load, keeping);
    match spool.keep(G::NAME, &keeping.origin, &batch) {
        Ok(file) => HarvestError::Spooled {
            error,
            count: batch.len(),
            file: file.display().to_string(),
        },
        Err(other) => {
            tracing::error!("{other}");
            error.into()
        }
    }
}

fn batch<G: Storable>(load: &[ShownPuzzle<G::Puzzle>], keeping: &Keeping) -> Batch {
    let mut puzzles = Batch::default();
    let mut packed = Vec::new();
    for shown in load {
        packed.clear();
        G::pack(&shown.puzzle, &mut packed);
        let facts = Facts {
            seed: G::seed(&shown.puzzle),
            at: Some(shown.at),
            // More digits would say nothing, and some programs cannot keep them.
            confidence: Some((f64::from(shown.confidence) * 1e4).round() / 1e4),
            ..Facts::default()
        };
        puzzles.push(facts, &packed, &Answer::default());
    }
    match &keeping.solve {
        Some(settings) => solved::<G>(&puzzles, settings),
        None => puzzles,
    }
}

fn solved<G: Storable>(puzzles: &Batch, settings: &SolveSettings) -> Batch {
    let found = answers::<G>(puzzles, settings);
    let mut solved = Batch::default();
    for index in 0..puzzles.len() {
        let facts = Facts {
            effort: found.facts(index).effort,
            ..*puzzles.facts(index)
        };
        solved.push(facts, puzzles.puzzle(index), &found.answer(index));
    }
    solved
}
