//! Where a piece of wood goes on from one cell to the next.

use crate::games::woodworm::puzzle::Step;
use crate::plane::Rect;
use crate::vision::{Palette, View};

/// The line around a piece is at least this share of a cell's side wide.
const LINE: i32 = 12;
/// This share of a side is left out at both ends: the lines of other sides are there.
const END: i32 = 5;

/// Looks at the edges of cells.
pub struct Joins<'a> {
    pub view: View<'a>,
    /// The wood's colours.
    pub wood: &'a Palette,
}

impl Joins<'_> {
    /// The share of the cell's edge on that side that is wood: all of it where the piece goes on,
    /// nothing where it ends.
    pub fn goes_on(&self, cell: Rect, side: Step) -> f32 {
        let edge = edge(cell, side);
        let (mut wood, mut all) = (0, 0);
        for y in edge.y..edge.y + edge.height {
            for x in edge.x..edge.x + edge.width {
                all += 1;
                wood += usize::from(self.wood.has(self.view.pixel(x, y)));
            }
        }
        wood as f32 / all.max(1) as f32
    }
}

/// The strip along a side of a cell.
fn edge(cell: Rect, side: Step) -> Rect {
    let Rect {
        x,
        y,
        width,
        height,
    } = cell;
    let thick = |side: i32| (side / LINE).max(1);
    let end = |side: i32| side / END;
    let (across, down) = (thick(width), thick(height));
    let lying = |y| Rect::new(x + end(width), y, width - 2 * end(width), down);
    let standing = |x| Rect::new(x, y + end(height), across, height - 2 * end(height));
    match side {
        Step::Up => lying(y),
        Step::Down => lying(y + height - down),
        Step::Left => standing(x),
        Step::Right => standing(x + width - across),
    }
}
