//! Rectangles of pixels that are compared many pixels at once.

use image::RgbaImage;
use wide::{u8x16, u32x4};

use crate::base::Rect;

/// Red, green, blue, and whether there is a pixel at all: 255, or 0 for none.
pub type Dot = [u8; 4];

/// So many bytes are compared at once, and the dots in them.
const BYTES: usize = 16;
const DOTS: usize = BYTES / size_of::<Dot>();

/// A dot that is none.
const CLEAR: Dot = [0; 4];

/// Dots, row by row. Made to be filled again and again.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    width: usize,
    dots: Vec<Dot>,
}

impl Sheet {
    /// What of a picture is opaque.
    pub fn of(picture: &RgbaImage) -> Self {
        let mut sheet = Self::default();
        sheet.start(picture.width() as usize);
        let (dots, _) = picture.as_raw().as_chunks();
        sheet.extend(
            dots.iter()
                .map(|dot| if dot[3] == 255 { *dot } else { CLEAR }),
        );
        sheet
    }

    /// Width and height.
    pub fn dimensions(&self) -> (u32, u32) {
        let height = self.dots.len() / self.width.max(1);
        (self.width as u32, height as u32)
    }

    /// Fills it with a part of another; what lies outside of that is clear.
    pub fn cut(&mut self, from: &Sheet, area: Rect) {
        self.start(area.width.max(0) as usize);
        let height = from.dots.len() / from.width.max(1);
        let clip = |at: i32, side: usize| at.clamp(0, side as i32);
        let columns = clip(area.x, from.width)..clip(area.x + area.width, from.width);
        let clear = |count: i32| std::iter::repeat_n(CLEAR, count.max(0) as usize);
        for y in area.y..area.y + area.height {
            if (0..height as i32).contains(&y) && !columns.is_empty() {
                self.dots.extend(clear(columns.start - area.x));
                self.dots.extend_from_slice(from.row(y, columns.clone()));
                self.dots.extend(clear(area.x + area.width - columns.end));
            } else {
                self.dots.extend(clear(area.width));
            }
        }
    }

    /// Empties it; what is put in now has rows of that width.
    pub fn start(&mut self, width: usize) {
        self.width = width;
        self.dots.clear();
    }

    pub fn extend(&mut self, dots: impl Iterator<Item = Dot>) {
        self.dots.extend(dots);
    }

    /// The colour at a place; `None` outside, and where there is none.
    #[inline]
    pub fn get(&self, x: i32, y: i32) -> Option<[u8; 3]> {
        let inside = x >= 0 && y >= 0 && (x as usize) < self.width;
        let at = inside.then(|| y as usize * self.width + x as usize)?;
        let [r, g, b, there] = *self.dots.get(at)?;
        (there != 0).then_some([r, g, b])
    }

    /// A part of a row, which must lie inside.
    #[inline]
    pub fn row(&self, y: i32, columns: std::ops::Range<i32>) -> &[Dot] {
        let start = y as usize * self.width;
        &self.dots[start + columns.start as usize..start + columns.end as usize]
    }

    pub fn rows(&self) -> impl Iterator<Item = &[Dot]> {
        self.dots.chunks(self.width.max(1))
    }
}

/// How many dots of a row are there.
pub fn there(row: &[Dot]) -> usize {
    row.iter().map(|dot| u32::from(dot[3] != 0)).sum::<u32>() as usize
}

/// [`there`], of the dots only that another row leaves free.
pub fn there_beside(row: &[Dot], over: &[Dot]) -> usize {
    let free = |(dot, over): (&Dot, &Dot)| u32::from(dot[3] & !over[3] != 0);
    row.iter().zip(over).map(free).sum::<u32>() as usize
}

/// How many dots of a row are those of another as long, up to `tolerance` in each channel. A dot
/// that is none is like all that are none.
#[inline]
pub fn alike(a: &[Dot], b: &[Dot], tolerance: u8) -> usize {
    debug_assert_eq!(a.len(), b.len());
    let [(many_a, few_a), (many_b, few_b)] = [a, b].map(<[Dot]>::as_chunks::<DOTS>);
    let many = many_a.iter().zip(many_b);
    let many: u32 = many
        .map(|(a, b)| same(a, b, tolerance).to_bitmask().count_ones())
        .sum();
    let few = few_a.iter().zip(few_b);
    many as usize + few.filter(|(a, b)| near(a, b, tolerance)).count()
}

