//! Levels of our own: random halls, set up by pulling boxes off their goals.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use super::puzzle::{Puzzle, Step, Tile};
use super::{Warehouse, solve};
use crate::base::Direction::{Down, Left, Right, Up};
use crate::base::Limits;
use crate::game::ability::{Generates, Made, NotMade, Order, OrderOption};

/// What kind of level is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Cells of a row, walls included, at least 5.
    pub columns: usize,
    /// Cells of a column, walls included, at least 5.
    pub rows: usize,
    pub boxes: usize,
    /// How many levels are tried; the one that needs the most pushes is taken.
    pub tries: u32,
}

impl Default for Wish {
    fn default() -> Self {
        Self {
            columns: 9,
            rows: 8,
            boxes: 3,
            tries: 12,
        }
    }
}

impl Wish {
    /// With more boxes than this in a hall of that size there is hardly room to move them.
    pub const fn most_boxes(columns: usize, rows: usize) -> usize {
        (columns - 2) * (rows - 2) / 4
    }
}

/// Levels that take the solver more positions than this are passed over.
const MOST_NODES: u64 = 20_000;

/// Robot steps, pulls among them, that a level is set up with.
const STEPS: usize = 600;

/// The level that needs the most pushes of all that were tried; the same one for the same seed and
/// wish. None if no try made a level.
pub fn generate(seed: u64, wish: &Wish) -> Option<Puzzle> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let limits = Limits {
        nodes: Some(MOST_NODES),
        ..Limits::default()
    };
    let mut best: Option<(u16, Puzzle)> = None;
    for _ in 0..wish.tries {
        let Some(puzzle) = attempt(&mut rng, wish) else {
            continue;
        };
        let pushes = solve::solve(&puzzle, &limits).least().unwrap_or(0);
        if pushes > best.as_ref().map_or(0, |best| best.0) {
            best = Some((pushes, puzzle));
        }
    }
    best.map(|(_, puzzle)| puzzle)
}

/// A level that has a solution, because it was made by playing one backwards.
fn attempt(rng: &mut ChaCha8Rng, wish: &Wish) -> Option<Puzzle> {
    let mut puzzle = hall(rng, wish)?;
    let floor: Vec<usize> = (0..puzzle.tiles.len())
        .filter(|&cell| puzzle.tiles[cell] == Tile::Floor)
        .collect();
    let mut chosen: Vec<usize> = floor.sample(rng, wish.boxes + 1).copied().collect();
    chosen.shuffle(rng);
    puzzle.robot = chosen.pop()?;
    for &goal in &chosen {
        puzzle.tiles[goal] = Tile::Goal;
    }
    chosen.sort_unstable();
    puzzle.boxes = chosen;
    for _ in 0..STEPS {
        let step = *Step::ALL.choose(rng)?;
        // Pulling more often than not keeps the boxes on the move.
        walk_back(&mut puzzle, step, rng.random_bool(0.8));
    }
    (!puzzle.is_solved()).then_some(puzzle)
}

/// A connected floor in a frame of walls: a random walk that now and then widens.
fn hall(rng: &mut ChaCha8Rng, wish: &Wish) -> Option<Puzzle> {
    let (columns, rows) = (wish.columns.max(5), wish.rows.max(5));
    let mut tiles = vec![Tile::Wall; columns * rows];
    let mut at = (columns / 2, rows / 2);
    let wanted = (columns - 2) * (rows - 2) * 2 / 3;
    let mut floor = 0;
    let mut heading = Step(Up);
    while floor < wanted {
        let wide = rng.random_bool(0.3);
        for column in at.0..=(at.0 + usize::from(wide)).min(columns - 2) {
            for row in at.1..=(at.1 + usize::from(wide)).min(rows - 2) {
                let tile = &mut tiles[row * columns + column];
                floor += usize::from(*tile == Tile::Wall);
                *tile = Tile::Floor;
            }
        }
        if rng.random_bool(0.4) {
            heading = *Step::ALL.choose(rng)?;
        }
        at = match heading {
            Step(Up) => (at.0, (at.1 - 1).max(1)),
            Step(Right) => ((at.0 + 1).min(columns - 2), at.1),
            Step(Down) => (at.0, (at.1 + 1).min(rows - 2)),
            Step(Left) => ((at.0 - 1).max(1), at.1),
        };
    }
    Some(Puzzle {
        width: columns,
        tiles,
        boxes: Vec::new(),
        robot: 0,
    })
}

/// A step, which pulls the box behind the robot along if there is one and it is wanted.
fn walk_back(puzzle: &mut Puzzle, step: Step, pull: bool) {
    let Some(to) = puzzle
        .next(puzzle.robot, step)
        .filter(|&to| !puzzle.has_box(to))
    else {
        return;
    };
    let behind = puzzle.next(puzzle.robot, Step(step.0.opposite()));
    if let Some(Ok(index)) = behind
        .filter(|_| pull)
        .map(|at| puzzle.boxes.binary_search(&at))
    {
        puzzle.boxes[index] = puzzle.robot;
        puzzle.boxes.sort_unstable();
    }
    puzzle.robot = to;
}

impl Generates for Warehouse {
    fn options(&self) -> &'static [OrderOption] {
        &[OrderOption::Tries, OrderOption::Boxes]
    }

    fn generate(&self, seed: u32, order: &Order) -> Result<Made, NotMade> {
        let wish = wish(order).map_err(NotMade::Wrong)?;
        let puzzle = generate(u64::from(seed), &wish)
            .ok_or_else(|| NotMade::Failed("no hall makes a level; more tries may help".into()))?;
        let solved = solve::solve(&puzzle, &Limits::default());
        let letters = solved.outcome.solution().map(|steps| puzzle.letters(steps));
        let pushes = solved.pushes;
        let told = pushes.map_or(String::new(), |pushes| format!(", {pushes} pushes"));
        let mut text = format!("; seed {seed}{told}\n\n{puzzle}");
        if order.solution
            && let Some(letters) = &letters
        {
            text += &format!("Solution: {letters}\n");
        }
        let puzzle = puzzle.to_string();
        Ok(Made {
            text,
            facts: json!({ "puzzle": puzzle, "pushes": pushes, "solution": letters }),
        })
    }
}

fn wish(order: &Order) -> Result<Wish, String> {
    let usual = Wish::default();
    let (columns, rows) = order.size.unwrap_or((usual.columns, usual.rows));
    if columns < 5 || rows < 5 {
        return Err("a warehouse has at least 5x5 cells, walls included".into());
    }
    let boxes = order.boxes.unwrap_or(usual.boxes);
    let most = Wish::most_boxes(columns, rows);
    if !(1..=most).contains(&boxes) {
        return Err(format!(
            "in {columns}x{rows} cells there is room for 1 to {most} boxes"
        ));
    }
    Ok(Wish {
        columns,
        rows,
        boxes,
        tries: order.tries.unwrap_or(usual.tries),
    })
}
