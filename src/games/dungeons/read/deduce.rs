//! Boards on which something is shown that was never seen: there may be only one way in which they make
//! sense.

use std::ops::ControlFlow;

use super::super::puzzle::{Cell, Puzzle};
use super::likeness::{Spot, kind, spots};
use super::{resized, sense, sums};
use crate::profile::Profile;
use crate::vision::View;
use crate::vision::looks::digits::Side;
use crate::vision::looks::{Looks, OPEN};

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
    let sides = [above.len(), left.len()];
    let cells = Cells::seen(looks, view, profile, sides)?;
    let rooms = sums::rooms(sides, |at| cells.known[at].is_given());
    let numbers = above.iter().chain(&left).zip(rooms);
    let numbers: Vec<Vec<u8>> = numbers
        .map(|(spot, room)| {
            let mut values = values(spot, &missing, profile.confidence);
            values.retain(|value| usize::from(*value) <= room);
            values
        })
        .collect();
    let ways = numbers.iter().map(Vec::len).chain([cells.ways()]);
    let ways = ways.fold(1usize, usize::saturating_mul);
    if !(1..=WAYS).contains(&ways) {
        return None;
    }
    let mut found = Found::None;
    let doubtful = above.iter().chain(&left).enumerate();
    let doubtful = doubtful.filter(|(at, _)| numbers[*at].len() > 1);
    let twins = twins(looks, view, &doubtful.collect::<Vec<_>>());
    let mut tried = |way: &[u8]| match twins.iter().all(|[one, other]| way[*one] == way[*other]) {
        true => found.with_cells(&cells, way.split_at(above.len())),
        false => ControlFlow::Continue(()),
    };
    _ = sums::even(&numbers, above.len(), &mut tried);
    match found {
        Found::One(puzzle) => Some(puzzle),
        Found::None | Found::Several => None,
    }
}

/// Pairs of numbers that look alike: what was never seen is the same at both places.
fn twins(looks: &Looks, view: &View, doubtful: &[(usize, &Spot)]) -> Vec<[usize; 2]> {
    let pixels = |x, y| view.pixel(x, y);
    let pairs = doubtful.iter().enumerate();
    let pairs =
        pairs.flat_map(|(at, one)| doubtful[at + 1..].iter().map(move |other| [one, other]));
    let alike = pairs.filter(|pair| {
        let places = pair.map(|(_, spot)| (spot.side, spot.area));
        looks.digits.alike(&pixels, places)
    });
    alike.map(|pair| pair.map(|(at, _)| *at)).collect()
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

/// What cells show, and what some of them may show.
struct Cells {
    /// What was never seen is a monster here.
    known: Vec<Cell>,
    /// Cells with the same thing, which was never seen and may be a treasure.
    unseen: Vec<Vec<usize>>,
}

impl Cells {
    /// None if it cannot be said of a cell what it may be.
    fn seen(looks: &Looks, view: &View, profile: &Profile, sides: [usize; 2]) -> Option<Self> {
        let areas = profile.places().cells;
        let pixels = |x, y| view.pixel(x, y);
        let mut known = Vec::with_capacity(areas.len());
        let mut strange = Vec::new();
        for (index, area) in areas.iter().enumerate() {
            let guess = looks.cell(&pixels, *area, index);
            let is_sure = guess.confidence >= profile.confidence;
            known.push(match guess.letter {
                None | Some('T' | OPEN) if guess.letter.is_none() || !is_sure => {
                    strange.push(index);
                    Cell::Monster
                }
                _ if !is_sure => return None,
                letter => kind(letter),
            });
        }
        let groups = looks.alike(&pixels, strange.iter().map(|at| areas[*at]));
        let groups = groups.into_iter();
        let mut unseen: Vec<Vec<usize>> = groups
            .map(|group| group.into_iter().map(|at| strange[at]).collect())
            .collect();
        let bare: Vec<bool> = known.iter().map(|cell| *cell == Cell::Unknown).collect();
        unseen.retain(|group| group.iter().all(|at| has_room(&bare, *at, sides)));
        Some(Self { known, unseen })
    }

    /// In how many ways what was never seen may be monsters and treasures.
    fn ways(&self) -> usize {
        1usize.checked_shl(self.unseen.len() as u32).unwrap_or(0)
    }

    /// One of these ways: each bit is of a thing.
    fn chosen(&self, way: usize) -> Vec<Cell> {
        let mut cells = self.known.clone();
        let treasures = self.unseen.iter().enumerate();
        let treasures = treasures.filter(|(bit, _)| way >> bit & 1 == 1);
        treasures
            .flat_map(|(_, group)| group)
            .for_each(|at| cells[*at] = Cell::Treasure);
        cells
    }
}

/// Whether there are 3x3 cells without anything else around a cell: a treasure lies in such a room.
fn has_room(is_bare: &[bool], at: usize, [width, height]: [usize; 2]) -> bool {
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
    fn with_cells(&mut self, cells: &Cells, (above, left): (&[u8], &[u8])) -> ControlFlow<()> {
        for way in 0..cells.ways() {
            let puzzle = Puzzle {
                seed: None,
                columns: above.into(),
                rows: left.into(),
                cells: cells.chosen(way).into(),
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
