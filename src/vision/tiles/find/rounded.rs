//! Things drawn at whole pixels on tiles that are no whole number of them.

use super::{Guess, NUDGE, Search};

/// A tile is so much wider or narrower, in pixels, where a thing that fills half of it or more is one wider or narrower.
const WIDER: [f64; 3] = [-1.5, 0.0, 1.5];

/// What is drawn on a thing may be so much farther off than the thing is, in steps, and no farther than this share of a tile:
/// both are at whole pixels, there and where they were seen. By trial on a page at 125 %: 1.2 pixels. Not where each thing is
/// there once: a number that lost a piece is like another a little farther on.
const FARTHER: i32 = 3;
const SHARE: f64 = 1.0 / 24.0;

/// Of so many tiles of a board at most one is in doubt where rounding is what makes it so. Chosen: where a lattice is not the
/// board's most are, and there is nothing to be looked at again.
const DOUBTS: usize = 4;

/// Whether no more of these tiles are in doubt.
pub(super) fn are_mostly_sure(guesses: &[Guess], of: &[usize]) -> bool {
    DOUBTS * of.iter().filter(|at| !guesses[**at].is_sure()).count() <= of.len()
}

impl Search<'_> {
    /// What a tile of a board is taken for that is in doubt, where and as large as it is nearest to what it seems if it is
    /// drawn at whole pixels: the sides of a thing may be a pixel nearer to each other or farther apart than those of others
    /// that are like it.
    pub(super) fn rounded(&self, guess: Guess, area: [f64; 4]) -> Guess {
        let is_joined = self.looks.is_joined();
        if is_joined || guess.is_sure() || guess.clear == 0.0 || self.looks.is_page(guess.class) {
            return guess;
        }
        let (mut nearest, mut area) = (guess, area);
        for axis in [0, 1] {
            let [first, side] = [area[axis], area[axis + 2]];
            let offs = (-FARTHER..=FARTHER).map(|step| f64::from(step) * NUDGE);
            let ways = offs.flat_map(|off| WIDER.map(|wider| (off, wider)));
            let may_be = |(off, wider): &(f64, f64)| {
                let is_mark = !self.looks.single && *wider == 0.0;
                off.abs() <= NUDGE || (is_mark && off.abs() <= SHARE * side)
            };
            for (off, wider) in ways.filter(may_be) {
                let mut tried = area;
                (tried[axis], tried[axis + 2]) = (first + off - wider / 2.0, side + wider);
                let (_, there) = self.glance(tried);
                if there.class == guess.class && there.apart < nearest.apart {
                    (nearest, area) = (there, tried);
                }
            }
        }
        match nearest.confidence > guess.confidence {
            true => nearest,
            false => guess,
        }
    }
}
