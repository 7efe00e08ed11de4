//! gridhand reads puzzle games off the screen, solves them and plays the solution back with the
//! real mouse and keyboard.
//!
//! ```text
//!  Screen --Frame--> read --Puzzle--> solve --[Move]--> play --[Gesture]--> Hand
//!     ^                                                                      |
//!     +----------------------------- the game ------------------------------+
//! ```
//!
//! One trait, [`games::Game`], says what a puzzle game is; one closed loop, [`bot`], plays them all.

pub mod bot;
pub mod corpus;
pub mod doctor;
pub mod fit;
pub mod games;
pub mod hand;
pub mod plane;
pub mod practice;
pub mod profile;
pub mod screen;
pub mod search;
pub mod vision;
