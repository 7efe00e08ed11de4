//! How things are moved in a game of which nobody said it: the ways that there are are tried one after the other
//! until one does what the rules say.

use std::borrow::Cow;

use crate::profile::{MoveBy, Profile};

/// A way is given up after so many rounds in a row that changed nothing. Chosen: one gesture may be lost, and a game
/// that is busy loses two.
const ROUNDS: usize = 3;

/// How things are moved.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manner {
    /// All ways, the likeliest first; none where it is known.
    ways: &'static [MoveBy],
    /// Which of them is tried, or taken.
    index: usize,
    /// Rounds in a row that changed nothing.
    in_vain: usize,
    /// Whether it did what the rules say.
    works: bool,
}

impl Manner {
    /// A puzzle is to be played whose things may be moved in these ways.
    pub fn begin(&mut self, ways: &'static [MoveBy]) {
        if self.ways != ways {
            *self = Self {
                ways,
                ..Self::default()
            };
        }
    }

    /// The profile with how things are moved.
    pub fn of<'p>(&self, profile: Cow<'p, Profile>) -> Cow<'p, Profile> {
        match self.other() {
            Some(by) => Cow::Owned(Profile {
                moves: Some(by),
                ..profile.into_owned()
            }),
            None => profile,
        }
    }

    /// The way that is tried or taken, if it is not the likeliest.
    fn other(&self) -> Option<MoveBy> {
        self.ways
            .get(self.index)
            .filter(|_| self.index > 0)
            .copied()
    }

    /// The way that was found, if it is not the likeliest.
    pub fn found(&self) -> Option<MoveBy> {
        self.other().filter(|_| self.works)
    }

    /// Whether it is known how things are moved.
    pub fn is_sure(&self) -> bool {
        self.works || self.ways.is_empty()
    }

    /// What was done had the effect that it should have.
    pub fn worked(&mut self) {
        (self.works, self.in_vain) = (true, 0);
    }

    /// What was done changed nothing, or not what it should. Says whether another way is tried from now on.
    pub fn failed(&mut self, is_stuck: bool) -> bool {
        let by_keys = matches!(self.ways.get(self.index), Some(MoveBy::Keys(_)));
        if !is_stuck && !by_keys {
            // Things are moved so, if not as far as they should go.
            self.worked();
        }
        if self.works {
            return false;
        }
        self.in_vain += 1;
        let is_over = self.in_vain >= ROUNDS || !is_stuck;
        let goes_on = is_over && self.index + 1 < self.ways.len();
        if goes_on {
            (self.index, self.in_vain) = (self.index + 1, 0);
            tracing::info!(by = ?self.other(), "trying another way to move things");
        }
        goes_on
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::WayKeys;

    const WAYS: [MoveBy; 4] = [
        MoveBy::Drag,
        MoveBy::Keys(WayKeys::ARROWS),
        MoveBy::Keys(WayKeys::GAP),
        MoveBy::Click,
    ];

    #[test]
    fn ways_are_tried_until_one_does_what_it_should() {
        let mut manner = Manner::default();
        manner.begin(&WAYS);
        let failed: Vec<bool> = (0..ROUNDS).map(|_| manner.failed(true)).collect();
        assert_eq!(failed, [false, false, true]);
        // Keys that move something else are the wrong ones.
        assert!(manner.failed(false));
        assert_eq!(manner.found(), None);
        manner.worked();
        assert_eq!(manner.found(), Some(MoveBy::Keys(WayKeys::GAP)));
        assert!(!(0..9).any(|_| manner.failed(true)));
        // The next puzzle is moved in the same way.
        manner.begin(&WAYS);
        assert_eq!(manner.found(), Some(MoveBy::Keys(WayKeys::GAP)));
    }

    #[test]
    fn what_moves_things_less_far_is_the_way() {
        let mut manner = Manner::default();
        manner.begin(&WAYS);
        assert!(!manner.failed(false));
        assert!(!(0..9).any(|_| manner.failed(true)));
        assert_eq!(manner.found(), None);
    }
}
