//! Levels on a chequered floor, where an example showed things on one kind of cells only.

use gridhand::base::{Point, Rect};
use gridhand::draw::{self, Colour};
use gridhand::game::Game;
use gridhand::game::tiled::read_still;
use gridhand::games::warehouse::{Board, Warehouse};
use image::RgbaImage;

use crate::fitting::{fitted, tiled};

/// The first is learned: its goals lie on dark cells, its boxes on light ones.
const LEVELS: [&str; 2] = [
    "########\n#      #\n#.$  @ #\n#  $  .#\n#     ##\n########\n",
    "########\n#   .  #\n# $  @ #\n#  .$  #\n#     ##\n########\n",
];
const SIDE: i32 = 34;

fn parse(text: &str) -> Board {
    Warehouse::parse(text).expect("a level")
}

fn disc(canvas: &mut RgbaImage, cell: Rect, radius: f64, colour: Colour) {
    let middle = [cell.x, cell.y].map(|from| f64::from(from) + f64::from(SIDE - 1) / 2.0);
    draw::each(cell, |at: Point| {
        let off = [f64::from(at.x) - middle[0], f64::from(at.y) - middle[1]];
        if off[0].hypot(off[1]) <= radius {
            draw::dot(canvas, at, colour);
        }
    });
}

fn drawn(text: &str) -> RgbaImage {
    let mut canvas = draw::canvas([340, 260]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [22, 24, 34]);
    for (row, line) in (0..).zip(text.lines()) {
        for (column, sign) in (0..).zip(line.chars()) {
            let cell = Rect::new(31 + SIDE * column, 27 + SIDE * row, SIDE, SIDE);
            let floor = match (column + row) % 2 {
                0 => [206, 190, 160],
                _ => [170, 152, 122],
            };
            let ground = if sign == '#' { [84, 62, 52] } else { floor };
            draw::fill(&mut canvas, cell, ground);
            match sign {
                '#' => draw::bevel(&mut canvas, cell, [120, 92, 80], [50, 36, 30]),
                '.' => disc(&mut canvas, cell, 6.0, [190, 40, 60]),
                '$' => disc(&mut canvas, cell, 14.0, [60, 110, 60]),
                '@' => disc(&mut canvas, cell, 12.0, [40, 60, 150]),
                _ => {}
            }
        }
    }
    canvas
}

#[test]
fn things_are_known_on_the_other_kind_of_cells() {
    let profile = fitted::<Warehouse>(parse(LEVELS[0]), drawn(LEVELS[0]));
    let read = read_still(tiled::<Warehouse>(), &drawn(LEVELS[1]), &profile);
    assert_eq!(read.map_err(|why| why.to_string()), Ok(parse(LEVELS[1])));
}
