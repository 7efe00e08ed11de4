//! Pixels to a puzzle.
//!
//! A cell is outside the board, free, a gate, or covered by a block, which is whatever nothing else is.
//! Two covered cells belong to one block if no edge runs between them. Blocks with a goal carry a mark,
//! its goal cells the sign that belongs to it. What has one mark is one block, even in parts that do not touch.

use super::puzzle::{Block, Puzzle};
use crate::base::Rect;
use crate::profile::Profile;
use crate::vision::cells::middle;
use crate::vision::{Note, ReadError, ReadScratch, Reading, Sprite, View, near, ramp};

mod blocks;

use blocks::Blocks;
pub use blocks::{GOAL, KEYS, MARK};

/// Templates: a free cell, a cell outside the board, a cell that only blocks with a goal may enter.
pub const FREE: &str = "free";
pub const HOLE: &str = "hole";
pub const GATE: &str = "gate";

/// Shares of a template's pixels: up to the first the cell shows something else, from the second on it
/// shows that.
const OTHER: f32 = 0.4;
const SAME: f32 = 0.7;

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Outside,
    Free,
    Gate,
    Block,
}

/// A cell of the picture.
struct Cell {
    area: Rect,
    seen: Seen,
    confidence: f32,
    /// Its goal sign and its mark, as indices of [`KEYS`].
    goal: Option<usize>,
    mark: Option<usize>,
}

/// Reads the board. `memory` knows the goals and gates that blocks may hide now.
///
/// # Errors
/// If nothing was learned, or any part of the picture can be read in two ways.
pub fn read(
    view: &View,
    profile: &Profile,
    memory: Option<&Puzzle>,
    scratch: &mut ReadScratch,
) -> Result<Reading<Puzzle>, ReadError> {
    scratch.clear();
    if !profile.templates.knows(FREE) {
        return Err(ReadError::NotLearned {
            profile: profile.name.clone(),
            missing: "it does not know what a free cell looks like".into(),
        });
    }
    let look = Look { view, profile };
    let cells = look.cells();
    let blocks = Blocks::new(view, profile, &cells, scratch);
    let is_unsure = |note: &&Note| note.confidence < profile.confidence;
    if let Some(unsure) = scratch.notes.iter().find(is_unsure) {
        let why = format!("taken for {}, {:.2} sure", unsure.label, unsure.confidence);
        let at = unsure.area.centre();
        return Err(blocks::unsure(&format!("what is at {at}"), &why));
    }
    Ok(Reading {
        grid: None,
        puzzle: blocks.puzzle(memory)?,
        confidence: scratch.least(),
    })
}

/// Looks at single cells.
struct Look<'a> {
    view: &'a View<'a>,
    profile: &'a Profile,
}

impl Look<'_> {
    fn cells(&self) -> Vec<Cell> {
        let grid = &self.profile.cells;
        let rows = 0..grid.rows;
        let places = rows.flat_map(|row| (0..grid.columns).map(move |column| (column, row)));
        places
            .map(|(column, row)| self.cell(grid.area(column, row)))
            .collect()
    }

    fn cell(&self, area: Rect) -> Cell {
        let goal = self.sign(GOAL, area);
        let hidden = goal.and_then(|key| self.templates(GOAL, key).next());
        let kinds = [
            (
                Seen::Outside,
                self.share(HOLE, area, None).max(self.fixed(area)),
            ),
            (Seen::Gate, self.share(GATE, area, None)),
            (Seen::Free, self.share(FREE, area, hidden)),
        ];
        let first = (Seen::Block, 0.0);
        let best = kinds
            .into_iter()
            .fold(first, |a, b| if b.1 > a.1 { b } else { a });
        let sure = ramp(best.1, OTHER, SAME);
        let (seen, confidence) = match sure >= 0.5 {
            true => (best.0, sure),
            false => (Seen::Block, 1.0 - sure),
        };
        Cell {
            area,
            seen,
            confidence,
            goal,
            mark: self.sign(MARK, area),
        }
    }

    /// The templates of a kind and key, such as `mark-b`.
    fn templates(&self, kind: &str, key: usize) -> impl Iterator<Item = &Sprite> {
        let name = format!("{kind}-{}", KEYS[key]);
        let all = self.profile.templates.sprites.iter();
        all.filter(move |sprite| sprite.class == name)
    }

    /// The sign of this kind that the cell shows.
    fn sign(&self, kind: &str, area: Rect) -> Option<usize> {
        (0..KEYS.len()).find(|&key| {
            self.templates(kind, key)
                .any(|sprite| self.fit(sprite, area, None) > SAME)
        })
    }

    /// How well the best template of a class fits.
    fn share(&self, class: &str, area: Rect, hidden: Option<&Sprite>) -> f32 {
        let all = self.profile.templates.sprites.iter();
        let fits = all.filter(|sprite| sprite.class == class);
        fits.map(|sprite| self.fit(sprite, area, hidden))
            .fold(0.0, f32::max)
    }

    /// The share of a template's pixels that the cell shows; those under `hidden` do not count.
    fn fit(&self, sprite: &Sprite, area: Rect, hidden: Option<&Sprite>) -> f32 {
        let under = |x, y| hidden.is_some_and(|h| h.pixels.iter().any(|p| (p.x, p.y) == (x, y)));
        let (mut same, mut all) = (0, 0);
        for pixel in sprite.pixels.iter().filter(|p| !under(p.x, p.y)) {
            let shown = self
                .view
                .pixel(area.x + i32::from(pixel.x), area.y + i32::from(pixel.y));
            all += 1;
            same += i32::from(near(shown, pixel.colour));
        }
        same as f32 / all.max(1) as f32
    }

    /// The share of the cell's middle that never changes, and shows what it always does.
    fn fixed(&self, area: Rect) -> f32 {
        let Some(anchor) = &self.profile.templates.anchor else {
            return 0.0;
        };
        let (mut same, mut all) = (0, 0);
        for (x, y) in middle(area).map(|(x, y)| (area.x + x, area.y + y)) {
            all += 1;
            let known = anchor.colour(x, y);
            same += i32::from(known.is_some_and(|known| near(self.view.pixel(x, y), known)));
        }
        same as f32 / all.max(1) as f32
    }
}
