//! The corpus: every puzzle that was read or made, with its solution, in one file.
//!
//! ```text
//!  harvest, import --Batch--> Corpus (SQLite) --Record--> solve, export, replay, stats
//! ```
//!
//! A record is a puzzle as it starts, its seed if it has one, what is known about its solutions,
//! and where, when and how surely it was read. The same puzzle is kept once; a seed that was read
//! twice with different contents keeps the first, and what else was read is kept as a conflict.
//!
//! Puzzles and solutions are packed by their game ([`Storable`](crate::game::Storable)): a row of 8x8 dungeons with its
//! solution takes about 75 bytes, its share of the index included.

mod date;
mod error;
mod fingerprint;
pub mod format;
mod job;
mod read;
pub mod repair;
mod report;
mod schema;
mod solve;
mod stats;
mod store;
mod verify;
mod write;

pub use date::date;
pub use error::CorpusError;
pub use job::Job;
pub use read::Conflict;
pub use report::page;
pub use schema::MIGRATIONS;
pub use solve::{SolveSettings, SolveTally, answers};
pub use stats::{CorpusStats, Histogram, SourceStats};
pub use store::{Care, Corpus, DEFAULT, StoredPuzzle};
pub use verify::{Verified, VerifyFinding};
pub use write::{Stored, Tally};
