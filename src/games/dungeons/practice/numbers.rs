//! The numbers beside the board of a skin.

use image::RgbaImage;

use super::fonts::Writer;
use super::skin::{Align, Plate, Skin};
use crate::base::Rect;
use crate::draw::bevel;
use crate::draw::brush::{self, Area, figure};

/// How a number stands to the walls drawn so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Fewer walls than wanted.
    Open,
    Satisfied,
    Exceeded,
}

impl State {
    pub fn of(walls: usize, wanted: usize) -> Self {
        match walls.cmp(&wanted) {
            std::cmp::Ordering::Less => Self::Open,
            std::cmp::Ordering::Equal => Self::Satisfied,
            std::cmp::Ordering::Greater => Self::Exceeded,
        }
    }
}

/// Paints a number before a cell of the first row or column: above a column, or beside a row.
pub fn paint(
    canvas: &mut RgbaImage,
    skin: &Skin,
    writer: &Writer,
    (mut place, is_row): (Area, bool),
    (number, state): (u8, State),
) {
    let numbers = &skin.numbers;
    let depth = skin.pitch * numbers.depth;
    let (across, down) = match is_row {
        true => {
            (place.left, place.right) = (place.left - depth, place.left - 3.0);
            (numbers.across, numbers.along)
        }
        false => {
            (place.top, place.bottom) = (place.top - depth, place.top - 3.0);
            (numbers.along, numbers.across)
        }
    };
    let around = place.inner(1.0);
    match numbers.plate {
        Plate::None => {}
        Plate::Filled(colour) => brush::fill(canvas, around.snapped(), colour),
        Plate::Round(colour) => figure(canvas, around, |u, v| {
            let corner = |part: f32| (((part - 0.5).abs() * 2.0 - 0.6) / 0.4).max(0.0);
            (corner(u).hypot(corner(v)) < 1.0).then_some(colour)
        }),
        Plate::Boxed(colour) => {
            let Area { left, top, .. } = around.snapped();
            let [width, height] = [around.snapped().width(), around.snapped().height()];
            let parts = [left, top, width, height].map(|part| part as i32);
            bevel(canvas, Rect::from(parts), colour, colour);
        }
    }
    let [width, height] = writer.extent(number);
    let offset = |align: Align, room: f32| match align {
        Align::Start => room.min(3.0),
        Align::Centre => room / 2.0,
        Align::End => room - room.min(3.0),
    };
    let mut left = place.left + offset(across, (place.width() - width).max(0.0));
    let mut top = place.top + offset(down, (place.height() - height).max(0.0));
    if skin.snapped {
        (left, top) = (left.round(), top.round());
    }
    writer.write(canvas, left, top, number, numbers.inks[state as usize]);
}
