//! Numbers that were taken for others, and may be ones that no example showed.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::super::puzzle::Puzzle;
use super::{sense, sums};

/// So many ways are tried; where there are more it is not known. Chosen: eight of one value, four on each side, make 69 with
/// each that was never seen.
const WAYS: usize = 256;

/// Whether some of the numbers that are in doubt, columns first, and are taken for one value may be another of these: as
/// such they make sense, too. Sums tell of one that they are wrong, but not of two, one above and one on the left.
pub(super) fn may_be_another(puzzle: &Puzzle, in_doubt: &[bool], unseen: &[u8]) -> bool {
    let numbers: Vec<u8> = puzzle.columns.iter().chain(&puzzle.rows).copied().collect();
    let doubtful = numbers.iter().zip(in_doubt).filter(|(_, doubt)| **doubt);
    let taken: BTreeSet<u8> = doubtful.map(|(number, _)| *number).collect();
    let pairs = taken
        .iter()
        .flat_map(|value| unseen.iter().map(move |other| (*value, *other)));
    let mut ways = 0;
    let mut makes_sense = |chosen: &[u8]| {
        ways += usize::from(chosen != numbers);
        let is_it =
            chosen != numbers && sense::has_one_solution(&with(puzzle, chosen)) != Some(false);
        match is_it || ways > WAYS {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    pairs.into_iter().any(|(value, other)| {
        let choices =
            numbers
                .iter()
                .zip(in_doubt)
                .map(|(number, doubt)| match *doubt && *number == value {
                    true => vec![value, other],
                    false => vec![*number],
                });
        let choices: Vec<Vec<u8>> = choices.collect();
        sums::even(&choices, puzzle.columns.len(), &mut makes_sense).is_break()
    })
}

/// A puzzle with other numbers, columns first.
fn with(puzzle: &Puzzle, numbers: &[u8]) -> Puzzle {
    let (columns, rows) = numbers.split_at(puzzle.columns.len());
    Puzzle {
        columns: columns.into(),
        rows: rows.into(),
        ..puzzle.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::dungeons::Dungeons;

    /// A puzzle with one solution, whose ones read as twos leave one solution, too.
    const SHOWN: &str = "  5 1 4 1 3 4 5 5\n1 M . . . . . . M\n4 . . . . . . . .\n1 M . . . . . . .\n5 . . . . . . . M\n\
        4 . . . . . M . .\n4 . . . . . . . .\n4 M . . . . . . .\n5 . . . . . M . .\n";

    #[test]
    fn numbers_above_and_on_the_left_may_both_be_one_never_seen() {
        let shown = Dungeons::parse(SHOWN).expect("a puzzle");
        let numbers: Vec<u8> = shown.columns.iter().chain(&shown.rows).copied().collect();
        let taken: Vec<u8> = numbers
            .iter()
            .map(|n| if *n == 1 { 2 } else { *n })
            .collect();
        let in_doubt: Vec<bool> = taken.iter().map(|number| *number == 2).collect();
        let read = with(&shown, &taken);
        assert_eq!(sense::has_one_solution(&read), Some(true));
        assert!(may_be_another(&read, &in_doubt, &[1, 7, 8]));
        assert!(!may_be_another(&read, &in_doubt, &[7, 8]));
        assert!(!may_be_another(&read, &[false; 16], &[1, 7, 8]));
    }
}
