//! What is known about a board, and what follows from it.

use super::super::puzzle::{Cell, Puzzle, Walls};
use super::board::Board;

/// The parts of a puzzle that stay as they are during a search.
pub struct Givens<B: Board> {
    pub monsters: B,
    pub needs: B::Needs,
    /// (column, row) of each treasure.
    treasures: B::Places,
    treasure_count: usize,
}

/// What is known so far.
#[derive(Clone, Copy)]
pub struct State<B: Board> {
    pub walls: B,
    pub open: B,
    /// For each treasure the rooms it may have: bit `3 * y + x` if it may lie in column `x`, row
    /// `y` of its room.
    pub rooms: B::Rooms,
    /// The cells of all these rooms.
    halls: B,
}

/// The state breaks a rule, whatever is drawn next.
pub struct Contradiction;

type Deduced<T> = Result<T, Contradiction>;

fn demand(holds: bool) -> Deduced<()> {
    match holds {
        true => Ok(()),
        false => Err(Contradiction),
    }
}

/// The cells of a room by its top left cell, and the cells orthogonally around it.
#[inline(always)]
fn room<B: Board>(left: usize, top: usize) -> (B, B) {
    let column = B::cell(left, top) | B::cell(left, top + 1) | B::cell(left, top + 2);
    let inside = column | column.right() | column.right().right();
    (inside, inside.spread().without(inside))
}

impl<B: Board> Givens<B> {
    /// The givens, and all that is known at the start.
    pub fn new(puzzle: &Puzzle) -> (Self, State<B>) {
        let mut givens = Self {
            monsters: B::EMPTY,
            needs: B::needs(&puzzle.columns, &puzzle.rows),
            treasures: B::NO_PLACES,
            treasure_count: 0,
        };
        let (mut board, mut treasures) = (B::EMPTY, B::EMPTY);
        for (row, cells) in puzzle.cells.chunks_exact(puzzle.width()).enumerate() {
            let (mut monster_bits, mut treasure_bits) = (0, 0);
            for (column, cell) in cells.iter().enumerate() {
                monster_bits |= u32::from(*cell == Cell::Monster) << column;
                treasure_bits |= u32::from(*cell == Cell::Treasure) << column;
            }
            givens.monsters = givens.monsters.with_row(row, monster_bits);
            treasures = treasures.with_row(row, treasure_bits);
            board = board.with_row(row, u32::MAX >> (32 - cells.len()));
            while treasure_bits != 0 {
                let column = treasure_bits.trailing_zeros();
                treasure_bits &= treasure_bits - 1;
                let places = givens.treasures.as_mut();
                // More treasures than rooms fit on the board: the rest changes nothing.
                if givens.treasure_count < places.len() {
                    places[givens.treasure_count] = (column as u8, row as u8);
                    givens.treasure_count += 1;
                }
            }
        }
        let mut state = State {
            walls: !board,
            open: givens.monsters | treasures,
            rooms: B::NO_ROOMS,
            halls: B::EMPTY,
        };
        givens.find_rooms(&mut state, treasures);
        (givens, state)
    }

