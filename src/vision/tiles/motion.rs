//! Tiles that move by themselves, such as a goal that pulses: what they look like meanwhile.

use image::RgbaImage;

use super::compare::Dots;
use super::{PAGE, TileExample, TileGrid, cut};

/// A tile that differs by more from what it was has moved. Mean levels; chosen: noise and smoothing are less.
const MOVED: f32 = 2.0;

/// What is as it was again, up to this share of how far it was off, goes round. Chosen: frames show it now and then only.
const BACK: f32 = 0.25;

/// So many looks are kept. Chosen: all are compared with each tile that is read.
const MOST: usize = 8;

/// A board that nobody plays, looked at for a while.
pub struct Motion {
    grid: TileGrid,
    /// What the tiles are; a blank is none that is looked at.
    letters: Vec<char>,
    /// How each looked at first, and how far it has been off.
    tiles: Vec<(Dots, Swing)>,
    /// Pictures that show tiles as none before did.
    seen: Vec<Shot>,
}

/// How far a tile has been off, and whether it came back. Mean levels.
#[derive(Clone, Copy, Default)]
struct Swing {
    most: f32,
    is_back: bool,
}

/// A picture of the board, and its tiles.
struct Shot {
    example: (RgbaImage, TileExample),
    tiles: Vec<Dots>,
}

impl Motion {
    /// Begins with what is known to show the board.
    pub fn of(picture: &RgbaImage, grid: TileGrid, letters: Vec<char>) -> Self {
        let first = grid.dots(picture);
        Self {
            tiles: first
                .into_iter()
                .map(|dots| (dots, Swing::default()))
                .collect(),
            seen: Vec::new(),
            grid,
            letters,
        }
    }

    /// Looks at another picture of the same board.
    pub fn look(&mut self, picture: &RgbaImage) {
        let now = self.grid.dots(picture);
        for ((first, swing), now) in self.tiles.iter_mut().zip(&now) {
            swing.add(first.apart(now, f32::MAX));
        }
        let mut told = (0..now.len()).filter(|at| self.letters[*at] != PAGE);
        let is_new = told.any(|at| self.is_new(at, &now[at], &self.seen));
        if is_new && self.seen.len() < MOST {
            self.seen.push(Shot {
                // What it shows is told in the end.
                example: cut(picture, &self.grid, Vec::new(), None),
                tiles: now,
            });
        }
    }

    /// Whether a tile looks otherwise than at first and in all these pictures.
    fn is_new(&self, at: usize, now: &Dots, seen: &[Shot]) -> bool {
        let others = seen.iter().map(|shot| &shot.tiles[at]);
        let mut known = std::iter::once(&self.tiles[at].0).chain(others);
        known.all(|known| known.apart(now, f32::MAX) > MOVED)
    }

    /// The looks of tiles that went round: what left and did not come back is no look of that tile.
    pub fn looks(self) -> Vec<(RgbaImage, TileExample)> {
        let letter = |nth: usize, at: usize| {
            let goes_round = self.tiles[at].1.is_back;
            let is_new = self.is_new(at, &self.seen[nth].tiles[at], &self.seen[..nth]);
            if goes_round && is_new {
                self.letters[at]
            } else {
                PAGE
            }
        };
        let rows = |nth: usize| self.grid.rows(|at| letter(nth, at));
        let told: Vec<Vec<String>> = (0..self.seen.len()).map(rows).collect();
        let examples = self.seen.into_iter().map(|shot| shot.example);
        let examples = examples
            .zip(told)
            .map(|((picture, example), rows)| (picture, TileExample { rows, ..example }));
        let says = |(_, example): &(RgbaImage, TileExample)| {
            example.tiles().any(|(.., letter)| letter != PAGE)
        };
        examples.filter(says).collect()
    }
}

impl Swing {
    fn add(&mut self, off: f32) {
        self.most = self.most.max(off);
        self.is_back |= self.most > MOVED && off < BACK * self.most;
    }
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::super::Lattice;
    use super::*;

    /// Three tiles of this brightness each.
    fn picture(levels: [u8; 3]) -> RgbaImage {
        RgbaImage::from_fn(48, 16, |x, _| {
            let level = levels[x as usize / 16];
            Rgba([level, level, level, 255])
        })
    }

    #[test]
    fn what_goes_round_is_learned_and_what_leaves_is_not() {
        let grid = TileGrid {
            lattice: Lattice {
                first: [0.0; 2],
                pitch: [16.0; 2],
            },
            columns: 3,
            rows: 1,
        };
        let mut motion = Motion::of(&picture([9, 50, 100]), grid, vec!['#', '.', '@']);
        for levels in [[9, 70, 140], [10, 90, 140], [9, 70, 140], [9, 51, 140]] {
            motion.look(&picture(levels));
        }
        let rows: Vec<String> = motion
            .looks()
            .into_iter()
            .flat_map(|(_, example)| example.rows)
            .collect();
        assert_eq!(rows, [" . ", " . "]);
    }
}
