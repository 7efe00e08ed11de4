//! Which block must go where.

use std::collections::BTreeSet;

use super::Seen;
use crate::games::sliding::puzzle::{Block, Puzzle};

/// Which block must go where.
pub struct Goals<'a> {
    pub cells: &'a [Seen],
    /// The blocks with goals that are remembered, in the order of their marks.
    pub known: &'a [&'a Block],
    /// All blocks that are remembered.
    pub before: &'a [Block],
    /// Whether the examples show no free cell but those of goals: there may be no sign of a goal at all.
    pub only_goals: bool,
}

impl Goals<'_> {
    /// Whether there is such a goal; `hidden` says whether its mark cannot be seen at all.
    pub fn is_there(&self, index: usize, puzzle: &Puzzle, hidden: bool) -> bool {
        let seen = |seen: &Seen| [seen.mark(), seen.goal()].contains(&Some(index));
        let is_covered = || self.in_hand(index, puzzle).is_some();
        self.cells.iter().any(seen) || (hidden && index < self.known.len()) || is_covered()
    }

    /// The block with this mark. Where no block shows it, all others are where they were; or it is the only one with the
    /// shape of the one that is known, or of the goal.
    pub fn block(&self, index: usize, puzzle: &Puzzle) -> Result<usize, String> {
        let is_marked = |cell: &usize| self.cells[*cell].mark() == Some(index);
        let has_mark = |block: &usize| puzzle.blocks[*block].cells.iter().any(is_marked);
        let mut blocks: Vec<usize> = (0..puzzle.blocks.len()).filter(has_mark).collect();
        if self.is_of_another(index, puzzle, &blocks) {
            blocks.clear();
        }
        if blocks.is_empty() {
            let shown = || self.shown(index);
            let cells = self
                .known
                .get(index)
                .map_or_else(shown, |known| known.cells.clone());
            let by_shape = || self.of_shape(puzzle, &cells);
            blocks = self
                .in_hand(index, puzzle)
                .map_or_else(by_shape, |block| vec![block]);
        }
        match blocks[..] {
            [block] => Ok(block),
            [] => Err("no block has the mark of a goal that is there".into()),
            _ => Err(format!("{} blocks have the mark of one goal", blocks.len())),
        }
    }

    /// Whether what was taken for a mark is on blocks of other shapes than the one that is known, where all blocks are of the
    /// shapes that are known: it may tell that a block is selected.
    fn is_of_another(&self, index: usize, puzzle: &Puzzle, marked: &[usize]) -> bool {
        let Some(known) = self.known.get(index) else {
            return false;
        };
        let shape = puzzle.shape(&known.cells);
        let is_other = |block: &usize| puzzle.shape(&puzzle.blocks[*block].cells) != shape;
        marked.iter().all(is_other) && self.are_those_before(puzzle)
    }

    /// The blocks without a mark of their own that have the shape of these cells.
    fn of_shape(&self, puzzle: &Puzzle, cells: &[usize]) -> Vec<usize> {
        let Some(_) = cells.first() else {
            return Vec::new();
        };
        let shape = puzzle.shape(cells);
        let is_plain = |cell: &usize| self.cells[*cell].mark().is_none();
        let alike = |block: &usize| {
            let cells = &puzzle.blocks[*block].cells;
            puzzle.shape(cells) == shape && cells.iter().all(is_plain)
        };
        (0..puzzle.blocks.len()).filter(alike).collect()
    }

    /// The only block that is not where one was, if it has the shape of the one with this mark.
    fn in_hand(&self, index: usize, puzzle: &Puzzle) -> Option<usize> {
        let known = self.known.get(index)?;
        let others = || self.before.iter().filter(|other| other.sign != known.sign);
        let has_stayed = |block: &Block| others().any(|other| other.cells == block.cells);
        let moved = |block: &usize| !has_stayed(&puzzle.blocks[*block]);
        let moved: Vec<usize> = (0..puzzle.blocks.len()).filter(moved).collect();
        let [block] = moved[..] else {
            return None;
        };
        let shapes = [&known.cells, &puzzle.blocks[block].cells].map(|cells| puzzle.shape(cells));
        (shapes[0] == shapes[1] && puzzle.blocks.len() == self.before.len()).then_some(block)
    }

    /// Whether the blocks are of the shapes that are remembered.
    fn are_those_before(&self, puzzle: &Puzzle) -> bool {
        let shapes = |blocks: &[Block]| {
            let shapes = blocks.iter().map(|block| puzzle.shape(&block.cells));
            let mut shapes: Vec<_> = shapes.collect();
            shapes.sort();
            shapes
        };
        shapes(self.before) == shapes(&puzzle.blocks)
    }

    /// The cells that show a goal.
    fn shown(&self, index: usize) -> Vec<usize> {
        let shows = |cell: &usize| self.cells[*cell].goal() == Some(index);
        (0..self.cells.len()).filter(shows).collect()
    }

    /// The cells of a goal: those that show it, or the remembered ones that they are a part of if blocks hide
    /// some, or if no cell shows it ever, or those of the only place where blocks hide the rest of it. Where no example shows
    /// a free cell but those of goals, any free cell looks like one: it is the remembered one. `hidden` says whether it looks
    /// like a free cell, so that nothing shows through a block either, and whether blocks lay over all of it.
    pub fn goal(
        &self,
        index: usize,
        puzzle: &Puzzle,
        block: usize,
        [is_unseen, is_covered]: [bool; 2],
    ) -> Result<Vec<usize>, String> {
        let is_free = |cell: &usize| matches!(self.cells[*cell], Seen::Free(_));
        let mut seen = self.shown(index);
        seen.retain(|cell| !is_unseen || is_free(cell));
        let shape = puzzle.shape(&puzzle.blocks[block].cells);
        if !self.only_goals && !seen.is_empty() && puzzle.shape(&seen) == shape {
            return Ok(seen);
        }
        let may_be = |cell: &usize| match self.cells[*cell] {
            Seen::Block(_, None) => true,
            Seen::Block(_, Some(other)) => other == index,
            Seen::Free(None) => is_unseen || is_covered || self.only_goals,
            Seen::Free(Some(other)) => other == index,
            _ => false,
        };
        let known = self.known.get(index).and_then(|known| known.goal.as_ref());
        // What seems to show through a block may be a picture on it.
        let through = !self.are_those_before(puzzle);
        let telling = seen.iter().filter(|cell| through || is_free(cell));
        let telling: Vec<usize> = telling.copied().collect();
        let fits = |goal: &&Vec<usize>| {
            puzzle.shape(goal) == shape
                && (self.only_goals || telling.iter().all(|cell| goal.contains(cell)))
                && goal.iter().all(may_be)
        };
        if let Some(known) = known.filter(fits) {
            return Ok(known.clone());
        }
        if self.only_goals {
            let why =
                "no example shows a free cell that is none of a goal: which cells are the goal?";
            return Err(why.into());
        }
        seen.retain(is_free);
        let only = || self.completed(index, puzzle, &seen, block);
        let completed = (!is_unseen).then(only).flatten();
        completed.ok_or_else(|| {
            "the cells of the goal that are seen are not the shape of its block".to_string()
        })
    }

    /// The only place for a block that has all cells in which its goal is seen, if blocks hide the rest of it and that is no
    /// more than half.
    fn completed(
        &self,
        index: usize,
        puzzle: &Puzzle,
        seen: &[usize],
        block: usize,
    ) -> Option<Vec<usize>> {
        let is_hidden = |cell: usize| match self.cells[cell] {
            Seen::Block(_, through) => through.is_none_or(|goal| goal == index),
            _ => false,
        };
        let shape = puzzle.shape(&puzzle.blocks[block].cells);
        let may_be = |place: &Vec<usize>| {
            seen.iter().all(|cell| place.contains(cell))
                && place
                    .iter()
                    .all(|cell| seen.contains(cell) || is_hidden(*cell))
        };
        let places = (0..self.cells.len()).filter_map(|first| placed(puzzle, &shape, first));
        let mut places = places.filter(may_be);
        let only = places.next().filter(|_| places.next().is_none())?;
        (2 * seen.len() >= only.len()).then_some(only)
    }
}

