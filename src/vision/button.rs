//! What is around a point of a picture, to find the point again where the picture is of another size or has moved.
//!
//! Pictures are compared by their zero-mean normalised cross-correlation: first all of it at half the size or less, then the
//! best places pixel by pixel. (J. P. Lewis, *Fast normalized cross-correlation*, Vision Interface 1995.)

use image::imageops::{FilterType, crop_imm, resize};
use image::{GrayImage, Luma, Rgba, RgbaImage};
use imageproc::definitions::Image;
use imageproc::integral_image::{integral_image, integral_squared_image, sum_image_pixels};

use super::apart;
use crate::base::{Point, Rect};

mod letters;

/// So much around a point is compared, to each side, in pixels. By trial on a page in Chromium with buttons and links of
/// 14 to 16 pixels' letters: with 24 by 12 they were told less well apart.
const AROUND: [i32; 2] = [30, 15];

/// Where that is plain, as the middle of a list or of a wide button, a label is looked for so far from it, in pixels. It stands
/// out by more than so many levels, and a line higher than twice this is where the button ends. Chosen: lists are as wide,
/// gradients flatter, letters lower.
const FAR: i32 = 300;
const STANDS_OUT: u8 = 12;
const HIGH: i32 = 11;

/// Where there is none, so many times as much is compared. Chosen: twice, and twice again.
const TIMES: [i32; 2] = [2, 4];

/// Pictures are made smaller by halves until what is looked for is no wider than this, in pixels. Measured there: half the
/// size is enough to find it.
const ROUGH: u32 = 40;

/// The caption: so much of it is compared once more by itself, to each side, in pixels. The plates of two buttons are alike
/// whatever is written on them, and a ring around the one that was used last makes it less like itself. Chosen: a short word.
const CAPTION: [i32; 2] = [15, 7];

/// At the edge of a picture it is at least so much. Pixels; chosen: a word, a line.
const LEAST: [i32; 2] = [12, 6];

/// What is around a point differs by so much, in levels, as the deviation from its mean; else it is a plain area. Chosen:
/// pages in gradients have less, faint letters more.
const LIVELY: f32 = 6.0;

/// So alike a button is at least to itself in another size, and so much more than what else is to be seen. Measured on
/// that page at 80 to 200 %: 0.70 and more, and anything else up to 0.67, by 0.14 less at least.
const ALIKE: f32 = 0.68;
const APART: f32 = 0.08;

/// So many places are looked at closely, which are so alike in the smaller picture. Measured there: 0.64 and more.
const PLACES: usize = 24;
const ROUGHLY_ALIKE: f32 = 0.45;

/// Where something was told it may be off by so much, in pixels. Chosen: places are rounded, pages scroll by wholes.
const OFF: i32 = 4;

/// The most pixels of a picture that is searched: those of a screen twice as wide and high as usual ones.
const MOST: usize = 1 << 23;

/// By what a point is found again that is clicked: what has it in its middle, or what stands beside it on the same ground.
#[derive(Clone, Debug)]
pub struct ButtonLook {
    /// The point, and the middle of what is looked for: pixels of the board.
    pub told: Point,
    pub middle: Point,
    grey: GrayImage,
}

impl ButtonLook {
    /// Parts of a picture by which a point is found again, with their middles: what is around the point; where that is plain
    /// or runs on, a line of letters on the same ground, at it or to its left and right; where there is none, more of what is
    /// around it. None where all is plain or runs on, or the point too near to the edge.
    pub fn cut(picture: &RgbaImage, at: Point) -> Vec<(Point, RgbaImage)> {
        let part = |at: Point, times: i32| {
            let part = Self::part(picture, at, AROUND.map(|side| side * times));
            part.map(|part| (at, part))
        };
        if let Some(part) = part(at, 1).or_else(|| Self::letters(picture, at)) {
            return vec![part];
        }
        let labels = [-1, 1]
            .into_iter()
            .filter_map(|way| label(picture, at, way));
        let labels: Vec<_> = labels.filter_map(|label| part(label, 1)).collect();
        match labels.is_empty() {
            true => TIMES
                .iter()
                .find_map(|times| part(at, *times))
                .into_iter()
                .collect(),
            false => labels,
        }
    }

