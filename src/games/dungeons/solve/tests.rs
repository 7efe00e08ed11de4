//! The solver against the reference method, on every kind of board.

use smallvec::smallvec;

use super::super::dice::Dice;
use super::super::dig::Dungeon;
use super::super::plain::Reference;
use super::super::puzzle::Cell;
use super::super::rules::violations;
use super::processor::{self, Processor};
use super::*;
use crate::base::Limit;

/// A dungeon's puzzle, half of the time spoiled: with one change it may have no, one or many
/// solutions.
fn some_puzzle(width: usize, height: usize, dice: &mut Dice) -> Puzzle {
    let area = width * height;
    loop {
        let rooms = dice.below(1 + area / 20);
        let rock = area * (10 + dice.below(60)) / 100;
        let Some(dungeon) = Dungeon::dig((width, height), rooms, rock, dice) else {
            continue;
        };
        let mut puzzle = dungeon.puzzle();
        let at = dice.below(area);
        match dice.below(8) {
            0 => puzzle.cells[at] = Cell::Unknown,
            1 => puzzle.cells[at] = Cell::Monster,
            2 => puzzle.cells[at] = Cell::Treasure,
            3 => puzzle.columns.rotate_left(1),
            4 => puzzle.cells.fill(Cell::Unknown),
            _ => {}
        }
        return puzzle;
    }
}

/// How many puzzles had no, one and several solutions.
#[derive(Default)]
struct Tally([usize; 3]);

impl Tally {
    fn check(&mut self, puzzle: &Puzzle, reference: &Reference, found: &Outcome<Walls>) {
        let expected = reference.solve(puzzle).outcome();
        match (found, &expected) {
            (Outcome::Several { first: [a, b], .. }, Outcome::Several { .. }) => {
                assert_ne!(a, b, "{puzzle}");
                assert_eq!(violations(puzzle, a), [], "{puzzle}");
                assert_eq!(violations(puzzle, b), [], "{puzzle}");
                self.0[2] += 1;
            }
            _ => {
                assert_eq!(found, &expected, "{puzzle}");
                if let Outcome::Unique(walls) = found {
                    assert_eq!(violations(puzzle, walls), [], "{puzzle}");
                }
                self.0[usize::from(found.solution().is_some())] += 1;
            }
        }
    }

    fn assert_all_kinds(&self) {
        let total: usize = self.0.iter().sum();
        let enough = |&count: &usize| count >= total / 300;
        assert!(self.0.iter().all(enough), "{:?}", self.0);
    }
}

fn compare(sizes: &[(usize, usize)], each: usize, run: impl Fn(&Puzzle) -> WallsReport) {
    let mut dice = Dice::new(2);
    let mut tally = Tally::default();
    for &(width, height) in sizes {
        let reference = Reference::new(width);
        for _ in 0..each {
            let puzzle = some_puzzle(width, height, &mut dice);
            tally.check(&puzzle, &reference, &run(&puzzle).outcome);
        }
    }
    tally.assert_all_kinds();
}

fn unlimited(puzzle: &Puzzle) -> WallsReport {
    report(puzzle, &Limits::default())
}

#[test]
fn agrees_with_the_reference_on_small_boards() {
    let sizes = [
        (8, 8),
        (7, 7),
        (6, 6),
        (5, 5),
        (8, 5),
        (5, 8),
        (3, 7),
        (4, 4),
        (3, 3),
        (2, 5),
        (2, 2),
        (8, 1),
        (1, 6),
    ];
    compare(&sizes, 2000, unlimited);
}

#[test]
fn agrees_with_the_reference_on_medium_boards() {
    compare(
        &[(9, 6), (10, 5), (6, 10), (12, 4), (16, 3), (3, 16)],
        400,
        unlimited,
    );
}

#[test]
fn agrees_with_the_reference_on_large_boards() {
    compare(&[(3, 17), (4, 20), (2, 32), (5, 18)], 200, unlimited);
}

