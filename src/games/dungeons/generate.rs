//! Puzzles with exactly one solution, from a number: the same number gives the same puzzle.

use serde_json::json;
use thiserror::Error;

use super::dice::Dice;
use super::dig::Dungeon;
use super::logic::{Difficulty, Walkthrough};
use super::puzzle::{MAX_SIDE, Puzzle, Walls};
use super::{Dungeons, solve};
use crate::base::{Limits, Outcome};
use crate::game::ability::{self, Made, NotMade, OrderOption};

/// A puzzle and its only solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// Carries the seed that it was made from.
    pub puzzle: Puzzle,
    pub walls: Walls,
}

/// Why there is no puzzle.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum GenerateError {
    #[error("{width}x{height} is no size; sides are 1..={MAX_SIDE}")]
    Size { width: usize, height: usize },
    #[error(
        "no such puzzle was found in {tries} tries; perhaps there is none of this size that is so easy or so hard"
    )]
    NotFound { tries: u32 },
}

/// Dungeons dug before giving up.
const MOST_TRIES: u32 = 1_000_000;

/// Dungeons dug before other numbers of monsters and treasures are tried.
const TRIES_PER_PLAN: u32 = 2_000;

/// The effort of the proof that a large puzzle has one solution; a dungeon that takes more is
/// dropped. Puzzles up to 8x8 never need as much, so that their seeds do not depend on it.
const MOST_NODES: u64 = 20_000;

/// The same for puzzles that a person is to solve without trying.
const MOST_NODES_WITHOUT_GUESS: u64 = 200;

/// How often 0 to 13 monsters occur with 0 to 3 treasures: a count over 5,000 puzzles of the game.
const MONSTERS_BY_TREASURES: [[u16; 14]; 4] = [
    [0, 0, 0, 0, 10, 53, 211, 414, 670, 666, 519, 273, 82, 31],
    [0, 0, 0, 32, 110, 261, 412, 413, 234, 98, 35, 6, 2, 0],
    [0, 4, 21, 83, 113, 143, 65, 15, 2, 0, 0, 0, 0, 0],
    [1, 2, 8, 9, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0],
];

/// The cells of the boards of that count.
const COUNTED_AREA: usize = 64;

/// The 8x8 puzzle of a seed.
pub fn from_seed(seed: u32) -> Generated {
    let mut dice = Dice::new(seed.into());
    loop {
        if let Some(made) = make((8, 8), seed, &Limits::default(), &mut dice) {
            return made;
        }
    }
}

/// What a puzzle should be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    pub width: usize,
    pub height: usize,
    /// Any if absent.
    pub difficulty: Option<Difficulty>,
}

/// The puzzle of an order and a seed; [`from_seed`] for 8x8 of any difficulty. Boards above 8x8,
/// and difficulties, are the same in every run of one release.
///
/// # Errors
/// If the size is none, or so small that it has no such puzzles, or none was found.
pub fn generate(order: &Order, seed: u32) -> Result<Generated, GenerateError> {
    let &Order {
        width,
        height,
        difficulty,
    } = order;
    let sides = 1..=MAX_SIDE;
    if !sides.contains(&width) || !sides.contains(&height) {
        return Err(GenerateError::Size { width, height });
    }
    let limits = Limits {
        nodes: match difficulty {
            Some(Difficulty::Easy | Difficulty::Medium) => Some(MOST_NODES_WITHOUT_GUESS),
            _ if width * height > COUNTED_AREA => Some(MOST_NODES),
            _ => None,
        },
        ..Limits::default()
    };
    let is_wanted = |made: &Generated| {
        difficulty.is_none_or(|wanted| {
            let steps = Walkthrough::new(&made.puzzle, &limits);
            steps.is_some_and(|steps| steps.difficulty() == wanted)
        })
    };
    let mut dice = Dice::new(seed.into());
    for _ in 0..MOST_TRIES / TRIES_PER_PLAN {
        let made = make((width, height), seed, &limits, &mut dice);
        if let Some(made) = made.filter(&is_wanted) {
            return Ok(made);
        }
    }
    Err(GenerateError::NotFound { tries: MOST_TRIES })
}

/// What a dungeon should hold.
struct Plan {
    treasures: usize,
    monsters: usize,
    rock: usize,
}

