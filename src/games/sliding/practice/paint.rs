//! The picture of the table.

use std::collections::BTreeMap;

use image::RgbaImage;

use super::looks::Drawing;
use super::{Table, layout};
use crate::base::{Point, Rect};
use crate::draw::plate::Plate;
use crate::draw::sprite::{Sprite, sheet};
use crate::draw::{self, Colour, bevel, dot, font, glaze, jitter, shade};
use crate::games::sliding::picture::rim;
use crate::games::sliding::puzzle::{Block, Puzzle};
use crate::practice::shell::Play;

const FELT: Colour = [40, 58, 58];
const BRICK: Colour = [112, 66, 52];
const MORTAR: Colour = [62, 44, 44];
const INK: Colour = [22, 18, 24];
const GOLD: Colour = [246, 206, 112];
const TABLE: Colour = [78, 62, 66];
const PAPER: Colour = [226, 214, 190];

const PLAQUE: Plate = Plate::plain([50, 38, 46], [INK, [118, 102, 106]]);
const BUTTON: Plate = Plate {
    fill: [[118, 92, 70]; 2],
    rim: [INK; 2],
    grooves: &[(1, [[176, 146, 112], [70, 52, 44]])],
};
const BANNER: Plate = Plate {
    fill: [[52, 96, 66]; 2],
    rim: [INK; 2],
    grooves: &[(3, [GOLD, [150, 110, 60]])],
};

/// Where a cell has the sign of a goal, and the mark of the block that belongs there.
const SIGN: Point = Point::new(9, 9);
const MARK: Point = Point::new(20, 20);

/// The signs of the first goal and of the second, and the marks of their blocks.
const PAIRS: [[&str; 2]; 2] = [["ring", "disc"], ["frame", "diamond"]];

pub type Signs = BTreeMap<&'static str, Sprite>;

/// The drawings of signs and marks.
pub fn signs() -> Signs {
    sheet(include_str!("signs.txt"))
}

/// What is the same in every picture.
pub fn background(canvas: &mut RgbaImage) {
    draw::paint(canvas, draw::whole(canvas), |p| {
        let grain = jitter(p.x / 9, p.y, 31, 4) + jitter(p.x, p.y, 32, 2);
        shade(TABLE, grain)
    });
    let frame = layout::BOARD.grown(layout::FRAME);
    draw::paint(canvas, frame, bricks);
    bevel(canvas, frame, shade(BRICK, 50), INK);
    bevel(canvas, layout::BOARD.grown(1), INK, shade(BRICK, 30));
    PLAQUE.paint(canvas, layout::PLAQUE);
    let title = "SLIDING BLOCKS";
    let left = font::big_middle(layout::PLAQUE, title).x;
    font::write_big(canvas, Point::new(left, 16), title, [GOLD; 2]);
    font::write(canvas, layout::SEED, "PUZZLE", PAPER);
    font::write(canvas, layout::MOVES, "MOVES", PAPER);
    for (area, label) in [
        (layout::UNDO, "UNDO"),
        (layout::RESET, "RESET"),
        (layout::NEXT, "NEXT"),
    ] {
        BUTTON.paint(canvas, area);
        font::label(canvas, area, label, [250, 236, 206]);
    }
}

fn bricks(p: Point) -> Colour {
    let course = p.y.div_euclid(8);
    let x = p.x + course.rem_euclid(2) * 8;
    match p.y.rem_euclid(8) == 0 || x.rem_euclid(16) == 0 {
        true => MORTAR,
        false => shade(BRICK, jitter(x.div_euclid(16), course, 33, 5)),
    }
}

