//! Solving all that is unsolved: one thread reads, all cores solve, one thread writes.

use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Receiver, Sender, bounded};
use rayon::prelude::*;

use super::{Corpus, CorpusError};
use crate::base::Limits;
use crate::base::record::{Answer, Batch, Facts, Verdict};
use crate::game::{Solutions, Storable};

/// So many puzzles are read, solved and written at a time.
const LOAD: usize = 1 << 16;
/// So many are taken at a time of what is shared: few enough that nobody has all of it.
const TAKEN: usize = 1 << 14;
/// So many are solved by one core at a time.
const SHARE: usize = 256;

/// What solving in bulk did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolveTally {
    /// By [`Verdict`]; what is not a puzzle counts as unsolved.
    pub verdicts: [u64; 9],
    pub total: u64,
}

impl SolveTally {
    pub fn of(&self, verdict: Verdict) -> u64 {
        self.verdicts[verdict as usize]
    }

    fn count(&mut self, answers: &Batch) {
        for index in 0..answers.len() {
            self.verdicts[answers.answer(index).verdict as usize] += 1;
        }
        self.total += answers.len() as u64;
    }
}

/// Which puzzles to solve and how.
#[derive(Clone, Debug, Default)]
pub struct SolveSettings {
    pub limits: Limits,
    /// Also those that have an answer.
    pub again: bool,
    /// Also tell how hard each is for a person.
    pub grade: bool,
}

impl Corpus {
    /// Solves every puzzle that has no answer and stores what comes of it. Calls `told` with the
    /// count so far after each load is in the file. When `stop` is set it ends after that; what is
    /// left is solved next time.
    pub fn solve<G: Storable>(
        &mut self,
        settings: &SolveSettings,
        stop: &AtomicBool,
        mut told: impl FnMut(&SolveTally),
    ) -> Result<SolveTally, CorpusError> {
        let mut tally = SolveTally::default();
        let Some(game) = self.game::<G>()? else {
            return Ok(tally);
        };
        let reader = self.again()?;
        let (sender, solved) = bounded(2);
        std::thread::scope(|scope| {
            let solving =
                scope.spawn(move || solve_all::<G>(&reader, game, settings, stop, &sender));
            self.write_all(game, &solved, &mut tally, &mut told)?;
            solving.join().expect("a solving thread does not panic")
        })?;
        Ok(tally)
    }

    /// The same with all others who solve a corpus that is shared: each takes what nobody has. What one had when
    /// it ended is anybody's again.
    ///
    /// # Errors
    /// As those of the corpus; a file hands out nothing, so that nothing is solved.
    pub fn solve_shared<G: Storable>(
        &mut self,
        settings: &SolveSettings,
        stop: &AtomicBool,
        mut told: impl FnMut(&SolveTally),
    ) -> Result<SolveTally, CorpusError> {
        let mut tally = SolveTally::default();
        let Some(game) = self.game::<G>()? else {
            return Ok(tally);
        };
        let takers = [self.again()?, self.again()?];
        let (sender, solved) = bounded(2);
        std::thread::scope(|scope| {
            let threads = takers.map(|taker| {
                let sender = sender.clone();
                scope.spawn(move || solve_taken::<G>(taker, game, settings, stop, &sender))
            });
            drop(sender);
            for answers in solved {
                tally.count(&answers);
                told(&tally);
            }
            let mut ended = threads
                .into_iter()
                .map(|thread| thread.join().expect("a solving thread does not panic"));
            ended.try_for_each(|ended| ended)
        })?;
        Ok(tally)
    }

    fn write_all(
        &mut self,
        game: i64,
        solved: &Receiver<Load>,
        tally: &mut SolveTally,
        told: &mut impl FnMut(&SolveTally),
    ) -> Result<(), CorpusError> {
        for (ids, answers) in solved {
            self.set_answers(game, &ids, &answers)?;
            tally.count(&answers);
            told(tally);
        }
        Ok(())
    }
}

/// Takes, solves and answers load after load, until there is none.
fn solve_taken<G: Storable>(
    mut corpus: Corpus,
    game: i64,
    settings: &SolveSettings,
    stop: &AtomicBool,
    out: &Sender<Batch>,
) -> Result<(), CorpusError> {
    while let (Some(shared), false) = (corpus.shared(), stop.load(Ordering::Relaxed)) {
        let (ids, puzzles) = shared.take(game, TAKEN)?;
        let answers = answers::<G>(&puzzles, settings);
        shared.answer(game, &ids, &answers)?;
        if ids.is_empty() || out.send(answers).is_err() {
            break;
        }
    }
    Ok(())
}

/// Records and their answers.
type Load = (Vec<i64>, Batch);

fn solve_all<G: Storable>(
    reader: &Corpus,
    game: i64,
    settings: &SolveSettings,
    stop: &AtomicBool,
    out: &Sender<Load>,
) -> Result<(), CorpusError> {
    let mut last = 0;
    while !stop.load(Ordering::Relaxed) {
        let (ids, puzzles) = reader.pending(game, last, LOAD, settings.again)?;
        let Some(&newest) = ids.last() else {
            break;
        };
        last = newest;
        let answers = answers::<G>(&puzzles, settings);
        // The writer failed: it says why.
        if out.send((ids, answers)).is_err() {
            break;
        }
    }
    Ok(())
}

/// The answers of a batch of packed puzzles, in the same order, by all cores; their puzzles are
/// left out.
pub fn answers<G: Storable>(puzzles: &Batch, settings: &SolveSettings) -> Batch {
    let shares: Vec<Batch> = (0..puzzles.len().div_ceil(SHARE))
        .into_par_iter()
        .map(|share| {
            let (mut solutions, mut batch) = (Solutions::default(), Batch::default());
            let end = ((share + 1) * SHARE).min(puzzles.len());
            for index in share * SHARE..end {
                let packed = puzzles.puzzle(index);
                answer::<G>(packed, settings, &mut solutions, &mut batch);
            }
            batch
        })
        .collect();
    let mut all = Batch::default();
    for share in shares {
        all.append(share);
    }
    all
}

/// Solves one packed puzzle into `out`; what is no puzzle stays unsolved.
fn answer<G: Storable>(
    packed: &[u8],
    settings: &SolveSettings,
    solutions: &mut Solutions,
    out: &mut Batch,
) {
    let Some(solved) = G::solve_packed(packed, &settings.limits, solutions) else {
        out.push(Facts::default(), &[], &Answer::default());
        return;
    };
    let mut effort = solved.effort;
    if settings.grade && matches!(solved.verdict, Verdict::Unique | Verdict::Solved) {
        effort.grade = G::abilities()
            .grades
            .and_then(|grades| grades.grade(packed));
    }
    let facts = Facts {
        effort,
        ..Facts::default()
    };
    out.push(facts, &[], &solutions.answer(solved.verdict));
}
