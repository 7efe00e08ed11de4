//! Looks of the game that nobody has looked at: learned from pictures and texts, read, and played.

use std::sync::Arc;

use gridhand::base::Point;
use gridhand::game::Game as _;
use gridhand::games::warehouse::learn::{Lesson, templates};
use gridhand::games::warehouse::practice::skin::{Skin, Solved};
use gridhand::games::warehouse::{Board, Warehouse};
use gridhand::practice::{Mode, Options};
use gridhand::profile::Profile;
use gridhand::screen::Frame;
use gridhand::vision::{ReadScratch, View};
use image::RgbaImage;

use super::{MODES, pictures};
use crate::common::skins::{Material, solves, solves_two_in_a_window};

/// The skins of the tests.
const SKINS: std::ops::RangeInclusive<u32> = 1..=5;

/// The seeds of the boards that are learned from, and of one that is read.
const LESSONS: [u32; 3] = [1, 27, 348];
const OTHER: u32 = 5;

/// What a user writes into calibration.toml for a skin.
fn section(number: u32) -> Profile {
    let layout = Skin::new(number).layout;
    let [width, height] = layout.size();
    Profile {
        name: format!("skin-{number}"),
        board: [width as u32, height as u32],
        cells: layout.cells(),
        goal: Some(layout.tape_cells()),
        park: Some(Point::new(width - 6, height - 6)),
        templates: Arc::default(),
        ..Profile::load(None, "practice-warehouse").expect("it is built in")
    }
}

/// Pictures with texts of a skin, and pictures of its solved boards if they say so.
fn material(number: u32, modes: &[Mode]) -> (Vec<Lesson>, Vec<RgbaImage>) {
    let (mut lessons, mut solved) = (Vec::new(), Vec::new());
    for mode in modes {
        for seed in LESSONS {
            let (more, end) = pictures(seed, *mode, number);
            lessons.extend(more);
            solved.push(end);
        }
    }
    if Skin::new(number).solved == Solved::Nothing {
        solved.clear();
    }
    (lessons, solved)
}

/// The profile of a skin, learned.
fn learned(number: u32) -> Profile {
    let profile = section(number);
    let (lessons, solved) = material(number, &MODES.map(|(mode, _)| mode));
    let pictures =
        templates(&profile, &lessons, &solved).unwrap_or_else(|why| panic!("skin {number}: {why}"));
    let templates = profile.prepare(pictures).expect("they fit");
    Profile {
        templates: Arc::new(templates),
        ..profile
    }
}

/// The board with its goals; what is outside reads as floor.
fn same(one: &Board, two: &Board) -> bool {
    one.things(12, 8) == two.things(12, 8)
}

#[test]
fn skins_are_read_exactly_in_every_state() {
    for number in SKINS {
        let profile = learned(number);
        for (mode, name) in MODES {
            let (lessons, _) = pictures(OTHER, mode, number);
            let mut memory: Option<Board> = None;
            for lesson in lessons {
                let frame = Frame::still(lesson.picture);
                let place = profile.locate(&frame, None).expect("the board");
                let view = View {
                    frame: &frame,
                    place,
                };
                let read = Warehouse::read(
                    &view,
                    &profile,
                    memory.as_ref(),
                    &mut ReadScratch::default(),
                );
                let read = read.unwrap_or_else(|why| panic!("skin {number}, {name}: {why}"));
                assert!(same(&read.puzzle, &lesson.puzzle), "skin {number}, {name}");
                memory = Some(read.puzzle);
            }
        }
    }
}

#[test]
fn skins_are_played() {
    for skin in SKINS {
        let profile = learned(skin);
        for mode in [Mode::Solve, Mode::Wide] {
            let options = Options {
                skin,
                mode,
                ..Options::default()
            };
            solves::<Warehouse>(&profile, &options, 2);
        }
    }
}

#[test]
fn a_skin_is_learned_and_played_in_a_window() {
    const SKIN: u32 = 2;
    let (lessons, solved) = material(SKIN, &[Mode::Solve]);
    let material = Material {
        section: &section(SKIN),
        lessons: &lessons,
        solved: &solved,
    };
    solves_two_in_a_window::<Warehouse>(&material, &["--skin", &SKIN.to_string()]);
}
