//! Numbers as shapes: games recolour them, so a digit is known by where its ink is, not by its
//! colour.
//!
//! A number's square becomes a bitmap of the pixels that have an ink's colours: of one that was
//! learned, or of any shape in the square, since a game may show colours that no example had. A
//! glyph has pixels that must be ink, pixels that must not be, and a rim between them that does not
//! count, since outlines and highlights come and go with the colour. The best glyph over all small
//! shifts wins; its lead over the best glyph of another value is the confidence.

use super::glyph::{self, Best, Bitmap, SHIFT, highest, lowest};
use super::line::grown;
use super::sheet::alike_bits;
use super::{ColourSet, ReadScratch, TOLERANCE, View, ramp};
use crate::base::Rect;
use crate::vision::Templates;

/// Shapes of fewer board pixels are no digits.
const LEAST_SHAPE: usize = 12;

/// How many of a square's shapes are tried as ink, the largest first.
const MOST_SHAPES: usize = 12;

/// What a number's square is taken for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    pub value: u8,
    /// 0 to 1.
    pub confidence: f32,
    /// The next best value, if any comes near.
    pub rival: Option<u8>,
}

impl Number {
    fn new(best: &Best) -> Option<Self> {
        let (score, value) = best.first?;
        // A shape that fits exactly needs only a short lead; one that is partly covered must be
        // far better than the next.
        let (error, next_error) = (1.0 - score, 1.0 - best.second_score());
        let lead = next_error - 1.5 * error;
        Some(Number {
            value,
            confidence: ramp(score, 0.45, 0.8).min(ramp(lead, 0.0, 0.1)),
            rival: best.second.map(|(_, value)| value),
        })
    }

    fn is_sure(&self) -> bool {
        self.confidence >= 0.95
    }
}

/// Reads numbers with the glyphs of a profile.
pub struct NumberReader<'a> {
    view: View<'a>,
    templates: &'a Templates,
    /// Numbers may have two digits.
    pairs: bool,
    scratch: &'a mut ReadScratch,
    /// Where the patch is not as the board always is.
    free: Bitmap,
}

impl<'a> NumberReader<'a> {
    /// `largest` is the largest number that can appear.
    pub fn new(
        view: View<'a>,
        templates: &'a Templates,
        largest: usize,
        scratch: &'a mut ReadScratch,
    ) -> Self {
        Self {
            view,
            templates,
            pairs: largest > 9,
            scratch,
            free: [0; 64],
        }
    }

    /// Reads the number in a square of the board; `None` if nothing resembles a number.
    pub fn read(&mut self, area: Rect) -> Option<Number> {
        self.look(grown(area, SHIFT));
        let glyphs = &self.templates.glyphs;
        if !self.pairs {
            let quick = self.templates.inks.iter().find_map(|ink| {
                let best = glyph::at_corner(glyphs, &self.bitmap(ink))?;
                Number::new(&best).filter(Number::is_sure)
            });
            if quick.is_some() {
                return quick;
            }
        }
        let mut best = Best::default();
        for ink in &self.templates.inks {
            self.try_ink(ink, &mut best);
            if let Some(number) = Number::new(&best).filter(Number::is_sure) {
                return Some(number);
            }
        }
        let ReadScratch { patch, shapes, .. } = &mut *self.scratch;
        shapes.find(patch, LEAST_SHAPE, TOLERANCE);
        for nth in 0..MOST_SHAPES {
            if self.dip(nth) {
                self.try_ink(&self.scratch.palette, &mut best);
            }
        }
        Number::new(&best)
    }

    /// Takes the colours of a shape, with those near to them, as ink; says whether there is one.
    fn dip(&mut self, nth: usize) -> bool {
        let ReadScratch {
            patch,
            shapes,
            palette,
            ..
        } = &mut *self.scratch;
        let Some(pixels) = shapes.get(nth) else {
            return false;
        };
        palette.clear();
        palette.add_all(pixels, patch);
        true
    }

    fn try_ink(&self, ink: &ColourSet, best: &mut Best) {
        let bitmap = self.bitmap(ink);
        let weight: u32 = bitmap.iter().map(|row| row.count_ones()).sum();
        let glyphs = self.templates.glyphs.iter();
        glyph::everywhere(glyphs.filter(|g| g.may_weigh(weight)), &bitmap, best);
        if self.pairs {
            self.try_pairs(&bitmap, best);
        }
    }

    /// Looks at a square: its pixels, and which of them are not as the board always is.
    fn look(&mut self, area: Rect) {
        let ReadScratch { patch, ground, .. } = &mut *self.scratch;
        patch.fill(&self.view, area);
        self.free = [u64::MAX; 64];
        if let Some(anchor) = &self.templates.anchor {
            ground.cut(&anchor.sheet, area);
            let rows = patch.sheet.rows().zip(ground.rows());
            for (free, (row, ground)) in self.free.iter_mut().zip(rows) {
                let width = row.len().min(64);
                *free = !alike_bits(&row[..width], &ground[..width], TOLERANCE);
            }
        }
    }

