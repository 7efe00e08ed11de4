//! The picture of a level in a skin.

use image::RgbaImage;

use super::super::puzzle::{Cell, Direction};
use super::Level;
use super::skin::{Floor, Page, PathArt, Skin};
use crate::base::{Point, Rect};
use crate::draw::brush::{self, figure};
use crate::draw::dice::ink_on;
use crate::draw::plate::Plate;
use crate::draw::walls::{self, MarkArt};
use crate::draw::{self, Colour, bevel, dot, fill, font, jitter, mix, paint, shade};
use crate::practice::Solved;

const GOLD: Colour = [238, 190, 50];
const NIGHT: Colour = [38, 34, 56];
const TRAY: Colour = [58, 54, 84];
const KNOT: Colour = [236, 200, 40];
const INK: Colour = [16, 12, 28];
const CREAM: Colour = [255, 244, 214];
const WORDS: Colour = [188, 178, 214];

const BUTTON: Plate = Plate {
    fill: [[92, 112, 166], [58, 66, 118]],
    rim: [INK; 2],
    grooves: &[(1, [[140, 164, 214], [42, 46, 88]])],
};
const BANNER: Plate = Plate {
    fill: [[190, 70, 62], [120, 34, 62]],
    rim: [INK; 2],
    grooves: &[
        (3, [[255, 214, 120], [190, 120, 60]]),
        (5, [[130, 30, 42], [190, 80, 80]]),
    ],
};

/// From this pitch on, cells have edges and the rope's end has eyes.
const DETAILED: i32 = 14;

/// All that is the same in every picture.
pub fn background(canvas: &mut RgbaImage, skin: &Skin) {
    let (all, field) = (draw::whole(canvas), skin.layout.field);
    let buttons = [(skin.layout.reset, "RESET"), (skin.layout.next, "NEXT")];
    match skin.page {
        Page::Cloth => {
            paint(canvas, all, |p| {
                let weave =
                    jitter(p.x / 2, p.y / 2, 11, 2) + 3 * i32::from((p.x + p.y) / 6 % 2 == 0);
                shade(NIGHT, weave - p.y / 48)
            });
            tray(canvas, field);
            let title = [CREAM, [236, 158, 70]];
            font::write_title(canvas, Point::new(24, 22), "COIL", title, INK);
            for (area, label) in buttons {
                fill(canvas, area.at(area.corner() + Point::new(1, 3)), INK);
                BUTTON.paint(canvas, area);
                let below = area.at(area.corner() + Point::new(0, 1));
                font::label(canvas, below, label, [30, 32, 66]);
                font::label(canvas, area, label, CREAM);
            }
        }
        Page::Plain { colour, frame } => {
            fill(canvas, all, colour);
            if frame > 0 {
                fill(canvas, field.grown(frame + 2), skin.wall.1);
                fill(canvas, field.grown(2), colour);
            }
            let ink = ink_on(colour);
            for (area, label) in buttons {
                bevel(canvas, area, ink, ink);
                font::label(canvas, area, label, ink);
            }
        }
    }
}

/// A sunken tray with a wooden rim.
fn tray(canvas: &mut RgbaImage, field: Rect) {
    for step in 1..=9 {
        let wood = mix([150, 98, 62], [84, 50, 44], (step * 24) as u8);
        bevel(canvas, field.grown(step), shade(wood, 14), shade(wood, -16));
    }
    bevel(canvas, field.grown(10), INK, INK);
    paint(canvas, field, |p| {
        let depth = (p.y - field.y).min(p.x - field.x).min(16) - 16;
        shade(TRAY, jitter(p.x, p.y, 12, 2) + depth)
    });
}

/// What differs from level to level and from move to move.
pub fn level(canvas: &mut RgbaImage, skin: &Skin, level: &Level, seed: u32) {
    if skin.page == Page::Cloth {
        words(canvas, level, seed);
    }
    cells(canvas, skin, level);
    path(canvas, skin, level);
    if level.puzzle.is_solved() {
        match skin.solved {
            Solved::Banner => banner(canvas, skin),
            Solved::Tint => gild(canvas, level),
            _ => {}
        }
    }
}

/// The whole way in gold.
fn gild(canvas: &mut RgbaImage, level: &Level) {
    let columns = level.puzzle.width();
    for at in &level.trail {
        let cell = level.lattice.cell(at % columns, at / columns);
        brush::wash(canvas, cell.into(), 0.9, |_, _| GOLD);
    }
}

