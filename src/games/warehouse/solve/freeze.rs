//! Boxes that can never move again.

use super::board::Cell;
use super::level::LevelTables;

/// Finds groups of boxes that block each other for good.
#[derive(Clone, Debug)]
pub struct Freeze {
    /// Walls, and the boxes taken for walls while others are looked at.
    wall: Vec<bool>,
    frozen: Vec<Cell>,
}

impl Freeze {
    pub fn new(level: &LevelTables) -> Self {
        let mut wall = vec![false; level.board.len()];
        wall[level.board.wall() as usize] = true;
        Self {
            wall,
            frozen: Vec::new(),
        }
    }

    /// Whether the box on `at` is frozen together with a box that is not on a goal. `boxes` tells
    /// which cells have a box.
    pub fn is_dead(&mut self, level: &LevelTables, boxes: &[bool], at: Cell) -> bool {
        let is_frozen = self.freeze(level, boxes, at);
        let off_goal = self
            .frozen
            .iter()
            .any(|&cell| !level.board.is_goal[cell as usize]);
        self.thaw(0);
        is_frozen && off_goal
    }

    /// Adds the box and all those that block it to the frozen ones, if it is frozen: blocked along
    /// both axes by walls or boxes that are frozen themselves, itself taken for a wall.
    fn freeze(&mut self, level: &LevelTables, boxes: &[bool], at: Cell) -> bool {
        let before = self.frozen.len();
        self.wall[at as usize] = true;
        self.frozen.push(at);
        let [up, right, down, left] = level.board.next[at as usize];
        let is_frozen = [[left, right], [up, down]]
            .iter()
            .all(|&sides| self.is_blocked(level, boxes, sides));
        if !is_frozen {
            self.thaw(before);
        }
        is_frozen
    }

    fn is_blocked(&mut self, level: &LevelTables, boxes: &[bool], sides: [Cell; 2]) -> bool {
        let live = |cell: Cell| level.single.live[cell as usize];
        sides.iter().any(|&side| self.wall[side as usize])
            || !sides.iter().any(|&side| live(side))
            || sides
                .iter()
                .any(|&side| boxes[side as usize] && self.freeze(level, boxes, side))
    }

    fn thaw(&mut self, keep: usize) {
        for cell in self.frozen.drain(keep..) {
            self.wall[cell as usize] = false;
        }
    }
}
