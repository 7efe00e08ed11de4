//! Boards of numbers of which one has a thin ring around it, as buttons have that get what is typed.

use std::time::{Duration, Instant};

use gridhand::base::{Point, Rect};
use gridhand::draw::{self, font};
use gridhand::game::tiled::{read, read_still};
use gridhand::games::sliding::{Puzzle, Sliding};
use gridhand::screen::Frame;
use gridhand::vision::tiles::Foreseen;
use gridhand::vision::{ReadScratch, View};
use image::RgbaImage;

use crate::fitting::{fitted, tiled};

/// A board, and the same after a move.
const FIRST: &str = "numbers\n8 1 3 12\n11 15 9 .\n7 10 5 2\n6 14 4 13\n";
const MOVED: &str = "numbers\n8 1 3 .\n11 15 9 12\n7 10 5 2\n6 14 4 13\n";

/// Another, and one that nobody can solve.
const OTHER: &str = "numbers\n10 14 3 7\n2 1 4 6\n13 8 12 15\n5 9 11 .\n";
const ODD: &str = "numbers\n9 3 6 14\n11 12 1 8\n13 10 . 7\n15 2 5 4\n";

fn parse(text: &str) -> Puzzle {
    Puzzle::parse(text).expect("a board")
}

/// Large buttons with small numbers; one of these numbers has the ring.
fn buttons(text: &str, ringed: Option<&str>) -> RgbaImage {
    const SIDE: i32 = 98;
    let puzzle = parse(text);
    let mut canvas = draw::canvas([4 * SIDE + 6; 2]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [238; 3]);
    for cell in 0..puzzle.floor.len() {
        let (column, row) = puzzle.position(cell);
        let corner = Point::new(3 + column as i32 * SIDE, 3 + row as i32 * SIDE);
        let tile = Rect::new(0, 0, SIDE, SIDE).at(corner);
        let on = puzzle.blocks.iter().find(|block| block.cells[0] == cell);
        let ground = if on.is_some() {
            [255, 175, 175]
        } else {
            [128; 3]
        };
        draw::fill(&mut canvas, tile, ground);
        draw::bevel(&mut canvas, tile, [122, 138, 153], [122, 138, 153]);
        let Some(block) = on else {
            continue;
        };
        let name = block.sign.to_string();
        let at = font::big_middle(tile, &name);
        if ringed == Some(&name) {
            let ring = Rect::new(at.x - 3, at.y - 3, 22, 26);
            draw::bevel(&mut canvas, ring, [163, 184, 204], [163, 184, 204]);
        }
        font::write_big(&mut canvas, at, &name, [[51; 3]; 2]);
    }
    canvas
}

#[test]
fn a_number_that_lost_its_ring_is_the_one_that_is_missing() {
    let profile = fitted::<Sliding>(parse(FIRST), buttons(FIRST, Some("8")));
    for (text, ringed) in [
        (FIRST, Some("8")),
        (FIRST, None),
        (MOVED, None),
        (OTHER, None),
        (OTHER, Some("8")),
    ] {
        let read = read_still(tiled::<Sliding>(), &buttons(text, ringed), &profile);
        assert_eq!(
            read.map_err(|why| why.to_string()),
            Ok(parse(text)),
            "{text}"
        );
    }
    assert!(read_still(tiled::<Sliding>(), &buttons(ODD, None), &profile).is_err());
}

/// A board on which some numbers look so much like others, a share.
fn blended(text: &str, pairs: &[[&str; 2]], share: f32) -> RgbaImage {
    blend(buttons(text, None), text, pairs, share)
}

/// The same in a picture of that board.
fn blend(plain: RgbaImage, text: &str, pairs: &[[&str; 2]], share: f32) -> RgbaImage {
    let puzzle = parse(text);
    let corner = |name: &str| {
        let mut blocks = puzzle.blocks.iter();
        let block = blocks.find(|block| block.sign.to_string() == name);
        let (column, row) = puzzle.position(block.expect("a number").cells[0]);
        [3 + 98 * column as u32, 3 + 98 * row as u32]
    };
    let mut blended = plain.clone();
    for [name, like] in pairs {
        let (to, from) = (corner(name), corner(like));
        for (x, y) in (0..98).flat_map(|x| (0..98).map(move |y| (x, y))) {
            let other = plain.get_pixel(from[0] + x, from[1] + y);
            let pixel = blended.get_pixel_mut(to[0] + x, to[1] + y);
            for channel in 0..3 {
                let [own, other] = [pixel[channel], other[channel]].map(f32::from);
                pixel[channel] = (own + share * (other - own)).round() as u8;
            }
        }
    }
    blended
}

