//! Places and shapes of the worm as numbers, and tables of what they touch and where they lead.

use super::bits::Bits;
use super::puzzle::{Cell, Direction, LENGTH, MARGIN};

/// A number for a place and shape of the worm: the head's place, the direction from the head to the
/// middle, and from the middle to the tail.
pub type Posture = u16;

/// No such posture.
pub const NOWHERE: Posture = Posture::MAX;

/// Postures with the head in one place; some of them are not possible.
const SHAPES: usize = 16;

/// Where the head is: places in reach are numbered row by row, the top left one first.
#[inline(always)]
pub fn head(posture: Posture) -> usize {
    usize::from(posture) / SHAPES
}

/// What one posture touches; sets contain cells of the block only.
#[derive(Clone, Copy, Debug)]
pub struct Touch<B> {
    /// The cell that the head enters, by step; empty outside the block.
    pub entered: [B; 4],
    /// The posture after each step, before anything falls; [`NOWHERE`] if not possible.
    pub next: [Posture; 4],
    /// The posture one row further down.
    pub fallen: Posture,
    /// In the mirror that swaps left and right.
    pub mirrored: Posture,
    pub above: B,
    grounded: bool,
    below: B,
    /// Left and right of each cell of the worm.
    sides: [B; LENGTH],
}

impl<B: Bits> Touch<B> {
    /// Whether the worm is held up by the floor or by wood that is held up.
    #[inline(always)]
    pub fn is_held(&self, held: B) -> bool {
        self.grounded
            || self.below.meets(held)
            || self.sides[1].meets(held) && (self.sides[0].meets(held) || self.sides[2].meets(held))
    }
}

/// All places in reach around a block of that size.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    pub width: i8,
    pub height: i8,
}

impl Places {
    /// The tables of all postures, in the order of their numbers.
    pub fn touches<B: Bits>(self) -> Vec<Touch<B>> {
        let places = self.columns() * (self.height + MARGIN) as usize;
        let postures = 0..(places * SHAPES) as Posture;
        postures.map(|posture| self.touch(posture)).collect()
    }

    /// The cells of the worm, head first.
    pub fn worm(self, posture: Posture) -> [Cell; LENGTH] {
        let place = head(posture);
        let direction = |code: Posture| Direction::ALL[usize::from(code % 4)];
        let head = Cell::new(
            (place % self.columns()) as i8 - MARGIN,
            (place / self.columns()) as i8 - MARGIN,
        );
        let middle = head.towards(direction(posture / 4));
        [head, middle, middle.towards(direction(posture))]
    }

    /// The number of a worm; [`NOWHERE`] if a cell is out of reach or two are the same.
    pub fn posture(self, worm: [Cell; LENGTH]) -> Posture {
        let reachable = worm.iter().all(|&cell| self.in_reach(cell));
        if !reachable || worm[0] == worm[2] {
            return NOWHERE;
        }
        let direction = |from: Cell, to: Cell| {
            let step = Direction::ALL.into_iter().find(|&s| from.towards(s) == to);
            step.expect("cells of a worm are neighbours") as usize
        };
        let column = (worm[0].column + MARGIN) as usize;
        let row = (worm[0].row + MARGIN) as usize;
        let shape = direction(worm[0], worm[1]) * 4 + direction(worm[1], worm[2]);
        ((row * self.columns() + column) * SHAPES + shape) as Posture
    }

    fn columns(self) -> usize {
        (self.width + 2 * MARGIN) as usize
    }

    fn in_reach(self, cell: Cell) -> bool {
        (-MARGIN..self.width + MARGIN).contains(&cell.column)
            && (-MARGIN..self.height).contains(&cell.row)
    }

    fn bit<B: Bits>(self, cell: Cell) -> B {
        let inside = (0..self.width).contains(&cell.column) && (0..self.height).contains(&cell.row);
        match inside {
            true => B::cell(cell.column as usize * self.height as usize + cell.row as usize),
            false => B::EMPTY,
        }
    }

    fn touch<B: Bits>(self, posture: Posture) -> Touch<B> {
        let worm = self.worm(posture);
        let beside = |step: Direction| {
            let cells = worm.iter().map(|cell| self.bit::<B>(cell.towards(step)));
            cells.fold(B::EMPTY, |set, bit| set | bit)
        };
        let next = |step: Direction| match worm[0].towards(step) {
            head if worm.contains(&head) => NOWHERE,
            head => self.posture([head, worm[0], worm[1]]),
        };
        let side = |cell: Cell| {
            self.bit::<B>(cell.towards(Direction::Left)) | self.bit(cell.towards(Direction::Right))
        };
        let mirror = |cell: Cell| Cell::new(self.width - 1 - cell.column, cell.row);
        Touch {
            entered: Direction::ALL.map(|step| self.bit(worm[0].towards(step))),
            next: Direction::ALL.map(next),
            fallen: self.posture(worm.map(|cell| cell.towards(Direction::Down))),
            mirrored: self.posture(worm.map(mirror)),
            above: beside(Direction::Up),
            grounded: worm.iter().any(|cell| cell.row == self.height - 1),
            below: beside(Direction::Down),
            sides: worm.map(side),
        }
    }
}
