//! What runs around boards: a frame of bricks, a table. Inside a board there may be holes of the same make, though no
//! example showed one.

use image::RgbaImage;

use super::compare::{along, minus, same_shade, spread};
use super::{SIDE, TileExample, dots};

/// What is looked at lies so far beside a board, and is so wide: shares of a tile, one and two of its dots. Chosen: next
/// to a board there is often a line, and a frame may be narrow.
const BESIDE: f64 = 1.0 / SIDE as f64;
const WIDE: f64 = 2.0 / SIDE as f64;

/// A colour of the frame covers so large a share of it at least. Chosen: seams between bricks do.
const SHARE: f32 = 0.08;

/// What is of the frame has its colours, or what is between two of them, up to so many levels; and so large a share of it
/// does. Chosen: what smoothing and grain leave.
pub(super) const SHADE: u8 = 14;
const MOST: f32 = 0.95;

/// And is as a whole no farther from its mean than this, and as plain or as varied as it is but for such a factor. Levels;
/// chosen: strips are few dots.
const MEAN: f32 = 14.0;
const VARIED: f32 = 2.5;

/// What runs around boards.
#[derive(Clone, Debug)]
pub(super) struct FrameLook {
    colours: Vec<[u8; 3]>,
    mean: [f32; 3],
    spread: f32,
}

impl FrameLook {
    /// By what runs around the boards of examples. None if that has no colours of its own.
    pub fn learn(examples: &[(&RgbaImage, &TileExample)]) -> Option<Self> {
        let strips = examples.iter();
        let mut strips: Vec<[u8; 3]> = strips
            .flat_map(|(picture, at)| strip(picture, at))
            .collect();
        let mut colours: Vec<([u8; 3], usize)> = Vec::new();
        for dot in &strips {
            match colours
                .iter_mut()
                .find(|(known, _)| same_shade(known, dot, SHADE))
            {
                Some((_, count)) => *count += 1,
                None => colours.push((*dot, 1)),
            }
        }
        let least = SHARE * strips.len() as f32;
        colours.retain(|(_, count)| *count as f32 >= least);
        let colours: Vec<[u8; 3]> = colours.into_iter().map(|(colour, _)| colour).collect();
        // What lies in it here and there, as a way out, is none of it.
        strips.retain(|dot| is_mixed(dot, &colours));
        (!colours.is_empty()).then(|| Self {
            mean: mean(&strips),
            spread: spread(&strips),
            colours,
        })
    }

    /// Whether these dots are of the frame.
    pub fn is_of(&self, seen: &[[u8; 3]]) -> bool {
        let varied = spread(seen).max(1.0) / self.spread.max(1.0);
        let is_mean = (0..3).all(|i| (mean(seen)[i] - self.mean[i]).abs() < MEAN);
        is_mean && (1.0 / VARIED..VARIED).contains(&varied) && self.share(seen) >= MOST
    }

    /// Whether a dot has its colours.
    pub fn has(&self, dot: &[u8; 3]) -> bool {
        is_mixed(dot, &self.colours)
    }

    /// Whether something on a board might be taken for it: most of its colours are those of the frame.
    pub fn is_near(&self, seen: &[[u8; 3]]) -> bool {
        self.share(seen) >= 0.5
    }

    /// The share of dots that have the frame's colours.
    fn share(&self, seen: &[[u8; 3]]) -> f32 {
        let of_frame = seen.iter().filter(|dot| is_mixed(dot, &self.colours));
        let of_frame = of_frame.count();
        of_frame as f32 / seen.len().max(1) as f32
    }
}

/// Whether a dot has one of these colours, or what comes of mixing two.
fn is_mixed(dot: &[u8; 3], colours: &[[u8; 3]]) -> bool {
    let pairs = colours.iter().enumerate();
    let mut pairs = pairs.flat_map(|(at, a)| colours[at..].iter().map(move |b| (a, b)));
    pairs.any(|(a, b)| along(dot, a, &minus(b, a)).1 <= f32::from(SHADE))
}

fn mean(dots: &[[u8; 3]]) -> [f32; 3] {
    let count = dots.len().max(1) as f32;
    [0, 1, 2].map(|i| dots.iter().map(|dot| f32::from(dot[i])).sum::<f32>() / count)
}

/// The dots of a strip around the board of an example, as far as it is in the picture.
fn strip(picture: &RgbaImage, example: &TileExample) -> Vec<[u8; 3]> {
    let grid = example.grid();
    let ([x, y], [wide, high]) = (grid.lattice.first, grid.lattice.pitch);
    let [right, bottom] = [x + grid.columns as f64 * wide, y + grid.rows as f64 * high];
    let step = |at: usize, pitch: f64| at as f64 * WIDE * pitch;
    let parts = (1.0 / WIDE) as usize;
    // A line may run along each tile's edge.
    let within = |at: &usize| (1..parts - 1).contains(&(at % parts));
    let across = (0..grid.columns * parts).filter(within).flat_map(|at| {
        let left = x + step(at, wide);
        [y - (BESIDE + WIDE) * high, bottom + BESIDE * high].map(|top| [left, top])
    });
    let down = (0..grid.rows * parts).filter(within).flat_map(|at| {
        let top = y + step(at, high);
        [x - (BESIDE + WIDE) * wide, right + BESIDE * wide].map(|left| [left, top])
    });
    let [width, height] = [picture.width(), picture.height()].map(f64::from);
    let area = |[left, top]: [f64; 2]| [left, top, WIDE * wide, WIDE * high];
    let is_inside = |[left, top, wide, high]: &[f64; 4]| {
        *left >= 0.0 && *top >= 0.0 && left + wide <= width && top + high <= height
    };
    let areas = across.chain(down).map(area).filter(is_inside);
    areas.flat_map(|area| dots(picture, area, 2)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRICK: [u8; 3] = [112, 66, 52];
    const SEAM: [u8; 3] = [62, 44, 44];

    fn frame() -> FrameLook {
        let picture = RgbaImage::from_fn(96, 96, |x, y| {
            let inside = (16..80).contains(&x) && (16..80).contains(&y);
            let [r, g, b] = match (inside, y % 8) {
                (true, _) => [40, 58, 58],
                (_, 0 | 1) => SEAM,
                _ => BRICK,
            };
            image::Rgba([r, g, b, 255])
        });
        let lattice = crate::vision::tiles::Lattice {
            first: [16.0; 2],
            pitch: [32.0; 2],
        };
        let example = TileExample::at(&lattice, vec!["..".into(), "..".into()]);
        FrameLook::learn(&[(&picture, &example)]).expect("it has colours")
    }

    #[test]
    fn what_is_made_as_the_frame_is_of_it() {
        let frame = frame();
        let tile = |seams: usize, other: [u8; 3]| -> Vec<[u8; 3]> {
            let dot = |at: usize| if at % 64 / 8 < seams { other } else { BRICK };
            (0..64).map(dot).collect()
        };
        assert!(frame.is_of(&tile(2, SEAM)));
        // All of it seam, or of another colour, or with a mark on it.
        assert!(!frame.is_of(&tile(8, SEAM)));
        assert!(!frame.is_of(&tile(8, [40, 58, 58])));
        assert!(!frame.is_of(&tile(2, [246, 206, 112])));
    }

    #[test]
    fn what_has_most_of_its_colours_is_near_it() {
        assert!(frame().is_near(&[BRICK; 64]));
        assert!(!frame().is_near(&[[40, 58, 58]; 64]));
    }
}
