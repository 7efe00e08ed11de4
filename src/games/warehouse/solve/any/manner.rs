//! The manners of searching that take turns.

use super::feature::Features;
use super::plan::Order;

/// How a search goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    /// The order in which goals are filled.
    pub order: Order,
    pub taste: Taste,
    /// How many times as many moves it makes in its turn as others.
    pub share: u64,
}

/// Which move is made next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taste {
    /// One of each kind of position by turns, first what advisors speak for.
    Fair,
    /// That with the least score.
    Greedy(Prices),
}

/// What things add to a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prices {
    /// A goal that is not filled as planned.
    pub open: usize,
    /// A box astray.
    pub astray: usize,
    /// A part of the floor.
    pub part: usize,
    /// A passage with a box in it.
    pub shut: usize,
    /// A box in the way of the next one.
    pub bar: usize,
    /// Moves made, for one point.
    pub moves: usize,
    /// The positions with each number of goals filled have their turns.
    pub by_packed: bool,
}

impl Prices {
    /// The score of a position after so many moves.
    pub fn score(&self, boxes: usize, features: &Features, barred: u8, moves: u16) -> usize {
        let open = boxes.saturating_sub(features.packed.into());
        let bars = usize::from(barred.min(MOST_BARS));
        open * self.open
            + usize::from(features.astray) * self.astray
            + usize::from(features.parts) * self.part
            + usize::from(features.shut) * self.shut
            + bars * self.bar
            + usize::from(moves) / self.moves
    }
}

/// More boxes in the way than this count as this many; one that no box can come to has more than any.
const MOST_BARS: u8 = 8;

/// Prices, in points, with which in 12000 positions six of those 25 classic levels were solved that no
/// fair search had solved in 30000; found by trying four sets.
const USUAL: Prices = Prices {
    open: 3,
    astray: 6,
    part: 3,
    shut: 2,
    bar: 3,
    moves: 8,
    by_packed: false,
};

/// Prices that let a search cut the floor into parts; one more of the classic levels needs that.
const CUTTING: Prices = Prices {
    part: 1,
    shut: 1,
    bar: 2,
    ..USUAL
};

/// The usual prices, with turns; one more of the classic levels needs that.
const TURNS: Prices = Prices {
    by_packed: true,
    ..USUAL
};

/// The share of the manner that solves most of what takes long: four of eight classic levels that equal shares solved in
/// one to six seconds, and alone in six seconds three more that equal shares did not solve in ten.
const LARGE: u64 = 3;

/// All manners, and whether there are as many goals as boxes: with goals to spare no order is good. The second order solves
/// one more of the classic levels in ten seconds.
pub fn manners(square: bool) -> Vec<Manner> {
    let all = [
        (Order::Near, Taste::Greedy(USUAL), 1),
        (Order::Near, Taste::Fair, LARGE),
        (Order::Loose, Taste::Greedy(USUAL), 1),
        (Order::Near, Taste::Greedy(CUTTING), 1),
        (Order::Loose, Taste::Fair, 1),
        (Order::Near, Taste::Greedy(TURNS), 1),
        (Order::Wide, Taste::Fair, 2),
    ];
    let manners = all.map(|(order, taste, share)| Manner {
        order,
        taste,
        share,
    });
    let fits = |manner: &Manner| square || manner.order == Order::Loose;
    manners.into_iter().filter(fits).collect()
}
