//! Blocks that throw shadows on the ground below them, in a ground that goes on beside the board; the goal is drawn
//! nowhere.

use gridhand::base::{Point, Rect};
use gridhand::draw::{self, font};
use gridhand::game::Game;
use gridhand::game::tiled::read;
use gridhand::games::sliding::{Puzzle, Sliding};
use gridhand::screen::Frame;
use gridhand::vision::{ReadScratch, View};
use image::RgbaImage;

use crate::fitting::{fitted, tiled};

const SIDE: i32 = 66;

/// Where the board begins.
const CORNER: Point = Point { x: 94, y: 120 };

const GOAL: &str = "goal\n....\n....\n....\n.AA.\n.AA.\n";

fn parse(start: &str) -> Puzzle {
    Puzzle::parse(&format!("start\n{start}{GOAL}")).expect("a puzzle")
}

/// The board on a page with two buttons below it.
fn page(puzzle: &Puzzle) -> RgbaImage {
    let mut canvas = draw::canvas([6 * SIDE + 180, 7 * SIDE + 160]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [255; 3]);
    font::write_big(&mut canvas, Point::new(200, 40), "MOVES: 0", [[60; 3]; 2]);
    let ground = Rect::new(0, 0, 6 * SIDE, 5 * SIDE).at(CORNER);
    draw::fill(&mut canvas, ground.grown(12), [101, 67, 33]);
    draw::fill(&mut canvas, ground.grown(8), [139, 69, 19]);
    let areas = puzzle.blocks.iter().map(|block| {
        let places = block.cells.iter().map(|cell| puzzle.position(*cell));
        let tiles = places.map(|(column, row)| {
            let at = Point::new(column as i32 * SIDE, row as i32 * SIDE);
            Rect::new(1, 1, SIDE - 2, SIDE - 2).at(CORNER + at + Point::new(1, 1))
        });
        tiles.reduce(|a, b| a.around(&b)).expect("a cell")
    });
    for (block, area) in puzzle.blocks.iter().zip(areas) {
        for (below, strength) in [(7, 20), (5, 30), (3, 40)] {
            let shadow = area.at(area.corner() + Point::new(0, below));
            draw::veil(&mut canvas, shadow, [0; 3], strength);
        }
        let colours = match (block.goal.is_some(), block.cells.len()) {
            (true, _) => [[255, 107, 107], [238, 90, 82]],
            (_, 1) => [[254, 202, 87], [255, 159, 243]],
            _ => [[78, 205, 196], [68, 160, 141]],
        };
        draw::fade(&mut canvas, area, colours);
        draw::bevel(&mut canvas, area, [180, 120, 90], [180, 120, 90]);
    }
    for (left, name) in [(SIDE, "RESET"), (3 * SIDE + 10, "SOLVE")] {
        let at = CORNER + Point::new(left, 5 * SIDE + 26);
        let button = Rect::new(0, 0, 2 * SIDE - 10, 44).at(at);
        draw::fade(&mut canvas, button, [[102, 126, 234], [118, 75, 162]]);
        let at = font::big_middle(button, name);
        font::write_big(&mut canvas, at, name, [[255; 3]; 2]);
    }
    canvas
}

#[test]
fn a_shadow_on_the_cells_of_a_goal_is_no_sign_of_it() {
    let boards = [
        "AA..\nAA..\nBCCD\nBEFD\nG..H\n",
        "AA..\nAA.D\nBCCD\nBEFH\nG...\n",
        "BAA.\nBAA.\nCC.D\n..ED\nGF.H\n",
        "B.CC\nB..D\n...D\nGAAE\nFAAH\n",
    ];
    let boards = boards.map(parse);
    let profile = fitted::<Sliding>(boards[0].clone(), page(&boards[0]));
    let mut scratch = ReadScratch::default();
    let mut memory = None;
    for board in boards {
        let frame = Frame::still(page(&board));
        let view = View::whole(&frame);
        let reading = read(
            tiled::<Sliding>(),
            &view,
            &profile,
            memory.as_ref(),
            &mut scratch,
        );
        let seen = reading
            .unwrap_or_else(|why| panic!("{board}: {why}"))
            .puzzle;
        assert!(Sliding::same_puzzle(&board, &seen), "{seen}");
        let places = |puzzle: &Puzzle| {
            let mut cells: Vec<_> = puzzle
                .blocks
                .iter()
                .map(|block| block.cells.clone())
                .collect();
            cells.sort();
            cells
        };
        assert_eq!(places(&seen), places(&board));
        memory = Some(seen);
    }
}
