//! How far a tile may be from its class, and how far what was never seen must be from all.

use super::{Look, NEAR, PAGE, STRANGE, TileLooks, WHOLE};

/// How far a tile may be at a first glance: so many times the least distance between classes, within limits. By
/// trial.
const STRANGER: f32 = 1.5;

/// A tile is nearer to its class than this share of how far others are, but it may always be a little off. Mean
/// levels; by trial.
const NEARER: f32 = 0.6;
pub(super) const LEAST: f32 = 1.5;

/// What no example showed is farther from what is no thing than this share of how far things are: a shade on a free cell
/// is much nearer. By trial on a board that gets darker downwards, and on boards of nearly one colour.
const OTHER: f32 = 1.0 / 4.0;

impl TileLooks {
    /// A tile must be nearer to its class than to others.
    pub(super) fn narrow_limits(&mut self) {
        let mut least = f32::MAX;
        for class in self.limits.keys().copied().collect::<Vec<_>>() {
            let gap = self.gap(class);
            least = least.min(gap);
            let narrow = (NEARER * gap).max(LEAST);
            let limit = self.limits.entry(class);
            limit.and_modify(|limit| *limit = limit.min(narrow));
            self.wide_limits.insert(class, NEAR.min(narrow));
            self.strange_limits
                .insert(class, OTHER * self.gap_to_things(class));
        }
        // Things that cover several tiles differ by where their edges are, even if all are of one class.
        let least = if self.is_joined() { WHOLE } else { least };
        self.strange = (STRANGER * least).clamp(STRANGE[0], STRANGE[1]);
        tracing::debug!(self.strange, ?self.limits, ?self.unseen, count = self.looks.len(), "looks");
    }

    pub(super) fn least_gap(&self) -> f32 {
        let gaps = self.limits.keys().map(|class| self.gap(*class));
        gaps.fold(f32::MAX, f32::min)
    }

    /// Whether tiles of the board differ without their rims as much as with them.
    pub(super) fn is_told_within(&self) -> bool {
        let least = |rimless: bool| {
            let looks = Self {
                rimless,
                ..self.clone()
            };
            let classes = looks.limits.keys().filter(|class| **class != PAGE);
            let gaps = classes.map(|class| looks.gap_to(*class, &|other| other != PAGE));
            gaps.fold(f32::MAX, f32::min)
        };
        least(true) >= least(false)
    }

    /// How far the looks of a class are from those of others. Mean levels.
    fn gap(&self, class: char) -> f32 {
        self.gap_to(class, &|_| true)
    }

    /// The same from those of things, if it is none; else nothing.
    fn gap_to_things(&self, class: char) -> f32 {
        let gap = self.gap_to(class, &|other| self.covers(other));
        if self.covers(class) || gap == f32::MAX {
            0.0
        } else {
            gap
        }
    }

    fn gap_to(&self, class: char, counts: &dyn Fn(char) -> bool) -> f32 {
        let of_class = |look: &&Look| look.class == class;
        let other = |look: &&Look| {
            !self.alike(class, look.class) && self.competes(look) && counts(look.class)
        };
        let apart = |a: &Look, b: &Look| {
            let (look, tile) = if a.class == PAGE { (a, b) } else { (b, a) };
            self.differ_from(look, &tile.dots, f32::MAX, None)
        };
        let own = self.looks.iter().filter(of_class);
        let gaps = own.flat_map(|own| {
            let others = self.looks.iter().filter(other);
            others.map(move |other| apart(own, other))
        });
        gaps.fold(f32::MAX, f32::min)
    }
}
