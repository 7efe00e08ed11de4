//! The picture of the game in a skin.

use image::RgbaImage;

use super::skin::{COLUMNS, CrateArt, ROWS, RobotArt, Skin, Solved, Things};
use crate::base::{Direction, Point, Rect};
use crate::draw::brush::{self, Area, figure};
use crate::draw::plate::Plate;
use crate::draw::walls::{MarkArt, wall};
use crate::draw::{self, Colour, bevel, dot, each, fill, font, one_in, paint, shade};
use crate::games::warehouse::board::{Board, Thing};
use crate::games::warehouse::picture;
use crate::games::warehouse::puzzle::Step;

const SOLVED: Colour = [46, 128, 68];

/// What is the same in every picture.
pub fn hall(canvas: &mut RgbaImage, skin: &Skin) {
    let (layout, [plain, speck]) = (&skin.layout, skin.hall);
    paint(canvas, draw::whole(canvas), |at| {
        if one_in(9, at.x, at.y, 3) {
            speck
        } else {
            plain
        }
    });
    let title = Point::new(layout.margin, 15);
    font::write_big(canvas, title, "WAREHOUSE", [skin.words; 2]);
    let keys = "ARROWS  U BACK  R AGAIN  ENTER NEXT";
    font::write(canvas, layout.keys(), keys, skin.quiet);
    let [light, dark] = skin.edges;
    for area in [layout.cells().bounds(), layout.tape_cells().bounds()] {
        bevel(canvas, area.grown(3), dark, light);
        fill(canvas, area, skin.plaque);
    }
}

/// The rest.
pub fn board(canvas: &mut RgbaImage, skin: &Skin, board: &Board, seed: u32, solved: bool) {
    let solved = if solved { skin.solved } else { Solved::Nothing };
    let [light, dark] = skin.edges;
    let (text, colour) = match solved {
        Solved::Sign => ("SOLVED".to_string(), SOLVED),
        _ => (format!("NO {seed}"), skin.plaque),
    };
    let sign = skin.layout.sign();
    Plate::plain(colour, [dark, light]).paint(canvas, sign);
    let below = sign.at(sign.corner() + Point::new(0, 1));
    font::label(canvas, below, &text, skin.words);
    cells(canvas, skin, board);
    if let Board::Tape(tape) = board {
        paper(canvas, skin, tape.moves());
    }
    if solved == Solved::Banner {
        let Rect {
            x,
            y,
            width,
            height,
        } = skin.layout.cells().bounds();
        let area = Rect::new(x + (width - 150) / 2, y + (height - 40) / 2, 150, 40);
        Plate::plain(SOLVED, [dark, light]).paint(canvas, area);
        let at = font::big_middle(area, "SOLVED");
        font::write_big(canvas, at, "SOLVED", [[250, 250, 240]; 2]);
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
                things.paint(canvas, area.into(), thing, odd, skin.layout.pitch());
            }
        }
    }
}

fn paper(canvas: &mut RgbaImage, skin: &Skin, moves: &[Step]) {
    let grid = skin.layout.tape_cells();
    let [paper, line, ink] = skin.paper;
    for index in 0..grid.columns * grid.rows {
        let area = grid.area(index % grid.columns, index / grid.columns);
        fill(canvas, area, paper);
        bevel(canvas, area, paper, line);
        if let Some(step) = moves.get(index) {
            arrow(canvas, area, step.0, ink);
        }
    }
}

/// A shaft and a head, drawn upward in a square of 24 pixels, turned and scaled.
fn arrow(canvas: &mut RgbaImage, area: Rect, direction: Direction, ink: Colour) {
    const SIDE: i32 = 24;
    let is_ink = |x: i32, y: i32| match y {
        5..13 => (12 - (y - 4)..12 + (y - 4)).contains(&x),
        13..20 => (9..15).contains(&x),
        _ => false,
    };
    each(area, |at| {
        let [x, y] = [at.x - area.x, at.y - area.y].map(|n| n * SIDE / area.width);
        let far = SIDE - 1;
        let (x, y) = match direction {
            Direction::Up => (x, y),
            Direction::Right => (y, far - x),
            Direction::Down => (far - x, far - y),
            Direction::Left => (far - y, x),
        };
        if is_ink(x, y) {
            dot(canvas, at, ink);
        }
    });
}

