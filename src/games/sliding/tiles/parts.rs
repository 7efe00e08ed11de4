//! Blocks in several parts: which of the pieces that are seen move together.
//!
//! A picture may not tell. What an example or an earlier reading of the board tells does, if there is only one way in
//! which all of its blocks are there. The other way round, blocks that look alike and touch are told apart by where
//! they lay a move ago.

use std::collections::BTreeSet;

use super::{FIRST_TIE, marks};
use crate::games::sliding::puzzle::Puzzle;

/// Cells that hang together.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    /// Ascending.
    pub cells: Vec<usize>,
    pub marks: BTreeSet<usize>,
}

/// Tells which pieces are one block.
pub struct Together<'a> {
    /// Its size is what counts, and its floor.
    pub board: &'a Puzzle,
    pub pieces: &'a [Piece],
    /// Whether what has this mark looks like other blocks.
    pub is_hidden: &'a dyn Fn(usize) -> bool,
}

/// A block in several parts that is known.
struct Tied {
    shape: Vec<(i32, i32)>,
    parts: usize,
    mark: Option<usize>,
}

/// Some of the blocks, each by its pieces, in ascending order.
type Way = Vec<Vec<usize>>;

/// More ways than this are not followed. Chosen.
const WAYS: usize = 4096;

/// The cells of each block of a board that is played, if fewer pieces are seen than it has blocks: those that look alike
/// and touch each other look like one.
///
/// # Errors
/// There is not one way in which it is the board of a move `before`.
pub fn parted(pieces: &[Piece], before: &Puzzle) -> Result<Option<Vec<Vec<usize>>>, String> {
    if pieces.len() >= before.blocks.len() {
        return Ok(None);
    }
    let blocks: Vec<Vec<usize>> = before.blocks.iter().map(|b| b.cells.clone()).collect();
    let covered = |all: &[Vec<usize>]| {
        let mut cells = all.concat();
        cells.sort_unstable();
        cells
    };
    let seen: Vec<Vec<usize>> = pieces.iter().map(|piece| piece.cells.clone()).collect();
    let area = covered(&seen);
    let is_whole = |block: &Vec<usize>| before.parts(block).len() == 1;
    if area.len() != blocks.concat().len() || !blocks.iter().all(is_whole) {
        return Ok(None);
    }
    let moved = (0..blocks.len()).flat_map(|index| {
        let mut blocks = blocks.clone();
        before.routes(index).into_iter().map(move |route| {
            blocks[index] = route.cells;
            blocks.clone()
        })
    });
    let is_in_one = |block: &Vec<usize>| {
        let has = |piece: &&Vec<usize>| block.iter().any(|cell| piece.contains(cell));
        seen.iter().filter(has).count() == 1
    };
    let ways = std::iter::once(blocks.clone()).chain(moved);
    let ways = ways.filter(|way| covered(way) == area && way.iter().all(is_in_one));
    let ways: BTreeSet<Vec<Vec<usize>>> = ways
        .map(|mut way| {
            way.sort_unstable();
            way
        })
        .collect();
    match ways.len() {
        1 => Ok(ways.into_iter().next()),
        count => Err(format!(
            "blocks that touch look like one, and a move from where they lay leads there in {count} ways"
        )),
    }
}

