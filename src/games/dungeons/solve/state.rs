//! What is known about a board, and what follows from it.

use super::super::puzzle::{Cell, Puzzle, Walls};
use super::board::{Board, Fixed, Known};
use super::near::{beside, neighbours};

/// The parts of a puzzle that stay as they are during a search.
pub struct Givens<B: Board> {
    fixed: Fixed<B>,
    /// (column, row) of each treasure.
    treasures: B::Places,
    treasure_count: usize,
}

/// What is known so far.
#[derive(Clone, Copy)]
pub struct State<B: Board> {
    pub known: Known<B>,
    /// For each treasure the rooms it may have: bit `3 * y + x` if it may lie in column `x`, row
    /// `y` of its room.
    pub rooms: B::Rooms,
    /// The cells of all these rooms.
    halls: B,
}

/// The state breaks a rule, whatever is drawn next.
pub struct Contradiction;

type Deduced<T> = Result<T, Contradiction>;

#[inline(always)]
fn demand(holds: bool) -> Deduced<()> {
    match holds {
        true => Ok(()),
        false => Err(Contradiction),
    }
}

/// A puzzle as a search takes it up; what a player drew is left out.
pub struct Clues<'a, B> {
    pub columns: &'a [u8],
    pub rows: &'a [u8],
    pub monsters: B,
    pub treasures: B,
}

impl<'a, B: Board> Clues<'a, B> {
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let all = |what: Cell| {
            let rows = puzzle.cells.chunks_exact(puzzle.width()).enumerate();
            rows.fold(B::EMPTY, |set, (row, cells)| {
                let cells = cells.iter().enumerate();
                let bits = cells.map(|(column, cell)| u32::from(*cell == what) << column);
                set.with_row(row, bits.sum())
            })
        };
        Self {
            columns: &puzzle.columns,
            rows: &puzzle.rows,
            monsters: all(Cell::Monster),
            treasures: all(Cell::Treasure),
        }
    }
}

impl<B: Board> Givens<B> {
    /// The givens, and all that is known at the start.
    #[inline(always)]
    pub fn new(clues: &Clues<B>) -> (Self, State<B>) {
        let mut givens = Self {
            fixed: Fixed {
                monsters: clues.monsters,
                needs: B::needs(clues.columns, clues.rows),
            },
            treasures: B::NO_PLACES,
            treasure_count: 0,
        };
        let line = u32::MAX >> (32 - clues.columns.len());
        let rows = 0..clues.rows.len();
        let board = rows.fold(B::EMPTY, |board, row| board.with_row(row, line));
        let mut state = State {
            known: Known {
                walls: !board,
                open: clues.monsters | clues.treasures,
            },
            rooms: B::NO_ROOMS,
            halls: B::EMPTY,
        };
        givens.place_treasures(clues);
        givens.find_rooms(&mut state, clues.treasures);
        (givens, state)
    }

    fn place_treasures(&mut self, clues: &Clues<B>) {
        let mut places = self.treasures.as_mut().iter_mut();
        for row in 0..clues.rows.len() {
            let mut cells = clues.treasures.row(row);
            while cells != 0 {
                // More treasures than rooms fit on the board: the rest changes nothing.
                let Some(place) = places.next() else {
                    return;
                };
                *place = (cells.trailing_zeros() as u8, row as u8);
                cells &= cells - 1;
                self.treasure_count += 1;
            }
        }
    }

    /// The rooms that lie on the board and hold one treasure and no monster.
    fn find_rooms(&self, state: &mut State<B>, treasures: B) {
        let outside = state.known.walls | self.fixed.monsters;
        for (rooms, (column, row)) in state.rooms.as_mut().iter_mut().zip(self.treasures()) {
            let others = outside | treasures.without(B::cell(column, row));
            for at in 0..9 {
                if column < at % 3
                    || row < at / 3
                    || column - at % 3 + 3 > B::SIDE
                    || row - at / 3 + 3 > B::SIDE
                {
                    continue;
                }
                let (inside, _) = B::room(column - at % 3, row - at / 3);
                if !inside.meets(others) {
                    *rooms |= 1 << at;
                    state.halls = state.halls | inside;
                }
            }
        }
    }

    #[inline(always)]
    fn treasures(&self) -> impl Iterator<Item = (usize, usize)> {
        let places = &self.treasures.as_ref()[..self.treasure_count];
        places
            .iter()
            .map(|&(column, row)| (column.into(), row.into()))
    }
}

impl<B: Board> State<B> {
    /// The state with these walls and open cells known, too.
    pub fn with(mut self, walls: &Walls, open: &Walls) -> Self {
        for row in 0..B::SIDE {
            self.known.walls = self.known.walls | B::EMPTY.with_row(row, walls.rows[row]);
            self.known.open = self.known.open | B::EMPTY.with_row(row, open.rows[row]);
        }
        self
    }

    #[inline(always)]
    pub fn unknown(&self) -> B {
        !(self.known.walls | self.known.open)
    }

