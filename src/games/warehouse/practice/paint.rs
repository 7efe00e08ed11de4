//! How the game looks.

use image::RgbaImage;

use super::layout::{COLUMNS, ROWS};
use super::skin::{Skin, Solved};
use crate::base::{Point, Rect};
use crate::draw::{Colour, bevel, dot, each, fill, font, inner, one_in};
use crate::games::warehouse::board::Board;
use crate::games::warehouse::picture;
use crate::games::warehouse::puzzle::Step;

const SOLVED: Colour = [46, 128, 68];

/// Paints everything.
pub fn paint(canvas: &mut RgbaImage, skin: &Skin, board: &Board, seed: u32, solved: bool) {
    hall(canvas, skin);
    let says_so = solved && skin.solved == Solved::Sign;
    sign(canvas, skin, seed, says_so);
    cells(canvas, skin, board);
    if let Board::Tape(tape) = board {
        paper(canvas, skin, tape.moves());
    }
    if solved && skin.solved == Solved::Banner {
        banner(canvas, skin);
    }
}

fn cells(canvas: &mut RgbaImage, skin: &Skin, board: &Board) {
    let grid = skin.layout.cells();
    for (index, thing) in board.things(COLUMNS, ROWS).into_iter().enumerate() {
        let (column, row) = (index % COLUMNS, index / COLUMNS);
        let area = grid.area(column, row);
        match &skin.things {
            None => picture::paint_cell(canvas, area, thing),
            Some(things) => {
                let odd = (column + row) % 2 == 1;
                things.paint(canvas, area, thing, odd, skin.layout.pitch());
            }
        }
    }
}

fn hall(canvas: &mut RgbaImage, skin: &Skin) {
    let layout = &skin.layout;
    let [width, height] = layout.size();
    let [plain, speck] = skin.hall;
    each(Rect::new(0, 0, width, height), |at| {
        let colour = if one_in(9, at.x, at.y, 3) {
            speck
        } else {
            plain
        };
        dot(canvas, at, colour);
    });
    let title = Point::new(layout.margin, 15);
    font::write_big(canvas, title, "WAREHOUSE", |_| skin.words);
    let keys = "ARROWS  U BACK  R AGAIN  ENTER NEXT";
    font::write(canvas, layout.keys(), keys, skin.quiet);
    let [light, dark] = skin.edges;
    for area in [layout.board(), layout.tape()] {
        bevel(canvas, inner(area, -3), dark, light);
        fill(canvas, area, skin.plaque);
    }
}

fn sign(canvas: &mut RgbaImage, skin: &Skin, seed: u32, solved: bool) {
    let area = skin.layout.sign();
    let text = match solved {
        true => "SOLVED".to_string(),
        false => format!("NO {seed}"),
    };
    plate(
        canvas,
        skin,
        area,
        if solved { SOLVED } else { skin.plaque },
    );
    let at = Point::new(area.x + (area.width - font::width(&text)) / 2, area.y + 9);
    font::write(canvas, at, &text, skin.words);
}

fn banner(canvas: &mut RgbaImage, skin: &Skin) {
    let board = skin.layout.board();
    let (width, height) = (150, 40);
    let left = board.x + (board.width - width) / 2;
    let top = board.y + (board.height - height) / 2;
    plate(canvas, skin, Rect::new(left, top, width, height), SOLVED);
    let at = Point::new(left + (width - font::big_width("SOLVED")) / 2, top + 13);
    font::write_big(canvas, at, "SOLVED", |_| [250, 250, 240]);
}

fn plate(canvas: &mut RgbaImage, skin: &Skin, area: Rect, colour: Colour) {
    let [light, dark] = skin.edges;
    fill(canvas, area, colour);
    bevel(canvas, area, dark, light);
}

fn paper(canvas: &mut RgbaImage, skin: &Skin, moves: &[Step]) {
    let grid = skin.layout.tape_cells();
    let [paper, line, ink] = skin.paper;
    for index in 0..grid.columns * grid.rows {
        let area = grid.area(index % grid.columns, index / grid.columns);
        fill(canvas, area, paper);
        bevel(canvas, area, paper, line);
        if let Some(step) = moves.get(index) {
            arrow(canvas, area, *step, ink);
        }
    }
}

/// A shaft and a head, drawn upward in a square of 24 pixels, turned and scaled.
fn arrow(canvas: &mut RgbaImage, area: Rect, step: Step, ink: Colour) {
    const SIDE: i32 = 24;
    let is_ink = |x: i32, y: i32| match y {
        5..13 => (12 - (y - 4)..12 + (y - 4)).contains(&x),
        13..20 => (9..15).contains(&x),
        _ => false,
    };
    each(area, |at| {
        let [x, y] = [at.x - area.x, at.y - area.y].map(|n| n * SIDE / area.width);
        let far = SIDE - 1;
        let there = match step {
            Step::Up => is_ink(x, y),
            Step::Right => is_ink(y, far - x),
            Step::Down => is_ink(far - x, far - y),
            Step::Left => is_ink(far - y, x),
        };
        if there {
            dot(canvas, at, ink);
        }
    });
}
