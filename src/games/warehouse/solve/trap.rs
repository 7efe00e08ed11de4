//! Deadlocks of a few boxes around an area that the robot cannot enter.
//!
//! These boxes alone on the board are an easier puzzle. If a small search shows that they can neither
//! all be brought to their ends nor let the robot in, there is no solution with the other boxes either.
//! The answers are remembered, because the same few boxes come up in many positions.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use super::board::{Cell, opposite};
use super::bound::Way;
use super::freeze::Freeze;
use super::level::{LevelTables, State};
use super::pairs::DEAD;
use super::reach::Reach;

/// Positions that a search looks at before it gives up.
const MOST_NODES: usize = 300;

/// Answers remembered before they are forgotten.
const MOST_ANSWERS: usize = 1 << 18;

/// Uses the hash that states have anyway.
#[derive(Clone, Copy, Default)]
pub struct Given(u64);

impl Hasher for Given {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

type Hashing = BuildHasherDefault<Given>;

/// Looks for such deadlocks on the way forth or back.
pub struct Traps<const W: usize> {
    way: Way,
    answers: HashMap<State<W>, bool, Hashing>,
    seen: HashSet<State<W>, Hashing>,
    stack: Vec<State<W>>,
    boxes: Vec<Cell>,
    has_box: Vec<bool>,
    blocked: Vec<bool>,
    reach: Reach,
    after: Reach,
    freeze: Freeze,
    is_end: Vec<bool>,
}

impl<const W: usize> Traps<W> {
    pub fn new(level: &LevelTables, way: Way) -> Self {
        let board = &level.board;
        let mut blocked = vec![false; board.len()];
        blocked[board.wall() as usize] = true;
        let mut is_end = vec![false; board.len()];
        let ends = match way {
            Way::Forth => &board.goals,
            Way::Back => &board.boxes,
        };
        for &end in ends {
            is_end[end as usize] = true;
        }
        Self {
            way,
            answers: HashMap::default(),
            seen: HashSet::default(),
            stack: Vec::new(),
            boxes: Vec::new(),
            has_box: vec![false; board.len()],
            blocked,
            reach: Reach::new(board),
            after: Reach::new(board),
            freeze: Freeze::new(level),
            is_end,
        }
    }

    /// Whether these boxes can for certain not be part of a solution while the robot is there.
    pub fn is_dead(&mut self, level: &LevelTables, boxes: &[Cell], robot: Cell) -> bool {
        self.place(boxes);
        let first = self.reach.fill(&level.board, robot, &self.blocked);
        self.unplace(boxes);
        let root = level.pack::<W>(boxes, first);
        if let Some(&answer) = self.answers.get(&root) {
            return answer;
        }
        if self.answers.len() > MOST_ANSWERS {
            self.answers.clear();
        }
        let dead = self.search(level, root);
        if dead {
            self.answers
                .extend(self.seen.iter().map(|&state| (state, true)));
        } else {
            self.answers.insert(root, false);
        }
        dead
    }

    /// Whether nothing that can come of a position is open.
    fn search(&mut self, level: &LevelTables, root: State<W>) -> bool {
        self.seen.clear();
        self.stack.clear();
        self.stack.push(root);
        self.seen.insert(root);
        while let Some(state) = self.stack.pop() {
            if self.seen.len() > MOST_NODES {
                return false;
            }
            let mut boxes = std::mem::take(&mut self.boxes);
            level.unpack(&state.boxes, &mut boxes);
            self.place(&boxes);
            self.reach.fill(&level.board, state.robot, &self.blocked);
            let open = self.is_open(level, &boxes);
            if !open {
                self.push_children(level, &state, &boxes);
            }
            self.unplace(&boxes);
            self.boxes = boxes;
            if open {
                return false;
            }
        }
        true
    }

    /// The robot gets everywhere, or the boxes are where they belong.
    fn is_open(&self, level: &LevelTables, boxes: &[Cell]) -> bool {
        self.reach.cells().len() + boxes.len() == level.board.cells.len()
            || boxes.iter().all(|&at| self.is_end[at as usize])
    }

    fn push_children(&mut self, level: &LevelTables, state: &State<W>, boxes: &[Cell]) {
        let board = &level.board;
        for (i, &at) in boxes.iter().enumerate() {
            for direction in 0..4 {
                let to = board.next(at, direction);
                let (needed, robot) = match self.way {
                    Way::Forth => (board.next(at, opposite(direction)), at),
                    Way::Back => (to, board.next(to, direction)),
                };
                if self.blocked[to as usize]
                    || !level.single.live[to as usize]
                    || !self.reach.has(needed)
                    || (robot != at && self.blocked[robot as usize])
                    || !self.is_possible(level, boxes, (i, to), robot)
                {
                    continue;
                }
                self.shift(at, to);
                let dead = self.way == Way::Forth && self.freeze.is_dead(level, &self.has_box, to);
                if !dead {
                    let robot = self.after.fill(board, robot, &self.blocked);
                    let mut next = State {
                        boxes: state.boxes,
                        robot,
                    };
                    level.flip(&mut next.boxes, at);
                    level.flip(&mut next.boxes, to);
                    if self.seen.insert(next) {
                        self.stack.push(next);
                    }
                }
                self.shift(to, at);
            }
        }
    }

    fn is_possible(
        &self,
        level: &LevelTables,
        boxes: &[Cell],
        (i, to): (usize, Cell),
        robot: Cell,
    ) -> bool {
        let pairs = &level.pairs[self.way as usize];
        level.single.is_alive(level.single.spot(to, robot))
            && (0..boxes.len()).all(|j| i == j || pairs.surplus(to, boxes[j], robot) != DEAD)
    }

    fn shift(&mut self, from: Cell, to: Cell) {
        for cells in [&mut self.blocked, &mut self.has_box] {
            cells[from as usize] = false;
            cells[to as usize] = true;
        }
    }

    fn place(&mut self, boxes: &[Cell]) {
        for &at in boxes {
            self.blocked[at as usize] = true;
            self.has_box[at as usize] = true;
        }
    }

    fn unplace(&mut self, boxes: &[Cell]) {
        for &at in boxes {
            self.blocked[at as usize] = false;
            self.has_box[at as usize] = false;
        }
    }
}
