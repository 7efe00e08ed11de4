//! The picture of the table.

use image::RgbaImage;

use super::looks::{Drawing, Look};
use super::{Table, layout};
use crate::base::{Point, Rect};
use crate::draw;
use crate::draw::sprite::{Palette, Sprite};
use crate::draw::{Colour, bevel, fill, font, glaze, inner, jitter, pointer, shade};
use crate::games::sliding::picture::Rim;
use crate::games::sliding::puzzle::Block;

const FELT: Colour = [40, 58, 58];
const BRICK: Colour = [112, 66, 52];
const MORTAR: Colour = [62, 44, 44];
const INK: Colour = [22, 18, 24];
const GOLD: Colour = [246, 206, 112];
const TABLE: Colour = [78, 62, 66];

/// Where a cell has the sign of a goal, and the mark of the block that belongs there.
const SIGN: Point = Point::new(9, 9);
const MARK: Point = Point::new(20, 20);

/// The signs of the first goal and of the second, and the marks of their blocks.
const RING: [&str; 11] = [
    "...kkkkk...",
    "..kgggggk..",
    ".kggkkkggk.",
    "kggk...kggk",
    "kgk.....kgk",
    "kgk.....kgk",
    "kgk.....kgk",
    "kggk...kggk",
    ".kggkkkggk.",
    "..kgggggk..",
    "...kkkkk...",
];
const DISC: [&str; 11] = [
    "...kkkkk...",
    "..kgggggk..",
    ".kgggggggk.",
    "kgggwwwgggk",
    "kggwgggwggk",
    "kggwgggwggk",
    "kggwgggwggk",
    "kgggwwwgggk",
    ".kgggggggk.",
    "..kgggggk..",
    "...kkkkk...",
];
const FRAME: [&str; 11] = [
    ".....k.....",
    "....kbk....",
    "...kbkbk...",
    "..kbk.kbk..",
    ".kbk...kbk.",
    "kbk.....kbk",
    ".kbk...kbk.",
    "..kbk.kbk..",
    "...kbkbk...",
    "....kbk....",
    ".....k.....",
];
const DIAMOND: [&str; 11] = [
    ".....k.....",
    "....kbk....",
    "...kbbbk...",
    "..kbbwbbk..",
    ".kbbwwwbbk.",
    "kbbwwwwwbbk",
    ".kbbwwwbbk.",
    "..kbbwbbk..",
    "...kbbbk...",
    "....kbk....",
    ".....k.....",
];
const SIGNS: [[&str; 11]; 2] = [RING, FRAME];
const MARKS: [[&str; 11]; 2] = [DISC, DIAMOND];
const COLOURS: Palette = &[
    ('k', INK),
    ('g', GOLD),
    ('b', [90, 214, 236]),
    ('w', [250, 250, 240]),
];

pub(super) fn paint(canvas: &mut RgbaImage, table: &Table) {
    let look = &table.look;
    ground(canvas);
    plaque(canvas, table);
    board(canvas, table);
    if look.ghost {
        goals(table).for_each(|(_, block)| ghost(canvas, table, block));
    }
    if look.shadow {
        each_cell(table, |_, _, area| {
            let shade = Rect::new(area.x + 3, area.y + 4, area.width, area.height);
            draw::each(inner(shade, look.gap), |p| {
                if layout::BOARD.contains(p) {
                    glaze(canvas, p, INK, 110);
                }
            });
        });
    }
    each_cell(table, |block, cell, area| {
        block_cell(canvas, table, look, (block, cell), area);
    });
    signs(canvas, table);
    for (area, label) in [
        (layout::UNDO, "UNDO"),
        (layout::RESET, "RESET"),
        (layout::NEXT, "NEXT"),
    ] {
        button(canvas, area, label);
    }
    if table.solved {
        banner(canvas);
    }
    if let Some(at) = table.pointer {
        pointer::paint(canvas, at);
    }
}

/// The blocks with a goal, numbered.
fn goals(table: &Table) -> impl Iterator<Item = (usize, &Block)> {
    let blocks = table.puzzle.blocks.iter();
    blocks.filter(|block| block.goal.is_some()).enumerate()
}

fn area(table: &Table, cell: usize) -> Rect {
    let (column, row) = table.puzzle.position(cell);
    layout::cell(column, row)
}

/// Calls for every cell of every block, with the number of the block.
fn each_cell(table: &Table, mut paint: impl FnMut(usize, usize, Rect)) {
    for (number, block) in table.puzzle.blocks.iter().enumerate() {
        for &cell in &block.cells {
            paint(number, cell, area(table, cell));
        }
    }
}

fn ground(canvas: &mut RgbaImage) {
    let whole = Rect::new(0, 0, layout::WIDTH, layout::HEIGHT);
    draw::each(whole, |p| {
        let grain = jitter(p.x / 9, p.y, 31, 4) + jitter(p.x, p.y, 32, 2);
        draw::dot(canvas, p, shade(TABLE, grain));
    });
    let frame = inner(layout::BOARD, -layout::FRAME);
    draw::each(frame, |p| bricks(canvas, p));
    bevel(canvas, frame, shade(BRICK, 50), INK);
    bevel(canvas, inner(layout::BOARD, -1), INK, shade(BRICK, 30));
}

fn bricks(canvas: &mut RgbaImage, p: Point) {
    let course = p.y.div_euclid(8);
    let x = p.x + course.rem_euclid(2) * 8;
    let joint = p.y.rem_euclid(8) == 0 || x.rem_euclid(16) == 0;
    let colour = match joint {
        true => MORTAR,
        false => shade(BRICK, jitter(x.div_euclid(16), course, 33, 5)),
    };
    draw::dot(canvas, p, colour);
}