impl Plan {
    /// As many monsters and treasures as in the game's boards, as often as there.
    fn new(area: usize, dice: &mut Dice) -> Self {
        let (mut treasures, mut monsters) = (0, 0);
        let mut left = area;
        while left > 0 {
            let part = left.min(COUNTED_AREA);
            left -= part;
            let [t, m] = Self::counted(dice);
            treasures += share(t, part, dice);
            monsters += share(m, part, dice);
        }
        // Rooms need less rock than the corridors in their place; the spread is that of the count.
        let rock_of_100 = area * 28 - (treasures * COUNTED_AREA * 2).min(area * 8);
        let spread = dice.below(4) + dice.below(4);
        let rock = (rock_of_100 + spread * area) / COUNTED_AREA - 3 * area / COUNTED_AREA;
        Self {
            treasures,
            monsters,
            rock,
        }
    }

    fn counted(dice: &mut Dice) -> [usize; 2] {
        let index = dice.weighted(MONSTERS_BY_TREASURES.as_flattened());
        let most = MONSTERS_BY_TREASURES[0].len();
        [index / most, index % most]
    }
}

/// What falls on a part of the counted area, rounded up or down at random.
fn share(count: usize, part: usize, dice: &mut Dice) -> usize {
    (count * part + dice.below(COUNTED_AREA)) / COUNTED_AREA
}

/// A puzzle after a plan of its own, if the plan has one.
fn make(size: (usize, usize), seed: u32, limits: &Limits, dice: &mut Dice) -> Option<Generated> {
    let area = size.0 * size.1;
    let plan = Plan::new(area, dice);
    // Among very many dead ends a few more or less are no matter, and to meet the number takes
    // long; tiny boards are like nothing that was counted.
    let slack = match area < COUNTED_AREA / 2 {
        true => area,
        false => area / (4 * COUNTED_AREA),
    };
    for _ in 0..TRIES_PER_PLAN {
        let dungeon = Dungeon::dig(size, plan.treasures, plan.rock, dice);
        let as_planned = |dug: &Dungeon| dug.monsters().abs_diff(plan.monsters) <= slack;
        let Some(dungeon) = dungeon.filter(as_planned) else {
            continue;
        };
        let mut puzzle = dungeon.puzzle();
        puzzle.seed = Some(seed);
        if let Outcome::Unique(walls) = solve::solve(&puzzle, limits) {
            return Some(Generated { puzzle, walls });
        }
    }
    None
}

/// The longest side of a board.
const LONGEST: usize = 32;

impl ability::Generates for Dungeons {
    fn options(&self) -> &'static [OrderOption] {
        &[OrderOption::Lines, OrderOption::Grade]
    }

    fn generate(&self, seed: u32, order: &ability::Order) -> Result<Made, NotMade> {
        let (width, height) = order.size.unwrap_or((8, 8));
        if width.max(height) > LONGEST {
            let text = format!("dungeons are at most {LONGEST}x{LONGEST}");
            return Err(NotMade::Wrong(text));
        }
        let grade = |grade: u8| Difficulty::ALL[usize::from(grade)];
        let wanted = Order {
            width,
            height,
            difficulty: order.grade.map(grade),
        };
        let made = generate(&wanted, seed).map_err(|error| NotMade::Failed(error.to_string()))?;
        Ok(made.written(order))
    }
}

impl Generated {
    /// How hard it is for a person; takes longer than making it.
    fn difficulty(&self) -> Option<Difficulty> {
        let steps = Walkthrough::new(&self.puzzle, &Limits::default())?;
        Some(steps.difficulty())
    }

    fn written(&self, order: &ability::Order) -> Made {
        let Generated { puzzle, walls } = self;
        let mut solution = String::new();
        puzzle.write_solution(walls, &mut solution);
        let line = puzzle.one_line();
        let text = match (order.line, order.solution) {
            (true, false) => format!("{line}\n"),
            (true, true) => format!("{line} {solution}\n"),
            (false, true) => puzzle.with_walls(walls).to_string(),
            (false, false) => puzzle.to_string(),
        };
        Made {
            text,
            facts: match order.facts {
                true => json!({
                    "puzzle": line,
                    "solution": solution,
                    "difficulty": self.difficulty().map(|difficulty| difficulty.to_string()),
                }),
                false => json!({}),
            },
        }
    }
}
