//! The picture of a room.

use image::RgbaImage;

use super::bestiary::{self, FRAMES, Monster};
use super::digits::{self, State};
use super::{Room, layout, tiles};
use crate::base::{Point, Rect};
use crate::draw;
use crate::draw::sprite::Sprite;
use crate::draw::{Colour, bevel, fill, font, inner, jitter, mix, noise, pointer};
use crate::games::dungeons::Cell;

const INK: Colour = [24, 16, 30];
const GOLD: Colour = [246, 206, 112];
const BRASS: Colour = [186, 134, 74];
const STONE: Colour = [86, 70, 88];

/// How much larger a monster and a treasure are in a solved room, in percent.
const SOLVED_MONSTER: i32 = 110;
const SOLVED_CHEST: i32 = 90;

/// Everything that is the same in every picture, made once.
pub struct Painter {
    background: RgbaImage,
    monsters: Vec<Monster>,
    chest: Sprite,
    digits: Vec<Sprite>,
}

impl Painter {
    pub fn new() -> Self {
        Self {
            background: background(),
            monsters: bestiary::monsters(),
            chest: bestiary::chest(),
            digits: digits::sprites(),
        }
    }

    pub fn paint(&self, canvas: &mut RgbaImage, room: &Room) {
        canvas.copy_from_slice(&self.background);
        self.plaque(canvas, room);
        cells(canvas, room);
        self.numbers(canvas, room);
        self.inhabitants(canvas, room);
        if room.banner_shows() {
            banner(canvas);
        }
        if let Some(at) = room.pointer {
            pointer::paint(canvas, at);
        }
    }

    fn plaque(&self, canvas: &mut RgbaImage, room: &Room) {
        let name = room_name(room.seed());
        let left = layout::PLAQUE.x + (layout::PLAQUE.width - font::big_width(&name)) / 2;
        let at = Point::new(left, layout::NAME_TOP);
        font::write_big(canvas, at + Point::new(1, 2), &name, |_| INK);
        font::write_big(canvas, at, &name, |y| {
            mix([255, 236, 176], BRASS, (y * 255 / font::BIG_HEIGHT) as u8)
        });
        match &room.typed {
            None => {
                let digits = format!("{:08}", room.seed());
                font::write_spaced(canvas, layout::SEED, &digits, GOLD);
            }
            Some(typed) => {
                let rest = "_".repeat(8 - typed.len());
                let after = layout::SEED + Point::new(typed.len() as i32 * font::ADVANCE, 0);
                font::write_spaced(canvas, layout::SEED, typed, [255, 250, 230]);
                font::write_spaced(canvas, after, &rest, [120, 96, 96]);
            }
        }
        button(canvas, layout::CHOOSE, "CHOOSE", room.typed.is_some());
        button(canvas, layout::RANDOM, "RANDOM", false);
    }

    /// Every digit a pixel or two off its grid, the same way every time for the same room.
    fn numbers(&self, canvas: &mut RgbaImage, room: &Room) {
        let walls = room.puzzle.walls();
        let on = |column: usize, row: usize| usize::from(walls.at(column, row));
        for i in 0..layout::SIDE {
            let in_column = (0..layout::SIDE).map(|row| on(i, row)).sum();
            let in_row = (0..layout::SIDE).map(|column| on(column, i)).sum();
            let lines = [
                (room.puzzle.columns[i], in_column, layout::column_number(i)),
                (room.puzzle.rows[i], in_row, layout::row_number(i)),
            ];
            for (wanted, drawn, at) in lines {
                let wobble = |salt| jitter(at.x + at.y, salt, room.seed(), layout::DIGIT_JITTER);
                let state = State::of(drawn, usize::from(wanted));
                let digit = &self.digits[usize::from(wanted) % 10];
                digits::paint(canvas, digit, at + Point::new(wobble(1), wobble(2)), state);
            }
        }
    }

    /// Row by row, so that whoever stands further down is in front.
    fn inhabitants(&self, canvas: &mut RgbaImage, room: &Room) {
        for (column, row, area) in grid() {
            match room.puzzle.cell(column, row) {
                Cell::Treasure => self.treasure(canvas, area, room.solved),
                Cell::Monster => {
                    let kind = bestiary::kind(room.seed(), column, row);
                    let own = noise(column as i32, row as i32, 50) as usize;
                    let pose = (room.beat() + own) % FRAMES;
                    self.monster(canvas, area, (kind, pose), room.solved);
                }
                _ => {}
            }
        }
    }

    fn treasure(&self, canvas: &mut RgbaImage, area: Rect, solved: bool) {
        let sprite = grown(&self.chest, if solved { SOLVED_CHEST } else { 100 });
        let feet = Point::new(area.x + area.width / 2, area.y + area.height - 3);
        tiles::shadow(canvas, feet - Point::new(0, 1), sprite.width / 2 + 1);
        stand(canvas, &sprite, feet);
    }

    fn monster(
        &self,
        canvas: &mut RgbaImage,
        area: Rect,
        (kind, pose): (usize, usize),
        solved: bool,
    ) {
        let pose = &self.monsters[kind].poses[pose];
        let sprite = grown(&pose.sprite, if solved { SOLVED_MONSTER } else { 100 });
        let feet = Point::new(area.x + area.width / 2, area.y + area.height - 1);
        tiles::shadow(canvas, feet - Point::new(0, 2), sprite.width * 2 / 5);
        stand(canvas, &sprite, feet - Point::new(0, pose.lift));
    }
}

