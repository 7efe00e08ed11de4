//! The picture of the game.

use image::RgbaImage;

use super::wood::Ends;
use super::{Stage, layout, wood, worm};
use crate::games::woodworm::puzzle::{Cell, Puzzle, Step};
use crate::plane::{Point, Rect};
use crate::practice::art::{
    Colour, bevel, dot, each, fill, font, inner, jitter, mix, noise, one_in, shade,
};

const FRAME: Colour = [58, 66, 62];
const INK: Colour = [22, 28, 26];
const CREAM: Colour = [244, 238, 214];
const SKY: [Colour; 2] = [[166, 206, 222], [224, 236, 222]];
const HILL: Colour = [160, 198, 168];
const SOIL: Colour = [104, 76, 54];
const GRASS: Colour = [98, 148, 70];
const PAPER: Colour = [236, 228, 202];
const SIGN: Colour = [44, 92, 58];

/// What the keys do.
const KEYS: [&str; 4] = ["ARROWS  MOVE", "U  UNDO", "R  RESET", "ENTER  NEXT"];

/// Everything that is the same in every picture.
pub fn background() -> RgbaImage {
    let mut canvas = RgbaImage::new(layout::WIDTH as u32, layout::HEIGHT as u32);
    let all = Rect::new(0, 0, layout::WIDTH, layout::HEIGHT);
    each(all, |at| {
        let grey = jitter(at.x / 2, at.y / 2, 11, 20);
        dot(&mut canvas, at, shade(FRAME, grey));
    });
    bevel(&mut canvas, all, shade(FRAME, 40), INK);
    fill(&mut canvas, layout::PLAQUE, shade(FRAME, -24));
    bevel(&mut canvas, layout::PLAQUE, INK, shade(FRAME, 30));
    sky(&mut canvas);
    ground(&mut canvas);
    paper(&mut canvas);
    for (line, text) in (0..).zip(KEYS) {
        let at = layout::KEYS + Point::new(0, line * layout::LINE);
        font::write(&mut canvas, at + Point::new(1, 1), text, INK);
        font::write(&mut canvas, at, text, CREAM);
    }
    canvas
}

/// The picture of a stage, painted over the background.
pub fn paint(canvas: &mut RgbaImage, background: &RgbaImage, stage: &Stage) {
    canvas.copy_from_slice(background);
    let puzzle = &stage.shown;
    let name = stage.name.replace('-', " ").to_uppercase();
    let left = layout::PLAQUE.x + 12;
    let at = Point::new(left, layout::NAME_TOP - 3);
    font::write_big(canvas, at, &name, |y| {
        mix([255, 240, 190], [214, 160, 92], (y * 18) as u8)
    });
    let moves = format!("MOVES {}", stage.moves);
    let right = layout::PLAQUE.x + layout::PLAQUE.width - 12 - font::width(&moves);
    font::write(canvas, Point::new(right, layout::NAME_TOP), &moves, CREAM);
    wanted(canvas, puzzle);
    block(canvas, stage);
    let sinking = stage.fall.as_ref().is_some_and(|fall| fall.worm);
    let cells = puzzle
        .worm()
        .map(|cell| lowered(layout::cell(puzzle, cell), sinking, stage.depth()));
    worm::paint(canvas, cells);
    if stage.is_solved {
        sign(canvas);
    }
}

fn lowered(area: Rect, falls: bool, depth: i32) -> Rect {
    Rect {
        y: area.y + if falls { depth } else { 0 },
        ..area
    }
}

fn block(canvas: &mut RgbaImage, stage: &Stage) {
    let puzzle = &stage.shown;
    for (at, _) in puzzle.pieces().iter().enumerate().filter(|(_, p)| **p != 0) {
        let cell = Cell::new((at % puzzle.width()) as i8, (at / puzzle.width()) as i8);
        let falls = stage.fall.as_ref().is_some_and(|fall| fall.wood[at]);
        let area = lowered(layout::cell(puzzle, cell), falls, stage.depth());
        wood::paint(canvas, area, ends(puzzle, cell));
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
fn wanted(canvas: &mut RgbaImage, puzzle: &Puzzle) {
    for (at, wanted) in puzzle.wanted().iter().enumerate() {
        let (column, row) = (at % puzzle.width(), at / puzzle.width());
        let area = layout::goal(puzzle, column as i32, row as i32);
        match wanted {
            true => wood::paint_small(canvas, area),
            false => {
                fill(canvas, area, shade(PAPER, -34));
                fill(canvas, inner(area, 1), shade(PAPER, -16));
            }
        }
    }
}

fn sign(canvas: &mut RgbaImage) {
    fill(canvas, layout::SIGN, SIGN);
    bevel(canvas, layout::SIGN, CREAM, INK);
    bevel(
        canvas,
        inner(layout::SIGN, 3),
        shade(SIGN, 40),
        shade(SIGN, -30),
    );
    let text = "SOLVED!";
    let left = layout::SIGN.x + (layout::SIGN.width - font::big_width(text)) / 2;
    let top = layout::SIGN.y + (layout::SIGN.height - font::BIG_HEIGHT) / 2;
    font::write_big(canvas, Point::new(left + 1, top + 2), text, |_| INK);
    font::write_big(canvas, Point::new(left, top), text, |_| [250, 214, 110]);
}

fn sky(canvas: &mut RgbaImage) {
    let area = layout::AIR;
    each(area, |at| {
        let (x, y) = (at.x - area.x, at.y - area.y);
        let share = (y * 255 / area.height) as u8;
        let hill = 226 + (x as f32 / 57.0).sin() as i32 + ((x as f32 / 41.0).sin() * 16.0) as i32;
        let colour = match y > hill {
            true => mix(HILL, SKY[1], (y - hill).min(90) as u8),
            false => mix(SKY[0], SKY[1], share),
        };
        dot(canvas, at, shade(colour, jitter(x, y, 23, 1)));
    });
    let around = inner(
        Rect {
            height: area.height + layout::GROUND.height,
            ..area
        },
        -2,
    );
    bevel(canvas, around, INK, shade(FRAME, 36));
}

fn ground(canvas: &mut RgbaImage) {
    let area = layout::GROUND;
    each(area, |at| {
        let depth = at.y - area.y;
        let blade = 3 + (noise(at.x, 0, 31) % 4) as i32;
        let colour = match depth < blade {
            true => shade(GRASS, jitter(at.x, at.y, 32, 26)),
            false if one_in(23, at.x / 3, at.y / 2, 33) => shade(SOIL, 34),
            false => shade(SOIL, jitter(at.x / 2, at.y / 2, 34, 20) - depth / 2),
        };
        dot(canvas, at, colour);
    });
}

fn paper(canvas: &mut RgbaImage) {
    let area = layout::PAPER;
    each(area, |at| {
        dot(canvas, at, shade(PAPER, jitter(at.x, at.y, 41, 2)))
    });
    bevel(canvas, area, shade(PAPER, 16), shade(PAPER, -70));
    let text = "WANTED";
    let left = area.x + (area.width - font::width(text)) / 2;
    font::write(canvas, Point::new(left, area.y + 10), text, [96, 66, 40]);
}
