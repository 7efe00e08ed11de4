//! Woodworm: rules, solver, reading, learning and playing.

#[path = "../common/mod.rs"]
mod common;
mod learning;
mod playing;
mod reading;
mod rules;
mod skins;
mod solving;
