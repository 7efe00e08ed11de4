//! Looks of the game that nobody has looked at: learned from pictures and texts, read, and played.

use std::sync::{Arc, LazyLock};

use gridhand::base::{Limits, Point};
use gridhand::games::woodworm::learn::{Lesson, templates};
use gridhand::games::woodworm::practice::Game;
use gridhand::games::woodworm::practice::skin::{Skin, Solved};
use gridhand::games::woodworm::shapes::SHAPES;
use gridhand::games::woodworm::solve::solve;
use gridhand::games::woodworm::{Puzzle, Woodworm};
use gridhand::practice::Options;
use gridhand::profile::Profile;
use image::RgbaImage;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::reading::{frame, picture, profile, read, wander};
use crate::common::skins::{Material, solves, solves_two_in_a_window};

/// The skins of the tests.
const SKINS: std::ops::RangeInclusive<u32> = 1..=5;

/// What a user writes into calibration.toml for a skin.
fn section(number: u32) -> Profile {
    let layout = Skin::new(number).layout;
    let size = layout.size();
    Profile {
        name: format!("skin-{number}"),
        board: size.map(|side| side as u32),
        cells: layout.cells(),
        goal: Some(layout.goal_cells()),
        park: Some(Point::new(size[0] - 16, size[1] - 8)),
        templates: Arc::default(),
        ..profile()
    }
}

/// Pictures and texts of a skin: of all shapes on the way to solved, and of aimless play.
fn lessons(number: u32) -> Vec<Lesson> {
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(number));
    let mut lessons = Vec::new();
    for (name, text) in SHAPES {
        let states = [
            wander(&mut rng, text),
            wander(&mut rng, text),
            played(text, 2),
            played(text, 1),
        ];
        lessons.extend(states.map(|puzzle| Lesson {
            name: name.into(),
            picture: picture(&Game::showing(name, puzzle.clone(), number)),
            puzzle,
        }));
    }
    lessons
}

/// A shape before the last of its moves, or after one of so many parts of them.
fn played(text: &str, parts: usize) -> Puzzle {
    let start = Puzzle::parse(text).expect("a shape of our own");
    let moves = solve(&start, &Limits::default()).moves.expect("it has one");
    let made = (moves.len() / parts).min(moves.len() - 1);
    start.after_all(&moves[..made]).expect("they are possible")
}

/// Pictures of solved boards, where the skin has a sign for it over the board.
fn solved(number: u32, lessons: &[Lesson]) -> Vec<RgbaImage> {
    let has_sign = Skin::new(number).solved == Solved::Banner;
    let end = |lesson: &Lesson| {
        let puzzle = &lesson.puzzle;
        let wood = puzzle.pieces().iter().map(|&piece| piece != 0).collect();
        let end = Puzzle::start(puzzle.width(), wood);
        let end = end.with(puzzle.pieces().to_vec(), puzzle.worm());
        picture(&Game::showing("", end, number))
    };
    lessons
        .iter()
        .take(if has_sign { 6 } else { 0 })
        .map(end)
        .collect()
}

/// The profiles of the tests' skins, learned.
fn learned(number: u32) -> Profile {
    static LEARNED: LazyLock<Vec<Profile>> = LazyLock::new(|| SKINS.map(learn).collect());
    let profile = LEARNED.iter().zip(SKINS).find(|(_, of)| *of == number);
    profile.expect("it is one of them").0.clone()
}

fn learn(number: u32) -> Profile {
    let (profile, lessons) = (section(number), lessons(number));
    let pictures = templates(&profile, &lessons, &solved(number, &lessons))
        .unwrap_or_else(|why| panic!("skin {number}: {why}"));
    let templates = profile.prepare(pictures).expect("they fit");
    Profile {
        templates: Arc::new(templates),
        ..profile
    }
}

#[test]
fn skins_are_read_exactly_in_every_state() {
    for number in SKINS {
        let profile = learned(number);
        let mut rng = ChaCha8Rng::seed_from_u64(u64::from(number) + 1000);
        for (name, text) in SHAPES {
            let puzzle = wander(&mut rng, text);
            let game = Game::showing(name, puzzle.clone(), number);
            let corner = Point::new(rng.random_range(0..60), rng.random_range(0..40));
            let read = read(&frame(&game, 1, corner), &profile);
            let read =
                read.unwrap_or_else(|error| panic!("skin {number}, {name}: {error}\n{puzzle}"));
            assert_eq!(read, puzzle, "skin {number}, {name}");
        }
    }
}

#[test]
fn skins_are_played() {
    for skin in SKINS {
        let options = Options {
            skin,
            ..Options::default()
        };
        solves::<Woodworm>(&learned(skin), &options, 2);
    }
}

#[test]
fn a_skin_is_learned_and_played_in_a_window() {
    const SKIN: u32 = 3;
    let lessons = lessons(SKIN);
    let material = Material {
        section: &section(SKIN),
        lessons: &lessons,
        solved: &solved(SKIN, &lessons),
    };
    solves_two_in_a_window::<Woodworm>(&material, &["--skin", &SKIN.to_string()]);
}
