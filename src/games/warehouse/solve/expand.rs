//! The positions one push or one pull away.

use super::board::{Cell, opposite};
use super::bound::{Bound, Way};
use super::corral::{Corrals, Push, Scene};
use super::freeze::Freeze;
use super::level::{LevelTables, State};
use super::reach::Reach;
use super::trap::Traps;

/// A position found, and a lower bound of the pushes between it and the other end.
#[derive(Clone, Copy, Debug)]
pub struct Child<const W: usize> {
    pub state: State<W>,
    /// How many pushes or pulls away it is.
    pub steps: u16,
    pub rest: u16,
}

/// Expands positions; everything it needs for that is kept from one to the next.
pub struct Expander<'l, const W: usize> {
    level: &'l LevelTables,
    way: Way,
    /// The boxes of the position, by place in the list and by cell.
    boxes: Vec<Cell>,
    box_on: Vec<u16>,
    /// Cells with a box.
    has_box: Vec<bool>,
    /// Walls and boxes.
    blocked: Vec<bool>,
    reach: Reach,
    /// The first two cells of it.
    firsts: [Cell; 2],
    child_reach: Reach,
    bound: Bound,
    corrals: Corrals,
    freeze: Freeze,
    traps: Traps<W>,
    pushes: Vec<Push>,
}

impl<'l, const W: usize> Expander<'l, W> {
    pub fn new(level: &'l LevelTables, way: Way) -> Self {
        let cells = level.board.len();
        let mut blocked = vec![false; cells];
        blocked[level.board.wall() as usize] = true;
        Self {
            level,
            way,
            boxes: Vec::new(),
            box_on: vec![0; cells],
            has_box: vec![false; cells],
            blocked,
            reach: Reach::new(&level.board),
            firsts: [0; 2],
            child_reach: Reach::new(&level.board),
            bound: Bound::new(level, way),
            corrals: Corrals::new(level),
            freeze: Freeze::new(level),
            traps: Traps::new(level, way),
            pushes: Vec::new(),
        }
    }

    /// The least number of pushes between a position and the other end; none if it is impossible.
    pub fn bound(&mut self, state: &State<W>) -> Option<u16> {
        self.level.unpack(&state.boxes, &mut self.boxes);
        self.bound.of(self.level, &self.boxes, state.robot)
    }

    /// The first cell the robot gets to, as states have it.
    pub fn normalised(&mut self, boxes: &[Cell], robot: Cell) -> Cell {
        self.place(boxes);
        let first = self.reach.fill(&self.level.board, robot, &self.blocked);
        self.remove();
        first
    }

    /// Calls `found` with the positions one step further that can be part of a solution with at most
    /// `most` pushes between them and the other end.
    pub fn expand(&mut self, state: &State<W>, most: u16, mut found: impl FnMut(Child<W>)) {
        let level = self.level;
        let mut boxes = std::mem::take(&mut self.boxes);
        level.unpack(&state.boxes, &mut boxes);
        self.place(&boxes);
        let first = self.reach.fill(&level.board, state.robot, &self.blocked);
        self.firsts = [first, self.reach.first_without(first).unwrap_or(Cell::MAX)];
        if self.bound.of(level, &boxes, state.robot).is_some() && !self.is_trap(&boxes, state.robot)
        {
            self.list(&boxes);
            for index in 0..self.pushes.len() {
                let push = self.pushes[index];
                if let Some(child) = self.child(state, &boxes, push, most) {
                    found(child);
                }
            }
        }
        self.boxes = boxes;
        self.remove();
    }

    /// Whether some area that the robot does not reach makes a deadlock.
    fn is_trap(&mut self, boxes: &[Cell], robot: Cell) -> bool {
        let scene = Scene {
            level: self.level,
            reach: &self.reach,
            boxes,
            blocked: &self.blocked,
            box_on: &self.box_on,
        };
        self.corrals.find_areas(&scene);
        (0..self.corrals.areas()).any(|area| {
            let around = self.corrals.around(&scene, area);
            around.len() > 2 && self.traps.is_dead(self.level, around, robot)
        })
    }

