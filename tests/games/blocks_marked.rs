//! Blocks of which one bears a mark on each of its cells.

use gridhand::base::Rect;
use gridhand::draw;
use gridhand::game::tiled::read_still;
use gridhand::games::sliding::Sliding;
use image::RgbaImage;

use crate::cars::parse;
use crate::fitting::{fitted, tiled};

const SIDE: i32 = 40;

const BLOCK: [u8; 3] = [50, 100, 165];
const MARK: [u8; 3] = [140, 190, 240];

const GOAL: &str = ".....\n.....\n.....\n.AA..\n.A...\n";

/// The window with these blocks, whose marked one is 'A'; one of its marks, counted from the first, has another colour.
fn picture(text: &str, faint: Option<(usize, [u8; 3])>) -> RgbaImage {
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let at = |x: i32, y: i32| {
        let row = usize::try_from(y).ok().and_then(|y| rows.get(y));
        *row.and_then(|row| row.get(usize::try_from(x).ok()?))
            .unwrap_or(&'.')
    };
    let mut canvas = draw::canvas([7 * SIDE, 7 * SIDE]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [245; 3]);
    let board = Rect::new(SIDE, SIDE, 5 * SIDE, 5 * SIDE);
    draw::fill(&mut canvas, board.grown(2), [0; 3]);
    draw::fill(&mut canvas, board, [230; 3]);
    let mut marks = 0;
    for (x, y) in (0..5).flat_map(|y| (0..5).map(move |x| (x, y))) {
        let letter = at(x, y);
        if letter == '.' {
            continue;
        }
        let cell = Rect::new((x + 1) * SIDE, (y + 1) * SIDE, SIDE, SIDE);
        draw::fill(&mut canvas, cell.grown(-2), BLOCK);
        // Where a block goes on nothing is between.
        for (dx, dy) in [(1, 0), (0, 1)] {
            if at(x + dx, y + dy) == letter {
                let both = cell.around(&Rect::new(
                    cell.x + dx * SIDE,
                    cell.y + dy * SIDE,
                    SIDE,
                    SIDE,
                ));
                draw::fill(&mut canvas, both.grown(-2), BLOCK);
            }
        }
    }
    for (x, y) in (0..5).flat_map(|y| (0..5).map(move |x| (x, y))) {
        if at(x, y) == 'A' {
            let other = faint.filter(|(nth, _)| *nth == marks);
            let colour = other.map_or(MARK, |(_, colour)| colour);
            let middle = Rect::new((x + 1) * SIDE + 16, (y + 1) * SIDE + 16, 8, 8);
            draw::fill(&mut canvas, middle, colour);
            marks += 1;
        }
    }
    canvas
}

#[test]
fn a_mark_that_is_hard_to_see_is_told_by_the_others_of_its_block() {
    let first = "BAACC\nBADD.\nEEFFG\nHI.JG\nHKKJ.\n";
    let then = "BCC..\nBAADD\nEAFFG\nHI.JG\nHKKJ.\n";
    let profile = fitted::<Sliding>(parse(first, GOAL), picture(first, None));
    let read = |faint| {
        let read = read_still(tiled::<Sliding>(), &picture(then, faint), &profile);
        read.map_err(|why| why.to_string())
    };
    assert_eq!(read(None), Ok(parse(then, GOAL)));
    let between = |share: f32| {
        let part = |at: usize| {
            (f32::from(BLOCK[at]) + share * (f32::from(MARK[at]) - f32::from(BLOCK[at]))) as u8
        };
        [part(0), part(1), part(2)]
    };
    for share in [0.4, 0.45, 0.55, 0.6] {
        for nth in 0..3 {
            let seen = read(Some((nth, between(share))));
            assert_eq!(seen, Ok(parse(then, GOAL)), "{share} of mark {nth}");
        }
    }
}

/// The same with a dot on each cell of the goal, of which one is so faint, a share.
fn with_goal(text: &str, faint: Option<(usize, f32)>) -> RgbaImage {
    let mut canvas = picture(text, None);
    let cells = GOAL.lines().flat_map(str::chars).enumerate();
    let cells = cells.filter(|(_, letter)| *letter == 'A');
    for (nth, (cell, _)) in cells.enumerate() {
        let share = faint
            .filter(|(at, _)| *at == nth)
            .map_or(1.0, |(_, share)| share);
        let shade = (230.0 - share * 90.0) as u8;
        let [x, y] = [cell % 5, cell / 5].map(|at| (at as i32 + 1) * SIDE);
        draw::fill(&mut canvas, Rect::new(x + 12, y + 12, 16, 16), [shade; 3]);
    }
    canvas
}

#[test]
fn a_cell_that_may_be_one_of_a_goal_is_that_if_it_has_the_shape_of_its_block_only_so() {
    let start = "AABB.\nACB..\nDD...\n.....\n.....\n";
    let profile = fitted::<Sliding>(parse(start, GOAL), with_goal(start, None));
    let read = |faint| {
        let read = read_still(tiled::<Sliding>(), &with_goal(start, faint), &profile);
        read.map_err(|why| why.to_string())
    };
    for (nth, share) in (0..3).flat_map(|nth| [0.4, 0.5, 0.6].map(|share| (nth, share))) {
        let seen = read(Some((nth, share)));
        assert_eq!(seen, Ok(parse(start, GOAL)), "{share} of cell {nth}");
    }
    assert!(read(Some((1, 0.0))).is_err());
}
