//! What a cell shows: empty floor, one of the sprites that were learned, or anything else.

use super::sheet::{alike, alike_beside, there, there_beside};
use super::{Anchor, Patch, ReadScratch, Sheet, TOLERANCE, View, near};
use crate::base::Rect;
use crate::vision::Templates;
use decide::{Floor, decide};

mod decide;
mod fit;
mod reach;

pub use reach::{NOTHING, Neighbours};

/// How much a sprite's pixels may differ from its template in any channel, in grey levels: one brick is
/// a little lighter than the next.
pub const SPRITE_TOLERANCE: u8 = 24;

/// The answer for one cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict<'a> {
    pub seen: Seen<'a>,
    /// 0 to 1.
    pub confidence: f32,
    /// How much of the frame around the cell is as it should be, 0 to 1: none of it is when
    /// something large lies over the cell.
    pub frame: f32,
    /// The share of the cell where its floor is visible, 0 to 1.
    pub visible: f32,
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
pub struct CellReader<'a, 'd> {
    view: View<'a>,
    templates: &'a Templates,
    patch: &'d mut Patch,
    reached: &'d mut Vec<bool>,
}

impl<'a, 'd> CellReader<'a, 'd> {
    pub fn new(view: View<'a>, templates: &'a Templates, scratch: &'d mut ReadScratch) -> Self {
        Self {
            view,
            templates,
            patch: &mut scratch.patch,
            reached: &mut scratch.reached,
        }
    }

    /// Classifies the cell whose square is `area`.
    pub fn read(&mut self, area: Rect) -> Verdict<'a> {
        if self.is_bare(area) {
            return Verdict {
                seen: Seen::Floor,
                confidence: 1.0,
                frame: 1.0,
                visible: 1.0,
                rival: None,
            };
        }
        self.patch.fill(&self.view, area);
        let floor = Floor {
            middle: self.floor_share(within(area, 4)),
            core: self.floor_share(within(area, 3)),
            whole: self.floor_share(Rect::new(0, 0, area.width, area.height)),
        };
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

    /// Whether the cell's middle is the floor that belongs there, all of it.
    fn is_bare(&mut self, area: Rect) -> bool {
        let inner = within(area, 4);
        let moved = Rect::new(
            area.x + inner.x,
            area.y + inner.y,
            inner.width,
            inner.height,
        );
        self.patch.fill(&self.view, moved);
        let (same, _) = self.floor_in(Rect::new(0, 0, inner.width, inner.height), None);
        same == (inner.width * inner.height) as usize
    }

    /// How many pixels of a part of the patch are the floor that belongs there, and of how many it
    /// is known; those under a sprite do not count.
    fn floor_in(&self, part: Rect, under: Option<&Sheet>) -> (usize, usize) {
        let Some(floor) = &self.templates.floor else {
            return (0, 0);
        };
        let corner = self.patch.area;
        let across = part.x..part.x + part.width;
        let count = |(same, known), y| {
            let seen = self.patch.sheet.row(y, across.clone());
            let columns = corner.x + across.start..corner.x + across.end;
            let floor = floor.row(corner.y + y, columns);
            let (more, of) = match under {
                None => (alike(seen, floor, TOLERANCE), there(floor)),
                Some(sprite) => {
                    let over = sprite.row(y, across.clone());
                    (
                        alike_beside(seen, floor, over, TOLERANCE),
                        there_beside(floor, over),
                    )
                }
            };
            (same + more, known + of)
        };
        (part.y..part.y + part.height).fold((0, 0), count)
    }

    /// The share of a part of the cell that is the floor that belongs there; where that was never
    /// seen, the share that has any of the floor's colours.
    fn floor_share(&self, part: Rect) -> f32 {
        let (same, known) = self.floor_in(part, None);
        let all = (part.width * part.height) as usize;
        if known * 2 >= all {
            return same as f32 / known.max(1) as f32;
        }
        let corner = self.patch.area;
        let unseen = pixels(part).filter(|&(x, y)| {
            let floor = self.templates.floor_at(corner.x + x, corner.y + y);
            let colour = self.patch.get(x, y).filter(|_| floor.is_none());
            colour.is_some_and(|colour| self.templates.is_floor_colour(colour))
        });
        (same + unseen.count()) as f32 / all.max(1) as f32
    }
}

/// The pixels of the middle half of a cell, counted from its corner.
pub fn middle(area: Rect) -> impl Iterator<Item = (i32, i32)> {
    pixels(within(area, 4))
}

/// A cell without a part of each side, counted from its corner.
fn within(area: Rect, part: i32) -> Rect {
    let (across, down) = (area.width / part, area.height / part);
    Rect::new(
        across,
        down,
        area.width - 2 * across,
        area.height - 2 * down,
    )
}

fn pixels(part: Rect) -> impl Iterator<Item = (i32, i32)> {
    let across = part.x..part.x + part.width;
    (part.y..part.y + part.height).flat_map(move |y| across.clone().map(move |x| (x, y)))
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
