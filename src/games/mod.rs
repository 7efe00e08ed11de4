//! The games, and the list of them.

use crate::game::Game;

pub mod coil;
pub mod dungeons;
pub mod sliding;
pub mod warehouse;
pub mod woodworm;

/// The games by name, as the command line spells them.
pub const NAMES: [&str; 5] = [
    coil::Coil::NAME,
    dungeons::Dungeons::NAME,
    sliding::Sliding::NAME,
    woodworm::Woodworm::NAME,
    warehouse::Warehouse::NAME,
];
