//! Looks of tiles of a size that was never seen, by examples that are drawn anew.

use std::borrow::Cow;
use std::sync::Arc;

use image::RgbaImage;

use super::TileLooks;
use super::learn::is_whole;
use crate::vision::tiles::redraw::redrawn;
use crate::vision::tiles::{Lattice, TileExample, sizes};

impl TileLooks {
    /// Keeps what can be drawn anew. Things that cover several tiles are seen as large as they were learned, and a board
    /// on which no two tiles are alike has no other size but for its window's.
    pub(super) fn keep_sources(&mut self, examples: &[(&RgbaImage, &TileExample)]) {
        if self.is_joined() || self.single {
            return;
        }
        let kept = examples.iter();
        let kept = kept.map(|(picture, example)| ((*picture).clone(), (*example).clone()));
        self.sources = Arc::new(kept.collect());
    }

    /// The lattices of whole boards: of other sizes only some tiles were learned in play.
    fn whole(&self) -> Vec<Lattice> {
        let whole = self.sources.iter().filter(|(_, shown)| is_whole(shown));
        whole.map(|(_, shown)| shown.lattice()).collect()
    }

    /// The sizes that tiles in a picture may have by where edges lie and of which no whole board was seen, the likeliest
    /// first.
    pub fn likely_sizes(&self, picture: &RgbaImage) -> Vec<[f64; 2]> {
        let whole = self.whole();
        if whole.is_empty() {
            return Vec::new();
        }
        // Twice a size may seem to be the one; what is drawn anew tells them apart.
        let mut likely = sizes::divided(picture, &sizes::known(&whole));
        likely.retain(|size| !sizes::is_known(*size, &whole));
        likely
    }

    /// What tiles look like if they have this size and the lines between them are as wide as ever, and what was learned of
    /// that size in play; None where no lines are to be seen, or it cannot be told what they look like.
    pub fn redrawn(&self, size: [f64; 2]) -> Option<Self> {
        let mut is_drawn = false;
        let at_size = self.sources.iter().filter_map(|(picture, shown)| {
            if is_whole(shown) {
                let (picture, shown) = redrawn(picture, shown, size)?;
                is_drawn = true;
                return Some((Cow::Owned(picture), Cow::Owned(shown)));
            }
            let is_here = sizes::is_known(size, &[shown.lattice()]);
            is_here.then_some((Cow::Borrowed(picture), Cow::Borrowed(shown)))
        });
        let at_size: Vec<_> = at_size.collect();
        let examples: Vec<(&RgbaImage, &TileExample)> = at_size
            .iter()
            .map(|(picture, shown)| (&**picture, &**shown))
            .collect();
        let learned = Self::learn(&examples).ok().filter(|_| is_drawn)?;
        Some(Self {
            goal: self.goal.clone(),
            enough: self.enough,
            sources: Arc::default(),
            is_redrawn: true,
            ..learned
        })
    }
}
