//! The rules on bitboards: the fast twin of [`super::rules`].
//!
//! Wood is three sets: the cells, which of them are joined to their right neighbour and which to the
//! one below. Pieces are what is connected by joins, so eating a cell needs no relabelling: its
//! joins go, and what was connected through it alone falls apart. Two neighbours of one piece are
//! always joined (both were there from the start, and pieces are rigid), so equal scenes have equal
//! sets.

use super::bits::Bits;
use super::posture::{NOWHERE, Places, Posture, Touch};
use super::puzzle::{Cell, Direction, LENGTH, Puzzle};

/// The wood of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Wood<B> {
    pub cells: B,
    /// Cells that are of one piece with their right neighbour.
    pub right: B,
    /// Cells that are of one piece with the cell below.
    pub down: B,
}

/// Wood and worm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scene<B> {
    pub wood: Wood<B>,
    pub posture: Posture,
}

/// The tables of one size of block.
#[derive(Clone, Debug)]
pub struct Field<B> {
    places: Places,
    floor: B,
    /// All rows of the first column.
    column: B,
    touches: Vec<Touch<B>>,
}

impl<B: Bits> Field<B> {
    /// The tables for a block; it must have at most `B::CELLS` cells.
    pub fn new(width: usize, height: usize) -> Self {
        assert!(width * height <= B::CELLS);
        let places = Places {
            width: width as i8,
            height: height as i8,
        };
        Self {
            places,
            floor: B::of((1..=width).map(|column| column * height - 1)),
            column: B::of(0..height),
            touches: places.touches(),
        }
    }

    pub fn width(&self) -> usize {
        self.places.width as usize
    }

    pub fn height(&self) -> usize {
        self.places.height as usize
    }

    /// How many postures there are; they are numbered from 0.
    pub fn postures(&self) -> usize {
        self.touches.len()
    }

    fn touch(&self, posture: Posture) -> &Touch<B> {
        &self.touches[usize::from(posture)]
    }

    /// One step of the head, or `None` if the worm cannot go there.
    #[inline]
    pub fn step(&self, scene: &Scene<B>, step: Direction) -> Option<Scene<B>> {
        let (posture, entered) = self.moved(scene.posture, step)?;
        let wood = self.bitten(&scene.wood, entered);
        Some(self.settled(Scene { wood, posture }))
    }

    /// The posture after a step, before anything falls, and the cell that the head enters (a set
    /// that is empty outside the block).
    #[inline]
    pub fn moved(&self, posture: Posture, step: Direction) -> Option<(Posture, B)> {
        let touch = self.touch(posture);
        let next = touch.next[step as usize];
        (next != NOWHERE).then_some((next, touch.entered[step as usize]))
    }

    /// The wood without a cell, before anything falls.
    #[inline]
    pub fn bitten(&self, wood: &Wood<B>, cell: B) -> Wood<B> {
        Wood {
            cells: wood.cells & !cell,
            right: wood.right & !(cell | cell >> self.pitch()),
            down: wood.down & !(cell | cell >> 1),
        }
    }

    /// Where the worm ends that falls alone, among wood that all stands.
    #[inline]
    pub fn landed(&self, mut posture: Posture, wood: &Wood<B>) -> Posture {
        while !self.touch(posture).is_held(wood.cells) {
            posture = self.touch(posture).fallen;
        }
        posture
    }

    /// The scene after everything has fallen that is not held up.
    #[inline]
    pub fn settled(&self, mut scene: Scene<B>) -> Scene<B> {
        loop {
            let touch = self.touch(scene.posture);
            let mut held = self.standing(&scene.wood);
            let worm_held = touch.is_held(held);
            let carried = touch.above & scene.wood.cells;
            if worm_held && !(carried & !held).is_empty() {
                held = self.held_by(&scene.wood, held | carried);
            }
            if held == scene.wood.cells && worm_held {
                return scene;
            }
            let lower = |set: B| set & held | (set & !held) << 1;
            scene.wood = Wood {
                cells: lower(scene.wood.cells),
                right: lower(scene.wood.right),
                down: lower(scene.wood.down),
            };
            if !worm_held {
                scene.posture = touch.fallen;
            }
        }
    }

    /// The wood that is held up by the floor alone, without the worm.
    #[inline]
    pub fn standing(&self, wood: &Wood<B>) -> B {
        self.held_by(wood, wood.cells & self.floor)
    }

    /// Everything that wood which is held up holds up: its pieces, what lies on them, and so on.
    #[inline]
    fn held_by(&self, wood: &Wood<B>, mut held: B) -> B {
        let pitch = self.pitch();
        loop {
            let next = held
                | (held & wood.right) << pitch
                | (held >> pitch) & wood.right
                | (held & wood.down) << 1
                | (held >> 1) & wood.cells;
            if next == held {
                return held;
            }
            held = next;
        }
    }

