//! What is asked of a server, as SQL.

use std::ops::RangeInclusive;
use std::time::Duration;

use tokio_postgres::Row;

use super::copy::{self, each};
use super::wire::{Params, Trouble, Wire};
use super::write::{Adding, Answering};
use super::{PostgresStore, lease, parcels, tally};
use crate::base::record::{Answer, Batch, Effort, Facts, Record, Source, Verdict};
use crate::corpus::fingerprint::fingerprint;
use crate::corpus::{
    Census, Conflict, CorpusError, Job, Key, Quantity, ServerFault, Shared, SourceStats, Store,
    Stored, StoredPuzzle, Work,
};
use crate::game::ability::Features;

/// The columns of a record, in the order in which they are read.
macro_rules! columns {
    ($rest:literal) => {
        concat!(
            "SELECT p.id, p.source, p.seed, p.at, p.confidence, a.result, a.nodes, a.nanos, a.grade, ",
            "p.puzzle, a.solution, a.second, a.at_least ",
            $rest
        )
    };
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            columns!("FROM gridhand.puzzle p LEFT JOIN gridhand.answer a ON a.puzzle = p.id "),
            $rest
        )
    };
}

const GAME: &str = "SELECT id::bigint FROM gridhand.game WHERE name = $1";
const NEW_GAME: &str = "INSERT INTO gridhand.game (name) VALUES ($1) ON CONFLICT DO NOTHING";
pub(super) const GAMES: &str = "SELECT id::bigint, name FROM gridhand.game ORDER BY id";
const SOURCE: &str =
    "SELECT id::bigint FROM gridhand.source WHERE kind = $1 AND place = $2 AND begun = $3";
const NEW_SOURCE: &str =
    "INSERT INTO gridhand.source (kind, place, begun) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
const SOURCES: &str = "SELECT id::bigint, kind, place, begun FROM gridhand.source ORDER BY id";
const BY_SEED: &str = select!("WHERE p.game = $1::bigint AND p.seed = $2");
const BY_ID: &str = select!("WHERE p.game = $1::bigint AND p.id = $2");
const BY_CONTENT: &str =
    select!("WHERE p.game = $1::bigint AND p.print = $2 AND p.puzzle = $3 ORDER BY p.id LIMIT 1");
/// COPY takes nothing that is bound: the session is told where to go on. Both tables are read along their numbers.
const EACH: &str = concat!(
    "COPY (",
    select!(
        "WHERE p.game = current_setting('gridhand.game')::smallint \
         AND p.id > current_setting('gridhand.after')::bigint ORDER BY p.id"
    ),
    ") TO STDOUT (FORMAT binary)"
);
const ALONG: &str = "SET LOCAL enable_sort = off; SET LOCAL enable_hashjoin = off; \
    SET LOCAL enable_nestloop = off; SET LOCAL enable_seqscan = off";
const GO_ON: &str =
    "SELECT set_config('gridhand.game', $1, true), set_config('gridhand.after', $2, true)";
const ALL: &str = "SELECT id, puzzle FROM gridhand.puzzle \
    WHERE game = $1::bigint AND id > $2 ORDER BY id LIMIT $3";
const SEEDS: &str = "SELECT seed FROM gridhand.puzzle \
    WHERE game = $1::bigint AND seed BETWEEN $2 AND $3 ORDER BY seed";
const GAPS: &str = "SELECT earlier + 1, seed - 1 FROM \
    (SELECT seed, lag(seed, 1, $2::bigint - 1) OVER (ORDER BY seed) AS earlier FROM \
        (SELECT seed FROM gridhand.puzzle WHERE game = $1::bigint AND seed BETWEEN $2 AND $3 \
         UNION ALL SELECT $3::bigint + 1) there) steps \
    WHERE seed > earlier + 1 ORDER BY seed";
const CONFLICTS: &str = "SELECT seed, first, source::bigint, at, confidence, puzzle \
    FROM gridhand.conflict WHERE game = $1::bigint ORDER BY id";
const HARDEST: &str = columns!(
    "FROM (SELECT * FROM gridhand.answer WHERE game = $1::bigint::smallint AND nodes IS NOT NULL \
        ORDER BY nodes DESC, nanos DESC NULLS LAST, puzzle LIMIT $2) a \
    JOIN gridhand.puzzle p ON p.id = a.puzzle ORDER BY a.nodes DESC, a.nanos DESC NULLS LAST, p.id"
);
const SOURCE_STATS: &str = "SELECT s.kind, s.place, s.begun, t.puzzles, t.read, t.last_at - t.first_at \
    FROM gridhand.source_tally t JOIN gridhand.source s ON s.id = t.source \
    WHERE t.game = $1::bigint ORDER BY s.begun, s.id";
