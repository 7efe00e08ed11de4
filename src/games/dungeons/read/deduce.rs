//! Boards on which something is shown that was never seen: there may be only one way in which they make
//! sense.

use std::ops::ControlFlow;

use super::super::puzzle::{Cell, Puzzle};
use super::likeness::{Spot, spots};
use super::{resized, sense, sums};
use crate::profile::Profile;
use crate::vision::View;
use crate::vision::looks::digits::Side;
use crate::vision::looks::{FLOOR, Looks};

/// More ways than this are not tried.
const WAYS: usize = 1_000_000;

/// The puzzle that the board shows, if each thing that is not certain can be one thing only: the puzzle
/// has exactly one solution with it, and with nothing else.
pub fn deduce(view: &View, profile: &Profile) -> Option<Puzzle> {
    let looks = profile.templates.looks.as_ref()?;
    if let Some(frame) = resized(view, profile) {
        return deduce(&View::whole(&frame), profile);
    }
    let places = profile.places();
    let above = spots(looks, view, Side::Above, &places.above);
    let left = spots(looks, view, Side::Left, &places.left);
    let largest = above.len().max(left.len()).min(9) as u8;
    let missing = looks.digits.missing(largest);
    let cells = places.cells.iter().enumerate();
    let mut cells: Vec<Vec<Cell>> = cells
        .map(|(index, area)| {
            let guess = looks.cell(&|x, y| view.pixel(x, y), *area, index);
            kinds(looks, guess.letter, guess.confidence >= profile.confidence)
        })
        .collect::<Option<_>>()?;
    let sides = [above.len(), left.len()];
    leave_rooms(&mut cells, sides);
    let is_given = |at: usize| cells[at][0].is_given();
    let rooms = sums::rooms(sides, is_given);
    let numbers = above.iter().chain(&left).zip(rooms);
    let numbers: Vec<Vec<u8>> = numbers
        .map(|(spot, room)| {
            let mut values = values(spot, &missing, profile.confidence);
            values.retain(|value| usize::from(*value) <= room);
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
    let mut found = Found::None;
    let mut tried = |way: &[u8]| found.with_cells(&cells, way.split_at(above.len()));
    _ = sums::even(&numbers, above.len(), &mut tried);
    match found {
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

/// The puzzles with one solution.
enum Found {
    None,
    One(Puzzle),
    /// Or one of which it is not known in time.
    Several,
}

impl Found {
    /// Tries all ways of the cells with some numbers of columns and rows.
    fn with_cells(
        &mut self,
        cells: &[Vec<Cell>],
        (above, left): (&[u8], &[u8]),
    ) -> ControlFlow<()> {
        let ways: usize = cells.iter().map(Vec::len).product();
        for way in 0..ways {
            let mut rest = way;
            let puzzle = Puzzle {
                seed: None,
                columns: above.into(),
                rows: left.into(),
                cells: cells.iter().map(|of| pick(of, &mut rest)).collect(),
            };
            *self = match (sense::has_one_solution(&puzzle), &self) {
                (Some(false), _) => continue,
                (Some(true), Self::None) => Self::One(puzzle),
                _ => Self::Several,
            };
            if matches!(self, Self::Several) {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

/// One of some choices; the number of the way holds a digit for each.
fn pick(of: &[Cell], way: &mut usize) -> Cell {
    let chosen = of[*way % of.len()];
    *way /= of.len();
    chosen
}