    /// Draws all conclusions.
    #[inline(always)]
    pub fn settle(&mut self, givens: &Givens<B>) -> Deduced<()> {
        loop {
            self.known = B::conclude(self.known, self.halls, &givens.fixed).ok_or(Contradiction)?;
            let floods = B::FLOODS_EARLY || self.unknown().is_empty();
            let news = self.rooms(givens)? || floods && self.one_region()?;
            if !news {
                return Ok(());
            }
        }
    }

    /// Conclusions about treasures; whether there were any.
    #[inline(always)]
    fn rooms(&mut self, givens: &Givens<B>) -> Deduced<bool> {
        if givens.treasure_count == 0 {
            return Ok(false);
        }
        let (known, halls) = (self.known, self.halls);
        self.halls = B::EMPTY;
        for (index, treasure) in givens.treasures().enumerate() {
            self.rooms_of(index, treasure)?;
        }
        demand(!self.known.walls.meets(self.known.open))?;
        Ok(self.known != known || self.halls != halls)
    }

    /// Conclusions about one treasure.
    #[inline(always)]
    fn rooms_of(&mut self, index: usize, (column, row): (usize, usize)) -> Deduced<()> {
        let Known { walls, open } = self.known;
        let mut pending = self.rooms.as_ref()[index];
        let (mut possible, mut in_all, mut ring) = (0, !B::EMPTY, B::EMPTY);
        while pending != 0 {
            let at = pending.trailing_zeros() as usize;
            pending &= pending - 1;
            let (inside, around) = B::room(column - at % 3, row - at / 3);
            let entrances = around & open;
            let fits = !inside.meets(walls)
                && !around.without(walls).is_empty()
                && entrances.without(entrances.first()).is_empty();
            if fits {
                possible |= 1 << at;
                in_all = in_all & inside;
                self.halls = self.halls | inside;
                ring = around;
            }
        }
        demand(possible != 0)?;
        self.rooms.as_mut()[index] = possible;
        self.known.open = self.known.open | in_all;
        if possible & (possible - 1) == 0 {
            self.entrance(ring, ring & open, ring.without(walls));
        }
        Ok(())
    }

    /// One cell around a room is open.
    #[inline(always)]
    fn entrance(&mut self, ring: B, entrances: B, ways: B) {
        if !entrances.is_empty() {
            self.known.walls = self.known.walls | ring.without(entrances);
        } else if ways.without(ways.first()).is_empty() {
            self.known.open = self.known.open | ways;
        }
    }

    /// Conclusions from the open cells being one region; whether there were any.
    #[inline(always)]
    fn one_region(&mut self) -> Deduced<bool> {
        let Known { walls, open } = self.known;
        if open.is_empty() {
            return Ok(false);
        }
        let reached = open.first().flood(!walls);
        demand(open.without(reached).is_empty())?;
        self.known.walls = !reached;
        Ok(self.known.walls != walls)
    }

    /// The cell to guess next: one where both values have consequences at once.
    #[inline(always)]
    pub fn guess(&self, givens: &Givens<B>) -> B {
        let Known { walls, open } = self.known;
        let ways = !walls;
        let (some_open, two_open, _) = neighbours(open);
        let (_, _, three_ways) = neighbours(ways);
        let four_ways = ways.up() & ways.down() & ways.left() & ways.right();
        let monsters = givens.fixed.monsters;
        let hungry = monsters.without(some_open);
        let heads = open.without(monsters | two_open);
        // Cells where a wall forces something, and cells where an open one does.
        let last = B::lines_but_one(self.known, &givens.fixed.needs);
        let wall_leads_on = (hungry.without(three_ways) | heads.without(four_ways)).spread();
        let feeds = hungry.spread();
        let blocks = self.second_last_of_blocks();
        let open_leads_on = last.open | feeds | blocks;
        let mut cells = self.unknown();
        for better in [
            (last.walls | wall_leads_on) & open_leads_on,
            last.walls & open_leads_on,
            last.walls & (last.open | feeds & blocks),
            last.walls & wall_leads_on & last.open & (feeds | blocks),
        ] {
            if cells.meets(better) {
                cells = cells & better;
            }
        }
        cells.first()
    }

    /// The unknown cells of 2x2 blocks outside rooms with two open cells and no wall.
    #[inline(always)]
    fn second_last_of_blocks(&self) -> B {
        let (open, unknown) = (self.known.open.without(self.halls), self.unknown());
        // Pairs of neighbours in a row by their left cell: both open, both unknown, one of each.
        let (next_open, next_unknown) = (open.left(), unknown.left());
        let (two, none) = (open & next_open, unknown & next_unknown);
        let one = open & next_unknown | unknown & next_open;
        let pairs = none & beside(two) | one & beside(one);
        (pairs | pairs.right()) & unknown
    }

    /// The state with a cell a wall, and with it open.
    #[inline(always)]
    pub fn fork(&self, cell: B) -> [Self; 2] {
        let (mut wall, mut open) = (*self, *self);
        wall.known.walls = wall.known.walls | cell;
        open.known.open = open.known.open | cell;
        [wall, open]
    }
}