const FINDABLE: &str = "SELECT EXISTS (SELECT FROM gridhand.puzzle p \
        WHERE p.print = wanted.print AND p.game = $1::bigint AND p.puzzle = wanted.puzzle) \
    FROM unnest($2::bigint[], $3::bytea[]) WITH ORDINALITY AS wanted(print, puzzle, place) \
    ORDER BY wanted.place";
/// Every table is read a little: one that is broken, or not as it should be, says so.
const SOUND: &str = "SELECT (SELECT count(*) FROM (SELECT id, print, seed, at, confidence, source, game, \
        is_twin, puzzle FROM gridhand.puzzle LIMIT 1) a) \
    + (SELECT count(*) FROM (SELECT puzzle, nodes, nanos, at_least, result, grade, solution, second, game \
        FROM gridhand.answer LIMIT 1) b) \
    + (SELECT count(*) FROM (SELECT game, first, last FROM gridhand.pending LIMIT 1) c) \
    + (SELECT count(*) FROM (SELECT game, source, seed, at, confidence, first, puzzle \
        FROM gridhand.conflict LIMIT 1) d) \
    + (SELECT count(*) FROM (SELECT game, what, value, number FROM gridhand.tally LIMIT 1) e)";

impl Store for PostgresStore {
    fn name(&self) -> String {
        self.address.to_string()
    }

    fn again(&self) -> Result<Box<dyn Store>, CorpusError> {
        Ok(Box::new(Self::new(&self.address, self.patience)))
    }

    fn sound(&self) -> Result<(), CorpusError> {
        self.ask(|wire| wire.row(SOUND, &[]).map(drop))
    }

    fn game(&self, name: &str) -> Result<Option<i64>, CorpusError> {
        let found = self.ask(|wire| wire.maybe(GAME, &[&name]))?;
        Ok(found.map(|row| row.get(0)))
    }

    fn enter_game(&self, name: &str) -> Result<i64, CorpusError> {
        self.enter(GAME, NEW_GAME, &[&name])
    }

