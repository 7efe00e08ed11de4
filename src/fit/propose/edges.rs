//! Straight edges of a picture: of short stretches of each line, how much of an edge each is.

use super::steps::Steps;

/// Steps up to so many levels are none, and so many more are a whole edge. Chosen: what a faint grid line has.
const FAINT: f32 = 3.0;
const WHOLE: f32 = 9.0;

/// An edge is so many times as sharp as what lies around it, within so many pixels. Chosen: grain has no such lines.
const SHARPER: f32 = 1.6;
const AROUND: usize = 6;

/// From one stretch to the next, in pixels.
pub(super) const STRIDE: usize = 4;

/// The edges across one axis.
pub(super) struct Edges {
    /// How many lines there are, and how many stretches each has.
    pub lines: usize,
    pub stretches: usize,
    /// How long a stretch is, in pixels.
    length: usize,
    /// Stretch by stretch and line by line, sums over the stretches before: each is 0 to 1.
    sums: Vec<f32>,
}

impl Edges {
    /// Those of stretches of so many pixels.
    pub fn of(steps: &Steps, axis: usize, length: usize) -> Self {
        let lines = steps.lines(axis);
        let stretches = (steps.lines(1 - axis).saturating_sub(length)) / STRIDE + 1;
        let mut sums = vec![0.0; (stretches + 1) * lines];
        let mut sharp = vec![0.0; lines];
        for stretch in 0..stretches {
            let from = (stretch * STRIDE) as i32;
            for (line, sharp) in sharp.iter_mut().enumerate() {
                *sharp = steps.across(axis, line as i32, [from, from + length as i32]);
            }
            let around = means(&sharp);
            for line in 0..lines {
                let edge = (sharp[line] - SHARPER * around[line] - FAINT) / WHOLE;
                let before = sums[stretch * lines + line];
                sums[(stretch + 1) * lines + line] = before + edge.clamp(0.0, 1.0);
            }
        }
        Self {
            lines,
            stretches,
            length,
            sums,
        }
    }

    /// The stretches whose middles lie between two places along the lines.
    pub fn between(&self, [from, to]: [f64; 2]) -> [usize; 2] {
        let half = self.length as f64 / 2.0;
        let at = |place: f64| ((place - half) / STRIDE as f64).max(0.0);
        let first = (at(from).ceil() as usize).min(self.stretches);
        let last = (at(to).floor() as usize + 1).min(self.stretches);
        match first < last {
            true => [first, last],
            // A stretch near the middle tells of what is shorter than one.
            false => {
                let near = (at((from + to) / 2.0).round() as usize).min(self.stretches - 1);
                [near, near + 1]
            }
        }
    }

    /// How much of an edge there is on a line in some stretches, 0 to 1.
    pub fn on(&self, line: i32, [from, to]: [usize; 2]) -> f32 {
        if line < 0 || line as usize >= self.lines || to <= from {
            return 0.0;
        }
        let line = line as usize;
        let sum = self.sums[to * self.lines + line] - self.sums[from * self.lines + line];
        sum / (to - from) as f32
    }

    /// The most of an edge that one of the lines near a place has.
    pub fn near(&self, place: f64, reach: i32, stretches: [usize; 2]) -> f32 {
        let line = place.round() as i32;
        let near = (line - reach)..=(line + reach);
        near.map(|line| self.on(line, stretches))
            .fold(0.0, f32::max)
    }
}

/// The mean around each value, itself included.
fn means(values: &[f32]) -> Vec<f32> {
    let mut sums = vec![0.0f32; values.len() + 1];
    for (at, value) in values.iter().enumerate() {
        sums[at + 1] = sums[at] + value;
    }
    let mean = |at: usize| {
        let (from, to) = (
            at.saturating_sub(AROUND),
            (at + AROUND + 1).min(values.len()),
        );
        (sums[to] - sums[from]) / (to - from) as f32
    };
    (0..values.len()).map(mean).collect()
}
