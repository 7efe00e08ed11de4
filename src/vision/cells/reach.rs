//! What reaches into a cell from its neighbours: sprites may be larger than their cell.

use super::{CellReader, SPRITE_TOLERANCE, middle};
use crate::base::Rect;
use crate::vision::line::grown;
use crate::vision::{Sprite, TOLERANCE, apart};

/// How far something on a neighbouring cell may reach into a cell, as a share of its side. What
/// stands on the cell itself is larger.
const REACH: f32 = 0.56;

/// A smaller share of a cell's middle is nothing of its own.
pub const NOTHING: f32 = 0.08;

/// Less than this share of a cell's middle does not tell what fills it.
const LEAST: f32 = 0.1;

/// Neighbours on which something large may stand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Neighbours {
    pub below: bool,
    pub left: bool,
    pub right: bool,
}

impl<'a> CellReader<'a, '_> {
    /// The share of the cell's middle that is covered by something that does not come from the
    /// neighbours named: by something on the cell itself.
    pub fn own_share(&mut self, area: Rect, from: Neighbours) -> f32 {
        self.share_over(None, area, from)
    }

    /// What fills the cell, if that is all that is to be seen of it between what reaches in from the
    /// neighbours named.
    pub fn filled_between(&mut self, area: Rect, from: Neighbours) -> Option<&'a str> {
        let filling = self.templates.sprites.iter();
        let mut filling = filling.filter(|sprite| sprite.fills(area));
        let between = filling.find(|sprite| {
            self.share_over(Some(sprite), area, from) <= NOTHING
                && self.shown(sprite, area) >= LEAST
        });
        between.map(|sprite| sprite.class.as_str())
    }

    /// The share of the cell's middle that shows a sprite. The patch is that of [`Self::share_over`].
    fn shown(&self, sprite: &Sprite, area: Rect) -> f32 {
        let shown = middle(area).filter(|&(x, y)| !self.covered(Some(sprite), x, y));
        shown.count() as f32 / middle(area).count() as f32
    }

    /// [`Self::own_share`] of a cell with floor, or with what fills it.
    fn share_over(&mut self, ground: Option<&Sprite>, area: Rect, from: Neighbours) -> f32 {
        self.patch.fill(&self.view, grown(area, 1));
        let (width, height) = (area.width, area.height);
        let reach = |run: i32, of: i32| {
            if run as f32 <= REACH * of as f32 {
                run
            } else {
                0
            }
        };
        let mut reached = std::mem::take(self.reached);
        reached.clear();
        reached.resize((width * height) as usize, false);
        let mut mark = |x: i32, y: i32| reached[(y * width + x) as usize] = true;
        for x in (0..width).filter(|_| from.below) {
            let run = self.run(ground, (0..height).rev().map(|y| (x, y)), (x, height));
            (height - reach(run, height)..height).for_each(|y| mark(x, y));
        }
        for y in 0..height {
            if from.left {
                let run = self.run(ground, (0..width).map(|x| (x, y)), (-1, y));
                (0..reach(run, width)).for_each(|x| mark(x, y));
            }
            if from.right {
                let run = self.run(ground, (0..width).rev().map(|x| (x, y)), (width, y));
                (width - reach(run, width)..width).for_each(|x| mark(x, y));
            }
        }
        let own =
            |&(x, y): &(i32, i32)| self.covered(ground, x, y) && !reached[(y * width + x) as usize];
        let share = middle(area).filter(own).count() as f32 / middle(area).count() as f32;
        *self.reached = reached;
        share
    }

    /// How many pixels in a row, starting at an edge, are covered; none if the pixel of the gap
    /// beyond the edge is not.
    fn run(
        &self,
        ground: Option<&Sprite>,
        inwards: impl Iterator<Item = (i32, i32)>,
        gap: (i32, i32),
    ) -> i32 {
        if !self.covered(None, gap.0, gap.1) {
            return 0;
        }
        let covered = inwards.take_while(|&(x, y)| self.covered(ground, x, y));
        covered.count() as i32
    }

    /// Whether something lies over a pixel, counted from the corner of the cell in the middle of
    /// the patch: it is not as the ground, the floor or the gap between cells should be.
    fn covered(&self, ground: Option<&Sprite>, x: i32, y: i32) -> bool {
        let (left, top) = (self.patch.area.x + 1, self.patch.area.y + 1);
        let anchor = self.templates.anchor.as_ref();
        let floor = || self.templates.floor_at(left + x, top + y);
        let (expected, tolerance) = match ground {
            Some(sprite) => (sprite.sheet.get(x, y), SPRITE_TOLERANCE),
            None => {
                let gap = || anchor.and_then(|anchor| anchor.colour(left + x, top + y));
                (floor().or_else(gap), TOLERANCE)
            }
        };
        match (self.patch.get(x + 1, y + 1), expected) {
            (Some(colour), Some(expected)) => apart(colour, expected) > tolerance,
            // Nothing is known about it: it does not stop a run.
            _ => true,
        }
    }
}
