//! The picture of the game.

use image::RgbaImage;

use super::layout::Layout;
use super::skin::{Air, Skin, Solved, Wood};
use super::wood::Ends;
use super::{Stage, layout, wood, worm};
use crate::base::{Point, Rect};
use crate::draw::brush::Area;
use crate::draw::ground::Ground;
use crate::draw::{Colour, bevel, dot, each, fill, font, inner, jitter, mix, noise, one_in, shade};
use crate::games::woodworm::puzzle::{Cell, Puzzle, Step};

/// The colours of the sign of a solved shape, and of wood that is.
const SIGN: Colour = [44, 92, 58];
const SIGN_LETTERS: Colour = [250, 214, 110];
const GOLD: Colour = [244, 196, 40];

/// What the keys do.
const KEYS: [&str; 4] = ["ARROWS  MOVE", "U  UNDO", "R  RESET", "ENTER  NEXT"];

/// Everything that is the same in every picture.
pub fn background(skin: &Skin) -> RgbaImage {
    let layout = &skin.layout;
    let [width, height] = layout.size();
    let mut canvas = RgbaImage::new(width as u32, height as u32);
    let all = Rect::new(0, 0, width, height);
    each(all, |at| {
        let grey = jitter(at.x / 2, at.y / 2, 11, skin.roughness);
        dot(&mut canvas, at, shade(skin.frame, grey));
    });
    bevel(&mut canvas, all, shade(skin.frame, 40), skin.ink);
    plaque(&mut canvas, skin, shade(skin.frame, -24));
    air(&mut canvas, skin);
    ground(&mut canvas, skin);
    paper(&mut canvas, skin);
    for (line, text) in (0..).zip(KEYS) {
        let at = layout.keys() + Point::new(0, line * layout::LINE);
        font::write(&mut canvas, at + Point::new(1, 1), text, skin.ink);
        font::write(&mut canvas, at, text, skin.letters);
    }
    canvas
}

fn plaque(canvas: &mut RgbaImage, skin: &Skin, colour: Colour) {
    let area = skin.layout.plaque();
    fill(canvas, area, colour);
    bevel(canvas, area, skin.ink, shade(skin.frame, 30));
}

/// The picture of a stage, painted over the background.
pub fn paint(canvas: &mut RgbaImage, skin: &Skin, background: &RgbaImage, stage: &Stage) {
    canvas.copy_from_slice(background);
    let sign = stage.is_solved.then_some(skin.solved);
    if sign == Some(Solved::Header) {
        plaque(canvas, skin, SIGN);
    }
    header(canvas, skin, stage);
    wanted(canvas, skin, &stage.shown);
    match sign {
        Some(Solved::Gold) => {
            let wood = Wood {
                colour: GOLD,
                ..skin.wood
            };
            block(canvas, &Skin { wood, ..*skin }, stage);
        }
        _ => block(canvas, skin, stage),
    }
    let sinking = stage.fall.as_ref().is_some_and(|fall| fall.worm);
    let depth = stage.depth(skin.layout.pitch());
    let cells = stage.shown.worm().map(|cell| {
        let area = skin.layout.cell(&stage.shown, cell);
        lowered(area, sinking, depth)
    });
    worm::paint(canvas, &skin.worm, cells, skin.layout.pitch());
    if sign == Some(Solved::Banner) {
        banner(canvas, skin);
    }
}

fn header(canvas: &mut RgbaImage, skin: &Skin, stage: &Stage) {
    let area = skin.layout.plaque();
    let middle = skin.layout.header / 2;
    let name = stage.name.replace('-', " ").to_uppercase();
    let at = Point::new(area.x + 12, middle - 8);
    font::write_big(canvas, at, &name, |y| {
        mix([255, 240, 190], [214, 160, 92], (y * 18) as u8)
    });
    let moves = format!("MOVES {}", stage.moves);
    let right = area.x + area.width - 12 - font::width(&moves);
    font::write(canvas, Point::new(right, middle - 5), &moves, skin.letters);
}

fn lowered(area: Rect, falls: bool, depth: i32) -> Rect {
    Rect {
        y: area.y + if falls { depth } else { 0 },
        ..area
    }
}

fn block(canvas: &mut RgbaImage, skin: &Skin, stage: &Stage) {
    let puzzle = &stage.shown;
    for (at, _) in puzzle.pieces().iter().enumerate().filter(|(_, p)| **p != 0) {
        let cell = Cell::new((at % puzzle.width()) as i8, (at / puzzle.width()) as i8);
        let falls = stage.fall.as_ref().is_some_and(|fall| fall.wood[at]);
        let area = skin.layout.cell(puzzle, cell);
        let area = lowered(area, falls, stage.depth(skin.layout.pitch()));
        let kind = i32::from(cell.column * 2 + cell.row) % skin.wood.kinds;
        wood::paint(canvas, area, &skin.wood, kind, ends(puzzle, cell));
    }
}

