//! What a cell shows: empty floor, one of the sprites that were learned, or anything else.

use super::{Anchor, Patch, View, near};
use crate::plane::Rect;
use crate::profile::Templates;
use decide::{Floor, decide};

mod decide;
mod fit;
mod reach;

pub use reach::Neighbours;

/// How much a sprite's pixels may differ from its template in any channel: one brick is a little
/// lighter than the next.
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
pub struct CellReader<'a> {
    view: View<'a>,
    templates: &'a Templates,
    patch: Patch,
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
            middle: self.floor_share(middle(area)),
            core: self.floor_share(core(area)),
            whole: self.floor_share(inner(area, 0, 0)),
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
        let inner = Rect::new(
            area.x + area.width / 4,
            area.y + area.height / 4,
            area.width - area.width / 4 * 2,
            area.height - area.height / 4 * 2,
        );
        self.patch.fill(&self.view, inner);
        self.patch.rows().zip(inner.y..).all(|(row, y)| {
            let floor = row.iter().zip(inner.x..);
            floor.into_iter().all(|(colour, x)| {
                let floor = self.templates.floor_at(x, y);
                floor.is_some_and(|floor| near(*colour, floor))
            })
        })
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
