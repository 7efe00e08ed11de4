//! Woodworm: rules, solver, reading and playing.

#[path = "../common/mod.rs"]
mod common;
mod playing;
mod reading;
mod rules;
mod solving;
