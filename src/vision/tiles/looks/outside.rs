//! What is around boards where things cover several tiles, and what on boards looks like it.

use super::super::compare::inner;
use super::super::guess::Guess;
use super::super::joined::OUTSIDE;
use super::{Look, TileLooks};

impl TileLooks {
    /// Where things cover several tiles, looks of what is outside that things on the board have, too, tell nothing.
    pub(super) fn drop_outside(&mut self) {
        if !self.is_joined() {
            return;
        }
        let looks = std::mem::take(&mut self.looks);
        let (outside, board): (Vec<Look>, Vec<Look>) =
            looks.into_iter().partition(|look| self.is_page(look.class));
        for look in outside {
            let near = board.iter();
            let near = near.filter(|other| look.dots.apart(&other.dots, f32::MAX) <= OUTSIDE);
            let near: Vec<char> = near.map(|other| other.class).collect();
            match near.is_empty() {
                true => self.looks.push(look),
                false => self.beside.extend(near),
            }
        }
        self.looks.splice(0..0, board);
    }

    /// A frame tells nothing that is like something on boards.
    pub(super) fn drop_frame(&mut self) {
        let Some(frame) = self.frame.take() else {
            return;
        };
        let mut board = self.looks.iter().filter(|look| !self.is_page(look.class));
        let is_like = board.any(|look| frame.is_near(&inner(&look.dots, self.rim)));
        tracing::debug!(is_like, ?frame, "frame");
        self.frame = Some(frame).filter(|_| !is_like);
    }

    /// Whether a tile at the picture's rim may be around the board: not if it is surely something on boards that nothing
    /// around an example was like. A board may fill its window.
    pub(in super::super) fn may_be_outside(&self, guess: &Guess) -> bool {
        !guess.is_sure() || self.is_page(guess.class) || self.beside.contains(&guess.class)
    }
}
