//! The fast way to follow moves.
//!
//! Most moves go to free floor or against a wall, in an order that no branch predictor foresees, so
//! these are made without a branch, two at a time: both cells that the second move may lead to are
//! looked up before it is known how the first one ended. Only a push that the next cell behind the
//! box does not rule out leaves this path.

use std::hint::select_unpredictable as select;

use super::Map;

/// What a cell holds. Only free cells have the highest bit, only boxes have one of the lowest two, and
/// all but walls have both bits above [`BEHIND`].
type Cell = u8;
const FREE: Cell = 0b1011_0000;
const WALL: Cell = 0;
/// A box, or the left half of a wide one.
const BOX: Cell = 0b0011_0001;
const RIGHT: Cell = 0b0011_0010;
const IS_FREE: Cell = 0b1000_0000;
const IS_BOX: Cell = 0b0000_0011;
/// How far the bits of a cell that let a box in lie above those that tell a box.
const BEHIND: u32 = 4;

/// Rows of wall above and below the map: two moves are looked ahead, and the cell behind a box, from
/// a robot that is at least one row away from the map's own border.
const MARGIN: usize = 3;

/// A robot at work.
pub struct Walker {
    /// Row by row, each of `stride` cells, between rows of wall.
    cells: Vec<Cell>,
    stride: usize,
    robot: usize,
    wide: bool,
    /// The boxes of one push, kept to save its allocation.
    pushed: Vec<usize>,
}

impl Walker {
    pub fn new(map: &Map, wide: bool) -> Self {
        let robot = map.cells.iter().position(|&c| c == b'@');
        let robot = robot.expect("every map has a robot");
        let scale = if wide { 2 } else { 1 };
        let stride = map.width() * scale;
        let mut cells = vec![WALL; (map.height() + 2 * MARGIN) * stride];
        let inner = &mut cells[MARGIN * stride..];
        if wide {
            for (cell, &sign) in inner.chunks_exact_mut(2).zip(&map.cells) {
                cell[0] = cell_of(sign, BOX);
                cell[1] = cell_of(sign, RIGHT);
            }
        } else {
            for (cell, &sign) in inner.iter_mut().zip(&map.cells) {
                *cell = cell_of(sign, BOX);
            }
        }
        Walker {
            cells,
            stride,
            robot: robot * scale + MARGIN * stride,
            wide,
            pushed: Vec::new(),
        }
    }

    /// Follows the moves; signs that are no moves are passed over.
    pub fn run(&mut self, moves: &[u8]) {
        let offsets = offsets(self.stride);
        let cells = self.cells.as_mut_slice();
        let (robot, pushed) = (self.robot, &mut self.pushed);
        self.robot = if self.wide {
            walk::<true>(cells, robot, moves, &offsets, pushed)
        } else {
            walk::<false>(cells, robot, moves, &offsets, pushed)
        };
    }

    /// How the warehouse looks now.
    pub fn map(&self) -> Map {
        let inner = &self.cells[MARGIN * self.stride..self.cells.len() - MARGIN * self.stride];
        let sign = if self.wide { *b"[]" } else { *b"O]" };
        let to_sign = |&cell: &Cell| match cell {
            FREE => b'.',
            WALL => b'#',
            BOX => sign[0],
            _ => sign[1],
        };
        let mut cells: Vec<u8> = inner.iter().map(to_sign).collect();
        cells[self.robot - MARGIN * self.stride] = b'@';
        Map {
            width: self.stride,
            cells,
        }
    }
}

/// Reads a cell without a bounds check; the checks would take a third of the time.
///
/// Every index used here is inside, because of what a [`Map`] is, a rectangle closed by walls, and
/// because it only ever loses its boxes and its floor to each other: cells that are no walls lie within
/// the map, not on its border. The robot stands on one of them, and so does every box, and the end of
/// every row of boxes is looked for one cell at a time, no farther than the first wall. From the robot
/// the walk looks at most three steps away, from a box at most one step and one cell to the side. The
/// buffer has [`MARGIN`] rows, of at least three cells each, more than the map above and below.
#[inline(always)]
fn read(cells: &[Cell], index: usize) -> Cell {
    debug_assert!(index < cells.len());
    // SAFETY: see above.
    unsafe { *cells.get_unchecked(index) }
}

/// Writes to a cell, as [`read`] reads it.
#[inline(always)]
fn put(cells: &mut [Cell], index: usize, cell: Cell) {
    debug_assert!(index < cells.len());
    // SAFETY: see `read`.
    unsafe { *cells.get_unchecked_mut(index) = cell }
}

/// Follows the moves and returns where the robot is then.
fn walk<const WIDE: bool>(
    cells: &mut [Cell],
    mut robot: usize,
    moves: &[u8],
    offsets: &[usize; 256],
    pushed: &mut Vec<usize>,
) -> usize {
    let mut i = 0;
    while i + 1 < moves.len() {
        let first = offsets[moves[i] as usize];
        let second = offsets[moves[i + 1] as usize];
        let ahead = robot.wrapping_add(first);
        let here = look(cells, robot, first);
        let moved = look(cells, ahead, second);
        let stayed = look(cells, robot, second);
        let free = is_free(here.next);
        let between = select(free, ahead, robot);
        let next = select(free, moved.next, stayed.next);
        let box_ahead = select(free, moved.push(), stayed.push());
        if here.push() != 0 {
            if push::<WIDE>(cells, ahead, first, pushed) {
                robot = ahead;
            }
            i += 1;
            continue;
        }
        let ahead = between.wrapping_add(second);
        robot = if box_ahead != 0 {
            if push::<WIDE>(cells, ahead, second, pushed) {
                ahead
            } else {
                between
            }
        } else {
            select(is_free(next), ahead, between)
        };
        i += 2;
    }
    if let Some(&last) = moves.get(i) {
        let offset = offsets[last as usize];
        let ahead = robot.wrapping_add(offset);
        let next = look(cells, robot, offset);
        if is_free(next.next) || (next.push() != 0 && push::<WIDE>(cells, ahead, offset, pushed)) {
            robot = ahead;
        }
    }
    robot
}

