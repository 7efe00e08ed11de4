//! How a game is asked for something: for its next puzzle, for all moves back, for the puzzle of a seed.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::base::Point;
use crate::hand::{Button, Gesture, Key};

/// A way to ask a game for something. Written `none`, `auto`, or steps with blanks between them:
/// `click:X,Y`, `click:BUTTON`, `key:NAME`, `key:ctrl+NAME`, `text:TEXT`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Way {
    /// One after the other; there is one at least.
    Steps(Vec<Step>),
    /// The game does it by itself.
    Auto,
    /// There is none.
    #[default]
    None,
}

/// One step of a way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Click(Spot),
    /// Keys that are held, and the one that is pressed meanwhile.
    Key(Vec<Key>),
    /// Letters that are typed, with [`Blank`]s among them.
    Text(String),
}

/// Where a click goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// One of the profile's buttons.
    Button(String),
    /// Board pixels; of what is told to `calibrate`, pixels of the picture or window.
    At(Point),
}

/// What is filled in when a way is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blank {
    /// The seed of a puzzle, with all its eight digits.
    Seed,
    /// The number of a level.
    Level,
}

/// What blanks are filled with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filling {
    pub seed: Option<u64>,
    pub level: Option<u64>,
}

/// Digits of a seed that is typed.
const DIGITS: usize = 8;

impl Blank {
    const ALL: [Self; 2] = [Self::Seed, Self::Level];

    /// As it stands in a text.
    pub fn mark(self) -> &'static str {
        match self {
            Self::Seed => "{seed}",
            Self::Level => "{level}",
        }
    }

    fn filled(self, with: Filling) -> Option<String> {
        match self {
            Self::Seed => with.seed.map(|seed| format!("{seed:0DIGITS$}")),
            Self::Level => with.level.map(|level| level.to_string()),
        }
    }
}

impl Way {
    pub fn is_none(&self) -> bool {
        *self == Way::None
    }

    /// Its steps; there are none of what nothing is done for.
    pub fn steps(&self) -> &[Step] {
        match self {
            Way::Steps(steps) => steps,
            Way::Auto | Way::None => &[],
        }
    }

    /// Whether it has this blank.
    pub fn has(&self, blank: Blank) -> bool {
        let mut steps = self.steps().iter();
        steps.any(|step| matches!(step, Step::Text(text) if text.contains(blank.mark())))
    }

    /// Whether it leads to something without being told to what.
    pub fn is_complete(&self) -> bool {
        !self.is_none() && !Blank::ALL.into_iter().any(|blank| self.has(blank))
    }

    /// Where its clicks go.
    pub fn spots(&self) -> impl Iterator<Item = &Spot> {
        self.steps().iter().filter_map(|step| match step {
            Step::Click(spot) => Some(spot),
            _ => None,
        })
    }

    /// The points of its clicks that are not those of buttons.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        self.spots().filter_map(|spot| match spot {
            Spot::At(at) => Some(*at),
            Spot::Button(_) => None,
        })
    }

    /// The same way, its points that much further left and up.
    pub fn from_corner(&self, corner: Point) -> Self {
        let moved = |step: &Step| match step {
            Step::Click(Spot::At(at)) => Step::Click(Spot::At(*at - corner)),
            other => other.clone(),
        };
        match self {
            Way::Steps(steps) => Way::Steps(steps.iter().map(moved).collect()),
            other => other.clone(),
        }
    }

    /// A gesture for each step.
    ///
    /// # Errors
    /// What is missing: a button, or what a blank is to be filled with.
    pub fn gestures(
        &self,
        button: impl Fn(&str) -> Option<Point>,
        with: Filling,
    ) -> Result<Vec<Gesture>, String> {
        let gesture = |step: &Step| {
            Ok(match step {
                Step::Click(spot) => Gesture::Click {
                    at: match spot {
                        Spot::At(at) => *at,
                        Spot::Button(name) => {
                            button(name).ok_or_else(|| format!("no button is called {name:?}"))?
                        }
                    },
                    button: Button::Left,
                },
                Step::Key(keys) => match keys.len() {
                    1 => Gesture::Keys(keys.clone()),
                    _ => Gesture::Chord(keys.clone()),
                },
                Step::Text(text) => {
                    let text = fill_in(text, with)?;
                    Gesture::Keys(text.chars().map(Key::Char).collect())
                }
            })
        };
        self.steps().iter().map(gesture).collect()
    }
}

