//! Signs on something on which no example showed them: on free cells, where blocks lay over all of a goal, on another part
//! of a block, or on the other kind of cells of a chequered floor.
//!
//! A dot that a sign covers in part is so much of the sign, and for the rest what the sign lies on. So if that is something
//! else, the dot differs by a share of what the two grounds differ by.

use super::super::compare::{Dots, along, inner, minus};
use super::super::guess::Guess;
use super::{Look, TileLooks};

/// What a dot may be off. Levels; chosen: twice what is one shade.
const OFF: f32 = 28.0;

/// So large a share of all dots are as they should be. Chosen: a sign covers more than twice as many as may be otherwise.
const MOST: f32 = 0.95;

/// A dot that a sign changes by so much is its own, and one that it changes by less lies beside it. Levels; chosen: clearly,
/// and what smoothing leaves.
const CORE: f32 = 40.0;
const BESIDE: f32 = 10.0;

/// A sign has so many dots of its own at least that are not as what it lies on is, and there shows this share of that at
/// most, on average. Chosen: thin lines show half of it.
pub(super) const LEAST: usize = 5;
const THROUGH: f32 = 0.6;

/// What is no more than a sign changes at most this share of the dots, and a thing on a floor this one. Chosen: a disc that
/// reaches from side to side.
const SMALL: f32 = 0.5;
const DISC: f32 = 0.8;

/// A sign, what it lay on, and what it may lie on: the dots that count.
#[derive(Clone, Debug)]
pub(super) struct Composed {
    class: char,
    sign: Vec<[u8; 3]>,
    on: Vec<[u8; 3]>,
    ground: Vec<[u8; 3]>,
}

impl Composed {
    /// Whether it changes at most this share of the dots.
    fn is_within(&self, share: f32) -> bool {
        changed(&self.sign, &self.on) as f32 <= share * self.sign.len() as f32
    }

    fn is(&self, seen: &[[u8; 3]]) -> bool {
        let (mut fits, mut core, mut shown) = (0, 0, 0.0);
        for (at, dot) in seen.iter().enumerate() {
            let (sign, on, ground) = (self.sign[at], self.on[at], self.ground[at]);
            let changed = apart(&sign, &on);
            let (share, off) = along(dot, &sign, &minus(&ground, &on));
            // A gold ring cannot be seen on gold.
            if changed >= CORE && apart(&sign, &ground) >= CORE {
                (core, shown) = (core + 1, shown + share);
            }
            let is_beside = changed < BESIDE;
            fits += usize::from(off <= OFF && (!is_beside || apart(dot, &ground) <= OFF));
        }
        let is_there = core >= LEAST && shown <= THROUGH * core as f32;
        is_there && fits as f32 >= MOST * seen.len() as f32
    }
}

impl TileLooks {
    /// All signs on what no example showed them on.
    pub(super) fn compose(&mut self) {
        let this = &*self;
        let signs = this.letters.signs;
        let may_be = signs.iter().filter(|(class, ..)| !this.is_unseen(*class));
        let composed = may_be.flat_map(|(class, ground, sign)| {
            let others = signs.iter().filter(move |(.., other)| other == sign);
            others.flat_map(move |(other, on, _)| this.composed_of(*class, *ground, [*other, *on]))
        });
        // What was seen on its ground is another only where the ground is not all covered.
        let most = if this.is_joined() { SMALL } else { DISC };
        let is_told = |composed: &Composed| !this.shows(composed.class) || composed.is_within(most);
        let composed: Vec<Composed> = composed.filter(is_told).collect();
        self.composed = composed;
    }

    /// A sign as it lies on one thing, on another.
    fn composed_of(&self, class: char, ground: char, [other, on]: [char; 2]) -> Vec<Composed> {
        let of = |class: char| self.looks.iter().filter(move |look| look.class == class);
        let dots = |look: &Look| self.within(&look.dots);
        let far = |a: &Look, b: &Look| self.differ(&a.dots, &b.dots, f32::MAX);
        let signs = of(other).filter_map(|sign| {
            let changed = |on: &&Look| changed(&dots(sign), &dots(on));
            let under = of(on).min_by_key(changed)?;
            Some((sign, under))
        });
        // What was seen on its ground is a look of its own, unless there are grounds of several looks.
        let is_new = |on: &Look, ground: &Look| self.is_joined() || far(on, ground) > self.hidden();
        let all = signs.flat_map(|(sign, on)| {
            let grounds = of(ground).filter(move |ground| is_new(on, ground));
            grounds.map(move |ground| Composed {
                class,
                sign: dots(sign),
                on: dots(on),
                ground: dots(ground),
            })
        });
        all.collect()
    }

    /// The dots that count: what is beside a tile lies in part on those at its rim.
    fn within(&self, dots: &Dots) -> Vec<[u8; 3]> {
        inner(dots, self.rim.max(1))
    }

    /// The same of a tile that is none of those that were seen, if it is a sign that was seen on something else.
    pub(in super::super) fn with_sign(&self, guess: Guess, seen: &Dots) -> Guess {
        if guess.is_sure() || guess.torn || self.composed.is_empty() {
            return guess;
        }
        let shown = self.within(seen);
        let fits = self.composed.iter().filter(|composed| composed.is(&shown));
        let mut classes: Vec<char> = fits.map(|composed| composed.class).collect();
        classes.dedup();
        match classes[..] {
            [class] => guess.taken_for(class),
            _ => guess,
        }
    }
}

/// How many dots a sign changes.
fn changed(sign: &[[u8; 3]], on: &[[u8; 3]]) -> usize {
    let dots = sign.iter().zip(on);
    dots.filter(|(sign, on)| apart(sign, on) >= BESIDE).count()
}

fn apart(a: &[u8; 3], b: &[u8; 3]) -> f32 {
    minus(a, b).into_iter().map(f32::abs).fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: [u8; 3] = [232, 140, 184];
    const FLOOR: [u8; 3] = [40, 58, 58];
    const GOLD: [u8; 3] = [246, 206, 112];

    /// Dots with a sign on some of them, at the rim of which half of the ground shows.
    fn tile(ground: [u8; 3], sign: [u8; 3]) -> Vec<[u8; 3]> {
        let half = [0, 1, 2].map(|i| ((u16::from(ground[i]) + u16::from(sign[i])) / 2) as u8);
        let dot = |at: usize| match (at % 8, at / 8) {
            (1..=3, 1..=3) => sign,
            (0..=4, 0..=4) => half,
            _ => ground,
        };
        (0..64).map(dot).collect()
    }

    #[test]
    fn a_sign_is_known_on_another_ground() {
        let plain = |colour| vec![colour; 64];
        let composed = Composed {
            class: 'a',
            sign: tile(BLOCK, GOLD),
            on: plain(BLOCK),
            ground: plain(FLOOR),
        };
        assert!(composed.is(&tile(FLOOR, GOLD)));
        // Nothing there, another sign, the sign on what it was seen on, and something else.
        assert!(!composed.is(&plain(FLOOR)));
        assert!(!composed.is(&tile(FLOOR, [90, 214, 236])));
        assert!(!composed.is(&tile(BLOCK, GOLD)));
        assert!(!composed.is(&plain(GOLD)));
    }
}
