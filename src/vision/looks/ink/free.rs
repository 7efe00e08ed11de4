//! Which points of the numbers' places belong to the page: frames, plates, the board's edge.

use super::super::Pixels;
use super::canvas::{Colours, canvas, inner, length};
use crate::plane::{Point, Rect};

/// A line of the canvas of which more is so is a frame, even in the box.
const LINE: f32 = 0.93;

/// In so large a share of the numbers something must lie at a point to be a part of the page.
const FIXED: f32 = 0.8;

/// The share of the largest difference to the ground that is not ground.
const NO_GROUND: f32 = 0.2;

/// The points of a side's numbers that count: in and beside the boxes of numbers there may be frames,
/// plates or the board's edge.
#[derive(Clone, Debug, Default)]
pub struct Free {
    counts: Vec<bool>,
    /// What is around the numbers is their ground; else they are on plates so tight that it is not.
    open: bool,
}

impl Free {
    /// Learns from all numbers of a side: their places' pixels and the boxes around their ink.
    pub fn learn<P: Pixels>(numbers: &[(P, Rect)], scale: f32, open: bool) -> Self {
        let Some((_, first)) = numbers.first() else {
            return Self::default();
        };
        let side = Places::new(numbers, inner(*first, scale), scale, open);
        Self {
            counts: side.counts(),
            open,
        }
    }

    /// How each point of a number's place differs from its ground.
    pub(super) fn apart(&self, colours: &Colours, inner: Rect) -> Vec<[f32; 3]> {
        match self.open {
            true => colours.apart_from_both(),
            false => colours.apart_within(inner),
        }
    }

    /// Whether a point counts: it is not a part of the page.
    pub fn counts(&self, at: usize) -> bool {
        self.counts.get(at).copied().unwrap_or(true)
    }
}

/// The places of all numbers of a side.
struct Places {
    width: usize,
    height: usize,
    inner: Rect,
    /// Of each: where it is not the ground.
    inked: Vec<Vec<bool>>,
}

impl Places {
    /// The ground is the colour of most of the rim if it is `open`, else of most of the box.
    fn new<P: Pixels>(numbers: &[(P, Rect)], inner: Rect, scale: f32, open: bool) -> Self {
        let mut size = [0, 0];
        let ink = |(pixels, area): &(P, Rect)| -> Vec<bool> {
            let colours = Colours::new(pixels, canvas(*area), scale);
            size = [colours.width, colours.height];
            let apart = match open {
                true => colours.apart(),
                false => colours.apart_within(inner),
            };
            let own = (0..apart.len()).filter(|at| inner.contains(colours.place(*at)));
            let most = own.map(|at| length(&apart[at])).fold(0.0, f32::max);
            let inked = apart.iter().map(|p| length(p) > NO_GROUND * most);
            inked.collect()
        };
        let inked = numbers.iter().map(ink).collect();
        Self {
            width: size[0],
            height: size[1],
            inner,
            inked,
        }
    }

    /// Whether each point is none of the page.
    fn counts(&self) -> Vec<bool> {
        let (rows, columns) = (self.lines(false), self.lines(true));
        let counts = |at: usize| {
            let inside = self.inner.contains(self.place(at));
            let beside = || self.fixed(at, false) || self.fixed(at, true);
            let line = rows[at / self.width] || columns[at % self.width];
            !line && (inside || !beside())
        };
        (0..self.width * self.height).map(counts).collect()
    }

    fn place(&self, at: usize) -> Point {
        Point::new((at % self.width) as i32, (at / self.width) as i32)
    }

    /// Whether nearly all places are not ground at a point. Frames may be a pixel off from one place
    /// to the next, so the points next to it across (else above and below) will do.
    fn fixed(&self, at: usize, across: bool) -> bool {
        let step = if across { 1 } else { self.width };
        let near = |inked: &&Vec<bool>| {
            let get = |at: Option<usize>| at.and_then(|at| inked.get(at)).copied() == Some(true);
            get(Some(at)) || get(at.checked_sub(step)) || get(Some(at + step))
        };
        self.inked.iter().filter(near).count() as f32 >= FIXED * self.inked.len() as f32
    }

    /// For each row (else each column if `across`): whether it is a part of a frame as a whole.
    fn lines(&self, across: bool) -> Vec<bool> {
        let (count, length) = match across {
            true => (self.width, self.height),
            false => (self.height, self.width),
        };
        let is_line = |line: usize| {
            let point = |along: usize| match across {
                true => along * self.width + line,
                false => line * self.width + along,
            };
            let fixed: Vec<bool> = (0..length)
                .map(|along| self.fixed(point(along), across))
                .collect();
            let reaches_rim = fixed.first() == Some(&true) || fixed.last() == Some(&true);
            let count = fixed.iter().filter(|fixed| **fixed).count();
            reaches_rim && count as f32 > LINE * length as f32
        };
        (0..count).map(is_line).collect()
    }
}
