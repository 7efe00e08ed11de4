//! Boards as tiles: what is free, a gate, a goal, or a part of a block.

use super::Sliding;
use super::generate::sign;
use super::numbers::Numbers;
use super::puzzle::{Block, Puzzle};
use crate::fit::tiles::TileSketch;
use crate::game::ability::Vocabulary;
use crate::game::tiled::{Part, TileBoard, Tiled};
use crate::vision::regions::groups;
use crate::vision::tiles::{FoundTiles, Letters, joined_pairs};

mod extent;
mod goals;
mod jam;
mod letters;
mod numbers;
mod parts;

use goals::Goals;
use jam::{Jam, Pictures};
use letters::{FIRST_TIE, MOST, SIGNS, Seen, above, goal, mark};
use parts::{Piece, Together, parted};

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

/// The mark of each block that has one: first those with goals are counted, then those in several parts.
fn marks(puzzle: &Puzzle) -> Vec<Option<usize>> {
    let (mut goals, mut ties) = (0..FIRST_TIE, FIRST_TIE..);
    let mark = |block: &Block| match block.goal {
        Some(_) => goals.next(),
        None if puzzle.parts(&block.cells).len() > 1 => ties.next(),
        None => None,
    };
    puzzle.blocks.iter().map(mark).collect()
}

impl Tiled<Sliding> for Sliding {
    fn sketch(&self, puzzle: &Puzzle) -> TileSketch {
        if Numbers::of(puzzle).is_some() {
            return numbers::sketch(puzzle);
        }
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
        let blocks = puzzle.blocks.iter().zip(marks(puzzle));
        for (index, (block, own)) in blocks.enumerate() {
            let letter = own.and_then(mark).unwrap_or(BLOCK);
            for cell in &block.cells {
                let through = goals[*cell].and_then(|goal| above(own, goal));
                letters[*cell] = through.unwrap_or(letter);
                things[*cell] = index + 1;
            }
        }
        TileSketch::of_letters(puzzle.columns, letters).with_things(things, OUTSIDE)
    }

