//! Boards of numbers whose tiles tell little of what is on them or of where they end: small numbers at the upper side of
//! large tiles, and tiles with shadows inside.

use gridhand::base::{Point, Rect};
use gridhand::draw::{self, font};
use gridhand::game::tiled::read_still;
use gridhand::games::sliding::{Puzzle, Sliding};
use image::RgbaImage;

use crate::fitting::{fitted, tiled};

/// Boards of which the first is learned.
const BOARDS: [&str; 3] = [
    "numbers\n13 8 6 12\n7 4 14 10\n1 9 2 15\n11 3 5 .\n",
    "numbers\n4 14 1 6\n15 5 2 9\n3 12 13 8\n7 10 11 .\n",
    "numbers\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 . 15\n",
];

/// From one shaded tile to the next, and how deep their shadows are. Pixels.
const SHADED: [f64; 2] = [83.75, 84.75];
const DEEP: i32 = 6;

fn parse(text: &str) -> Puzzle {
    Puzzle::parse(text).expect("a board")
}

/// Where each tile of a board begins and how large it is, from a corner on, with what stands on it.
fn tiles(puzzle: &Puzzle, corner: Point, pitch: [f64; 2]) -> Vec<(Rect, String)> {
    let at = |index: usize, axis: usize| (index as f64 * pitch[axis]).round() as i32;
    let tile = |block: &gridhand::games::sliding::Block| {
        let (column, row) = puzzle.position(block.cells[0]);
        let [left, top] = [at(column, 0), at(row, 1)];
        let size = [at(column + 1, 0) - left, at(row + 1, 1) - top];
        let tile = Rect::new(corner.x + left, corner.y + top, size[0], size[1]);
        (tile, block.sign.to_string())
    };
    puzzle.blocks.iter().map(tile).collect()
}

/// Large pale tiles with an outline, ten pixels apart on a white page, and small numbers in the middle of their upper sides.
fn written_above(text: &str) -> RgbaImage {
    let mut canvas = draw::canvas([700, 800]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [255; 3]);
    for (tile, name) in tiles(&parse(text), Point::new(10, 22), [114.0; 2]) {
        let tile = Rect::new(tile.x + 5, tile.y + 5, 104, 104);
        draw::fill(&mut canvas, tile, [128; 3]);
        let inside = Rect::new(tile.x + 2, tile.y + 2, 100, 100);
        draw::fill(&mut canvas, inside, [245; 3]);
        let at = Point::new(font::big_middle(tile, &name).x, tile.y + 5);
        font::write_big(&mut canvas, at, &name, [[0; 3]; 2]);
    }
    canvas
}

/// Tiles that are no whole number of pixels wide, with a thin outline and shadows of some pixels at their left and upper
/// sides, in a frame of nearly their colour.
fn shaded(text: &str) -> RgbaImage {
    let mut canvas = draw::canvas([365, 500]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [236, 228, 208]);
    let (line, wood) = ([130, 74, 58], [226, 184, 130]);
    draw::fill(&mut canvas, Rect::new(0, 85, 365, 369), [140, 84, 58]);
    draw::fill(&mut canvas, Rect::new(15, 100, 335, 339), [40, 24, 16]);
    for (tile, name) in tiles(&parse(text), Point::new(15, 100), SHADED) {
        draw::fill(&mut canvas, tile, line);
        for depth in 0..DEEP {
            let step = |channel: usize| {
                let [from, to] = [line, wood].map(|colour| i32::from(colour[channel]));
                (from + (to - from) * (depth + 1) / DEEP) as u8
            };
            let size = [tile.width, tile.height].map(|side| side - 2 - depth);
            let within = Rect::new(0, 0, size[0], size[1]);
            let corner = Point::new(tile.x + 1 + depth, tile.y + 1 + depth);
            draw::fill(&mut canvas, within.at(corner), [0, 1, 2].map(step));
        }
        let at = font::big_middle(tile, &name);
        font::write_big(&mut canvas, at, &name, [[90, 40, 30]; 2]);
    }
    canvas
}

#[test]
fn small_numbers_at_the_upper_side_of_large_tiles_are_told_apart() {
    let profile = fitted::<Sliding>(parse(BOARDS[0]), written_above(BOARDS[0]));
    for text in BOARDS {
        let read = read_still(tiled::<Sliding>(), &written_above(text), &profile);
        assert_eq!(read.map_err(|why| why.to_string()), Ok(parse(text)));
    }
}

#[test]
fn shadows_inside_of_tiles_do_not_make_these_narrower() {
    let profile = fitted::<Sliding>(parse(BOARDS[0]), shaded(BOARDS[0]));
    let pitch = profile.cells.pitch;
    let is_right = SHADED.iter().zip(&pitch);
    assert!(
        is_right.into_iter().all(|(a, b)| (a - b).abs() < 0.6),
        "{pitch:?}"
    );
    for text in BOARDS {
        let read = read_still(tiled::<Sliding>(), &shaded(text), &profile);
        assert_eq!(read.map_err(|why| why.to_string()), Ok(parse(text)));
    }
}

