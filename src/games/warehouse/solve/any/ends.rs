//! Best-first search from both ends, push by push: first what the lower bound of pushes says is nearest to the other
//! end.
//!
//! What makes a level hard forwards, such as goals to be filled in a certain order, is often easy backwards, and the
//! other way round. No solution found so is the shortest except by chance.

use super::search::Pushes;
use crate::base::Limit;
use crate::games::warehouse::solve::board::Cell;
use crate::games::warehouse::solve::bound::Way;
use crate::games::warehouse::solve::expand::{Child, Expander};
use crate::games::warehouse::solve::level::{LevelTables, State};
use crate::search::{Budget, Index};

/// What came of a step.
pub enum Step {
    Solved(Pushes),
    More,
    /// One end has nothing left to look at.
    Nothing,
}

/// The two ends.
pub struct Ends<'l, const W: usize> {
    level: &'l LevelTables,
    forth: Side<'l, W>,
    /// None if some goals stay empty, so that there are too many ends.
    back: Option<Side<'l, W>>,
    /// Whether it is the back's turn.
    is_back: bool,
}

/// The parent of the first positions.
const NONE: u32 = u32::MAX;

/// One end: all positions seen from there, and those to be expanded by score.
struct Side<'l, const W: usize> {
    expander: Expander<'l, W>,
    nodes: Vec<Node<W>>,
    index: Index,
    open: Vec<Vec<u32>>,
    least: usize,
    weight: Weight,
    expanded: u64,
    children: Vec<Child<W>>,
}

/// A position, the one it was reached from, and by how many pushes or pulls.
#[derive(Clone, Copy)]
struct Node<const W: usize> {
    state: State<W>,
    parent: u32,
    depth: u16,
}

/// Where both ends met: the numbers of one position, with [`NONE`] for the back if it is solved.
struct Meeting {
    forth: u32,
    back: u32,
}

/// What a push made counts, and one that is still needed, in the score.
#[derive(Clone, Copy)]
pub struct Weight {
    pub made: usize,
    pub rest: usize,
}

impl<'l, const W: usize> Ends<'l, W> {
    pub fn new(level: &'l LevelTables, weight: Weight) -> Self {
        let board = &level.board;
        let square = board.goals.len() == board.boxes.len();
        Self {
            level,
            forth: Side::new(level, Way::Forth, weight),
            back: square.then(|| Side::new(level, Way::Back, weight)),
            is_back: false,
        }
    }

    /// Positions expanded.
    pub fn expanded(&self) -> u64 {
        self.forth.expanded + self.back.as_ref().map_or(0, |back| back.expanded)
    }

    /// Positions stored.
    pub fn positions(&self) -> u64 {
        let back = self.back.as_ref().map_or(0, |back| back.nodes.len());
        (self.forth.nodes.len() + back) as u64
    }

    /// Enters the start, which must not be solved, and all solved positions. False: it is impossible.
    ///
    /// # Errors
    /// `Limit::Memory` if the budget does not allow it.
    pub fn begin(&mut self, budget: &Budget) -> Result<bool, Limit> {
        let board = &self.level.board;
        let first = self
            .forth
            .enter_first(self.level, &board.boxes, board.robot, budget)?;
        if let Some(back) = &mut self.back {
            for robot in (0..board.wall()).filter(|&cell| !board.is_goal[cell as usize]) {
                back.enter_first(self.level, &board.goals, robot, budget)?;
            }
        }
        Ok(first)
    }

    /// Expands the next position of one end.
    ///
    /// # Errors
    /// `Limit::Memory` if the budget does not allow it.
    pub fn step(&mut self, budget: &Budget) -> Result<Step, Limit> {
        self.is_back = !self.is_back && self.back.is_some();
        let (side, other) = match &mut self.back {
            Some(back) if self.is_back => (back, Some(&self.forth)),
            back => (&mut self.forth, back.as_ref()),
        };
        let Some(number) = side.take() else {
            return Ok(Step::Nothing);
        };
        let Some((mine, theirs)) = side.expand(number, other, budget)? else {
            return Ok(Step::More);
        };
        let [forth, back] = match self.is_back {
            true => [theirs, mine],
            false => [mine, theirs],
        };
        Ok(Step::Solved(self.pushes(&Meeting { forth, back })))
    }

