//! Which cells of wood are of one piece.

use super::super::puzzle::{Cell, Direction, Puzzle};
use super::edge::Edges;
use super::{Ground, Reader, WOOD, name};
use crate::vision::{Palette, ramp};

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
        let mut pieces = Pieces::new(wood);
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
                    pieces.join(at, beside);
                }
            }
        }
        pieces.numbers()
    }

    /// The colours of wood inside of a cell, where no line is.
    fn wood_colours(&self) -> Palette {
        let [width, height] = self.profile.cells.size;
        let inside = |at: i16, side: i32| (side / 4..side * 3 / 4).contains(&i32::from(at));
        let sprites = self.profile.templates.sprites.iter();
        let pixels = sprites
            .filter(|sprite| sprite.class == WOOD)
            .flat_map(|sprite| &sprite.pixels)
            .filter(|p| inside(p.x, width) && inside(p.y, height));
        let mut palette = Palette::default();
        pixels.for_each(|p| palette.add_wide(p.colour));
        palette
    }
}

/// Cells that are joined step by step.
struct Pieces<'a> {
    wood: &'a [bool],
    /// Another cell of the same piece, or the cell itself.
    links: Vec<usize>,
}

impl<'a> Pieces<'a> {
    fn new(wood: &'a [bool]) -> Self {
        Self {
            wood,
            links: (0..wood.len()).collect(),
        }
    }

    fn root(&self, mut at: usize) -> usize {
        while self.links[at] != at {
            at = self.links[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.links[a.max(b)] = a.min(b);
    }

    /// A number for each piece, from 1 on; 0 where there is no wood.
    fn numbers(&self) -> Vec<u8> {
        let number = |at: usize| {
            if self.wood[at] {
                self.root(at) as u8 + 1
            } else {
                0
            }
        };
        (0..self.wood.len()).map(number).collect()
    }
}
