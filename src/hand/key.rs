//! Keys and their names.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::base::Direction;

/// A key that some game understands, or that changes what others mean while it is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Key {
    Up,
    Down,
    Left,
    Right,
    Enter,
    Escape,
    Backspace,
    Space,
    Tab,
    Delete,
    Home,
    End,
    PageUp,
    PageDown,
    /// A function key, 1 to 12.
    F(u8),
    Char(char),
    Ctrl,
    Shift,
    Alt,
    Meta,
}

/// Each key that has a name; where it has several, the first is how it is written.
const NAMES: [(&str, Key); 20] = [
    ("up", Key::Up),
    ("down", Key::Down),
    ("left", Key::Left),
    ("right", Key::Right),
    ("enter", Key::Enter),
    ("return", Key::Enter),
    ("escape", Key::Escape),
    ("esc", Key::Escape),
    ("backspace", Key::Backspace),
    ("space", Key::Space),
    ("tab", Key::Tab),
    ("delete", Key::Delete),
    ("home", Key::Home),
    ("end", Key::End),
    ("pageup", Key::PageUp),
    ("pagedown", Key::PageDown),
    ("ctrl", Key::Ctrl),
    ("shift", Key::Shift),
    ("alt", Key::Alt),
    ("meta", Key::Meta),
];

/// The last function key.
const LAST_F: u8 = 12;

impl Key {
    /// The direction of an arrow key.
    pub fn direction(self) -> Option<Direction> {
        Direction::ALL
            .into_iter()
            .find(|&direction| Key::from(direction) == self)
    }

    /// Whether it does nothing but change what others mean.
    pub fn is_modifier(self) -> bool {
        matches!(self, Key::Ctrl | Key::Shift | Key::Alt | Key::Meta)
    }
}

/// The arrow key of a direction.
impl From<Direction> for Key {
    fn from(direction: Direction) -> Self {
        [Self::Up, Self::Right, Self::Down, Self::Left][direction as usize]
    }
}

/// That there is no such key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no key is called {name:?}: a key is a single character, f1 to f{LAST_F}, or one of {}",
    names()
)]
pub struct NoKey {
    name: String,
}

fn names() -> String {
    let plain = NAMES.iter().filter(|(_, key)| !key.is_modifier());
    let names: Vec<&str> = plain.map(|(name, _)| *name).collect();
    names.join(", ")
}

/// A name in any case, or a single character as it is.
impl FromStr for Key {
    type Err = NoKey;

    fn from_str(text: &str) -> Result<Self, NoKey> {
        let mut letters = text.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            return Ok(Key::Char(letter));
        }
        let name = text.to_ascii_lowercase();
        let number = name.strip_prefix('f').and_then(|n| n.parse().ok());
        if let Some(number @ 1..=LAST_F) = number {
            return Ok(Key::F(number));
        }
        let named = NAMES.iter().find(|(known, _)| *known == name);
        named
            .map(|(_, key)| *key)
            .ok_or_else(|| NoKey { name: text.into() })
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Key::Char(letter) => write!(f, "{letter}"),
            Key::F(number) => write!(f, "f{number}"),
            named => {
                let name = NAMES.iter().find(|(_, key)| key == named);
                f.write_str(name.map_or("", |(name, _)| name))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_is_written() {
        let letters = ['n', 'N', '+', '5', 'f'].map(Key::Char);
        let all = NAMES.iter().map(|(_, key)| *key);
        for key in all.chain(letters).chain((1..=LAST_F).map(Key::F)) {
            assert_eq!(key.to_string().parse(), Ok(key), "{key}");
        }
        assert_eq!("Return".parse(), Ok(Key::Enter));
        assert_eq!("PageDown".parse(), Ok(Key::PageDown));
    }

    #[test]
    fn what_is_no_key_is_told_with_what_is() {
        for wrong in ["", "f0", "f13", "up down", "nn"] {
            let why = wrong.parse::<Key>().expect_err(wrong).to_string();
            assert!(why.contains(&format!("{wrong:?}")), "{why}");
            assert!(why.contains("pagedown") && why.contains("f12"), "{why}");
        }
    }
}
