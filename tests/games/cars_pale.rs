//! A lorry as pale as what runs around the board: it leaves some of the ground to be seen, which a hole does not.

use gridhand::base::Rect;
use gridhand::draw;
use gridhand::game::tiled::read_still;
use gridhand::games::sliding::Sliding;
use image::RgbaImage;

use crate::cars::{jam, shapes};
use crate::fitting::{fitted, tiled};

const PITCH: i32 = 84;
const CORNER: i32 = 90;

/// The page, the ground of cells, and the lines between them.
const PAGE: [u8; 3] = [200; 3];
const GROUND: [u8; 3] = [68; 3];
const LINE: [u8; 3] = [158; 3];

/// The colours of cars, by their letters: the second is the pale one.
const COLOURS: [[u8; 3]; 3] = [[217, 50, 50], [205; 3], [58, 140, 196]];

fn picture(text: &str) -> RgbaImage {
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let mut canvas = draw::canvas([760, 700]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, PAGE);
    let at = |x: usize, y: usize| {
        let [x, y] = [x, y].map(|at| CORNER + at as i32 * PITCH);
        Rect::new(x, y, PITCH, PITCH)
    };
    let cells = || (0..6).flat_map(|y| (0..6).map(move |x| (x, y)));
    for (x, y) in cells() {
        draw::fill(&mut canvas, at(x, y), LINE);
        draw::fill(&mut canvas, at(x, y).grown(-1), GROUND);
    }
    for (letter, colour) in ('A'..).zip(COLOURS) {
        let mut own = cells().filter(|(x, y)| rows[*y][*x] == letter);
        let Some(first) = own.next() else { continue };
        let last = own.next_back().expect("two cells");
        let whole = at(first.0, first.1).around(&at(last.0, last.1));
        let body = match first.1 == last.1 {
            true => Rect::new(whole.x + 2, whole.y + 13, whole.width - 4, PITCH - 26),
            false => Rect::new(whole.x + 13, whole.y + 2, PITCH - 26, whole.height - 4),
        };
        draw::fill(&mut canvas, body, colour);
    }
    canvas
}

#[test]
fn a_lorry_as_pale_as_the_frame_is_no_hole() {
    let first = "......\n.....C\n...AAC\n.....C\n......\n......\n";
    let second = "......\n.B..C.\n.BAAC.\n.B..C.\n......\n......\n";
    let profile = fitted::<Sliding>(jam(first, 'A'), picture(first));
    for start in [first, second] {
        let read = read_still(tiled::<Sliding>(), &picture(start), &profile);
        let told = read
            .map(|read| shapes(&read))
            .map_err(|why| why.to_string());
        assert_eq!(told, Ok(shapes(&jam(start, 'A'))), "{start}");
    }
}