impl Things {
    /// Paints one cell of a board. Both halves of a wide box are painted with the right one, which
    /// comes later; `pitch` is from one cell to the next.
    fn paint(&self, canvas: &mut RgbaImage, cell: Area, thing: Thing, odd: bool, pitch: i32) {
        match thing {
            Thing::Outside => return brush::fill(canvas, cell, self.outside),
            Thing::Wall => return wall(canvas, cell, self.wall.0, self.wall.1, 1.0),
            _ => self.floor.paint(canvas, cell, cell, odd),
        }
        if thing.is_goal() {
            self.goal(canvas, cell);
        }
        let [away, home] = self.crates.1;
        match thing {
            Thing::Box => self.crate_at(canvas, cell, away),
            Thing::BoxHome => self.crate_at(canvas, cell, home),
            Thing::Right => {
                let left = cell.left - pitch as f32;
                self.crate_at(canvas, Area { left, ..cell }, away);
            }
            Thing::Robot | Thing::RobotHome => self.robot(canvas, cell),
            _ => {}
        }
    }

    fn goal(&self, canvas: &mut RgbaImage, cell: Area) {
        let (art, colour) = self.mark;
        let half = match art {
            MarkArt::Disc => 0.22,
            MarkArt::Diamond => 0.34,
            _ => 0.42,
        };
        figure(canvas, cell, |u, v| {
            art.covers((u - 0.5) / half, (v - 0.5) / half)
                .then_some(colour)
        });
    }

    fn crate_at(&self, canvas: &mut RgbaImage, cell: Area, colour: Colour) {
        let side = cell.height();
        let area = cell.inner(side * 0.07);
        let (dark, light) = (shade(colour, -44), shade(colour, 26));
        // So wide is a rim, in shares of the width and of the height.
        let rim = [0.1 * side / area.width(), 0.1 * side / area.height()];
        let art = self.crates.0;
        figure(canvas, area, |u, v| {
            let at_rim = u.min(1.0 - u) < rim[0] || v.min(1.0 - v) < rim[1];
            let across = (u - v).abs().min((u + v - 1.0).abs()) < 0.08;
            match (art, (u - 0.5).hypot(v - 0.5)) {
                (CrateArt::Barrel, 0.5..) => None,
                (CrateArt::Barrel, 0.4..) => Some(dark),
                (CrateArt::Barrel, ..0.15) => Some(light),
                (CrateArt::Barrel, _) => Some(colour),
                _ if at_rim => Some(dark),
                (CrateArt::Crossed, _) if across => Some(dark),
                (CrateArt::Slats, _) if (v * 4.0).fract() < 0.18 => Some(light),
                _ => Some(colour),
            }
        });
    }

    fn robot(&self, canvas: &mut RgbaImage, cell: Area) {
        let (art, [colour, eyes]) = self.robot;
        figure(canvas, cell, |u, v| {
            let (x, y) = (u - 0.5, v - 0.5);
            let (far, half) = match art {
                RobotArt::Disc => (x.hypot(y), 0.4),
                RobotArt::Square => (x.abs().max(y.abs()), 0.36),
                RobotArt::Person if x.hypot(y + 0.22) < 0.17 => return Some(eyes),
                RobotArt::Person => {
                    let body = y > -0.1 && y < 0.44 && x.abs() < 0.14 + (y + 0.1) * 0.35;
                    return body.then_some(colour);
                }
            };
            let eye = (x.abs() - 0.13).hypot(y + 0.12) < 0.07;
            (far < half).then_some(match far > half - 0.06 {
                _ if eye => eyes,
                true => shade(colour, -40),
                false => colour,
            })
        });
    }
}
