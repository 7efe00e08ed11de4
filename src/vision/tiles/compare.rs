//! How much two pictures of tiles differ.

use std::ops::Deref;

use image::RgbaImage;
use wide::u8x16;

use super::{SIDE, dots};

/// Differences up to this many levels of a channel are noise. Chosen: what smoothing and dithering leave.
pub(super) const SLACK: u8 = 2;

/// A larger difference counts as much as this one: what stands on a tile differs anyhow. Levels.
const MOST: u8 = 72;

/// The dots of a tile, and channel by channel: so those of a row are compared at once.
#[derive(Clone, Debug)]
pub(super) struct Dots {
    colours: Vec<[u8; 3]>,
    channels: [[[u8; SIDE]; SIDE]; 3],
    /// A part of it, looked at closely.
    close: Option<Box<Dots>>,
}

impl Dots {
    /// Those of a tile in a picture.
    pub fn of(picture: &RgbaImage, area: [f64; 4]) -> Self {
        dots(picture, area, SIDE).into()
    }

    /// The same, and a part of it as closely, told in shares of its sides.
    pub fn closely(picture: &RgbaImage, area: [f64; 4], part: Option<[f64; 4]>) -> Self {
        let [left, top, width, height] = area;
        let close = part.map(|[x, y, wide, high]| {
            let part = [
                left + x * width,
                top + y * height,
                wide * width,
                high * height,
            ];
            Box::new(Self::of(picture, part))
        });
        Self {
            close,
            ..Self::of(picture, area)
        }
    }

    /// The part of it that was looked at closely.
    pub fn close(&self) -> Option<&Self> {
        self.close.as_deref()
    }

    /// The mean difference of two tiles in levels of their largest channel's, with what is noise taken off; a
    /// number larger than `most` if it is larger than that.
    pub fn apart(&self, other: &Self, most: f32) -> f32 {
        self.apart_within(other, most, 0, &Slack::USUAL)
    }

    /// The same without so many dots at each side, and with what is noise said dot by dot.
    pub fn apart_within(&self, other: &Self, most: f32, rim: usize, slack: &Slack) -> f32 {
        let within = rim..SIDE - rim;
        let full = (within.len() * within.len()) as f32;
        let stop = match most >= f32::from(u16::MAX) {
            true => u32::MAX,
            false => (most * full) as u32 + 1,
        };
        let mut counts = [0; SIDE];
        counts[within.clone()].fill(u8::MAX);
        let mut sum = 0;
        for row in within {
            let pair =
                |channel: usize| (&self.channels[channel][row], &other.channels[channel][row]);
            sum += row_apart([pair(0), pair(1), pair(2)], &slack.0[row], &counts);
            if sum > stop {
                return f32::MAX;
            }
        }
        sum as f32 / full
    }

    /// The largest difference of two tiles in a spot of 2x2 dots, in mean levels, without so many dots at each side, and
    /// with what is noise taken off where that is said.
    pub fn largest_spot(&self, other: &Self, rim: usize, slack: Option<&Slack>) -> f32 {
        let (a, b) = (&self.colours, &other.colours);
        let part = |at: usize, i: usize| u32::from(a[at][i].abs_diff(b[at][i]));
        let noise = |at: usize| slack.map_or(0, |slack| u32::from(slack.0[at / SIDE][at % SIDE]));
        let step = |at: usize| {
            let most = part(at, 0).max(part(at, 1)).max(part(at, 2));
            most.saturating_sub(noise(at))
        };
        let within = rim..SIDE - rim - 1;
        let places = within
            .clone()
            .flat_map(|y| within.clone().map(move |x| y * SIDE + x));
        let spots =
            places.map(|at| step(at) + step(at + 1) + step(at + SIDE) + step(at + SIDE + 1));
        spots.max().unwrap_or(0) as f32 / 4.0
    }
}

impl From<Vec<[u8; 3]>> for Dots {
    fn from(colours: Vec<[u8; 3]>) -> Self {
        let mut channels = [[[0; SIDE]; SIDE]; 3];
        for (at, dot) in colours.iter().enumerate() {
            for (channel, level) in channels.iter_mut().zip(dot) {
                channel[at / SIDE][at % SIDE] = *level;
            }
        }
        Self {
            colours,
            channels,
            close: None,
        }
    }
}

impl Deref for Dots {
    type Target = [[u8; 3]];

    fn deref(&self) -> &Self::Target {
        &self.colours
    }
}

/// How much the dots of a row that count differ.
fn row_apart(
    channels: [(&[u8; SIDE], &[u8; SIDE]); 3],
    slack: &[u8; SIDE],
    counts: &[u8; SIDE],
) -> u32 {
    let off = |(a, b): (&[u8; SIDE], &[u8; SIDE])| {
        let (a, b) = (u8x16::from(*a), u8x16::from(*b));
        a.max(b) - a.min(b)
    };
    let [r, g, b] = channels;
    let most = off(r).max(off(g)).max(off(b));
    let steps = most.saturating_sub(u8x16::from(*slack));
    let steps = steps.min(u8x16::splat(MOST)) & u8x16::from(*counts);
    steps.to_array().iter().map(|step| u32::from(*step)).sum()
}

