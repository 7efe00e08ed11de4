//! Puzzles of our own: random sets of blocks, each set up as far from its goal as it can be.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use super::puzzle::{Block, Direction, Puzzle};
use super::sign::Sign;
use super::{Sliding, solve};
use crate::base::Limits;
use crate::game::ability::{Generates, Made, NotMade, Order, OrderOption};

/// What kind of puzzle is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// 2 to 7.
    pub columns: usize,
    /// 2 to 7.
    pub rows: usize,
    /// How many sets of blocks are tried; the one that needs the most moves is taken.
    pub tries: u32,
}

/// Sets of blocks with more arrangements than this are passed over.
const MAX_STATES: u64 = 400_000;

/// The hardest puzzle found; the same one for the same seed and wish. None if no set of blocks
/// that was tried makes a puzzle.
pub fn generate(seed: u64, wish: &Wish) -> Option<Puzzle> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let limits = Limits {
        nodes: Some(MAX_STATES),
        ..Limits::default()
    };
    let puzzles = (0..wish.tries).filter_map(|_| {
        let mut puzzle = scatter(&mut rng, wish.columns, wish.rows, 2..=4);
        aim(&mut rng, &mut puzzle);
        solve::hardest(&puzzle, &limits)
    });
    // The first of several equally hard ones.
    puzzles.reduce(|best, next| {
        if next.min_moves > best.min_moves {
            next
        } else {
            best
        }
    })
}

/// A full rectangle covered with random blocks of one to four cells, but for some free cells.
/// No block has a goal yet.
pub fn scatter(
    rng: &mut ChaCha8Rng,
    columns: usize,
    rows: usize,
    free: std::ops::RangeInclusive<usize>,
) -> Puzzle {
    let mut puzzle = Puzzle {
        columns,
        rows,
        floor: vec![true; columns * rows],
        gates: Vec::new(),
        lengthwise: false,
        blocks: Vec::new(),
        min_moves: None,
    };
    let mut cells: Vec<usize> = (0..columns * rows).collect();
    cells.shuffle(rng);
    let free = rng.random_range(free).min(cells.len() - 1);
    let mut taken = vec![false; cells.len()];
    cells.drain(..free).for_each(|cell| taken[cell] = true);
    for cell in cells {
        if !taken[cell] {
            let sign = sign(puzzle.blocks.len());
            let cells = grow(rng, &puzzle, &mut taken, cell);
            let goal = None;
            puzzle.blocks.push(Block { sign, cells, goal });
        }
    }
    puzzle
}

/// The letter by which a block of a new puzzle is called.
pub fn sign(block: usize) -> Sign {
    let mut signs = ('A'..='Z').chain('a'..='z').chain('\u{c0}'..);
    signs.nth(block).unwrap_or(char::MAX).into()
}

/// A random block that begins at a cell.
fn grow(rng: &mut ChaCha8Rng, puzzle: &Puzzle, taken: &mut [bool], cell: usize) -> Vec<usize> {
    let size = *[1, 2, 2, 2, 3, 4].choose(rng).unwrap_or(&1);
    let mut cells = vec![cell];
    taken[cell] = true;
    while cells.len() < size {
        let steps = cells
            .iter()
            .flat_map(|&c| Direction::ALL.map(|d| puzzle.step(&[c], d)));
        let mut free: Vec<usize> = steps.flatten().flatten().filter(|&c| !taken[c]).collect();
        free.sort_unstable();
        free.dedup();
        let Some(&next) = free.choose(rng) else {
            break;
        };
        taken[next] = true;
        cells.push(next);
    }
    cells.sort_unstable();
    cells
}

/// Two small blocks that do not touch become one, in two parts; the index of it. None if there are no such two.
pub fn tie(rng: &mut ChaCha8Rng, puzzle: &mut Puzzle) -> Option<usize> {
    let is_small = |block: &usize| puzzle.blocks[*block].cells.len() <= 2;
    let small: Vec<usize> = (0..puzzle.blocks.len()).filter(is_small).collect();
    let both = |(a, b): (usize, usize)| {
        let mut cells = [&puzzle.blocks[a].cells[..], &puzzle.blocks[b].cells].concat();
        cells.sort_unstable();
        cells
    };
    let pairs = small
        .iter()
        .flat_map(|&a| small.iter().map(move |&b| (a, b)));
    let apart = |pair: &(usize, usize)| pair.0 < pair.1 && puzzle.parts(&both(*pair)).len() > 1;
    let pairs: Vec<(usize, usize)> = pairs.filter(apart).collect();
    let &(first, second) = pairs.choose(rng)?;
    puzzle.blocks[first].cells = both((first, second));
    puzzle.blocks.remove(second);
    Some(first)
}

/// Gives one of the largest blocks a goal in a corner.
pub fn aim(rng: &mut ChaCha8Rng, puzzle: &mut Puzzle) {
    let largest = puzzle.blocks.iter().map(|block| block.cells.len()).max();
    let sizes = puzzle.blocks.iter().map(|block| Some(block.cells.len()));
    let largest: Vec<usize> = (0..)
        .zip(sizes)
        .filter(|(_, s)| *s == largest)
        .map(|(i, _)| i)
        .collect();
    if let Some(&block) = largest.choose(rng) {
        aim_at(rng, puzzle, block);
    }
}

/// Gives a block a goal in a corner.
pub fn aim_at(rng: &mut ChaCha8Rng, puzzle: &mut Puzzle, block: usize) {
    let mut goal = puzzle.blocks[block].cells.clone();
    for direction in [
        [Direction::Up, Direction::Down],
        [Direction::Left, Direction::Right],
    ] {
        let direction = *direction.choose(rng).unwrap_or(&direction[0]);
        while let Some(next) = puzzle.step(&goal, direction) {
            goal = next;
        }
    }
    puzzle.blocks[block].goal = Some(goal);
}

impl Generates for Sliding {
    fn options(&self) -> &'static [OrderOption] {
        &[OrderOption::Tries]
    }

    fn generate(&self, seed: u32, order: &Order) -> Result<Made, NotMade> {
        let (columns, rows) = order.size.unwrap_or((4, 5));
        if !(2..=7).contains(&columns) || !(2..=7).contains(&rows) {
            return Err(NotMade::Wrong(
                "sizes of sliding blocks are 2x2 to 7x7".into(),
            ));
        }
        let wish = Wish {
            columns,
            rows,
            tries: order.tries.unwrap_or(10),
        };
        let puzzle = generate(u64::from(seed), &wish)
            .ok_or_else(|| NotMade::Failed("no set of blocks makes a puzzle".into()))?;
        let mut text = format!("# Seed {seed}\n{puzzle}");
        if order.solution
            && let Some(moves) = solve::solve(&puzzle, &Limits::default()).solution()
        {
            let words = moves.iter().enumerate();
            text.extend(words.map(|(i, mv)| format!("# {}. {mv}\n", i + 1)));
        }
        Ok(Made {
            text,
            facts: json!({ "puzzle": puzzle.to_string(), "min_moves": puzzle.min_moves }),
        })
    }
}