#[test]
fn numbers_in_doubt_are_those_that_are_missing() {
    let profile = fitted::<Sliding>(parse(FIRST), buttons(FIRST, None));
    let mut doubted = 0;
    // Two that are taken for each other make a board that nobody can solve; of more nobody could say.
    for (pairs, most) in [
        (&[["8", "6"], ["6", "8"]][..], 10),
        (&[["8", "6"], ["3", "2"], ["14", "11"], ["5", "9"]], 10),
        (&[["8", "6"], ["6", "9"], ["9", "8"]], 5),
    ] {
        for share in (0..=most).map(|tenth| tenth as f32 / 10.0) {
            let picture = blended(OTHER, pairs, share);
            match read_still(tiled::<Sliding>(), &picture, &profile) {
                Ok(read) => assert_eq!(read, parse(OTHER), "{pairs:?} {share}"),
                Err(_) => doubted += 1,
            }
        }
    }
    assert!((6..14).contains(&doubted), "{doubted} in doubt");
}

#[test]
fn how_it_looks_without_its_ring_is_learned_once() {
    let profile = fitted::<Sliding>(parse(FIRST), buttons(FIRST, Some("8")));
    let (begun, mut scratch) = (Instant::now(), ReadScratch::default());
    let before = parse(FIRST);
    let read_at = |text: &str, ringed: Option<&str>, ms: u64, scratch: &mut ReadScratch| {
        let mut frame = Frame::still(buttons(text, ringed));
        frame.taken = begun + Duration::from_millis(ms);
        let view = View::whole(&frame);
        let reading = read(tiled::<Sliding>(), &view, &profile, Some(&before), scratch);
        reading.ok().map(|reading| reading.puzzle)
    };
    let seen = read_at(FIRST, Some("8"), 0, &mut scratch);
    assert_eq!(seen, Some(parse(FIRST)));
    for (text, from) in [(MOVED, 100), (FIRST, 1000)] {
        let letters = tiled::<Sliding>().sketch(&parse(text)).letters;
        scratch.foreseen.foresee(vec![Foreseen {
            letters,
            solves: false,
        }]);
        let seen = (from..from + 400).step_by(50);
        let seen = seen.filter_map(|ms| read_at(text, None, ms, &mut scratch));
        let seen: Vec<Puzzle> = seen.collect();
        assert!(!seen.is_empty() && seen.iter().all(|seen| *seen == parse(text)));
    }
    assert_eq!(scratch.foreseen.learned.len(), 1);
}

#[test]
fn what_is_seen_under_the_hand_is_known_until_it_has_left() {
    let profile = fitted::<Sliding>(parse(FIRST), buttons(FIRST, Some("8")));
    let (begun, mut scratch) = (Instant::now(), ReadScratch::default());
    let before = parse(FIRST);
    let seen = |picture: &RgbaImage, times: std::ops::Range<u64>, scratch: &mut ReadScratch| {
        let at = |ms| {
            let mut frame = Frame::still(picture.clone());
            frame.taken = begun + Duration::from_millis(ms);
            let view = View::whole(&frame);
            let reading = read(tiled::<Sliding>(), &view, &profile, Some(&before), scratch);
            reading.ok().map(|reading| reading.puzzle)
        };
        times.step_by(50).filter_map(at).collect::<Vec<_>>()
    };
    let is_moved = |seen: Vec<Puzzle>| seen.last() == Some(&parse(MOVED));
    assert!(!seen(&buttons(FIRST, Some("8")), 0..50, &mut scratch).is_empty());
    let mut pointed = buttons(MOVED, None);
    draw::fill(&mut pointed, Rect::new(60, 60, 12, 18), [20; 3]);
    scratch.foreseen.hand(true, scratch.looks.as_mut());
    scratch.foreseen.foresee(vec![Foreseen {
        letters: tiled::<Sliding>().sketch(&parse(MOVED)).letters,
        solves: false,
    }]);
    assert!(is_moved(seen(&pointed, 100..600, &mut scratch)));
    assert!(scratch.foreseen.learned.is_empty());
    scratch.foreseen.hand(false, scratch.looks.as_mut());
    assert!(seen(&pointed, 2000..2050, &mut scratch).is_empty());
    assert!(is_moved(seen(
        &buttons(MOVED, None),
        3000..3600,
        &mut scratch
    )));
    assert_eq!(scratch.foreseen.learned.len(), 1);
}

