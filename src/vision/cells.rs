//! What a cell shows: empty floor, one of the sprites that were learned, or anything else.

use super::{Anchor, Patch, View, near, ramp};
use crate::plane::Rect;
use crate::profile::{Sprite, Templates};

/// How far a sprite may be off its place, in board pixels.
const SHIFT: i32 = 2;

/// The answer for one cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict<'a> {
    pub seen: Seen<'a>,
    /// 0 to 1.
    pub confidence: f32,
    /// How much of the frame around the cell is as it should be, 0 to 1: none of it is when
    /// something large lies over the cell.
    pub frame: f32,
    /// The runner-up, for messages.
    pub rival: Option<&'a str>,
}

/// What was recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen<'a> {
    Floor,
    /// A sprite of this class.
    Sprite(&'a str),
    /// Certainly not floor, and none of the sprites.
    Other,
}

/// Looks at cells with the templates of a profile.
pub struct CellReader<'a> {
    view: View<'a>,
    templates: &'a Templates,
    patch: Patch,
}

/// How well a sprite fits at its best shift; shares from 0 to 1.
#[derive(Clone, Copy, Default)]
struct Fit<'a> {
    class: Option<&'a str>,
    /// Pixels of the sprite and of the floor left around it in the middle of the cell.
    whole: f32,
    /// Pixels of the sprite.
    sprite: f32,
    /// The best of its upper, lower, left and right half: a sprite half covered is still known.
    half: f32,
    /// The same pixels taken as floor.
    floor: f32,
}

impl<'a> CellReader<'a> {
    pub fn new(view: View<'a>, templates: &'a Templates) -> Self {
        Self {
            view,
            templates,
            patch: Patch::default(),
        }
    }

    /// Classifies the cell whose square is `area`.
    pub fn read(&mut self, area: Rect) -> Verdict<'a> {
        self.patch.fill(&self.view, area);
        let floor = self.floor_share();
        if floor == 1.0 {
            return Verdict {
                seen: Seen::Floor,
                confidence: 1.0,
                frame: 1.0,
                rival: None,
            };
        }
        let (best, second) = self.best_fits();
        let frame = match &self.templates.anchor {
            Some(anchor) => frame_share(&self.view, anchor, area),
            None => 1.0,
        };
        Verdict {
            frame,
            ..decide(floor, best, second)
        }
    }

    /// The share of the cell's middle that is the floor that belongs there; where that was never
    /// seen, the share that has any of the floor's colours.
    fn floor_share(&self) -> f32 {
        let area = self.patch.area;
        let (mut same, mut known, mut alike, mut all) = (0, 0, 0, 0);
        for (x, y) in middle(area) {
            let Some(colour) = self.patch.get(x, y) else {
                continue;
            };
            all += 1;
            if let Some(floor) = self.templates.floor_at(area.x + x, area.y + y) {
                known += 1;
                same += usize::from(near(colour, floor));
            } else {
                alike += usize::from(self.templates.is_floor_colour(colour));
            }
        }
        if known * 2 >= all {
            same as f32 / known.max(1) as f32
        } else {
            (same + alike) as f32 / all.max(1) as f32
        }
    }

    /// The best fit of all sprites, and the best of those of another class.
    fn best_fits(&self) -> (Fit<'a>, Fit<'a>) {
        let (mut best, mut second) = (Fit::default(), Fit::default());
        for sprite in &self.templates.sprites {
            let fit = self.fit(sprite);
            if fit.whole > best.whole {
                if best.class != fit.class {
                    second = best;
                }
                best = fit;
            } else if fit.class != best.class && fit.whole > second.whole {
                second = fit;
            }
        }
        (best, second)
    }

    fn fit(&self, sprite: &'a Sprite) -> Fit<'a> {
        let mut best = self.fit_at(sprite, 0, 0);
        if best.sprite > 0.98 {
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
        let fits = |p: &&crate::profile::SpritePixel| {
            let colour = self.patch.get(i32::from(p.x) + dx, i32::from(p.y) + dy);
            colour.is_some_and(|colour| near(colour, p.colour))
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
            let fits = near(colour, pixel.colour);
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
        }
    }
}

/// Weighs floor, the best sprite and the best of another class.
fn decide<'a>(floor: f32, best: Fit<'a>, second: Fit<'a>) -> Verdict<'a> {
    let verdict = |seen, confidence, rival| Verdict {
        seen,
        confidence,
        frame: 1.0,
        rival,
    };
    if let Some(class) = best.class
        && best.sprite > 0.65
        && best.sprite > best.floor + 0.2
    {
        let sure = ramp(best.whole, 0.65, 0.9)
            .min(ramp(best.sprite - best.floor, 0.15, 0.5))
            .min(ramp(best.whole - second.whole, 0.0, 0.2));
        // A sprite that does not fit well enough may still be a stranger that resembles it.
        if sure > 0.0 && best.whole > 0.72 {
            return verdict(Seen::Sprite(class), sure, second.class.or(Some("floor")));
        }
    }
    let sprite_like = best.whole.max(if best.half > 0.9 { 0.85 } else { 0.0 });
    if floor >= 0.65 {
        let clear = match best.class {
            Some(_) => ramp(best.floor - best.sprite, -0.1, 0.3),
            None => 1.0,
        };
        return verdict(Seen::Floor, ramp(floor, 0.65, 0.85).min(clear), best.class);
    }
    let stranger = ramp(0.8 - sprite_like, 0.0, 0.15).min(ramp(0.7 - floor, 0.0, 0.25));
    let rival = if floor > sprite_like {
        Some("floor")
    } else {
        best.class
    };
    verdict(Seen::Other, stranger, rival)
}

/// The pixels of the middle half of a cell, counted from its corner.
pub fn middle(area: Rect) -> impl Iterator<Item = (i32, i32)> {
    let (left, right) = (area.width / 4, area.width - area.width / 4);
    let (top, bottom) = (area.height / 4, area.height - area.height / 4);
    (top..bottom).flat_map(move |y| (left..right).map(move |x| (x, y)))
}

/// The share of the pixels right around a cell that are as the anchor has them; 1 if it knows none.
fn frame_share(view: &View, anchor: &Anchor, area: Rect) -> f32 {
    let (left, right) = (area.x - 1, area.x + area.width);
    let (top, bottom) = (area.y - 1, area.y + area.height);
    let across = (left..=right).flat_map(|x| [(x, top), (x, bottom)]);
    let down = (top..=bottom).flat_map(|y| [(left, y), (right, y)]);
    let (mut right, mut all) = (0, 0);
    for (x, y) in across.chain(down) {
        if let Some(expected) = anchor.colour(x, y) {
            all += 1;
            right += usize::from(near(view.pixel(x, y), expected));
        }
    }
    if all == 0 {
        1.0
    } else {
        right as f32 / all as f32
    }
}
