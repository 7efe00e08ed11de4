//! Trying out how a game reacts that was never played: one wall is drawn and removed again, one mark is
//! set and removed, and it is watched what comes of it.
//!
//! Whatever happens, the board is put back as it was, unless the user has taken the mouse.

use self::driver::Driver;
use self::prober::Prober;
use super::{Rig, Stop, StoppedBy};
use crate::game::ability::ProbeArea;
use crate::profile::{Behaviour, Named, Profile};
use crate::screen::{Frame, ScreenError};
use crate::vision::Place;

mod driver;
mod effect;
mod marks;
mod observer;
mod prober;

/// What was found out.
#[derive(Clone, Debug)]
pub struct Probed {
    pub behaviour: Behaviour,
    /// Of a wall, and of a mark if the game has such.
    pub pictures: Vec<Named>,
    /// What is not sure, a sentence each.
    pub doubts: Vec<String>,
}

/// Why a game was not tried to the end.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum ProbeError {
    #[error("{0}")]
    Stopped(StoppedBy),
    #[error(transparent)]
    Screen(#[from] ScreenError),
    #[error("the hand failed: {0}")]
    Hand(String),
    /// It does not react as such a game should.
    #[error("{0}")]
    Game(String),
    /// The board was changed, and could not be put back.
    #[error("{0}; the board could not be put back as it was: please do so")]
    Left(String),
}

/// Tries the game. `tell` is given a sentence for each thing that is tried.
///
/// # Errors
/// [`ProbeError`]; what was changed is put back where that is possible.
pub fn probe(
    rig: Rig,
    profile: &Profile,
    place: Place,
    ground: &ProbeArea,
    stop: &Stop,
    tell: &mut dyn FnMut(&str),
) -> Result<Probed, ProbeError> {
    let mut prober = Prober {
        driver: Driver::new(rig, profile, place, stop),
        ground,
        doubts: Vec::new(),
        tell,
        base: None,
        marking: false,
        other: prober::OTHER,
    };
    prober.all().map_err(|why| prober.put_back(why))
}

/// The window with the pointer off the board, where it may be part of the picture or light a cell up.
///
/// # Errors
/// [`ProbeError`]
pub fn calm(rig: Rig, profile: &Profile, place: Place, stop: &Stop) -> Result<Frame, ProbeError> {
    Driver::new(rig, profile, place, stop).parked()
}
