//! Counts that are kept while puzzles and answers are stored, so that nobody has to look at all of them.

use tokio_postgres::Row;

use super::store::{GAMES, walk};
use super::wire::{Trouble, Wire};
use crate::base::record::{Batch, Effort, Verdict};
use crate::corpus::{Census, Quantity};
use crate::game::ability::Features;
use crate::games::GameId;
use crate::with_game;

const COUNT: &str = "SELECT gridhand.count($1, $2, $3, $4)";
const COUNT_SOURCE: &str = "SELECT gridhand.count_source($1, $2, $3, $4, $5, $6)";
const COUNTS: &str =
    "SELECT what, value, number FROM gridhand.tally WHERE game = $1::bigint::smallint";
/// Before answers are compared with those that are there.
const ALONE: &str = "SELECT pg_advisory_xact_lock(1735551332, 3)";
const REPLACED: &str = "SELECT a.result, a.nodes, a.nanos, a.grade \
    FROM staged s JOIN gridhand.answer a ON a.puzzle = s.puzzle";

/// What a game can tell of its puzzles, by its name.
pub fn features(name: &str) -> Option<&'static dyn Features> {
    let game = GameId::of_name(name)?;
    with_game!(game, G => <G as crate::game::Game>::abilities().features)
}

/// Enters what changed, as the last thing before a change is made.
pub fn enter(wire: &Wire, game: i64, census: &Census) -> Result<(), Trouble> {
    let (whats, values, numbers) = census.rows();
    if whats.is_empty() {
        return Ok(());
    }
    wire.row(COUNT, &[&game, &whats, &values, &numbers])
        .map(drop)
}

/// Enters what a source brought: drafts of a batch that became records.
pub fn enter_source(
    wire: &Wire,
    [source, game]: [i64; 2],
    batch: &Batch,
    new: impl Iterator<Item = usize> + Clone,
) -> Result<(), Trouble> {
    let puzzles = new.clone().count() as i64;
    if puzzles == 0 {
        return Ok(());
    }
    let times = new.filter_map(|draft| batch.facts(draft).at);
    let read = times.clone().count() as i64;
    let (first, last) = (times.clone().min(), times.max());
    let counted = wire.row(
        COUNT_SOURCE,
        &[&source, &game, &puzzles, &read, &first, &last],
    );
    counted.map(drop)
}

pub fn counts(wire: &Wire, game: i64) -> Result<Census, Trouble> {
    let mut census = Census::default();
    for row in wire.rows(COUNTS, &[&game])? {
        census.enter(row.get(0), row.get(1), row.get(2));
    }
    Ok(census)
}

/// Counts the answers that are staged out, for others are to take their place. Until the change is made nobody else
/// counts.
pub fn take_back(wire: &Wire, census: &mut Census) -> Result<(), Trouble> {
    wire.row(ALONE, &[])?;
    for row in wire.rows(REPLACED, &[])? {
        let (verdict, effort) = answer(&row);
        census.answer(verdict, &effort, -1);
        census.answer(Verdict::Unsolved, &Effort::default(), 1);
    }
    Ok(())
}

/// The verdict, nodes, nanos and grade that a row begins with.
pub fn answer(row: &Row) -> (Verdict, Effort) {
    let number = |index: usize| row.get::<_, Option<i64>>(index).map(|n| n as u64);
    let grade: Option<i16> = row.get(3);
    let effort = Effort {
        nodes: number(1),
        nanos: number(2),
        grade: grade.and_then(|grade| u8::try_from(grade).ok()),
    };
    (Verdict::of_number(row.get::<_, i16>(0).into()), effort)
}

/// Counts all that is there and was not counted when it was stored, as a part of a change.
pub fn count_all(wire: &Wire) -> Result<(), Trouble> {
    for row in wire.rows(GAMES, &[])? {
        let (game, features) = (row.get(0), features(row.get(1)));
        let mut census = Census::default();
        walk(wire, game, &mut 0, &mut |record| {
            census.puzzle(features, record.puzzle, &record.facts);
            census.answer(record.answer.verdict, &record.facts.effort, 1);
            true
        })?;
        enter(wire, game, &census)?;
    }
    Ok(())
}

/// Changes of a census by numbers alone.
pub fn note(census: &mut Census, what: Quantity, number: usize) {
    if number > 0 {
        census.add(what, 0, number as i64);
    }
}
