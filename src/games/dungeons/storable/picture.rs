//! A board as a vector graphic, for reports.

use std::fmt::Write;

use super::{Cell, Puzzle, Walls};

/// Units of the drawing a cell.
const CELL: usize = 10;

/// Width, height, and the inside of the SVG element. The colours are those of classes `floor`,
/// `wall`, `monster`, `treasure` and `number`, which the page around it defines.
pub fn draw(puzzle: &Puzzle, walls: &Walls) -> ([usize; 2], String) {
    let (width, height) = (puzzle.width(), puzzle.height());
    let mut svg = String::new();
    let all = format!(
        "M{CELL} {CELL}h{}v{}h-{}z",
        width * CELL,
        height * CELL,
        width * CELL
    );
    let mut path = |class: &str, d: &str| {
        if !d.is_empty() {
            write!(svg, "<path class=\"{class}\" d=\"{d}\"/>").expect("a string takes all");
        }
    };
    path("floor", &all);
    let (mut wall, mut monster, mut treasure) = (String::new(), String::new(), String::new());
    for row in 0..height {
        for column in 0..width {
            let (x, y) = ((column + 1) * CELL, (row + 1) * CELL);
            let shape = match puzzle.cell(column, row) {
                Cell::Monster => {
                    monster.push_str(&format!("M{} {}l-3 6h6z", x + 5, y + 2));
                    continue;
                }
                Cell::Treasure => {
                    treasure.push_str(&format!("M{} {}h6v4h-6z", x + 2, y + 3));
                    continue;
                }
                _ => format!("M{x} {y}h{CELL}v{CELL}h-{CELL}z"),
            };
            if walls.at(column, row) {
                wall.push_str(&shape);
            }
        }
    }
    path("wall", &wall);
    path("monster", &monster);
    path("treasure", &treasure);
    let mut number = |x: usize, y: usize, number: u8| {
        write!(
            svg,
            "<text class=\"number\" x=\"{x}\" y=\"{y}\">{number}</text>"
        )
        .expect("a string takes all");
    };
    for (column, &walls) in puzzle.columns.iter().enumerate() {
        number((column + 1) * CELL + CELL / 2, CELL - 2, walls);
    }
    for (row, &walls) in puzzle.rows.iter().enumerate() {
        number(CELL / 2, (row + 2) * CELL - 2, walls);
    }
    ([(width + 1) * CELL + 1, (height + 1) * CELL + 1], svg)
}
