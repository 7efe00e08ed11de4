//! What is learned while a game is played.

use super::super::compare::Dots;
use super::TileLooks;
use super::learn::{SINGLE, SURELY_SAME};

impl TileLooks {
    /// The same by its dots. Says whether it is new.
    pub(in crate::vision::tiles) fn take(&mut self, class: char, dots: Dots) -> bool {
        let is_new = self.add(class, dots, SURELY_SAME);
        self.limits.entry(class).or_insert(SINGLE);
        self.set_palette();
        is_new
    }

    /// The same until it is [dropped](Self::drop_passing): the pointer may be a part of what is seen.
    pub(in crate::vision::tiles) fn take_in_passing(&mut self, class: char, dots: Dots) {
        let lasting = self.lasting.take();
        let lasting = lasting.unwrap_or_else(|| Box::new(self.clone()));
        self.take(class, dots);
        self.lasting = Some(lasting);
    }

    /// Drops all that was taken in passing.
    pub(in crate::vision::tiles) fn drop_passing(&mut self) {
        if let Some(lasting) = self.lasting.take() {
            *self = *lasting;
        }
    }
}
