//! The letters of tiles, and what they mean.

use super::{BLOCK, FREE, GATE, OUTSIDE};

/// Letters for blocks with a goal, for those in several parts without one, and for the cells of goals.
const MARKS: std::ops::RangeInclusive<char> = 'A'..='Z';
const TIES: std::ops::RangeInclusive<char> = 'α'..='ω';
const GOALS: std::ops::RangeInclusive<char> = 'a'..='z';

/// A block without a goal on a cell of a goal, and a block on a cell of its own: a goal may show through.
const ABOVE: std::ops::RangeInclusive<char> = 'Ⓐ'..='Ⓩ';
const HOME: std::ops::RangeInclusive<char> = 'ⓐ'..='ⓩ';

/// The first letter of blocks on a cell of another's goal, one for each two goals, and how many goals there may be.
const CROSSED: char = '一';
pub(super) const MOST: usize = 26;

/// Signs of so many of the first goals are told on whatever they lie on, each of so many.
const SIGNED: usize = 4;
const EACH: usize = 3 + SIGNED;

/// Signs of the first goals, on what they may lie on: a free cell, a block, and those with marks. And those of their blocks.
pub(super) const SIGNS: [(char, char, char); SIGNED * EACH] = {
    let mut signs = [(FREE, FREE, FREE); SIGNED * EACH];
    let mut goal = 0;
    while goal < SIGNED {
        let (mark, sign) = (after('A', goal), after('a', goal));
        signs[EACH * goal] = (mark, BLOCK, mark);
        signs[EACH * goal + 1] = (sign, FREE, sign);
        signs[EACH * goal + 2] = (after('Ⓐ', goal), BLOCK, sign);
        let mut other = 0;
        while other < SIGNED {
            signs[EACH * goal + 3 + other] = (marked_above(other, goal), after('A', other), sign);
            other += 1;
        }
        goal += 1;
    }
    signs
};

/// A letter so many after another.
const fn after(first: char, index: usize) -> char {
    match char::from_u32(first as u32 + index as u32) {
        Some(letter) => letter,
        None => OUTSIDE,
    }
}

/// A block with a mark on a cell of a goal.
const fn marked_above(mark: usize, goal: usize) -> char {
    match mark == goal {
        true => after('ⓐ', goal),
        false => after(CROSSED, mark * MOST + goal),
    }
}

/// A block, perhaps with a mark, on a cell of a goal.
pub(super) fn above(mark: Option<usize>, goal: usize) -> Option<char> {
    let has_letter = goal < MOST && mark.is_none_or(|mark| mark < MOST);
    has_letter.then(|| mark.map_or(after('Ⓐ', goal), |mark| marked_above(mark, goal)))
}

/// The mark of the first block in several parts without a goal.
pub(super) const FIRST_TIE: usize = MOST;

pub(super) fn mark(index: usize) -> Option<char> {
    MARKS.chain(TIES).nth(index)
}

pub(super) fn goal(index: usize) -> Option<char> {
    GOALS.clone().nth(index)
}

/// What is on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    Outside,
    Gate,
    /// Perhaps a cell of that goal.
    Free(Option<usize>),
    /// Perhaps the block with that goal, and perhaps on a goal that shows through.
    Block(Option<usize>, Option<usize>),
}

impl Seen {
    pub(super) fn of(letter: char) -> Self {
        let nth = |first: char| Some(letter as usize - first as usize);
        match letter {
            OUTSIDE => Self::Outside,
            GATE => Self::Gate,
            FREE => Self::Free(None),
            _ if MARKS.contains(&letter) => Self::Block(nth('A'), None),
            _ if TIES.contains(&letter) => Self::Block(nth('α').map(|tie| FIRST_TIE + tie), None),
            _ if GOALS.contains(&letter) => Self::Free(nth('a')),
            _ if ABOVE.contains(&letter) => Self::Block(None, nth('Ⓐ')),
            _ if HOME.contains(&letter) => Self::Block(nth('ⓐ'), nth('ⓐ')),
            _ if (CROSSED..after(CROSSED, MOST * MOST)).contains(&letter) => {
                let pair = letter as usize - CROSSED as usize;
                Self::Block(Some(pair / MOST), Some(pair % MOST))
            }
            _ => Self::Block(None, None),
        }
    }

    /// The goal that is seen there.
    pub(super) fn goal(&self) -> Option<usize> {
        match self {
            Self::Free(goal) | Self::Block(_, goal) => *goal,
            _ => None,
        }
    }

    pub(super) fn mark(&self) -> Option<usize> {
        match self {
            Self::Block(mark, _) => *mark,
            _ => None,
        }
    }

    pub(super) fn is_block(&self) -> bool {
        matches!(self, Self::Block(..))
    }
}
