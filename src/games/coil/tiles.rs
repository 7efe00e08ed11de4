//! Boards as tiles.

use super::Coil;
use super::puzzle::{Cell, Puzzle};
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

    fn puzzle(&self, board: &TileBoard, _: Option<&Puzzle>) -> Result<Puzzle, String> {
        let letters = board.letters();
        let cell = |letter: &char| match *letter {
            OPEN => Cell::Open,
            VISITED | HEAD => Cell::Visited,
            _ => Cell::Wall,
        };
        let cells: Vec<Cell> = letters.iter().map(cell).collect();
        let mut heads = (0..letters.len()).filter(|at| letters[*at] == HEAD);
        let head = heads.next();
        match (head, heads.next()) {
            (_, Some(_)) => Err("the path has come to two cells".into()),
            (None, _) if cells.contains(&Cell::Visited) => {
                Err("cells are visited, but the path has come to none".into())
            }
            _ => Ok(Puzzle::new(
                board.columns(),
                letters.len() / board.columns(),
                cells,
                head,
            )),
        }
    }
}
