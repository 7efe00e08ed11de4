//! Looks of the game that nobody has looked at: learned from pictures and texts, read, and played.

use std::sync::Arc;

use gridhand::bot::{self, Ending, Settings, Stop};
use gridhand::games::Game as _;
use gridhand::games::warehouse::learn::templates;
use gridhand::games::warehouse::practice::skin::{Skin, Solved};
use gridhand::games::warehouse::{Board, Warehouse};
use gridhand::plane::Point;
use gridhand::practice::{Mode, Options, memory};
use gridhand::profile::{Profile, Templates};
use gridhand::screen::Frame;
use gridhand::vision::{View, locate};

use super::{MODES, pictures};

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

/// The profile of a skin, learned.
fn learned(number: u32) -> Profile {
    let profile = section(number);
    let (mut lessons, mut solved) = (Vec::new(), Vec::new());
    for (mode, _) in MODES {
        for seed in LESSONS {
            let (more, end) = pictures(seed, mode, number);
            lessons.extend(more);
            solved.push(end);
        }
    }
    if Skin::new(number).solved == Solved::Nothing {
        solved.clear();
    }
    let pictures =
        templates(&profile, &lessons, &solved).unwrap_or_else(|why| panic!("skin {number}: {why}"));
    let templates = Templates::new(pictures, &profile).expect("they fit");
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
                let place = locate(&frame, &profile, None).expect("the board");
                let view = View {
                    frame: &frame,
                    place,
                };
                let read = Warehouse::read(&view, &profile, memory.as_ref());
                let read = read.unwrap_or_else(|why| panic!("skin {number}, {name}: {why}"));
                assert!(same(&read.puzzle, &lesson.puzzle), "skin {number}, {name}");
                memory = Some(read.puzzle);
            }
        }
    }
}

#[test]
fn skins_are_played() {
    for number in SKINS {
        let profile = learned(number);
        for mode in [Mode::Solve, Mode::Wide] {
            let options = Options {
                skin: number,
                mode,
                ..Options::default()
            };
            let game = memory::start(Warehouse::practice(&options), &options).expect("a game");
            let rig = bot::Rig {
                screen: Box::new(game.clone()),
                hand: Box::new(game.clone()),
                guards: [Box::new(game.clone()), Box::new(game.clone())],
            };
            let (settings, stop) = (Settings::default(), Stop::default());
            let mut endings = Vec::new();
            let tell = |report: &bot::Report<Warehouse>| endings.push(report.ending.clone());
            let played = bot::play::<Warehouse>(rig, &profile, &settings, &stop, Some(2), tell);
            played.unwrap_or_else(|halt| panic!("skin {number}: {halt:?}"));
            assert_eq!(endings, [Ending::Solved, Ending::Solved], "skin {number}");
            let solved = game.events().iter().filter(|e| e.name == "solved").count();
            assert_eq!(solved, 2, "skin {number}");
        }
    }
}
