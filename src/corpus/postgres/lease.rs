//! Work that is handed out: seeds by leases, puzzles without an answer by a queue.

use std::time::Duration;

use tokio_postgres::Row;

use super::wire::{Trouble, Wire};
use super::write::Answering;
use super::{PostgresStore, parcels};
use crate::base::record::{Batch, now};
use crate::corpus::{CorpusError, Job, Lease, Leased, Shared, SharedPlan, Work};

const ENTER: &str = "INSERT INTO gridhand.plan (game, first, last, next) \
    VALUES ($1::bigint::smallint, $2, $3, $2) ON CONFLICT DO NOTHING";
/// Who hands out of a plan does so alone.
const PLAN: &str = "SELECT id, next, ended IS NOT NULL FROM gridhand.plan \
    WHERE game = $1::bigint AND first = $2 AND last = $3 FOR UPDATE";
const ABANDONED: &str = "UPDATE gridhand.lease SET holder = $2, done = 0, taken = now(), renewed = now(), \
        until = now() + make_interval(secs => $3) \
    WHERE id = (SELECT id FROM gridhand.lease WHERE plan = $1 AND ended IS NULL AND until < now() \
        ORDER BY first LIMIT 1) RETURNING id, first, last";
const CARVE: &str = "UPDATE gridhand.plan SET next = $2 WHERE id = $1";
const LEASE: &str = "INSERT INTO gridhand.lease (plan, first, last, holder, until) \
    VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5)) RETURNING id, first, last";
const ARE_OPEN: &str =
    "SELECT EXISTS (SELECT FROM gridhand.lease WHERE plan = $1 AND ended IS NULL)";
/// The first seed of a plan that has no record.
const FIRST_GAP: &str = "SELECT CASE \
        WHEN NOT EXISTS (SELECT FROM gridhand.puzzle WHERE game = $1::bigint AND seed = $2) THEN $2 \
        ELSE (SELECT p.seed + 1 FROM gridhand.puzzle p \
            WHERE p.game = $1::bigint AND p.seed >= $2 AND p.seed < $3 AND NOT EXISTS \
                (SELECT FROM gridhand.puzzle q WHERE q.game = p.game AND q.seed = p.seed + 1) \
            ORDER BY p.seed LIMIT 1) END";
const END_PLAN: &str = "UPDATE gridhand.plan SET ended = coalesce(ended, now()) WHERE id = $1";
const REOPEN: &str = "UPDATE gridhand.plan SET ended = NULL, next = $2 WHERE id = $1";
const RENEW: &str = "UPDATE gridhand.lease SET done = $3, renewed = now(), \
        until = now() + make_interval(secs => $4) \
    WHERE id = $1 AND holder = $2 AND ended IS NULL";
const END_LEASE: &str = "UPDATE gridhand.lease SET done = last - first + 1, renewed = now(), ended = now() \
    WHERE id = $1 AND holder = $2 AND ended IS NULL";
const LET_GO: &str =
    "UPDATE gridhand.lease SET until = now() WHERE id = $1 AND holder = $2 AND ended IS NULL";
const UNFINISHED: &str = "SELECT id, done FROM gridhand.job \
    WHERE game = $1::bigint AND plan = $2 AND wanted = $3 AND ended IS NULL \
    ORDER BY id LIMIT 1 FOR UPDATE";
const END_JOB: &str = "UPDATE gridhand.job SET ended = $1 WHERE id = $2";
const NEW_JOB: &str = "INSERT INTO gridhand.job (game, plan, wanted, done, begun) \
    VALUES ($1::bigint::smallint, $2, $3, 0, $4) RETURNING id";
const GRANT: &str = "SELECT gridhand.grant_to($1, $2)";
const JOBS: &str = "SELECT g.name, j.plan, j.wanted, j.done, j.begun, j.ended IS NOT NULL \
    FROM gridhand.job j JOIN gridhand.game g ON g.id = j.game ORDER BY j.id";
const PLANS: &str = "SELECT g.name, p.first, p.last, \
        (p.next - p.first) - coalesce((SELECT sum(l.last - l.first + 1 - l.done) FROM gridhand.lease l \
            WHERE l.plan = p.id AND l.ended IS NULL), 0)::bigint, \
        (extract(epoch FROM p.begun) * 1000)::bigint, p.ended IS NOT NULL \
    FROM gridhand.plan p JOIN gridhand.game g ON g.id = p.game ORDER BY p.id";
const LEASES: &str = "SELECT g.name, p.first, p.last, l.holder, l.first, l.last, l.done, \
        (extract(epoch FROM l.taken) * 1000)::bigint, \
        (extract(epoch FROM now() - l.renewed) * 1000)::bigint, l.until < now() \
    FROM gridhand.lease l JOIN gridhand.plan p ON p.id = l.plan JOIN gridhand.game g ON g.id = p.game \
    WHERE l.ended IS NULL ORDER BY l.id";

/// So many leases are the rest of a plan at least.
const SHARES: i64 = 16;

impl Shared for PostgresStore {
    fn lease(&mut self, plan: &SharedPlan, most: u64) -> Result<Leased, CorpusError> {
        self.ask(|wire| {
            wire.batch("BEGIN")?;
            let leased = lease(wire, plan, most)?;
            wire.batch("COMMIT")?;
            Ok(leased)
        })
    }

    fn renew(&mut self, plan: &SharedPlan, lease: &Lease, done: u64) -> Result<bool, CorpusError> {
        let seconds = plan.ttl.as_secs_f64();
        let done = done as i64;
        let renewed =
            self.ask(|wire| wire.execute(RENEW, &[&lease.id, &plan.holder, &done, &seconds]))?;
        Ok(renewed == 1)
    }