/// Felt where the board has floor; bricks elsewhere.
fn board(canvas: &mut RgbaImage, table: &Table) {
    for cell in (0..table.puzzle.floor.len()).filter(|&cell| table.puzzle.floor[cell]) {
        draw::each(area(table, cell), |p| {
            draw::dot(canvas, p, shade(FELT, jitter(p.x, p.y, 34, 3)));
        });
    }
}

fn ghost(canvas: &mut RgbaImage, table: &Table, block: &Block) {
    for &cell in block.goal.iter().flatten() {
        let rim = Rim::of(&table.puzzle, block.goal.as_deref().unwrap_or(&[]), cell);
        let area = area(table, cell);
        draw::each(area, |p| {
            let (distance, _) = rim.nearest(p.x - area.x, p.y - area.y, layout::CELL);
            if (2..=3).contains(&distance) {
                glaze(canvas, p, GOLD, 120);
            }
        });
    }
}

fn block_cell(
    canvas: &mut RgbaImage,
    table: &Table,
    look: &Look,
    (number, cell): (usize, usize),
    area: Rect,
) {
    let block = &table.puzzle.blocks[number];
    let rim = Rim::of(&table.puzzle, &block.cells, cell);
    let body = look.colour(number, table.seed);
    let centre = middle(table, block);
    draw::each(area, |p| {
        let (distance, lit) = rim.nearest(p.x - area.x, p.y - area.y, layout::CELL);
        let depth = distance - look.gap;
        let colour = match depth {
            ..0 => return,
            depth if depth < look.outline.0 => look.outline.1,
            depth if depth < look.outline.0 + look.bevel => shade(body, if lit { 42 } else { -52 }),
            _ => shade(body, drawn(look.drawing, p, centre)),
        };
        draw::dot(canvas, p, colour);
    });
}

/// The middle of the border between two cells of a block, or of its only cell.
fn middle(table: &Table, block: &Block) -> Point {
    let first = area(table, block.cells[0]).centre();
    let others = block.cells.iter().map(|&cell| area(table, cell).centre());
    let apart = |p: &Point| (p.x - first.x).abs() + (p.y - first.y).abs();
    let next = others.into_iter().find(|p| apart(p) == layout::CELL);
    let sum = first + next.unwrap_or(first);
    Point::new(sum.x / 2, sum.y / 2)
}

/// How much a drawing lightens or darkens a pixel of a block.
fn drawn(drawing: Drawing, p: Point, centre: Point) -> i32 {
    let from = p - centre;
    match drawing {
        Drawing::None => 0,
        Drawing::Ring => match from.x * from.x + from.y * from.y {
            70..120 => -26,
            _ => 0,
        },
        Drawing::Hatching => match (from.x + from.y).rem_euclid(11) {
            0 | 1 => 22,
            _ => 0,
        },
        Drawing::Grain => jitter(from.x / 12, p.y, 35, 4),
    }
}

/// The signs of the goals lie over everything, and so do the marks of their blocks.
fn signs(canvas: &mut RgbaImage, table: &Table) {
    for (number, block) in goals(table) {
        let sign = Sprite::drawn(&SIGNS[number % 2], COLOURS);
        for &cell in block.goal.iter().flatten() {
            let Rect { x, y, .. } = area(table, cell);
            sign.put(canvas, SIGN + Point::new(x, y));
        }
        let mark = Sprite::drawn(&MARKS[number % 2], COLOURS);
        for &cell in &block.cells {
            let Rect { x, y, .. } = area(table, cell);
            mark.put(canvas, MARK + Point::new(x, y));
        }
    }
}

fn plaque(canvas: &mut RgbaImage, table: &Table) {
    fill(canvas, layout::PLAQUE, [50, 38, 46]);
    bevel(canvas, layout::PLAQUE, INK, shade(TABLE, 40));
    let title = "SLIDING BLOCKS";
    let left = layout::PLAQUE.x + (layout::PLAQUE.width - font::big_width(title)) / 2;
    font::write_big(canvas, Point::new(left, 16), title, |_| GOLD);
    let paper = [226, 214, 190];
    let seed = format!("{:08}", table.seed);
    font::write(canvas, layout::SEED, "PUZZLE", paper);
    let after = layout::SEED + Point::new(44, 0);
    font::write_spaced(canvas, after, &seed, paper);
    font::write(canvas, layout::MOVES, "MOVES", paper);
    let after = layout::MOVES + Point::new(40, 0);
    font::write_spaced(canvas, after, &table.moves.to_string(), GOLD);
}

fn button(canvas: &mut RgbaImage, area: Rect, label: &str) {
    fill(canvas, area, [118, 92, 70]);
    bevel(canvas, area, INK, INK);
    bevel(canvas, inner(area, 1), [176, 146, 112], [70, 52, 44]);
    let x = area.x + (area.width - font::width(label)) / 2;
    let y = area.y + (area.height - font::HEIGHT) / 2;
    font::write(canvas, Point::new(x, y), label, [250, 236, 206]);
}

fn banner(canvas: &mut RgbaImage) {
    let board = layout::BOARD;
    let area = Rect::new(
        board.x + 10,
        board.y + board.height / 2 - 24,
        board.width - 20,
        48,
    );
    fill(canvas, area, [52, 96, 66]);
    bevel(canvas, area, INK, INK);
    bevel(canvas, inner(area, 3), GOLD, [150, 110, 60]);
    let text = "SOLVED!";
    let x = area.x + (area.width - font::big_width(text)) / 2;
    font::write_big(canvas, Point::new(x, area.y + 17), text, |_| GOLD);
}
