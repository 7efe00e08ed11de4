//! Puzzles with exactly one solution, from a number: the same number gives the same puzzle.

use super::puzzle::{Cell, MAX_SIDE, Puzzle, Walls};
use super::solve;
use crate::games::{Limits, Outcome};

/// The side of the boards that [`from_seed`] makes.
const SIDE: usize = 8;

/// A puzzle and its only solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    pub puzzle: Puzzle,
    pub walls: Walls,
}

/// The 8x8 puzzle of a seed, which it carries; it has exactly one solution.
pub fn from_seed(seed: u32) -> Generated {
    let mut dice = Dice(u64::from(seed));
    loop {
        let treasures = dice.weighted(&TREASURES);
        let Some(dungeon) = Dungeon::dig(SIDE, SIDE, treasures, &mut dice) else {
            continue;
        };
        let mut puzzle = dungeon.puzzle();
        if let Outcome::Unique(walls) = solve::solve(&puzzle, &Limits::default()) {
            puzzle.seed = Some(seed);
            return Generated { puzzle, walls };
        }
    }
}

/// How often 0, 1, 2 and 3 treasures occur among 5,000 puzzles of the game.
const TREASURES: [u32; 4] = [2929, 1603, 446, 22];

/// SplitMix64 (Steele, Lea and Flood, 2014): small, and ours, so that its numbers never change.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    /// An index, as often as its weight says.
    fn weighted(&mut self, weights: &[u32]) -> usize {
        let mut roll = self.below(weights.iter().sum::<u32>() as usize) as u32;
        for (index, &weight) in weights.iter().enumerate() {
            if roll < weight {
                return index;
            }
            roll -= weight;
        }
        weights.len() - 1
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// A dungeon being dug. The masks have a row and a column of rock around the board.
struct Dungeon {
    width: usize,
    height: usize,
    open: [u64; MAX_SIDE + 2],
    rooms: Vec<Room>,
}

/// A 3x3 room, by its top left cell in the masks.
struct Room {
    left: usize,
    top: usize,
    treasure: (usize, usize),
    has_entrance: bool,
}

impl Room {
    fn touches(&self, column: usize, row: usize) -> bool {
        let across = (self.left..self.left + 3).contains(&column);
        let along = (self.top..self.top + 3).contains(&row);
        (along && (column + 1 == self.left || column == self.left + 3))
            || (across && (row + 1 == self.top || row == self.top + 3))
    }
}

impl Dungeon {
    /// Digs rooms, then corridors between them until no cell can be opened without breaking a rule.
    /// None if the rooms do not fit or one is not reached.
    fn dig(width: usize, height: usize, rooms: usize, dice: &mut Dice) -> Option<Self> {
        let mut dungeon = Dungeon {
            width,
            height,
            open: [0; MAX_SIDE + 2],
            rooms: Vec::with_capacity(rooms),
        };
        for _ in 0..rooms {
            dungeon.dig_room(dice)?;
        }
        dungeon.dig_corridors(dice);
        let reached = dungeon.rooms.iter().all(|room| room.has_entrance);
        reached.then_some(dungeon)
    }

    fn dig_room(&mut self, dice: &mut Dice) -> Option<()> {
        let (columns, rows) = (self.width.checked_sub(2)?, self.height.checked_sub(2)?);
        let (left, top) = (1 + dice.below(columns), 1 + dice.below(rows));
        let with_margin = 0b11111 << (left - 1);
        if self.open[top - 1..top + 4]
            .iter()
            .any(|row| row & with_margin != 0)
        {
            return None;
        }
        for row in &mut self.open[top..top + 3] {
            *row |= 0b111 << left;
        }
        self.rooms.push(Room {
            left,
            top,
            treasure: (left + dice.below(3), top + dice.below(3)),
            has_entrance: false,
        });
        Some(())
    }

    fn dig_corridors(&mut self, dice: &mut Dice) {
        let mut rock: Vec<(usize, usize)> = (1..=self.height)
            .flat_map(|row| (1..=self.width).map(move |column| (column, row)))
            .filter(|&(column, row)| self.open[row] >> column & 1 == 0)
            .collect();
        dice.shuffle(&mut rock);
        let mut corridors = [0; MAX_SIDE + 2];
        if let Some((column, row)) = rock.pop() {
            self.open_up(column, row, &mut corridors);
        }
        loop {
            let before = rock.len();
            rock.retain(|&(column, row)| {
                let digs = is_beside(&corridors, column, row) && self.may_open(column, row);
                if digs {
                    self.open_up(column, row, &mut corridors);
                }
                !digs
            });
            if rock.len() == before {
                return;
            }
        }
    }

    fn open_up(&mut self, column: usize, row: usize, corridors: &mut [u64]) {
        corridors[row] |= 1 << column;
        self.open[row] |= 1 << column;
        for room in self
            .rooms
            .iter_mut()
            .filter(|room| room.touches(column, row))
        {
            room.has_entrance = true;
        }
    }

    /// Whether opening the cell makes neither a 2x2 hall nor a second entrance.
    fn may_open(&self, column: usize, row: usize) -> bool {
        let near = |row: usize| self.open[row] >> (column - 1);
        let here = near(row);
        let hall = [near(row - 1), near(row + 1)].into_iter().any(|beside| {
            let both = here | 0b010;
            let block = both & beside;
            block & block >> 1 & 0b011 != 0
        });
        let second = |room: &Room| room.has_entrance && room.touches(column, row);
        !hall && !self.rooms.iter().any(second)
    }

    /// The dungeon's numbers, monsters and treasures.
    fn puzzle(&self) -> Puzzle {
        let cells = (1..=self.height).flat_map(|row| (1..=self.width).map(move |c| (c, row)));
        let cell = |(column, row): (usize, usize)| {
            if self.rooms.iter().any(|room| room.treasure == (column, row)) {
                Cell::Treasure
            } else if self.is_dead_end(column, row) {
                Cell::Monster
            } else {
                Cell::Unknown
            }
        };
        let is_wall = |column: usize, row: usize| u8::from(self.open[row] >> column & 1 == 0);
        Puzzle {
            seed: None,
            columns: (1..=self.width)
                .map(|column| (1..=self.height).map(|row| is_wall(column, row)).sum())
                .collect(),
            rows: (1..=self.height)
                .map(|row| (1..=self.width).map(|column| is_wall(column, row)).sum())
                .collect(),
            cells: cells.map(cell).collect(),
        }
    }

    fn is_dead_end(&self, column: usize, row: usize) -> bool {
        let near = |row: usize| self.open[row] >> (column - 1);
        let beside = near(row) & 0b101 | near(row - 1) & 0b010;
        let open = beside.count_ones() + (near(row + 1) & 0b010).count_ones();
        near(row) & 0b010 != 0 && open <= 1
    }
}

fn is_beside(mask: &[u64], column: usize, row: usize) -> bool {
    let around = mask[row] << 1 | mask[row] >> 1 | mask[row - 1] | mask[row + 1];
    around >> column & 1 == 1
}
