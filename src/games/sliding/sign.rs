//! How blocks are called.

use std::fmt;

/// The name of a block: a character, or a number of several digits on boards of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// Any character that is printed, a digit among them.
    Character(char),
    /// From 10 on: smaller ones are characters.
    Number(u16),
}

impl Sign {
    pub fn of_number(number: u16) -> Self {
        match number {
            0..10 => Self::Character((b'0' + number as u8).into()),
            _ => Self::Number(number),
        }
    }

    /// The number that it is, if it is one.
    pub fn number(self) -> Option<u16> {
        match self {
            Self::Character(character) => character.to_digit(10).map(|digit| digit as u16),
            Self::Number(number) => Some(number),
        }
    }

    /// The character that stands for it where one is all there is room for.
    pub fn character(self) -> char {
        match self {
            Self::Character(character) => character,
            Self::Number(_) => char::REPLACEMENT_CHARACTER,
        }
    }

    /// Reads what [`Display`](fmt::Display) writes.
    pub fn parse(text: &str) -> Option<Self> {
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(character), None) => Some(Self::Character(character)),
            _ => {
                let number = text.parse().ok().map(Self::of_number)?;
                (number.to_string() == text).then_some(number)
            }
        }
    }
}

impl From<char> for Sign {
    fn from(character: char) -> Self {
        Self::Character(character)
    }
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character(character) => fmt::Display::fmt(character, f),
            Self::Number(number) => fmt::Display::fmt(number, f),
        }
    }
}
