//! What is recognised in the last frame: read here once more, so that the loop has no work by it.

use std::path::Path;

use serde_json::{Value, json};

use super::About;
use crate::game::Game;
use crate::games::GameId;
use crate::profile::{Home, Profile, load_picture};
use crate::screen::Frame;
use crate::studio::http::Answer;
use crate::studio::recognised;
use crate::vision::{ReadScratch, View};
use crate::with_game;

/// What is recognised in the newest frame.
///
/// # Errors
/// There is none yet, or the profile is not there.
pub fn seen(folder: &Path, about: &About, home: Option<&Path>) -> Result<Value, Answer> {
    let refused = |why: String| Answer::refusal(422, why);
    let picture = load_picture(&folder.join("frame.png"));
    let picture = picture.map_err(|_| Answer::refusal(404, "there is no picture yet"))?;
    let profile = Home::new(home).load(&about.profile);
    let profile = profile.map_err(|error| refused(error.to_string()))?;
    let game = GameId::of_name(&about.game).ok_or_else(|| refused("no such game".into()))?;
    let frame = Frame::still(picture);
    Ok(with_game!(game, G => read::<G>(&frame, &profile)))
}

/// Sure or not: what was recognised is told, and why it is not read if it is not.
fn read<G: Game>(frame: &Frame, profile: &Profile) -> Value {
    let mut scratch = ReadScratch::default();
    let place = match profile.locate(frame, None) {
        Ok(place) => place,
        Err(error) => return json!({ "why": error.to_string(), "notes": [] }),
    };
    let read = G::read(&View { frame, place }, profile, None, &mut scratch);
    let notes = recognised::notes(&scratch.notes, place, profile.confidence);
    match read {
        Ok(reading) => json!({ "text": reading.puzzle.to_string(), "notes": notes }),
        Err(error) => json!({ "why": error.to_string(), "notes": notes }),
    }
}
