//! Boards that show one thing: its outline alone resembles that of much else, so what lies beside it must be there, too.

use super::{FEATURES, Lattice, NOISE, Picture, TOLD, TileSketch, features};

/// Whether tiles of each letter differ from those of others by more than tiles that look alike differ among
/// themselves, 0 to 1: on a chequered ground any square resembles a thing, but nothing stands beside it. 1 where there
/// are several things, which tell enough.
pub(super) fn told(picture: &Picture, sketch: &TileSketch, lattice: &Lattice) -> f32 {
    if !sketch.is_one_thing() {
        return 1.0;
    }
    let seen = sketch.tiles().into_iter().map(|(column, row, kind)| {
        let letter = sketch.letters[row * sketch.columns + column];
        Some((letter, kind, features(picture, lattice, column, row)?))
    });
    let Some(seen) = seen.collect::<Option<Vec<_>>>() else {
        return 0.0;
    };
    let (mut letters, mut kinds) = (Groups::default(), Groups::default());
    for (letter, kind, features) in &seen {
        letters.add(*letter, features);
        kinds.add(*kind, features);
    }
    let noise = NOISE * FEATURES as f32 + kinds.within();
    (letters.told(noise) / TOLD).min(1.0)
}

/// Tiles that belong together: which, how many, and the sums of what they show and of its squares.
struct Groups<T>(Vec<(T, f32, [f32; FEATURES], f32)>);

impl<T> Default for Groups<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Copy + PartialEq> Groups<T> {
    fn add(&mut self, of: T, features: &[f32; FEATURES]) {
        let known = self.0.iter().position(|group| group.0 == of);
        let at = known.unwrap_or_else(|| {
            self.0.push((of, 0.0, [0.0; FEATURES], 0.0));
            self.0.len() - 1
        });
        let (_, count, sums, squares) = &mut self.0[at];
        *count += 1.0;
        for (sum, feature) in sums.iter_mut().zip(features) {
            *sum += feature;
            *squares += feature * feature;
        }
    }

    /// How far tiles are from what those of their group show in the mean: squared levels.
    fn within(&self) -> f32 {
        let (mut far, mut free) = (0.0, 0.0f32);
        for (_, count, sums, squares) in &self.0 {
            far += squares - sums.iter().map(|sum| sum * sum).sum::<f32>() / count;
            free += count - 1.0;
        }
        far.max(0.0) / free.max(1.0)
    }

    /// The share of pairs of groups that differ by more than `noise`.
    fn told(&self, noise: f32) -> f32 {
        let (mut told, mut pairs) = (0.0, 0.0f32);
        for (at, (_, count, sums, _)) in self.0.iter().enumerate() {
            for (_, other, others, _) in &self.0[at + 1..] {
                let both = sums.iter().zip(others);
                let far: f32 = both.map(|(a, b)| (a / count - b / other).powi(2)).sum();
                told += far / (far + noise);
                pairs += 1.0;
            }
        }
        told / pairs.max(1.0)
    }
}