    /// Lists the pushes, or pulls, to try.
    fn list(&mut self, boxes: &[Cell]) {
        self.pushes.clear();
        let level = self.level;
        if self.way == Way::Forth {
            let scene = Scene {
                level,
                reach: &self.reach,
                boxes,
                blocked: &self.blocked,
                box_on: &self.box_on,
            };
            if let Some(pushes) = self.corrals.find(&scene) {
                self.pushes.extend(pushes);
                return;
            }
        }
        for (i, &at) in boxes.iter().enumerate() {
            for direction in 0..4 {
                let (to, behind) = self.around(at, direction);
                let free = !self.blocked[to as usize] && level.single.live[to as usize];
                if free && self.reach.has(behind) {
                    self.pushes.push((i, direction));
                }
            }
        }
    }

    /// Where the box goes, and the cell the robot has to get to first. A box is pulled from where the
    /// robot stands then.
    #[inline(always)]
    fn around(&self, at: Cell, direction: usize) -> (Cell, Cell) {
        let to = self.level.board.next(at, direction);
        match self.way {
            Way::Forth => (to, self.level.board.next(at, opposite(direction))),
            Way::Back => (to, to),
        }
    }

    fn child(
        &mut self,
        state: &State<W>,
        boxes: &[Cell],
        (i, direction): Push,
        most: u16,
    ) -> Option<Child<W>> {
        let level = self.level;
        let at = boxes[i];
        let mut to = level.board.next(at, direction);
        let mut steps = 1;
        let robot = match self.way {
            Way::Forth => {
                while level.goes_on[to as usize][direction] {
                    to = level.board.next(to, direction);
                    steps += 1;
                    if self.blocked[to as usize] || !level.single.live[to as usize] {
                        return None;
                    }
                }
                level.board.next(to, opposite(direction))
            }
            Way::Back => level.board.next(to, direction),
        };
        if self.blocked[robot as usize] && robot != at {
            return None;
        }
        let rest = self.bound.with(level, boxes, i, to, robot)?;
        if rest + steps - 1 > most {
            return None;
        }
        self.shift(at, to);
        let dead = self.way == Way::Forth && self.freeze.is_dead(level, &self.has_box, to);
        let first = (!dead).then(|| self.first_after(at, to, robot));
        self.shift(to, at);
        let mut next = State {
            boxes: state.boxes,
            robot: first?,
        };
        level.flip(&mut next.boxes, at);
        level.flip(&mut next.boxes, to);
        Some(Child {
            state: next,
            steps,
            rest,
        })
    }

    /// The first cell that the robot gets to after a box went from one cell to another. In most cases
    /// these are the cells it got to before, and nothing needs to be filled.
    fn first_after(&mut self, at: Cell, to: Cell, robot: Cell) -> Cell {
        let board = &self.level.board;
        let mut joins = false;
        let mut opens = false;
        for side in board.next[at as usize] {
            let free = !self.blocked[side as usize];
            joins |= free && self.reach.has(side);
            opens |= free && !self.reach.has(side);
        }
        let cuts =
            self.reach.has(to) && !self.reach.is_spared(board, to, if joins { at } else { to });
        if opens || cuts {
            return self.child_reach.fill(board, robot, &self.blocked);
        }
        let first = if to == self.firsts[0] {
            self.firsts[1]
        } else {
            self.firsts[0]
        };
        if joins { first.min(at) } else { first }
    }

    fn shift(&mut self, from: Cell, to: Cell) {
        for cells in [&mut self.blocked, &mut self.has_box] {
            cells[from as usize] = false;
            cells[to as usize] = true;
        }
    }

    fn place(&mut self, boxes: &[Cell]) {
        self.remove();
        for (i, &at) in boxes.iter().enumerate() {
            self.blocked[at as usize] = true;
            self.has_box[at as usize] = true;
            self.box_on[at as usize] = i as u16;
        }
    }

    fn remove(&mut self) {
        self.has_box.fill(false);
        self.blocked.fill(false);
        self.blocked[self.level.board.wall() as usize] = true;
    }
}
