//! Boards as tiles: what is free, a gate, a goal, or a part of a block.

use super::Sliding;
use super::generate::sign;
use super::puzzle::{Block, Puzzle};
use crate::fit::tiles::TileSketch;
use crate::game::ability::Vocabulary;
use crate::game::tiled::{TileBoard, Tiled};
use crate::vision::regions::groups;
use crate::vision::tiles::{Letters, joined_pairs};

const OUTSIDE: char = '-';
const FREE: char = '.';
const GATE: char = '+';
const BLOCK: char = '#';

/// What its boards show.
pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    letters: &[
        (FREE, "free"),
        (GATE, "gate"),
        (OUTSIDE, "outside"),
        (BLOCK, "block"),
        ('A', "block with a goal"),
        ('a', "cell of a goal"),
    ],
    pictures: &["free", "hole", "gate", "mark-a", "sign-a"],
};

/// Letters for blocks with a goal and for the cells of their goals.
const MARKS: std::ops::RangeInclusive<char> = 'A'..='Z';
const GOALS: std::ops::RangeInclusive<char> = 'a'..='z';

/// A block without a goal on a cell of a goal, and a block on a cell of its own: a goal may show through.
const ABOVE: std::ops::RangeInclusive<char> = 'Ⓐ'..='Ⓩ';
const HOME: std::ops::RangeInclusive<char> = 'ⓐ'..='ⓩ';

fn above(mark: Option<usize>, goal: usize) -> Option<char> {
    match mark {
        None => ABOVE.clone().nth(goal),
        Some(mark) if mark == goal => HOME.clone().nth(goal),
        Some(_) => None,
    }
}

fn mark(index: usize) -> Option<char> {
    MARKS.clone().nth(index)
}

fn goal(index: usize) -> Option<char> {
    GOALS.clone().nth(index)
}

/// What is on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Outside,
    Gate,
    /// Perhaps a cell of that goal.
    Free(Option<usize>),
    /// Perhaps the block with that goal, and perhaps on a goal that shows through.
    Block(Option<usize>, Option<usize>),
}

impl Seen {
    fn of(letter: char) -> Self {
        let nth = |first: char| Some(letter as usize - first as usize);
        match letter {
            OUTSIDE => Self::Outside,
            GATE => Self::Gate,
            FREE => Self::Free(None),
            _ if MARKS.contains(&letter) => Self::Block(nth('A'), None),
            _ if GOALS.contains(&letter) => Self::Free(nth('a')),
            _ if ABOVE.contains(&letter) => Self::Block(None, nth('Ⓐ')),
            _ if HOME.contains(&letter) => Self::Block(nth('ⓐ'), nth('ⓐ')),
            _ => Self::Block(None, None),
        }
    }

    /// The goal that is seen there.
    fn goal(&self) -> Option<usize> {
        match self {
            Self::Free(goal) | Self::Block(_, goal) => *goal,
            _ => None,
        }
    }

    fn mark(&self) -> Option<usize> {
        match self {
            Self::Block(mark, _) => *mark,
            _ => None,
        }
    }

    fn is_block(&self) -> bool {
        matches!(self, Self::Block(..))
    }
}

impl Tiled<Sliding> for Sliding {
    fn sketch(&self, puzzle: &Puzzle) -> TileSketch {
        let ground = |cell: usize| match puzzle.floor[cell] {
            true if puzzle.gates.contains(&cell) => GATE,
            true => FREE,
            false => OUTSIDE,
        };
        let mut letters: Vec<char> = (0..puzzle.floor.len()).map(ground).collect();
        let mut things = vec![0; letters.len()];
        let wanted = puzzle.blocks.iter().filter_map(|block| block.goal.as_ref());
        let mut goals = vec![None; letters.len()];
        for (index, cells) in wanted.enumerate() {
            for cell in cells {
                letters[*cell] = goal(index).unwrap_or(FREE);
                goals[*cell] = Some(index);
            }
        }
        let mut marks = 0..;
        for (index, block) in puzzle.blocks.iter().enumerate() {
            let own = block.goal.as_ref().and_then(|_| marks.next());
            let letter = own.and_then(mark).unwrap_or(BLOCK);
            for cell in &block.cells {
                let through = goals[*cell].and_then(|goal| above(own, goal));
                letters[*cell] = through.unwrap_or(letter);
                things[*cell] = index + 1;
            }
        }
        TileSketch::of_letters(puzzle.columns, letters).with_things(things, OUTSIDE)
    }

    fn letters(&self) -> Letters {
        Letters {
            page: "-",
            like: |letter| match Seen::of(letter) {
                Seen::Free(Some(_)) => Some(FREE),
                Seen::Block(Some(index), Some(_)) => mark(index),
                Seen::Block(None, None) => None,
                Seen::Block(..) => Some(BLOCK),
                _ => None,
            },
            covers: |letter| Seen::of(letter).is_block(),
            open: Some(BLOCK),
            ..Letters::default()
        }
    }

    fn recalls(&self) -> bool {
        true
    }

