//! Boards on which something is shown that was never seen: there may be only one way in which they make
//! sense.

use super::super::puzzle::{Cell, Puzzle};
use super::likeness::{Spot, spots};
use super::sense;
use crate::profile::Profile;
use crate::vision::View;
use crate::vision::looks::{FLOOR, Looks, Side};

/// More ways than this are not tried.
const WAYS: usize = 1_000_000;

/// The puzzle that the board shows, if each thing that is not certain can be one thing only: the puzzle
/// has exactly one solution with it, and with nothing else.
pub fn deduce(view: &View, profile: &Profile) -> Option<Puzzle> {
    let looks = profile.templates.looks.as_ref()?;
    let places = profile.places();
    let above = spots(looks, view, Side::Above, &places.above);
    let left = spots(looks, view, Side::Left, &places.left);
    let largest = above.len().max(left.len()).min(9) as u8;
    let missing = looks.missing(largest);
    let cells = places.cells.iter().enumerate();
    let mut cells: Vec<Vec<Cell>> = cells
        .map(|(index, area)| {
            let guess = looks.cell(&|x, y| view.pixel(x, y), *area, index);
            kinds(looks, guess.letter, guess.confidence >= profile.confidence)
        })
        .collect::<Option<_>>()?;
    let sides = [above.len(), left.len()];
    leave_rooms(&mut cells, sides);
    let free = free(&cells, sides);
    let numbers = above.iter().chain(&left).zip(free);
    let numbers: Vec<Vec<u8>> = numbers
        .map(|(spot, free)| {
            let mut values = values(spot, &missing, profile.confidence);
            values.retain(|value| usize::from(*value) <= free);
            values
        })
        .collect();
    let ways = numbers
        .iter()
        .map(Vec::len)
        .chain(cells.iter().map(Vec::len));
    let ways = ways.fold(1usize, usize::saturating_mul);
    if !(1..=WAYS).contains(&ways) {
        return None;
    }
    let mut all = Ways {
        numbers: &numbers,
        cells: &cells,
        columns: above.len(),
        chosen: Vec::with_capacity(numbers.len()),
        found: Found::None,
    };
    all.numbers(0);
    match all.found {
        Found::One(puzzle) => Some(puzzle),
        Found::None | Found::Several => None,
    }
}

/// What a number may be.
fn values(spot: &Spot, missing: &[u8], confidence: f32) -> Vec<u8> {
    let Some(seen) = spot.seen else {
        return missing.to_vec();
    };
    let mut values = vec![seen.value];
    if seen.confidence < confidence {
        values.extend(seen.next);
        values.extend(missing);
    }
    values
}

/// What a cell may be; None if that cannot be said.
fn kinds(looks: &Looks, seen: Option<char>, is_sure: bool) -> Option<Vec<Cell>> {
    match seen {
        None if !looks.knows('T') => Some(vec![Cell::Monster, Cell::Treasure]),
        _ if !is_sure => None,
        Some(FLOOR) => Some(vec![Cell::Unknown]),
        Some('T') => Some(vec![Cell::Treasure]),
        Some('#') => Some(vec![Cell::Wall]),
        Some('o') => Some(vec![Cell::Path]),
        Some(_) | None => Some(vec![Cell::Monster]),
    }
}

/// A treasure lies in a room of 3x3 cells without anything else: where there is none, it is a monster.
fn leave_rooms(cells: &mut [Vec<Cell>], [width, height]: [usize; 2]) {
    let is_bare: Vec<bool> = cells.iter().map(|of| of[0] == Cell::Unknown).collect();
    let has_room = |at: usize| {
        let (column, row) = (at % width, at / width);
        let rooms = (row.saturating_sub(2)..=row)
            .flat_map(|top| (column.saturating_sub(2)..=column).map(move |left| (left, top)));
        let mut inside = rooms.filter(|(left, top)| left + 3 <= width && top + 3 <= height);
        inside.any(|(left, top)| {
            let around = (0..9).map(|i| (top + i / 3) * width + left + i % 3);
            around
                .filter(|other| *other != at)
                .all(|other| is_bare[other])
        })
    };
    for (at, kinds) in cells.iter_mut().enumerate() {
        if kinds.len() > 1 && !has_room(at) {
            *kinds = vec![Cell::Monster];
        }
    }
}

/// In how many cells of each column, then of each row, there may be walls.
fn free(cells: &[Vec<Cell>], [width, height]: [usize; 2]) -> Vec<usize> {
    let given = |of: &&Vec<Cell>| matches!(of[0], Cell::Monster | Cell::Treasure);
    let columns = (0..width).map(|c| cells.iter().skip(c).step_by(width).filter(given).count());
    let rows = cells
        .chunks(width)
        .map(|row| row.iter().filter(given).count());
    let columns = columns.map(|given| height - given);
    columns.chain(rows.map(|given| width - given)).collect()
}

/// Goes through all ways.
struct Ways<'a> {
    numbers: &'a [Vec<u8>],
    cells: &'a [Vec<Cell>],
    /// So many of the numbers are of columns.
    columns: usize,
    /// The numbers chosen so far.
    chosen: Vec<u8>,
    found: Found,
}

/// The puzzles with one solution.
enum Found {
    None,
    One(Puzzle),
    /// Or one of which it is not known in time.
    Several,
}

impl Ways<'_> {
    /// Chooses the numbers that are not chosen yet. Columns and rows count the same walls: `excess` is
    /// by how much those of the columns are ahead.
    fn numbers(&mut self, excess: i32) {
        let at = self.chosen.len();
        let Some(values) = self.numbers.get(at) else {
            if excess == 0 {
                self.cells();
            }
            return;
        };
        for value in values {
            let sign = if at < self.columns { 1 } else { -1 };
            self.chosen.push(*value);
            self.numbers(excess + sign * i32::from(*value));
            self.chosen.pop();
            if matches!(self.found, Found::Several) {
                return;
            }
        }
    }

    fn cells(&mut self) {
        let ways: usize = self.cells.iter().map(Vec::len).product();
        let (above, left) = self.chosen.split_at(self.columns);
        for way in 0..ways {
            let mut rest = way;
            let puzzle = Puzzle {
                seed: None,
                columns: above.to_vec(),
                rows: left.to_vec(),
                cells: self.cells.iter().map(|of| pick(of, &mut rest)).collect(),
            };
            self.found = match (sense::has_one_solution(&puzzle), &self.found) {
                (Some(false), _) => continue,
                (Some(true), Found::None) => Found::One(puzzle),
                _ => Found::Several,
            };
            if matches!(self.found, Found::Several) {
                return;
            }
        }
    }
}

/// One of some choices; the number of the way holds a digit for each.
fn pick(of: &[Cell], way: &mut usize) -> Cell {
    let chosen = of[*way % of.len()];
    *way /= of.len();
    chosen
}
