//! Columns and rows count the same walls, no more than there is room for.

use std::ops::ControlFlow;

use smallvec::{SmallVec, smallvec};

/// A count for each column, then for each row.
type Rooms = SmallVec<[usize; 16]>;

/// In how many cells of each column, then of each row, there may be walls.
pub(super) fn rooms([width, height]: [usize; 2], is_given: impl Fn(usize) -> bool) -> Rooms {
    let mut rooms: Rooms = smallvec![height; width];
    rooms.resize(width + height, width);
    for at in (0..width * height).filter(|at| is_given(*at)) {
        rooms[at % width] -= 1;
        rooms[width + at / width] -= 1;
    }
    rooms
}

/// Chooses one of its values for each number, the first `columns` of which are of columns: each way in
/// which columns and rows have the same sum, until `found` breaks.
pub(super) fn even(
    values: &[Vec<u8>],
    columns: usize,
    found: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    choose(
        values,
        columns,
        &mut Vec::with_capacity(values.len()),
        0,
        found,
    )
}

/// Chooses the numbers that are not chosen yet; `excess` is by how much the columns are ahead.
fn choose(
    values: &[Vec<u8>],
    columns: usize,
    chosen: &mut Vec<u8>,
    excess: i32,
    found: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(choices) = values.get(chosen.len()) else {
        return match excess {
            0 => found(chosen),
            _ => ControlFlow::Continue(()),
        };
    };
    let sign = if chosen.len() < columns { 1 } else { -1 };
    for value in choices {
        chosen.push(*value);
        choose(
            values,
            columns,
            chosen,
            excess + sign * i32::from(*value),
            found,
        )?;
        chosen.pop();
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::{even, rooms};

    fn ways(values: &[Vec<u8>], columns: usize) -> Vec<Vec<u8>> {
        let mut ways = Vec::new();
        let all = even(values, columns, &mut |way| {
            ways.push(way.to_vec());
            ControlFlow::Continue(())
        });
        assert!(all.is_continue());
        ways
    }

    #[test]
    fn what_is_given_takes_room_of_its_column_and_its_row() {
        let given = [1, 4, 5];
        assert_eq!(
            rooms([3, 2], |at| given.contains(&at)).as_slice(),
            [2, 0, 1, 2, 1]
        );
    }

    #[test]
    fn sums_tell_which_of_two_values_a_number_has() {
        let values = [vec![1], vec![2, 3], vec![1], vec![2]];
        assert_eq!(ways(&values, 2), [[1, 2, 1, 2]]);
    }

    #[test]
    fn sums_may_leave_several_ways_or_none() {
        let several = [vec![1, 2], vec![2, 1], vec![3], vec![0]];
        assert_eq!(ways(&several, 2), [[1, 2, 3, 0], [2, 1, 3, 0]]);
        assert!(ways(&[vec![1], vec![2]], 1).is_empty());
    }
}