    fn puzzle(&self, board: &TileBoard, memory: Option<&Puzzle>) -> Result<Puzzle, String> {
        let cells: Vec<Seen> = board.letters().into_iter().map(Seen::of).collect();
        let columns = board.columns();
        let covered: Vec<bool> = cells.iter().map(Seen::is_block).collect();
        let joined = joined_pairs(columns, &board.tiles.joins);
        let block_of = groups(columns, &covered, &joined);
        let mut puzzle = Puzzle {
            columns,
            rows: cells.len() / columns,
            floor: cells.iter().map(|seen| *seen != Seen::Outside).collect(),
            gates: gates(&cells, memory),
            blocks: blocks(&block_of),
            min_moves: None,
        };
        let known = memory.filter(|memory| memory.floor == puzzle.floor);
        let wanted = known.map_or(&[][..], |known| &known.blocks);
        let wanted: Vec<&Block> = wanted.iter().filter(|block| block.goal.is_some()).collect();
        let goals = Goals {
            cells: &cells,
            block_of: &block_of,
            known: &wanted,
        };
        for index in 0..MARKS.count() {
            let hidden = [mark(index), goal(index)]
                .map(|letter| letter.is_some_and(|letter| board.is_unseen(letter)));
            if goals.is_there(index, hidden) {
                let block = goals.block(index, &puzzle, hidden[0])?;
                let goal = goals.goal(index, &puzzle, block, hidden[1])?;
                puzzle.blocks[block].goal = Some(goal);
            }
        }
        match puzzle.blocks.iter().any(|block| block.goal.is_some()) {
            true => Ok(puzzle),
            false => Err("no block has a mark: which one must go where?".into()),
        }
    }
}

/// The gates that are seen, and the remembered ones that blocks hide.
fn gates(cells: &[Seen], memory: Option<&Puzzle>) -> Vec<usize> {
    let remembered = memory.map_or(&[][..], |puzzle| &puzzle.gates);
    let is_gate = |cell: &usize| match cells[*cell] {
        Seen::Gate => true,
        Seen::Block(..) => remembered.contains(cell),
        _ => false,
    };
    (0..cells.len()).filter(is_gate).collect()
}

fn blocks(block_of: &[u32]) -> Vec<Block> {
    let count = block_of.iter().max().map_or(0, |last| *last as usize);
    let covers = |number: usize| {
        let cells = 0..block_of.len();
        cells
            .filter(|cell| block_of[*cell] as usize == number)
            .collect()
    };
    let block = |number: usize| Block {
        sign: sign(number - 1),
        cells: covers(number),
        goal: None,
    };
    (1..=count).map(block).collect()
}

/// Which block must go where.
struct Goals<'a> {
    cells: &'a [Seen],
    /// Of each cell, from 1 on.
    block_of: &'a [u32],
    /// The blocks with goals that are remembered, in the order of their marks.
    known: &'a [&'a Block],
}

impl Goals<'_> {
    /// Whether there is such a goal; `hidden` says whether mark and goal cannot be seen at all.
    fn is_there(&self, index: usize, hidden: [bool; 2]) -> bool {
        let seen = |seen: &Seen| [seen.mark(), seen.goal()].contains(&Some(index));
        self.cells.iter().any(seen) || (hidden[0] && index < self.known.len())
    }

    /// The block with this mark; one whose mark cannot be seen is known by its shape.
    fn block(&self, index: usize, puzzle: &Puzzle, hidden: bool) -> Result<usize, String> {
        let marked = (0..self.cells.len()).filter(|cell| self.cells[*cell].mark() == Some(index));
        let mut blocks: Vec<usize> = marked
            .map(|cell| self.block_of[cell] as usize - 1)
            .collect();
        blocks.sort_unstable();
        blocks.dedup();
        if let (true, true, Some(known)) = (hidden, blocks.is_empty(), self.known.get(index)) {
            let shape = puzzle.shape(&known.cells);
            let alike = |block: &usize| puzzle.shape(&puzzle.blocks[*block].cells) == shape;
            blocks = (0..puzzle.blocks.len()).filter(alike).collect();
        }
        match blocks[..] {
            [block] => Ok(block),
            [] => Err("no block has the mark of a goal that is there".into()),
            _ => Err(format!("{} blocks have the mark of one goal", blocks.len())),
        }
    }

    /// The cells of a goal: those that show it, or the remembered ones that they are a part of if blocks hide
    /// some, or if no cell shows it ever.
    fn goal(
        &self,
        index: usize,
        puzzle: &Puzzle,
        block: usize,
        hidden: bool,
    ) -> Result<Vec<usize>, String> {
        let shows = |cell: &usize| self.cells[*cell].goal() == Some(index);
        let seen: Vec<usize> = (0..self.cells.len()).filter(shows).collect();
        let shape = puzzle.shape(&puzzle.blocks[block].cells);
        if !seen.is_empty() && puzzle.shape(&seen) == shape {
            return Ok(seen);
        }
        let may_be = |cell: &usize| match self.cells[*cell] {
            Seen::Block(_, None) => true,
            Seen::Block(_, Some(other)) => other == index,
            Seen::Free(None) => hidden,
            Seen::Free(Some(other)) => other == index,
            _ => false,
        };
        let known = self.known.get(index).and_then(|known| known.goal.as_ref());
        let fits = |goal: &&Vec<usize>| {
            puzzle.shape(goal) == shape
                && seen.iter().all(|cell| goal.contains(cell))
                && goal.iter().all(may_be)
        };
        known.filter(fits).cloned().ok_or_else(|| {
            "the cells of the goal that are seen are not the shape of its block".to_string()
        })
    }
}
