//! What the edges of a cell of wood tell: whether its piece goes on.

use crate::base::Rect;
use crate::games::woodworm::puzzle::Direction;
use crate::vision::{ColourSet, Templates, View, near};

/// The line around a piece is at least this share of a cell's side wide.
const LINE: i32 = 12;
/// This share of a side is left out at both ends: the lines of other sides are there.
const END: i32 = 5;

/// Looks at the edges of cells.
pub struct Edges<'a> {
    pub view: View<'a>,
    pub templates: &'a Templates,
    /// The wood's colours.
    pub wood: &'a ColourSet,
}

/// What an edge of a cell of wood consists of: shares from 0 to 1, the rest being air.
#[derive(Clone, Copy)]
pub struct Edge {
    /// Wood that goes on.
    pub wood: f32,
    /// The line around a piece.
    pub line: f32,
}

impl Edges<'_> {
    /// The cell's edge on that side.
    pub fn edge(&self, cell: Rect, side: Direction) -> Edge {
        let edge = edge(cell, side);
        let (mut wood, mut air, mut all) = (0, 0, 0);
        for y in edge.y..edge.y + edge.height {
            for x in edge.x..edge.x + edge.width {
                let colour = self.view.pixel(x, y);
                let floor = self.templates.floor_at(x, y);
                all += 1;
                wood += usize::from(self.wood.has(colour));
                air += usize::from(floor.is_some_and(|floor| near(colour, floor)));
            }
        }
        let share = |count: usize| count as f32 / all.max(1) as f32;
        Edge {
            wood: share(wood),
            line: 1.0 - share(wood + air).min(1.0),
        }
    }
}

/// The strip along a side of a cell.
fn edge(cell: Rect, side: Direction) -> Rect {
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
        Direction::Up => lying(y),
        Direction::Down => lying(y + height - down),
        Direction::Left => standing(x),
        Direction::Right => standing(x + width - across),
    }
}
