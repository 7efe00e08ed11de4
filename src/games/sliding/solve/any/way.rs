//! How far a board is from its goal, roughly: the cheapest way of each block with a goal, over the others.

use super::board::Board;
use super::occupied::Occupied;

/// What a way costs, and how many steps it has; of several blocks the sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Steps, and [`Ways::weight`] for each cell entered where another block lies.
    pub whole: u32,
    pub steps: u32,
}

/// Finds the cheapest ways (E. W. Dijkstra, *A note on two problems in connexion with graphs*, 1959; with buckets for
/// the costs: R. B. Dial, *Algorithm 360*, 1969).
pub struct Ways<'a> {
    board: &'a Board,
    /// Steps that a cell in the way costs.
    weight: u32,
    /// For each place of the block what the way there costs, as far as is known.
    known: Vec<Cost>,
    /// Places to look at, by what it costs to get there.
    buckets: Vec<Vec<u16>>,
}

const FAR: Cost = Cost {
    whole: u32::MAX,
    steps: 0,
};

impl<'a> Ways<'a> {
    pub fn new(board: &'a Board, weight: u32) -> Self {
        Self {
            board,
            weight,
            known: vec![FAR; board.most_places()],
            buckets: vec![Vec::new()],
        }
    }

    /// Of all blocks with a goal, one after the other; 0 if they lie there.
    pub fn cost(&mut self, places: &[u16], occupied: &Occupied) -> Cost {
        let mut sum = Cost::default();
        for &block in &self.board.wanted {
            let cost = self.cost_of(block, places[usize::from(block)], occupied);
            sum.whole += cost.whole;
            sum.steps += cost.steps;
        }
        sum
    }

    fn cost_of(&mut self, block: u16, from: u16, occupied: &Occupied) -> Cost {
        let kind = self.board.kind(block.into());
        self.known[..kind.places.len()].fill(FAR);
        self.buckets.iter_mut().for_each(Vec::clear);
        self.reach(from, Cost::default());
        let mut at = 0;
        while at < self.buckets.len() {
            while let Some(place) = self.buckets[at].pop() {
                let here = self.known[usize::from(place)];
                if Some(place) == kind.goal {
                    return here;
                }
                if here.whole as usize == at {
                    self.pass(block, place, here, occupied);
                }
            }
            at += 1;
        }
        FAR
    }

    /// Looks at the places one step on.
    fn pass(&mut self, block: u16, place: u16, here: Cost, occupied: &Occupied) {
        for step in &self.board.kind(block.into()).places[usize::from(place)].steps {
            let blocked = occupied.by_others(block, &step.enters);
            let cost = Cost {
                whole: here.whole + 1 + self.weight * blocked,
                steps: here.steps + 1,
            };
            self.reach(step.to, cost);
        }
    }

    fn reach(&mut self, place: u16, cost: Cost) {
        let known = &mut self.known[usize::from(place)];
        if cost.whole < known.whole {
            *known = cost;
            let bucket = cost.whole as usize;
            if bucket >= self.buckets.len() {
                self.buckets.resize(bucket + 1, Vec::new());
            }
            self.buckets[bucket].push(place);
        }
    }
}