/// [`alike`], of the dots only that a third row leaves free.
#[inline]
pub fn alike_beside(a: &[Dot], b: &[Dot], over: &[Dot], tolerance: u8) -> usize {
    let [(many_a, few_a), (many_b, few_b), (many_over, few_over)] =
        [a, b, over].map(<[Dot]>::as_chunks::<DOTS>);
    let many = many_a.iter().zip(many_b).zip(many_over);
    let many = many.map(|((a, b), over)| same(a, b, tolerance) & same(over, &[CLEAR; DOTS], 0));
    let many: u32 = many.map(|same| same.to_bitmask().count_ones()).sum();
    let few = few_a.iter().zip(few_b).zip(few_over);
    let few = few.filter(|((a, b), over)| **over == CLEAR && near(a, b, tolerance));
    many as usize + few.count()
}

/// Bit `x` tells whether dot `x` of both rows is the same, as [`alike`] does; up to 64 dots.
#[inline]
pub fn alike_bits(a: &[Dot], b: &[Dot], tolerance: u8) -> u64 {
    let [(many_a, few_a), (many_b, few_b)] = [a, b].map(<[Dot]>::as_chunks::<DOTS>);
    let many = many_a.iter().zip(many_b).enumerate();
    let many = many.fold(0, |bits, (nth, (a, b))| {
        bits | u64::from(same(a, b, tolerance).to_bitmask()) << (DOTS * nth)
    });
    let few = few_a.iter().zip(few_b).zip(DOTS * many_a.len()..);
    few.fold(many, |bits, ((a, b), x)| {
        bits | u64::from(near(a, b, tolerance)) << x
    })
}

/// For each dot whether it is the same in both.
#[inline]
fn same(a: &[Dot; DOTS], b: &[Dot; DOTS], tolerance: u8) -> u32x4 {
    let [a, b]: [u8x16; 2] = [a, b].map(|dots| bytemuck::cast(*dots));
    let limit = u8x16::splat(tolerance);
    let excess = (a.max(b) - a.min(b)).max(limit) - limit;
    bytemuck::cast::<u8x16, u32x4>(excess).simd_eq(u32x4::ZERO)
}

#[inline]
fn near(a: &Dot, b: &Dot, tolerance: u8) -> bool {
    (0..a.len()).all(|i| a[i].abs_diff(b[i]) <= tolerance)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of dots that are often the same, often nearly, and sometimes none.
    fn rows(length: usize) -> [Vec<Dot>; 3] {
        let mut state = 7u32;
        let mut next = move |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        let a: Vec<Dot> = (0..length)
            .map(|_| [next(255) as u8, 128, next(255) as u8, 255])
            .collect();
        let b = a.iter().map(|[r, g, b, _]| match next(3) {
            0 => CLEAR,
            1 => [r.saturating_add(24), *g, *b, 255],
            _ => [*r, *g, b.saturating_sub(next(60) as u8), 255],
        });
        let b = b.collect();
        let over = (0..length).map(|_| if next(2) == 0 { CLEAR } else { [0, 0, 0, 255] });
        [a, b, over.collect()]
    }

    #[test]
    fn dots_are_counted_as_one_by_one() {
        for length in 0..50 {
            let [a, b, over] = rows(length);
            let pairs = || a.iter().zip(&b);
            let one_by_one: Vec<bool> = pairs().map(|(a, b)| near(a, b, 24)).collect();
            assert_eq!(
                alike(&a, &b, 24),
                one_by_one.iter().filter(|same| **same).count()
            );
            let bits = alike_bits(&a, &b, 24);
            assert!((0..length).all(|x| one_by_one[x] == (bits >> x & 1 == 1)));
            let free = pairs()
                .zip(&over)
                .filter(|((a, b), over)| over[3] == 0 && near(a, b, 24));
            assert_eq!(alike_beside(&a, &b, &over, 24), free.count());
        }
    }

    #[test]
    fn what_is_cut_out_is_clear_outside() {
        let picture = RgbaImage::from_fn(3, 2, |x, y| image::Rgba([x as u8, y as u8, 0, 255]));
        let mut part = Sheet::default();
        part.cut(&Sheet::of(&picture), Rect::new(-1, 1, 5, 3));
        let seen = (0..3).flat_map(|y| (0..5).map(move |x| (x, y)));
        let seen: Vec<_> = seen.filter_map(|(x, y)| part.get(x, y)).collect();
        assert_eq!(seen, [[0, 1, 0], [1, 1, 0], [2, 1, 0]]);
        assert_eq!(part.get(1, 0), Some([0, 1, 0]));
    }

    #[test]
    fn what_is_not_there_is_like_nothing_that_is() {
        assert_eq!(alike(&[[0, 0, 0, 255]], &[CLEAR], 254), 0);
        assert_eq!(alike(&[[9, 9, 9, 255]], &[[9, 9, 9, 255]], 0), 1);
    }
}
