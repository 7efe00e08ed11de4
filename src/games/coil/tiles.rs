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
            // Some games mark where the path began, and not where it has come to.
            like: |letter| (letter == VISITED).then_some(HEAD),
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
        let visited = || (0..cells.len()).filter(|at| cells[*at] == Cell::Visited);
        let head = match heads[..] {
            [] if cells.contains(&Cell::Visited) => {
                let head = remembered(memory, &cells, &visited().collect::<Vec<_>>());
                Some(head.ok_or("cells are visited, but the path has come to none")?)
            }
            [] => None,
            [head] => Some(head),
            _ => {
                let head = remembered(memory, &cells, &heads);
                Some(head.ok_or("the path has come to two cells")?)
            }
        };
        let rows = letters.len() / board.columns();
        Ok(Puzzle::new(board.columns(), rows, cells, head))
    }
}

/// Which of the cells that look as if the path had come to them is the one: that of the board that was, or of the board
/// that one slide makes of it.
fn remembered(memory: Option<&Puzzle>, cells: &[Cell], heads: &[usize]) -> Option<usize> {
    let boards = memory.into_iter().flat_map(|known| {
        let slides = ORDER.map(|dir| known.after(Step::Slide(dir)));
        std::iter::once(known.clone()).chain(slides)
    });
    let mut fitting = boards.filter(|board| board.cells() == cells);
    let head = fitting.next().and_then(|board| board.head());
    head.filter(|head| heads.contains(head))
}
