//! Where one box can be brought in one go while all others stay.

use super::parts::Parts;
use crate::games::warehouse::solve::board::{Board, Cell, opposite};
use crate::games::warehouse::solve::bound::Way;

/// A place of the box and the part of the floor where the robot is then.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    pub at: Cell,
    /// The first cell of the part.
    pub robot: Cell,
    /// Pushes or pulls from where the box was.
    pub steps: u16,
    /// The stop before, and the direction in which the box went from there.
    from: u32,
    direction: u8,
}

/// All stops of one box, by their number of steps.
#[derive(Clone, Debug)]
pub struct Routes {
    pub parts: Parts,
    stops: Vec<Stop>,
    /// By box cell and first cell of the robot's part.
    seen: Vec<u32>,
    current: u32,
    floor: usize,
}

impl Routes {
    pub fn new(board: &Board) -> Self {
        let floor = board.cells.len();
        Self {
            parts: Parts::new(board),
            stops: Vec::new(),
            seen: vec![0; floor * floor],
            current: 0,
            floor,
        }
    }

    /// The stops; the first is where the box is.
    pub fn stops(&self) -> &[Stop] {
        &self.stops
    }

    /// Forgets what was found, and looks at a floor; `blocked` are walls and the other boxes.
    pub fn start(&mut self, board: &Board, blocked: &[bool]) {
        self.parts.make(board, blocked);
        self.stops.clear();
        self.current = self.current.wrapping_add(1);
        if self.current == 0 {
            self.seen.fill(0);
            self.current = 1;
        }
    }

    /// Adds the box's own place, with the robot in the part of `robot`.
    pub fn add(&mut self, at: Cell, robot: Cell) {
        self.enter(at, robot, 0, 0, 0);
    }

    fn enter(&mut self, at: Cell, robot: Cell, steps: u16, from: u32, direction: usize) {
        let robot = self.parts.of(at, robot);
        let seen = &mut self.seen[at as usize * self.floor + robot as usize];
        if std::mem::replace(seen, self.current) != self.current {
            self.stops.push(Stop {
                at,
                robot,
                steps,
                from,
                direction: direction as u8,
            });
        }
    }

    /// Adds everything that can be reached. `first` tells which directions may be the first;
    /// `allowed` whether the box may be on a cell; it is asked once for each step.
    pub fn spread(
        &mut self,
        board: &Board,
        way: Way,
        blocked: &[bool],
        first: [bool; 4],
        mut allowed: impl FnMut(Cell, Cell) -> bool,
    ) {
        let mut done = 0;
        while let Some(&stop) = self.stops.get(done) {
            let goes = |direction: &usize| stop.steps > 0 || first[*direction];
            for direction in (0..4).filter(goes) {
                let to = board.next(stop.at, direction);
                let (needed, robot) = match way {
                    Way::Forth => (board.next(stop.at, opposite(direction)), stop.at),
                    Way::Back => (to, board.next(to, direction)),
                };
                let hindered = |cell: Cell| blocked[cell as usize];
                if hindered(to)
                    || hindered(needed)
                    || hindered(robot)
                    || self.parts.of(stop.at, needed) != stop.robot
                    || !allowed(to, robot)
                {
                    continue;
                }
                self.enter(to, robot, stop.steps + 1, done as u32, direction);
            }
            done += 1;
        }
    }

    /// The cells and directions of the box's steps to a stop.
    pub fn steps_to(&self, index: usize) -> Vec<(Cell, usize)> {
        let mut steps = Vec::new();
        let mut stop = self.stops[index];
        while stop.steps > 0 {
            let before = self.stops[stop.from as usize];
            steps.push((before.at, stop.direction as usize));
            stop = before;
        }
        steps.reverse();
        steps
    }
}
