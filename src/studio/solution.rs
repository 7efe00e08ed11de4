//! A puzzle with moves, to be looked at move by move.

use image::RgbImage;

use crate::draw::animation::animate;
use crate::game::Game;

/// A GIF has so many pictures at most: one with more is larger than pages and chats take.
const MOST: usize = 300;

/// A puzzle with moves of whatever game.
pub trait Steps: Send + Sync {
    /// How many moves there are.
    fn count(&self) -> usize;

    /// The board after so many of them; None if it cannot be drawn.
    fn picture(&self, after: usize) -> Option<RgbImage>;
}

/// A puzzle of a game with the moves from there.
pub struct Solution<G: Game> {
    pub puzzle: G::Puzzle,
    pub moves: Vec<G::Move>,
}

impl<G: Game> Steps for Solution<G> {
    fn count(&self) -> usize {
        self.moves.len()
    }

    fn picture(&self, after: usize) -> Option<RgbImage> {
        let moves = self.moves.get(..after)?;
        G::abilities().pictures?.picture(&self.puzzle, moves)
    }
}

/// All moves as a GIF; of very many only every second, third …
pub fn animation(steps: &dyn Steps) -> Option<Vec<u8>> {
    let count = steps.count();
    let stride = (count + 1).div_ceil(MOST).max(1);
    let shown = (0..count).step_by(stride).chain([count]);
    // A game that draws nothing has none.
    steps.picture(count)?;
    let mut bytes = Vec::new();
    animate(shown.filter_map(|after| steps.picture(after)), &mut bytes).ok()?;
    Some(bytes)
}
