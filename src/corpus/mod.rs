//! The corpus: every puzzle that was read or made, with its solution, in one file or on a server.
//!
//! ```text
//!  harvest, import --Batch--> Corpus --Record--> solve, export, replay, stats
//!                               |
//!                             Store: a file (SQLite), or a server (PostgreSQL)
//! ```
//!
//! A record is a puzzle as it starts, its seed if it has one, what is known about its solutions,
//! and where, when and how surely it was read. The same puzzle is kept once; a seed that was read
//! twice with different contents keeps the first, and what else was read is kept as a conflict.
//!
//! Puzzles and solutions are packed by their game ([`Storable`](crate::game::Storable)): a row of 8x8 dungeons with its
//! solution takes about 75 bytes, its share of the index included.

mod census;
mod date;
mod error;
mod fingerprint;
pub mod format;
mod location;
#[cfg(feature = "postgres")]
mod postgres;
pub mod repair;
mod report;
mod search;
mod server;
mod settle;
mod shared;
mod solve;
mod spool;
mod sqlite;
mod stats;
mod store;
mod verify;
mod whole;

/// The schema of a server's database in which a corpus is.
pub const SCHEMA: &str = "gridhand";

pub use census::{Census, Quantity};
pub use date::date;
pub use error::{CorpusError, ServerFault};
pub use location::{Address, CORPUS, DEFAULT, Location};
#[cfg(feature = "postgres")]
pub use postgres::{MIGRATIONS as SERVER_MIGRATIONS, Yardstick};
pub use report::page;
pub use search::{Found, Search};
pub use shared::{Lease, Leased, Shared, SharedPlan, Work};
pub use solve::{SolveSettings, SolveTally, answers};
pub use spool::Spool;
pub use sqlite::schema::MIGRATIONS;
pub use stats::{CorpusStats, Histogram};
pub use store::{Care, Conflict, Job, Key, SourceStats, Store, Stored, StoredPuzzle, Tally};
pub use verify::{Verified, VerifyFinding};
pub use whole::Corpus;
