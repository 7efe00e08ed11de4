//! Blocks of wood as tiles, and the wanted shape as a small picture beside them.

use super::Woodworm;
use super::puzzle::{Cell, Direction, LENGTH, MARGIN, MAX_CELLS, MAX_HEIGHT, MAX_WIDTH, Puzzle};
use crate::fit::tiles::TileSketch;
use crate::game::ability::Vocabulary;
use crate::game::tiled::{Part, TileBoard, Tiled};
use crate::vision::regions::groups;
use crate::vision::tiles::{FoundTiles, Guess, Letters, joined_pairs, pairs};

const AIR: char = '.';
const WOOD: char = '#';
const OUTSIDE: char = '-';

/// The worm, head first.
const WORM: [char; LENGTH] = ['1', '2', '3'];

/// What its boards show.
pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    letters: &[
        (AIR, "air"),
        (WOOD, "wood"),
        ('1', "the worm's head"),
        ('2', "the worm's middle"),
        ('3', "the worm's end"),
    ],
    pictures: &[
        "wood",
        "head-up",
        "head-right",
        "head-down",
        "head-left",
        "body",
        "goal-wood",
        "goal-none",
        "goal-outside",
    ],
};

/// So many moves may be made between two readings. Chosen: each is seen before the next is made.
const MOVES: usize = 3;

/// Places at each side of the block, as a number.
const REACH: usize = MARGIN as usize;

impl Tiled<Woodworm> for Woodworm {
    fn sketch(&self, puzzle: &Puzzle) -> TileSketch {
        let columns = puzzle.width() + 2 * REACH;
        let places = columns * (puzzle.height() + REACH);
        let cell = |place: usize| {
            let (column, row) = (place % columns, place / columns);
            Cell::new(column as i8 - MARGIN, row as i8 - MARGIN)
        };
        let letter = |place: usize| {
            let part = puzzle.worm().iter().position(|part| *part == cell(place));
            match part {
                Some(part) => WORM[part],
                None if puzzle.piece(cell(place)) != 0 => WOOD,
                None => AIR,
            }
        };
        let letters = (0..places).map(letter).collect();
        let things = (0..places).map(|place| usize::from(puzzle.piece(cell(place))));
        let sketch = TileSketch::of_letters(columns, letters).with_rows_of(AIR);
        sketch.with_things(things.collect(), OUTSIDE)
    }

    fn goal(&self, puzzle: &Puzzle) -> Option<TileSketch> {
        let letter = |wanted: &bool| if *wanted { WOOD } else { AIR };
        let letters = puzzle.wanted().iter().map(letter).collect();
        Some(TileSketch::of_letters(puzzle.width(), letters))
    }

    fn letters(&self) -> Letters {
        Letters {
            page: "-",
            same: &["23"],
            covers: |letter| letter == WOOD,
            told: true,
            ..Letters::default()
        }
    }

    fn world(&self) -> Option<char> {
        Some(AIR)
    }

    fn is_start(&self, puzzle: &Puzzle) -> bool {
        *puzzle == puzzle.givens()
    }

    /// The block with the places around it that the worm can reach.
    fn part(
        &self,
        all: &FoundTiles,
        before: Option<[i32; 2]>,
        memory: Option<&Puzzle>,
    ) -> Result<Option<Part>, String> {
        let around = |size: [usize; 2]| [size[0] + 2 * REACH, size[1] + REACH];
        if let (Some(from), Some(memory)) = (before, memory) {
            return Ok(Some((from, around([memory.width(), memory.height()]))));
        }
        // A page of many colours is nearer to wood than to a plain sky, and goes on like it.
        let letter = |tile: &Guess| if tile.known { tile.class } else { OUTSIDE };
        let world = World {
            letters: all.tiles.iter().map(letter).collect(),
            columns: all.columns,
        };
        let (first, size) = world.whole_block()?;
        Ok(Some((first.map(|at| at - i32::from(MARGIN)), around(size))))
    }

    fn puzzle(&self, board: &TileBoard, memory: Option<&Puzzle>) -> Result<Puzzle, String> {
        let world = World {
            letters: board.letters(),
            columns: board.columns(),
        };
        let cell = |place: usize| {
            let (column, row) = (place % world.columns, place / world.columns);
            Cell::new(column as i8 - MARGIN, row as i8 - MARGIN)
        };
        let width = world.columns - 2 * REACH;
        let size = [width, world.letters.len() / world.columns - REACH];
        let start = Puzzle::start(width, board.goal(size)?);
        if !board.shows_edges() {
            let worm = world.worm()?.map(cell);
            let wood = |at: usize| world.letters[at] == WOOD;
            let is_shown = |puzzle: &Puzzle| {
                puzzle.worm() == worm
                    && (0..world.letters.len()).all(|at| (puzzle.piece(cell(at)) != 0) == wood(at))
            };
            let memory = memory.filter(|memory| memory.givens() == start);
            return by_rules(&start, memory, is_shown);
        }
        let joined = joined_pairs(world.columns, &board.tiles.joins);
        let is_wood: Vec<bool> = world.letters.iter().map(|letter| *letter == WOOD).collect();
        let pieces = groups(world.columns, &is_wood, &joined);
        let mut piece_of = vec![0; start.pieces().len()];
        for place in (0..pieces.len()).filter(|place| is_wood[*place]) {
            let at = start.index(cell(place));
            piece_of[at.ok_or("there is wood outside of the block")?] = pieces[place] as u8;
        }
        let puzzle = start.with(piece_of, world.worm()?.map(cell));
        match puzzle.fall() {
            None => Ok(puzzle),
            Some(_) => Err("something in it is about to fall".into()),
        }
    }
}

