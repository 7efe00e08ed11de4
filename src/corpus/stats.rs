//! What is in the corpus, in numbers.

use std::collections::BTreeMap;

use super::{Corpus, CorpusError, SourceStats, StoredPuzzle};
use crate::base::record::{Record, Verdict};
use crate::game::{Storable, feature_names};

/// How often each value occurs.
pub type Histogram = BTreeMap<usize, u64>;

/// Everything that a report tells of a game's puzzles.
#[derive(Clone, Debug, Default)]
pub struct CorpusStats {
    pub puzzles: u64,
    pub with_seed: u64,
    /// By [`Verdict`].
    pub verdicts: [u64; 9],
    /// Puzzles whose content occurs under another seed, too.
    pub twins: u64,
    pub conflicts: u64,
    /// For each of the game's features.
    pub features: Vec<Histogram>,
    /// By the index of the game's grade; those that are not graded are left out.
    pub grades: Histogram,
    /// By the number of binary digits of the nodes that were searched: 1 is no guess at all.
    pub nodes: Histogram,
    /// Confidences of readings, in percent.
    pub confidences: Histogram,
    /// Time of all searches that told theirs.
    pub nanos: u64,
    pub timed: u64,
    /// Those that took the most nodes, then the longest, the hardest first.
    pub hardest: Vec<StoredPuzzle>,
    pub sources: Vec<SourceStats>,
}

impl CorpusStats {
    pub fn of(&self, verdict: Verdict) -> u64 {
        self.verdicts[verdict as usize]
    }

    /// The median and the largest of the times are not kept; this is the mean, in microseconds.
    pub fn mean_micros(&self) -> Option<f64> {
        (self.timed > 0).then(|| self.nanos as f64 / self.timed as f64 / 1e3)
    }

    fn count<G: Storable>(&mut self, record: &Record) {
        self.puzzles += 1;
        self.with_seed += u64::from(record.facts.seed.is_some());
        self.verdicts[record.answer.verdict as usize] += 1;
        if let Some(features) = G::abilities().features {
            features.features(record.puzzle, &mut |feature, value| {
                *self.features[feature].entry(value).or_default() += 1;
            });
        }
        let effort = record.facts.effort;
        if let Some(grade) = effort.grade {
            *self.grades.entry(usize::from(grade)).or_default() += 1;
        }
        if let Some(nodes) = effort.nodes {
            *self.nodes.entry(digits(nodes)).or_default() += 1;
        }
        if let Some(nanos) = effort.nanos {
            self.nanos += nanos;
            self.timed += 1;
        }
        if let Some(confidence) = record.facts.confidence {
            let percent = (confidence * 100.0).floor() as usize;
            *self.confidences.entry(percent).or_default() += 1;
        }
    }

    fn keep_if_hard(&mut self, record: &Record, most: usize) {
        let effort = record.facts.effort;
        let Some(nodes) = effort.nodes else { return };
        let key = (nodes, effort.nanos);
        let place = self.hardest.partition_point(|found| {
            let kept = found.facts.effort;
            (kept.nodes.unwrap_or(0), kept.nanos) >= key
        });
        if place < most {
            self.hardest.insert(place, StoredPuzzle::from(record));
            self.hardest.truncate(most);
        }
    }
}

/// Binary digits of a number of nodes, at least one.
fn digits(nodes: u64) -> usize {
    (u64::BITS - nodes.max(1).leading_zeros()) as usize
}

impl Corpus {
    /// Counts all records of a game, and keeps the `hardest` ones.
    pub fn stats<G: Storable>(&self, hardest: usize) -> Result<CorpusStats, CorpusError> {
        let mut stats = CorpusStats {
            features: vec![Histogram::new(); feature_names::<G>().len()],
            ..CorpusStats::default()
        };
        let Some(game) = self.game::<G>()? else {
            return Ok(stats);
        };
        let counted = self.each::<G, std::convert::Infallible>(|record| {
            stats.count::<G>(record);
            stats.keep_if_hard(record, hardest);
            Ok(())
        })?;
        let Ok(()) = counted;
        stats.conflicts = self.store.count_conflicts(game)?;
        let contents = self.store.contents(game)?;
        stats.twins = stats.puzzles.saturating_sub(contents);
        stats.sources = self.store.source_stats(game)?;
        Ok(stats)
    }
}
