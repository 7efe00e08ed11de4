//! How well the sprites that were learned fit a cell.

use super::{CellReader, SPRITE_TOLERANCE};
use crate::profile::{Sprite, SpritePixel};
use crate::vision::{apart, near};

/// How far a sprite may be off its place, in board pixels.
const SHIFT: i32 = 2;

/// A larger share of a sprite's pixels than this is all of it.
const EXACT: f32 = 0.98;

/// What fills its cell is there beyond doubt from this share of its pixels on: nothing else leaves so
/// much of it.
const CLEAR: f32 = 0.9;

/// How well a sprite fits at its best shift; shares from 0 to 1.
#[derive(Clone, Copy, Default)]
pub struct Fit<'a> {
    pub class: Option<&'a str>,
    /// Pixels of the sprite and of the floor left around it in the middle of the cell.
    pub whole: f32,
    /// Pixels of the sprite.
    pub sprite: f32,
    /// The best of its upper, lower, left and right half: a sprite half covered is still known.
    pub half: f32,
    /// The same pixels taken as floor.
    pub floor: f32,
    /// It is a sprite that fills the cell.
    pub fills: bool,
}

impl<'a> CellReader<'a> {
    /// The best fit of all sprites, the best of those of another class, and how much the cell looks
    /// like any of them, 0 to 1.
    pub(super) fn best_fits(&self) -> (Fit<'a>, Fit<'a>, f32) {
        if let Some(fit) = self.clear_fill() {
            return (fit, Fit::default(), fit.whole);
        }
        let (mut best, mut second, mut likeness) = (Fit::default(), Fit::default(), 0.0f32);
        for sprite in &self.templates.sprites {
            let fit = self.fit(sprite);
            likeness = likeness.max(fit.likeness(sprite));
            if fit.whole > best.whole {
                if best.class != fit.class {
                    second = best;
                }
                best = fit;
            } else if fit.class != best.class && fit.whole > second.whole {
                second = fit;
            }
        }
        (best, second, likeness)
    }

    /// What fills the cell and is nearly all there leaves no room for anything else.
    fn clear_fill(&self) -> Option<Fit<'a>> {
        let sprites = self.templates.sprites.iter();
        let filling = sprites.filter(|sprite| self.is_filled_by(sprite));
        let fits = filling.map(|sprite| self.fit_at(sprite, 0, 0));
        let best = fits.max_by(|a, b| a.sprite.total_cmp(&b.sprite));
        best.filter(|fit| fit.sprite > CLEAR)
    }

    fn is_filled_by(&self, sprite: &Sprite) -> bool {
        let area = self.patch.area;
        sprite.pixels.len() as i32 * 5 >= area.width * area.height * 4
    }

    fn fit(&self, sprite: &'a Sprite) -> Fit<'a> {
        let mut best = self.fit_at(sprite, 0, 0);
        if best.sprite > EXACT {
            return best;
        }
        for dy in -SHIFT..=SHIFT {
            for dx in -SHIFT..=SHIFT {
                if (dx, dy) != (0, 0) && self.glance(sprite, dx, dy) {
                    let fit = self.fit_at(sprite, dx, dy);
                    if fit.sprite > best.sprite {
                        best = fit;
                    }
                }
            }
        }
        best
    }

    /// Whether a few pixels of the sprite fit well enough to look at all of them.
    fn glance(&self, sprite: &Sprite, dx: i32, dy: i32) -> bool {
        let step = (sprite.pixels.len() / 16).max(1);
        let probes = sprite.pixels.iter().step_by(step);
        let fits = |p: &&SpritePixel| {
            let colour = self.patch.get(i32::from(p.x) + dx, i32::from(p.y) + dy);
            colour.is_some_and(|colour| apart(colour, p.colour) <= SPRITE_TOLERANCE)
        };
        probes.clone().filter(fits).count() * 4 >= probes.count()
    }

    fn fit_at(&self, sprite: &'a Sprite, dx: i32, dy: i32) -> Fit<'a> {
        let area = self.patch.area;
        let (mut right, mut floor, mut floor_known) = (0usize, 0usize, 0usize);
        let mut halves = [(0usize, 0usize); 4];
        for pixel in &sprite.pixels {
            let (x, y) = (i32::from(pixel.x) + dx, i32::from(pixel.y) + dy);
            let Some(colour) = self.patch.get(x, y) else {
                continue;
            };
            let fits = apart(colour, pixel.colour) <= SPRITE_TOLERANCE;
            right += usize::from(fits);
            let upper = i32::from(pixel.y) * 2 < sprite.middle.y;
            let left = i32::from(pixel.x) * 2 < sprite.middle.x;
            for half in [usize::from(upper), 2 + usize::from(left)] {
                halves[half].0 += usize::from(fits);
                halves[half].1 += 1;
            }
            if let Some(expected) = self.templates.floor_at(area.x + x, area.y + y) {
                floor_known += 1;
                floor += usize::from(near(colour, expected));
            }
        }
        let (mut around, mut around_right) = (0usize, 0usize);
        for &(x, y) in &sprite.around {
            let (x, y) = (i32::from(x), i32::from(y));
            let expected = self.templates.floor_at(area.x + x, area.y + y);
            if let (Some(colour), Some(expected)) = (self.patch.get(x, y), expected) {
                around += 1;
                around_right += usize::from(near(colour, expected));
            }
        }
        let count = sprite.pixels.len().max(1);
        let share = |(right, all): (usize, usize)| right as f32 / all.max(1) as f32;
        Fit {
            class: Some(&sprite.class),
            whole: share((right + around_right, count + around)),
            sprite: share((right, count)),
            half: halves.into_iter().map(share).fold(0.0, f32::max),
            floor: share((floor, floor_known)),
            fills: self.is_filled_by(sprite),
        }
    }
}

impl Fit<'_> {
    /// How much the cell looks like the sprite even if it does not fit. A sprite half covered is
    /// still known by its other half; a thin drawing is mostly floor, and so is what looks like it.
    fn likeness(&self, sprite: &Sprite) -> f32 {
        if sprite.around.len() > sprite.pixels.len() {
            (self.whole + 0.15).min(1.0)
        } else if self.half > 0.9 {
            self.whole.max(0.85)
        } else {
            self.whole
        }
    }
}