    fn give_back(
        &mut self,
        plan: &SharedPlan,
        lease: &Lease,
        is_done: bool,
    ) -> Result<(), CorpusError> {
        let sql = if is_done { END_LEASE } else { LET_GO };
        self.ask(|wire| wire.execute(sql, &[&lease.id, &plan.holder]).map(drop))
    }

    fn grant(&mut self, role: &str, may_append: bool) -> Result<(), CorpusError> {
        self.ask(|wire| wire.execute(GRANT, &[&role, &may_append]).map(drop))
    }

    fn take(&mut self, game: i64, most: usize) -> Result<(Vec<i64>, Batch), CorpusError> {
        self.ask(|wire| {
            wire.batch(parcels::BEGIN)?;
            parcels::take(wire, game, most)
        })
    }

    /// The change that took them ends with their answers. If it is gone, so is the claim: they are stored all the
    /// same, for an answer is one whoever found it.
    fn answer(&mut self, game: i64, ids: &[i64], answers: &Batch) -> Result<(), CorpusError> {
        let answering = Answering { game, ids, answers };
        let mut is_open = self.wire.borrow().is_some();
        self.ask(|wire| {
            let is_claimed = std::mem::take(&mut is_open);
            if !is_claimed {
                wire.batch(parcels::BEGIN)?;
            }
            if !answering.put(wire, &self.unanswered)? || !is_claimed {
                parcels::clear(wire, ids.iter().copied())?;
            }
            wire.batch("COMMIT")
        })
    }
}

/// Harvests of a number, then plans of shared seeds, then who holds a part of one.
pub fn works(wire: &Wire) -> Result<Vec<Work>, Trouble> {
    let mut works: Vec<Work> = wire.rows(JOBS, &[])?.iter().map(of_number).collect();
    works.extend(wire.rows(PLANS, &[])?.iter().map(plan));
    works.extend(wire.rows(LEASES, &[])?.iter().map(held));
    Ok(works)
}

fn of_number(row: &Row) -> Work {
    let counts = [row.get(2), row.get(3)];
    Work::of_job(row.get(0), row.get(1), counts, row.get(4), row.get(5))
}

fn plan(row: &Row) -> Work {
    let (first, last): (i64, i64) = (row.get(1), row.get(2));
    let name = format!("seeds {first}..{last}");
    let counts = [last - first + 1, row.get(3)];
    Work::of_job(row.get(0), name, counts, row.get(4), row.get(5))
}

fn held(row: &Row) -> Work {
    let (first, last): (i64, i64) = (row.get(4), row.get(5));
    let name = format!("seeds {}..{}", row.get::<_, i64>(1), row.get::<_, i64>(2));
    let counts = [last - first + 1, row.get(6)];
    let silent: i64 = row.get(8);
    Work {
        holder: row.get(3),
        seeds: Some(first as u64..=last as u64),
        silent: Some(Duration::from_millis(silent.max(0) as u64)),
        is_stalled: row.get(9),
        ..Work::of_job(row.get(0), name, counts, row.get(7), false)
    }
}

/// What comes next, as a part of a change.
fn lease(wire: &Wire, plan: &SharedPlan, most: u64) -> Result<Leased, Trouble> {
    let (first, last) = (*plan.seeds.start() as i64, *plan.seeds.end() as i64);
    wire.execute(ENTER, &[&plan.game, &first, &last])?;
    let row = wire.row(PLAN, &[&plan.game, &first, &last])?;
    let (id, mut next): (i64, i64) = (row.get(0), row.get(1));
    let seconds = plan.ttl.as_secs_f64();
    if let Some(row) = wire.maybe(ABANDONED, &[&id, &plan.holder, &seconds])? {
        return Ok(Leased::Lease(leased(&row)));
    }
    if next > last {
        if wire.row(ARE_OPEN, &[&id])?.get(0) {
            return Ok(Leased::Wait);
        }
        // All came back: that is worth a look.
        let gap: Option<i64> = wire.row(FIRST_GAP, &[&plan.game, &first, &last])?.get(0);
        let Some(gap) = gap else {
            wire.execute(END_PLAN, &[&id])?;
            return Ok(Leased::Done);
        };
        wire.execute(REOPEN, &[&id, &gap])?;
        next = gap;
    }
    // The nearer the end, the smaller: nobody is to wait for the last one for long.
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let most = most.min((last - next + 1) / SHARES).max(1);
    let end = next.saturating_add(most - 1).min(last);
    wire.execute(CARVE, &[&id, &(end + 1)])?;
    let row = wire.row(LEASE, &[&id, &next, &end, &plan.holder, &seconds])?;
    Ok(Leased::Lease(leased(&row)))
}

fn leased(row: &Row) -> Lease {
    let (first, last) = (row.get::<_, i64>(1), row.get::<_, i64>(2));
    Lease {
        id: row.get(0),
        seeds: first as u64..=last as u64,
    }
}

/// The unfinished harvest of a number, or a new one, as a part of a change.
pub fn job(wire: &Wire, game: i64, plan: &str, wanted: i64, fresh: bool) -> Result<Job, Trouble> {
    let unfinished = wire.maybe(UNFINISHED, &[&game, &plan, &wanted])?;
    if let Some(row) = unfinished {
        let (id, done): (i64, i64) = (row.get(0), row.get(1));
        if !fresh {
            let done = done as u64;
            return Ok(Job { id, done });
        }
        wire.execute(END_JOB, &[&now(), &id])?;
    }
    let new = wire.row(NEW_JOB, &[&game, &plan, &wanted, &now()])?;
    Ok(Job {
        id: new.get(0),
        done: 0,
    })
}
