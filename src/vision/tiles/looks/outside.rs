//! What is around boards where things cover several tiles, and what on boards looks like it.

use super::super::SIDE;
use super::super::compare::{Dots, inner, same_shade};
use super::super::frame::{FrameLook, SHADE};
use super::super::guess::Guess;
use super::super::joined::OUTSIDE;
use super::{Look, TileLooks};

/// So large a share of what is at a tile's sides is ground where something lies on it. Chosen: a line may run there.
const SHOWN: f32 = 0.25;

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

    /// Whether a tile is made of what runs around boards.
    pub(in super::super) fn is_frame(&self, seen: &Dots) -> bool {
        let frame = self.frame.as_ref();
        frame.is_some_and(|frame| {
            frame.is_of(&inner(seen, self.rim)) && !self.lies_on_ground(seen, frame)
        })
    }

    /// Whether something lies on a tile and leaves some of the ground to be seen around it: a hole leaves none.
    fn lies_on_ground(&self, seen: &Dots, frame: &FrameLook) -> bool {
        let is_rim = |at: &usize| {
            let [x, y] = [at % SIDE, at / SIDE];
            x.min(y) < self.rim || x.max(y) >= SIDE - self.rim
        };
        let rim: Vec<usize> = (0..seen.len()).filter(is_rim).collect();
        let grounds = self
            .looks
            .iter()
            .filter(|look| !self.covers(look.class) && !self.is_page(look.class));
        let shown = |ground: &Look| {
            let is_ground = |at: &&usize| same_shade(&seen[**at], &ground.dots[**at], SHADE);
            let is_shown = |at: &&usize| is_ground(at) && !frame.has(&seen[**at]);
            rim.iter().filter(is_shown).count()
        };
        grounds
            .map(shown)
            .any(|shown| shown as f32 > SHOWN * rim.len() as f32)
    }

    /// Whether something around an example was like this.
    pub(in super::super) fn was_around(&self, class: char) -> bool {
        self.beside.contains(&class)
    }

    /// Whether a tile at the picture's rim may be around the board: not if it is surely something on boards that nothing
    /// around an example was like. A board may fill its window.
    pub(in super::super) fn may_be_outside(&self, guess: &Guess) -> bool {
        !guess.is_sure() || self.is_page(guess.class) || self.beside.contains(&guess.class)
    }
}