/// The rest.
pub fn paint(canvas: &mut RgbaImage, table: &Table, play: &Play<Puzzle>) {
    let (look, puzzle) = (&table.look, &play.board);
    let seed = format!("{:08}", play.seed);
    let moves = play.history.len().to_string();
    font::write_spaced(canvas, layout::SEED + Point::new(44, 0), &seed, PAPER);
    font::write_spaced(canvas, layout::MOVES + Point::new(40, 0), &moves, GOLD);
    // Felt where the board has floor; bricks elsewhere.
    for cell in (0..puzzle.floor.len()).filter(|&cell| puzzle.floor[cell]) {
        draw::paint(canvas, area(puzzle, cell), |p| {
            shade(FELT, jitter(p.x, p.y, 34, 3))
        });
    }
    if look.ghost {
        goals(puzzle).for_each(|(_, block)| ghost(canvas, puzzle, block));
    }
    if look.shadow {
        for &cell in puzzle.blocks.iter().flat_map(|block| &block.cells) {
            let area = area(puzzle, cell);
            let shadow = area.at(area.corner() + Point::new(3, 4));
            draw::each(shadow.grown(-look.gap), |p| {
                if layout::BOARD.contains(p) {
                    glaze(canvas, p, INK, 110);
                }
            });
        }
    }
    for (number, block) in puzzle.blocks.iter().enumerate() {
        let body = look.colour(number, play.seed);
        for &cell in &block.cells {
            block_cell(canvas, table, puzzle, (block, cell), body);
        }
    }
    // The signs of the goals lie over everything, and so do the marks of their blocks.
    for (number, block) in goals(puzzle) {
        let [sign, mark] = PAIRS[number % 2].map(|name| table.signs.get(name));
        let goal = block.goal.iter().flatten().map(|cell| (sign, SIGN, cell));
        let marked = block.cells.iter().map(|cell| (mark, MARK, cell));
        for (drawing, place, &cell) in goal.chain(marked) {
            if let Some(drawing) = drawing {
                drawing.put(canvas, area(puzzle, cell).corner() + place);
            }
        }
    }
    if play.is_solved() {
        let Rect {
            x,
            y,
            width,
            height,
        } = layout::BOARD;
        let area = Rect::new(x + 10, y + height / 2 - 24, width - 20, 48);
        BANNER.paint(canvas, area);
        let at = font::big_middle(area, "SOLVED!");
        font::write_big(canvas, at, "SOLVED!", [GOLD; 2]);
    }
}

/// The blocks with a goal, numbered.
fn goals(puzzle: &Puzzle) -> impl Iterator<Item = (usize, &Block)> {
    let blocks = puzzle.blocks.iter();
    blocks.filter(|block| block.goal.is_some()).enumerate()
}

fn area(puzzle: &Puzzle, cell: usize) -> Rect {
    let (column, row) = puzzle.position(cell);
    layout::cell(column, row)
}

fn ghost(canvas: &mut RgbaImage, puzzle: &Puzzle, block: &Block) {
    let goal = block.goal.as_deref().unwrap_or(&[]);
    for &cell in goal {
        let rim = rim(puzzle, goal, cell);
        let area = area(puzzle, cell);
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
    puzzle: &Puzzle,
    (block, cell): (&Block, usize),
    body: Colour,
) {
    let look = &table.look;
    let (area, rim) = (area(puzzle, cell), rim(puzzle, &block.cells, cell));
    let centre = middle(puzzle, block);
    draw::each(area, |p| {
        let (distance, lit) = rim.nearest(p.x - area.x, p.y - area.y, layout::CELL);
        let depth = distance - look.gap;
        let colour = match depth {
            ..0 => return,
            depth if depth < look.outline.0 => look.outline.1,
            depth if depth < look.outline.0 + look.bevel => shade(body, if lit { 42 } else { -52 }),
            _ => shade(body, drawn(look.drawing, p, centre)),
        };
        dot(canvas, p, colour);
    });
}

/// The middle of the border between two cells of a block, or of its only cell.
fn middle(puzzle: &Puzzle, block: &Block) -> Point {
    let first = area(puzzle, block.cells[0]).centre();
    let mut others = block.cells.iter().map(|&cell| area(puzzle, cell).centre());
    let apart = |p: &Point| (p.x - first.x).abs() + (p.y - first.y).abs();
    let next = others.find(|p| apart(p) == layout::CELL);
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