    fn games(&self) -> Result<Vec<(i64, String)>, CorpusError> {
        let all = self.ask(|wire| wire.rows(GAMES, &[]))?;
        Ok(all.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    fn enter_source(&self, source: &Source) -> Result<i64, CorpusError> {
        let key: Params = &[&source.kind, &source.place, &source.begun];
        self.enter(SOURCE, NEW_SOURCE, key)
    }

    fn sources(&self) -> Result<Vec<(i64, Source)>, CorpusError> {
        let all = self.ask(|wire| wire.rows(SOURCES, &[]))?;
        Ok(all.iter().map(|row| (row.get(0), source(row, 1))).collect())
    }

    fn count(&self, game: i64) -> Result<u64, CorpusError> {
        self.counted_of(game, Quantity::Puzzles)
    }

    fn find(&self, game: i64, key: Key) -> Result<Option<StoredPuzzle>, CorpusError> {
        let found = self.ask(|wire| match key {
            Key::Seed(seed) => wire.maybe(BY_SEED, &[&game, &(seed as i64)]),
            Key::Record(id) => wire.maybe(BY_ID, &[&game, &id]),
            Key::Content(packed) => {
                let print = fingerprint(game, packed);
                wire.maybe(BY_CONTENT, &[&game, &print, &packed])
            }
        })?;
        Ok(found.as_ref().map(stored_puzzle))
    }

    /// A walk that is broken off goes on behind the last record that was seen.
    fn each(&self, game: i64, see: &mut dyn FnMut(&Record) -> bool) -> Result<(), CorpusError> {
        let mut last = 0;
        let walked = self.ask(|wire| {
            wire.batch("BEGIN")?;
            let walked = walk(wire, game, &mut last, see)?;
            match walked {
                true => wire.batch("COMMIT").map(|()| true),
                false => Ok(false),
            }
        });
        if !walked? {
            // The server goes on sending; a new connection is quicker than to hear it out.
            self.wire.replace(None);
        }
        Ok(())
    }

    fn pending(
        &self,
        game: i64,
        after: i64,
        most: usize,
        all: bool,
    ) -> Result<(Vec<i64>, Batch), CorpusError> {
        let most = most as i64;
        let rows = self.ask(|wire| match all {
            true => wire.rows(ALL, &[&game, &after, &most]),
            false => parcels::pending(wire, game, after, most),
        })?;
        Ok(puzzles(&rows))
    }

    fn count_pending(&self, game: i64, all: bool) -> Result<u64, CorpusError> {
        if all {
            return self.count(game);
        }
        let census = self.ask(|wire| tally::counts(wire, game))?;
        let by_verdict = census.histogram(Quantity::Verdict);
        let unsolved = by_verdict.get(&(Verdict::Unsolved as usize));
        Ok(unsolved.copied().unwrap_or_default())
    }

    fn seeds(&self, game: i64, range: RangeInclusive<u64>) -> Result<Vec<u64>, CorpusError> {
        let edge = |seed: u64| i64::try_from(seed).unwrap_or(i64::MAX);
        let (first, last) = (edge(*range.start()), edge(*range.end()));
        let rows = self.ask(|wire| wire.rows(SEEDS, &[&game, &first, &last]))?;
        Ok(rows.iter().map(|row| row.get::<_, i64>(0) as u64).collect())
    }

    fn conflicts(&self, game: i64) -> Result<Vec<Conflict>, CorpusError> {
        let rows = self.ask(|wire| wire.rows(CONFLICTS, &[&game]))?;
        let conflict = |row: &Row| Conflict {
            seed: row.get::<_, i64>(0) as u64,
            first: row.get(1),
            source: row.get(2),
            at: row.get(3),
            confidence: row.get(4),
            puzzle: row.get(5),
        };
        Ok(rows.iter().map(conflict).collect())
    }

    fn counted(
        &self,
        game: i64,
        hardest: usize,
    ) -> Result<Option<(Census, Vec<StoredPuzzle>)>, CorpusError> {
        let most = i64::try_from(hardest).unwrap_or(i64::MAX);
        self.ask(|wire| {
            let census = tally::counts(wire, game)?;
            let hardest = wire.rows(HARDEST, &[&game, &most])?;
            Ok(Some((census, hardest.iter().map(stored_puzzle).collect())))
        })
    }

    fn count_conflicts(&self, game: i64) -> Result<u64, CorpusError> {
        self.counted_of(game, Quantity::Conflicts)
    }

    fn contents(&self, game: i64) -> Result<u64, CorpusError> {
        Ok(self.count(game)? - self.counted_of(game, Quantity::Twins)?)
    }

    fn source_stats(&self, game: i64) -> Result<Vec<SourceStats>, CorpusError> {
        let rows = self.ask(|wire| wire.rows(SOURCE_STATS, &[&game]))?;
        let stats = |row: &Row| {
            let puzzles = row.get::<_, i64>(3) as u64;
            SourceStats::new(source(row, 0), puzzles, row.get(4), row.get(5))
        };
        Ok(rows.iter().map(stats).collect())
    }

    fn are_findable(&self, game: i64, puzzles: &[&[u8]]) -> Result<Vec<bool>, CorpusError> {
        let prints = puzzles.iter().map(|puzzle| fingerprint(game, puzzle));
        let prints: Vec<i64> = prints.collect();
        let rows = self.ask(|wire| wire.rows(FINDABLE, &[&game, &prints, &puzzles]))?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    fn add(
        &mut self,
        game: i64,
        source: i64,
        job: Option<i64>,
        batch: &Batch,
    ) -> Result<Vec<Stored>, CorpusError> {
        let adding = Adding {
            game,
            source,
            job,
            batch,
            features: self.features(game)?,
        };
        let mut unsure = None;
        self.ask(|wire| adding.run(wire, &mut unsure))
    }

    fn set_answers(&mut self, game: i64, ids: &[i64], answers: &Batch) -> Result<(), CorpusError> {
        let hope = &self.unanswered;
        let answering = Answering { game, ids, answers };
        self.ask(|wire| answering.run(wire, hope))
    }

    fn job(&mut self, game: i64, plan: &str, wanted: u64, fresh: bool) -> Result<Job, CorpusError> {
        self.ask(|wire| {
            wire.batch("BEGIN")?;
            let job = lease::job(wire, game, plan, wanted as i64, fresh)?;
            wire.batch("COMMIT")?;
            Ok(job)
        })
    }

    fn gaps(
        &self,
        game: i64,
        range: RangeInclusive<u64>,
    ) -> Result<Vec<RangeInclusive<u64>>, CorpusError> {
        let (first, last) = (*range.start() as i64, *range.end() as i64);
        let rows = self.ask(|wire| wire.rows(GAPS, &[&game, &first, &last]))?;
        let gap = |row: &Row| row.get::<_, i64>(0) as u64..=row.get::<_, i64>(1) as u64;
        Ok(rows.iter().map(gap).collect())
    }

    fn works(&self) -> Result<Vec<Work>, CorpusError> {
        self.ask(lease::works)
    }

    fn be_patient(&mut self, time: Duration) {
        self.patience = time;
        self.wire.replace(None);
    }

    fn shared(&mut self) -> Option<&mut dyn Shared> {
        Some(self)
    }
}

impl PostgresStore {
    fn counted_of(&self, game: i64, what: Quantity) -> Result<u64, CorpusError> {
        Ok(self.ask(|wire| tally::counts(wire, game))?.of(what))
    }

    /// What a game tells of its puzzles.
    fn features(&self, game: i64) -> Result<Option<&'static dyn Features>, CorpusError> {
        if let Some(features) = self.features.borrow().get(&game) {
            return Ok(*features);
        }
        let found = self.games()?.into_iter().find(|(id, _)| *id == game);
        let features = found.and_then(|(_, name)| tally::features(&name));
        self.features.borrow_mut().insert(game, features);
        Ok(features)
    }

    /// The number of what may be there; what is not is entered. Asked for first: who may not enter anything may look.
    fn enter(
        &self,
        find: &'static str,
        enter: &'static str,
        key: Params,
    ) -> Result<i64, CorpusError> {
        let row = self.ask(|wire| {
            if let Some(row) = wire.maybe(find, key)? {
                return Ok(row);
            }
            wire.execute(enter, key)?;
            wire.row(find, key)
        })?;
        Ok(row.get(0))
    }
}

/// Looks at each record as a part of a change; whether `see` wanted all that there is.
pub(super) fn walk(
    wire: &Wire,
    game: i64,
    last: &mut i64,
    see: &mut dyn FnMut(&Record) -> bool,
) -> Result<bool, Trouble> {
    wire.batch(ALONG)?;
    wire.row(GO_ON, &[&game.to_string(), &last.to_string()])?;
    let mut incoming = wire.fetch(EACH)?;
    let mut bytes = Vec::new();
    let mut is_first = true;
    while wire.next(&mut incoming, &mut bytes)? {
        let seen = each(&bytes, is_first, &mut |values| {
            let record = copy::record(values)?;
            *last = record.id;
            Some(see(&record))
        });
        let Some((taken, goes_on)) = seen else {
            return Err(ServerFault::Other("it sent what is no record".into()).into());
        };
        if !goes_on {
            return Ok(false);
        }
        is_first &= taken == 0;
        bytes.drain(..taken);
    }
    Ok(true)
}

/// Rows of a number and a packed puzzle.
pub(super) fn puzzles(rows: &[Row]) -> (Vec<i64>, Batch) {
    let mut batch = Batch::default();
    for row in rows {
        batch.push(Default::default(), row.get(1), &Default::default());
    }
    (rows.iter().map(|row| row.get(0)).collect(), batch)
}

fn source(row: &Row, first: usize) -> Source {
    Source {
        kind: row.get(first),
        place: row.get(first + 1),
        begun: row.get(first + 2),
    }
}

fn stored_puzzle(row: &Row) -> StoredPuzzle {
    let number = |index: usize| row.get::<_, Option<i64>>(index).map(|n| n as u64);
    let verdict: Option<i16> = row.get(5);
    let grade: Option<i16> = row.get(8);
    let second: Option<&[u8]> = row.get(11);
    let record = Record {
        id: row.get(0),
        source: row.get::<_, i32>(1).into(),
        facts: Facts {
            seed: number(2),
            at: row.get(3),
            confidence: row.get(4),
            effort: Effort {
                nodes: number(6),
                nanos: number(7),
                grade: grade.and_then(|grade| u8::try_from(grade).ok()),
            },
        },
        puzzle: row.get(9),
        answer: Answer {
            verdict: verdict.map_or(Verdict::Unsolved, |n| Verdict::of_number(n.into())),
            solution: row.get(10),
            second: second.zip(number(12)),
        },
    };
    StoredPuzzle::from(&record)
}
