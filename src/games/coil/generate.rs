//! Levels that have a solution, of any size.
//!
//! A path grows from one cell by random changes: a few of its cells are taken out and the gap is
//! bridged again by a walk that is at least as long; or a few of its last cells are taken off and it
//! wanders on. What it never reaches is wall. The slides stay legal if every turn has a wall or an
//! earlier cell straight ahead; a change that would break this is undone.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use super::Coil;
use super::puzzle::{Cell, Direction, ORDER, Puzzle};
use super::text::Solution;
use crate::game::ability::{Generates, Made, NotMade, Order, OrderOption};

/// A level and the path it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    pub puzzle: Puzzle,
    pub solution: Solution,
}

/// Makes a level; the same size and seed always give the same one.
///
/// # Panics
/// When a side is 0.
pub fn generate(width: usize, height: usize, seed: u64) -> Level {
    assert!(width > 0 && height > 0, "a board has cells");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut best: Option<Level> = None;
    for _ in 0..ATTEMPTS {
        let first = rng.random_range(0..width * height);
        let mut growth = Growth::new(width, height, first);
        growth.grow(&mut rng);
        let level = growth.level();
        let open = level.puzzle.open();
        if best.as_ref().is_none_or(|best| open > best.puzzle.open()) {
            best = Some(level);
        }
        if open * 2 > width * height {
            break;
        }
    }
    best.expect("there is at least one attempt")
}

/// How often a path is grown anew that got stuck before it filled half of the board; most that do are
/// only a few cells long.
const ATTEMPTS: u32 = 20;

/// Changes that are tried at a cell before it rests.
const TRIES: u32 = 24;
/// The most cells taken out at once.
const LONGEST_CUT: usize = 8;
/// The most cells gained at once.
const MOST_GAIN: usize = 8;
/// Steps of a walk that bridges a gap, dead ends included.
const WALK_BUDGET: u32 = 40;
/// Distance of the numbers of two consecutive cells after a renumbering.
const GAP: u64 = 1 << 32;

/// A cell of the growing path.
#[derive(Clone, Copy)]
struct Link {
    previous: Option<usize>,
    next: Option<usize>,
    /// Grows along the path.
    number: u64,
}

struct Growth {
    /// An empty board, for its shape.
    board: Puzzle,
    /// By cell of the board.
    links: Vec<Option<Link>>,
    first: usize,
    /// Cells where the path may still be able to grow, with the tries left there.
    active: Vec<(usize, u32)>,
}

/// A gap in the path that is to be bridged.
struct Gap {
    before: usize,
    /// The path ends at the gap if there is none.
    after: Option<usize>,
    least: usize,
    most: usize,
}

impl Growth {
    fn new(width: usize, height: usize, first: usize) -> Self {
        let cells = width * height;
        let mut links = vec![None; cells];
        links[first] = Some(Link {
            previous: None,
            next: None,
            number: u64::MAX / 2,
        });
        Self {
            board: Puzzle::new(width, height, vec![Cell::Open; cells], None),
            links,
            first,
            active: vec![(first, TRIES)],
        }
    }

    fn grow(&mut self, rng: &mut ChaCha8Rng) {
        while !self.active.is_empty() {
            let pick = rng.random_range(0..self.active.len());
            let (at, tries) = self.active[pick];
            if tries == 0 || self.links[at].is_none() {
                self.active.swap_remove(pick);
            } else {
                self.active[pick].1 -= 1;
                self.reroute(at, rng);
            }
        }
    }

    /// Tries to replace a few cells after this one by others, at least as many.
    fn reroute(&mut self, before: usize, rng: &mut ChaCha8Rng) {
        let cut = rng.random_range(0..=LONGEST_CUT);
        let old: Vec<usize> = self.path_from(before).skip(1).take(cut).collect();
        let gap = Gap {
            before,
            after: self.link(*old.last().unwrap_or(&before)).next,
            least: old.len().max(1),
            most: old.len() + MOST_GAIN,
        };
        for &cell in &old {
            self.links[cell] = None;
        }
        let mut new = Vec::new();
        let bridged = self.walk(&gap, &mut new, &mut WALK_BUDGET.clone(), rng);
        if bridged {
            self.fill(&gap, &new);
        }
        if !bridged || !new.iter().all(|&cell| self.is_legal_around(cell)) {
            for &cell in &new {
                self.links[cell] = None;
            }
            self.fill(&gap, &old);
        } else if new.len() > old.len() {
            let touched = new.iter().copied().chain([before]).chain(gap.after);
            self.active.extend(touched.map(|cell| (cell, TRIES)));
        }
    }