#[test]
fn one_that_lost_its_ring_is_left_over_beside_one_in_doubt() {
    let profile = fitted::<Sliding>(parse(FIRST), buttons(FIRST, Some("8")));
    let mut doubted = 0;
    for share in (0..=20).map(|twentieth| twentieth as f32 / 20.0) {
        for of_it in [0.0, 0.1, 0.2, 0.3] {
            let without = blended(OTHER, &[["8", "6"]], of_it);
            let picture = blend(without, OTHER, &[["12", "11"]], share);
            match read_still(tiled::<Sliding>(), &picture, &profile) {
                Ok(seen) => assert_eq!(seen, parse(OTHER), "{share} {of_it}"),
                Err(_) => doubted += 1,
            }
        }
    }
    assert!((1..36).contains(&doubted), "{doubted} in doubt");
}

/// A board in which the number beside the free cell has the ring, and the same after that was moved.
const RINGED: &str = "numbers\n8 . 3 12\n11 9 1 15\n7 10 5 2\n6 14 4 13\n";
const WITHOUT: &str = "numbers\n. 8 3 12\n11 9 1 15\n7 10 5 2\n6 14 4 13\n";

#[test]
fn what_came_is_none_that_has_stayed_though_it_looks_like_one() {
    let profile = fitted::<Sliding>(parse(RINGED), buttons(RINGED, Some("8")));
    let before = parse(RINGED);
    for share in [0.0, 0.3, 0.6, 0.9] {
        let (begun, mut scratch) = (Instant::now(), ReadScratch::default());
        let read_at = |picture: RgbaImage, ms: u64, scratch: &mut ReadScratch| {
            let mut frame = Frame::still(picture);
            frame.taken = begun + Duration::from_millis(ms);
            let view = View::whole(&frame);
            let reading = read(tiled::<Sliding>(), &view, &profile, Some(&before), scratch);
            reading.ok().map(|reading| reading.puzzle)
        };
        let seen = read_at(buttons(RINGED, Some("8")), 0, &mut scratch);
        assert_eq!(seen, Some(parse(RINGED)));
        let letters = tiled::<Sliding>().sketch(&parse(WITHOUT)).letters;
        scratch.foreseen.foresee(vec![Foreseen {
            letters,
            solves: false,
        }]);
        let picture = blended(WITHOUT, &[["8", "6"]], share);
        let seen = (100..600).step_by(50);
        let seen = seen.filter_map(|ms| read_at(picture.clone(), ms, &mut scratch));
        let seen: Vec<Puzzle> = seen.collect();
        assert!(!seen.is_empty(), "{share}");
        assert!(seen.iter().all(|seen| *seen == parse(WITHOUT)), "{share}");
    }
}

/// Another board, whose free cell is where a move of the first would bring it.
const FREE_THERE: &str = "numbers\n10 14 3 .\n2 1 4 6\n13 8 12 15\n5 9 11 7\n";

#[test]
fn small_numbers_of_another_board_are_not_learned_as_those_of_this_one() {
    let profile = fitted::<Sliding>(parse(FIRST), buttons(FIRST, None));
    let before = parse(FIRST);
    let (begun, mut scratch) = (Instant::now(), ReadScratch::default());
    let read_at = |text: &str, ms: u64, scratch: &mut ReadScratch| {
        let mut frame = Frame::still(buttons(text, None));
        frame.taken = begun + Duration::from_millis(ms);
        let view = View::whole(&frame);
        let reading = read(tiled::<Sliding>(), &view, &profile, Some(&before), scratch);
        reading.ok().map(|reading| reading.puzzle)
    };
    assert_eq!(read_at(FIRST, 0, &mut scratch), Some(parse(FIRST)));
    let letters = tiled::<Sliding>().sketch(&parse(MOVED)).letters;
    let solves = false;
    scratch.foreseen.foresee(vec![Foreseen { letters, solves }]);
    for ms in (100..1500).step_by(50) {
        assert_ne!(read_at(FREE_THERE, ms, &mut scratch), Some(parse(MOVED)));
        assert!(scratch.foreseen.learned.is_empty(), "after {ms} ms");
    }
}