/// Where the piece of a cell ends.
fn ends(puzzle: &Puzzle, cell: Cell) -> Ends {
    let goes_on = |to: Cell| puzzle.piece(to) == puzzle.piece(cell);
    let side = |step: Step| !goes_on(cell.towards(step));
    let corner = |down: Step, across: Step| {
        !side(down) && !side(across) && !goes_on(cell.towards(down).towards(across))
    };
    Ends {
        above: side(Step::Up),
        below: side(Step::Down),
        left: side(Step::Left),
        right: side(Step::Right),
        corners: [
            corner(Step::Up, Step::Left),
            corner(Step::Up, Step::Right),
            corner(Step::Down, Step::Left),
            corner(Step::Down, Step::Right),
        ],
    }
}

/// The wanted shape on the paper; the block's cells that are to be eaten are faint squares.
fn wanted(canvas: &mut RgbaImage, skin: &Skin, puzzle: &Puzzle) {
    for (at, wanted) in puzzle.wanted().iter().enumerate() {
        let (column, row) = (at % puzzle.width(), at / puzzle.width());
        let area = skin.layout.goal(puzzle, column as i32, row as i32);
        match wanted {
            true => wood::paint_small(canvas, area, &skin.wood),
            false => {
                fill(canvas, area, shade(skin.paper, -34));
                fill(canvas, inner(area, 1), shade(skin.paper, -16));
            }
        }
    }
}

fn banner(canvas: &mut RgbaImage, skin: &Skin) {
    let area = skin.layout.sign();
    fill(canvas, area, SIGN);
    bevel(canvas, area, skin.letters, skin.ink);
    bevel(canvas, inner(area, 3), shade(SIGN, 40), shade(SIGN, -30));
    let text = "SOLVED!";
    let left = area.x + (area.width - font::big_width(text)) / 2;
    let top = area.y + (area.height - font::BIG_HEIGHT) / 2;
    font::write_big(canvas, Point::new(left + 1, top + 2), text, |_| skin.ink);
    font::write_big(canvas, Point::new(left, top), text, |_| SIGN_LETTERS);
}

fn air(canvas: &mut RgbaImage, skin: &Skin) {
    let area = skin.layout.air();
    match skin.air {
        Air::Hills(colours) => hills(canvas, area, colours),
        Air::Plain(ground) => plain(canvas, &skin.layout, &ground),
    }
    let around = inner(
        Rect {
            height: area.height + skin.layout.ground().height,
            ..area
        },
        -2,
    );
    bevel(canvas, around, skin.ink, shade(skin.frame, 36));
}

fn hills(canvas: &mut RgbaImage, area: Rect, [above, below, hills]: [Colour; 3]) {
    each(area, |at| {
        let (x, y) = (at.x - area.x, at.y - area.y);
        let share = (y * 255 / area.height) as u8;
        let hill = 226 + (x as f32 / 57.0).sin() as i32 + ((x as f32 / 41.0).sin() * 16.0) as i32;
        let colour = match y > hill {
            true => mix(hills, below, (y - hill).min(90) as u8),
            false => mix(above, below, share),
        };
        dot(canvas, at, shade(colour, jitter(x, y, 23, 1)));
    });
}

/// Between the places it is a shade of the ground.
fn plain(canvas: &mut RgbaImage, layout: &Layout, ground: &Ground) {
    let area = layout.air();
    fill(canvas, area, shade(ground.colours[0], -12));
    let cells = layout.cells();
    let brush = |r: Rect| Area::new(r.x as f32, r.y as f32, r.width as f32, r.height as f32);
    for row in 0..cells.rows {
        for column in 0..cells.columns {
            let odd = (row + column) % 2 == 1;
            ground.paint(canvas, brush(cells.area(column, row)), brush(area), odd);
        }
    }
}

fn ground(canvas: &mut RgbaImage, skin: &Skin) {
    let (area, [soil, grass]) = (skin.layout.ground(), skin.soil);
    each(area, |at| {
        let depth = at.y - area.y;
        let blade = 3 + (noise(at.x, 0, 31) % 4) as i32;
        let colour = match depth < blade {
            true => shade(grass, jitter(at.x, at.y, 32, 26)),
            false if one_in(23, at.x / 3, at.y / 2, 33) => shade(soil, 34),
            false => shade(soil, jitter(at.x / 2, at.y / 2, 34, 20) - depth / 2),
        };
        dot(canvas, at, colour);
    });
}

fn paper(canvas: &mut RgbaImage, skin: &Skin) {
    let area = skin.layout.paper();
    each(area, |at| {
        dot(canvas, at, shade(skin.paper, jitter(at.x, at.y, 41, 2)))
    });
    bevel(canvas, area, shade(skin.paper, 16), shade(skin.paper, -70));
    let text = "WANTED";
    let left = area.x + (area.width - font::width(text)) / 2;
    font::write(canvas, Point::new(left, area.y + 10), text, [96, 66, 40]);
}
