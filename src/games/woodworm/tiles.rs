//! Blocks of wood as tiles, and the wanted shape as a small picture beside them.

use super::Woodworm;
use super::puzzle::{Cell, Direction, LENGTH, MARGIN, Puzzle};
use crate::fit::tiles::TileSketch;
use crate::game::tiled::{TileBoard, Tiled};
use crate::vision::regions::groups;
use crate::vision::tiles::{Letters, joined_pairs};

const AIR: char = '.';
const WOOD: char = '#';
const OUTSIDE: char = '-';

/// The worm, head first.
const WORM: [char; LENGTH] = ['1', '2', '3'];

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
            ..Letters::default()
        }
    }

    fn puzzle(&self, board: &TileBoard, memory: Option<&Puzzle>) -> Result<Puzzle, String> {
        let world = World {
            letters: board.letters(),
            columns: board.columns(),
        };
        let block = match memory {
            Some(memory) => world.block_of([memory.width(), memory.height()]),
            None => world.whole_block(),
        }?;
        let [width, height] = block.size;
        let start = Puzzle::start(width, board.goal(block.size)?);
        let joined = joined_pairs(world.columns, &board.tiles.joins);
        let is_wood: Vec<bool> = world.letters.iter().map(|letter| *letter == WOOD).collect();
        let pieces = groups(world.columns, &is_wood, &joined);
        let inside = |place: usize| start.index(block.cell(place, world.columns));
        let mut piece_of = vec![0; width * height];
        for place in (0..pieces.len()).filter(|place| is_wood[*place]) {
            let at = inside(place).ok_or("there is wood outside of the block")?;
            piece_of[at] = pieces[place] as u8;
        }
        let worm = world.worm()?.map(|place| block.cell(place, world.columns));
        if !worm.iter().all(|cell| start.in_reach(*cell)) {
            return Err("the worm is out of reach".into());
        }
        let puzzle = start.with(piece_of, worm);
        match puzzle.fall() {
            None => Ok(puzzle),
            Some(_) => Err("something in it is about to fall".into()),
        }
    }
}

/// The tiles of a world.
struct World {
    letters: Vec<char>,
    columns: usize,
}

/// Where the block is: the column and row of its first cell, and its size.
struct Ground {
    first: [i32; 2],
    size: [usize; 2],
}

impl Ground {
    fn cell(&self, place: usize, columns: usize) -> Cell {
        let (column, row) = ((place % columns) as i32, (place / columns) as i32);
        Cell::new((column - self.first[0]) as i8, (row - self.first[1]) as i8)
    }
}

impl World {
    fn rows(&self) -> usize {
        self.letters.len() / self.columns
    }

    /// A block that was not touched yet: a rectangle of wood that stands on the floor.
    fn whole_block(&self) -> Result<Ground, String> {
        let wood: Vec<[usize; 2]> = (0..self.letters.len())
            .filter(|place| self.letters[*place] == WOOD)
            .map(|place| [place % self.columns, place / self.columns])
            .collect();
        let least = |axis: usize| wood.iter().map(|at| at[axis]).min().unwrap_or(0);
        let most = |axis: usize| wood.iter().map(|at| at[axis] + 1).max().unwrap_or(0);
        let size = [0, 1].map(|axis| most(axis) - least(axis));
        let on_floor = most(1) == self.rows();
        match wood.len() == size[0] * size[1] && on_floor && !wood.is_empty() {
            true => Ok(Ground {
                first: [0, 1].map(|axis| least(axis) as i32),
                size,
            }),
            false => {
                Err("the block was touched before it was seen whole; restart the level".into())
            }
        }
    }

    /// The place of a block of a known size: the worm has as much room at either side.
    fn block_of(&self, size @ [width, height]: [usize; 2]) -> Result<Ground, String> {
        if self.columns != width + 2 * REACH || self.rows() < height {
            return self.whole_block();
        }
        Ok(Ground {
            first: [REACH as i32, (self.rows() - height) as i32],
            size,
        })
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