#[inline(always)]
fn look(cells: &[Cell], robot: usize, offset: usize) -> Look {
    Look {
        next: read(cells, robot.wrapping_add(offset)),
        behind: read(cells, robot.wrapping_add(offset.wrapping_mul(2))),
    }
}

/// Moves what stands on a cell, if that is possible; whether it was.
#[inline(always)]
fn push<const WIDE: bool>(
    cells: &mut [Cell],
    at: usize,
    offset: usize,
    pushed: &mut Vec<usize>,
) -> bool {
    if !WIDE {
        push_line(cells, at, offset)
    } else if offset == 1 || offset == usize::MAX {
        push_wide_line(cells, at, offset)
    } else {
        push_wide_across(cells, at, offset, pushed)
    }
}

/// A row of narrow boxes moves on by moving the first one to its end.
#[inline(always)]
fn push_line(cells: &mut [Cell], at: usize, offset: usize) -> bool {
    let mut end = at.wrapping_add(offset);
    while read(cells, end) & IS_BOX != 0 {
        end = end.wrapping_add(offset);
    }
    if read(cells, end) == WALL {
        return false;
    }
    put(cells, end, BOX);
    put(cells, at, FREE);
    true
}

#[inline(always)]
fn push_wide_line(cells: &mut [Cell], at: usize, offset: usize) -> bool {
    let two = offset.wrapping_mul(2);
    let mut end = at.wrapping_add(two);
    while read(cells, end) & IS_BOX != 0 {
        end = end.wrapping_add(two);
    }
    if read(cells, end) == WALL {
        return false;
    }
    while end != at {
        let before = end.wrapping_sub(offset);
        put(cells, end, read(cells, before));
        end = before;
    }
    put(cells, at, FREE);
    true
}

/// Collects the boxes row by row, each row from the left, then moves them, the last ones first.
#[inline(always)]
fn push_wide_across(cells: &mut [Cell], at: usize, offset: usize, pushed: &mut Vec<usize>) -> bool {
    let first = at - usize::from(read(cells, at) == RIGHT);
    let ahead = first.wrapping_add(offset);
    let [left, right] = pair(cells, ahead);
    if left & right == FREE {
        set_pair(cells, ahead, [BOX, RIGHT]);
        set_pair(cells, first, [FREE, FREE]);
        return true;
    }
    pushed.clear();
    pushed.push(first);
    let mut last = first;
    let mut done = 0;
    while let Some(&left_half) = pushed.get(done) {
        done += 1;
        let ahead = left_half.wrapping_add(offset);
        let [left, right] = pair(cells, ahead);
        if left == WALL || right == WALL {
            return false;
        }
        // The box before this one may have put the first of these on the list already.
        if left & IS_BOX != 0 && ahead - usize::from(left == RIGHT) != last {
            last = ahead - usize::from(left == RIGHT);
            pushed.push(last);
        }
        if right == BOX {
            last = ahead + 1;
            pushed.push(last);
        }
    }
    for index in (0..pushed.len()).rev() {
        let left_half = pushed[index];
        set_pair(cells, left_half.wrapping_add(offset), [BOX, RIGHT]);
        set_pair(cells, left_half, [FREE, FREE]);
    }
    true
}

#[inline(always)]
fn pair(cells: &[Cell], at: usize) -> [Cell; 2] {
    [read(cells, at), read(cells, at + 1)]
}

#[inline(always)]
fn set_pair(cells: &mut [Cell], at: usize, pair: [Cell; 2]) {
    put(cells, at, pair[0]);
    put(cells, at + 1, pair[1]);
}

fn cell_of(sign: u8, half: Cell) -> Cell {
    let free = FREE * Cell::from(sign == b'.' || sign == b'@');
    free | (half * Cell::from(sign == b'O'))
}

#[inline(always)]
fn is_free(cell: Cell) -> bool {
    cell & IS_FREE != 0
}

/// What is before the robot.
#[derive(Clone, Copy)]
struct Look {
    next: Cell,
    behind: Cell,
}

impl Look {
    /// Not zero: a box that may give way. One number, so that asking takes one branch.
    #[inline(always)]
    fn push(self) -> Cell {
        self.next & (self.behind >> BEHIND)
    }
}

/// What each sign adds to the robot's place; nothing, for signs that are no moves: then the "next"
/// cell is the robot's own, which is free.
fn offsets(stride: usize) -> [usize; 256] {
    let mut offsets = [0; 256];
    offsets[b'^' as usize] = stride.wrapping_neg();
    offsets[b'v' as usize] = stride;
    offsets[b'<' as usize] = usize::MAX;
    offsets[b'>' as usize] = 1;
    offsets
}