fn grid() -> impl Iterator<Item = (usize, usize, Rect)> {
    (0..layout::SIDE)
        .flat_map(|row| (0..layout::SIDE).map(move |column| (column, row)))
        .map(|(column, row)| (column, row, layout::cell(column, row)))
}

fn grown(sprite: &Sprite, percent: i32) -> Sprite {
    sprite.resized(sprite.width * percent / 100, sprite.height * percent / 100)
}

/// Paints a sprite so that the middle of its lower edge is at `feet`.
fn stand(canvas: &mut RgbaImage, sprite: &Sprite, feet: Point) {
    let corner = Point::new(sprite.width / 2, sprite.height - 1);
    sprite.put(canvas, feet - corner);
}

fn cells(canvas: &mut RgbaImage, room: &Room) {
    for (column, row, area) in grid() {
        match room.puzzle.cell(column, row) {
            Cell::Wall => tiles::wall(canvas, area),
            Cell::Path => tiles::mark(canvas, area),
            _ => {}
        }
    }
}

fn background() -> RgbaImage {
    let mut canvas = RgbaImage::new(layout::WIDTH as u32, layout::HEIGHT as u32);
    let whole = Rect::new(0, 0, layout::WIDTH, layout::HEIGHT);
    tiles::rock(&mut canvas, whole);
    slab(&mut canvas, layout::PLAQUE);
    bevel(
        &mut canvas,
        inner(layout::PLAQUE, 4),
        draw::shade(STONE, -24),
        draw::shade(STONE, 18),
    );
    fill(&mut canvas, layout::SEED_FIELD, [44, 30, 44]);
    bevel(&mut canvas, layout::SEED_FIELD, INK, BRASS);
    font::write(
        &mut canvas,
        Point::new(36, layout::SEED.y),
        "ROOM",
        [216, 190, 150],
    );
    tiles::frame(&mut canvas, layout::BOARD, layout::FRAME);
    for (.., area) in grid() {
        tiles::floor(&mut canvas, area);
    }
    canvas
}

/// A slab of worked stone.
fn slab(canvas: &mut RgbaImage, area: Rect) {
    fill(
        canvas,
        Rect::new(area.x + 2, area.y + 3, area.width, area.height),
        INK,
    );
    draw::each(area, |p| {
        let grain = jitter(p.x / 3, p.y, 60, 4) - (p.y - area.y) / 5;
        draw::dot(canvas, p, draw::shade(STONE, grain));
    });
    bevel(canvas, area, INK, INK);
    bevel(
        canvas,
        inner(area, 1),
        draw::shade(STONE, 44),
        draw::shade(STONE, -34),
    );
}

fn button(canvas: &mut RgbaImage, area: Rect, label: &str, pressed: bool) {
    let (light, dark) = ([232, 184, 108], [96, 58, 50]);
    draw::each(area, |p| {
        let fall = ((p.y - area.y) * 255 / area.height) as u8;
        draw::dot(canvas, p, mix([176, 118, 74], [128, 78, 60], fall));
    });
    bevel(canvas, area, INK, INK);
    match pressed {
        true => bevel(canvas, inner(area, 1), dark, light),
        false => bevel(canvas, inner(area, 1), light, dark),
    }
    let down = i32::from(pressed);
    let at = Point::new(
        area.x + (area.width - font::width(label)) / 2,
        area.y + (area.height - font::HEIGHT) / 2 + down,
    );
    font::write(canvas, at + Point::new(0, 1), label, [70, 38, 38]);
    font::write(canvas, at, label, [255, 236, 190]);
}

fn banner(canvas: &mut RgbaImage) {
    let board = layout::BOARD;
    let area = Rect::new(
        board.x - 12,
        board.y + board.height / 2 - 27,
        board.width + 24,
        54,
    );
    draw::each(
        Rect::new(area.x, area.y + area.height, area.width, 5),
        |p| {
            draw::glaze(canvas, p, INK, 120);
        },
    );
    draw::each(area, |p| {
        let fall = ((p.y - area.y) * 255 / area.height) as u8;
        draw::dot(canvas, p, mix([166, 52, 58], [112, 28, 54], fall));
    });
    bevel(canvas, area, INK, INK);
    bevel(canvas, inner(area, 3), GOLD, BRASS);
    let text = "ROOM CLEARED!";
    let at = Point::new(
        area.x + (area.width - font::big_width(text)) / 2,
        area.y + 20,
    );
    font::write_big(canvas, at + Point::new(1, 2), text, |_| [60, 10, 34]);
    font::write_big(canvas, at, text, |y| {
        mix([255, 246, 206], GOLD, (y * 255 / font::BIG_HEIGHT) as u8)
    });
}

/// A name for a room, the same every time.
fn room_name(seed: u32) -> String {
    const KINDS: [&str; 12] = [
        "SUNKEN",
        "SILENT",
        "CROOKED",
        "HOLLOW",
        "AMBER",
        "FORGOTTEN",
        "MOONLIT",
        "RUSTY",
        "WINDING",
        "FROZEN",
        "BURIED",
        "HUNGRY",
    ];
    const PLACES: [&str; 12] = [
        "VAULT", "CELLARS", "HALLS", "CRYPT", "MAZE", "LARDER", "GROTTO", "ARMOURY", "CISTERN",
        "ARCHIVE", "KITCHENS", "STAIRS",
    ];
    let pick =
        |salt, list: &[&'static str]| list[noise(seed as i32, 0, salt) as usize % list.len()];
    format!("THE {} {}", pick(70, &KINDS), pick(71, &PLACES))
}
