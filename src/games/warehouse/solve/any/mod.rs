//! Any solution, fast: a search by features.
//!
//! Positions are sorted by a few numbers that tell how far they are (the feature space), and moves
//! are taken from each sort by turns, those first that an *advisor* spoke for. (After Y. Shoham and
//! J. Schaeffer, *The FESS algorithm: a feature based approach to single-agent search*, 2020.)

mod advice;
mod agenda;
mod barrier;
mod expand;
mod feature;
mod manner;
mod parts;
mod plan;
mod positions;
mod route;
mod search;
mod searcher;

use self::search::{End, Search};
use super::level::LevelTables;
use super::{PushReport, path};
use crate::base::{Limit, Limits, Outcome};
use crate::games::warehouse::puzzle::{Puzzle, Step};

/// Brings every box to a goal, no matter with how many pushes.
pub fn any(puzzle: &Puzzle, limits: &Limits) -> PushReport {
    if puzzle.is_solved() {
        return PushReport::at_once(Outcome::Solved(Vec::new()));
    }
    let deadline = limits.deadline();
    let Some(level) = LevelTables::new(puzzle) else {
        return PushReport::at_once(Outcome::Impossible);
    };
    let limits = &Limits {
        time: deadline.map(|at| at.saturating_duration_since(std::time::Instant::now())),
        ..*limits
    };
    let report = match level.live.len() {
        0..=64 => run::<1>(&level, limits),
        65..=128 => run::<2>(&level, limits),
        129..=192 => run::<3>(&level, limits),
        193..=256 => run::<4>(&level, limits),
        257..=512 => run::<8>(&level, limits),
        513..=1024 => run::<16>(&level, limits),
        _ => PushReport::at_once(Outcome::Unknown(Limit::Memory)),
    };
    let is_kept = |steps: &Vec<Step>| puzzle.replay(steps).0.is_solved();
    assert!(
        report.outcome.solution().is_none_or(is_kept),
        "the rules agree"
    );
    report
}

fn run<const W: usize>(level: &LevelTables, limits: &Limits) -> PushReport {
    let (end, stats) = Search::<W>::new(level, limits).run();
    let (outcome, pushes) = match end {
        End::Solved(pushes) => {
            let steps = path::walk(&level.board, &pushes).expect("the pushes can be made");
            (Outcome::Solved(steps), Some(pushes.len() as u16))
        }
        End::Impossible => (Outcome::Impossible, None),
        End::Limit(limit) => (Outcome::Unknown(limit), None),
    };
    PushReport {
        outcome,
        pushes,
        proved: false,
        stats,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::warehouse::generate::{Wish, generate};
    use crate::games::warehouse::plain::{Plain, least_pushes};
    use crate::games::warehouse::{Tile, solve, text};

    fn limits(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    fn check(puzzle: &Puzzle, report: &PushReport) {
        let Outcome::Solved(steps) = &report.outcome else {
            panic!("not solved:\n{puzzle}");
        };
        let (end, pushes) = puzzle.replay(steps);
        assert!(end.is_solved(), "{puzzle}");
        assert_eq!(report.pushes, Some(pushes as u16));
    }

    #[test]
    fn levels_with_one_move_and_with_many() {
        let levels = [
            "########\n#      #\n#*     #\n##   ###\n##* ####\n##@$.###\n########\n",
            "#########\n#@      #\n# $ $ $ #\n#       #\n# $ $ $ #\n#  ...  #\n#  ...# #\n#########\n",
        ];
        for level in levels {
            let puzzle = text::parse(level).unwrap();
            check(&puzzle, &any(&puzzle, &limits(50_000)));
        }
    }

    #[test]
    fn it_finds_what_the_shortest_way_is_known_for() {
        for seed in 0..40 {
            let wish = Wish {
                columns: 8,
                rows: 7,
                boxes: 3,
                tries: 2,
            };
            let Some(puzzle) = generate(seed, &wish) else {
                continue;
            };
            check(&puzzle, &any(&puzzle, &Limits::default()));
        }
    }

    #[test]
    fn impossible_is_what_is_proved_to_be() {
        let mut impossible = 0;
        for seed in 0..120u64 {
            let puzzle = hall(seed);
            let report = any(&puzzle, &Limits::default());
            match least_pushes(&puzzle, 1 << 20) {
                Plain::Pushes(_) => check(&puzzle, &report),
                Plain::Impossible => {
                    assert_eq!(report.outcome, Outcome::Impossible, "{puzzle}");
                    impossible += 1;
                }
                Plain::TooMany => {}
            }
            let least = solve::solve(&puzzle, &Limits::default()).outcome.word();
            assert_eq!(report.outcome.word(), least);
        }
        assert!((10..110).contains(&impossible), "{impossible}");
    }

    /// A hall of 5 times 4 cells with two or three boxes, goals and pillars anywhere.
    fn hall(seed: u64) -> Puzzle {
        let mut cells: Vec<usize> = (0..20).map(|i| 8 + i / 5 * 7 + i % 5).collect();
        for i in 0..20 {
            let random = crate::search::mix([seed, i as u64]) as usize;
            cells.swap(i, i + random % (20 - i));
        }
        let boxes = 2 + (seed % 2) as usize;
        let mut tiles = vec![Tile::Wall; 42];
        for (i, &cell) in cells.iter().enumerate() {
            tiles[cell] = match i {
                0..=1 => Tile::Wall,
                2..=4 if i < 2 + boxes + (seed % 3 / 2) as usize => Tile::Goal,
                _ => Tile::Floor,
            };
        }
        let mut boxes = cells[20 - boxes..].to_vec();
        boxes.sort_unstable();
        Puzzle {
            width: 7,
            tiles,
            boxes,
            robot: cells[10],
        }
    }

    #[test]
    fn limits_end_it() {
        let puzzle = text::parse("#########\n#@      #\n# $ $ $ #\n#       #\n# $ $ $ #\n#  ...  #\n#  ...# #\n#########\n").unwrap();
        let stopped = any(&puzzle, &limits(1)).outcome;
        assert_eq!(stopped, Outcome::Unknown(Limit::Nodes));
        let memory = Limits {
            memory: Some(1000),
            ..Limits::default()
        };
        assert_eq!(
            any(&puzzle, &memory).outcome,
            Outcome::Unknown(Limit::Memory)
        );
        let time = Limits {
            time: Some(std::time::Duration::ZERO),
            ..Limits::default()
        };
        assert_eq!(any(&puzzle, &time).outcome, Outcome::Unknown(Limit::Time));
    }
}