/// Where it cannot be seen which wood is one piece, the rules tell: what a few moves make of what was seen before,
/// or of the start.
fn by_rules(
    start: &Puzzle,
    memory: Option<&Puzzle>,
    is_shown: impl Fn(&Puzzle) -> bool,
) -> Result<Puzzle, String> {
    let mut reached = vec![start.clone()];
    reached.extend(memory.filter(|memory| *memory != start).cloned());
    let mut newest = reached.clone();
    for _ in 0..MOVES {
        let next = |puzzle: &Puzzle| {
            let steps = Direction::ALL.iter();
            steps
                .filter_map(|step| puzzle.after(*step))
                .collect::<Vec<_>>()
        };
        newest = newest.iter().flat_map(next).collect();
        newest.retain(|puzzle| !reached.contains(puzzle));
        reached.extend(newest.iter().cloned());
    }
    let mut shown = reached.into_iter().filter(is_shown);
    match (shown.next(), shown.next()) {
        (Some(only), None) => Ok(only),
        (None, _) => Err("no few moves lead there; restart the level".into()),
        _ => Err("it may be in pieces in several ways; restart the level".into()),
    }
}

/// The tiles of a world.
struct World {
    letters: Vec<char>,
    columns: usize,
}

impl World {
    /// A block that was not touched yet, its first cell and its size: the largest piece of wood, a rectangle. What
    /// the wanted shape is drawn with may look like wood, too.
    fn whole_block(&self) -> Result<([i32; 2], [usize; 2]), String> {
        let wood = self.largest_piece();
        let least = |axis: usize| wood.iter().map(|at| at[axis]).min().unwrap_or(0);
        let most = |axis: usize| wood.iter().map(|at| at[axis] + 1).max().unwrap_or(0);
        let size = [0, 1].map(|axis| most(axis) - least(axis));
        if size[0] > MAX_WIDTH || size[1] > MAX_HEIGHT || size[0] * size[1] > MAX_CELLS {
            return Err(format!(
                "a block of {}x{} cells is too large",
                size[0], size[1]
            ));
        }
        match wood.len() == size[0] * size[1] && !wood.is_empty() {
            true => Ok(([0, 1].map(|axis| least(axis) as i32), size)),
            false => {
                Err("the block was touched before it was seen whole; restart the level".into())
            }
        }
    }

    /// Columns and rows of the most wood that hangs together.
    fn largest_piece(&self) -> Vec<[usize; 2]> {
        let is_wood: Vec<bool> = self.letters.iter().map(|letter| *letter == WOOD).collect();
        let beside = pairs(self.columns, is_wood.len()).map(|(a, b, _)| (a, b));
        let beside: Vec<_> = beside.filter(|(a, b)| is_wood[*a] && is_wood[*b]).collect();
        let pieces = groups(self.columns, &is_wood, &beside);
        let count = |piece: &u32| pieces.iter().filter(|other| *other == piece).count();
        let largest = pieces.iter().filter(|piece| **piece != 0);
        let largest = largest.max_by_key(|piece| count(piece));
        (0..pieces.len())
            .filter(|place| Some(&pieces[*place]) == largest)
            .map(|place| [place % self.columns, place / self.columns])
            .collect()
    }

    /// The places of the worm, head first.
    fn worm(&self) -> Result<[usize; LENGTH], String> {
        let of = |letters: &[char]| -> Vec<usize> {
            let places = 0..self.letters.len();
            places
                .filter(|place| letters.contains(&self.letters[*place]))
                .collect()
        };
        let (heads, body) = (of(&WORM[..1]), of(&WORM[1..]));
        let ([head], [a, b]) = (&heads[..], &body[..]) else {
            return Err("the worm is not three places in a row".into());
        };
        let place = |at: usize| Cell::new((at % self.columns) as i8, (at / self.columns) as i8);
        let beside = |a: usize, b: usize| {
            Direction::ALL
                .iter()
                .any(|step| place(a).towards(*step) == place(b))
        };
        match (beside(*head, *a), beside(*head, *b)) {
            _ if !beside(*a, *b) => Err("the worm is not in one piece".into()),
            (true, false) => Ok([*head, *a, *b]),
            (false, true) => Ok([*head, *b, *a]),
            _ => Err("the worm is not in one piece".into()),
        }
    }
}