impl Together<'_> {
    /// The cells of each block, in the order of their first cells.
    ///
    /// # Errors
    /// It is not known which pieces are one.
    pub fn blocks(&self, known: Option<&Puzzle>) -> Result<Vec<Vec<usize>>, String> {
        let ways = known.map_or(Ok(Vec::new()), |known| self.ways(known))?;
        let way = match &ways[..] {
            [way] => way.clone(),
            [] => self.apart()?,
            _ => {
                return Err(format!(
                    "which parts belong to one block can be understood in {} ways",
                    ways.len()
                ));
            }
        };
        let alone = (0..self.pieces.len()).filter(|piece| !way.concat().contains(piece));
        let all = alone.map(|piece| vec![piece]).chain(way.iter().cloned());
        let mut blocks: Vec<Vec<usize>> = all.map(|pieces| self.cells(&pieces)).collect();
        blocks.sort_unstable();
        Ok(blocks)
    }

    /// No piece belongs to another: on a board that nothing is known of.
    fn apart(&self) -> Result<Way, String> {
        let ties = FIRST_TIE..;
        let shown = self.pieces.iter().flat_map(|piece| &piece.marks);
        let mut shown: Vec<usize> = shown.copied().filter(|mark| ties.contains(mark)).collect();
        shown.sort_unstable();
        let all = shown.len();
        shown.dedup();
        let is_hidden = (FIRST_TIE..2 * FIRST_TIE).any(|mark| (self.is_hidden)(mark));
        match is_hidden || shown.len() < all {
            false => Ok(Way::new()),
            true => Err(
                "the game has blocks in several parts, and no example tells which parts of this board move \
                 together (`--example` with its text does)"
                    .into(),
            ),
        }
    }

    /// The ways in which the pieces are all blocks of a known board, of which some are in several parts.
    fn ways(&self, known: &Puzzle) -> Result<Vec<Way>, String> {
        let blocks = known.blocks.iter().zip(marks(known));
        let tied = blocks.filter_map(|(block, mark)| {
            let parts = known.parts(&block.cells).len();
            let shape = known.shape(&block.cells);
            (parts > 1).then_some(Tied { shape, parts, mark })
        });
        let tied: Vec<Tied> = tied.collect();
        let mut ways = vec![Way::new()];
        for block in &tied {
            let places = self.places(block);
            let mut more = BTreeSet::new();
            for (way, place) in ways
                .iter()
                .flat_map(|way| places.iter().map(move |p| (way, p)))
            {
                if !way.concat().iter().any(|piece| place.contains(piece)) {
                    let mut way = way.clone();
                    way.push(place.clone());
                    way.sort_unstable();
                    more.insert(way);
                }
                if more.len() > WAYS {
                    return Err("there are too many ways in which parts may belong together".into());
                }
            }
            ways = more.into_iter().collect();
        }
        let mut single: Vec<_> = known.blocks.iter().map(|block| &block.cells).collect();
        single.retain(|cells| known.parts(cells).len() == 1);
        let mut single: Vec<_> = single.iter().map(|cells| known.shape(cells)).collect();
        single.sort_unstable();
        ways.retain(|way| self.rest(way) == single);
        Ok(ways)
    }

    /// Where a block may be: the pieces that it would be made of.
    fn places(&self, block: &Tied) -> Vec<Vec<usize>> {
        let covered = self.pieces.iter().flat_map(|piece| &piece.cells);
        let mut places: Vec<Vec<usize>> = covered
            .filter_map(|first| self.place(block, *first))
            .collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The same if its first cell is this one.
    fn place(&self, block: &Tied, first: usize) -> Option<Vec<usize>> {
        let (column, row) = self.board.position(first);
        let cell = |&(right, down): &(i32, i32)| {
            let (column, row) = (column as i32 + right, row as i32 + down);
            let inside = (0..self.board.columns as i32).contains(&column) && row >= 0;
            inside.then_some(row as usize * self.board.columns + column as usize)
        };
        let cells: Vec<usize> = block.shape.iter().map(cell).collect::<Option<_>>()?;
        let touched = |piece: &usize| self.pieces[*piece].cells.iter().any(|c| cells.contains(c));
        let pieces: Vec<usize> = (0..self.pieces.len()).filter(touched).collect();
        let is_whole = self.cells(&pieces) == cells && pieces.len() == block.parts;
        (is_whole && self.has_mark(block, &pieces)).then_some(pieces)
    }

    /// Whether these pieces, and no others, have the mark of a block.
    fn has_mark(&self, block: &Tied, pieces: &[usize]) -> bool {
        let Some(mark) = block.mark.filter(|mark| !(self.is_hidden)(*mark)) else {
            return pieces
                .iter()
                .all(|piece| self.pieces[*piece].marks.is_empty());
        };
        let only = |piece: &usize| self.pieces[*piece].marks.iter().all(|m| *m == mark);
        let has = |piece: &usize| self.pieces[*piece].marks.contains(&mark);
        let mut others = (0..self.pieces.len()).filter(|piece| !pieces.contains(piece));
        pieces.iter().all(only) && pieces.iter().any(has) && !others.any(|piece| has(&piece))
    }

    /// The shapes of the pieces that are in none of the blocks.
    fn rest(&self, way: &Way) -> Vec<Vec<(i32, i32)>> {
        let together = way.concat();
        let rest = (0..self.pieces.len()).filter(|piece| !together.contains(piece));
        let mut shapes: Vec<_> = rest
            .map(|piece| self.board.shape(&self.pieces[piece].cells))
            .collect();
        shapes.sort_unstable();
        shapes
    }

    /// Ascending.
    fn cells(&self, pieces: &[usize]) -> Vec<usize> {
        let cells = pieces.iter().flat_map(|piece| &self.pieces[*piece].cells);
        let mut cells: Vec<usize> = cells.copied().collect();
        cells.sort_unstable();
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// K and L are in two parts.
    const KNOWN: &str = "AABKC\nAAB.D\nLEEKD\nF..GG\nL.HH.\n";

    fn parse(start: &str) -> Puzzle {
        let text = format!("start\n{start}goal\n.....\n.....\n.....\n...AA\n...AA\n");
        Puzzle::parse(&text).expect("a puzzle")
    }

    /// What is made of the pieces of `now` by what is known; marks that are not hidden are those of the blocks.
    fn told(known: Option<&str>, now: &str, is_hidden: bool) -> Result<Vec<Vec<usize>>, String> {
        let now = parse(now);
        let blocks = now.blocks.iter().zip(marks(&now));
        let pieces = blocks.flat_map(|(block, mark)| {
            let mark = mark.filter(|mark| !is_hidden || *mark < FIRST_TIE);
            let marks: BTreeSet<usize> = mark.into_iter().collect();
            let parts = now.parts(&block.cells).into_iter();
            parts.map(move |cells| Piece {
                cells,
                marks: marks.clone(),
            })
        });
        let together = Together {
            board: &now,
            pieces: &pieces.collect::<Vec<_>>(),
            is_hidden: &|mark| is_hidden && mark >= FIRST_TIE,
        };
        together.blocks(known.map(parse).as_ref())
    }

    fn blocks(puzzle: &str) -> Vec<Vec<usize>> {
        let mut blocks: Vec<_> = parse(puzzle).blocks.into_iter().map(|b| b.cells).collect();
        blocks.sort_unstable();
        blocks
    }

    #[test]
    fn parts_are_told_by_what_is_known_of_the_board() {
        let moved = "AABKC\nAAB.D\nLEEKD\n.F.GG\nL..HH\n";
        for now in [KNOWN, moved] {
            assert_eq!(told(Some(KNOWN), now, true), Ok(blocks(now)));
            assert_eq!(told(Some(KNOWN), now, false), Ok(blocks(now)));
        }
    }

    /// F is where a part of K might be.
    #[test]
    fn what_may_belong_together_in_two_ways_is_told_by_marks_only() {
        let now = "AABKC\nAAB.D\nLEEKD\n...GG\nLHHF.\n";
        let refused = told(Some(KNOWN), now, true);
        assert!(refused.is_err_and(|why| why.contains("2 ways")));
        assert_eq!(told(Some(KNOWN), now, false), Ok(blocks(now)));
    }

    #[test]
    fn what_looks_like_one_block_is_what_lay_there_a_move_ago() {
        let before = parse("AA.BB\nAA.B.\n.....\nCCDDD\n.....\n");
        let told = |seen: &str| {
            let letters: Vec<char> = seen.chars().filter(|letter| *letter != '\n').collect();
            let piece = |letter: char| {
                let cells = (0..letters.len()).filter(|at| letters[*at] == letter);
                Piece {
                    cells: cells.collect(),
                    marks: BTreeSet::new(),
                }
            };
            let pieces: Vec<Piece> = ('A'..='D').map(piece).collect();
            let pieces: Vec<Piece> = pieces.into_iter().filter(|p| !p.cells.is_empty()).collect();
            parted(&pieces, &before)
        };
        // B went beside A; C and D are seen as one both times.
        let moved = "AABB.\nAAB..\n.....\nCCDDD\n.....\n";
        let now = blocks(moved);
        assert_eq!(told("AAAA.\nAAA..\n.....\nDDDDD\n.....\n"), Ok(Some(now)));
        assert_eq!(
            told("AA.BB\nAA.B.\n.....\nDDDDD\n.....\n"),
            Ok(Some(blocks("AA.BB\nAA.B.\n.....\nCCDDD\n.....\n")))
        );
        // Nothing is to be told apart.
        assert_eq!(told(moved), Ok(None));
        // Two moves, and what no move leads to.
        for other in [
            "AAAA.\nAAA..\nDDDDD\n.....\n.....\n",
            "AAAAA\nAA...\n.....\nDDDDD\n.....\n",
        ] {
            assert!(
                told(other).is_err_and(|why| why.contains("0 ways")),
                "{other}"
            );
        }
    }

    #[test]
    fn on_a_board_that_is_not_known_parts_are_refused() {
        let other = "AABBC\nAAKKD\nLEE.D\nF..GG\nL.HH.\n";
        for (known, is_hidden) in [(Some(KNOWN), true), (Some(KNOWN), false), (None, false)] {
            let refused = told(known, other, is_hidden);
            assert!(refused.is_err_and(|why| why.contains("no example tells")));
        }
        // Nothing has several parts there, but in this game something may.
        let whole = "AABBC\nAAKKD\n.EE.D\nF..GG\nL.HH.\n";
        assert!(told(None, whole, true).is_err());
        assert_eq!(told(None, whole, false), Ok(blocks(whole)));
        assert_eq!(told(Some(whole), whole, true), Ok(blocks(whole)));
    }
}