/// Which level it is, above the board, and what to do, below it.
fn words(canvas: &mut RgbaImage, level: &Level, seed: u32) {
    let (puzzle, left) = (&level.puzzle, level.puzzle.open());
    let name = format!("LEVEL {seed}   {} X {}", puzzle.width(), puzzle.height());
    font::write(canvas, Point::new(26, 50), &name, WORDS);
    let (hint, colour) = match puzzle.head() {
        _ if puzzle.is_solved() => {
            let hint = "EVERY TILE IS COVERED - N FOR THE NEXT LEVEL".to_string();
            (hint, WORDS)
        }
        None => (format!("{left} TILES - CLICK ONE TO BEGIN"), WORDS),
        Some(_) if level.is_stuck() => {
            let hint = format!("STUCK WITH {left} TILES LEFT - R TAKES THE ROPE OFF");
            (hint, [246, 138, 110])
        }
        Some(_) => {
            let hint = format!("{left} TILES LEFT - ARROW KEYS SLIDE - R TAKES THE ROPE OFF");
            (hint, WORDS)
        }
    };
    font::write(canvas, Point::new(26, 738), &hint, colour);
}

fn cells(canvas: &mut RgbaImage, skin: &Skin, level: &Level) {
    let (puzzle, lattice) = (&level.puzzle, &level.lattice);
    let columns = puzzle.width();
    let board = lattice.bounds(columns, puzzle.height());
    if let Some(line) = skin.line {
        let lines = board.grown(lattice.gap);
        if skin.page == Page::Cloth {
            shadow(canvas, lines, skin.layout.field);
        }
        fill(canvas, lines, line);
    }
    for (at, cell) in puzzle.cells().iter().enumerate() {
        let (column, row) = (at % columns, at / columns);
        let area = lattice.cell(column, row);
        let floor = match (cell, skin.wall) {
            (Cell::Wall, (None, colour)) => {
                stone(canvas, area, colour);
                continue;
            }
            (Cell::Wall, (Some(art), colour)) => {
                walls::wall(canvas, area.into(), art, colour, 1.0);
                continue;
            }
            (Cell::Open, _) => skin.open,
            (Cell::Visited, _) => skin.visited,
        };
        match floor {
            Floor::Tile(colour) => tile(canvas, area, colour),
            Floor::Ground(ground) => {
                let odd = (column + row) % 2 == 1;
                ground.paint(canvas, area.into(), board.into(), odd);
            }
        }
    }
}

/// The board's, on the tray.
fn shadow(canvas: &mut RgbaImage, board: Rect, field: Rect) {
    draw::each(board.at(board.corner() + Point::new(3, 4)), |p| {
        if field.contains(p) {
            dot(canvas, p, shade(TRAY, -18));
        }
    });
}

fn tile(canvas: &mut RgbaImage, area: Rect, colour: Colour) {
    paint(canvas, area, |p| shade(colour, jitter(p.x, p.y, 20, 3)));
    if area.width + 1 >= DETAILED {
        bevel(canvas, area, shade(colour, 12), shade(colour, -14));
    }
}

fn stone(canvas: &mut RgbaImage, area: Rect, colour: Colour) {
    paint(canvas, area, |p| {
        let grain = jitter(p.x / 2, p.y, 21, 5) - (p.y - area.y) * 14 / area.height;
        shade(colour, grain)
    });
    if area.width + 1 >= DETAILED {
        bevel(canvas, area, shade(colour, 28), shade(colour, -32));
        let groove = area.grown(-(area.width / 5));
        bevel(canvas, groove, shade(colour, -18), shade(colour, 16));
    }
}

fn path(canvas: &mut RgbaImage, skin: &Skin, level: &Level) {
    let columns = level.puzzle.width();
    let square = |at: &usize| level.lattice.cell(at % columns, at / columns);
    let (Some(start), Some(head)) = (level.trail.first(), level.trail.last()) else {
        return;
    };
    let pairs = level
        .trail
        .windows(2)
        .map(|pair| [square(&pair[0]), square(&pair[1])]);
    let (art, colour) = skin.path;
    let (side, pitch) = (square(head).width, level.lattice.pitch);
    match art {
        PathArt::Nothing => {}
        PathArt::Band(percent) => {
            let margin = (side - (side * percent / 100).max(1)) / 2;
            for pair in pairs {
                let [from, to] = pair.map(|cell| cell.grown(-margin));
                fill(canvas, from.around(&to), colour);
            }
        }
        PathArt::Dots => {
            for at in &level.trail {
                mark(canvas, square(at).grown(-(side / 3)), MarkArt::Disc, colour);
            }
        }
        PathArt::Rope => {
            let radius = (pitch * 11 / 40).max(1);
            for pair in pairs {
                strand(canvas, pair.map(|cell| cell.centre()), radius, colour);
            }
            disc(canvas, square(start).centre(), radius + pitch / 14, KNOT);
        }
    }
    if skin.start {
        fill(canvas, square(start).grown(-(side / 4)), shade(colour, 26));
    }
    let middle = square(head).centre();
    match skin.head {
        (Some(art), colour) => mark(canvas, square(head).grown(-(side / 10)), art, colour),
        (None, colour) => disc(canvas, middle, (pitch * 3 / 8).min(pitch / 2 - 1), colour),
    }
    if skin.head.0.is_none() && pitch >= DETAILED {
        let before = level.trail.iter().rev().nth(1);
        let moved = |dir: &Direction| {
            before.is_some_and(|&from| level.puzzle.neighbour(from, *dir) == Some(*head))
        };
        let dir = Direction::ALL.into_iter().find(moved);
        eyes(canvas, middle, pitch, dir.unwrap_or(Direction::Down));
    }
}

