//! What the page is told of the games.

use serde_json::{Value, json};

use crate::game::{Game, grade_names, text_shown};
use crate::games::GameId;
use crate::practice::Options;
use crate::with_game;

/// All games that are drawn: their names, what they can do, and a puzzle to begin with.
pub fn list() -> Value {
    let told = GameId::ALL
        .iter()
        .map(|id| with_game!(*id, G => tell::<G>()));
    told.flatten().collect()
}

fn tell<G: Game>() -> Option<Value> {
    let abilities = G::abilities();
    abilities.pictures?;
    let letters = abilities.vocabulary.letters.iter();
    let letters: Vec<Value> = letters
        .map(|(letter, meaning)| json!({ "letter": letter, "meaning": meaning }))
        .collect();
    let example = text_shown(G::practice(&Options::default()).as_mut());
    let example = example.and_then(|text| G::parse(&text).ok());
    Some(json!({
        "name": G::NAME,
        "title": G::TITLE,
        "explains": abilities.explains.is_some(),
        "taught": abilities.fits.is_some() || abilities.tiled.is_some(),
        "hurries": abilities.hurries.is_some(),
        "grades": grade_names::<G>(),
        "letters": letters,
        "example": example.map(|puzzle| puzzle.to_string()),
    }))
}
