//! What every room may know: geometry, what a search is limited by and found out, and the records
//! that are kept of puzzles. Knows nothing of screens or games.

mod direction;
mod finding;
mod geometry;
mod outcome;
pub mod private;
pub mod record;
mod text;

pub use direction::Direction;
pub use finding::{Finding, Health};
pub use geometry::{Point, Rect};
pub use outcome::{Limit, Limits, Outcome, SolveReport};
pub use text::{TextError, decoded, read_text, utf8_stream};