    /// Walks on at random from the last cell of `walk` over free cells until the gap is bridged.
    fn walk(
        &self,
        gap: &Gap,
        walk: &mut Vec<usize>,
        budget: &mut u32,
        rng: &mut ChaCha8Rng,
    ) -> bool {
        let at = *walk.last().unwrap_or(&gap.before);
        if walk.len() >= gap.least && gap.after.is_none_or(|after| self.are_neighbours(at, after)) {
            return true;
        }
        let first = rng.random_range(0..4);
        for turn in 0..4 {
            let next = self.board.neighbour(at, ORDER[(first + turn) % 4]);
            let Some(next) = next.filter(|n| self.links[*n].is_none() && !walk.contains(n)) else {
                continue;
            };
            if walk.len() == gap.most || *budget == 0 {
                return false;
            }
            *budget -= 1;
            walk.push(next);
            if self.walk(gap, walk, budget, rng) {
                return true;
            }
            walk.pop();
        }
        false
    }

    fn are_neighbours(&self, a: usize, b: usize) -> bool {
        ORDER
            .iter()
            .any(|&dir| self.board.neighbour(a, dir) == Some(b))
    }

    /// Makes the cells part of the path, in the gap.
    fn fill(&mut self, gap: &Gap, cells: &[usize]) {
        let low = self.link(gap.before).number;
        let high = match gap.after {
            Some(after) => self.link(after).number,
            None => low.saturating_add((cells.len() as u64 + 1) * GAP),
        };
        let parts = cells.len() as u64 + 1;
        if high - low < parts {
            self.renumber(gap);
            return self.fill(gap, cells);
        }
        let mut left = gap.before;
        for (index, &cell) in (1..).zip(cells) {
            self.links[cell] = Some(Link {
                previous: None,
                next: None,
                number: low + (high - low) / parts * index,
            });
            self.join(left, cell);
            left = cell;
        }
        match gap.after {
            Some(after) => self.join(left, after),
            None => self.link_mut(left).next = None,
        }
    }

    fn join(&mut self, left: usize, right: usize) {
        self.link_mut(left).next = Some(right);
        self.link_mut(right).previous = Some(left);
    }

    /// Spreads the numbers of the path, which has a gap.
    fn renumber(&mut self, gap: &Gap) {
        match gap.after {
            Some(after) => self.join(gap.before, after),
            None => self.link_mut(gap.before).next = None,
        }
        let path = self.path();
        for (index, &cell) in (1..).zip(&path) {
            self.link_mut(cell).number = GAP * index;
        }
    }

    fn is_legal_around(&self, cell: usize) -> bool {
        let neighbours = ORDER
            .iter()
            .filter_map(|&dir| self.board.neighbour(cell, dir));
        self.is_legal(cell) && neighbours.into_iter().all(|next| self.is_legal(next))
    }

    /// Whether the path, if it turns at the cell, has a wall or an earlier cell straight ahead.
    fn is_legal(&self, cell: usize) -> bool {
        let Some(Link {
            previous: Some(previous),
            next: Some(next),
            number,
        }) = self.links[cell]
        else {
            return true;
        };
        let along = self.dir_between(previous, cell);
        let ahead = self.board.neighbour(cell, along);
        ahead == Some(next)
            || ahead
                .and_then(|ahead| self.links[ahead])
                .is_none_or(|ahead| ahead.number < number)
    }

    fn dir_between(&self, from: usize, to: usize) -> Direction {
        let leads = |dir: &Direction| self.board.neighbour(from, *dir) == Some(to);
        let found = ORDER.into_iter().find(leads);
        found.expect("cells that follow one another are neighbours")
    }

    fn link(&self, cell: usize) -> Link {
        self.links[cell].expect("the cell is part of the path")
    }

    fn link_mut(&mut self, cell: usize) -> &mut Link {
        self.links[cell]
            .as_mut()
            .expect("the cell is part of the path")
    }

    fn path_from(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(cell), |&cell| self.link(cell).next)
    }

    fn path(&self) -> Vec<usize> {
        self.path_from(self.first).collect()
    }

    fn level(&self) -> Level {
        let cell = |link: &Option<Link>| {
            if link.is_some() {
                Cell::Open
            } else {
                Cell::Wall
            }
        };
        let (width, height) = (self.board.width(), self.board.height());
        let cells = self.links.iter().map(cell).collect();
        let path = self.path();
        Level {
            puzzle: Puzzle::new(width, height, cells, None),
            solution: Solution {
                column: path[0] % width,
                row: path[0] / width,
                path: self.board.slides(&path),
            },
        }
    }
}

impl Generates for Coil {
    fn options(&self) -> &'static [OrderOption] {
        &[OrderOption::Lines]
    }

    fn generate(&self, seed: u32, order: &Order) -> Result<Made, NotMade> {
        let (width, height) = order.size.unwrap_or((8, 8));
        let made = generate(width, height, u64::from(seed));
        let (level, solution) = (made.puzzle.level_line(), made.solution.to_string());
        let mut text = match order.line {
            true => format!("{level}\n"),
            false => made.puzzle.to_string(),
        };
        if order.solution {
            text += &format!("# {solution}\n");
        }
        Ok(Made {
            text,
            facts: json!({ "puzzle": level, "solution": solution }),
        })
    }
}
