//! What a cell shows: empty floor, one of the sprites that were learned, or anything else.

use super::line::grown;
use super::{Anchor, Patch, View, apart, near, ramp};
use crate::plane::Rect;
use crate::profile::{Sprite, Templates};

/// How far a sprite may be off its place, in board pixels.
const SHIFT: i32 = 2;

/// How much a sprite's pixels may differ from its template in any channel: one brick is a little
/// lighter than the next.
pub const SPRITE_TOLERANCE: u8 = 24;

/// How far something on a neighbouring cell may reach into a cell, as a share of its side. What
/// stands on the cell itself is larger.
const REACH: f32 = 0.56;

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

/// Neighbours on which something large may stand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Neighbours {
    pub below: bool,
    pub left: bool,
    pub right: bool,
}

/// Looks at cells with the templates of a profile.
pub struct CellReader<'a> {
    view: View<'a>,
    templates: &'a Templates,
    patch: Patch,
}

/// Shares of a cell that are floor.
#[derive(Clone, Copy)]
struct Floor {
    /// Of its middle half.
    middle: f32,
    /// Of its innermost third.
    core: f32,
    /// Of all of it.
    whole: f32,
}

impl Floor {
    /// How sure it is that the cell is empty. Something large on a neighbouring cell may reach into
    /// the middle, but leaves the core free; whatever stands on the cell itself does not.
    fn bare(&self) -> f32 {
        let reached = ramp(self.core, 0.75, 0.9).min(ramp(self.middle, 0.4, 0.55));
        ramp(self.middle, 0.65, 0.85).max(reached)
    }
}

impl Floor {
    /// How sure it is that something as large as a monster stands there: a pointer is smaller.
    fn occupied(&self) -> f32 {
        ramp(0.6 - self.middle, 0.0, 0.2).min(ramp(0.8 - self.whole, 0.0, 0.1))
    }
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
    /// It is a sprite that fills the cell.
    fills: bool,
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
        let floor = Floor {
            middle: self.floor_share(middle(area)),
            core: self.floor_share(core(area)),
            whole: self.floor_share(inner(area, 0, 0)),
        };
        if floor.middle == 1.0 {
            return Verdict {
                seen: Seen::Floor,
                confidence: 1.0,
                frame: 1.0,
                rival: None,
            };
        }
        let (best, second, likeness) = self.best_fits();
        let frame = match &self.templates.anchor {
            Some(anchor) => frame_share(&self.view, anchor, area),
            None => 1.0,
        };
        Verdict {
            frame,
            ..decide(floor, best, second, likeness)
        }
    }

    /// The share of the cell's middle that is covered by something that does not come from the
    /// neighbours named: by something on the cell itself.
    pub fn own_share(&mut self, area: Rect, from: Neighbours) -> f32 {
        self.patch.fill(&self.view, grown(area, 1));
        let (width, height) = (area.width, area.height);
        let reach = |run: i32, of: i32| {
            if run as f32 <= REACH * of as f32 {
                run
            } else {
                0
            }
        };
        let mut reached = vec![false; (width * height) as usize];
        let mut mark = |x: i32, y: i32| reached[(y * width + x) as usize] = true;
        for x in (0..width).filter(|_| from.below) {
            let run = self.run((0..height).rev().map(|y| (x, y)), (x, height));
            (height - reach(run, height)..height).for_each(|y| mark(x, y));
        }
        for y in 0..height {
            if from.left {
                let run = self.run((0..width).map(|x| (x, y)), (-1, y));
                (0..reach(run, width)).for_each(|x| mark(x, y));
            }
            if from.right {
                let run = self.run((0..width).rev().map(|x| (x, y)), (width, y));
                (width - reach(run, width)..width).for_each(|x| mark(x, y));
            }
        }
        let own = |&(x, y): &(i32, i32)| self.covered(x, y) && !reached[(y * width + x) as usize];
        middle(area).filter(own).count() as f32 / middle(area).count() as f32
    }

    /// How many pixels in a row, starting at an edge, are covered; none if the pixel of the gap
    /// beyond the edge is not.
    fn run(&self, inwards: impl Iterator<Item = (i32, i32)>, gap: (i32, i32)) -> i32 {
        if !self.covered(gap.0, gap.1) {
            return 0;
        }
        inwards.take_while(|&(x, y)| self.covered(x, y)).count() as i32
    }

    /// Whether something lies over a pixel, counted from the corner of the cell in the middle of
    /// the patch: it is not as the floor or the gap between cells should be.
    fn covered(&self, x: i32, y: i32) -> bool {
        let (left, top) = (self.patch.area.x + 1, self.patch.area.y + 1);
        let anchor = self.templates.anchor.as_ref();
        let expected = self
            .templates
            .floor_at(left + x, top + y)
            .or_else(|| anchor.and_then(|anchor| anchor.colour(left + x, top + y)));
        match (self.patch.get(x + 1, y + 1), expected) {
            (Some(colour), Some(expected)) => !near(colour, expected),
            // Nothing is known about it: it does not stop a run.
            _ => true,
        }
    }

    /// The share of some pixels that is the floor that belongs there; where that was never seen, the
    /// share that has any of the floor's colours.
    fn floor_share(&self, pixels: impl Iterator<Item = (i32, i32)>) -> f32 {
        let area = self.patch.area;
        let (mut same, mut known, mut alike, mut all) = (0, 0, 0, 0);
        for (x, y) in pixels {
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

    /// The best fit of all sprites, the best of those of another class, and how much the cell looks
    /// like any of them, 0 to 1.
    fn best_fits(&self) -> (Fit<'a>, Fit<'a>, f32) {
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
            fills: sprite.pixels.len() as i32 * 5 >= area.width * area.height * 4,
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

/// Weighs floor, the best sprite and the best of another class.
fn decide<'a>(floor: Floor, best: Fit<'a>, second: Fit<'a>, likeness: f32) -> Verdict<'a> {
    let verdict = |seen, confidence, rival| Verdict {
        seen,
        confidence,
        frame: 1.0,
        rival,
    };
    // Nothing stands on what fills its cell: what does not fit belongs to a neighbour.
    if let Some(class) = best.class
        && best.fills
        && best.sprite.max(best.half - 0.3) > 0.5
    {
        let sure = ramp(best.sprite.max(best.half - 0.3), 0.4, 0.6);
        return verdict(Seen::Sprite(class), sure, second.class.or(Some("floor")));
    }
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
    let bare = floor.bare();
    if bare > 0.0 {
        let clear = match best.class {
            Some(_) => ramp(best.floor - best.sprite, -0.1, 0.3),
            None => 1.0,
        };
        return verdict(Seen::Floor, bare.min(clear), best.class);
    }
    let stranger = ramp(0.8 - likeness, 0.0, 0.15).min(floor.occupied());
    let rival = if floor.middle > likeness {
        Some("floor")
    } else {
        best.class
    };
    verdict(Seen::Other, stranger, rival)
}

/// The pixels of the middle half of a cell, counted from its corner.
pub fn middle(area: Rect) -> impl Iterator<Item = (i32, i32)> {
    inner(area, area.width / 4, area.height / 4)
}

/// The pixels of its innermost third.
fn core(area: Rect) -> impl Iterator<Item = (i32, i32)> {
    inner(area, area.width / 3, area.height / 3)
}

fn inner(area: Rect, across: i32, down: i32) -> impl Iterator<Item = (i32, i32)> {
    let (left, right) = (across, area.width - across);
    let (top, bottom) = (down, area.height - down);
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
