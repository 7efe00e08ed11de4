//! How the corpus keeps dungeons: width and height, the numbers, a bit for each monster, a bit for
//! each treasure; a solution is a bit for each wall. 26 and 8 bytes for an 8x8 puzzle.

use std::time::Instant;

use super::logic::Walkthrough;
use super::puzzle::{Cell, MAX_SIDE, Puzzle, Toggle, Walls};
use super::{Dungeons, rules, solve, text};
use crate::base::record::{Answer, Batch, Effort, Facts, Record, Verdict};
use crate::base::{Limits, TextError};
use crate::game::{Judged, Solutions, Storable, ability};

mod line;
mod packed;
mod picture;

use packed::Packed;

impl Storable for Dungeons {
    const SEEDS: bool = true;

    fn start(puzzle: &Puzzle) -> Puzzle {
        puzzle.givens()
    }

    fn seed(puzzle: &Puzzle) -> Option<u64> {
        puzzle.seed.map(u64::from)
    }

    fn with_seed(puzzle: Puzzle, seed: u64) -> Puzzle {
        Puzzle {
            seed: u32::try_from(seed).ok(),
            ..puzzle
        }
    }

    fn pack(puzzle: &Puzzle, out: &mut Vec<u8>) {
        packed::pack(puzzle, out);
    }

    fn unpack(packed: &[u8]) -> Option<Puzzle> {
        Some(Packed::of(packed)?.puzzle())
    }

    fn pack_solution(puzzle: &Puzzle, moves: &[Toggle], out: &mut Vec<u8>) {
        let mut walls = Walls::default();
        for toggle in moves {
            walls.rows[toggle.row] ^= 1 << toggle.column;
        }
        packed::pack_walls((puzzle.width(), puzzle.height()), &walls, out);
    }

    fn unpack_solution(puzzle: &Puzzle, packed: &[u8]) -> Option<Vec<Toggle>> {
        let walls = packed::walls((puzzle.width(), puzzle.height()), packed)?;
        Some(puzzle.toggles_to(&walls))
    }

    fn remaining(start: &Puzzle, moves: &[Toggle], now: &Puzzle) -> Option<Vec<Toggle>> {
        let end = moves
            .iter()
            .fold(start.clone(), |board, mv| board.after(*mv));
        (now.givens() == start.givens()).then(|| now.toggles_to(&end.walls()))
    }

    fn write_puzzle(packed: &[u8], out: &mut String) -> Option<()> {
        line::write_puzzle(&Packed::of(packed)?, out);
        Some(())
    }

    fn read_puzzle(text: &str, out: &mut Vec<u8>) -> Result<Option<u64>, TextError> {
        let (puzzle, _) = Puzzle::parse_solved(text)?;
        packed::pack(&puzzle, out);
        Ok(Self::seed(&puzzle))
    }

    fn write_solution(puzzle: &[u8], solution: &[u8], out: &mut String) -> Option<()> {
        line::write_solution(&Packed::of(puzzle)?, solution, out)
    }

    fn read_solution(puzzle: &[u8], text: &str, out: &mut Vec<u8>) -> Option<()> {
        line::read_solution(&Packed::of(puzzle)?, text.as_bytes(), out)
    }

    fn read_text(text: &str, into: &mut Batch) -> Result<(), TextError> {
        if line::read(text.as_bytes(), into).is_some() {
            return Ok(());
        }
        let (puzzle, walls) = Puzzle::parse_solved(text)?;
        let (mut bytes, mut solution) = (Vec::new(), Vec::new());
        packed::pack(&puzzle, &mut bytes);
        let verdict = match walls {
            Some(walls) => {
                packed::pack_walls((puzzle.width(), puzzle.height()), &walls, &mut solution);
                Verdict::Given
            }
            None => line::word(text),
        };
        let facts = Facts {
            seed: Self::seed(&puzzle),
            ..Facts::default()
        };
        into.push(facts, &bytes, &Answer::new(verdict, &solution, &[], 0));
        Ok(())
    }

    fn write_text(record: &Record, out: &mut String) -> Option<()> {
        let packed = Packed::of(record.puzzle)?;
        line::write_puzzle(&packed, out);
        match (record.answer.verdict, record.answer.solution) {
            (Verdict::Unsolved, _) => {}
            (verdict, Some(solution)) if verdict.has_solution() => {
                out.push(' ');
                line::write_solution(&packed, solution, out)?;
            }
            (verdict, _) => out.extend([" ", verdict.word()]),
        }
        out.push('\n');
        Some(())
    }

    fn solve_packed(packed: &[u8], limits: &Limits, out: &mut Solutions) -> Option<Judged> {
        let puzzle = Packed::of(packed)?.puzzle();
        let begun = Instant::now();
        let solve::WallsReport { outcome, nodes } = solve::report(&puzzle, limits);
        let nanos = u64::try_from(begun.elapsed().as_nanos()).ok();
        let size = (puzzle.width(), puzzle.height());
        out.take(&outcome, |walls, bytes| {
            packed::pack_walls(size, walls, bytes);
        });
        Some(Judged {
            verdict: Verdict::of(&outcome),
            effort: Effort {
                nodes: Some(nodes),
                nanos,
                grade: None,
            },
        })
    }

    fn check(packed: &[u8], solution: &[u8]) -> Result<(), String> {
        let puzzle = Self::unpack(packed).ok_or("the bytes are no puzzle")?;
        let size = (puzzle.width(), puzzle.height());
        let walls = packed::walls(size, solution).ok_or("the bytes are no walls")?;
        match rules::violations(&puzzle, &walls).first() {
            None => Ok(()),
            Some(first) => Err(first.to_string()),
        }
    }
}

impl ability::Grades for Dungeons {
    fn names(&self) -> &'static [&'static str] {
        &["easy", "medium", "hard", "fiendish"]
    }

    fn grade(&self, packed: &[u8]) -> Option<u8> {
        let puzzle = Dungeons::unpack(packed)?;
        let steps = Walkthrough::new(&puzzle, &Limits::default())?;
        Some(steps.difficulty() as u8)
    }
}

impl ability::Features for Dungeons {
    fn names(&self) -> &'static [&'static str] {
        &["monsters", "treasures", "walls"]
    }

    fn features(&self, packed: &[u8], tell: &mut dyn FnMut(usize, usize)) {
        if let Some(packed) = Packed::of(packed) {
            tell(0, packed.monsters());
            tell(1, packed.treasures());
            tell(
                2,
                packed.numbers().take(packed.width).map(usize::from).sum(),
            );
        }
    }
}

impl ability::Drawn for Dungeons {
    fn drawing(&self, packed: &[u8], solution: Option<&[u8]>) -> Option<ability::Drawing> {
        let puzzle = Dungeons::unpack(packed)?;
        let size = (puzzle.width(), puzzle.height());
        let walls = solution.and_then(|bytes| packed::walls(size, bytes));
        Some(picture::draw(&puzzle, &walls.unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests;
