//! Graph search shared by the games that need it: states packed into a few bytes, exact compact
//! tables of states already seen, breadth-first search from both ends.

mod bucket;
mod budget;
mod kept;
mod key;
mod layers;
mod mask;
mod side;
mod table;
mod trace;

pub use budget::Budget;
pub use key::{Key, Scramble};
pub use layers::{Found, Graph, Stats, farthest, shortest_path};
pub use mask::Mask;