/// Numbers on a ground with nothing but lines between them. Some have lost a piece, and others have one of what moved on.
fn worn(text: &str, worn: &[&str]) -> RgbaImage {
    let (ground, ink) = ([217; 3], [0; 3]);
    let mut canvas = draw::canvas([462, 462]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, ground);
    for line in 1..4 {
        draw::fill(&mut canvas, Rect::new(line * 115, 0, 1, 462), ink);
        draw::fill(&mut canvas, Rect::new(0, line * 115, 462, 1), ink);
    }
    for (index, (tile, name)) in tiles(&parse(text), Point::new(1, 1), [115.0; 2])
        .into_iter()
        .enumerate()
    {
        let at = font::big_middle(tile, &name);
        font::write_big(&mut canvas, at, &name, [ink; 2]);
        if !worn.contains(&name.as_str()) {
            continue;
        }
        match index % 2 {
            0 => draw::fill(&mut canvas, Rect::new(at.x, at.y, 3, 5), ground),
            _ => draw::fill(&mut canvas, Rect::new(at.x + 34, at.y + 4, 3, 9), ink),
        }
    }
    canvas
}

#[test]
fn numbers_that_lost_a_piece_or_have_one_of_others_are_those_that_are_missing() {
    let profile = fitted::<Sliding>(parse(BOARDS[0]), worn(BOARDS[0], &[]));
    for lost in [&["7", "8", "15"][..], &["2", "11"], &["5"]] {
        for text in &BOARDS[1..] {
            let read = read_still(tiled::<Sliding>(), &worn(text, lost), &profile);
            let read = read.map_err(|why| why.to_string());
            assert_eq!(read, Ok(parse(text)), "{lost:?}");
        }
    }
}

/// Numbers in gold on red tiles, some a pixel higher than they should be: a six may look as an eight does.
fn set_by_hand(text: &str, higher: &[&str]) -> RgbaImage {
    let mut canvas = draw::canvas([340, 400]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [0; 3]);
    for (tile, name) in tiles(&parse(text), Point::new(4, 130), [83.0, 60.0]) {
        draw::fill(&mut canvas, tile.grown(-1), [255, 0, 0]);
        let up = i32::from(higher.contains(&name.as_str()));
        let at = font::big_middle(tile, &name) - Point::new(0, up);
        font::write_big(&mut canvas, at, &name, [[255, 215, 0]; 2]);
    }
    canvas
}

#[test]
fn of_two_numbers_that_both_look_like_one_the_rules_tell_which_is_which() {
    let profile = fitted::<Sliding>(parse(BOARDS[0]), set_by_hand(BOARDS[0], &[]));
    for higher in [["6", "9"], ["6", "8"], ["8", "9"]] {
        for text in &BOARDS[1..] {
            let read = read_still(tiled::<Sliding>(), &set_by_hand(text, &higher), &profile);
            let read = read.map_err(|why| why.to_string());
            assert_eq!(read, Ok(parse(text)), "{higher:?}");
        }
    }
}

/// Tiles with gaps of five pixels on a panel that goes on for ten around them, all a little transparent on a ground whose
/// colour changes from corner to corner: lines that part the panel evenly run near all gaps.
fn on_a_panel(text: &str) -> RgbaImage {
    const SIDE: i32 = 80;
    const GAP: i32 = 5;
    const AROUND: i32 = 10;
    let mut canvas = draw::canvas([640, 560]);
    let corner = Point::new(137, 91);
    let panel = 4 * SIDE + 3 * GAP + 2 * AROUND;
    let panel = Rect::new(corner.x, corner.y, panel, panel);
    let first = corner + Point::new(AROUND, AROUND);
    let puzzle = parse(text);
    let placed = puzzle.blocks.iter().map(|block| {
        let (column, row) = puzzle.position(block.cells[0]);
        let off = [column, row].map(|at| at as i32 * (SIDE + GAP));
        let tile = Rect::new(0, 0, SIDE, SIDE).at(first + Point::new(off[0], off[1]));
        (tile, block.sign.to_string())
    });
    let placed: Vec<(Rect, String)> = placed.collect();
    draw::each(draw::whole(&canvas), |at| {
        let along = f64::from(at.x + at.y) / 1200.0;
        let ground = [[79.0, 6.0], [70.0, 182.0], [229.0, 212.0]]
            .map(|[from, to]: [f64; 2]| from + (to - from) * along);
        let white = match (
            panel.contains(at),
            placed.iter().any(|(tile, _)| tile.contains(at)),
        ) {
            (_, true) => 0.84,
            (true, _) => 0.2,
            _ => 0.0,
        };
        let colour = ground.map(|level| (level + (255.0 - level) * white) as u8);
        draw::dot(&mut canvas, at, colour);
    });
    for (tile, name) in placed {
        font::write_big(
            &mut canvas,
            font::big_middle(tile, &name),
            &name,
            [[30, 58, 138]; 2],
        );
    }
    canvas
}

#[test]
fn the_rim_of_a_panel_is_not_that_of_the_tiles_on_it() {
    let profile = fitted::<Sliding>(parse(BOARDS[0]), on_a_panel(BOARDS[0]));
    assert!(
        (profile.cells.pitch[0] - 85.0).abs() < 0.3,
        "{:?}",
        profile.cells
    );
}
