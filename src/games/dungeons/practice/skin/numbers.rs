//! The numbers beside the board.

use image::RgbaImage;

use super::fonts::Writer;
use super::{Align, Plate, Skin};
use crate::draw::brush::{Area, figure, fill};
use crate::games::dungeons::practice::digits::State;

/// Paints a number into its place: above a column, or beside a row.
pub fn paint(
    canvas: &mut RgbaImage,
    skin: &Skin,
    writer: &Writer,
    place: Area,
    beside: bool,
    (number, state): (u8, State),
) {
    let numbers = &skin.numbers;
    let around = place.inner(1.0);
    match numbers.plate {
        Plate::None => {}
        Plate::Filled(colour) => fill(canvas, around.snapped(), colour),
        Plate::Round(colour) => round(canvas, around, colour),
        Plate::Boxed(colour) => frame(canvas, around.snapped(), colour),
    }
    let [width, height] = writer.extent(number);
    let (across, down) = match beside {
        true => (numbers.across, numbers.along),
        false => (numbers.along, numbers.across),
    };
    let offset = |align: Align, room: f32| match align {
        Align::Start => room.min(3.0),
        Align::Centre => room / 2.0,
        Align::End => room - room.min(3.0),
    };
    let left = place.left + offset(across, (place.width() - width).max(0.0));
    let top = place.top + offset(down, (place.height() - height).max(0.0));
    let ink = numbers.inks[match state {
        State::Open => 0,
        State::Satisfied => 1,
        State::Exceeded => 2,
    }];
    let (left, top) = match skin.snapped {
        true => (left.round(), top.round()),
        false => (left, top),
    };
    writer.write(canvas, left, top, number, ink);
}

fn round(canvas: &mut RgbaImage, area: Area, colour: super::Colour) {
    figure(canvas, area, |u, v| {
        let (x, y) = ((u - 0.5).abs() * 2.0, (v - 0.5).abs() * 2.0);
        let (x, y) = ((x - 0.6).max(0.0) / 0.4, (y - 0.6).max(0.0) / 0.4);
        (x * x + y * y < 1.0).then_some(colour)
    });
}

fn frame(canvas: &mut RgbaImage, area: Area, colour: super::Colour) {
    let (width, height) = (area.width(), area.height());
    for line in [
        Area::new(area.left, area.top, width, 1.0),
        Area::new(area.left, area.bottom - 1.0, width, 1.0),
        Area::new(area.left, area.top, 1.0, height),
        Area::new(area.right - 1.0, area.top, 1.0, height),
    ] {
        fill(canvas, line, colour);
    }
}
