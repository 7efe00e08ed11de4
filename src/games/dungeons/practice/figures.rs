//! Monsters and treasures of skins.

use image::RgbaImage;

use super::bestiary::Bestiary;
use super::skin::Art;
use crate::base::Point;
use crate::draw::brush::{Area, figure};
use crate::draw::sprite::Sprite;
use crate::draw::{Colour, dot, mix, noise};

const BRIGHT: [Colour; 8] = [
    [255, 204, 50],
    [122, 200, 80],
    [220, 70, 70],
    [160, 100, 220],
    [80, 160, 240],
    [240, 140, 40],
    [240, 130, 190],
    [70, 200, 190],
];
const INK: Colour = [40, 28, 36];

/// Paints the monster of a number; some skins take the drawings of the game's own look.
pub fn monster(canvas: &mut RgbaImage, area: Area, art: Art, drawings: &Bestiary, number: u32) {
    let sprite = || &drawings.monsters[number as usize % drawings.monsters.len()][0].sprite;
    match art {
        Art::Pixels => pixels(canvas, area, sprite()),
        Art::Smooth => smooth(canvas, area, sprite()),
        Art::Faces => figure(canvas, area, |u, v| face(u, v, number)),
        Art::Shapes => figure(canvas, area, |u, v| beast(u, v, number)),
    }
}

/// Paints one of four kinds of treasure.
pub fn treasure(canvas: &mut RgbaImage, area: Area, art: Art, drawings: &Bestiary, kind: u32) {
    match (art, kind) {
        (Art::Pixels, 0 | 1) => pixels(canvas, area, &drawings.chest),
        (Art::Smooth, 0 | 1) => smooth(canvas, area, &drawings.chest),
        (_, 0 | 2) => figure(canvas, area, gem),
        (_, 1) => figure(canvas, area, coin),
        _ => figure(canvas, area, crate_box),
    }
}

/// A drawing, each of its pixels a square of its own.
fn pixels(canvas: &mut RgbaImage, area: Area, sprite: &Sprite) {
    let area = fitted(area, sprite).snapped();
    area.pixels(|x, y| {
        let u = (x as f32 + 0.5 - area.left) / area.width();
        let v = (y as f32 + 0.5 - area.top) / area.height();
        let at = |part: f32, side: i32| (part * side as f32) as i32;
        if let Some(colour) = sprite.pixel(at(u, sprite.width), at(v, sprite.height)) {
            dot(canvas, Point::new(x, y), colour);
        }
    });
}

fn smooth(canvas: &mut RgbaImage, area: Area, sprite: &Sprite) {
    figure(canvas, fitted(area, sprite), |u, v| {
        sprite.pixel(
            (u * sprite.width as f32) as i32,
            (v * sprite.height as f32) as i32,
        )
    });
}

/// The largest area in the middle of another that has a drawing's proportions.
fn fitted(area: Area, sprite: &Sprite) -> Area {
    let (width, height) = (sprite.width as f32, sprite.height as f32);
    let scale = (area.width() / width).min(area.height() / height);
    let (w, h) = (width * scale, height * scale);
    Area::new(
        area.left + (area.width() - w) / 2.0,
        area.top + (area.height() - h) / 2.0,
        w,
        h,
    )
}

fn disc(u: f32, v: f32, x: f32, y: f32, radius: f32) -> bool {
    (u - x).powi(2) + (v - y).powi(2) < radius * radius
}

/// A round face with eyes, a mouth and perhaps horns.
fn face(u: f32, v: f32, number: u32) -> Option<Colour> {
    let trait_of = |salt: u32| noise(number as i32, 7, salt);
    let skin = BRIGHT[trait_of(1) as usize % BRIGHT.len()];
    let wide = 0.10 + (trait_of(2) % 8) as f32 / 60.0;
    let eye = 0.06 + (trait_of(3) % 5) as f32 / 80.0;
    let mouth = 0.62 + (trait_of(4) % 5) as f32 / 50.0;
    let side = (u - 0.5).abs();
    if disc(side, v, wide, 0.42, eye) {
        return Some(if disc(side, v, wide, 0.44, eye * 0.5) {
            INK
        } else {
            [250; 3]
        });
    }
    if side < 0.22 && (v - mouth).abs() < 0.05 {
        return Some(mix(INK, skin, 60));
    }
    if disc(u, v, 0.5, 0.54, 0.44) {
        let fall = ((v - 0.1).clamp(0.0, 1.0) * 120.0) as u8;
        return Some(mix(mix(skin, [255; 3], 60), mix(skin, INK, 90), fall * 2));
    }
    let horned = trait_of(5).is_multiple_of(2);
    (horned && side > 0.2 && side < 0.42 && v < 0.35 && v > 0.9 - side * 2.2)
        .then(|| mix(skin, INK, 130))
}

/// A body with legs, in two colours.
fn beast(u: f32, v: f32, number: u32) -> Option<Colour> {
    let trait_of = |salt: u32| noise(number as i32, 3, salt);
    let skin = BRIGHT[trait_of(1) as usize % BRIGHT.len()];
    let dark = mix(skin, INK, 150);
    let side = (u - 0.5).abs();
    let head = 0.17 + (trait_of(2) % 6) as f32 / 60.0;
    let body = 0.26 + (trait_of(3) % 6) as f32 / 50.0;
    let spread = 0.12 + (trait_of(4) % 4) as f32 / 20.0;
    if disc(side, v, head * 0.45, 0.24, 0.05) {
        return Some(INK);
    }
    if disc(u, v, 0.5, 0.26, head) {
        return Some(skin);
    }
    if side < body * (0.7 + v * 0.4) && (0.36..0.74).contains(&v) {
        return Some(if (v * 10.0) as u32 % 2 == trait_of(5) % 2 {
            dark
        } else {
            skin
        });
    }
    ((side - spread).abs() < 0.08 && (0.7..0.97).contains(&v)).then_some(dark)
}

fn gem(u: f32, v: f32) -> Option<Colour> {
    let side = (u - 0.5).abs();
    let inside = if v < 0.38 {
        v > 0.14 && side < 0.24 + (v - 0.14)
    } else {
        side < (0.95 - v) * 0.85
    };
    inside.then_some(match (u < 0.5, v < 0.38) {
        (true, true) => [190, 250, 255],
        (false, true) => [120, 220, 250],
        (true, false) => [70, 190, 240],
        (false, false) => [40, 130, 210],
    })
}

fn coin(u: f32, v: f32) -> Option<Colour> {
    let far = ((u - 0.5).powi(2) + (v - 0.5).powi(2)).sqrt();
    let star = (u - 0.5).abs() < 0.07 && (v - 0.5).abs() < 0.22;
    (far < 0.46).then_some(match () {
        _ if far > 0.38 => [150, 96, 20],
        _ if star => [170, 110, 24],
        _ => [250, 206, 70],
    })
}

fn crate_box(u: f32, v: f32) -> Option<Colour> {
    let inside = (0.06..0.94).contains(&u) && (0.18..0.9).contains(&v);
    let lock = (u - 0.5).abs() < 0.09 && (0.46..0.64).contains(&v);
    inside.then_some(match () {
        _ if lock => [255, 226, 120],
        _ if (0.44..0.52).contains(&v) => [80, 44, 24],
        _ if v < 0.44 => [186, 116, 58],
        _ => [150, 88, 44],
    })
}