    fn part(picture: &RgbaImage, at: Point, around: [i32; 2]) -> Option<RgbaImage> {
        let [width, height] = [picture.width(), picture.height()].map(|side| side as i32);
        let across = around[0].min(at.x).min(width - 1 - at.x);
        let down = around[1].min(at.y).min(height - 1 - at.y);
        if across < LEAST[0] || down < LEAST[1] {
            return None;
        }
        let area = Rect::new(at.x - across, at.y - down, 2 * across + 1, 2 * down + 1);
        let seen = grey(picture, area);
        if Wanted::of(&seen).is_none() || runs_on(&seen) {
            return None;
        }
        let [x, y] = [area.x, area.y].map(|edge| edge as u32);
        let [width, height] = [area.width, area.height].map(|side| side as u32);
        Some(crop_imm(picture, x, y, width, height).to_image())
    }

    /// What a picture shows that was cut so.
    pub fn new(told: Point, middle: Point, picture: &RgbaImage) -> Self {
        let [width, height] = [picture.width(), picture.height()].map(|side| side as i32);
        let grey = grey(picture, Rect::new(0, 0, width, height));
        Self { told, middle, grey }
    }

    /// Whether the point is there in a picture, or hardly off it, and all so many times as large as it was.
    pub fn is_at(&self, picture: &RgbaImage, scale: f64, point: Point) -> bool {
        let Some((wanted, middle)) = self.scaled(scale) else {
            return false;
        };
        let corner = point + self.beside(scale) - middle;
        let [width, height] = wanted.whole.size.map(|side| side as i32);
        let reach = Rect::new(corner.x, corner.y, width, height).grown(OFF);
        let seen = Seen::of(&grey(picture, reach));
        // Plates lie on each other there; a caption may look like another somewhere else.
        let best = seen.places(&wanted.whole, 1).into_iter().next();
        let spot = best.and_then(|best| wanted.at(&seen, best.corner));
        spot.is_some_and(|spot| spot.alike >= ALIKE)
    }

    /// Where the point is in a picture, all so many times as large as it was; between it and what stands beside it there must
    /// be nothing.
    pub fn anywhere(&self, picture: &RgbaImage, scale: f64) -> Option<Point> {
        let beside = self.beside(scale);
        let middle = self.found(picture, scale)?;
        let point = middle - beside;
        let is_there = || {
            let seen = label(picture, point, beside.x.signum())?;
            let off = f64::from((seen.x - middle.x).abs());
            (off <= f64::from(OFF) * scale.max(1.0)).then_some(point)
        };
        match beside.x {
            0 => Some(point),
            _ => is_there(),
        }
    }

    /// From the point to the middle of what is looked for, where all is so many times as large.
    fn beside(&self, scale: f64) -> Point {
        let off = self.middle - self.told;
        let [x, y] = [off.x, off.y].map(|off| (f64::from(off) * scale).round() as i32);
        Point::new(x, y)
    }

    /// The middle of what is looked for, so many times as large as it was: where it looks like that, and nothing else looks
    /// nearly as much like it.
    fn found(&self, picture: &RgbaImage, scale: f64) -> Option<Point> {
        let pixels = picture.width() as usize * picture.height() as usize;
        let (wanted, at) = self.scaled(scale).filter(|_| pixels <= MOST)?;
        let all = Rect::new(0, 0, picture.width() as i32, picture.height() as i32);
        let grey = grey(picture, all);
        let (mut wanted_small, mut small, mut times) = (self.enlarged(scale)?, grey.clone(), 1);
        while wanted_small.width() > ROUGH {
            (wanted_small, small, times) = (halved(&wanted_small), halved(&small), 2 * times);
        }
        let mut places = Seen::of(&small).places(&Wanted::of(&wanted_small)?, PLACES);
        places.retain(|place| place.alike >= ROUGHLY_ALIKE);
        let seen = Seen::of(&grey);
        let closely = places.iter().filter_map(|place| {
            let [x, y] = [place.corner.x * times, place.corner.y * times];
            let offs = (-times..=times)
                .flat_map(|dy| (-times..=times).map(move |dx| Point::new(x + dx, y + dy)));
            let exact = offs.filter_map(|corner| wanted.at(&seen, corner));
            exact.max_by(|a, b| a.alike.total_cmp(&b.alike))
        });
        let mut closely: Vec<Spot> = closely.collect();
        closely.sort_by(|a, b| b.alike.total_cmp(&a.alike));
        let (best, others) = closely.split_first()?;
        let second = others
            .iter()
            .find(|other| !other.is_beside(best, wanted.whole.size));
        let second = second.map_or(0.0, |other| other.alike);
        (best.alike >= ALIKE.max(second + APART)).then(|| best.corner + at)
    }

