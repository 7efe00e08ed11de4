//! What a fitted board shows that moves by itself.

use std::sync::Arc;

use super::TileFits;
use crate::game::Game;
use crate::game::ability::Fitted;
use crate::game::tiled::read;
use crate::profile::learn::Lesson;
use crate::screen::Frame;
use crate::vision::tiles::{Motion, PAGE, Sizes};
use crate::vision::{ReadScratch, View};

impl<G: Game> TileFits<G> {
    /// A board that is fitted, to be looked at for a while. Of things that cover several tiles, which are told by their
    /// edges, only what lies between them is looked at.
    pub(super) fn board_in_motion(
        &self,
        fitted: &Fitted,
        lesson: &Lesson<G::Puzzle>,
    ) -> Option<Motion> {
        let mut sketch = self.0.sketch(&lesson.puzzle);
        let covers = self.0.letters().covers;
        let covered = sketch.letters.iter_mut().filter(|letter| covers(**letter));
        covered.for_each(|letter| *letter = PAGE);
        let frame = Frame::still(lesson.picture.clone());
        let view = View::whole(&frame);
        let scratch = &mut ReadScratch {
            sizes: Sizes::Closely,
            ..ReadScratch::default()
        };
        let known = Some(&lesson.puzzle);
        let grid = read(self.0, &view, &fitted.profile, known, scratch)
            .ok()?
            .grid?;
        let is_whole = grid.columns * grid.rows == sketch.letters.len();
        is_whole.then(|| Motion::of(&lesson.picture, grid, sketch.letters))
    }

    /// Adds what moved as examples of their own; how many. None are if the board is no longer read with them.
    pub(super) fn taught_motion(
        &self,
        fitted: &mut Fitted,
        lesson: &Lesson<G::Puzzle>,
        motion: Motion,
    ) -> Result<usize, String> {
        let looks = motion.looks();
        let (mut profile, mut pictures) = (fitted.profile.clone(), fitted.pictures.clone());
        let count = looks.len();
        if count == 0 {
            return Ok(0);
        }
        pictures.extend(profile.add_tiles(looks));
        profile.templates = Arc::new(profile.prepare(pictures.clone())?);
        self.read_back(&profile, lesson)?;
        (fitted.profile, fitted.pictures) = (profile, pictures);
        Ok(count)
    }
}
