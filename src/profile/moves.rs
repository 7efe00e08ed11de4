//! How a thing on the board is moved.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::base::Direction;
use crate::hand::Key;

/// How a thing on the board is moved, in games in which that differs. Written `drag`, `drag steps`, `click`,
/// `click place`, `keys`, `click keys`, the last two also with four keys as in `keys:w,d,s,a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum MoveBy {
    /// It is dragged along its way.
    Drag,
    /// It is dragged cell by cell: however far it is dragged it goes one on.
    DragSteps,
    /// It is clicked, and goes where it can.
    Click,
    /// It is clicked, and then where it is to go.
    ClickPlace,
    /// The key of its way is typed: there is one thing only that can go so.
    Keys(WayKeys),
    /// It is clicked, and the key of its way is typed.
    ClickKeys(WayKeys),
}

/// The keys by which things go up, right, down and left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WayKeys([Key; 4]);

impl WayKeys {
    /// The arrow keys.
    pub const ARROWS: Self = Self([Key::Up, Key::Right, Key::Down, Key::Left]);
    /// The arrow keys where they move the free cell: things go the other way.
    pub const GAP: Self = Self([Key::Down, Key::Left, Key::Up, Key::Right]);
    /// The letters under the left hand, for games that take no arrow keys.
    pub const LETTERS: Self = Self([
        Key::Char('w'),
        Key::Char('d'),
        Key::Char('s'),
        Key::Char('a'),
    ]);

    /// The key of a way.
    pub fn of(self, way: Direction) -> Key {
        let [up, right, down, left] = self.0;
        match way {
            Direction::Up => up,
            Direction::Right => right,
            Direction::Down => down,
            Direction::Left => left,
        }
    }

    /// Whether these are the same keys for other ways.
    fn exchanges(self, other: Self) -> bool {
        self != other && self.0.iter().all(|key| other.0.contains(key))
    }
}

impl MoveBy {
    /// How somebody is walked about who is the only one to be moved: the likeliest first.
    pub const WALKS: &[Self] = &[Self::Keys(WayKeys::ARROWS), Self::Keys(WayKeys::LETTERS)];

    /// Whether the same keys, typed alone, move things another way.
    pub fn exchanges(self, other: Self) -> bool {
        matches!((self, other), (Self::Keys(keys), Self::Keys(others)) if keys.exchanges(others))
    }

    /// The same where a click tells the way, too.
    pub const SLIDES: &[Self] = &[
        Self::Keys(WayKeys::ARROWS),
        Self::Click,
        Self::Keys(WayKeys::LETTERS),
    ];

    /// Whether somebody walks, by keys if they are taken, where things may be moved in these ways.
    pub fn is_walked(ways: &[Self]) -> bool {
        matches!(ways.first(), Some(Self::Keys(_)))
    }

    /// Whether one move takes a thing one cell on.
    pub fn is_stepwise(self) -> bool {
        self != Self::Drag
    }
}

impl fmt::Display for MoveBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = |keys: &WayKeys| match *keys == WayKeys::ARROWS {
            true => "keys".to_string(),
            false => format!("keys:{}", keys.0.map(|key| key.to_string()).join(",")),
        };
        match self {
            Self::Drag => f.write_str("drag"),
            Self::DragSteps => f.write_str("drag steps"),
            Self::Click => f.write_str("click"),
            Self::ClickPlace => f.write_str("click place"),
            Self::Keys(of) => f.write_str(&keys(of)),
            Self::ClickKeys(of) => write!(f, "click {}", keys(of)),
        }
    }
}

impl FromStr for MoveBy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "drag" => return Ok(Self::Drag),
            "drag steps" => return Ok(Self::DragSteps),
            "click" => return Ok(Self::Click),
            "click place" => return Ok(Self::ClickPlace),
            _ => {}
        }
        let (is_clicked, rest) = match text.strip_prefix("click ") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let keys = way_keys(rest).ok_or_else(|| {
            format!(
                "{text:?} is no way to move something: drag, drag steps, click, click place, keys, \
                 keys:UP,RIGHT,DOWN,LEFT, click keys or click keys:UP,RIGHT,DOWN,LEFT"
            )
        })?;
        Ok(match is_clicked {
            true => Self::ClickKeys(keys),
            false => Self::Keys(keys),
        })
    }
}

fn way_keys(text: &str) -> Option<WayKeys> {
    let list = match text.strip_prefix("keys")? {
        "" => return Some(WayKeys::ARROWS),
        list => list.strip_prefix(':')?,
    };
    let keys = list.split(',').map(|name| name.parse().ok());
    let keys: Vec<Key> = keys.collect::<Option<_>>()?;
    Some(WayKeys(keys.try_into().ok()?))
}

impl TryFrom<String> for MoveBy {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<MoveBy> for String {
    fn from(by: MoveBy) -> Self {
        by.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_to_move_go_round_as_text() {
        let all = [
            "drag",
            "drag steps",
            "click",
            "click place",
            "keys",
            "keys:down,left,up,right",
            "click keys",
            "click keys:w,d,s,a",
        ];
        for text in all {
            let by: MoveBy = text.parse().unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(by.to_string(), text);
        }
        let letters = "keys:w,d,s,a".parse();
        let Ok(MoveBy::Keys(keys)) = letters else {
            panic!("{letters:?}")
        };
        let typed = Direction::ALL.map(|way| (way, keys.of(way)));
        assert!(
            typed.contains(&(Direction::Right, Key::Char('d'))),
            "{typed:?}"
        );
        for text in [
            "",
            "keys:w,d,s",
            "click drag",
            "keys:",
            "click keys:nokey,d,s,a",
        ] {
            assert!(text.parse::<MoveBy>().is_err(), "{text}");
        }
    }
}
