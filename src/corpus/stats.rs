//! What is in the corpus, in numbers.

use std::collections::BTreeMap;

use super::census::{Census, Quantity};
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

    fn counted(census: &Census, features: usize) -> Self {
        let mut verdicts = [0; 9];
        for (verdict, number) in census.histogram(Quantity::Verdict) {
            verdicts[Verdict::of_number(verdict as i64) as usize] += number;
        }
        Self {
            puzzles: census.of(Quantity::Puzzles),
            with_seed: census.of(Quantity::WithSeed),
            verdicts,
            features: (0..features)
                .map(|feature| census.feature(feature))
                .collect(),
            grades: census.histogram(Quantity::Grade),
            nodes: census.histogram(Quantity::Nodes),
            confidences: census.histogram(Quantity::Confidence),
            nanos: census.of(Quantity::Nanos),
            timed: census.of(Quantity::Timed),
            ..Self::default()
        }
    }
}

/// Keeps a record if it is one of the `most` hardest so far, in their order.
fn keep_if_hard(hardest: &mut Vec<StoredPuzzle>, record: &Record, most: usize) {
    let effort = record.facts.effort;
    let Some(nodes) = effort.nodes else { return };
    let key = (nodes, effort.nanos);
    let place = hardest.partition_point(|found| {
        let kept = found.facts.effort;
        (kept.nodes.unwrap_or(0), kept.nanos) >= key
    });
    if place < most {
        hardest.insert(place, StoredPuzzle::from(record));
        hardest.truncate(most);
    }
}

impl Corpus {
    /// Counts of all records of a game, and the `hardest` ones.
    pub fn stats<G: Storable>(&self, hardest: usize) -> Result<CorpusStats, CorpusError> {
        let features = feature_names::<G>().len();
        let Some(game) = self.game::<G>()? else {
            return Ok(CorpusStats::counted(&Census::default(), features));
        };
        let (census, hardest) = match self.store.counted(game, hardest)? {
            Some(counted) => counted,
            None => self.count_all::<G>(hardest)?,
        };
        let mut stats = CorpusStats::counted(&census, features);
        stats.hardest = hardest;
        stats.conflicts = self.store.count_conflicts(game)?;
        let contents = self.store.contents(game)?;
        stats.twins = stats.puzzles.saturating_sub(contents);
        stats.sources = self.store.source_stats(game)?;
        Ok(stats)
    }

    /// Looks at every record.
    fn count_all<G: Storable>(
        &self,
        most: usize,
    ) -> Result<(Census, Vec<StoredPuzzle>), CorpusError> {
        let (mut census, mut hardest) = (Census::default(), Vec::new());
        let features = G::abilities().features;
        let counted = self.each::<G, std::convert::Infallible>(|record| {
            census.puzzle(features, record.puzzle, &record.facts);
            census.answer(record.answer.verdict, &record.facts.effort, 1);
            keep_if_hard(&mut hardest, record, most);
            Ok(())
        })?;
        let Ok(()) = counted;
        Ok((census, hardest))
    }
}
