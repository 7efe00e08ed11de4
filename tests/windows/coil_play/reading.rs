//! What is read is what is shown.

use std::sync::Arc;

use gridhand::game::Game as _;
use gridhand::games::coil::generate::{Level, generate};
use gridhand::games::coil::learn::{Lesson, templates};
use gridhand::games::coil::{Coil, Puzzle, Step};
use gridhand::hand::Gesture;
use gridhand::practice::PracticeGame;
use gridhand::profile::Profile;
use gridhand::screen::Frame;
use gridhand::vision::{Place, ReadError, ReadScratch, Reading, View};
use image::{Rgba, RgbaImage, imageops};

use super::{Board, profile};

/// Columns and rows, from the smallest board to the largest that fits.
const SIZES: [(usize, usize); 12] = [
    (1, 2),
    (2, 1),
    (3, 3),
    (5, 4),
    (8, 8),
    (1, 40),
    (17, 9),
    (30, 30),
    (30, 41),
    (64, 50),
    (115, 113),
    (150, 150),
];

/// The board after so many steps of its solution.
fn played(made: &Level, steps: usize) -> Board {
    Board::played(made, 0, steps)
}

/// Finds the board and reads it.
pub fn read(picture: RgbaImage, profile: &Profile) -> Result<Reading<Puzzle>, ReadError> {
    let frame = Frame::still(picture);
    let place = profile.locate(&frame, None)?;
    let view = View {
        frame: &frame,
        place,
    };
    Coil::read(&view, profile, None, &mut ReadScratch::default())
}

fn shows_solved(picture: RgbaImage, profile: &Profile) -> bool {
    let place = Place::whole();
    let frame = Frame::still(picture);
    profile.templates.shows_solved(&View {
        frame: &frame,
        place,
    })
}

#[test]
fn boards_of_any_size_and_in_any_state() {
    let profile = profile();
    for (index, (width, height)) in SIZES.into_iter().enumerate() {
        let made = generate(width, height, index as u64);
        let all = made.solution.path.len();
        for steps in [0, 1, 2, all / 3, all * 2 / 3, all] {
            let board = played(&made, steps);
            if !board.puzzle.is_solved() {
                let reading = read(board.picture(), &profile).expect("it can be read");
                assert_eq!(
                    reading.puzzle, board.puzzle,
                    "{width}x{height}, {steps} steps"
                );
                assert_eq!(reading.puzzle.lattice(), Some(board.lattice()));
            }
        }
    }
}

#[test]
fn a_board_somewhere_in_a_larger_picture_at_twice_its_size() {
    let board = played(&generate(20, 14, 3), 9);
    let picture = board.picture();
    let (width, height) = (picture.width() * 2, picture.height() * 2);
    let large = imageops::resize(&picture, width, height, imageops::FilterType::Nearest);
    let mut screen = RgbaImage::from_pixel(1600, 1700, Rgba([90, 120, 110, 255]));
    imageops::replace(&mut screen, &large, 101, 53);
    let reading = read(screen, &profile()).expect("it can be read");
    assert_eq!(reading.puzzle, board.puzzle);
}

/// The gesture for a start that was read hits that cell in the game.
#[test]
fn the_start_is_clicked_where_it_is() {
    let profile = profile();
    for (width, height) in SIZES {
        let board = Board::new(&generate(width, height, 2).puzzle);
        let puzzle = read(board.picture(), &profile)
            .expect("it can be read")
            .puzzle;
        for (column, row) in [(0, 0), (width - 1, 0), (width / 2, height - 1)] {
            let gesture = Coil::gesture(&puzzle, &Step::Start { column, row }, &profile);
            let Gesture::Click { at, .. } = gesture else {
                panic!("{gesture:?}");
            };
            assert_eq!(board.game.hit(at), format!("cell {column},{row}"));
        }
    }
}

#[test]
fn the_solved_sign_is_seen_and_only_then() {
    let profile = profile();
    for (index, (width, height)) in SIZES.into_iter().enumerate() {
        let made = generate(width, height, index as u64);
        let solution = made.solution.steps();
        let all = solution.len();
        assert!(shows_solved(played(&made, all).picture(), &profile));
        assert!(!shows_solved(played(&made, all - 1).picture(), &profile));
    }
}

#[test]
fn what_lies_over_the_board_is_not_read() {
    let profile = profile();
    let board = played(&generate(12, 12, 4), 6);
    for (x, y, side) in [(300, 300, 60), (60, 140, 40), (500, 400, 150)] {
        let mut picture = board.picture();
        let cover = RgbaImage::from_pixel(side, side, Rgba([70, 190, 60, 255]));
        imageops::replace(&mut picture, &cover, x, y);
        let refused = read(picture, &profile);
        assert!(matches!(
            refused,
            Err(ReadError::Unsure { .. } | ReadError::NoBoard(_))
        ));
    }
}

fn lesson(made: &Level, steps: usize) -> Lesson {
    let board = played(made, steps);
    Lesson {
        name: format!("after {steps} steps"),
        picture: board.picture(),
        puzzle: board.puzzle,
    }
}

#[test]
fn a_few_examples_teach_what_a_game_looks_like() {
    let profile = profile();
    let made: Vec<Level> = [(9, 7), (14, 20)]
        .into_iter()
        .map(|(width, height)| generate(width, height, 8))
        .collect();
    let lessons: Vec<Lesson> = made
        .iter()
        .flat_map(|made| [0, 1, 9].map(|steps| lesson(made, steps)))
        .collect();
    let solved: Vec<RgbaImage> = made
        .iter()
        .map(|made| played(made, usize::MAX).picture())
        .collect();
    let pictures = templates(&profile, &lessons, &solved).expect("they suffice");
    let mut taught = profile.clone();
    taught.templates = Arc::new(profile.prepare(pictures).expect("they fit"));
    for (width, height) in [(11, 11), (25, 30)] {
        let made = generate(width, height, 9);
        let board = played(&made, 12);
        let reading = read(board.picture(), &taught).expect("it can be read");
        assert_eq!(reading.puzzle, board.puzzle);
        assert!(shows_solved(played(&made, usize::MAX).picture(), &taught));
    }
}

#[test]
fn wrong_examples_are_noticed() {
    let profile = profile();
    let made = generate(9, 7, 8);
    let mut lessons = vec![lesson(&made, 0), lesson(&made, 5), lesson(&made, 9)];
    lessons[1].puzzle = lessons[2].puzzle.clone();
    let why = templates(&profile, &lessons, &[]).expect_err("the text is of another picture");
    assert!(
        why.starts_with("after 5 steps: contradicts the other examples; "),
        "{why}"
    );
    lessons[1].puzzle = generate(8, 7, 8).puzzle;
    let why = templates(&profile, &lessons, &[]).expect_err("another size");
    assert!(why.contains("no grid of 8x7"), "{why}");
}
