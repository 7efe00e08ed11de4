//! Where a board ends around which it looks as its free cells do.

use super::{OUTSIDE, Seen};
use crate::game::tiled::Part;
use crate::games::sliding::puzzle::Puzzle;
use crate::vision::tiles::FoundTiles;

/// So many cells of a frame around a board may be a way out. Chosen: one, where cars leave.
const WAY_OUT: usize = 1;

/// What is no block is so many times farther from all that is known than any block on the board, and those count as so far
/// at least. Mean levels; by trial.
const STRANGE: f32 = 2.0;
const LEAST: f32 = 6.0;

/// The part of all tiles that is a board as large as a known one, a full rectangle, if they are more: all that is
/// surely not free lies there, or is cut off by a frame around it, and there is one such part only: beside a board there
/// may be words; or it is the only one without anything outside, or the only one of these with as many covered cells as
/// the known board, and words are what is beside it. Of several it is the one that was the board `before`; so it is where
/// words look like blocks, if that part has as many covered cells as the known board.
pub fn part(all: &FoundTiles, before: Option<[i32; 2]>, known: &Puzzle) -> Option<Part> {
    let size = [known.columns, known.rows];
    let [spare_columns, spare_rows] = [
        all.columns.checked_sub(size[0])?,
        all.rows.checked_sub(size[1])?,
    ];
    if spare_columns + spare_rows == 0 || !known.floor.iter().all(|floor| *floor) {
        return None;
    }
    let seen: Vec<Seen> = all.tiles.iter().map(|tile| Seen::of(tile.class)).collect();
    let is_ground =
        |at: usize| matches!(seen[at], Seen::Free(_) | Seen::Outside) || !all.tiles[at].is_sure();
    let is_board = |[left, top]: [usize; 2]| {
        let reach = |by: usize| {
            let columns = left.saturating_sub(by)..left + size[0] + by;
            let rows = top.saturating_sub(by)..top + size[1] + by;
            move |at: &usize| {
                columns.contains(&(at % all.columns)) && rows.contains(&(at / all.columns))
            }
        };
        let (is_within, is_near) = (reach(0), reach(1));
        let beside = || (0..seen.len()).filter(|at| is_near(at) && !is_within(at));
        // A way out may lead through it. All tiles end where the frame is on other sides.
        let is_framed = beside().filter(|at| seen[*at] != Seen::Outside).count() <= WAY_OUT;
        (0..seen.len()).all(|at| match is_within(&at) {
            true => seen[at] != Seen::Outside,
            false => is_ground(at) || (is_framed && !is_near(&at)),
        })
    };
    let places = (0..=spare_rows).flat_map(|top| (0..=spare_columns).map(move |left| [left, top]));
    let signed = |place: &[usize; 2]| place.map(|at| at as i32);
    let all_places = places.clone().map(|place| signed(&place));
    let places: Vec<[usize; 2]> = places.filter(|place| is_board(*place)).collect();
    let place = match places[..] {
        [only] => signed(&only),
        [] => {
            let before = before.filter(|place| is_full(all, *place, known));
            beside_words(all, all_places, known).or(before)?
        }
        _ => before.filter(|before| places.iter().any(|place| signed(place) == *before))?,
    };
    Some((place, size))
}

/// The only part as large as a known board without anything outside, or the only one of these with as many covered cells,
/// if all that is beside it are words and buttons.
fn beside_words(
    all: &FoundTiles,
    places: impl Iterator<Item = [i32; 2]>,
    known: &Puzzle,
) -> Option<[i32; 2]> {
    let size = [known.columns, known.rows];
    let is_floor = |place: &[i32; 2]| {
        let part = all.part(*place, size);
        part.is_some_and(|part| part.tiles.iter().all(|tile| tile.class != OUTSIDE))
    };
    let mut floors: Vec<[i32; 2]> = places.filter(is_floor).collect();
    if floors.len() > 1 {
        floors.retain(|place| is_full(all, *place, known));
    }
    match floors[..] {
        [only] => are_words_beside(all, only, size).then_some(only),
        _ => None,
    }
}

/// Whether all that is beside a part, and covers something, looks so much less like anything known than all that lies on
/// it: words and buttons.
fn are_words_beside(all: &FoundTiles, [left, top]: [i32; 2], [columns, rows]: [usize; 2]) -> bool {
    let is_within = |at: usize| {
        let [x, y] = [at % all.columns, at / all.columns].map(|at| at as i32);
        (left..left + columns as i32).contains(&x) && (top..top + rows as i32).contains(&y)
    };
    let covered = (0..all.tiles.len()).filter(|at| Seen::of(all.tiles[*at].class).is_block());
    let (on, beside): (Vec<usize>, Vec<usize>) = covered.partition(|at| is_within(*at));
    let apart = |at: &usize| all.tiles[*at].apart;
    let most = on.iter().map(apart).fold(LEAST, f32::max);
    !beside.is_empty() && beside.iter().map(apart).all(|far| far > STRANGE * most)
}

/// Whether a part of all tiles as large as a known board has as many covered cells as that.
fn is_full(all: &FoundTiles, place: [i32; 2], known: &Puzzle) -> bool {
    let part = all.part(place, [known.columns, known.rows]);
    let covered: usize = known.blocks.iter().map(|block| block.cells.len()).sum();
    part.is_some_and(|part| {
        let seen = part.tiles.iter().map(|tile| Seen::of(tile.class));
        seen.filter(Seen::is_block).count() == covered
    })
}
