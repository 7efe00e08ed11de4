//! Boards of numbers as pages and programs draw them with plain means: fitted by one text, and others read.

use gridhand::base::{Point, Rect};
use gridhand::draw::{self, font};
use gridhand::game::Game;
use gridhand::game::ability::{Fits, Hints};
use gridhand::game::tiled::{TileFits, Tiled, read_still};
use gridhand::games::sliding::{Puzzle, Sliding};
use gridhand::profile::Profile;
use gridhand::profile::learn::Lesson;
use image::RgbaImage;

fn tiled() -> &'static dyn Tiled<Sliding> {
    Sliding::abilities().tiled.expect("a game of tiles")
}

fn parse(text: &str) -> Puzzle {
    Puzzle::parse(text).expect("a board")
}

fn fitted(text: &str, picture: RgbaImage) -> Profile {
    let lesson = Lesson {
        name: "numbers".into(),
        puzzle: parse(text),
        picture,
    };
    let fitted = TileFits(tiled()).fit("mine", "", &[lesson], &Hints::default());
    fitted.unwrap_or_else(|why| panic!("{why}")).profile
}

/// Boards of which the first was learned.
const BOARDS: [&str; 3] = [
    "numbers\n7 1 . 4\n13 9 3 2\n14 11 12 6\n10 15 8 5\n",
    "numbers\n7 1 3 4\n13 9 2 .\n14 11 12 6\n10 15 8 5\n",
    "numbers\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 . 15\n",
];

/// Large tiles with thin dark outlines, of a colour or two, and small numbers in their middles. `free` is the colour of
/// the free cell.
fn outlined(text: &str, colours: [[u8; 3]; 2], free: [u8; 3]) -> RgbaImage {
    const SIDE: i32 = 100;
    let puzzle = parse(text);
    let mut canvas = draw::canvas([500, 500]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [217; 3]);
    let number = |cell: usize| {
        let on = puzzle.blocks.iter().find(|block| block.cells[0] == cell);
        on.map(|block| block.sign.to_string())
    };
    for cell in 0..puzzle.floor.len() {
        let (column, row) = puzzle.position(cell);
        let corner = Point::new(50 + column as i32 * SIDE, 50 + row as i32 * SIDE);
        let tile = Rect::new(0, 0, SIDE + 1, SIDE + 1).at(corner);
        let name = number(cell);
        let odd = name.as_ref().and_then(|name| name.parse::<usize>().ok());
        draw::fill(&mut canvas, tile, odd.map_or(free, |n| colours[n % 2]));
        draw::bevel(&mut canvas, tile, [0; 3], [0; 3]);
        if let Some(name) = name {
            let at = font::big_middle(tile, &name);
            font::write_big(&mut canvas, at, &name, [[0; 3]; 2]);
        }
    }
    canvas
}

#[test]
fn small_numbers_on_large_tiles_with_outlines_are_told_apart() {
    let (grey, orange) = ([128; 3], [255, 165, 0]);
    for (colours, free) in [([[238; 3]; 2], [68; 3]), ([grey, orange], orange)] {
        let profile = fitted(BOARDS[0], outlined(BOARDS[0], colours, free));
        for text in BOARDS {
            let picture = outlined(text, colours, free);
            let read = read_still(tiled(), &picture, &profile);
            assert_eq!(read.map_err(|why| why.to_string()), Ok(parse(text)));
        }
    }
}