    /// The pixels that have an ink's colours and are not as the board always is.
    fn bitmap(&self, ink: &ColourSet) -> Bitmap {
        let mut bitmap = [0; 64];
        for ((bits, row), free) in bitmap
            .iter_mut()
            .zip(self.scratch.patch.sheet.rows())
            .zip(self.free)
        {
            for x in set_bits(free).take_while(|x| *x < row.len()) {
                let [r, g, b, _] = row[x];
                *bits |= u64::from(ink.has([r, g, b])) << x;
            }
        }
        bitmap
    }

    /// Two digits side by side: the ink is split at each gap, and each part is matched at its own
    /// place.
    fn try_pairs(&self, bitmap: &Bitmap, best: &mut Best) {
        let columns = bitmap.iter().fold(0, |all, row| all | row);
        let (Some(first), Some(last)) = (lowest(columns), highest(columns)) else {
            return;
        };
        for gap in first + 1..last {
            if columns >> gap & 1 == 0 && columns >> (gap - 1) & 1 == 1 {
                let left = bitmap.map(|row| row & ((1 << gap) - 1));
                let right = bitmap.map(|row| row >> gap << gap);
                let glyphs = &self.templates.glyphs;
                pair(
                    glyph::alone(glyphs, &left),
                    glyph::alone(glyphs, &right),
                    best,
                );
            }
        }
    }
}

/// The numbers of the bits that are set, the lowest first.
fn set_bits(bits: u64) -> impl Iterator<Item = usize> {
    let next = |bits: &u64| Some(bits & bits.wrapping_sub(1));
    std::iter::successors(Some(bits), next)
        .take_while(|bits| *bits != 0)
        .map(|bits| bits.trailing_zeros() as usize)
}

/// Offers the number made of two digits, and those with either digit replaced by its rival.
fn pair(tens: Best, ones: Best, best: &mut Best) {
    let digits = |of: Best| [of.first, of.second].into_iter().flatten();
    for (a, ten) in digits(tens).filter(|(_, ten)| *ten > 0) {
        for (b, one) in digits(ones) {
            best.offer(a.min(b), ten * 10 + one);
        }
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};

    use super::NumberReader;
    use crate::base::Rect;
    use crate::screen::Frame;
    use crate::vision::Templates;
    use crate::vision::{Place, ReadScratch, View, font};

    const SQUARE: Rect = Rect::new(4, 4, 32, 32);
    /// Of the tiny font's pixels.
    const SIZE: i32 = 4;

    /// Draws a text of the tiny font, enlarged, on stone of some shades.
    fn draw(picture: &mut RgbaImage, text: &str, left: i32, top: i32, ink: Rgba<u8>) {
        for (index, letter) in text.chars().enumerate() {
            for y in 0..font::HEIGHT * SIZE {
                for x in 0..font::ADVANCE * SIZE {
                    let at = (left + index as i32 * font::ADVANCE * SIZE + x, top + y);
                    if font::is_ink(letter, x / SIZE, y / SIZE) {
                        picture.put_pixel(at.0 as u32, at.1 as u32, ink);
                    }
                }
            }
        }
    }

    fn templates() -> Templates {
        let mut templates = Templates::default();
        for n in 0..=9 {
            let mut picture = RgbaImage::new(32, 32);
            draw(&mut picture, &n.to_string(), 8, 2, Rgba([250, 90, 70, 255]));
            templates.add_digit(n, &picture).expect("it has a shape");
        }
        templates.prepare();
        templates
    }

    /// What is read where a text is drawn.
    fn read(text: &str, (left, top): (i32, i32), ink: [u8; 3], largest: usize) -> Option<u8> {
        let mut picture = RgbaImage::from_fn(40, 40, |x, y| {
            let shade = 60 + (x / 7 + y / 5) as u8 % 3 * 4;
            Rgba([shade, shade, shade, 255])
        });
        draw(
            &mut picture,
            text,
            left,
            top,
            Rgba([ink[0], ink[1], ink[2], 255]),
        );
        let frame = Frame::still(picture);
        let place = Place::whole();
        let templates = templates();
        let view = View {
            frame: &frame,
            place,
        };
        let mut scratch = ReadScratch::default();
        let number = NumberReader::new(view, &templates, largest, &mut scratch).read(SQUARE)?;
        (number.confidence >= 0.5).then_some(number.value)
    }

    #[test]
    fn every_digit_is_read_in_any_colour_a_little_off_its_place() {
        for n in 0..=9 {
            for (dx, dy) in [(0, 0), (-3, 2), (3, -3), (4, 4)] {
                for ink in [[250, 90, 70], [10, 200, 30], [240, 240, 240], [8, 4, 2]] {
                    let at = (12 + dx, 6 + dy);
                    assert_eq!(read(&n.to_string(), at, ink, 9), Some(n), "{n} at {at:?}");
                }
            }
        }
    }

    #[test]
    fn larger_boards_have_numbers_of_two_digits() {
        for n in 0..=32 {
            let left = if n > 9 { 6 } else { 14 };
            for ink in [[250, 90, 70], [10, 200, 30]] {
                assert_eq!(read(&n.to_string(), (left, 7), ink, 32), Some(n), "{n}");
            }
        }
    }

    #[test]
    fn nothing_is_no_number() {
        assert_eq!(read("", (12, 6), [250, 90, 70], 9), None);
        assert_eq!(read("X", (12, 6), [250, 90, 70], 9), None);
        assert_eq!(read("#", (12, 6), [250, 90, 70], 9), None);
    }
}
