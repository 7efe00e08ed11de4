//! Conclusions from each cell and its neighbours, and from the numbers, for boards of any kind.

use super::board::{Board, Fixed, Known};

/// Boards that count the cells of their lines.
pub trait Lines: Board {
    /// The cells of all lines whose cells that may be walls must be, and of all lines that have all
    /// their walls; None if a line has too many walls or too few cells for them.
    fn lines(walls: Self, closed: Self, needs: &Self::Needs) -> Option<Known<Self>>;
}

/// [`Board::conclude`], step by step.
#[inline(always)]
pub fn conclude<B: Lines>(mut known: Known<B>, halls: B, fixed: &Fixed<B>) -> Option<Known<B>> {
    loop {
        let next = conclude_once(known, halls, fixed)?;
        if next == known {
            return Some(known);
        }
        known = next;
    }
}

#[inline(always)]
fn conclude_once<B: Lines>(known: Known<B>, halls: B, fixed: &Fixed<B>) -> Option<Known<B>> {
    let (open, monsters) = (known.open, fixed.monsters);
    let ways = !known.walls;
    let (some_open, two_open, _) = neighbours(open);
    let (some_way, two_ways, three_ways) = neighbours(ways);
    // A monster has exactly one open neighbour.
    if monsters.meets(two_open | !some_way) {
        return None;
    }
    // A cell with at most one way on is a wall, unless a monster lives there.
    let dead = ways.without(monsters | two_ways);
    // An open cell with no way to spare, two for a path and one for a monster, uses them all.
    let forced = open.without(three_ways | two_ways & monsters);
    // A monster that has its neighbour has no other.
    let fed = monsters & some_open;
    let blocks = last_of_blocks(open.without(halls));
    let walls = known.walls | dead | fed.spread().without(open) | blocks;
    let open = open | forced.spread() & ways;
    let lines = B::lines(walls, !open, &fixed.needs)?;
    let next = Known {
        walls: walls | lines.walls.without(open),
        open: open | lines.open.without(walls),
    };
    (!next.walls.meets(next.open)).then_some(next)
}

/// The cells whose three neighbours in a 2x2 block are open.
#[inline(always)]
fn last_of_blocks<B: Board>(open: B) -> B {
    let next = open.left();
    let pairs = beside(open & next);
    next & pairs | open.right() & pairs.right()
}

/// The cells above and below the set.
#[inline(always)]
pub fn beside<B: Board>(set: B) -> B {
    set.up() | set.down()
}

/// The cells with at least one, two and three neighbours in the set.
#[inline(always)]
pub fn neighbours<B: Board>(set: B) -> (B, B, B) {
    let (up, down, left, right) = (set.up(), set.down(), set.left(), set.right());
    let (vertical, horizontal) = (up | down, left | right);
    let (both_vertical, both_horizontal) = (up & down, left & right);
    (
        vertical | horizontal,
        both_vertical | both_horizontal | vertical & horizontal,
        both_vertical & horizontal | both_horizontal & vertical,
    )
}
