//! Sliding blocks: bring some blocks to their goals in the fewest moves.

pub mod bench;
pub mod generate;
pub mod picture;
pub mod plain;
pub mod play;
pub mod puzzle;
pub mod solve;
mod text;

pub use puzzle::{Block, Direction, Move, Puzzle};
