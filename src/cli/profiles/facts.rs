//! What is told of a profile.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::base::Point;
use crate::game::Game;
use crate::game::ability::Vocabulary;
use crate::games::GameId;
use crate::profile::{Home, Knowledge, Method, Named, Profile, ProfileError, SolvedBy, Way};
use crate::with_game;

/// How far a profile is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It has seen all that boards of its game may show.
    Complete,
    /// It reads boards, but has not seen all.
    Ready,
    /// It has learned nothing yet.
    Empty,
    /// It cannot be loaded.
    Broken,
}

/// The word that JSON has for something.
pub fn word(of: impl Serialize) -> String {
    let value = serde_json::to_value(of).unwrap_or_default();
    value.as_str().unwrap_or_default().into()
}

/// A line of JSON.
#[derive(Debug, Serialize)]
pub struct Facts {
    pub profile: String,
    /// The calibration file that has it.
    pub from: String,
    pub state: State,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    #[serde(flatten)]
    pub known: Option<Known>,
}

/// What is told of one that can be loaded.
#[derive(Debug, Serialize)]
pub struct Known {
    pub game: String,
    pub window: String,
    /// By what it reads.
    pub reads: Method,
    pub examples: usize,
    pub pictures: usize,
    /// How many pictures there are of each thing, by its letter or name.
    pub knows: BTreeMap<String, usize>,
    pub numbers: Vec<u8>,
    /// What boards of its game may show, and no picture does.
    pub unseen: Vec<String>,
    pub unseen_numbers: Vec<u8>,
    pub unseen_seed_digits: Vec<u8>,
    pub next: Way,
    pub reset: Way,
    pub submit: Way,
    /// Where the pointer rests, in pixels of the board.
    pub park: Point,
    pub solved: Option<SolvedBy>,
    pub solved_window: Option<String>,
    /// Whether there is a picture of the sign that is shown over a solved board.
    pub solved_picture: bool,
}

impl Facts {
    /// What a home has of a profile.
    ///
    /// # Errors
    /// No profile is called so, or a calibration file cannot be read.
    pub fn of(home: &Home, name: &str) -> Result<Self, ProfileError> {
        let Some(origin) = home.origins(name)?.into_iter().next() else {
            return Err(ProfileError::Unknown {
                name: name.into(),
                known: home.names()?,
            });
        };
        let known = home
            .load(name)
            .and_then(|profile| Ok(Known::of(&profile, &home.pictures(name)?)));
        let (state, why, known) = match known {
            Ok(known) => (known.state(), None, Some(known)),
            Err(error) => (State::Broken, Some(error.to_string()), None),
        };
        Ok(Self {
            profile: name.into(),
            from: origin.to_string(),
            state,
            why,
            known,
        })
    }
}

impl Known {
    fn of(profile: &Profile, pictures: &[Named]) -> Self {
        let knowledge = profile.knowledge(pictures);
        Self {
            game: profile.game.clone(),
            window: profile.window.clone(),
            reads: knowledge.method,
            examples: knowledge.examples,
            pictures: knowledge.pictures,
            unseen: unseen(&profile.game, &knowledge),
            knows: knowledge.things,
            numbers: knowledge.numbers,
            unseen_numbers: knowledge.unseen_numbers,
            unseen_seed_digits: knowledge.unseen_seed_digits,
            next: profile.next.clone(),
            reset: profile.reset.clone(),
            submit: profile.submit.clone(),
            park: profile.resting(),
            solved: profile.solved,
            solved_window: profile.solved_window.clone(),
            solved_picture: !profile.templates.solved.is_empty(),
        }
    }

    fn state(&self) -> State {
        let unseen = self.unseen.len() + self.unseen_numbers.len() + self.unseen_seed_digits.len();
        match unseen {
            _ if self.reads == Method::Nothing => State::Empty,
            0 => State::Complete,
            _ => State::Ready,
        }
    }

    /// Everything of which it has no picture, in words.
    pub fn lacks(&self) -> Vec<String> {
        let things = self.unseen.iter().map(|thing| described(&self.game, thing));
        let numbers = self.unseen_numbers.iter();
        let numbers = numbers.map(|number| format!("the number {number}"));
        let digits = self.unseen_seed_digits.iter();
        let digits = digits.map(|digit| format!("the seed's digit {digit}"));
        things.chain(numbers).chain(digits).collect()
    }
}

/// What boards of a game may show; nothing if there is no such game.
fn vocabulary(game: &str) -> Vocabulary {
    let game = GameId::of_name(game);
    game.map_or(
        Vocabulary::default(),
        |game| with_game!(game, G => <G as Game>::abilities().vocabulary),
    )
}

/// What boards may show, and no picture does.
fn unseen(game: &str, knowledge: &Knowledge) -> Vec<String> {
    let vocabulary = vocabulary(game);
    let letters = vocabulary
        .letters
        .iter()
        .map(|(letter, _)| letter.to_string());
    let names = vocabulary.pictures.iter().map(|name| name.to_string());
    let all: Vec<String> = match knowledge.method.has_letters() {
        true => letters.collect(),
        false => names.collect(),
    };
    let unknown = |thing: &String| !knowledge.things.contains_key(thing);
    all.into_iter().filter(unknown).collect()
}

/// A thing with what it means, if it is a letter: `@ (robot)`.
pub fn described(game: &str, thing: &str) -> String {
    let letters = vocabulary(game).letters.iter();
    let mut meanings = letters.filter(|(letter, _)| thing == letter.to_string());
    match meanings.next() {
        Some((_, meaning)) => format!("{thing} ({meaning})"),
        None => thing.into(),
    }
}