fn mark(canvas: &mut RgbaImage, area: Rect, art: MarkArt, colour: Colour) {
    figure(canvas, area.into(), |u, v| {
        art.covers(2.0 * u - 1.0, 2.0 * v - 1.0).then_some(colour)
    });
}

/// A straight piece of rope with round ends: twisted, and lighter along its back.
fn strand(canvas: &mut RgbaImage, [from, to]: [Point; 2], radius: i32, colour: Colour) {
    let (left, right) = (from.x.min(to.x), from.x.max(to.x));
    let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
    let back = Rect::new(left, top, right - left + 1, bottom - top + 1);
    draw::each(back.grown(radius), |p| {
        let off = p - Point::new(p.x.clamp(left, right), p.y.clamp(top, bottom));
        let distance = off.x * off.x + off.y * off.y;
        let all = radius * radius + radius;
        if distance <= all {
            let twisted = radius > 3 && (p.x + p.y).rem_euclid(8) < 2;
            let twist = if twisted { -16 } else { 0 };
            dot(
                canvas,
                p,
                shade(colour, 44 - 66 * distance / all.max(1) + twist),
            );
        }
    });
}

fn disc(canvas: &mut RgbaImage, at: Point, radius: i32, colour: Colour) {
    draw::each(Rect::new(at.x, at.y, 1, 1).grown(radius), |p| {
        let off = p - at;
        let all = radius * radius + radius;
        if off.x * off.x + off.y * off.y <= all {
            let lit = off + Point::new(radius / 3, radius / 3);
            let glow = 26 - 52 * (lit.x * lit.x + lit.y * lit.y) / (2 * all).max(1);
            dot(canvas, p, shade(colour, glow));
        }
    });
}

/// Two, on the side to which the rope moved last.
fn eyes(canvas: &mut RgbaImage, head: Point, pitch: i32, looks: Direction) {
    let (ahead, aside) = (pitch / 7, pitch / 6);
    let (dx, dy) = looks.delta();
    let white = (pitch / 11).max(1);
    let pupil = (white / 2).max(1) - i32::from(white < 2);
    for side in [-aside, aside] {
        let at = head + Point::new(dx * ahead + dy * side, dy * ahead + dx * side);
        disc(canvas, at, white, [244, 236, 226]);
        let looked = at + Point::new(dx * white / 2, dy * white / 2);
        disc(canvas, looked, pupil, [40, 18, 30]);
    }
}

fn banner(canvas: &mut RgbaImage, skin: &Skin) {
    let field = skin.layout.field;
    if let Page::Plain { .. } = skin.page {
        let middle = field.centre();
        let area = Rect::new(middle.x - 110, middle.y - 28, 220, 56);
        Plate::plain(skin.head.1, [skin.wall.1; 2]).paint(canvas, area);
        let at = font::big_middle(area, "SOLVED!");
        font::write_big(canvas, at, "SOLVED!", [ink_on(skin.head.1); 2]);
        return;
    }
    let area = Rect::new(field.x + 120, field.y + 276, 402, 90);
    draw::veil(canvas, area.at(area.corner() + Point::new(3, 5)), INK, 120);
    BANNER.paint(canvas, area);
    let text = "LEVEL SOLVED!";
    let at = Point::new(font::big_middle(area, text).x, area.y + 30);
    let colours = [[255, 250, 220], [250, 206, 110]];
    font::write_title(canvas, at, text, colours, [64, 10, 34]);
    let more = "N - THE NEXT LEVEL";
    let line = Rect::new(area.x, area.y + 60, area.width, font::HEIGHT);
    font::label(canvas, line, more, [255, 220, 190]);
}
