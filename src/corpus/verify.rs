//! Whether everything in the corpus is as it should be.

use rayon::prelude::*;

use super::{Corpus, CorpusError, StoredPuzzle};
use crate::base::record::Verdict;
use crate::game::Storable;

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyFinding {
    pub record: i64,
    pub seed: Option<u64>,
    pub what: String,
}

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    pub records: u64,
    /// Solutions that obey the rules.
    pub solutions: u64,
    pub findings: Vec<VerifyFinding>,
}

/// Records that are checked at a time.
const LOAD: usize = 1 << 14;

impl Corpus {
    /// Looks through the structure of the file, unpacks every puzzle of a game, finds it by its
    /// content, and checks every solution by the plain rules. Calls `told` with the count so far
    /// now and then.
    ///
    /// # Errors
    /// The file is damaged: it says so before anything is checked.
    pub fn verify<G: Storable>(&self, mut told: impl FnMut(u64)) -> Result<Verified, CorpusError> {
        self.store.sound()?;
        let mut verified = Verified::default();
        let game = self.game::<G>()?.unwrap_or_default();
        let lookup = self.again()?;
        let mut waiting: Vec<StoredPuzzle> = Vec::with_capacity(LOAD);
        let mut check = |waiting: &mut Vec<StoredPuzzle>| {
            lookup.check_load::<G>(game, waiting, &mut verified)?;
            waiting.clear();
            told(verified.records);
            Ok::<_, CorpusError>(())
        };
        self.each::<G, CorpusError>(|record| {
            waiting.push(StoredPuzzle::from(record));
            match waiting.len() {
                LOAD => check(&mut waiting),
                _ => Ok(()),
            }
        })??;
        check(&mut waiting)?;
        Ok(verified)
    }

    fn check_load<G: Storable>(
        &self,
        game: i64,
        load: &[StoredPuzzle],
        verified: &mut Verified,
    ) -> Result<(), CorpusError> {
        let checked: Vec<Result<u64, String>> = load.par_iter().map(check::<G>).collect();
        let puzzles: Vec<&[u8]> = load.iter().map(|found| found.puzzle.as_slice()).collect();
        let are_findable = self.store.are_findable(game, &puzzles)?;
        for ((found, result), is_findable) in load.iter().zip(checked).zip(are_findable) {
            let mut add = |what: String| {
                verified.findings.push(VerifyFinding {
                    record: found.id,
                    seed: found.facts.seed,
                    what,
                });
            };
            match result {
                Ok(solutions) => verified.solutions += solutions,
                Err(what) => add(what),
            }
            if !is_findable {
                add("it is not found by its content: its bytes changed".into());
            }
        }
        verified.records += load.len() as u64;
        Ok(())
    }
}

/// How many of its solutions are right; an error if one is not.
fn check<G: Storable>(found: &StoredPuzzle) -> Result<u64, String> {
    G::unpack(&found.puzzle).ok_or("its bytes are no puzzle")?;
    let Some(solution) = &found.solution else {
        return match found.verdict.has_solution() {
            true => Err(format!("it is {}, but has no solution", found.verdict)),
            false => Ok(0),
        };
    };
    G::check(&found.puzzle, solution).map_err(|what| format!("its solution is wrong: {what}"))?;
    let Some((second, _)) = &found.second else {
        return match found.verdict {
            Verdict::Several => Err("it has several solutions, but only one is here".into()),
            _ => Ok(1),
        };
    };
    G::check(&found.puzzle, second)
        .map_err(|what| format!("its second solution is wrong: {what}"))?;
    match second == solution {
        true => Err("its two solutions are the same".into()),
        false => Ok(2),
    }
}
