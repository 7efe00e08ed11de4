//! The closed loop plays practice games in memory, in real time.

#[path = "../common/fitting.rs"]
mod fitting;

mod allocations;
mod another_puzzle;
mod buttons_elsewhere;
mod clicked_slides;
mod closing;
mod dialogs;
mod feeling_out;
mod half_marks;
mod handed_in;
mod harvest_in_memory;
mod keys_beside;
mod late_dialog;
mod late_sign;
mod learned_sign;
mod left_shade;
mod lit_otherwise;
mod looking;
mod move_lists;
mod odd_numbers;
mod page;
mod practice_dungeons;
mod probing;
mod refusals;
mod shade;
mod two_dialogs;
mod wanted_besides;
