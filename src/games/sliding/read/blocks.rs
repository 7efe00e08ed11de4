//! Cells to blocks, and blocks to their goals.

use super::{Block, Cell, Note, Profile, Puzzle, ReadError, ReadScratch, Seen, View};
use crate::games::sliding::generate::sign;
use crate::vision::regions::groups;
use crate::vision::{Border, EdgeLimits, Side, border, contrasts};

/// Templates: `mark-a` is on every cell of a block whose goal cells have `sign-a`.
pub const MARK: &str = "mark";
pub const GOAL: &str = "sign";
pub const KEYS: [char; 4] = ['a', 'b', 'c', 'd'];

/// What was recognised.
pub struct Blocks<'a> {
    cells: &'a [Cell],
    columns: usize,
    /// The block of each cell, by number.
    block_of: Vec<Option<usize>>,
    /// Pairs of cells without an edge between them, and with one.
    joined: Vec<(usize, usize)>,
    divided: Vec<(usize, usize)>,
}

impl<'a> Blocks<'a> {
    pub fn new(
        view: &View,
        profile: &Profile,
        cells: &'a [Cell],
        scratch: &mut ReadScratch,
    ) -> Self {
        scratch.notes.extend(cells.iter().map(note));
        let mut blocks = Self {
            cells,
            columns: profile.cells.columns,
            block_of: Vec::new(),
            joined: Vec::new(),
            divided: Vec::new(),
        };
        for (cell, next) in blocks.neighbours() {
            let (area, beside) = (cells[cell].area, cells[next].area);
            let contrasts = contrasts(
                |x, y| view.pixel(x, y),
                [area, beside],
                Side::Both,
                border::MIDDLE,
            );
            let border = Border::of(contrasts, EdgeLimits::default());
            scratch.notes.push(blocks.judge(cell, next, border));
        }
        blocks.number();
        blocks
    }

    /// Pairs of covered cells side by side.
    fn neighbours(&self) -> Vec<(usize, usize)> {
        let covered = |&(a, b): &(usize, usize)| {
            let is_block = |cell: usize| self.cells[cell].seen == Seen::Block;
            is_block(a) && is_block(b)
        };
        let pairs = (0..self.cells.len()).flat_map(|cell| {
            let right = (cell % self.columns + 1 < self.columns).then_some((cell, cell + 1));
            let below = cell + self.columns;
            let below = (below < self.cells.len()).then_some((cell, below));
            [right, below].into_iter().flatten()
        });
        pairs.filter(covered).collect()
    }

    fn judge(&mut self, cell: usize, next: usize, border: Border) -> Note {
        let list = match border.divided {
            true => &mut self.divided,
            false => &mut self.joined,
        };
        list.push((cell, next));
        // The note lies over the border.
        let (a, b) = (
            self.cells[cell].area.centre(),
            self.cells[next].area.centre(),
        );
        let mut area = self.cells[cell].area;
        (area.width, area.height) = (area.width / 3, area.height / 3);
        area.x = (a.x + b.x - area.width) / 2;
        area.y = (a.y + b.y - area.height) / 2;
        Note {
            area,
            label: if border.divided { "edge" } else { "none" }.into(),
            confidence: border.confidence,
        }
    }

    /// Numbers the blocks in the order of their first cells.
    fn number(&mut self) {
        let taken: Vec<bool> = self.cells.iter().map(|c| c.seen == Seen::Block).collect();
        let mut groups = groups(self.columns, &taken, &self.joined);
        (0..KEYS.len()).for_each(|key| self.tie(key, &mut groups));
        let mut numbers: Vec<u32> = Vec::new();
        let mut number = |group: u32| {
            let known = numbers.iter().position(|number| *number == group);
            known.unwrap_or_else(|| {
                numbers.push(group);
                numbers.len() - 1
            })
        };
        let block = |group: u32| (group != 0).then(|| number(group));
        self.block_of = groups.into_iter().map(block).collect();
    }

    /// What has the mark of one goal is one block, in several parts perhaps.
    fn tie(&self, key: usize, groups: &mut [u32]) {
        let is_marked = |cell: &usize| self.cells[*cell].mark == Some(key) && groups[*cell] != 0;
        let mut marked: Vec<u32> = (0..groups.len())
            .filter(is_marked)
            .map(|cell| groups[cell])
            .collect();
        marked.dedup();
        let Some(first) = marked.first().copied() else {
            return;
        };
        let tied = groups.iter_mut().filter(|group| marked.contains(group));
        tied.for_each(|group| *group = first);
    }

    fn name(&self, cell: usize) -> String {
        format!("cell ({}, {})", cell % self.columns, cell / self.columns)
    }

