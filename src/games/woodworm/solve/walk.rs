//! Work space for the walk of worms in one wood.

use super::stratum::NONE;
use crate::games::woodworm::posture::Posture;

/// The least moves to each posture, by breadth-first search from several starts.
pub struct Walk {
    moves: Vec<u16>,
    /// The arrival that the moves come from.
    source: Vec<u32>,
    touched: Vec<Posture>,
    /// Postures by moves.
    buckets: Vec<Vec<Posture>>,
    /// The buckets in use.
    first: u16,
    last: u16,
}

/// The moves to a posture that was not reached.
const UNSEEN: u16 = u16::MAX;

/// A worm on its walk.
#[derive(Clone, Copy)]
pub struct Walker {
    pub posture: Posture,
    pub moves: u16,
    /// The arrival that it started from.
    pub source: u32,
}

impl Walk {
    /// For that many postures and walks of at most so many moves.
    pub fn new(postures: usize, bound: u16) -> Self {
        Self {
            moves: vec![UNSEEN; postures],
            source: vec![NONE; postures],
            touched: Vec::new(),
            buckets: vec![Vec::new(); usize::from(bound) + 1],
            first: UNSEEN,
            last: 0,
        }
    }

    /// Whether a walker gets to its posture sooner than all before.
    #[inline]
    pub fn is_sooner(&self, walker: &Walker) -> bool {
        walker.moves < self.moves[usize::from(walker.posture)]
    }

    /// Lets a walker go on from its posture, if it is the first there.
    pub fn add(&mut self, walker: Walker) {
        if !self.is_sooner(&walker) {
            return;
        }
        let at = usize::from(walker.posture);
        if self.moves[at] == UNSEEN {
            self.touched.push(walker.posture);
        }
        self.moves[at] = walker.moves;
        self.source[at] = walker.source;
        self.buckets[usize::from(walker.moves)].push(walker.posture);
        self.first = self.first.min(walker.moves);
        self.last = self.last.max(walker.moves);
    }

    /// The next walker, fewest moves first.
    #[inline]
    pub fn next(&mut self) -> Option<Walker> {
        while self.first <= self.last {
            let moves = self.first;
            while let Some(posture) = self.buckets[usize::from(moves)].pop() {
                let at = usize::from(posture);
                if self.moves[at] == moves {
                    return Some(Walker {
                        posture,
                        moves,
                        source: self.source[at],
                    });
                }
            }
            self.first += 1;
        }
        None
    }

    /// Forgets everything; the walk must have come to its end.
    pub fn clear(&mut self) {
        for posture in self.touched.drain(..) {
            self.moves[usize::from(posture)] = UNSEEN;
        }
        (self.first, self.last) = (UNSEEN, 0);
    }
}
