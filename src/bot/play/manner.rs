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
    /// How often another was taken.
    given_up: usize,
    /// Rounds in a row that changed nothing.
    in_vain: usize,
    /// Whether it did what the rules say.
    works: bool,
}

/// Why nothing can be moved as the profile says, in a game whose things may be moved in these ways; None if it can.
/// What only walks takes no mouse, but for clicks in some games.
pub(super) fn mistaken(said: Option<MoveBy>, ways: &[MoveBy]) -> Option<String> {
    let said = said.filter(|said| !matches!(said, MoveBy::Keys(_)) && !ways.contains(said))?;
    let by = match ways.contains(&MoveBy::Click) {
        true => "keys or clicks",
        false => "keys",
    };
    MoveBy::is_walked(ways).then(|| {
        format!("the profile says moves = \"{said}\", but this game is played by {by} alone")
    })
}

/// Why so many rounds in a row changed nothing on a board whose things may be moved in these ways; whether one before them
/// did, and whether the window changed in some of them.
pub(super) fn stuck(ways: &[MoveBy], rounds: usize, [follows, stirs]: [bool; 2]) -> String {
    let tried = match ways {
        [] => "",
        _ => ": say in the profile how things are moved (`moves`)",
    };
    match (follows, stirs) {
        (true, _) => format!(
            "the game does not react to the last move, made {rounds} times, though it did to one before: it may not \
             allow that move"
        ),
        (_, true) => format!(
            "clicks and keys change nothing on the board, though something in the window changed meanwhile{tried}"
        ),
        _ => format!("the game does not react to clicks and keys{tried}"),
    }
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

    /// Whether a move by keys, or by the mouse, depends on the way: a click does not where keys are tried.
    pub fn tells_of(&self, is_by_keys: bool) -> bool {
        is_by_keys || !matches!(self.ways.get(self.index), Some(MoveBy::Keys(_)))
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
        if !is_stuck && !self.may_be_exchanged() {
            // Things are moved so, if not as far as they should go.
            self.worked();
        }
        self.in_vain += 1;
        if self.works {
            return self.goes_by_steps();
        }
        let is_over = self.in_vain >= ROUNDS || !is_stuck;
        // After the last the first once more: it may have been the game that was busy.
        let goes_on = is_over && self.given_up < self.ways.len() && self.ways.len() > 1;
        if goes_on {
            (self.index, self.in_vain) = ((self.index + 1) % self.ways.len(), 0);
            self.given_up += 1;
            tracing::info!(by = ?self.other(), "trying another way to move things");
        }
        goes_on
    }

    /// Drags cell by cell what does not go along all of its way, where that is a way. Says whether it does so from now on.
    fn goes_by_steps(&mut self) -> bool {
        let is_dragged = self.ways.get(self.index) == Some(&MoveBy::Drag);
        let steps = self.ways.iter().position(|way| *way == MoveBy::DragSteps);
        let Some(steps) = steps.filter(|_| is_dragged && self.in_vain >= ROUNDS) else {
            return false;
        };
        (self.index, self.in_vain) = (steps, 0);
        tracing::info!("dragging things cell by cell");
        true
    }

    /// Whether in another way the same keys move something else.
    fn may_be_exchanged(&self) -> bool {
        let now = self.ways.get(self.index);
        now.is_some_and(|now| self.ways.iter().any(|way| way.exchanges(*now)))
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
    fn who_walks_is_walked_by_other_keys_where_arrows_do_nothing() {
        let mut manner = Manner::default();
        manner.begin(MoveBy::WALKS);
        let failed: Vec<bool> = (0..2 * ROUNDS).map(|_| manner.failed(true)).collect();
        assert_eq!(failed, [false, false, true, false, false, true]);
        // The arrows once more, and no more after them.
        assert_eq!(manner.other(), None);
        assert!(!(0..9).any(|_| manner.failed(true)));

        let mut manner = Manner::default();
        manner.begin(MoveBy::WALKS);
        // He went farther than he should: they are his keys.
        assert!(!manner.failed(false));
        assert!(manner.is_sure());
        assert!(!manner.tells_of(false));
    }

    #[test]
    fn a_click_on_the_start_does_not_tell_that_keys_are_taken() {
        let mut manner = Manner::default();
        manner.begin(MoveBy::SLIDES);
        assert!(!manner.tells_of(false));
        let tried = (0..ROUNDS).filter(|_| manner.failed(true));
        assert!(tried.count() <= 1);
        assert!(manner.tells_of(false));
        manner.worked();
        assert_eq!(manner.found(), Some(MoveBy::Click));
    }

    #[test]
    fn what_moves_things_less_far_is_the_way() {
        let mut manner = Manner::default();
        manner.begin(&WAYS);
        assert!(!manner.failed(false));
        assert!(!(0..9).any(|_| manner.failed(true)));
        assert_eq!(manner.found(), None);
    }

    #[test]
    fn what_goes_one_cell_only_is_dragged_cell_by_cell() {
        let mut manner = Manner::default();
        manner.begin(&[MoveBy::Drag, MoveBy::Click, MoveBy::DragSteps]);
        manner.worked();
        let failed: Vec<bool> = (0..ROUNDS).map(|_| manner.failed(true)).collect();
        assert_eq!(failed, [false, false, true]);
        assert_eq!(manner.found(), Some(MoveBy::DragSteps));
        assert!(!(0..9).any(|_| manner.failed(true)));
    }

    #[test]
    fn a_game_is_said_not_to_react_only_if_it_does_not() {
        let why = |told| stuck(&WAYS, 12, told);
        assert!(why([false, false]).starts_with("the game does not react to clicks and keys: say"));
        assert!(!why([false, true]).contains("react"));
        assert!(why([true, true]).contains("to the last move, made 12 times"));
    }

    #[test]
    fn what_walks_is_neither_clicked_nor_dragged() {
        for said in [
            MoveBy::Drag,
            MoveBy::Click,
            MoveBy::ClickKeys(WayKeys::ARROWS),
        ] {
            let why = mistaken(Some(said), MoveBy::WALKS).expect("a mistake");
            assert!(why.contains(&said.to_string()), "{why}");
            assert_eq!(mistaken(Some(said), &[MoveBy::Click, MoveBy::Drag]), None);
        }
        assert_eq!(
            mistaken(Some(MoveBy::Keys(WayKeys::LETTERS)), MoveBy::WALKS),
            None
        );
        assert_eq!(mistaken(None, MoveBy::WALKS), None);
        assert_eq!(mistaken(Some(MoveBy::Click), MoveBy::SLIDES), None);
        assert!(mistaken(Some(MoveBy::Drag), MoveBy::SLIDES).is_some());
    }
}
