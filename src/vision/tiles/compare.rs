//! How much two pictures of tiles differ.

use super::SIDE;

/// Differences up to this many levels of a channel are noise. Chosen: what smoothing and dithering leave.
pub(super) const SLACK: i32 = 2;

/// A larger difference counts as much as this one: what stands on a tile differs anyhow. Levels.
const MOST: i32 = 72;

/// The mean difference of two tiles in levels of their largest channel's, with what is noise taken off; a
/// number larger than `most` if it is larger than that.
pub(super) fn apart(a: &[[u8; 3]], b: &[[u8; 3]], most: f32) -> f32 {
    apart_within(a, b, most, 0)
}

/// The same without so many dots at each side.
pub(super) fn apart_within(a: &[[u8; 3]], b: &[[u8; 3]], most: f32, rim: usize) -> f32 {
    let (from, to) = (rim, SIDE - rim);
    let full = ((to - from) * (to - from)) as i32;
    let stop = match most >= f32::from(u16::MAX) {
        true => i32::MAX,
        false => (most * full as f32) as i32 + 1,
    };
    let step = |a: &[u8; 3], b: &[u8; 3]| {
        let part = |i: usize| (i32::from(a[i]) - i32::from(b[i])).abs();
        (part(0).max(part(1)).max(part(2)) - SLACK).clamp(0, MOST)
    };
    let mut sum = 0;
    let rows = a
        .chunks(SIDE)
        .zip(b.chunks(SIDE))
        .skip(from)
        .take(to - from);
    for (a, b) in rows {
        let dots = a[from..to].iter().zip(&b[from..to]);
        sum += dots.map(|(a, b)| step(a, b)).sum::<i32>();
        if sum > stop {
            return f32::MAX;
        }
    }
    sum as f32 / full as f32
}

/// Whether two colours differ by no more than this in each channel.
pub(super) fn same_shade(a: &[u8; 3], b: &[u8; 3], near: u8) -> bool {
    (0..3).all(|i| a[i].abs_diff(b[i]) <= near)
}

/// A tile without so many dots at each side.
pub(super) fn inner(tile: &[[u8; 3]], rim: usize) -> Vec<[u8; 3]> {
    let rows = tile.chunks(SIDE).skip(rim).take(SIDE - 2 * rim);
    rows.flat_map(|row| row[rim..SIDE - rim].iter().copied())
        .collect()
}

/// The largest difference of two tiles in a spot of 2x2 dots, in mean levels, without so many dots at each side.
pub(super) fn largest_spot(a: &[[u8; 3]], b: &[[u8; 3]], rim: usize) -> f32 {
    let step = |at: usize| {
        (0..3)
            .map(|i| u32::from(a[at][i].abs_diff(b[at][i])))
            .max()
            .unwrap_or(0)
    };
    let places =
        (rim..SIDE - rim - 1).flat_map(|y| (rim..SIDE - rim - 1).map(move |x| y * SIDE + x));
    let spots = places.map(|at| step(at) + step(at + 1) + step(at + SIDE) + step(at + SIDE + 1));
    spots.max().unwrap_or(0) as f32 / 4.0
}

/// How much a tile differs from its mean, in mean levels.
pub(super) fn spread(dots: &[[u8; 3]]) -> f32 {
    let count = dots.len() as f32;
    let mean = |i: usize| dots.iter().map(|dot| f32::from(dot[i])).sum::<f32>() / count;
    let mean = [mean(0), mean(1), mean(2)];
    let off = |dot: &[u8; 3]| -> f32 {
        let part = |i: usize| (f32::from(dot[i]) - mean[i]).abs();
        part(0).max(part(1)).max(part(2))
    };
    dots.iter().map(off).sum::<f32>() / count
}
