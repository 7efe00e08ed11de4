//! The wanted shape.

use super::super::puzzle::{MAX_CELLS, MAX_HEIGHT, MAX_WIDTH, Puzzle};
use super::{GOAL_NONE, GOAL_OUTSIDE, GOAL_WOOD, Reader};
use crate::base::Rect;
use crate::vision::cells::SPRITE_TOLERANCE;
use crate::vision::{Sprite, apart, ramp};

impl Reader<'_> {
    /// The start of the puzzle that the goal shows.
    pub(super) fn wanted(&mut self) -> Option<Puzzle> {
        let goal = self.profile.goal?;
        let places = (0..goal.columns * goal.rows).map(|i| (i % goal.columns, i / goal.columns));
        let mut block: Vec<(usize, usize, bool)> = Vec::new();
        for (column, row) in places {
            let area = goal.area(column, row);
            let (class, confidence) = self.goal_cell(area);
            let what = format!("cell ({column}, {row}) of the goal");
            let label = if class == GOAL_WOOD { "#" } else { "" };
            self.note(area, label, confidence, &what, class);
            if class != GOAL_OUTSIDE {
                block.push((column, row, class == GOAL_WOOD));
            }
        }
        let (first, last) = (*block.first()?, *block.last()?);
        let width = last.0 + 1 - first.0.min(last.0);
        let height = last.1 + 1 - first.1;
        let in_order = block.iter().enumerate().all(|(index, &(column, row, _))| {
            (column, row) == (first.0 + index % width, first.1 + index / width)
        });
        let fits = width <= MAX_WIDTH && height <= MAX_HEIGHT && width * height <= MAX_CELLS;
        if !in_order || block.len() != width * height || !fits {
            self.doubt(0.0, "the wanted shape", "it does not lie in one rectangle");
            return None;
        }
        let wanted = block.into_iter().map(|(.., wood)| wood).collect();
        Some(Puzzle::start(width, wanted))
    }

    /// The class of the goal that fits best, and how sure it is.
    fn goal_cell(&self, area: Rect) -> (&'static str, f32) {
        let classes = [GOAL_WOOD, GOAL_NONE, GOAL_OUTSIDE];
        let fit = |class: &str| {
            let sprites = self.profile.templates.goal.iter();
            let fits = sprites.filter(|s| s.class == class);
            fits.map(|sprite| self.share(sprite, area))
                .fold(0.0, f32::max)
        };
        let mut fits = classes.map(|class| (class, fit(class)));
        fits.sort_by(|a, b| b.1.total_cmp(&a.1));
        let [best, second, _] = fits;
        (
            best.0,
            ramp(best.1, 0.6, 0.9).min(ramp(best.1 - second.1, 0.0, 0.3)),
        )
    }

    /// The share of a sprite's pixels that are there.
    fn share(&self, sprite: &Sprite, area: Rect) -> f32 {
        let is_there = |p: &&crate::vision::SpritePixel| {
            let seen = self
                .view
                .pixel(area.x + i32::from(p.x), area.y + i32::from(p.y));
            apart(seen, p.colour) <= SPRITE_TOLERANCE
        };
        let there = sprite.pixels.iter().filter(is_there).count();
        there as f32 / sprite.pixels.len().max(1) as f32
    }
}
