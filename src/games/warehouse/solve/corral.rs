//! PI-corrals: areas that the robot cannot enter but must, and may as well enter now.
//!
//! A corral is a set of areas the robot does not reach, with all boxes around them. If every push that
//! can be the first one of a corral's boxes goes into the corral and can be done right now, and one is
//! needed some time, then nothing is lost by doing such a push next: until then no box of the corral
//! moves, so what happens elsewhere before it can as well happen after it, with the same number of
//! pushes. All other pushes need not be tried. (B. Damgaard, of the solver YASS.)

use super::board::{Cell, opposite};
use super::level::LevelTables;
use super::reach::Reach;

/// A box, by its place in the list of boxes, and a direction.
pub type Push = (usize, usize);

/// Looks for the corral that leaves the fewest pushes to try.
#[derive(Clone, Debug)]
pub struct Corrals {
    /// All areas that the robot does not reach, one after the other.
    outside: Reach,
    /// Where each area ends in the list of cells of `outside`.
    ends: Vec<usize>,
    /// The area of each cell that is in one.
    area_of: Vec<u16>,
    /// Which areas belong to the corral that is looked at, and its boxes.
    inside: Vec<bool>,
    members: Vec<Cell>,
    is_member: Vec<bool>,
    pushes: Vec<Push>,
    best: Vec<Push>,
}

/// What the robot and the boxes look like.
pub struct Scene<'a> {
    pub level: &'a LevelTables,
    pub reach: &'a Reach,
    /// The cells of the boxes.
    pub boxes: &'a [Cell],
    /// Walls and boxes.
    pub blocked: &'a [bool],
    /// The place in `boxes` of the box on a cell.
    pub box_on: &'a [u16],
}

/// What a look at a corral came to.
enum Look {
    Done,
    /// This cell, an area or a box, has to belong to the corral, too.
    Grow(Cell),
    /// Its boxes can be pushed out.
    Open,
}

impl Corrals {
    pub fn new(level: &LevelTables) -> Self {
        Self {
            outside: Reach::new(&level.board),
            ends: Vec::new(),
            area_of: vec![0; level.board.len()],
            inside: Vec::new(),
            members: Vec::new(),
            is_member: vec![false; level.board.len()],
            pushes: Vec::new(),
            best: Vec::new(),
        }
    }

    /// The only pushes that need be tried, if there is a PI-corral among the areas that were found
    /// last. None at all: a deadlock.
    pub fn find(&mut self, scene: &Scene) -> Option<&[Push]> {
        let mut found = false;
        for area in 0..self.ends.len() {
            if self.examine(scene, area) && (!found || self.pushes.len() < self.best.len()) {
                std::mem::swap(&mut self.best, &mut self.pushes);
                found = true;
            }
        }
        found.then_some(&self.best)
    }

    /// Every area has a box beside it.
    pub fn find_areas(&mut self, scene: &Scene) {
        let board = &scene.level.board;
        self.clear();
        self.outside.clear();
        self.ends.clear();
        for &at in scene.boxes {
            for seed in board.next[at as usize] {
                if scene.blocked[seed as usize] || scene.reach.has(seed) || self.outside.has(seed) {
                    continue;
                }
                let first = self.outside.cells().len();
                self.outside.add(board, seed, scene.blocked);
                for &cell in &self.outside.cells()[first..] {
                    self.area_of[cell as usize] = self.ends.len() as u16;
                }
                self.ends.push(self.outside.cells().len());
            }
        }
        self.inside.clear();
        self.inside.resize(self.ends.len(), false);
    }

    pub fn areas(&self) -> usize {
        self.ends.len()
    }

    /// The boxes around an area.
    pub fn around(&mut self, scene: &Scene, area: usize) -> &[Cell] {
        self.clear();
        self.add_area(scene, area);
        &self.members
    }

    fn clear(&mut self) {
        for cell in self.members.drain(..) {
            self.is_member[cell as usize] = false;
        }
        self.inside.fill(false);
    }

    fn cells_of(&self, area: usize) -> std::ops::Range<usize> {
        let first = if area == 0 { 0 } else { self.ends[area - 1] };
        first..self.ends[area]
    }

    #[inline(always)]
    fn is_inside(&self, cell: Cell) -> bool {
        self.outside.has(cell) && self.inside[self.area_of[cell as usize] as usize]
    }

    /// Whether the corral around this area, grown as need be, is one; its pushes then are in
    /// `self.pushes`.
    fn examine(&mut self, scene: &Scene, area: usize) -> bool {
        self.clear();
        self.add_area(scene, area);
        loop {
            match self.look(scene) {
                Look::Done => break self.is_needed(scene),
                Look::Open => break false,
                Look::Grow(cell) if scene.blocked[cell as usize] => self.add_member(cell),
                Look::Grow(cell) => self.add_area(scene, self.area_of[cell as usize] as usize),
            }
        }
    }

    fn add_area(&mut self, scene: &Scene, area: usize) {
        let board = &scene.level.board;
        self.inside[area] = true;
        for index in self.cells_of(area) {
            for next in board.next[self.outside.cells()[index] as usize] {
                if scene.blocked[next as usize] && next != board.wall() {
                    self.add_member(next);
                }
            }
        }
    }

    fn add_member(&mut self, cell: Cell) {
        if !std::mem::replace(&mut self.is_member[cell as usize], true) {
            self.members.push(cell);
        }
    }

    /// Collects the pushes that may be the first ones.
    fn look(&mut self, scene: &Scene) -> Look {
        let board = &scene.level.board;
        self.pushes.clear();
        for &at in &self.members {
            for direction in 0..4 {
                let behind = board.next(at, opposite(direction));
                let to = board.next(at, direction);
                if behind == board.wall()
                    || !scene.level.single.live[to as usize]
                    || self.is_inside(behind)
                    || self.is_member[behind as usize]
                    || self.is_member[to as usize]
                {
                    continue;
                }
                let behind_now = scene.reach.has(behind);
                if self.is_inside(to) {
                    if !behind_now {
                        return Look::Grow(behind);
                    }
                    self.pushes
                        .push((scene.box_on[at as usize] as usize, direction));
                } else if !scene.reach.has(to) {
                    return Look::Grow(to);
                } else if !behind_now {
                    return Look::Grow(behind);
                } else {
                    return Look::Open;
                }
            }
        }
        Look::Done
    }

    /// Whether a box of the corral must move some time.
    fn is_needed(&self, scene: &Scene) -> bool {
        let board = &scene.level.board;
        let is_goal = |&cell: &Cell| board.is_goal[cell as usize];
        let inside = |area: &usize| self.inside[*area];
        let mut cells = (0..self.ends.len())
            .filter(inside)
            .flat_map(|area| &self.outside.cells()[self.cells_of(area)]);
        !self.members.iter().all(is_goal)
            || (scene.boxes.len() == board.goals.len() && cells.any(is_goal))
    }
}
