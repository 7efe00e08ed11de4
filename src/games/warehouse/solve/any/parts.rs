//! The parts that boxes cut the floor into, wherever one more box may be.

use crate::games::warehouse::solve::board::{Board, Cell};

/// The part of each free cell, told by its first cell, for all positions of one box.
///
/// A walk through the floor without that box, by depth, tells what each cell cuts off. (After J. Hopcroft and R. Tarjan,
/// *Algorithm 447: efficient algorithms for graph manipulation*, 1973.)
#[derive(Clone, Debug)]
pub struct Parts {
    /// By cell; blocked cells are [`NONE`].
    cells: Vec<Visit>,
    /// How many parts there are without the box.
    count: u16,
    /// Where the walk is, and how many directions were tried from each cell.
    path: Vec<(Cell, usize)>,
}

/// What stands for no cell.
const NONE: Cell = Cell::MAX;

/// A cell as the walk came through it; cells beyond it are those that it came to from there.
#[derive(Clone, Copy, Debug)]
struct Visit {
    /// The first cell of its part, where the walk began.
    part: Cell,
    /// When the walk came, and when it had been to all beyond: these are the numbers of what is beyond.
    came: u16,
    left: u16,
    /// The earliest cell next to it or to one beyond.
    earliest: u16,
    /// The first cell of it and all beyond.
    first: Cell,
    /// Where the walk went from there.
    went: [Cell; 4],
}

/// A blocked cell, or one that was not come to.
const UNSEEN: Visit = Visit {
    part: NONE,
    came: NONE,
    left: NONE,
    earliest: NONE,
    first: NONE,
    went: [NONE; 4],
};

impl Visit {
    /// So many cells: it and all beyond.
    fn size(&self) -> usize {
        usize::from(self.left - self.came)
    }
}

impl Parts {
    pub fn new(board: &Board) -> Self {
        Self {
            cells: vec![UNSEEN; board.len()],
            count: 0,
            path: Vec::with_capacity(board.len()),
        }
    }

    /// Looks at a floor; `blocked` are walls and boxes, all but one.
    pub fn make(&mut self, board: &Board, blocked: &[bool]) {
        self.cells.fill(UNSEEN);
        self.count = 0;
        let mut time = 0;
        for seed in 0..board.wall() {
            if !blocked[seed as usize] && self.cells[seed as usize].part == NONE {
                self.count += 1;
                self.walk(board, seed, blocked, &mut time);
            }
        }
    }

    /// Goes through the part of a cell, its first.
    fn walk(&mut self, board: &Board, seed: Cell, blocked: &[bool], time: &mut u16) {
        self.come(seed, seed, time);
        while let Some((cell, tried)) = self.path.last_mut() {
            let (cell, direction) = (*cell, *tried);
            *tried += 1;
            if direction == 4 {
                self.leave(*time);
                continue;
            }
            let next = board.next(cell, direction);
            let seen = self.cells[next as usize];
            if seen.part != NONE {
                let here = &mut self.cells[cell as usize];
                here.earliest = here.earliest.min(seen.came);
            } else if !blocked[next as usize] {
                self.cells[cell as usize].went[direction] = next;
                self.come(next, seed, time);
            }
        }
    }

    fn come(&mut self, cell: Cell, part: Cell, time: &mut u16) {
        self.cells[cell as usize] = Visit {
            part,
            came: *time,
            earliest: *time,
            first: cell,
            ..UNSEEN
        };
        *time += 1;
        self.path.push((cell, 0));
    }

    fn leave(&mut self, time: u16) {
        let (cell, _) = self.path.pop().expect("the walk is somewhere");
        self.cells[cell as usize].left = time;
        if let Some(&(before, _)) = self.path.last() {
            let done = self.cells[cell as usize];
            let before = &mut self.cells[before as usize];
            before.earliest = before.earliest.min(done.earliest);
            before.first = before.first.min(done.first);
        }
    }

