//! The rules, plain and obvious. [`super::field`] is the fast twin.

use super::puzzle::{Cell, Direction, LENGTH, Puzzle};

impl Puzzle {
    /// The state after one step of the head, or `None` if the worm cannot go there.
    pub fn after(&self, step: Direction) -> Option<Puzzle> {
        let mut next = self.scene_after(step)?;
        next.settle();
        Some(next.into_puzzle())
    }

    /// The state right after a step of the head, before anything falls; `None` if the worm cannot
    /// go there.
    pub fn before_falling(&self, step: Direction) -> Option<Puzzle> {
        self.scene_after(step).map(Scene::into_puzzle)
    }

    /// What falls by one row now; `None` if everything is held up.
    pub fn fall(&self) -> Option<Fall> {
        let mut scene = Scene {
            puzzle: self,
            pieces: self.pieces().to_vec(),
            worm: self.worm(),
        };
        let held = scene.held();
        if scene.is_all(&held) {
            return None;
        }
        let falls = |&piece: &u8| piece != 0 && !held.pieces[usize::from(piece)];
        let wood = scene.pieces.iter().map(falls).collect();
        scene.drop_one_row(&held);
        Some(Fall {
            wood,
            worm: !held.worm,
            after: scene.into_puzzle(),
        })
    }

    fn scene_after(&self, step: Direction) -> Option<Scene<'_>> {
        let worm = self.worm();
        let head = worm[0].towards(step);
        if !self.in_reach(head) || worm.contains(&head) {
            return None;
        }
        let mut next = Scene {
            puzzle: self,
            pieces: self.pieces().to_vec(),
            worm: [head, worm[0], worm[1]],
        };
        next.eat(head);
        Some(next)
    }

    /// The state after several steps, or the index of the first that is not possible.
    pub fn after_all(&self, steps: &[Direction]) -> Result<Puzzle, usize> {
        let mut state = self.clone();
        for (index, &step) in steps.iter().enumerate() {
            state = state.after(step).ok_or(index)?;
        }
        Ok(state)
    }
}

/// What falls together by one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fall {
    /// Whether the wood in a cell of the block falls, row by row.
    pub wood: Vec<bool>,
    pub worm: bool,
    /// The state one row further down.
    pub after: Puzzle,
}

/// Wood and worm while things happen.
struct Scene<'a> {
    puzzle: &'a Puzzle,
    pieces: Vec<u8>,
    worm: [Cell; LENGTH],
}

/// Who is held up.
struct Held {
    /// By piece; number 0 is air, which holds nothing.
    pieces: [bool; 256],
    worm: bool,
}

impl Scene<'_> {
    fn into_puzzle(self) -> Puzzle {
        self.puzzle.with(self.pieces, self.worm)
    }

    fn piece(&self, cell: Cell) -> u8 {
        self.puzzle.index(cell).map_or(0, |at| self.pieces[at])
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.puzzle.width() as i8, self.puzzle.height() as i8);
        (0..height).flat_map(move |row| (0..width).map(move |column| Cell::new(column, row)))
    }

    fn floor(&self) -> i8 {
        self.puzzle.height() as i8 - 1
    }

    /// Removes the wood there; its piece falls apart into its connected components.
    fn eat(&mut self, cell: Cell) {
        let piece = self.piece(cell);
        let Some(at) = self.puzzle.index(cell).filter(|_| piece != 0) else {
            return;
        };
        self.pieces[at] = 0;
        for step in Direction::ALL {
            let side = cell.towards(step);
            if self.piece(side) == piece {
                let name = self.unused_name();
                self.rename_connected(side, piece, name);
            }
        }
    }

    fn unused_name(&self) -> u8 {
        let unused = |name: &u8| !self.pieces.contains(name);
        (1..=u8::MAX)
            .find(unused)
            .expect("a block has at most 128 pieces")
    }

    fn rename_connected(&mut self, from: Cell, old: u8, new: u8) {
        let mut todo = vec![from];
        while let Some(cell) = todo.pop() {
            if self.piece(cell) != old {
                continue;
            }
            let at = self
                .puzzle
                .index(cell)
                .expect("a cell with wood is in the block");
            self.pieces[at] = new;
            todo.extend(Direction::ALL.map(|step| cell.towards(step)));
        }
    }

    /// Lets everything that is not held up fall, until all is.
    fn settle(&mut self) {
        loop {
            let held = self.held();
            if self.is_all(&held) {
                return;
            }
            self.drop_one_row(&held);
        }
    }

    /// Whether everything is held up.
    fn is_all(&self, held: &Held) -> bool {
        let mut wood = self.pieces.iter().filter(|&&piece| piece != 0);
        held.worm && wood.all(|&piece| held.pieces[usize::from(piece)])
    }

    fn held(&self) -> Held {
        let mut held = Held {
            pieces: [false; 256],
            worm: false,
        };
        loop {
            let worm = held.worm || self.worm_is_held(&held);
            let mut changed = worm != held.worm;
            held.worm = worm;
            for cell in self.cells() {
                let piece = usize::from(self.piece(cell));
                if piece != 0 && !held.pieces[piece] && self.is_carried(cell, &held) {
                    held.pieces[piece] = true;
                    changed = true;
                }
            }
            if !changed {
                return held;
            }
        }
    }

    /// Whether the wood in that cell stands on the floor or on something that is held up.
    fn is_carried(&self, cell: Cell, held: &Held) -> bool {
        let below = cell.towards(Direction::Down);
        cell.row == self.floor()
            || held.pieces[usize::from(self.piece(below))]
            || held.worm && self.worm.contains(&below)
    }

    fn worm_is_held(&self, held: &Held) -> bool {
        let holds = |cell: Cell| held.pieces[usize::from(self.piece(cell))];
        let lies = |cell: &Cell| cell.row == self.floor() || holds(cell.towards(Direction::Down));
        let grips = |cell: &Cell| {
            holds(cell.towards(Direction::Left)) || holds(cell.towards(Direction::Right))
        };
        self.worm.iter().any(lies) || self.worm.windows(2).any(|pair| pair.iter().all(grips))
    }

    fn drop_one_row(&mut self, held: &Held) {
        let width = self.puzzle.width();
        for at in (0..self.pieces.len()).rev() {
            let piece = self.pieces[at];
            if piece != 0 && !held.pieces[usize::from(piece)] {
                self.pieces[at] = 0;
                self.pieces[at + width] = piece;
            }
        }
        if !held.worm {
            self.worm = self.worm.map(|cell| cell.towards(Direction::Down));
        }
    }
}
