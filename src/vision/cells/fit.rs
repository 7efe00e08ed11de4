//! How well the sprites that were learned fit a cell.

use std::ops::Range;

use super::{CellReader, SPRITE_TOLERANCE, within};
use crate::vision::sheet::{Dot, alike, there};
use crate::vision::{Sprite, near};

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
    of: Option<&'a Sprite>,
    /// Pixels of the sprite and of the floor left around it in the middle of the cell.
    pub whole: f32,
    /// Pixels of the sprite.
    pub sprite: f32,
    /// The best of its upper, lower, left and right half: a sprite half covered is still known.
    pub half: f32,
    /// The best of its quarters.
    pub quarter: f32,
    /// The same pixels taken as floor; counted for the best fit only.
    pub floor: f32,
    /// It is a sprite that fills the cell.
    fills: bool,
    /// By so many pixels it is off its place.
    shift: (i32, i32),
}

impl<'a> CellReader<'a, '_> {
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
                if best.class() != fit.class() {
                    second = best;
                }
                best = fit;
            } else if fit.class() != best.class() && fit.whole > second.whole {
                second = fit;
            }
        }
        if let Some(sprite) = best.of {
            best.floor = self.floor_under(sprite, best.shift);
        }
        (best, second, likeness)
    }

    /// What fills the cell and is nearly all there leaves no room for anything else.
    fn clear_fill(&self) -> Option<Fit<'a>> {
        let sprites = self.templates.sprites.iter();
        let filling = sprites.filter(|sprite| sprite.fills(self.patch.area));
        let fits = filling.map(|sprite| self.fit_at(sprite, (0, 0)));
        let best = fits.max_by(|a, b| a.sprite.total_cmp(&b.sprite));
        best.filter(|fit| fit.sprite > CLEAR)
    }

    fn fit(&self, sprite: &'a Sprite) -> Fit<'a> {
        let (mut best, mut most) = ((0, 0), self.matching(sprite, (0, 0), 0));
        if most as f32 <= EXACT * sprite.pixels.len() as f32 {
            for dy in -SHIFT..=SHIFT {
                for dx in -SHIFT..=SHIFT {
                    if (dx, dy) != (0, 0) && self.glance(sprite, (dx, dy)) {
                        let matching = self.matching(sprite, (dx, dy), most);
                        if matching > most {
                            (best, most) = ((dx, dy), matching);
                        }
                    }
                }
            }
        }
        self.fit_at(sprite, best)
    }

    /// Whether a few rows of the sprite fit well enough to look at all of them.
    fn glance(&self, sprite: &Sprite, shift: (i32, i32)) -> bool {
        let (mut shown, mut all) = (0, 0);
        for y in &sprite.glance {
            shown += self.showing(sprite, *y, shift);
            all += sprite.rows[*y as usize];
        }
        shown * 8 >= all * 3
    }

    /// How many pixels of a sprite's row show where it is shifted to.
    #[inline]
    fn showing(&self, sprite: &Sprite, y: i32, (dx, dy): (i32, i32)) -> usize {
        let area = self.patch.area;
        if !(0..area.height).contains(&(y + dy)) {
            return 0;
        }
        let (own, seen) = self.rows(sprite, y, (dx, dy), inside(area.width, dx));
        alike(own, seen, SPRITE_TOLERANCE)
    }

    /// A part of a sprite's row, and what is seen where it is shifted to.
    #[inline]
    fn rows<'s>(
        &'s self,
        sprite: &'s Sprite,
        y: i32,
        (dx, dy): (i32, i32),
        part: Range<i32>,
    ) -> (&'s [Dot], &'s [Dot]) {
        let there = part.start + dx..part.end + dx;
        let seen = self.patch.sheet.row(y + dy, there);
        (sprite.sheet.row(y, part), seen)
    }

    /// How many pixels of the sprite show, if that is more than `most`; else perhaps fewer.
    fn matching(&self, sprite: &Sprite, shift: (i32, i32), most: usize) -> usize {
        let (mut matching, mut left) = (0, sprite.pixels.len());
        for (y, count) in (0..).zip(&sprite.rows) {
            matching += self.showing(sprite, y, shift);
            left -= count;
            if matching + left <= most {
                break;
            }
        }
        matching
    }

    fn fit_at(&self, sprite: &'a Sprite, (dx, dy): (i32, i32)) -> Fit<'a> {
        let area = self.patch.area;
        // Pixels that show, and all that are in the cell, by quarters.
        let mut quarters = [(0usize, 0usize); 4];
        let columns = inside(area.width, dx);
        let parting = sprite.centre.0.clamp(columns.start, columns.end);
        let halves = [columns.start..parting, parting..columns.end];
        for y in inside(area.height, dy) {
            for (half, columns) in halves.iter().enumerate() {
                let (own, seen) = self.rows(sprite, y, (dx, dy), columns.clone());
                let quarter = &mut quarters[half + 2 * usize::from(y >= sprite.centre.1)];
                quarter.0 += alike(own, seen, SPRITE_TOLERANCE);
                quarter.1 += there(own);
            }
        }
        let sum = |of: &[usize]| {
            let sum = |(a, b), of: &usize| (a + quarters[*of].0, b + quarters[*of].1);
            of.iter().fold((0, 0), sum)
        };
        let halves = [sum(&[0, 1]), sum(&[2, 3]), sum(&[0, 2]), sum(&[1, 3])];
        let (right, _) = sum(&[0, 1, 2, 3]);
        let (around_right, around) = self.floor_in(within(area, 4), Some(&sprite.sheet));
        let count = sprite.pixels.len().max(1);
        Fit {
            of: Some(sprite),
            whole: share((right + around_right, count + around)),
            sprite: share((right, count)),
            half: halves.into_iter().map(share).fold(0.0, f32::max),
            quarter: quarters.into_iter().map(share).fold(0.0, f32::max),
            fills: sprite.fills(area),
            floor: 0.0,
            shift: (dx, dy),
        }
    }

    /// How much of a sprite's pixels, where it fits best, is floor; 0 if none is known.
    fn floor_under(&self, sprite: &Sprite, (dx, dy): (i32, i32)) -> f32 {
        let area = self.patch.area;
        let pairs = sprite.pixels.iter().filter_map(|pixel| {
            let (x, y) = (i32::from(pixel.x) + dx, i32::from(pixel.y) + dy);
            let colour = self.patch.get(x, y)?;
            Some((colour, self.templates.floor_at(area.x + x, area.y + y)?))
        });
        let count =
            |(same, all), (colour, floor)| (same + usize::from(near(colour, floor)), all + 1);
        share(pairs.fold((0, 0), count))
    }
}

/// What stays inside of a length when it is shifted.
fn inside(length: i32, shift: i32) -> Range<i32> {
    (-shift).max(0)..length - shift.max(0)
}

fn share((right, all): (usize, usize)) -> f32 {
    right as f32 / all.max(1) as f32
}

impl<'a> Fit<'a> {
    /// How much of what fills its cell is there: neighbours may cover all of it but a corner.
    pub fn filling(&self) -> f32 {
        let filling = self.sprite.max(self.half - 0.3).max(self.quarter - 0.4);
        if self.fills { filling } else { 0.0 }
    }

    pub fn class(&self) -> Option<&'a str> {
        self.of.map(|sprite| sprite.class.as_str())
    }

    /// How much the cell looks like the sprite even if it does not fit. A sprite half covered is
    /// still known by its other half; a thin drawing is mostly floor, and so is what looks like it.
    fn likeness(&self, sprite: &Sprite) -> f32 {
        if sprite.around > sprite.pixels.len() {
            (self.whole + 0.15).min(1.0)
        } else if self.half > 0.9 {
            self.whole.max(0.85)
        } else {
            self.whole
        }
    }
}
