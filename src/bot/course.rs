//! Which puzzles are played, and how far that has come.

use std::ops::RangeInclusive;

/// The puzzles that are to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Course {
    /// The one on the screen, and those that the game shows next: so many are left, or no end is said.
    Next(Option<usize>),
    /// Those of these levels, each asked for by its number; the first that is left first.
    Levels(RangeInclusive<u64>),
}

impl Course {
    /// Whether all are played.
    pub fn is_over(&self) -> bool {
        match self {
            Self::Next(left) => *left == Some(0),
            Self::Levels(levels) => levels.is_empty(),
        }
    }

    /// The level to be asked for, of levels.
    pub fn level(&self) -> Option<u64> {
        match self {
            Self::Next(_) => None,
            Self::Levels(levels) => (!levels.is_empty()).then(|| *levels.start()),
        }
    }

    /// One is played.
    pub fn advance(&mut self) {
        match self {
            Self::Next(left) => *left = left.map(|left| left.saturating_sub(1)),
            Self::Levels(levels) => _ = levels.next(),
        }
    }

    /// How many are left, if that is said.
    pub fn left(&self) -> Option<usize> {
        match self {
            Self::Next(left) => *left,
            Self::Levels(levels) => Some(levels.clone().count()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_comes_to_its_end() {
        let mut levels = Course::Levels(7..=8);
        assert_eq!((levels.level(), levels.left()), (Some(7), Some(2)));
        levels.advance();
        assert_eq!(levels.level(), Some(8));
        levels.advance();
        assert!(levels.is_over() && levels.level().is_none());
        let mut two = Course::Next(Some(2));
        two.advance();
        assert!(!two.is_over());
        two.advance();
        assert!(two.is_over());
        let mut endless = Course::Next(None);
        endless.advance();
        assert!(!endless.is_over() && endless.left().is_none());
    }
}
