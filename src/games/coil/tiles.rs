//! Boards as tiles.

use super::Coil;
use super::puzzle::{Cell, Direction, ORDER, Puzzle, Step};
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
        let is_visited = |at: &usize| cells[*at] == Cell::Visited;
        let visited: Vec<usize> = (0..cells.len()).filter(is_visited).collect();
        let head = match (remembered(memory, &cells, &visited), &heads[..]) {
            // What looks like it may be where the path began.
            (Some(known), _) => Some(known),
            (None, []) if visited.is_empty() => None,
            (None, []) => return Err("cells are visited, but the path has come to none".into()),
            (None, [head]) => Some(*head),
            (None, _) => return Err("the path has come to two cells".into()),
        };
        let rows = letters.len() / board.columns();
        Ok(Puzzle::new(board.columns(), rows, cells, head))
    }
}

/// Which of the cells that were visited the path has come to: that of the board that was, or of the board that one slide makes
/// of it, if one of these has the same cells. Some games go on by themselves as long as there is only one way. None where
/// it may have come to two cells, unless it leads nowhere any more.
fn remembered(memory: Option<&Puzzle>, cells: &[Cell], visited: &[usize]) -> Option<usize> {
    let boards = memory.into_iter().flat_map(|known| {
        let slides = ORDER.map(|dir| known.after(Step::Slide(dir)));
        let led = slides.into_iter().flat_map(|board| {
            std::iter::successors(Some(board), |board| {
                only_way(board).map(|dir| board.after(Step::Slide(dir)))
            })
        });
        std::iter::once(known.clone()).chain(led)
    });
    let fitting = boards.filter(|board| board.cells() == cells);
    let mut heads = fitting.filter_map(|board| board.head());
    let head = heads.next().filter(|head| visited.contains(head))?;
    let is_full = !cells.contains(&Cell::Open);
    (is_full || heads.all(|other| other == head)).then_some(head)
}

/// The direction in which the path goes on if there is no other.
fn only_way(board: &Puzzle) -> Option<Direction> {
    let head = board.head()?;
    let is_open = |dir: &Direction| board.open_neighbour(head, *dir).is_some();
    let mut ways = ORDER.into_iter().filter(is_open);
    ways.next().filter(|_| ways.next().is_none())
}