    fn pushes(&self, met: &Meeting) -> Pushes {
        let mut states = self.forth.chain(met.forth);
        states.reverse();
        if let Some(back) = self.back.as_ref().filter(|_| met.back != NONE) {
            states.extend(&back.chain(met.back)[1..]);
        }
        let pairs = states.windows(2);
        pairs
            .flat_map(|pair| pushes_between(self.level, &pair[0], &pair[1]))
            .collect()
    }
}

impl<'l, const W: usize> Side<'l, W> {
    fn new(level: &'l LevelTables, way: Way, weight: Weight) -> Self {
        Self {
            expander: Expander::new(level, way),
            nodes: Vec::new(),
            index: Index::default(),
            open: Vec::new(),
            least: 0,
            weight,
            expanded: 0,
            children: Vec::new(),
        }
    }

    /// Enters one of the first positions; false if it cannot be part of a solution.
    fn enter_first(
        &mut self,
        level: &LevelTables,
        boxes: &[Cell],
        robot: Cell,
        budget: &Budget,
    ) -> Result<bool, Limit> {
        let robot = self.expander.normalised(boxes, robot);
        let state = level.pack(boxes, robot);
        let Some(rest) = self.expander.bound(&state) else {
            return Ok(false);
        };
        let steps = 0;
        self.enter(NONE, &Child { state, steps, rest }, budget)?;
        Ok(true)
    }

    /// The number of a position if it is new.
    fn enter(
        &mut self,
        parent: u32,
        child: &Child<W>,
        budget: &Budget,
    ) -> Result<Option<u32>, Limit> {
        let number = self.nodes.len() as u32;
        let nodes = &self.nodes;
        let is_it = |other: u32| nodes[other as usize].state == child.state;
        let hash_of = |other: u32| nodes[other as usize].state.mixed();
        let hash = child.state.mixed();
        let seen = self.index.find_or_insert(budget, hash, is_it, hash_of)?;
        if seen.is_some() {
            return Ok(None);
        }
        let before = match parent {
            NONE => 0,
            parent => self.nodes[parent as usize].depth,
        };
        let depth = before.saturating_add(child.steps);
        let node = Node {
            state: child.state,
            parent,
            depth,
        };
        push(&mut self.nodes, node, budget)?;
        let score =
            usize::from(depth) * self.weight.made + usize::from(child.rest) * self.weight.rest;
        if self.open.len() <= score {
            self.open.resize_with(score + 1, Vec::new);
        }
        push(&mut self.open[score], number, budget)?;
        self.least = self.least.min(score);
        Ok(Some(number))
    }

    /// A position with the least score, the last one seen of several, every second turn; one with the next score every
    /// fourth, and so on, so that no dead end holds everything up.
    fn take(&mut self) -> Option<u32> {
        while self.open.get(self.least)?.is_empty() {
            self.least += 1;
        }
        let behind = self.expanded.wrapping_add(1).trailing_zeros() as usize;
        let filled = |list: &&mut Vec<u32>| !list.is_empty();
        let lists = self.open[self.least..].iter_mut().filter(filled);
        lists.take(behind + 1).last()?.pop()
    }

    /// Enters what comes of a position; its number and that at the other end if that knows it.
    fn expand(
        &mut self,
        number: u32,
        other: Option<&Side<W>>,
        budget: &Budget,
    ) -> Result<Option<(u32, u32)>, Limit> {
        self.expanded += 1;
        let state = self.nodes[number as usize].state;
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        self.expander
            .expand(&state, u16::MAX, |child| children.push(child));
        let mut met = None;
        for child in &children {
            let Some(new) = self.enter(number, child, budget)? else {
                continue;
            };
            let theirs = match other {
                Some(other) => other.find(&child.state),
                None => (child.rest == 0).then_some(NONE),
            };
            met = met.or(theirs.map(|theirs| (new, theirs)));
        }
        self.children = children;
        Ok(met)
    }

