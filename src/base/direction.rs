//! The four directions of a board.

use std::fmt;

/// A direction of a board; rows grow downward. Displays as its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    Up,
    Right,
    Down,
    Left,
}

impl Direction {
    /// Clockwise.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// Columns to the right and rows down to the next cell.
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::Up => (0, -1),
            Self::Right => (1, 0),
            Self::Down => (0, 1),
            Self::Left => (-1, 0),
        }
    }

    /// The way back.
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// What it is in a mirror that swaps left and right.
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Right | Self::Left => self.opposite(),
            vertical => vertical,
        }
    }

    /// `U`, `R`, `D` or `L`.
    pub const fn letter(self) -> char {
        ['U', 'R', 'D', 'L'][self as usize]
    }

    /// The direction of such a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|dir| dir.letter() == letter)
    }

    /// `up`, `right`, `down` or `left`.
    pub const fn word(self) -> &'static str {
        ["up", "right", "down", "left"][self as usize]
    }

    /// An arrow: `^`, `>`, `v` or `<`.
    pub const fn arrow(self) -> char {
        ['^', '>', 'v', '<'][self as usize]
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