#[test]
fn every_kind_of_board_gives_the_same_answer() {
    let limits = Limits::default();
    let sizes = [(8, 8), (6, 7), (4, 5)];
    compare(&sizes, 400, |puzzle| {
        match numbers_fit(&puzzle.columns, &puzzle.rows) {
            true => Search::<Medium>::run(puzzle, &limits),
            false => unlimited(puzzle),
        }
    });
    compare(&sizes, 200, |puzzle| {
        match numbers_fit(&puzzle.columns, &puzzle.rows) {
            true => Search::<Large>::run(puzzle, &limits),
            false => unlimited(puzzle),
        }
    });
}

#[test]
fn every_processor_gives_the_same_answer() {
    fn some_nodes() -> Limits {
        Limits {
            nodes: Some(2000),
            ..Limits::default()
        }
    }
    fn on<B: Board>(puzzle: &Puzzle, processor: impl Processor) -> WallsReport {
        Search::<B>::run_with(puzzle, &some_nodes(), |search, state| {
            processor.visit(search, state)
        })
    }
    let mut dice = Dice::new(5);
    for round in 0..600 {
        let side = if round < 500 { 8 } else { 12 };
        let puzzle = some_puzzle(side, side, &mut dice);
        let best = match side {
            8 => Search::<Small>::run(&puzzle, &some_nodes()),
            _ => Search::<Medium>::run(&puzzle, &some_nodes()),
        };
        let mut all = vec![match side {
            8 => on::<Small>(&puzzle, processor::Any),
            _ => on::<Medium>(&puzzle, processor::Any),
        }];
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = processor::Avx2::detect() {
            all.push(match side {
                8 => on::<Small>(&puzzle, avx2),
                _ => on::<Medium>(&puzzle, avx2),
            });
        }
        for one in all {
            assert_eq!(one.outcome, best.outcome, "{puzzle}");
            assert_eq!(one.nodes, best.nodes, "{puzzle}");
        }
    }
}

#[test]
fn wide_boards_turned_on_their_side_have_the_same_number_of_solutions() {
    let mut dice = Dice::new(3);
    for (width, height) in [(17, 4), (32, 3), (20, 5)] {
        let reference = Reference::new(height);
        for _ in 0..100 {
            let puzzle = some_puzzle(width, height, &mut dice);
            let turned = Puzzle {
                columns: puzzle.rows.clone(),
                rows: puzzle.columns.clone(),
                cells: (0..width)
                    .flat_map(|c| (0..height).map(move |r| (c, r)))
                    .map(|(c, r)| puzzle.cell(c, r))
                    .collect(),
                ..puzzle.clone()
            };
            let expected = reference.solve(&turned).outcome();
            assert_eq!(
                unlimited(&puzzle).outcome.word(),
                expected.word(),
                "{puzzle}"
            );
        }
    }
}

#[test]
fn limits_end_in_unknown_and_never_in_a_wrong_answer() {
    let mut dice = Dice::new(4);
    for _ in 0..200 {
        let puzzle = some_puzzle(8, 8, &mut dice);
        let whole = unlimited(&puzzle);
        for nodes in 0..whole.nodes {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let cut = report(&puzzle, &limits);
            assert_eq!(cut.outcome, Outcome::Unknown(Limit::Nodes), "{puzzle}");
            assert_eq!(cut.nodes, nodes);
        }
        let limits = Limits {
            nodes: Some(whole.nodes),
            ..Limits::default()
        };
        assert_eq!(report(&puzzle, &limits).outcome, whole.outcome);
    }
}

#[test]
fn a_time_limit_ends_a_search_without_end() {
    let puzzle = Puzzle {
        seed: None,
        columns: smallvec![12; 32],
        rows: smallvec![12; 32],
        cells: smallvec![Cell::Unknown; 32 * 32],
    };
    let limits = Limits {
        time: Some(std::time::Duration::from_millis(20)),
        ..Limits::default()
    };
    let outcome = report(&puzzle, &limits).outcome;
    assert_eq!(outcome, Outcome::Unknown(Limit::Time));
}
