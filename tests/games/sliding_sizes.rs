//! Blocks with bevels in a frame of the same make, drawn as large as a window allows: bevels and lines are rounded to
//! pixels, so no size is another one enlarged.

use gridhand::game::first_shown;
use gridhand::game::tiled::read_still;
use gridhand::games::sliding::{Puzzle, Sliding};
use gridhand::practice::Options;
use image::{Rgba, RgbaImage};

use crate::cars::parse;
use crate::fitting::{fitted, tiled};

/// What is left around the board at its sides, and above and below it: less than a tile.
const MARGIN: [i64; 2] = [70, 30];

/// A board in its frame, `#`, with marks on the block that is wanted, `A`, and where it must go: `*`.
fn picture(rows: &[&str], side: i64) -> RgbaImage {
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let at = |x: i64, y: i64| -> char {
        let row = usize::try_from(y).ok().and_then(|y| rows.get(y));
        let cell = usize::try_from(x)
            .ok()
            .zip(row)
            .and_then(|(x, row)| row.get(x));
        cell.copied().unwrap_or(' ')
    };
    let bevel = (side as f64 / 11.0).round() as i64;
    let size = [rows[0].len() as i64, rows.len() as i64].map(|cells| cells * side);
    let [width, height] = [0, 1].map(|axis| (size[axis] + 2 * MARGIN[axis]) as u32);
    let shade = |x: i64, y: i64| -> [u8; 3] {
        let line = (x == -2 || x == size[0] + 1) && (-2..size[1] + 2).contains(&y)
            || (y == -2 || y == size[1] + 1) && (-2..size[0] + 2).contains(&x);
        if line {
            return [20, 20, 20];
        }
        let (column, row) = (x.div_euclid(side), y.div_euclid(side));
        let (left, top) = (x.rem_euclid(side), y.rem_euclid(side));
        let thing = at(column, row);
        let from_middle = (2 * left - side).abs().max((2 * top - side).abs());
        match thing {
            '*' if from_middle < side / 4 => return [90, 220, 60],
            ' ' | '.' | '*' => return [246, 245, 244],
            _ => {}
        }
        let ends = |right: i64, down: i64| at(column + right, row + down) != thing;
        let rims = [
            (left, ends(-1, 0), [120, 160, 210]),
            (top, ends(0, -1), [120, 160, 210]),
            (side - 1 - left, ends(1, 0), [28, 56, 100]),
            (side - 1 - top, ends(0, 1), [28, 56, 100]),
        ];
        for (from, ends, colour) in rims {
            match from {
                0..2 if ends => return [246, 245, 244],
                _ if ends && from < 2 + bevel => return colour,
                _ => {}
            }
        }
        match thing {
            'A' if from_middle < side / 4 => [20, 50, 110],
            _ => [52, 101, 164],
        }
    };
    RgbaImage::from_fn(width, height, |x, y| {
        let [r, g, b] = shade(i64::from(x) - MARGIN[0], i64::from(y) - MARGIN[1]);
        Rgba([r, g, b, 255])
    })
}

#[test]
fn boards_of_other_sizes_are_read_with_what_one_taught() {
    let framed = [
        "######", "#BAAC#", "#BAAC#", "#DEEF#", "#D..F#", "#.**.#", "#.**.#", "######",
    ];
    let start = parse(
        "BAAC\nBAAC\nDEEF\nD..F\n....\n....\n",
        "....\n....\n....\n....\n.AA.\n.AA.\n",
    );
    let profile = fitted::<Sliding>(start.clone(), picture(&framed, 48));
    let other = [
        "#######", "#BBAC*#", "#DEAC*#", "#DEFG.#", "#DIIG.#", "#######",
    ];
    let wanted = parse(
        "BBAC.\nDEAC.\nDEFG.\nDIIG.\n",
        "....A\n....A\n.....\n.....\n",
    );
    for side in [36, 44, 54, 62, 70] {
        for (rows, wanted) in [(&framed[..], &start), (&other, &wanted)] {
            let read = read_still(tiled::<Sliding>(), &picture(rows, side), &profile);
            assert_eq!(
                read.map_err(|why| why.to_string()).as_ref(),
                Ok(wanted),
                "{side}"
            );
        }
    }
}

/// A puzzle of the practice game, and its picture.
fn practice(seed: u32) -> (Puzzle, RgbaImage) {
    let options = Options {
        seed,
        skin: 7000,
        ..Options::default()
    };
    first_shown::<Sliding>(&options).expect("it tells what it shows")
}

/// The first puzzle has no holes, its blocks lie on all of its goal, and there is one goal.
#[test]
fn what_no_example_showed_is_known_by_what_it_is_made_of() {
    let (first, board) = practice(1);
    assert!(first.floor.iter().all(|floor| *floor));
    let profile = fitted::<Sliding>(first, board);
    // With a hole; with holes and a goal of which all is to be seen.
    for seed in [2, 4] {
        let (puzzle, board) = practice(seed);
        assert!(!puzzle.floor.iter().all(|floor| *floor));
        let read = read_still(tiled::<Sliding>(), &board, &profile);
        assert_eq!(read.map_err(|why| why.to_string()), Ok(puzzle));
    }
    // The sign of another goal is none that is known.
    let (two, board) = practice(3);
    assert_eq!(two.blocks.iter().filter(|b| b.goal.is_some()).count(), 2);
    assert!(read_still(tiled::<Sliding>(), &board, &profile).is_err());
}
