//! Boards on which something is shown that was never seen: there may be only one way in which they make
//! sense.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::super::puzzle::{Cell, Puzzle};
use super::likeness::{Spot, kind, missing, spots};
use super::{resized, sense, sums};
use crate::profile::Profile;
use crate::vision::View;
use crate::vision::looks::{FLOOR, Looks, OPEN};

/// More ways than this are not tried.
const WAYS: usize = 1_000_000;

/// Nor for longer than this: a board that was found at a wrong place shows many things that were never seen, and puzzles
/// that nobody made may take long each. Chosen: a player would look again by then.
const LONG: Duration = Duration::from_secs(2);

/// The puzzle that the board shows, if each thing that is not certain can be one thing only: the puzzle
/// has exactly one solution with it, and with nothing else.
pub fn deduce(view: &View, profile: &Profile) -> Option<Puzzle> {
    let looks = profile.templates.looks.as_ref()?;
    if let Some(frame) = resized(view, profile) {
        return deduce(&View::whole(&frame), profile);
    }
    let places = profile.places();
    let [above, left] = spots(looks, view, &places);
    let sides = [above.len(), left.len()];
    let missing = missing(looks, sides);
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
    let (mut found, until) = (Found::None, Instant::now() + LONG);
    let doubtful = above.iter().chain(&left).enumerate();
    let doubtful = doubtful.filter(|(at, _)| numbers[*at].len() > 1);
    let twins = twins(looks, view, &doubtful.collect::<Vec<_>>());
    let mut tried = |way: &[u8]| match twins.iter().all(|[one, other]| way[*one] == way[*other]) {
        true => found.with_cells(&cells, way.split_at(above.len()), until),
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
    if !spot.is_sure(confidence) {
        values.extend(seen.next);
        values.extend(missing);
    }
    values
}

/// What cells show, and what some of them may show.
struct Cells {
    /// What was never seen is a monster here.
    known: Vec<Cell>,
    /// Cells that may be something else together: those with the same thing, which was never seen, a treasure, and one
    /// of whose floor it is not sure a monster.
    doubts: Vec<(Vec<usize>, Cell)>,
}

impl Cells {
    /// None if it cannot be said of a cell what it may be.
    fn seen(looks: &Looks, view: &View, profile: &Profile, sides: [usize; 2]) -> Option<Self> {
        let areas = profile.places().cells;
        let pixels = |x, y| view.pixel(x, y);
        let mut known = Vec::with_capacity(areas.len());
        let (mut strange, mut faint) = (Vec::new(), Vec::new());
        for (index, area) in areas.iter().enumerate() {
            let guess = looks.cell(&pixels, *area, index);
            let is_sure = guess.confidence >= profile.confidence;
            known.push(match guess.letter {
                None | Some('T' | OPEN) if guess.letter.is_none() || !is_sure => {
                    strange.push(index);
                    Cell::Monster
                }
                Some(FLOOR) if !is_sure && guess.other == Some(OPEN) => {
                    faint.push(index);
                    Cell::Unknown
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
        let things = unseen.into_iter().map(|group| (group, Cell::Treasure));
        let monsters = faint.into_iter().map(|at| (vec![at], Cell::Monster));
        let doubts = things.chain(monsters).collect();
        Some(Self { known, doubts })
    }

    /// In how many ways what was never seen may be monsters and treasures, and what is not sure floor and monsters.
    fn ways(&self) -> usize {
        1usize.checked_shl(self.doubts.len() as u32).unwrap_or(0)
    }

    /// One of these ways: each bit is of a doubt.
    fn chosen(&self, way: usize) -> Vec<Cell> {
        let mut cells = self.known.clone();
        let others = self.doubts.iter().enumerate();
        let others = others.filter(|(bit, _)| way >> bit & 1 == 1);
        for (_, (group, other)) in others {
            group.iter().for_each(|at| cells[*at] = *other);
        }
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
    /// Tries all ways of the cells with some numbers of columns and rows, until that takes too long.
    fn with_cells(
        &mut self,
        cells: &Cells,
        (above, left): (&[u8], &[u8]),
        until: Instant,
    ) -> ControlFlow<()> {
        for way in 0..cells.ways() {
            if Instant::now() > until {
                *self = Self::Several;
                return ControlFlow::Break(());
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::dungeons::Dungeons;

    const TEXT: &str = "  2 2 2\n3 . . .\n0 M . M\n3 . . .\n";

    fn shown(doubts: Vec<(Vec<usize>, Cell)>) -> (Puzzle, Cells) {
        let puzzle = Dungeons::parse(TEXT).expect("a puzzle");
        let known = puzzle.cells.to_vec();
        (puzzle, Cells { known, doubts })
    }

    fn tried(doubts: Vec<(Vec<usize>, Cell)>, until: Instant) -> Found {
        let (puzzle, cells) = shown(doubts);
        let mut found = Found::None;
        _ = found.with_cells(&cells, (&puzzle.columns, &puzzle.rows), until);
        found
    }

    #[test]
    fn floor_that_may_be_a_monster_is_what_makes_sense() {
        let later = Instant::now() + LONG;
        let found = tried(vec![(vec![1], Cell::Monster)], later);
        let Found::One(puzzle) = found else {
            panic!("there is one way");
        };
        assert_eq!(puzzle.cells[1], Cell::Unknown);
    }

    #[test]
    fn what_takes_too_long_is_not_told() {
        let over = Instant::now().checked_sub(LONG).expect("a time");
        assert!(matches!(tried(Vec::new(), over), Found::Several));
    }
}
