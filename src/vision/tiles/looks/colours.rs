//! The colours of things, and of signs on them.

use super::super::compare::{SLACK, inner, recoloured, same_shade, spread};
use super::composed::LEAST;
use super::{Look, PLAIN, SHADE, TileLooks};

/// A thing in another colour differs from one that was seen by less. Mean levels; chosen: gradients differ a little
/// from colour to colour.
const RECOLOURED: f32 = 5.0;

/// Things of so many colours may have any. Chosen.
const COLOURFUL: usize = 3;

/// So many dots may be of another shade. Chosen: fewer than half of the smallest sign.
const STRAYS: usize = LEAST / 2;

impl TileLooks {
    /// Whether what was never seen may be a thing as others are: of one colour, or of colours that things have. A
    /// mark on it would tell that it is something else.
    pub(super) fn is_plain(&self, seen: &[[u8; 3]]) -> bool {
        let shown = inner(seen, self.rim);
        // Where things have many colours, there may be more; else it may be no thing at all.
        self.has_known_colours(&shown)
            || (self.colourful && spread(&shown) < PLAIN)
            || (self.varied && self.is_recoloured(&shown))
    }

    /// Whether all colours are those of things without a mark, but for a few shades: a line may fill a dot that it filled in
    /// part elsewhere.
    pub(super) fn has_known_colours(&self, shown: &[[u8; 3]]) -> bool {
        let mut strays = shown.iter().filter(|dot| !self.is_in_palette(dot, SHADE));
        strays.clone().count() <= STRAYS && strays.all(|dot| self.is_in_palette(dot, 2 * SHADE))
    }

    fn is_in_palette(&self, dot: &[u8; 3], near: u8) -> bool {
        let mut palette = self.palette.iter();
        palette.any(|known| same_shade(dot, known, near))
    }

    /// Whether it is what some thing without a mark is, in another colour: what is drawn on things may have its own.
    fn is_recoloured(&self, shown: &[[u8; 3]]) -> bool {
        let things = self.looks.iter().filter(|look| self.is_open(look.class));
        let mut things = things.map(|look| inner(&look.dots, self.rim));
        things.any(|thing| recoloured(shown, &thing) < RECOLOURED)
    }

    /// Learns the colours of things. Those of marks are none that a thing without one has.
    pub(super) fn set_palette(&mut self) {
        let things = self.looks.iter().filter(|look| self.covers(look.class));
        let (mut palette, mut plain): (Vec<[u8; 3]>, Vec<[u8; 3]>) = (Vec::new(), Vec::new());
        let add = |to: &mut Vec<[u8; 3]>, colour: [u8; 3], near: u8| {
            if !to.iter().any(|known| same_shade(known, &colour, near)) {
                to.push(colour);
            }
        };
        for look in things {
            let thing = inner(&look.dots, self.rim);
            if self.is_open(look.class) {
                thing.iter().for_each(|dot| add(&mut palette, *dot, SLACK));
            }
            if spread(&thing) < PLAIN {
                add(&mut plain, thing[0], SHADE);
            }
        }
        self.palette = palette;
        self.colourful = plain.len() >= COLOURFUL;
        let signed: Vec<bool> = self
            .looks
            .iter()
            .map(|look| self.bears_sign(look))
            .collect();
        for (look, signed) in self.looks.iter_mut().zip(signed) {
            look.signed = signed;
        }
    }

    /// Whether a look is that of a thing with a sign on it that has colours of its own.
    fn bears_sign(&self, look: &Look) -> bool {
        let is_on_open = (self.letters.like)(look.class).is_some_and(|plain| self.is_open(plain));
        let shown = inner(&look.dots, self.rim);
        let own = shown.iter().filter(|dot| !self.is_in_palette(dot, SHADE));
        is_on_open && own.count() >= LEAST
    }
}