    /// It, so many times as large, and where its middle is then.
    fn scaled(&self, scale: f64) -> Option<(Captioned, Point)> {
        let wanted = Captioned::of(&self.enlarged(scale)?, scale)?;
        let [x, y] = wanted.whole.size.map(|side| side as i32 / 2);
        Some((wanted, Point::new(x, y)))
    }

    fn enlarged(&self, scale: f64) -> Option<GrayImage> {
        let sides = [self.grey.width(), self.grey.height()];
        let [width, height] = sides.map(|side| (f64::from(side) * scale).round() as u32);
        let is_small = width < LEAST[0] as u32 || height < LEAST[1] as u32;
        (!is_small).then(|| match scale {
            1.0 => self.grey.clone(),
            _ => resize(&self.grey, width, height, FilterType::Triangle),
        })
    }
}

/// The first point to the left or right of a plain one where something stands on the same ground: no line that ends it.
fn label(picture: &RgbaImage, from: Point, way: i32) -> Option<Point> {
    let level = |x: i32, y: i32| picture.get_pixel_checked(x as u32, y as u32).map(rgb);
    let end = (1..FAR).map(|step| from.x + way * step).find(|x| {
        let seen = level(*x, from.y).zip(level(x - way, from.y));
        seen.is_none_or(|(here, before)| apart(here, before) > STANDS_OUT)
    })?;
    let ground = level(end - way, from.y)?;
    let is_line = (-HIGH..=HIGH).all(|off| {
        let here = level(end, from.y + off);
        here.is_none_or(|here| apart(here, ground) > STANDS_OUT)
    });
    (!is_line).then(|| Point::new(end, from.y))
}

/// Whether a picture shows the same a quarter of its side further on, as a line does or the pattern of a page: it is found
/// anywhere along that.
fn runs_on(grey: &GrayImage) -> bool {
    let seen = Seen::of(grey);
    [true, false].into_iter().any(|across| {
        let [width, height] = [grey.width(), grey.height()];
        let (by, down) = if across {
            (width / 4, 0)
        } else {
            (0, height / 4)
        };
        let middle = crop_imm(grey, by, down, width - 2 * by, height - 2 * down).to_image();
        let ends = [Point::new(0, 0), Point::new(2 * by as i32, 2 * down as i32)];
        Wanted::of(&middle).is_some_and(|wanted| {
            let is_same = |corner| seen.at(&wanted, corner).is_some_and(|at| at.alike >= ALIKE);
            ends.into_iter().any(is_same)
        })
    })
}

/// A part of a picture in grey; black outside of it.
fn grey(picture: &RgbaImage, area: Rect) -> GrayImage {
    GrayImage::from_fn(area.width as u32, area.height as u32, |x, y| {
        let [x, y] = [x as i32 + area.x, y as i32 + area.y].map(|at| at as u32);
        let pixel = picture.get_pixel_checked(x, y).map_or([0; 3], rgb);
        let [r, g, b] = pixel.map(u32::from);
        Luma([((299 * r + 587 * g + 114 * b) / 1000) as u8])
    })
}

fn rgb(pixel: &Rgba<u8>) -> [u8; 3] {
    [pixel[0], pixel[1], pixel[2]]
}

/// The means of two by two pixels.
fn halved(grey: &GrayImage) -> GrayImage {
    let (width, height) = (grey.width() / 2, grey.height() / 2);
    GrayImage::from_fn(width, height, |x, y| {
        let four = [(0, 0), (1, 0), (0, 1), (1, 1)];
        let sum: u32 = four
            .iter()
            .map(|(dx, dy)| u32::from(grey.get_pixel(2 * x + dx, 2 * y + dy)[0]))
            .sum();
        Luma([(sum / 4) as u8])
    })
}

/// A picture that is looked for: its deviations from its mean, of length 1.
struct Wanted {
    size: [u32; 2],
    deviations: Vec<f32>,
}

impl Wanted {
    /// None if it is plain.
    fn of(grey: &GrayImage) -> Option<Self> {
        let levels: Vec<f32> = grey.iter().map(|level| f32::from(*level)).collect();
        let count = levels.len() as f32;
        let mean = levels.iter().sum::<f32>() / count;
        let deviations = levels.iter().map(|level| level - mean);
        let length = deviations.clone().map(|d| d * d).sum::<f32>().sqrt();
        (length / count.sqrt() > LIVELY).then(|| Self {
            size: [grey.width(), grey.height()],
            deviations: deviations.map(|d| d / length).collect(),
        })
    }
}

/// A picture that is looked for, and what stands in its middle.
struct Captioned {
    whole: Wanted,
    /// With its corner in the whole; none if that is plain.
    caption: Option<(Point, Wanted)>,
}

