//! Boards on which something is shown that was never seen: there may be only one way in which they make
//! sense.

use super::super::puzzle::{Cell, Puzzle};
use super::likeness::{Spot, spots};
use super::sense;
use crate::profile::Profile;
use crate::vision::View;
use crate::vision::looks::{FLOOR, Looks, Side};

/// More ways than this are not tried.
const WAYS: usize = 20_000;

/// The puzzle that the board shows, if each thing that is not certain can be one thing only: the puzzle
/// has exactly one solution with it, and with nothing else.
pub fn deduce(view: &View, profile: &Profile) -> Option<Puzzle> {
    let looks = profile.templates.looks.as_ref()?;
    let places = profile.places();
    let above = spots(looks, view, Side::Above, &places.above);
    let left = spots(looks, view, Side::Left, &places.left);
    let largest = above.len().max(left.len()).min(9) as u8;
    let missing = looks.missing(largest);
    let numbers = above.iter().chain(&left);
    let numbers: Vec<Vec<u8>> = numbers
        .map(|spot| values(spot, &missing, profile.confidence))
        .collect();
    let cells = places.cells.iter().enumerate();
    let cells: Vec<Vec<Cell>> = cells
        .map(|(index, area)| {
            let guess = looks.cell(&|x, y| view.pixel(x, y), *area, index);
            kinds(looks, guess.letter, guess.confidence >= profile.confidence)
        })
        .collect::<Option<_>>()?;
    let ways = numbers
        .iter()
        .map(Vec::len)
        .chain(cells.iter().map(Vec::len));
    let ways = ways.fold(1usize, usize::saturating_mul);
    if !(2..=WAYS).contains(&ways) {
        return None;
    }
    only(&numbers, &cells, above.len(), ways)
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

/// The only puzzle among all ways that has one solution.
fn only(numbers: &[Vec<u8>], cells: &[Vec<Cell>], columns: usize, ways: usize) -> Option<Puzzle> {
    let mut found: Option<Puzzle> = None;
    for way in 0..ways {
        let mut rest = way;
        let values: Vec<u8> = numbers.iter().map(|of| pick(of, &mut rest)).collect();
        let (above, left) = values.split_at(columns);
        let sum = |numbers: &[u8]| numbers.iter().map(|n| u32::from(*n)).sum::<u32>();
        if sum(above) != sum(left) {
            continue;
        }
        let puzzle = Puzzle {
            seed: None,
            columns: above.to_vec(),
            rows: left.to_vec(),
            cells: cells.iter().map(|of| pick(of, &mut rest)).collect(),
        };
        match sense::has_one_solution(&puzzle) {
            Some(false) => {}
            Some(true) if found.is_none() => found = Some(puzzle),
            _ => return None,
        }
    }
    found
}

/// One of some choices; the number of the way holds a digit for each.
fn pick<T: Copy>(of: &[T], way: &mut usize) -> T {
    let chosen = of[*way % of.len()];
    *way /= of.len();
    chosen
}
