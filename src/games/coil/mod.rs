//! Mortal Coil: fill the grid by sliding.

pub mod generate;
pub mod picture;
pub mod plain;
pub mod puzzle;
pub mod solve;
mod text;

pub use puzzle::{Cell, Dir, Puzzle, Step};
pub use text::Solution;
