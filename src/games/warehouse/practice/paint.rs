//! How the game looks.

use image::RgbaImage;

use super::layout::{self, COLUMNS, ROWS, TAPE_ROWS};
use crate::games::warehouse::board::Board;
use crate::games::warehouse::picture::{self, CELL};
use crate::games::warehouse::puzzle::Step;
use crate::plane::{Point, Rect};
use crate::practice::art::{Colour, bevel, dot, fill, font, inner, one_in};

const HALL: Colour = [58, 62, 72];
const SPECK: Colour = [64, 69, 80];
const LIGHT: Colour = [96, 102, 116];
const DARK: Colour = [32, 34, 40];
const WORDS: Colour = [222, 214, 190];
const QUIET: Colour = [150, 154, 164];
const PLAQUE: Colour = [42, 45, 53];
const SOLVED: Colour = [46, 128, 68];
const PAPER: Colour = [238, 232, 214];
const LINE: Colour = [214, 206, 184];
const INK: Colour = [52, 60, 96];

/// Paints everything.
pub fn paint(canvas: &mut RgbaImage, board: &Board, seed: u32, solved: bool) {
    hall(canvas);
    sign(canvas, seed, solved);
    let things = board.things(COLUMNS, ROWS);
    for (index, thing) in things.into_iter().enumerate() {
        let area = layout::cell(layout::FIRST, index % COLUMNS, index / COLUMNS);
        picture::paint_cell(canvas, area, thing);
    }
    if let Board::Tape(tape) = board {
        paper(canvas, tape.moves());
    }
}

fn hall(canvas: &mut RgbaImage) {
    for y in 0..layout::HEIGHT {
        for x in 0..layout::WIDTH {
            let speck = one_in(9, x, y, 3);
            dot(canvas, Point::new(x, y), if speck { SPECK } else { HALL });
        }
    }
    font::write_big(canvas, Point::new(layout::FIRST.x, 15), "WAREHOUSE", |_| {
        WORDS
    });
    let keys = "ARROWS  U BACK  R AGAIN  ENTER NEXT";
    font::write(
        canvas,
        Point::new(layout::FIRST.x, layout::KEYS_TOP),
        keys,
        QUIET,
    );
    for area in [layout::BOARD, layout::TAPE_AREA] {
        bevel(canvas, inner(area, -3), DARK, LIGHT);
        fill(canvas, area, PLAQUE);
    }
}

fn sign(canvas: &mut RgbaImage, seed: u32, solved: bool) {
    let area = layout::SIGN;
    fill(canvas, area, if solved { SOLVED } else { PLAQUE });
    bevel(canvas, area, DARK, LIGHT);
    let text = match solved {
        true => "SOLVED".to_string(),
        false => format!("NO {seed}"),
    };
    let at = Point::new(area.x + (area.width - font::width(&text)) / 2, area.y + 9);
    font::write(canvas, at, &text, WORDS);
}

fn paper(canvas: &mut RgbaImage, moves: &[Step]) {
    for index in 0..COLUMNS * TAPE_ROWS {
        let area = layout::cell(layout::TAPE_FIRST, index % COLUMNS, index / COLUMNS);
        fill(canvas, area, PAPER);
        bevel(canvas, area, PAPER, LINE);
        if let Some(step) = moves.get(index) {
            arrow(canvas, area, *step);
        }
    }
}

/// A shaft and a head, drawn upward and turned.
fn arrow(canvas: &mut RgbaImage, area: Rect, step: Step) {
    let side = CELL - 1;
    let mut ink = |x: i32, y: i32| {
        let (x, y) = match step {
            Step::Up => (x, y),
            Step::Right => (side - y, x),
            Step::Down => (side - x, side - y),
            Step::Left => (y, side - x),
        };
        dot(canvas, Point::new(area.x + x, area.y + y), INK);
    };
    let middle = CELL / 2;
    for y in 5..13 {
        for x in middle - (y - 4)..middle + (y - 4) {
            ink(x, y);
        }
    }
    for y in 13..20 {
        for x in middle - 3..middle + 3 {
            ink(x, y);
        }
    }
}