    /// The puzzle, if all of this goes together.
    pub fn puzzle(&self, memory: Option<&Puzzle>) -> Result<Puzzle, ReadError> {
        let torn = |&&(a, b): &&(usize, usize)| self.block_of[a] == self.block_of[b];
        if let Some(&(cell, _)) = self.divided.iter().find(torn) {
            let why = "an edge runs through a block";
            return Err(unsure(&self.name(cell), why));
        }
        let mut puzzle = Puzzle {
            columns: self.columns,
            rows: self.cells.len() / self.columns,
            floor: self.cells.iter().map(|c| c.seen != Seen::Outside).collect(),
            gates: self.gates(memory),
            lengthwise: memory.is_some_and(|memory| memory.lengthwise),
            blocks: self.blocks(),
            min_moves: None,
        };
        let with_goals = (0..KEYS.len()).filter(|&key| {
            let has =
                |sign: fn(&Cell) -> Option<usize>| self.cells.iter().any(|c| sign(c) == Some(key));
            has(|cell| cell.mark) || has(|cell| cell.goal)
        });
        for key in with_goals {
            let block = self.marked(key, &puzzle)?;
            let goal = self.goal(key, &puzzle, block, memory)?;
            puzzle.blocks[block].goal = Some(goal);
        }
        if puzzle.blocks.iter().all(|block| block.goal.is_none()) {
            return Err(unsure("the goal", "no block has a mark"));
        }
        Ok(puzzle)
    }

    fn blocks(&self) -> Vec<Block> {
        let count = self
            .block_of
            .iter()
            .flatten()
            .max()
            .map_or(0, |last| last + 1);
        let covers = |number: usize| {
            let cells = (0..self.cells.len()).filter(|&cell| self.block_of[cell] == Some(number));
            cells.collect()
        };
        (0..count)
            .map(|number| Block {
                sign: sign(number),
                cells: covers(number),
                goal: None,
            })
            .collect()
    }

    /// The gates that are seen, and the remembered ones that blocks hide.
    fn gates(&self, memory: Option<&Puzzle>) -> Vec<usize> {
        let remembered = memory.map_or(&[][..], |puzzle| &puzzle.gates);
        let is_gate = |&cell: &usize| match self.cells[cell].seen {
            Seen::Gate => true,
            Seen::Block => remembered.contains(&cell),
            _ => false,
        };
        (0..self.cells.len()).filter(is_gate).collect()
    }

    /// The one block with this mark on all of its cells.
    fn marked(&self, key: usize, puzzle: &Puzzle) -> Result<usize, ReadError> {
        let what = format!("the block with mark {}", KEYS[key]);
        let has_mark = |&cell: &usize| self.cells[cell].mark == Some(key);
        let some = |block: &Block| block.cells.iter().any(&has_mark);
        let mut marked = (0..puzzle.blocks.len()).filter(|&block| some(&puzzle.blocks[block]));
        match (marked.next(), marked.next()) {
            (Some(block), None) if puzzle.blocks[block].cells.iter().all(has_mark) => Ok(block),
            (Some(_), None) => Err(unsure(&what, "only a part of a block has it")),
            (None, _) => Err(unsure(&what, "no block has it")),
            _ => Err(unsure(&what, "two blocks have it")),
        }
    }

    /// The goal of a marked block: the cells with its sign, or the remembered goal that they are a part
    /// of when blocks hide some.
    fn goal(
        &self,
        key: usize,
        puzzle: &Puzzle,
        block: usize,
        memory: Option<&Puzzle>,
    ) -> Result<Vec<usize>, ReadError> {
        let is_goal = |&cell: &usize| self.cells[cell].goal == Some(key);
        let seen: Vec<usize> = (0..self.cells.len()).filter(is_goal).collect();
        let shape = puzzle.shape(&puzzle.blocks[block].cells);
        if !seen.is_empty() && puzzle.shape(&seen) == shape {
            return Ok(seen);
        }
        let covered = |cell: &usize| self.cells[*cell].seen == Seen::Block;
        let fits = |goal: &&Vec<usize>| {
            let hidden = |cell: &usize| seen.contains(cell) || covered(cell);
            puzzle.shape(goal) == shape
                && seen.iter().all(|cell| goal.contains(cell))
                && goal.iter().all(hidden)
        };
        let remembered = memory.map_or(&[][..], |memory| &memory.blocks);
        let mut goals = remembered
            .iter()
            .filter_map(|b| b.goal.as_ref())
            .filter(fits);
        match (goals.next(), goals.next()) {
            (Some(goal), None) => Ok(goal.clone()),
            _ => {
                let what = format!("the goal with sign {}", KEYS[key]);
                Err(unsure(&what, "its cells are not the shape of the block"))
            }
        }
    }
}

pub fn unsure(what: &str, why: &str) -> ReadError {
    ReadError::Unsure {
        what: what.into(),
        why: why.into(),
    }
}

fn note(cell: &Cell) -> Note {
    let label = match cell.seen {
        Seen::Outside => "outside",
        Seen::Free => "free",
        Seen::Gate => "gate",
        Seen::Block => "block",
    };
    Note {
        area: cell.area,
        label: label.into(),
        confidence: cell.confidence,
    }
}
