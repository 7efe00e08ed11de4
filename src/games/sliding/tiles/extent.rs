//! Where a board ends around which it looks as its free cells do.

use super::Seen;
use crate::game::tiled::Part;
use crate::games::sliding::puzzle::Puzzle;
use crate::vision::tiles::FoundTiles;

/// The part of all tiles that is a board as large as a known one, a full rectangle, if they are more: all that is
/// not free lies there, and there is one such part only. Of several it is the one that was the board `before`.
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
    let is_board = |[left, top]: [usize; 2]| {
        (0..seen.len()).all(|at| {
            let (column, row) = (at % all.columns, at / all.columns);
            let is_within =
                (left..left + size[0]).contains(&column) && (top..top + size[1]).contains(&row);
            match is_within {
                true => seen[at] != Seen::Outside,
                false => matches!(seen[at], Seen::Free(_) | Seen::Outside),
            }
        })
    };
    let places = (0..=spare_rows).flat_map(|top| (0..=spare_columns).map(move |left| [left, top]));
    let places: Vec<[usize; 2]> = places.filter(|place| is_board(*place)).collect();
    let signed = |place: &[usize; 2]| place.map(|at| at as i32);
    let place = match places[..] {
        [only] => only,
        _ => *places.iter().find(|place| Some(signed(place)) == before)?,
    };
    Some((signed(&place), size))
}
