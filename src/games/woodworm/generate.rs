//! Puzzles of our own: what random worms leave over.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use super::puzzle::{Direction, MAX_CELLS, MAX_HEIGHT, MAX_WIDTH, Puzzle};
use super::{Woodworm, solve};
use crate::base::Limits;
use crate::game::ability::{Generates, Made, NotMade, Order, OrderOption};
use crate::game::moves_text;

/// What kind of puzzle is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    pub columns: usize,
    pub rows: usize,
    /// How many worms are let loose; what is hardest to make of all they leave is taken.
    pub tries: u32,
}

impl Wish {
    /// Whether there are blocks of that size.
    pub fn is_possible(&self) -> bool {
        let cells = self.columns * self.rows;
        let fits = self.columns <= MAX_WIDTH && self.rows <= MAX_HEIGHT;
        cells > 0 && fits && cells <= MAX_CELLS
    }
}

/// A puzzle and a shortest solution.
#[derive(Clone, Debug)]
pub struct Generated {
    pub puzzle: Puzzle,
    pub moves: Vec<Direction>,
}

/// Pictures that need more scenes than this are passed over.
const MOST_NODES: u64 = 300_000;
/// The steps of a worm, for each cell of the block.
const STEPS_PER_CELL: usize = 6;

/// The puzzle that needs the most moves beyond one for each cell to be eaten; the same one for the
/// same seed and wish. `None` if the size is not possible, or no worm left anything to be wanted.
pub fn generate(seed: u64, wish: &Wish) -> Option<Generated> {
    if !wish.is_possible() {
        return None;
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let limits = Limits {
        nodes: Some(MOST_NODES),
        ..Limits::default()
    };
    let mut best: Option<(usize, Generated)> = None;
    for _ in 0..wish.tries {
        let Some(wanted) = leavings(&mut random, wish) else {
            continue;
        };
        let surplus = wanted.iter().filter(|&&wood| !wood).count();
        let puzzle = Puzzle::start(wish.columns, wanted);
        let report = solve::solve(&puzzle, &limits);
        let optimal = report.is_optimal();
        let Some(moves) = report.moves.filter(|_| optimal) else {
            continue;
        };
        let waste = moves.len() - surplus;
        if best.as_ref().is_none_or(|&(most, _)| waste > most) {
            best = Some((waste, Generated { puzzle, moves }));
        }
    }
    best.map(|(_, generated)| generated)
}

/// Which cells are still wood after a random worm has eaten a quarter to three quarters of them;
/// `None` if it did not get so far.
fn leavings(random: &mut ChaCha8Rng, wish: &Wish) -> Option<Vec<bool>> {
    let cells = wish.columns * wish.rows;
    let left = cells - random.random_range(cells / 4..=cells * 3 / 4);
    let mut state = Puzzle::start(wish.columns, vec![false; cells]);
    for _ in 0..cells * STEPS_PER_CELL {
        let wood: Vec<bool> = state.pieces().iter().map(|&piece| piece != 0).collect();
        if wood.iter().filter(|&&wood| wood).count() <= left {
            return Some(wood);
        }
        let possible = Direction::ALL.map(|step| (step, state.after(step)));
        let eats = |step: Direction| state.piece(state.worm()[0].towards(step)) != 0;
        let (bites, walks): (Vec<_>, Vec<_>) = possible
            .into_iter()
            .filter_map(|(step, next)| Some((step, next?)))
            .partition(|&(step, _)| eats(step));
        let hungry = !bites.is_empty() && random.random_bool(0.7);
        let choice = if hungry { bites } else { walks };
        if let Some((_, next)) = choice.choose(random) {
            state = next.clone();
        }
    }
    None
}

/// Shapes of which the hardest is taken, unless asked otherwise.
const TRIES: u32 = 20;

impl Generates for Woodworm {
    fn options(&self) -> &'static [OrderOption] {
        &[OrderOption::Tries]
    }

    fn generate(&self, seed: u32, order: &Order) -> Result<Made, NotMade> {
        let (columns, rows) = order.size.unwrap_or((5, 5));
        let wish = Wish {
            columns,
            rows,
            tries: order.tries.unwrap_or(TRIES),
        };
        if !wish.is_possible() {
            let text = "woodworm has at most 32 columns, 12 rows and 128 cells";
            return Err(NotMade::Wrong(text.into()));
        }
        let made = generate(seed.into(), &wish)
            .ok_or_else(|| NotMade::Failed("it leads to no shape of that size".into()))?;
        let (length, moves) = (made.moves.len(), moves_text::<Woodworm>(&made.moves));
        let puzzle = made.puzzle.to_string();
        let mut text = format!("# seed {seed}, at least {length} moves\n{puzzle}");
        if order.solution {
            text += &format!("# {moves}\n");
        }
        Ok(Made {
            text,
            facts: json!({ "puzzle": puzzle, "solution": moves, "length": length }),
        })
    }
}
