//! The shape of a number that was seen.

use image::GrayImage;
use imageproc::distance_transform::Norm;
use imageproc::morphology::dilate;

use super::super::Pixels;
use super::canvas::{Colours, canvas, inner, length};
use super::free::Free;
use super::lines::{mostly, part};
use crate::base::Rect;
use crate::vision::regions::Region;

/// Squared grey levels between ground and ink that are hard to tell from noise.
const FAINT: f32 = 100.0;

/// Points with more ink than this (of 1) may be a frame's.
const FRAME: f32 = 0.3;

/// A number's ink, cropped.
#[derive(Clone, Debug, PartialEq)]
pub struct Mask {
    pub value: u8,
    /// Where the ink begins on the canvas of the side it was seen on.
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
    /// 0 to 1, row by row.
    pub ink: Vec<f32>,
}

impl Mask {
    /// The ink in the box of a number that was seen; `scale` as of [`super::scale`]. None if there is none.
    pub fn new(
        value: u8,
        pixels: &impl Pixels,
        area: Rect,
        scale: f32,
        free: &Free,
    ) -> Option<Self> {
        let colours = Colours::new(pixels, canvas(area), scale);
        let mut apart = free.apart(&colours);
        let page = apart.iter_mut().enumerate();
        page.filter(|(at, _)| !free.counts(*at))
            .for_each(|(_, p)| *p = [0.0; 3]);
        let way = colour(&apart);
        let norm: f32 = way.iter().map(|part| part * part).sum();
        if norm < FAINT {
            return None;
        }
        let ink: Vec<f32> = apart
            .iter()
            .map(|p| ((0..3).map(|i| p[i] * way[i]).sum::<f32>() / norm).clamp(0.0, 1.0))
            .map(|ink| if ink < 0.15 { 0.0 } else { ink })
            .collect();
        let mask = Self {
            value,
            left: 0,
            top: 0,
            width: colours.width,
            height: colours.height,
            ink,
        };
        mask.without_lines(inner(area, scale), free)
            .without_dirt()
            .cropped()
    }

    /// The same, softened, with what that adds around it.
    pub fn soft(&self) -> Self {
        let size = [self.width, self.height].map(|side| side as u32);
        let soft = super::softened(size, |at| [self.ink[at], 0.0, 0.0, 1.0]);
        Self {
            value: self.value,
            left: self.left.saturating_sub(1),
            top: self.top.saturating_sub(1),
            width: self.width + 2,
            height: self.height + 2,
            ink: soft.pixels().map(|point| point[0]).collect(),
        }
    }

    /// Without frames beside the box that other numbers of the side do not have at the same place.
    fn without_lines(mut self, inner: Rect, free: &Free) -> Self {
        let is_ink = |x: usize, y: usize| {
            let at = y * self.width + x;
            self.ink[at] > FRAME || !free.counts(at)
        };
        let across = part(inner.x, inner.width, self.width);
        let down = part(inner.y, inner.height, self.height);
        let row = |y| !down.contains(&y) && mostly(across.clone(), |x| is_ink(x, y));
        let column = |x| !across.contains(&x) && mostly(down.clone(), |y| is_ink(x, y));
        let rows: Vec<bool> = (0..self.height).map(row).collect();
        let columns: Vec<bool> = (0..self.width).map(column).collect();
        for (at, ink) in self.ink.iter_mut().enumerate() {
            if rows[at / self.width] || columns[at % self.width] {
                *ink = 0.0;
            }
        }
        self
    }

    /// Without frames, and parts that are much lighter than the heaviest.
    fn without_dirt(mut self) -> Self {
        let (width, height) = (self.width as i32, self.height as i32);
        let mut parts = Region::above(0.3, &self.ink, self.width);
        parts.retain(|part| !is_frame(part.bounds, width, height));
        let most = parts.iter().map(|part| part.weight).fold(0.0, f32::max);
        let mut kept = GrayImage::new(self.width as u32, self.height as u32);
        for part in parts.iter().filter(|part| part.weight > 0.1 * most) {
            part.points.iter().for_each(|at| kept.as_mut()[*at] = 255);
        }
        // With the faint edge around it.
        let kept = dilate(&kept, Norm::LInf, 1);
        let others = self.ink.iter_mut().zip(kept.iter());
        let others = others.filter(|(_, kept)| **kept == 0);
        others.for_each(|(ink, _)| *ink = 0.0);
        self
    }

    fn cropped(self) -> Option<Self> {
        let inked = |at: &usize| self.ink[*at] > 0.0;
        let place = |at: usize| Rect::new((at % self.width) as i32, (at / self.width) as i32, 1, 1);
        let bounds = (0..self.ink.len()).filter(inked).map(place);
        let bounds = bounds.reduce(|all, dot| all.around(&dot))?;
        let [left, top, width, height] = <[i32; 4]>::from(bounds).map(|part| part.max(0) as usize);
        let rows = (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y)));
        Some(Self {
            value: self.value,
            left,
            top,
            width,
            height,
            ink: rows.map(|(x, y)| self.ink[y * self.width + x]).collect(),
        })
    }
}

/// The ink's own colour: the mean of what differs most from the ground.
fn colour(apart: &[[f32; 3]]) -> [f32; 3] {
    let most = apart.iter().map(length).fold(0.0, f32::max);
    let mut way = [0.0f32; 3];
    let mut count = 0.0;
    for p in apart.iter().filter(|p| length(p) > 0.7 * most) {
        (0..3).for_each(|i| way[i] += p[i]);
        count += 1.0;
    }
    way.map(|part| part / f32::max(count, 1.0))
}

/// Whether a part of a canvas is a frame's side: thin and nearly as long as the canvas.
fn is_frame(part: Rect, width: i32, height: i32) -> bool {
    let is_side = |thick: i32, long: i32, whole: i32| thick <= 3 && long * 10 > whole * 8;
    is_side(part.width, part.height, height) || is_side(part.height, part.width, width)
}