    /// The first cell of the part that `cell` is in while the box is on `at`, which is not blocked; on the wall: nowhere.
    /// Of a blocked cell, one that is none.
    #[inline(always)]
    pub fn of(&self, at: Cell, cell: Cell) -> Cell {
        if cell == at {
            return NONE;
        }
        match self.cut_off(at, cell) {
            Some(beyond) => beyond.first,
            None => self.cells[cell as usize].part,
        }
    }

    /// How many parts there are while the box is on `at`.
    pub fn count(&self, at: Cell) -> u16 {
        let box_at = &self.cells[at as usize];
        let all = self.count + self.cuts(at).count() as u16;
        // Without its first cell nothing is left of a part but what that cuts off.
        all - u16::from(box_at.part == at)
    }

    /// How many cells belong to the part with that first cell.
    pub fn size(&self, at: Cell, part: Cell) -> usize {
        if let Some(beyond) = self.cut_off(at, part) {
            return beyond.size();
        }
        let (whole, box_at) = (&self.cells[part as usize], &self.cells[at as usize]);
        match whole.part == box_at.part {
            true => whole.size() - 1 - self.cuts(at).map(Visit::size).sum::<usize>(),
            false => whole.size(),
        }
    }

    /// What a box on `at` cuts off: all beyond each of these.
    fn cuts(&self, at: Cell) -> impl Iterator<Item = &Visit> {
        let here = &self.cells[at as usize];
        let beyond = here.went.iter().filter(|next| **next != NONE);
        let beyond = beyond.map(|next| &self.cells[*next as usize]);
        beyond.filter(|next| next.earliest >= here.came)
    }

    /// That of them which a cell is in.
    #[inline(always)]
    fn cut_off(&self, at: Cell, cell: Cell) -> Option<&Visit> {
        let (here, came) = (&self.cells[at as usize], self.cells[cell as usize].came);
        if came <= here.came || came >= here.left {
            return None;
        }
        self.cuts(at)
            .find(|next| (next.came..next.left).contains(&came))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::warehouse::text;
    use crate::search::mix;

    /// The cells of the part of `cell`, found by going everywhere.
    fn part(board: &Board, cell: Cell, blocked: &[bool]) -> Vec<Cell> {
        let mut cells = vec![cell];
        let mut done = 0;
        while let Some(&cell) = cells.get(done) {
            done += 1;
            for next in board.next[cell as usize] {
                if !blocked[next as usize] && !cells.contains(&next) {
                    cells.push(next);
                }
            }
        }
        cells.sort_unstable();
        cells
    }

    #[test]
    fn parts_are_those_that_are_found_by_going_everywhere() {
        let level = "#########\n#   #   #\n# # . # #\n#@   $  #\n# ##### #\n#   #   #\n#   $  .#\n#########\n";
        let board = Board::new(&text::parse(level).expect("a level")).expect("it can be solved");
        let mut parts = Parts::new(&board);
        for seed in 0..200 {
            let mut blocked: Vec<bool> = (0..board.len() as u64)
                .map(|cell| mix([seed, cell]).is_multiple_of(5))
                .collect();
            blocked[board.wall() as usize] = true;
            parts.make(&board, &blocked);
            let free = |blocked: &[bool]| -> Vec<Cell> {
                let cells = 0..board.wall();
                cells.filter(|cell| !blocked[*cell as usize]).collect()
            };
            for at in free(&blocked).into_iter().chain([board.wall()]) {
                let mut with = blocked.clone();
                with[at as usize] = true;
                let mut firsts = Vec::new();
                for cell in free(&with) {
                    let cells = part(&board, cell, &with);
                    assert_eq!(parts.of(at, cell), cells[0]);
                    assert_eq!(parts.size(at, cells[0]), cells.len());
                    firsts.push(cells[0]);
                }
                firsts.sort_unstable();
                firsts.dedup();
                assert_eq!(usize::from(parts.count(at)), firsts.len());
                assert_eq!(parts.of(at, at), NONE);
            }
        }
    }
}
