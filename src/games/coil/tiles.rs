//! Boards as tiles.

use super::Coil;
use super::puzzle::{Cell, ORDER, Puzzle, Step};
use crate::fit::tiles::TileSketch;
use crate::game::ability::Vocabulary;
use crate::game::tiled::{TileBoard, Tiled};
use crate::vision::tiles::Letters;

const OPEN: char = '.';
const WALL: char = 'X';
const VISITED: char = 'o';
const HEAD: char = '@';

/// What its boards show.
pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    letters: &[
        (OPEN, "open"),
        (WALL, "wall"),
        (VISITED, "visited"),
        (HEAD, "where the path has come to"),
    ],
    pictures: &[
        "tint-open",
        "tint-wall",
        "tint-visited",
        "tint-head",
        "tint-line",
    ],
};

impl Tiled<Coil> for Coil {
    fn letters(&self) -> Letters {
        Letters {
            endless: "X",
            ..Letters::default()
        }
    }

    fn sketch(&self, puzzle: &Puzzle) -> TileSketch {
        let letter = |(at, cell): (usize, &Cell)| match cell {
            _ if puzzle.head() == Some(at) => HEAD,
            Cell::Open => OPEN,
            Cell::Wall => WALL,
            Cell::Visited => VISITED,
        };
        let letters = puzzle.cells().iter().enumerate().map(letter);
        TileSketch::of_letters(puzzle.width(), letters.collect())
    }

    fn puzzle(&self, board: &TileBoard, memory: Option<&Puzzle>) -> Result<Puzzle, String> {
        let letters = board.letters();
        let cell = |letter: &char| match *letter {
            OPEN => Cell::Open,
            VISITED | HEAD => Cell::Visited,
            _ => Cell::Wall,
        };
        let cells: Vec<Cell> = letters.iter().map(cell).collect();
        let heads = (0..letters.len()).filter(|at| letters[*at] == HEAD);
        let heads: Vec<usize> = heads.collect();
        let head = match heads[..] {
            [] if cells.contains(&Cell::Visited) => {
                return Err("cells are visited, but the path has come to none".into());
            }
            [] => None,
            [head] => Some(head),
            _ => Some(remembered(memory, &cells, &heads)?),
        };
        let rows = letters.len() / board.columns();
        Ok(Puzzle::new(board.columns(), rows, cells, head))
    }
}

/// Which of the cells that look as if the path had come to them is the one: that of the board that was, or of the board
/// that one slide makes of it.
fn remembered(memory: Option<&Puzzle>, cells: &[Cell], heads: &[usize]) -> Result<usize, String> {
    let boards = memory.into_iter().flat_map(|known| {
        let slides = ORDER.map(|dir| known.after(Step::Slide(dir)));
        std::iter::once(known.clone()).chain(slides)
    });
    let mut fitting = boards.filter(|board| board.cells() == cells);
    let head = fitting.next().and_then(|board| board.head());
    head.filter(|head| heads.contains(head))
        .ok_or_else(|| "the path has come to two cells".into())
}
