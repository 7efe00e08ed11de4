//! From one line to the next: pitches and phases at which edges come again and again along an axis.

use rayon::prelude::*;

use super::edges::Edges;
use super::some_of_each;

/// Pitches to try, in pixels. Chosen: smaller cells are letters, larger ones are seen one by one.
pub(super) const PITCHES: [f64; 2] = [8.0, 128.0];

/// From one pitch to the next, as a share: the last of twenty lines moves by less than a tenth of it.
const GROWTH: f64 = 1.005;

/// At least so many lines are a comb.
const TEETH: usize = 3;

/// How many combs are kept, and how many of them have nearly the same pitch: fine ones are many, for lines of a coarse one
/// are also those of its parts.
const KEPT: usize = 80;
const EACH: usize = 2;

/// Lines at which edges lie, from one to the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comb {
    pub pitch: f64,
    /// Where its first line is, less than a pitch from the picture's side.
    pub phase: f64,
    /// How far its lines stand out, in deviations.
    pub score: f32,
}

/// The edges on each line, of all the picture and of parts of it.
pub(super) struct Profiles(Vec<Vec<f32>>);

impl Profiles {
    pub fn of(edges: &Edges) -> Self {
        let all = edges.stretches;
        let parts = [1, 2, 4].into_iter().flat_map(|parts: usize| {
            let long = all.div_ceil(parts);
            let starts = (0..2 * parts - 1).map(move |half| half * long / 2);
            starts.map(move |from| [from, (from + long).min(all)])
        });
        let profile = |part: [usize; 2]| {
            let sharp: Vec<f32> = (0..edges.lines as i32)
                .map(|line| (edges.on(line, part) * (part[1] - part[0]) as f32).sqrt())
                .collect();
            sharp
        };
        Self(parts.map(profile).collect())
    }

    /// The best phases for a pitch, the best first.
    pub fn phases(&self, pitch: f64) -> Vec<Comb> {
        let mut all = Vec::new();
        for profile in &self.0 {
            let reach = if pitch < 14.0 { 0 } else { 1 };
            let near = widened(profile, reach);
            let (mean, deviation) = spread(&near);
            for phase in 0..pitch.ceil() as usize {
                let score = run(&near, phase as f64, pitch, mean, deviation);
                all.push(Comb {
                    pitch,
                    phase: phase as f64,
                    score,
                });
            }
        }
        distinct(all, 3)
    }

    /// The best combs of any pitch.
    pub fn combs(&self) -> Vec<Comb> {
        let most = self.0.first().map_or(0, Vec::len) as f64 / 2.0;
        let pitches = std::iter::successors(Some(PITCHES[0]), |pitch| Some(pitch * GROWTH));
        let pitches: Vec<f64> = pitches
            .take_while(|pitch| *pitch < PITCHES[1].min(most))
            .collect();
        let all = pitches
            .par_iter()
            .flat_map_iter(|pitch| self.phases(*pitch).into_iter().take(2))
            .collect();
        some_of_each(distinct(all, usize::MAX), |comb| comb.pitch, EACH, KEPT)
    }
}

/// The largest value near each.
fn widened(values: &[f32], reach: usize) -> Vec<f32> {
    let near = |at: usize| {
        let range = at.saturating_sub(reach)..(at + reach + 1).min(values.len());
        values[range].iter().copied().fold(0.0, f32::max)
    };
    (0..values.len()).map(near).collect()
}

fn spread(values: &[f32]) -> (f32, f32) {
    let count = values.len().max(1) as f32;
    let mean = values.iter().sum::<f32>() / count;
    let squares = values.iter().map(|value| (value - mean).powi(2));
    (mean, (squares.sum::<f32>() / count).sqrt())
}

/// How far the lines of a comb stand out, where they do: the best run of them.
fn run(values: &[f32], phase: f64, pitch: f64, mean: f32, deviation: f32) -> f32 {
    let (mut sum, mut count, mut best) = (0.0f32, 0usize, 0.0f32);
    let mut at = phase;
    while (at.round() as usize) < values.len() {
        let excess = (values[at.round() as usize] - mean) / deviation.max(0.05);
        if sum + excess < 0.0 {
            (sum, count) = (0.0, 0);
        } else {
            sum += excess;
            count += 1;
            if count >= TEETH {
                best = best.max(sum / (count as f32).sqrt());
            }
        }
        at += pitch;
    }
    best
}

/// The best of them, no two of which are nearly the same.
fn distinct(mut all: Vec<Comb>, most: usize) -> Vec<Comb> {
    all.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut kept: Vec<Comb> = Vec::new();
    for comb in all {
        let is_near = |other: &Comb| {
            let off = (comb.phase - other.phase).abs() / comb.pitch;
            (comb.pitch / other.pitch - 1.0).abs() < 0.012 && off.min(1.0 - off) < 0.12
        };
        if kept.len() < most && !kept.iter().any(is_near) {
            kept.push(comb);
        }
    }
    kept
}
