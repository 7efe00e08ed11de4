//! Real puzzles have one solution: numbers and cells of which that is not true are misread.

use super::super::puzzle::{Cell, Puzzle};
use super::super::solve;
use crate::base::{Limits, Outcome};
use crate::vision::looks::{ExampleText, FLOOR};

/// Far more than puzzles that people play need.
const NODES: u64 = 100_000;

/// What may be other than it was read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    Column(usize, u8),
    Row(usize, u8),
    Cell(usize, Cell),
}

impl Change {
    fn apply(self, puzzle: &mut Puzzle) {
        match self {
            Self::Column(index, value) => puzzle.columns[index] = value,
            Self::Row(index, value) => puzzle.rows[index] = value,
            Self::Cell(index, cell) => puzzle.cells[index] = cell,
        }
    }
}

/// What a reading and its doubts come to.
#[derive(Clone, Debug)]
pub(super) enum Sense {
    /// This alone has exactly one solution.
    Only(Puzzle),
    /// Nothing has exactly one solution.
    None,
    /// More than one reading has, or it is not found out soon.
    Unknown,
}

impl Sense {
    /// The only one there is, or none.
    pub(super) fn or_none(self) -> Self {
        match self {
            Self::Only(puzzle) => Self::Only(puzzle),
            Self::None | Self::Unknown => Self::None,
        }
    }
}

/// More doubts than these are too many for the solution to tell. Chosen: all things on a board of the real game, which has
/// eight monsters and treasures or so, tried in every way as often as a board is solved in some milliseconds.
const DOUBTS: usize = 8;

/// Tries a reading with each choice of the changes.
pub(super) fn only_one(seen: &Puzzle, changes: &[Change]) -> Sense {
    if changes.len() > DOUBTS {
        return Sense::Unknown;
    }
    let mut only = Sense::None;
    for choice in 0..1u32 << changes.len() {
        let mut puzzle = seen.clone();
        let chosen = changes.iter().enumerate();
        let chosen = chosen.filter(|(index, _)| choice >> index & 1 == 1);
        chosen.for_each(|(_, change)| change.apply(&mut puzzle));
        match (has_one_solution(&puzzle), &only) {
            (Some(false), _) => {}
            (Some(true), Sense::None) => only = Sense::Only(puzzle),
            _ => return Sense::Unknown,
        }
    }
    only
}

/// Whether what is given has exactly one solution; None if that is not found out soon.
pub(super) fn has_one_solution(puzzle: &Puzzle) -> Option<bool> {
    let sum = |numbers: &[u8]| numbers.iter().map(|n| u32::from(*n)).sum::<u32>();
    if sum(&puzzle.columns) != sum(&puzzle.rows) {
        return Some(false);
    }
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    match solve::solve(&puzzle.givens(), &limits) {
        Outcome::Unique(_) => Some(true),
        Outcome::Unknown(_) => None,
        _ => Some(false),
    }
}

/// The puzzle that an example shows.
pub(super) fn puzzle(shown: &ExampleText) -> Puzzle {
    let cell = |letter| match letter {
        FLOOR => Cell::Unknown,
        'T' => Cell::Treasure,
        '#' => Cell::Wall,
        'o' => Cell::Path,
        _ => Cell::Monster,
    };
    Puzzle {
        seed: None,
        columns: shown.above.as_slice().into(),
        rows: shown.left.as_slice().into(),
        cells: shown.letters().map(cell).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, DOUBTS, Sense, only_one};
    use crate::games::dungeons::{Cell, Puzzle, generate};

    fn given(seed: u32) -> Puzzle {
        generate::from_seed(seed).puzzle.givens()
    }

    fn only(seen: &Puzzle, changes: &[Change]) -> Option<Puzzle> {
        match only_one(seen, changes) {
            Sense::Only(puzzle) => Some(puzzle),
            Sense::None | Sense::Unknown => None,
        }
    }

    #[test]
    fn the_solution_tells_numbers_and_cells_that_were_in_doubt() {
        for seed in 0..40 {
            let truth = given(seed);
            assert_eq!(only(&truth, &[]).as_ref(), Some(&truth), "seed {seed}");
            let mut seen = truth.clone();
            seen.columns[3] += 1;
            let monster = truth.cells.iter().position(|cell| *cell == Cell::Monster);
            let monster = monster.expect("there are dead ends");
            seen.cells[monster] = Cell::Unknown;
            let cell = Change::Cell(monster, Cell::Monster);
            let number = Change::Column(3, truth.columns[3]);
            let told = only(&seen, &[cell, number]);
            assert_eq!(told.as_ref(), Some(&truth), "seed {seed}");
            assert!(matches!(only_one(&seen, &[cell]), Sense::None));
        }
    }

    #[test]
    fn too_many_doubts_are_not_settled() {
        let truth = given(1);
        let doubts = [Change::Row(0, 8); DOUBTS + 1];
        assert!(matches!(only_one(&truth, &doubts), Sense::Unknown));
    }
}