/// The cells of a shape whose first one is this, if all of them lie on the floor.
fn placed(puzzle: &Puzzle, shape: &[(i32, i32)], first: usize) -> Option<Vec<usize>> {
    let (column, row) = puzzle.position(first);
    let cell = |(right, down): &(i32, i32)| {
        let column = column.checked_add_signed(*right as isize)?;
        let row = row.checked_add_signed(*down as isize)?;
        let cell = row * puzzle.columns + column;
        (column < puzzle.columns && puzzle.floor.get(cell) == Some(&true)).then_some(cell)
    };
    shape.iter().map(cell).collect()
}

/// Blocks of cells, where those with the mark of a goal that has just their shape together are one: its parts. In the order
/// of their first cells.
pub fn joined_by_marks(board: &Puzzle, cells: &[Seen], blocks: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let marks: BTreeSet<usize> = cells.iter().filter_map(Seen::mark).collect();
    let mut joined = marks.into_iter().fold(blocks, |blocks, mark| {
        let is_marked = |block: &Vec<usize>| block.iter().any(|at| cells[*at].mark() == Some(mark));
        let (parts, mut others): (Vec<_>, Vec<_>) = blocks.iter().cloned().partition(is_marked);
        let mut whole = parts.concat();
        whole.sort_unstable();
        let shows = |at: &usize| cells[*at].goal() == Some(mark);
        let goal: Vec<usize> = (0..cells.len()).filter(shows).collect();
        if parts.len() < 2 || goal.is_empty() || board.shape(&whole) != board.shape(&goal) {
            return blocks;
        }
        others.push(whole);
        others
    });
    joined.sort_unstable();
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is told of the block with the goal on a board on which no block has a mark.
    fn told(now: &str, known: Option<&str>) -> Result<usize, String> {
        let parse = |text: &str| Puzzle::parse(text).expect("a puzzle");
        let (now, known) = (parse(now), known.map(parse));
        let is_covered = |cell: usize| now.blocks.iter().any(|block| block.cells.contains(&cell));
        let goal = now.blocks.iter().find_map(|block| block.goal.as_ref());
        let is_goal = |cell: usize| goal.is_some_and(|goal| goal.contains(&cell));
        let seen = |cell: usize| match is_covered(cell) {
            true => Seen::Block(None, None),
            false => Seen::Free(is_goal(cell).then_some(0)),
        };
        let cells: Vec<Seen> = (0..now.floor.len()).map(seen).collect();
        let before = known.map_or(Vec::new(), |known| known.blocks);
        let wanted: Vec<&Block> = before.iter().filter(|block| block.goal.is_some()).collect();
        let goals = Goals {
            cells: &cells,
            known: &wanted,
            before: &before,
            only_goals: false,
        };
        assert!(goals.is_there(0, &now, false));
        goals.block(0, &now).map(|block| now.blocks[block].cells[0])
    }

    #[test]
    fn a_block_without_a_mark_is_told_by_the_shape_of_the_goal() {
        let only = "start\nB..AA\nB..AA\n.....\ngoal\n.AA..\n.AA..\n.....\n";
        assert_eq!(told(only, None), Ok(3));
        let of_two = "start\nB..CC\nB..CC\nA....\nA....\ngoal\n.A...\n.A...\n.....\n.....\n";
        assert!(told(of_two, None).is_err());
        let half_covered = "start\nB...\nBAA.\n.AA.\ngoal\nAA..\nAA..\n....\n";
        assert!(told(half_covered, None).is_err());
    }

    #[test]
    fn parts_with_the_mark_of_a_goal_of_their_shape_are_one_block() {
        let joined = |goal: &str| {
            let text = format!("start\nA.AB\n....\ngoal\n{goal}");
            let puzzle = Puzzle::parse(&text).expect("a puzzle");
            let wanted = puzzle.blocks[0].goal.clone().expect("a goal");
            let look = |cell: usize| match cell {
                0 | 2 => Seen::Block(Some(0), None),
                3 => Seen::Block(None, None),
                _ => Seen::Free(wanted.contains(&cell).then_some(0)),
            };
            let mut cells: Vec<Seen> = (0..8).map(look).collect();
            let apart = vec![vec![0], vec![2], vec![3]];
            let whole = joined_by_marks(&puzzle, &cells, apart.clone());
            // A part of the goal is not seen.
            cells[wanted[1]] = Seen::Free(None);
            assert_eq!(joined_by_marks(&puzzle, &cells, apart.clone()), apart);
            whole
        };
        assert_eq!(joined("....\n.A.A\n"), [vec![0, 2], vec![3]]);
    }

    #[test]
    fn a_block_in_hand_is_told_by_all_others_being_where_they_were() {
        let board = |start: &str| format!("start\n{start}goal\n....\n....\nAA..\nAA..\n");
        let known = board("AABB\nAABB\n....\n....\n");
        let now = board("..BB\nAABB\nAA..\n....\n");
        assert_eq!(told(&now, Some(&known)), Ok(4));
        assert!(told(&now, None).is_err());
        let both_moved = board("....\nAABB\nAABB\n....\n");
        assert!(told(&both_moved, Some(&known)).is_err());
    }

    #[test]
    fn a_goal_that_looks_like_a_free_cell_shows_through_no_block() {
        let parse = |text: &str| Puzzle::parse(text).expect("a puzzle");
        let now = parse("start\nAABB\nAACC\n....\n....\ngoal\n....\n....\n.AA.\n.AA.\n");
        // The blocks beside it look like one that lay over the goal in the example.
        let look = |cell: usize| match cell % 8 {
            0 | 1 | 4 | 5 if cell < 8 => Seen::Block(Some(0), None),
            _ if cell < 8 => Seen::Block(None, Some(0)),
            _ => Seen::Free(None),
        };
        let cells: Vec<Seen> = (0..16).map(look).collect();
        let wanted: Vec<&Block> = now
            .blocks
            .iter()
            .filter(|block| block.goal.is_some())
            .collect();
        let goals = Goals {
            cells: &cells,
            known: &wanted,
            before: &[],
            only_goals: false,
        };
        let block = goals.block(0, &now).expect("the marked one");
        assert_eq!(
            goals.goal(0, &now, block, [true, false]),
            Ok(vec![9, 10, 13, 14])
        );
        // Two blocks of the goal's shape together are no goal either, unless one could be seen through them.
        assert_eq!(
            goals.goal(0, &now, block, [false, false]),
            Ok(vec![2, 3, 6, 7])
        );
    }
}