    fn find(&self, state: &State<W>) -> Option<u32> {
        let is_it = |number: u32| self.nodes[number as usize].state == *state;
        self.index.find(state.mixed(), is_it)
    }

    /// The positions from one back to this end.
    fn chain(&self, mut number: u32) -> Vec<State<W>> {
        let mut states = Vec::new();
        while number != NONE {
            let node = &self.nodes[number as usize];
            states.push(node.state);
            number = node.parent;
        }
        states
    }
}

fn push<T>(list: &mut Vec<T>, item: T, budget: &Budget) -> Result<(), Limit> {
    if list.len() == list.capacity() {
        let more = list.capacity() / 2 + 16;
        budget.take(more * size_of::<T>())?;
        list.reserve_exact(more);
    }
    list.push(item);
    Ok(())
}

/// The pushes of the one box in which two positions differ, all in one direction.
fn pushes_between<const W: usize>(
    level: &LevelTables,
    before: &State<W>,
    after: &State<W>,
) -> Pushes {
    let only = |one: &State<W>, other: &State<W>| {
        let mut boxes = one.boxes;
        for (word, other) in boxes.iter_mut().zip(other.boxes) {
            *word &= !other;
        }
        let mut cells = Vec::new();
        level.unpack(&boxes, &mut cells);
        cells[0]
    };
    let (from, to) = (only(before, after), only(after, before));
    let board = &level.board;
    let line = |direction: usize| {
        let cells = std::iter::successors(Some(from), |&at| Some(board.next(at, direction)));
        let cells: Pushes = cells
            .take_while(|&at| at != to && at != board.wall())
            .map(|at| (at, direction))
            .collect();
        let last = cells.last().map(|&(at, _)| board.next(at, direction));
        (last == Some(to)).then_some(cells)
    };
    (0..4).find_map(line).expect("a box went straight on")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::warehouse::Puzzle;
    use crate::games::warehouse::plain::{Plain, least_pushes};
    use crate::games::warehouse::solve::any::tests::hall;
    use crate::games::warehouse::solve::path::walk;

    /// The pushes, or none if there is no solution.
    fn solve(level: &LevelTables) -> Option<Pushes> {
        let budget = Budget::new(None);
        let mut ends = Ends::<1>::new(level, Weight { made: 1, rest: 4 });
        if !ends.begin(&budget).unwrap() {
            return None;
        }
        loop {
            match ends.step(&budget).unwrap() {
                Step::Solved(pushes) => return Some(pushes),
                Step::Nothing => return None,
                Step::More => {}
            }
        }
    }

    fn is_right(puzzle: &Puzzle, level: &LevelTables, pushes: Option<Pushes>) -> bool {
        match (least_pushes(puzzle, 1 << 20), pushes) {
            (Plain::Pushes(least), Some(pushes)) => {
                let steps = walk(&level.board, &pushes).expect("the pushes can be made");
                least <= pushes.len() && puzzle.replay(&steps).0.is_solved()
            }
            (Plain::Impossible, None) => true,
            (plain, _) => plain == Plain::TooMany,
        }
    }

    #[test]
    fn it_solves_what_the_plain_search_solves_and_nothing_else() {
        let mut solved = 0;
        for puzzle in (0..200).map(hall).filter(|puzzle| !puzzle.is_solved()) {
            let Some(level) = LevelTables::new(&puzzle) else {
                continue;
            };
            let pushes = solve(&level);
            solved += usize::from(pushes.is_some());
            assert!(is_right(&puzzle, &level, pushes), "{puzzle}");
        }
        assert!(solved > 50, "{solved}");
    }
}
