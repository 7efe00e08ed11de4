//! Frame and profile to puzzle: not learned by any profile yet, and said so.

use super::puzzle::Puzzle;
use crate::profile::Profile;
use crate::vision::{ReadError, Reading, View};

pub fn read(
    _view: &View,
    profile: &Profile,
    _memory: Option<&Puzzle>,
) -> Result<Reading<Puzzle>, ReadError> {
    Err(ReadError::NotLearned {
        profile: profile.name.clone(),
        missing: "what walls, goals, boxes and the robot look like".into(),
    })
}
