//! Reading real captures of the game. They are not part of the repository: without them the tests
//! say so and pass.

#[path = "../common/counting.rs"]
mod counting;
mod data;
mod few_examples;
mod leave_one_out;
mod strangers;
mod unseen;
