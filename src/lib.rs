//! gridhand reads puzzle games off the screen, solves them and plays the solution back with the
//! real mouse and keyboard.
//!
//! ```text
//!  Screen --Frame--> read --Puzzle--> solve --[Move]--> play --[Gesture]--> Hand
//!     ^                                                                      |
//!     +----------------------------- the game ------------------------------+
//! ```
//!
//! One trait, [`game::Game`], says what a puzzle game is; one closed loop, [`bot`], plays them all.
//! The rooms lie in layers, and each uses only those below it: see `docs/ARCHITECTURE.md`.

pub mod base;
pub mod bot;
pub mod cli;
pub mod corpus;
pub mod draw;
pub mod fit;
pub mod game;
pub mod games;
pub mod hand;
pub mod practice;
pub mod profile;
pub mod screen;
pub mod search;
pub mod studio;
pub mod vision;
