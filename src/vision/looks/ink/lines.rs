//! The frames around numbers, of which sides may go through the boxes of their ink.

use std::ops::Range;

use crate::base::Rect;

/// The share of a line's points that are not ground, if it is a frame's.
const LINE: f32 = 0.93;

/// In so large a share of the numbers something must lie at a point to be a part of the page.
const FIXED: f32 = 0.8;

/// More lines than these near each other are no frame, but the page around a plate.
const THICK: usize = 2;

/// Lines are near each other that are so many points apart.
const NEAR: usize = 3;

/// Whether all but a few points of a part of a line are so.
pub(super) fn mostly(part: Range<usize>, is_so: impl Fn(usize) -> bool) -> bool {
    let all = part.len() as f32;
    part.filter(|at| is_so(*at)).count() as f32 >= LINE * all
}

/// Whether so many numbers of a side are nearly all.
fn nearly_all(count: usize, numbers: usize) -> bool {
    count as f32 >= FIXED * numbers as f32
}

/// Whether nearly all numbers are not ground at a point or those a step before and behind: frames may
/// be a pixel off from one number to the next. `inked` is where each number is not ground.
pub(super) fn is_fixed(inked: &[Vec<bool>], at: usize, step: usize) -> bool {
    let near = |inked: &&Vec<bool>| {
        let get = |at: usize| inked.get(at).copied() == Some(true);
        get(at) || at.checked_sub(step).is_some_and(get) || get(at + step)
    };
    nearly_all(inked.iter().filter(near).count(), inked.len())
}

/// The places of a side's numbers, row by row or column by column.
pub(super) struct Lines<'a> {
    /// Of each number: where it is not the ground.
    inked: &'a [Vec<bool>],
    count: usize,
    length: usize,
    /// From a point to the next of its line, and to the next line.
    along: usize,
    across: usize,
    /// The part of each line that is in the box of the ink.
    inside: Range<usize>,
}

impl<'a> Lines<'a> {
    pub fn rows(inked: &'a [Vec<bool>], [width, height]: [usize; 2], inner: Rect) -> Self {
        Self {
            inked,
            count: height,
            length: width,
            along: 1,
            across: width,
            inside: part(inner.x, inner.width, width),
        }
    }

    pub fn columns(inked: &'a [Vec<bool>], [width, height]: [usize; 2], inner: Rect) -> Self {
        Self {
            inked,
            count: width,
            length: height,
            along: width,
            across: 1,
            inside: part(inner.y, inner.height, height),
        }
    }

    /// Which lines are of a frame: they go on from rim to rim or, where its corner is near, through the
    /// whole box to one of them.
    pub fn of_frames(&self) -> Vec<bool> {
        let of = |inked: &Vec<bool>| -> Vec<bool> {
            (0..self.count)
                .map(|line| self.ends_at_rim(inked, line))
                .collect()
        };
        let ends: Vec<Vec<bool>> = self.inked.iter().map(of).collect();
        let have = |lines: Range<usize>| {
            let has = |ends: &&Vec<bool>| ends[lines.clone()].contains(&true);
            nearly_all(ends.iter().filter(has).count(), ends.len())
        };
        let around =
            |line: usize, by: usize| line.saturating_sub(by)..(line + by + 1).min(self.count);
        let is_thin = |line: usize| {
            around(line, NEAR)
                .filter(|line| have(*line..line + 1))
                .count()
                <= THICK
        };
        let is_line =
            |line: usize| self.goes_through(line) || (have(around(line, 1)) && is_thin(line));
        (0..self.count).map(is_line).collect()
    }

    fn at(&self, line: usize, along: usize) -> usize {
        line * self.across + along * self.along
    }

    /// Whether all numbers together have something from rim to rim, but for a small part.
    fn goes_through(&self, line: usize) -> bool {
        let is_fixed = |along: usize| is_fixed(self.inked, self.at(line, along), self.across);
        (is_fixed(0) || is_fixed(self.length - 1)) && mostly(0..self.length, is_fixed)
    }

    /// Whether a number has something in the whole box and on to a rim.
    fn ends_at_rim(&self, inked: &[bool], line: usize) -> bool {
        let is_inked = |along: usize| inked[self.at(line, along)];
        // Beside a plate all around it is the page.
        let stands_out = |along: usize| {
            let is_ground = |line: usize| line >= self.count || !inked[self.at(line, along)];
            let before = line.checked_sub(NEAR).is_none_or(is_ground);
            is_inked(along) && (before || is_ground(line + NEAR))
        };
        let margins = [0..self.inside.start, self.inside.end..self.length];
        let mut margins = margins.into_iter().filter(|margin| !margin.is_empty());
        mostly(self.inside.clone(), is_inked) && margins.any(|margin| mostly(margin, stands_out))
    }
}

/// The part of a line that begins at a point and is so long.
pub(super) fn part(start: i32, long: i32, length: usize) -> Range<usize> {
    start.max(0) as usize..((start + long).max(0) as usize).min(length)
}

#[cfg(test)]
mod tests {
    use super::Lines;
    use crate::base::Rect;

    /// The places of four numbers, drawn with a `#` where they are not ground.
    fn lines(places: [&str; 4]) -> (Vec<usize>, Vec<usize>) {
        let size = [
            places[0].find('\n').expect("lines"),
            places[0].lines().count(),
        ];
        let inner = Rect::new(2, 2, size[0] as i32 - 4, size[1] as i32 - 4);
        let dots = |place: &str| {
            place
                .chars()
                .filter(|c| *c != '\n')
                .map(|c| c == '#')
                .collect()
        };
        let inked: Vec<Vec<bool>> = places.into_iter().map(dots).collect();
        let set = |lines: Vec<bool>| (0..lines.len()).filter(|line| lines[*line]).collect();
        let rows = set(Lines::rows(&inked, size, inner).of_frames());
        (rows, set(Lines::columns(&inked, size, inner).of_frames()))
    }

    const ONE: &str = "\
.#........
.#........
.#...#....
.#..##....
.#...#....
.#...#....
.#...#....
.#..###...
.#########
..........
";

    const TWO: &str = "\
.#........
.#........
.#..###...
.#....#...
.#...##...
.#..##....
.#..#.....
.#..####..
.#########
..........
";

    #[test]
    fn the_corner_of_a_frame_is_none_of_the_digits_in_it() {
        let (rows, columns) = lines([ONE, TWO, TWO, ONE]);
        assert_eq!((rows, columns), (vec![7, 8, 9], vec![0, 1, 2]));
    }

    #[test]
    fn a_stroke_that_all_digits_share_is_no_frame() {
        let four = "\
..........
..........
..#..#....
..#..#....
..####....
.....#....
.....#....
.....#....
##########
##########
";
        let (rows, columns) = lines([four; 4]);
        assert!(
            columns.is_empty() && rows == [7, 8, 9],
            "{rows:?} {columns:?}"
        );
    }
}
