//! Graph search shared by the games that need it: states packed into a few bytes, exact compact
//! tables of states already seen, breadth-first search from both ends.

mod assignment;
mod bucket;
mod budget;
mod graph;
mod index;
mod kept;
mod key;
mod layers;
mod mask;
mod run;
mod side;
mod table;
mod trace;

pub use assignment::{Assignment, FAR};
pub use budget::Budget;
pub use graph::{Graph, GraphStats, PathReport};
pub use index::{Index, mix};
pub use key::{Key, Scramble};
pub use layers::{farthest, shortest_path};
pub use mask::Mask;
