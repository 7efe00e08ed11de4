//! Graph search shared by the games that need it.

mod assignment;
mod budget;

pub use assignment::{Assignment, FAR};
pub use budget::Budget;