/// A text with its blanks filled in.
fn fill_in(text: &str, with: Filling) -> Result<String, String> {
    let mut filled = text.to_string();
    for blank in Blank::ALL {
        let mark = blank.mark();
        if text.contains(mark) {
            let what = blank.filled(with);
            let what = what.ok_or_else(|| format!("text:{text}: nothing is known for {mark}"))?;
            filled = filled.replace(mark, &what);
        }
    }
    Ok(filled)
}

impl TryFrom<String> for Way {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl std::str::FromStr for Way {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            [] => Err(format!("it is empty: {ALLOWED}")),
            ["none"] => Ok(Way::None),
            ["auto"] => Ok(Way::Auto),
            steps => {
                let steps = steps.iter().map(|word| step(word));
                steps.collect::<Result<_, _>>().map(Way::Steps)
            }
        }
    }
}

/// What a way may be.
const ALLOWED: &str = "a way is auto, none, or steps with blanks between them: click:X,Y, click:BUTTON, key:NAME, \
                       key:ctrl+NAME, text:TEXT";

/// One word of a way.
fn step(word: &str) -> Result<Step, String> {
    let wrong = |why: String| format!("{word:?}: {why}");
    match word.split_once(':') {
        Some(("click", place)) => spot(place).map(Step::Click).map_err(wrong),
        Some(("key", keys)) => chord(keys).map(Step::Key).map_err(wrong),
        Some(("text", text)) => check_text(text)
            .map(|()| Step::Text(text.into()))
            .map_err(wrong),
        _ if ["auto", "none"].contains(&word) => {
            Err(wrong("it stands alone, with no steps beside it".into()))
        }
        _ => Err(wrong(format!("it is no step: {ALLOWED}"))),
    }
}

fn spot(place: &str) -> Result<Spot, String> {
    if place.is_empty() {
        return Err("where? A click is click:X,Y in pixels, or click:BUTTON".into());
    }
    let Some((x, y)) = place.split_once(',') else {
        return Ok(Spot::Button(place.into()));
    };
    match (x.parse(), y.parse()) {
        (Ok(x), Ok(y)) => Ok(Spot::At(Point::new(x, y))),
        _ => Err("a point is two whole numbers, X,Y, without a blank".into()),
    }
}

/// A key, with those before it that are held meanwhile.
fn chord(text: &str) -> Result<Vec<Key>, String> {
    // The key itself may be a plus sign.
    let (held, key) = match text.strip_suffix("++") {
        Some(held) => (Some(held), "+"),
        None if text == "+" => (None, "+"),
        None => match text.rsplit_once('+') {
            Some((held, key)) => (Some(held), key),
            None => (None, text),
        },
    };
    let mut keys = Vec::new();
    for name in held.into_iter().flat_map(|held| held.split('+')) {
        match name.parse::<Key>() {
            Ok(key) if key.is_modifier() => keys.push(key),
            _ => {
                return Err(format!(
                    "{name:?} is not held with another key: ctrl, shift, alt or meta is"
                ));
            }
        }
    }
    let last: Key = key
        .parse()
        .map_err(|why: crate::hand::NoKey| why.to_string())?;
    if last.is_modifier() {
        return Err(format!("{last} is held with another key: {last}+NAME"));
    }
    keys.push(last);
    Ok(keys)
}

fn check_text(text: &str) -> Result<(), String> {
    if text.is_empty() {
        return Err("there is nothing to type; key:space types a blank".into());
    }
    let known = Blank::ALL.into_iter().map(Blank::mark);
    let rest = known.fold(text.to_string(), |rest, mark| rest.replace(mark, ""));
    match rest.contains(['{', '}']) {
        true => Err("braces are for {seed} and {level} only".into()),
        false => Ok(()),
    }
}

impl From<Way> for String {
    fn from(way: Way) -> String {
        way.to_string()
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Way::Auto => f.write_str("auto"),
            Way::None => f.write_str("none"),
            Way::Steps(steps) => {
                let steps: Vec<String> = steps.iter().map(Step::to_string).collect();
                f.write_str(&steps.join(" "))
            }
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Step::Click(Spot::Button(name)) => write!(f, "click:{name}"),
            Step::Click(Spot::At(at)) => write!(f, "click:{},{}", at.x, at.y),
            Step::Key(keys) => {
                let keys: Vec<String> = keys.iter().map(Key::to_string).collect();
                write!(f, "key:{}", keys.join("+"))
            }
            Step::Text(text) => write!(f, "text:{text}"),
        }
    }
}

#[cfg(test)]
mod tests;
