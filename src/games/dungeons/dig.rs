//! Digging a dungeon that obeys the rules.

use smallvec::smallvec;

use super::dice::Dice;
use super::puzzle::{Cell, MAX_SIDE, Puzzle};

/// A dungeon being dug. The masks have a row and a column of rock around the board: cell (0, 0) of
/// the board is bit 1 of row 1.
pub struct Dungeon {
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
    /// Whether the cell is orthogonally beside the room.
    fn touches(&self, column: usize, row: usize) -> bool {
        let across = (self.left..self.left + 3).contains(&column);
        let along = (self.top..self.top + 3).contains(&row);
        (along && (column + 1 == self.left || column == self.left + 3))
            || (across && (row + 1 == self.top || row == self.top + 3))
    }
}

impl Dungeon {
    /// Digs rooms, then corridors, in random order, until just so much rock is left. None if the
    /// rooms do not fit, one is not reached, or nothing more can be opened before that.
    pub fn dig(
        (width, height): (usize, usize),
        rooms: usize,
        rock: usize,
        dice: &mut Dice,
    ) -> Option<Self> {
        let mut dungeon = Dungeon {
            width,
            height,
            open: [0; MAX_SIDE + 2],
            rooms: Vec::with_capacity(rooms),
        };
        for _ in 0..rooms {
            dungeon.dig_room(dice)?;
        }
        let spare = (width * height).checked_sub(9 * rooms + rock)?;
        dungeon.dig_corridors(spare, dice)?;
        let reached = dungeon.rooms.iter().all(|room| room.has_entrance);
        reached.then_some(dungeon)
    }

    fn dig_room(&mut self, dice: &mut Dice) -> Option<()> {
        let places = |side: usize| (side >= 3).then(|| side - 2);
        let (columns, rows) = (places(self.width)?, places(self.height)?);
        // Where there are many rooms some places are taken.
        for _ in 0..8 {
            let (left, top) = (1 + dice.below(columns), 1 + dice.below(rows));
            let with_margin = 0b11111 << (left - 1);
            let is_taken = |row: &u64| row & with_margin != 0;
            if self.open[top - 1..(top + 4).min(MAX_SIDE + 2)]
                .iter()
                .any(is_taken)
            {
                continue;
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
            return Some(());
        }
        None
    }

    /// Opens this many cells, each beside one opened before. A cell that may not be opened when
    /// its turn comes never may, so each has one turn.
    fn dig_corridors(&mut self, mut count: usize, dice: &mut Dice) -> Option<()> {
        if count == 0 {
            return Some(());
        }
        let mut seen = self.open;
        let start = (1 + dice.below(self.width), 1 + dice.below(self.height));
        if seen[start.1] >> start.0 & 1 == 1 {
            return None;
        }
        seen[start.1] |= 1 << start.0;
        let mut edge = Vec::with_capacity(self.width * self.height);
        edge.push(start);
        while !edge.is_empty() {
            let (column, row) = edge.swap_remove(dice.below(edge.len()));
            if !self.may_open(column, row) {
                continue;
            }
            self.open_up(column, row);
            count -= 1;
            if count == 0 {
                return Some(());
            }
            let around = [
                (column - 1, row),
                (column + 1, row),
                (column, row - 1),
                (column, row + 1),
            ];
            for (column, row) in around {
                let on_board =
                    (1..=self.width).contains(&column) && (1..=self.height).contains(&row);
                if on_board && seen[row] >> column & 1 == 0 {
                    seen[row] |= 1 << column;
                    edge.push((column, row));
                }
            }
        }
        None
    }

    fn open_up(&mut self, column: usize, row: usize) {
        self.open[row] |= 1 << column;
        let mut rooms = self.rooms.iter_mut();
        rooms
            .by_ref()
            .filter(|room| room.touches(column, row))
            .for_each(|room| room.has_entrance = true);
    }

    /// Whether opening the cell makes neither a 2x2 hall nor a second entrance.
    fn may_open(&self, column: usize, row: usize) -> bool {
        let here = self.near(column, row) | 0b010;
        let is_hall = |row: usize| {
            let block = here & self.near(column, row);
            block & block >> 1 & 0b011 != 0
        };
        let second = |room: &Room| room.has_entrance && room.touches(column, row);
        !is_hall(row - 1) && !is_hall(row + 1) && !self.rooms.iter().any(second)
    }

    /// The open cells of a row left of, in and right of a column, as bits 0 to 2.
    fn near(&self, column: usize, row: usize) -> u64 {
        self.open[row] >> (column - 1) & 0b111
    }

    /// The dead ends, where monsters live, in a row.
    fn dead_ends(&self, row: usize) -> u64 {
        let [above, here, below] = [row - 1, row, row + 1].map(|row| self.open[row]);
        let (left, right) = (here << 1, here >> 1);
        let several = above & below | left & right | (above | below) & (left | right);
        here & !several
    }

    pub fn monsters(&self) -> usize {
        let rows = 1..=self.height;
        rows.map(|row| self.dead_ends(row).count_ones() as usize)
            .sum()
    }

    /// The dungeon's numbers, monsters and treasures.
    pub fn puzzle(&self) -> Puzzle {
        let mut cells = smallvec![Cell::Unknown; self.width * self.height];
        let mut columns = smallvec![self.height as u8; self.width];
        let mut rows = smallvec![self.width as u8; self.height];
        for row in 1..=self.height {
            let (open, dead_ends) = (self.open[row], self.dead_ends(row));
            rows[row - 1] -= open.count_ones() as u8;
            for column in 1..=self.width {
                columns[column - 1] -= (open >> column & 1) as u8;
                if dead_ends >> column & 1 == 1 {
                    cells[(row - 1) * self.width + column - 1] = Cell::Monster;
                }
            }
        }
        for room in &self.rooms {
            let (column, row) = room.treasure;
            cells[(row - 1) * self.width + column - 1] = Cell::Treasure;
        }
        Puzzle {
            seed: None,
            columns,
            rows,
            cells,
        }
    }
}