    fn unmarked(&self, sketch: &TileSketch) -> Option<TileSketch> {
        let plain = |letter: &char| match Seen::of(*letter) {
            Seen::Free(Some(_)) => FREE,
            Seen::Block(Some(index), Some(_)) => mark(index).unwrap_or(BLOCK),
            Seen::Block(None, Some(_)) => BLOCK,
            _ => *letter,
        };
        let letters: Vec<char> = sketch.letters.iter().map(plain).collect();
        let differs = sketch.free.is_none() && letters != sketch.letters;
        differs.then(|| {
            let plain = TileSketch::of_letters(sketch.columns, letters);
            plain.with_things(sketch.things.clone(), OUTSIDE)
        })
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
            through: |letter| matches!(Seen::of(letter), Seen::Block(_, Some(_))),
            signs: &SIGNS,
            open: Some(BLOCK),
            ..Letters::default()
        }
    }

    fn called(&self, letter: char, told: Option<&Puzzle>) -> String {
        let numbers = told.filter(|told| Numbers::of(told).is_some());
        let number = numbers.zip(Seen::of(letter).mark());
        let block = number.and_then(|(told, index)| told.blocks.get(index));
        match (block, Seen::of(letter)) {
            (Some(block), _) => block.sign.to_string(),
            // Nobody would know such a letter.
            (None, Seen::Block(Some(mark), Some(goal))) if mark != goal => {
                let shown = |letter: Option<char>| letter.unwrap_or(BLOCK);
                format!(
                    "{} on {}",
                    shown(letters::mark(mark)),
                    shown(letters::goal(goal))
                )
            }
            _ => letter.to_string(),
        }
    }

    fn recalls(&self) -> bool {
        true
    }

    /// In a jam one car is to get out, and what the others look like means nothing.
    fn is_unmarked(&self, told: &Puzzle) -> bool {
        told.lengthwise
    }

    /// Around a board it may look as its free cells do.
    fn part(
        &self,
        all: &FoundTiles,
        before: Option<[i32; 2]>,
        memory: Option<&Puzzle>,
    ) -> Result<Option<Part>, String> {
        let known = || memory.and_then(|memory| extent::part(all, before, memory));
        Ok(numbers::part(all).or_else(known))
    }

    fn ground(&self, puzzle: &Puzzle) -> Option<Vec<char>> {
        let mut bare = puzzle.clone();
        bare.blocks.iter_mut().for_each(|block| block.cells.clear());
        let is_of_blocks = Numbers::of(puzzle).is_none();
        is_of_blocks.then(|| self.sketch(&bare).letters)
    }

    fn puzzle(&self, board: &TileBoard, memory: Option<&Puzzle>) -> Result<Puzzle, String> {
        let cells: Vec<Seen> = board.letters().into_iter().map(Seen::of).collect();
        let columns = board.columns();
        let floor: Vec<bool> = cells.iter().map(|seen| *seen != Seen::Outside).collect();
        let known = memory.filter(|memory| memory.columns == columns && memory.floor == floor);
        if let Some(known) = known.filter(|known| Numbers::of(known).is_some()) {
            return numbers::puzzle(&cells, known);
        }
        if let Some(told) = memory.filter(|told| Numbers::of(told).is_some()) {
            return Err(format!(
                "it has {columns}x{} cells, and what numbers must become is known for {}x{}",
                cells.len() / columns,
                told.columns,
                told.rows
            ));
        }
        let mut puzzle = Puzzle {
            columns,
            rows: cells.len() / columns,
            floor,
            gates: gates(&cells, known),
            lengthwise: memory.is_some_and(|memory| memory.lengthwise),
            blocks: Vec::new(),
            min_moves: None,
        };
        let mut pieces = pieces(board, &cells);
        let jam = memory.and_then(|known| Jam::of(known, columns));
        let played = known.filter(|_| board.is_played && jam.is_none());
        if let Some(apart) = played.map_or(Ok(None), |known| parted(&pieces, known))? {
            let marks = |all: &[usize]| all.iter().filter_map(|cell| cells[*cell].mark()).collect();
            let piece = |cells: Vec<usize>| Piece {
                marks: marks(&cells),
                cells,
            };
            pieces = apart.into_iter().map(piece).collect();
        }
        if let Some(jam) = &jam {
            let pictures = Pictures {
                mark: &|cell| cells[cell].mark(),
                shares: &|cells| board.shares(cells),
                alike: &|cells| board.alike(cells),
            };
            pieces = jam.put_together(pieces, &pictures);
        }
        let together = Together {
            board: &puzzle,
            pieces: &pieces,
            is_hidden: &|index| mark(index).is_some_and(|letter| board.is_unseen(letter)),
        };
        let blocks = goals::joined_by_marks(&puzzle, &cells, together.blocks(known)?);
        puzzle.blocks = (0..).zip(blocks).map(block).collect();
        if let Some(jam) = &jam {
            jam.check(&puzzle)?;
            if let Some(solved) = known.and_then(|known| jam.got_out(known, &puzzle)) {
                return Ok(solved);
            }
        }
        let wanted = known.map_or(&[][..], |known| &known.blocks);
        let wanted: Vec<&Block> = wanted.iter().filter(|block| block.goal.is_some()).collect();
        let goals = Goals {
            cells: &cells,
            known: &wanted,
            before: known.map_or(&[][..], |known| &known.blocks),
            only_goals: !board.was_told(FREE),
        };
        let mut marked = Vec::new();
        for index in 0..MOST {
            let is_unseen = |letter: Option<char>| letter.is_some_and(|l| board.is_unseen(l));
            // It may be that no example showed it because blocks lay over all of it.
            let is_covered = goal(index).is_some_and(|letter| !board.was_shown(letter));
            // What lies on a goal in a jam are cars, and those have pictures.
            let hidden = [is_unseen(goal(index)) || jam.is_some(), is_covered];
            if goals.is_there(index, &puzzle, is_unseen(mark(index))) {
                let block = goals.block(index, &puzzle)?;
                let goal = goals.goal(index, &puzzle, block, hidden)?;
                puzzle.blocks[block].goal = Some(goal);
                marked.push(block);
            }
        }
        if marked.is_empty() {
            return Err("no block has a mark: which one must go where?".into());
        }
        in_order_of_marks(&mut puzzle.blocks, &marked);
        Ok(puzzle)
    }
}

/// The gates that are seen, and those that are known of this board and hidden by blocks.
fn gates(cells: &[Seen], known: Option<&Puzzle>) -> Vec<usize> {
    let remembered = known.map_or(&[][..], |puzzle| &puzzle.gates);
    let is_gate = |cell: &usize| match cells[*cell] {
        Seen::Gate => true,
        Seen::Block(..) => remembered.contains(cell),
        _ => false,
    };
    (0..cells.len()).filter(is_gate).collect()
}

/// What hangs together.
fn pieces(board: &TileBoard, cells: &[Seen]) -> Vec<Piece> {
    let covered: Vec<bool> = cells.iter().map(Seen::is_block).collect();
    let joined = joined_pairs(board.columns(), &board.tiles.joins);
    let piece_of = groups(board.columns(), &covered, &joined);
    let count = piece_of.iter().max().map_or(0, |last| *last as usize);
    let mut pieces = vec![Piece::default(); count];
    for (cell, number) in piece_of.iter().enumerate() {
        if let Some(index) = (*number as usize).checked_sub(1) {
            pieces[index].cells.push(cell);
            pieces[index].marks.extend(cells[cell].mark());
        }
    }
    pieces
}

/// Of the blocks with goals the one with the first mark comes first, as in a text: what is remembered of the board is asked by
/// marks. `marked` are these blocks in the order of their marks.
fn in_order_of_marks(blocks: &mut [Block], marked: &[usize]) {
    let in_order: Vec<Block> = marked.iter().map(|block| blocks[*block].clone()).collect();
    let mut places = marked.to_vec();
    places.sort_unstable();
    for (place, block) in places.into_iter().zip(in_order) {
        let sign = blocks[place].sign;
        blocks[place] = Block { sign, ..block };
    }
}

fn block((index, cells): (usize, Vec<usize>)) -> Block {
    Block {
        sign: sign(index),
        cells,
        goal: None,
    }
}