impl Captioned {
    /// Of a picture so many times as large as it was; None if it is plain.
    fn of(grey: &GrayImage, scale: f64) -> Option<Self> {
        let sides = [grey.width(), grey.height()];
        let inner = [0, 1].map(|axis| {
            let side = (f64::from(2 * CAPTION[axis] + 1) * scale).round() as u32;
            side.min(sides[axis])
        });
        let [x, y] = [0, 1].map(|axis| (sides[axis] - inner[axis]) / 2);
        let middle = crop_imm(grey, x, y, inner[0], inner[1]).to_image();
        let caption = Wanted::of(&middle);
        Some(Self {
            whole: Wanted::of(grey)?,
            caption: caption.map(|caption| (Point::new(x as i32, y as i32), caption)),
        })
    }

    /// How alike a place is: the mean of all and of the caption alone.
    fn at(&self, seen: &Seen, corner: Point) -> Option<Spot> {
        let whole = seen.at(&self.whole, corner)?;
        let Some((inner, caption)) = &self.caption else {
            return Some(whole);
        };
        let caption = seen.at(caption, corner + *inner);
        let caption = caption.map_or(0.0, |caption| caption.alike);
        let alike = f32::midpoint(whole.alike, caption);
        Some(Spot { alike, ..whole })
    }
}

/// Where something may be, by its corner, and how alike it is there, up to 1.
#[derive(Clone, Copy)]
struct Spot {
    corner: Point,
    alike: f32,
}

impl Spot {
    /// Whether another is so near that both show the same.
    fn is_beside(&self, other: &Spot, [width, height]: [u32; 2]) -> bool {
        let off = self.corner - other.corner;
        off.x.unsigned_abs() < width / 4 && off.y.unsigned_abs() < height / 4
    }
}

/// A picture in which something is looked for, with the sums of its levels and of their squares.
struct Seen {
    size: [u32; 2],
    levels: Vec<f32>,
    sums: Image<Luma<u64>>,
    squares: Image<Luma<u64>>,
}

impl Seen {
    fn of(grey: &GrayImage) -> Self {
        Self {
            size: [grey.width(), grey.height()],
            levels: grey.iter().map(|level| f32::from(*level)).collect(),
            sums: integral_image(grey),
            squares: integral_squared_image(grey),
        }
    }

    /// The places that are most alike, the best first, no two beside each other.
    fn places(&self, wanted: &Wanted, most: usize) -> Vec<Spot> {
        let [across, down] =
            [0, 1].map(|axis| (self.size[axis] + 1).saturating_sub(wanted.size[axis]));
        let corners =
            (0..down).flat_map(|y| (0..across).map(move |x| Point::new(x as i32, y as i32)));
        let mut all: Vec<Spot> = corners
            .filter_map(|corner| self.at(wanted, corner))
            .collect();
        all.sort_unstable_by(|a, b| b.alike.total_cmp(&a.alike));
        let mut best: Vec<Spot> = Vec::new();
        for spot in all {
            if best.len() == most || spot.alike <= 0.0 {
                break;
            }
            if !best.iter().any(|other| spot.is_beside(other, wanted.size)) {
                best.push(spot);
            }
        }
        best
    }

    /// How alike the place with this corner is; None if it is not inside, or plain.
    fn at(&self, wanted: &Wanted, corner: Point) -> Option<Spot> {
        let [width, height] = wanted.size;
        let [left, top] = [corner.x, corner.y].map(|at| u32::try_from(at).ok());
        let (left, top) = (left?, top?);
        if left + width > self.size[0] || top + height > self.size[1] {
            return None;
        }
        let (right, bottom) = (left + width - 1, top + height - 1);
        let count = f64::from(width * height);
        let within =
            |sums: &Image<Luma<u64>>| sum_image_pixels(sums, left, top, right, bottom)[0] as f64;
        let deviation = (within(&self.squares) - within(&self.sums).powi(2) / count).max(0.0);
        if (deviation / count).sqrt() < f64::from(LIVELY) {
            return None;
        }
        let rows = wanted
            .deviations
            .chunks_exact(width as usize)
            .zip(top as usize..);
        let products = rows.map(|(deviations, y)| {
            let from = y * self.size[0] as usize + left as usize;
            let levels = &self.levels[from..from + width as usize];
            deviations
                .iter()
                .zip(levels)
                .map(|(a, b)| a * b)
                .sum::<f32>()
        });
        Some(Spot {
            corner,
            alike: products.sum::<f32>() / deviation.sqrt() as f32,
        })
    }
}

#[cfg(test)]
mod tests;
