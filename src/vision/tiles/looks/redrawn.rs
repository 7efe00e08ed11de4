//! Looks of tiles of a size that was never seen, by examples that are drawn anew.

use std::sync::Arc;

use image::RgbaImage;

use super::TileLooks;
use super::learn::is_whole;
use crate::vision::tiles::redraw::redrawn;
use crate::vision::tiles::{TileExample, sizes};

impl TileLooks {
    /// Keeps what can be drawn anew. Things that cover several tiles are seen as large as they were learned, and a board
    /// on which no two tiles are alike has no other size but for its window's.
    pub(super) fn keep_sources(&mut self, examples: &[(&RgbaImage, &TileExample)]) {
        if self.is_joined() || self.single {
            return;
        }
        let whole = examples.iter().filter(|(_, example)| is_whole(example));
        let whole = whole.map(|(picture, example)| ((*picture).clone(), (*example).clone()));
        self.sources = Arc::new(whole.collect());
    }

    /// The sizes that tiles in a picture may have by where edges lie and that were never seen, the likeliest first.
    pub fn likely_sizes(&self, picture: &RgbaImage) -> Vec<[f64; 2]> {
        if self.sources.is_empty() {
            return Vec::new();
        }
        let told = sizes::undivided(picture, &sizes::known(&self.seen)).into_iter();
        told.filter(|size| !sizes::is_known(*size, &self.seen))
            .collect()
    }

    /// What tiles look like if they have this size and the lines between them are as wide as ever; None where no lines are
    /// to be seen, or it cannot be told what they look like.
    pub fn redrawn(&self, size: [f64; 2]) -> Option<Self> {
        let drawn = self.sources.iter();
        let drawn = drawn.filter_map(|(picture, example)| redrawn(picture, example, size));
        let drawn: Vec<(RgbaImage, TileExample)> = drawn.collect();
        let examples: Vec<_> = drawn
            .iter()
            .map(|(picture, shown)| (picture, shown))
            .collect();
        if examples.is_empty() {
            return None;
        }
        let learned = Self::learn(&examples).ok()?;
        Some(Self {
            goal: self.goal.clone(),
            enough: self.enough,
            sources: Arc::default(),
            is_redrawn: true,
            ..learned
        })
    }
}
