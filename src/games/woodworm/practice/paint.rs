//! The picture of the game in a skin.

use std::f32::consts::TAU;

use image::RgbaImage;

use super::skin::{Air, Grain, LINE, Skin, Solved, Wood};
use super::{Table, worm};
use crate::base::{Point, Rect};
use crate::draw::ground::Ground;
use crate::draw::plate::Plate;
use crate::draw::rim::Rim;
use crate::draw::{
    self, Colour, bevel, fill, font, jitter, mix, noise, one_in, paint as fill_each, shade,
};
use crate::games::woodworm::puzzle::{Cell, Puzzle};
use crate::practice::shell::Play;

/// The colours of the sign of a solved shape, and of wood that is.
const SIGN: Colour = [44, 92, 58];
const SIGN_LETTERS: Colour = [250, 214, 110];
const GOLD: Colour = [244, 196, 40];

/// What the keys do.
const KEYS: [&str; 4] = ["ARROWS  MOVE", "U  UNDO", "R  RESET", "ENTER  NEXT"];

/// Lines of grain in a cell, and how far they wind up and down.
const GRAINS: f32 = 4.0;
const WAVE: f32 = 1.6;
/// A place in which lengths are as they are written here, in pixels.
const USUAL: f32 = 24.0;

/// Everything that is the same in every picture.
pub fn background(canvas: &mut RgbaImage, skin: &Skin) {
    let (layout, all) = (&skin.layout, draw::whole(canvas));
    fill_each(canvas, all, |at| {
        shade(skin.frame, jitter(at.x / 2, at.y / 2, 11, skin.roughness))
    });
    bevel(canvas, all, shade(skin.frame, 40), skin.ink);
    plaque(canvas, skin, shade(skin.frame, -24));
    air(canvas, skin);
    ground(canvas, skin);
    paper(canvas, skin);
    for (line, text) in (0..).zip(KEYS) {
        let at = layout.keys() + Point::new(0, line * LINE);
        font::write(canvas, at + Point::new(1, 1), text, skin.ink);
        font::write(canvas, at, text, skin.letters);
    }
}

fn plaque(canvas: &mut RgbaImage, skin: &Skin, colour: Colour) {
    let rim = [skin.ink, shade(skin.frame, 30)];
    Plate::plain(colour, rim).paint(canvas, skin.layout.plaque());
}

/// The rest.
pub fn paint(canvas: &mut RgbaImage, table: &Table, play: &Play<Puzzle>) {
    let (skin, puzzle) = (&table.skin, &play.board);
    let sign = if play.is_solved() {
        skin.solved
    } else {
        Solved::Nothing
    };
    if sign == Solved::Sign {
        plaque(canvas, skin, SIGN);
    }
    header(canvas, skin, table.name(play.seed), play.history.len());
    wanted(canvas, skin, puzzle);
    let colour = if sign == Solved::Tint {
        GOLD
    } else {
        skin.wood.colour
    };
    block(
        canvas,
        table,
        Wood {
            colour,
            ..skin.wood
        },
        puzzle,
    );
    let sinking = table.fall.as_ref().is_some_and(|fall| fall.worm);
    let cells = puzzle
        .worm()
        .map(|cell| place(table, puzzle, cell, sinking));
    worm::paint(canvas, &skin.worm, cells, skin.layout.pitch());
    if sign == Solved::Banner {
        let area = skin.layout.sign();
        Plate::plain(SIGN, [skin.letters, skin.ink]).paint(canvas, area);
        bevel(canvas, area.grown(-3), shade(SIGN, 40), shade(SIGN, -30));
        let at = font::big_middle(area, "SOLVED!");
        font::write_title(canvas, at, "SOLVED!", [SIGN_LETTERS; 2], skin.ink);
    }
}

/// Where a cell is now, which may be falling.
fn place(table: &Table, puzzle: &Puzzle, cell: Cell, falls: bool) -> Rect {
    let area = table.skin.layout.cell(puzzle, cell);
    let depth = if falls { table.depth() } else { 0 };
    area.at(area.corner() + Point::new(0, depth))
}

fn header(canvas: &mut RgbaImage, skin: &Skin, name: &str, moves: usize) {
    let area = skin.layout.plaque();
    let middle = skin.layout.header / 2;
    let name = name.replace('-', " ").to_uppercase();
    let colours = [[255, 240, 190], [214, 160, 92]];
    font::write_big(canvas, Point::new(area.x + 12, middle - 8), &name, colours);
    let moves = format!("MOVES {moves}");
    let right = area.x + area.width - 12 - font::width(&moves);
    font::write(canvas, Point::new(right, middle - 5), &moves, skin.letters);
}