    /// The rooms that lie on the board and hold one treasure and no monster.
    fn find_rooms(&self, state: &mut State<B>, treasures: B) {
        let outside = state.walls | self.monsters;
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
                let (inside, _) = room::<B>(column - at % 3, row - at / 3);
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
            self.walls = self.walls | B::EMPTY.with_row(row, walls.rows[row]);
            self.open = self.open | B::EMPTY.with_row(row, open.rows[row]);
        }
        self
    }

    #[inline(always)]
    pub fn unknown(&self) -> B {
        !(self.walls | self.open)
    }

    /// Draws all conclusions.
    pub fn settle(&mut self, givens: &Givens<B>) -> Deduced<()> {
        loop {
            while self.near_and_lines(givens)? {}
            let floods = B::FLOODS_EARLY || self.unknown().is_empty();
            if !self.rooms(givens)? && !(floods && self.one_region()?) {
                return Ok(());
            }
        }
    }

    /// Conclusions from each cell and its neighbours, and from the number of each line; whether
    /// there were any.
    #[inline(always)]
    fn near_and_lines(&mut self, givens: &Givens<B>) -> Deduced<bool> {
        let (open, monsters) = (self.open, givens.monsters);
        let ways = !self.walls;
        let (some_open, two_open, _) = neighbours(open);
        let (some_way, two_ways, three_ways) = neighbours(ways);
        demand(!monsters.meets(two_open | !some_way))?;

        let dead = ways.without(monsters | two_ways);
        let forced = open.without(three_ways | two_ways & monsters);
        let fed = monsters & some_open;
        let walls = self.walls | dead | fed.spread().without(open) | self.last_of_blocks();
        let open = open | forced.spread() & ways;
        let (full, starved) = B::lines(walls, !open, &givens.needs).ok_or(Contradiction)?;
        let walls_next = walls | starved.without(open);
        let open_next = open | full.without(walls);
        demand(!walls_next.meets(open_next))?;
        let news = walls_next != self.walls || open_next != self.open;
        (self.walls, self.open) = (walls_next, open_next);
        Ok(news)
    }

    /// The cells whose three neighbours in a 2x2 block outside rooms are open.
    #[inline(always)]
    fn last_of_blocks(&self) -> B {
        let open = self.open.without(self.halls);
        let pairs = beside(open & open.left());
        open.left() & pairs | open.right() & pairs.right()
    }

    /// Conclusions about treasures; whether there were any.
    fn rooms(&mut self, givens: &Givens<B>) -> Deduced<bool> {
        let (before, ways, halls) = (*self, !self.walls, self.halls);
        self.halls = B::EMPTY;
        for (index, (column, row)) in givens.treasures().enumerate() {
            let rooms = self.rooms.as_mut()[index];
            let (mut possible, mut in_all) = (0, !B::EMPTY);
            let mut pending = rooms;
            let mut ring = B::EMPTY;
            while pending != 0 {
                let at = pending.trailing_zeros() as usize;
                pending &= pending - 1;
                let (inside, around) = room::<B>(column - at % 3, row - at / 3);
                let entrances = around & self.open;
                let fits = !inside.meets(self.walls)
                    && around.meets(ways)
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
            self.open = self.open | in_all;
            if possible & (possible - 1) == 0 {
                self.entrance(ring, ways);
            }
        }
        demand(!self.walls.meets(self.open))?;
        let news = self.walls != before.walls || self.open != before.open || self.halls != halls;
        Ok(news)
    }

    /// One cell around a room is open.
    fn entrance(&mut self, ring: B, ways: B) {
        let (entrances, ways) = (ring & self.open, ring & ways);
        if !entrances.is_empty() {
            self.walls = self.walls | ring.without(entrances);
        } else if ways.without(ways.first()).is_empty() {
            self.open = self.open | ways;
        }
    }

    /// Conclusions from the open cells being one region; whether there were any.
    fn one_region(&mut self) -> Deduced<bool> {
        if self.open.is_empty() {
            return Ok(false);
        }
        let ways = !self.walls;
        let reached = self.open.first().flood(ways);
        demand(self.open.without(reached).is_empty())?;
        let news = ways != reached;
        self.walls = !reached;
        Ok(news)
    }

    /// The cell to guess next: both values should have consequences at once.
    #[inline(always)]
    pub fn guess(&self, givens: &Givens<B>) -> B {
        let unknown = self.unknown();
        let ways = !self.walls;
        let (some_open, two_open, _) = neighbours(self.open);
        let (_, _, three_ways) = neighbours(ways);
        let four_ways = ways.up() & ways.down() & ways.left() & ways.right();
        let hungry = givens.monsters.without(some_open);
        let heads = self.open.without(givens.monsters | two_open);
        let last_wall = B::lines_but_one(self.walls, !self.open, &givens.needs);
        let (last_wall, last_open) = last_wall;
        let wall_leads_on = (hungry.without(three_ways) | heads.without(four_ways)).spread();
        let feeds = hungry.spread();
        let blocks = self.second_last_of_blocks();
        let one_open = last_open | feeds | blocks;
        let mut cells = unknown;
        for better in [
            (last_wall | wall_leads_on) & one_open,
            last_wall & one_open,
            last_wall & (last_open | feeds & blocks),
            last_wall & wall_leads_on & last_open & (feeds | blocks),
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
        let (open, unknown) = (self.open.without(self.halls), self.unknown());
        // Pairs of neighbours in a row by their left cell: both open, both unknown, one of each.
        let (next_open, next_unknown) = (open.left(), unknown.left());
        let (two, none) = (open & next_open, unknown & next_unknown);
        let one = open & next_unknown | unknown & next_open;
        let pairs = none & beside(two) | one & beside(one);
        (pairs | pairs.right()) & unknown
    }

    /// The state with a cell a wall, and with it open.
    pub fn fork(&self, cell: B) -> [Self; 2] {
        let (mut wall, mut open) = (*self, *self);
        wall.walls = wall.walls | cell;
        open.open = open.open | cell;
        [wall, open]
    }
}

/// The cells above and below the set.
#[inline(always)]
fn beside<B: Board>(set: B) -> B {
    set.up() | set.down()
}

/// The cells with at least one, two and three neighbours in the set.
#[inline(always)]
fn neighbours<B: Board>(set: B) -> (B, B, B) {
    let (up, down, left, right) = (set.up(), set.down(), set.left(), set.right());
    let (vertical, horizontal) = (up | down, left | right);
    let (both_vertical, both_horizontal) = (up & down, left & right);
    (
        vertical | horizontal,
        both_vertical | both_horizontal | vertical & horizontal,
        both_vertical & horizontal | both_horizontal & vertical,
    )
}
