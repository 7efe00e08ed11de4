//! Which cells of wood are of one piece.

use super::super::puzzle::{Cell, Direction, Puzzle};
use super::edge::Edges;
use super::{Ground, Reader, WOOD, name};
use crate::vision::regions::groups;
use crate::vision::{ColourSet, ramp};

impl Reader<'_> {
    /// The piece of each cell of the block, 0 where there is no wood.
    pub(super) fn pieces(&mut self, start: &Puzzle, wood: &[bool], ground: Ground) -> Vec<u8> {
        let palette = self.wood_colours();
        let width = start.width();
        let edges = Edges {
            view: self.view,
            templates: &self.profile.templates,
            wood: &palette,
        };
        let mut joined_cells = Vec::new();
        for at in (0..wood.len()).filter(|&at| wood[at]) {
            let cell = Cell::new((at % width) as i8, (at / width) as i8);
            for step in Direction::ALL {
                let next = cell.towards(step);
                let beside = start.index(next).filter(|&at| wood[at]);
                let here = edges.edge(ground.area(cell), step);
                let there = beside.map(|_| edges.edge(ground.area(next), step.opposite()));
                let joined = there.map_or(0.0, |there| here.wood.min(there.wood));
                let ended = there.map_or(here.line, |there| here.line.min(there.line));
                let sure = ramp(joined.max(ended), 0.6, 0.9);
                if sure < self.profile.confidence {
                    let what = format!("the {step} edge of cell {}", name(cell));
                    self.doubt(sure, &what, "there is neither a line nor wood that goes on");
                }
                if let Some(beside) = beside.filter(|_| joined > ended) {
                    joined_cells.push((at, beside));
                }
            }
        }
        let pieces = groups(width, wood, &joined_cells).into_iter();
        pieces.map(|piece| piece as u8).collect()
    }

    /// The colours of wood inside of a cell, where no line is.
    fn wood_colours(&self) -> ColourSet {
        let [width, height] = self.profile.cells.size;
        let inside = |at: i16, side: i32| (side / 4..side * 3 / 4).contains(&i32::from(at));
        let sprites = self.profile.templates.sprites.iter();
        let pixels = sprites
            .filter(|sprite| sprite.class == WOOD)
            .flat_map(|sprite| &sprite.pixels)
            .filter(|p| inside(p.x, width) && inside(p.y, height));
        let mut palette = ColourSet::default();
        pixels.for_each(|p| palette.add_wide(p.colour));
        palette
    }
}