fn block(canvas: &mut RgbaImage, table: &Table, wood: Wood, puzzle: &Puzzle) {
    for (at, _) in puzzle.pieces().iter().enumerate().filter(|(_, p)| **p != 0) {
        let cell = Cell::new((at % puzzle.width()) as i8, (at / puzzle.width()) as i8);
        let falls = table.fall.as_ref().is_some_and(|fall| fall.wood[at]);
        let area = place(table, puzzle, cell, falls);
        let kind = i32::from(cell.column * 2 + cell.row) % wood.kinds;
        let rim = Rim::of(|(right, down)| {
            let beside = Cell::new(cell.column + right as i8, cell.row + down as i8);
            puzzle.piece(beside) == puzzle.piece(cell)
        });
        fill_each(canvas, area, |p| {
            let (x, y) = (p.x - area.x, p.y - area.y);
            match rim.nearest(x, y, area.width) {
                (distance, _) if distance < wood.border => wood.line,
                _ => wood.grain(x, y, area.width, kind),
            }
        });
    }
}

impl Wood {
    /// The grain goes on from cell to cell; `kind` is which of the wood's kinds of cells it is.
    fn grain(&self, x: i32, y: i32, side: i32, kind: i32) -> Colour {
        let turn = |n: f32| n / side as f32 * TAU;
        let scale = side as f32 / USUAL;
        let phase = kind as f32 * 1.3;
        let line = match self.grain {
            Grain::None => return self.colour,
            Grain::Waves => {
                let wave = (turn(x as f32) + phase).sin() * WAVE * scale;
                (turn(y as f32 + wave) * GRAINS).sin()
            }
            Grain::Upright => (turn(x as f32) * GRAINS + phase).sin(),
            Grain::Speckled => jitter(x / 2, y / 2, 92 + kind as u32, 10) as f32 / 10.0,
            Grain::Rings => {
                let middle = side as f32 / 2.0;
                let far = (x as f32 - middle).hypot(y as f32 - middle);
                (turn(far) * GRAINS + phase).sin()
            }
        };
        let grain = (line * self.depth) as i32 + jitter(x, y, 91, 3);
        shade(self.colour, grain)
    }
}

/// The wanted shape on the paper; the block's cells that are to be eaten are faint squares.
fn wanted(canvas: &mut RgbaImage, skin: &Skin, puzzle: &Puzzle) {
    for (at, wanted) in puzzle.wanted().iter().enumerate() {
        let (column, row) = (at % puzzle.width(), at / puzzle.width());
        let area = skin.layout.goal(puzzle, column as i32, row as i32);
        match wanted {
            true => {
                fill(canvas, area, skin.wood.colour);
                bevel(canvas, area, shade(skin.wood.colour, 18), skin.wood.edge);
            }
            false => {
                fill(canvas, area, shade(skin.paper, -34));
                fill(canvas, area.grown(-1), shade(skin.paper, -16));
            }
        }
    }
}

fn air(canvas: &mut RgbaImage, skin: &Skin) {
    let area = skin.layout.air();
    match skin.air {
        Air::Hills(colours) => hills(canvas, area, colours),
        Air::Plain(ground) => plain(canvas, skin, &ground),
    }
    let around = area.around(&skin.layout.ground()).grown(2);
    bevel(canvas, around, skin.ink, shade(skin.frame, 36));
}

fn hills(canvas: &mut RgbaImage, area: Rect, [above, below, hills]: [Colour; 3]) {
    fill_each(canvas, area, |at| {
        let (x, y) = (at.x - area.x, at.y - area.y);
        let hill = 226 + (x as f32 / 57.0).sin() as i32 + ((x as f32 / 41.0).sin() * 16.0) as i32;
        let colour = match y > hill {
            true => mix(hills, below, (y - hill).min(90) as u8),
            false => mix(above, below, (y * 255 / area.height) as u8),
        };
        shade(colour, jitter(x, y, 23, 1))
    });
}

/// Between the places it is a shade of the ground.
fn plain(canvas: &mut RgbaImage, skin: &Skin, ground: &Ground) {
    let (area, cells) = (skin.layout.air(), skin.layout.cells());
    fill(canvas, area, shade(ground.colours[0], -12));
    for index in 0..cells.rows * cells.columns {
        let (column, row) = (index % cells.columns, index / cells.columns);
        let cell = cells.area(column, row).into();
        ground.paint(canvas, cell, area.into(), (row + column) % 2 == 1);
    }
}

fn ground(canvas: &mut RgbaImage, skin: &Skin) {
    let (area, [soil, grass]) = (skin.layout.ground(), skin.soil);
    fill_each(canvas, area, |at| {
        let depth = at.y - area.y;
        let blade = 3 + (noise(at.x, 0, 31) % 4) as i32;
        match depth < blade {
            true => shade(grass, jitter(at.x, at.y, 32, 26)),
            false if one_in(23, at.x / 3, at.y / 2, 33) => shade(soil, 34),
            false => shade(soil, jitter(at.x / 2, at.y / 2, 34, 20) - depth / 2),
        }
    });
}

fn paper(canvas: &mut RgbaImage, skin: &Skin) {
    let area = skin.layout.paper();
    fill_each(canvas, area, |at| {
        shade(skin.paper, jitter(at.x, at.y, 41, 2))
    });
    bevel(canvas, area, shade(skin.paper, 16), shade(skin.paper, -70));
    let line = Rect::new(area.x, area.y + 10, area.width, font::HEIGHT);
    font::label(canvas, line, "WANTED", [96, 66, 40]);
}
