//! Games that others wrote, each in a window, with the game's own word as the witness: what gridhand says was solved
//! must be what the game says. A kit of such games is looked for in `GRIDHAND_CLIENTS`, else beside the checkout; what
//! is not there, or not installed, is skipped, aloud. The long ones are run by `make clients`.

#![cfg(all(unix, not(target_os = "macos")))]

#[path = "../common/mod.rs"]
mod common;

mod blocks;
mod dungeon;
mod kit;
mod numbers;
mod pages;
mod sokobans;