    /// The cells of the worm, head first.
    pub fn worm(&self, posture: Posture) -> [Cell; LENGTH] {
        self.places.worm(posture)
    }

    /// The cells on the floor.
    pub fn floor(&self) -> B {
        self.floor
    }

    /// From a cell to its right neighbour.
    fn pitch(&self) -> u32 {
        self.places.height as u32
    }

    /// By step, the cells that are joined to the one the step leads to.
    pub fn joins(&self, wood: &Wood<B>) -> [B; 4] {
        [
            wood.down << 1,
            wood.right,
            wood.down,
            wood.right << self.pitch(),
        ]
    }

    /// The rows of a column, the top one in bit 0.
    pub fn rows(&self, set: B, column: usize) -> u16 {
        (set >> (column as u32 * self.pitch()) & self.column).folded() as u16
    }

    /// The cells of a column that lie in the given rows.
    pub fn in_column(&self, rows: u16, column: usize) -> B {
        (B::from(rows) & self.column) << (column as u32 * self.pitch())
    }

    /// How high the wood lies: the sum over its cells of the rows below.
    pub fn height_sum(&self, cells: B) -> usize {
        let row = |below: usize| (cells & self.floor >> below as u32).count() as usize;
        (0..self.height()).map(|below| row(below) * below).sum()
    }

    /// The scene in the mirror that swaps left and right.
    pub fn mirrored(&self, scene: &Scene<B>) -> Scene<B> {
        let wood = &scene.wood;
        Scene {
            wood: Wood {
                cells: self.reversed(wood.cells, self.width()),
                right: self.reversed(wood.right, self.width() - 1),
                down: self.reversed(wood.down, self.width()),
            },
            posture: self.touch(scene.posture).mirrored,
        }
    }

    /// Whether a set of cells is its own mirror image.
    pub fn is_symmetric(&self, cells: B) -> bool {
        self.reversed(cells, self.width()) == cells
    }

    /// The first `columns` columns in reverse order.
    fn reversed(&self, set: B, columns: usize) -> B {
        (0..columns).fold(B::EMPTY, |mirrored, column| {
            mirrored | self.in_column(self.rows(set, column), columns - 1 - column)
        })
    }

    /// The scene of a puzzle.
    pub fn scene(&self, puzzle: &Puzzle) -> Scene<B> {
        let joined = |cell: Cell, step| {
            let piece = puzzle.piece(cell);
            piece != 0 && piece == puzzle.piece(cell.towards(step))
        };
        Scene {
            wood: Wood {
                cells: self.cells_where(|cell| puzzle.piece(cell) != 0),
                right: self.cells_where(|cell| joined(cell, Direction::Right)),
                down: self.cells_where(|cell| joined(cell, Direction::Down)),
            },
            posture: self.places.posture(puzzle.worm()),
        }
    }

    /// The cells for which a puzzle wants wood.
    pub fn wanted(&self, puzzle: &Puzzle) -> B {
        self.cells_where(|cell| puzzle.is_wanted(cell))
    }

    /// The puzzle that looks like this scene.
    pub fn puzzle(&self, scene: &Scene<B>, like: &Puzzle) -> Puzzle {
        let mut pieces = vec![0; self.width() * self.height()];
        let mut left = scene.wood.cells;
        let mut name = 0;
        while let Some((first, _)) = left.pop() {
            name += 1;
            let piece = self.piece(&scene.wood, B::cell(first));
            for index in piece.cells().filter_map(|at| like.index(self.cell(at))) {
                pieces[index] = name;
            }
            left &= !piece;
        }
        like.with(pieces, self.places.worm(scene.posture))
    }

    /// The cells of the piece that a cell is part of.
    fn piece(&self, wood: &Wood<B>, cell: B) -> B {
        let pitch = self.pitch();
        let mut piece = cell;
        loop {
            let next = piece
                | (piece & wood.right) << pitch
                | (piece >> pitch) & wood.right
                | (piece & wood.down) << 1
                | (piece >> 1) & wood.down;
            if next == piece {
                return piece;
            }
            piece = next;
        }
    }

    fn cells_where(&self, is_in: impl Fn(Cell) -> bool) -> B {
        let cells = 0..self.width() * self.height();
        B::of(cells.filter(|&at| is_in(self.cell(at))))
    }

    /// The cell of a bit.
    fn cell(&self, at: usize) -> Cell {
        Cell::new((at / self.height()) as i8, (at % self.height()) as i8)
    }
}