/// Differences of each dot that are noise, in levels of a channel.
#[derive(Clone, Debug)]
pub(super) struct Slack([[u8; SIDE]; SIDE]);

impl Slack {
    /// As where nothing is known of the tiles.
    pub const USUAL: Self = Self([[SLACK; SIDE]; SIDE]);

    /// What dots of tiles that are alike differ by, whatever is on the tiles: a page with shades of its own shows in the
    /// gaps between them, or their edges lie at fractions of a pixel. No dot has more than `most` levels of it. None if
    /// these are too few tiles to tell, or too few kinds of them.
    pub fn of(kinds: &[Vec<&Dots>], least: usize, most: u8) -> Option<Self> {
        let told: Vec<_> = kinds.iter().filter(|tiles| tiles.len() >= TELL).collect();
        if told.len() < least {
            return None;
        }
        let noise = |at: usize| {
            let noises = told.iter().map(|tiles| scatter(tiles, at));
            (noises.fold(f32::MAX, f32::min) * DEVIATIONS) as u8
        };
        Some(Self(std::array::from_fn(|row| {
            std::array::from_fn(|column| noise(row * SIDE + column).clamp(SLACK, most))
        })))
    }
}

/// So many tiles tell how much those of a kind differ. Chosen.
const TELL: usize = 6;

/// What is noise is so many times farther than the mean square. Chosen.
const DEVIATIONS: f32 = 2.0;

/// By how much a dot of some tiles differs from their mean, as the root of the mean square, in the channel in which that
/// is most.
fn scatter(tiles: &[&Dots], at: usize) -> f32 {
    let count = tiles.len() as f32;
    let of_channel = |channel: usize| {
        let values = tiles.iter().map(|tile| f32::from(tile[at][channel]));
        let (sum, squares) = values.fold((0.0, 0.0), |(sum, squares), value| {
            (sum + value, squares + value * value)
        });
        (squares / count - (sum / count).powi(2)).max(0.0).sqrt()
    };
    (0..3).map(of_channel).fold(0.0, f32::max)
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

/// The colour that is the median of dots, channel by channel.
pub(super) fn ground(dots: &[[u8; 3]]) -> [u8; 3] {
    [0, 1, 2].map(|i| {
        let mut levels: Vec<u8> = dots.iter().map(|dot| dot[i]).collect();
        levels.sort_unstable();
        levels.get(levels.len() / 2).copied().unwrap_or(0)
    })
}

/// How much a square of dots differs from another one, in mean levels, whatever the colours of their grounds are: each dot
/// is as one is there or beside it, or as far off the ground.
pub(super) fn recoloured(dots: &[[u8; 3]], other: &[[u8; 3]]) -> f32 {
    let side = dots.len().isqrt();
    let [on, there] = [dots, other].map(|dots| ground(dots).map(i32::from));
    let apart = |a: &[u8; 3], b: &[u8; 3]| {
        let (mut plain, mut shifted) = (0, 0);
        for i in 0..3 {
            let (a, b) = (i32::from(a[i]), i32::from(b[i]));
            plain = (a - b).abs().max(plain);
            shifted = (a - on[i] - b + there[i]).abs().max(shifted);
        }
        plain.min(shifted).min(i32::from(MOST))
    };
    let nearest = |at: usize| {
        let (x, y) = (at % side, at / side);
        let rows = y.saturating_sub(1)..(y + 2).min(side);
        let around =
            rows.flat_map(|y| (x.saturating_sub(1)..(x + 2).min(side)).map(move |x| (x, y)));
        let apart = around.map(|(x, y)| apart(&dots[at], &other[y * side + x]));
        apart.min().unwrap_or(0)
    };
    let sum: i32 = (0..side * side).map(nearest).sum();
    sum as f32 / dots.len().max(1) as f32
}

/// What has to be added to one colour to get another.
pub fn minus(a: &[u8; 3], b: &[u8; 3]) -> [f32; 3] {
    [0, 1, 2].map(|i| f32::from(a[i]) - f32::from(b[i]))
}

/// Which share of a step, 0 to 1, leads nearest from one colour to another, and how far that is off.
pub fn along(to: &[u8; 3], from: &[u8; 3], step: &[f32; 3]) -> (f32, f32) {
    let way = minus(to, from);
    let part: f32 = step.iter().zip(&way).map(|(step, way)| step * way).sum();
    let length: f32 = step.iter().map(|step| step * step).sum();
    let share = (part / length.max(1.0)).clamp(0.0, 1.0);
    let off = way
        .iter()
        .zip(step)
        .map(|(way, step)| (way - share * step).abs());
    (share, off.fold(0.0, f32::max))
}
