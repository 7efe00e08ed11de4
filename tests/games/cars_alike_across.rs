//! Flat cars that fill their cells, between which nothing runs but where their colours meet.

use gridhand::base::Rect;
use gridhand::draw;
use gridhand::game::tiled::read_still;
use gridhand::games::sliding::Sliding;
use image::RgbaImage;

use crate::cars::{jam, shapes};
use crate::fitting::{fitted, tiled};

/// The side of a cell, and where the board begins, in pixels.
const SIDE: i32 = 60;
const TOP: i32 = 19;

const COLOURS: [[u8; 3]; 5] = [
    [234, 24, 33],
    [255, 255, 70],
    [136, 204, 51],
    [255, 170, 0],
    [69, 69, 255],
];

/// A white page with these cars in a grid of grey boxes.
fn picture(text: &str) -> RgbaImage {
    let mut canvas = draw::canvas([600, 600]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [255; 3]);
    for (y, row) in (0..).zip(text.lines()) {
        for (x, letter) in (0..).zip(row.chars()) {
            let cell = Rect::new(x * SIDE, TOP + y * SIDE, SIDE, SIDE);
            match letter {
                '.' => {
                    draw::fill(&mut canvas, cell, [128; 3]);
                    draw::fill(&mut canvas, cell.grown(-1), [255; 3]);
                }
                _ => draw::fill(&mut canvas, cell, COLOURS[letter as usize - 'A' as usize]),
            }
        }
    }
    canvas
}

#[test]
fn edges_below_cars_are_as_those_beside_them_where_none_met_there() {
    let beside = "...B..\n...B..\nAA.B..\n......\n.C....\n.CDDEE\n";
    let below = "......\n......\nAA.B..\n.C.B..\n.C.BEE\nDD....\n";
    let profile = fitted::<Sliding>(jam(beside, 'A'), picture(beside));
    for start in [beside, below] {
        let read = read_still(tiled::<Sliding>(), &picture(start), &profile);
        let read = read.map_err(|why| why.to_string());
        let told = read.map(|read| shapes(&read));
        assert_eq!(told, Ok(shapes(&jam(start, 'A'))), "{start}");
    }
}
