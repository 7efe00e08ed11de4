//! The sliding practice game is read in all its looks; what can be read in two ways is refused.

use std::sync::Arc;

use gridhand::base::Point;
use gridhand::game::Game;
use gridhand::games::sliding::learn::{self, Lesson};
use gridhand::games::sliding::practice::{self, layout};
use gridhand::games::sliding::{Block, Puzzle, Sliding};
use gridhand::practice::{Options, PracticeGame};
use gridhand::profile::Profile;
use gridhand::screen::Frame;
use gridhand::vision::{ReadError, ReadScratch, Reading, View};
use image::{Rgba, RgbaImage};

fn profile() -> Profile {
    Profile::load(None, "practice-sliding").expect("it is built in")
}

fn game(seed: u32) -> practice::Game {
    skinned(0, seed)
}

fn skinned(skin: u32, seed: u32) -> practice::Game {
    practice::Game::new(&Options {
        skin,
        seed,
        ..Options::default()
    })
}

fn picture(game: &practice::Game) -> RgbaImage {
    game.picture()
}

fn read(picture: RgbaImage, profile: &Profile) -> Result<Reading<Puzzle>, ReadError> {
    let frame = Frame::still(picture);
    let place = profile.locate(&frame, None)?;
    let view = View {
        frame: &frame,
        place,
    };
    Sliding::read(&view, profile, None, &mut ReadScratch::default())
}

fn enlarged(picture: &RgbaImage, scale: u32) -> RgbaImage {
    let (width, height) = picture.dimensions();
    RgbaImage::from_fn(width * scale, height * scale, |x, y| {
        *picture.get_pixel(x / scale, y / scale)
    })
}

#[test]
fn every_look_is_read_at_every_size() {
    let profile = profile();
    let mut goals = [0; 3];
    for seed in 1000..1140 {
        let game = game(seed);
        let picture = enlarged(&picture(&game), 1 + seed % 3);
        let reading = read(picture, &profile).unwrap_or_else(|e| panic!("{seed}: {e}"));
        assert_eq!(
            reading.puzzle,
            *game.puzzle(),
            "{seed}:\n{}",
            reading.puzzle
        );
        let with_goal = |puzzle: &Puzzle| puzzle.blocks.iter().filter(|b| b.goal.is_some()).count();
        goals[with_goal(game.puzzle())] += 1;
    }
    assert!(goals[1] > 20 && goals[2] > 20, "{goals:?}");
}

/// Blocks in looks drawn by chance are told apart by the same profile.
#[test]
fn blocks_of_many_skins_are_told_apart() {
    let profile = profile();
    for skin in 1..=40 {
        let game = skinned(skin, 500 + skin);
        let reading = read(picture(&game), &profile).unwrap_or_else(|e| panic!("{skin}: {e}"));
        assert_eq!(reading.puzzle, *game.puzzle(), "{skin}");
    }
}

/// Where two blocks lie side by side: the middle of their border.
fn border(puzzle: &Puzzle) -> Option<Point> {
    let signs = puzzle.signs();
    let beside =
        |cell: usize| !(cell + 1).is_multiple_of(puzzle.columns) && signs[cell] != signs[cell + 1];
    let is_border =
        |&cell: &usize| beside(cell) && signs[cell].is_some() && signs[cell + 1].is_some();
    let cell = (0..signs.len() - 1).find(is_border)?;
    let (column, row) = puzzle.position(cell + 1);
    let area = layout::cell(column, row);
    Some(Point::new(area.x, area.y + area.height / 2))
}

/// Half of an edge between two blocks is painted over with what is left of it: one block or two?
#[test]
fn half_an_edge_is_refused() {
    let profile = profile();
    let mut refused = 0;
    for seed in 1..60 {
        let game = game(seed);
        let Some(at) = border(game.puzzle()) else {
            continue;
        };
        let mut picture = picture(&game);
        for y in at.y..at.y + layout::CELL / 2 {
            let body = *picture.get_pixel(at.x as u32 - 8, y as u32);
            for x in at.x - 8..at.x + 8 {
                picture.put_pixel(x as u32, y as u32, body);
            }
        }
        match read(picture, &profile) {
            Err(ReadError::Unsure { .. }) => refused += 1,
            Err(error) => panic!("{seed}: {error}"),
            Ok(reading) => panic!("{seed}: read as\n{}", reading.puzzle),
        }
    }
    assert!(refused > 30, "{refused}");
}

#[test]
fn a_board_with_an_unknown_thing_on_a_mark_or_sign_is_refused() {
    let profile = profile();
    for seed in 1..20 {
        let game = game(seed);
        let on_its_way = |b: &&Block| b.goal.as_ref().is_some_and(|goal| *goal != b.cells);
        let block = game.puzzle().blocks.iter().find(on_its_way);
        let goal = block.and_then(|block| block.goal.as_ref()).expect("a goal");
        let (column, row) = game.puzzle().position(goal[0]);
        let area = layout::cell(column, row);
        let mut picture = picture(&game);
        for y in area.y..area.y + area.height {
            for x in area.x..area.x + area.width {
                picture.put_pixel(x as u32, y as u32, Rgba([140, 40, 160, 255]));
            }
        }
        assert!(read(picture, &profile).is_err(), "{seed}");
    }
}

#[test]
fn without_templates_nothing_is_read() {
    let mut profile = profile();
    profile.templates = Default::default();
    let error = read(picture(&game(1)), &profile).expect_err("nothing was learned");
    assert!(matches!(error, ReadError::NotLearned { .. }));
}

fn lesson(seed: u32) -> Lesson {
    let game = game(seed);
    Lesson {
        name: format!("puzzle {seed}"),
        picture: picture(&game),
        puzzle: game.puzzle().clone(),
    }
}

#[test]
fn what_was_learned_from_some_puzzles_reads_others_and_a_text_that_lies_is_noticed() {
    let mut profile = profile();
    let mut lessons: Vec<Lesson> = (1..=24).map(lesson).collect();
    let learned = learn::templates(&profile, &lessons, &[]).expect("they go together");
    profile.templates = Arc::new(profile.prepare(learned).expect("they fit"));
    for seed in 200..230 {
        let other = lesson(seed);
        let reading = read(other.picture, &profile).unwrap_or_else(|e| panic!("{seed}: {e}"));
        assert_eq!(reading.puzzle, other.puzzle);
    }
    lessons[4].puzzle = lessons[5].puzzle.clone();
    let error = learn::templates(&profile, &lessons, &[]).expect_err("a text lies");
    assert!(
        error.starts_with("puzzle 5: contradicts the other examples; "),
        "{error}"
    );
}
