//! Where a board ends around which it looks as its free cells do.

use super::Seen;
use crate::game::tiled::Part;
use crate::games::sliding::puzzle::Puzzle;
use crate::vision::tiles::FoundTiles;

/// So many cells of a frame around a board may be a way out. Chosen: one, where cars leave.
const WAY_OUT: usize = 1;

/// The part of all tiles that is a board as large as a known one, a full rectangle, if they are more: all that is
/// surely not free lies there, or is cut off by a frame around it, and there is one such part only: beside a board there
/// may be words. Of several it is the one that was the board `before`; so it is where words look like blocks, if that
/// part has as many covered cells as the known board.
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
    let places: Vec<[usize; 2]> = places.filter(|place| is_board(*place)).collect();
    let signed = |place: &[usize; 2]| place.map(|at| at as i32);
    let place = match places[..] {
        [only] => signed(&only),
        [] => before.filter(|place| is_full(all, *place, known))?,
        _ => before.filter(|before| places.iter().any(|place| signed(place) == *before))?,
    };
    Some((place, size))
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
