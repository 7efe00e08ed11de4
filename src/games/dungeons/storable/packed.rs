//! A puzzle as bytes: width, height; the numbers of the columns, then of the rows, two in a byte
//! where both sides are at most 15, the first in the low half; the monsters, then the treasures, a
//! bit a cell, row by row, the lowest bit first.

use super::{Cell, MAX_SIDE, Puzzle, Walls};

/// Numbers up to this fit half a byte.
const SMALL_SIDE: usize = 15;

/// A packed puzzle, looked at.
#[derive(Clone, Copy)]
pub struct Packed<'a> {
    pub width: usize,
    pub height: usize,
    numbers: &'a [u8],
    monsters: &'a [u8],
    treasures: &'a [u8],
}

/// Bytes for a bit for each of so many cells.
pub const fn mask_size(cells: usize) -> usize {
    cells.div_ceil(8)
}

const fn numbers_size(width: usize, height: usize) -> usize {
    match width <= SMALL_SIDE && height <= SMALL_SIDE {
        true => (width + height).div_ceil(2),
        false => width + height,
    }
}

impl<'a> Packed<'a> {
    /// None if the bytes are no puzzle.
    pub fn of(bytes: &'a [u8]) -> Option<Self> {
        let (&[width, height], rest) = bytes.split_first_chunk()?;
        let (width, height) = (usize::from(width), usize::from(height));
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return None;
        }
        let mask = mask_size(width * height);
        let (numbers, masks) = rest.split_at_checked(numbers_size(width, height))?;
        let (monsters, treasures) = masks.split_at_checked(mask)?;
        (treasures.len() == mask).then_some(Self {
            width,
            height,
            numbers,
            monsters,
            treasures,
        })
    }

    /// Of the columns, then of the rows.
    pub fn numbers(&self) -> impl Iterator<Item = u8> + Clone + use<'a> {
        let halves = self.width <= SMALL_SIDE && self.height <= SMALL_SIDE;
        let numbers = self.numbers;
        (0..self.width + self.height).map(move |index| match halves {
            true => numbers[index / 2] >> (index % 2 * 4) & 15,
            false => numbers[index],
        })
    }

    pub fn cell(&self, index: usize) -> Cell {
        if bit(self.monsters, index) {
            Cell::Monster
        } else if bit(self.treasures, index) {
            Cell::Treasure
        } else {
            Cell::Unknown
        }
    }

    pub fn monsters(&self) -> usize {
        count(self.monsters)
    }

    pub fn treasures(&self) -> usize {
        count(self.treasures)
    }

    pub fn puzzle(&self) -> Puzzle {
        let mut numbers = self.numbers();
        Puzzle {
            seed: None,
            columns: numbers.by_ref().take(self.width).collect(),
            rows: numbers.collect(),
            cells: (0..self.width * self.height)
                .map(|index| self.cell(index))
                .collect(),
        }
    }
}

pub fn bit(mask: &[u8], index: usize) -> bool {
    mask[index / 8] >> (index % 8) & 1 == 1
}

fn count(mask: &[u8]) -> usize {
    mask.iter().map(|byte| byte.count_ones() as usize).sum()
}

/// Appends a puzzle; what the player drew is left out.
pub fn pack(puzzle: &Puzzle, out: &mut Vec<u8>) {
    let (width, height) = (puzzle.width(), puzzle.height());
    let numbers = puzzle.columns.iter().chain(&puzzle.rows).copied();
    pack_numbers((width, height), numbers, out);
    for what in [Cell::Monster, Cell::Treasure] {
        let cells = puzzle.cells.iter().map(|&cell| cell == what);
        pack_mask(cells, out);
    }
}

/// Appends the sides and the numbers.
pub fn pack_numbers(
    (width, height): (usize, usize),
    numbers: impl Iterator<Item = u8>,
    out: &mut Vec<u8>,
) {
    // No board has a longer side than MAX_SIDE.
    out.extend([width as u8, height as u8]);
    let begin = out.len();
    out.resize(begin + numbers_size(width, height), 0);
    let halves = width <= SMALL_SIDE && height <= SMALL_SIDE;
    for (index, number) in numbers.enumerate() {
        match halves {
            true => out[begin + index / 2] |= number << (index % 2 * 4),
            false => out[begin + index] = number,
        }
    }
}

fn pack_mask(bits: impl Iterator<Item = bool>, out: &mut Vec<u8>) {
    let begin = out.len();
    for (index, bit) in bits.enumerate() {
        if index % 8 == 0 {
            out.push(0);
        }
        out[begin + index / 8] |= u8::from(bit) << (index % 8);
    }
}

/// Appends a solution.
pub fn pack_walls((width, height): (usize, usize), walls: &Walls, out: &mut Vec<u8>) {
    let cells = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
    pack_mask(cells.map(|(column, row)| walls.at(column, row)), out);
}

/// The solution of a board of this size; None if the bytes are none.
pub fn walls((width, height): (usize, usize), mask: &[u8]) -> Option<Walls> {
    if mask.len() != mask_size(width * height) {
        return None;
    }
    let mut walls = Walls::default();
    for index in 0..width * height {
        walls.rows[index / width] |= u32::from(bit(mask, index)) << (index % width);
    }
    Some(walls)
}
