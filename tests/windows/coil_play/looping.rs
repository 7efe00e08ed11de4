//! The closed loop; the game's own log is the witness.

use gridhand::base::{Limits, Outcome};
use gridhand::bot::{self, Course, Ending, Rig, Settings, Stop};
use gridhand::games::coil::generate::generate;
use gridhand::games::coil::practice::Game;
use gridhand::games::coil::{Coil, Direction, Puzzle, Step};
use gridhand::practice::memory::{self, MemoryGame};
use gridhand::practice::{Event, Options};
use gridhand::profile::Profile;
use serde_json::Value;

use super::{Board, profile};
use crate::common::{assert_only_board_and_button, events, play_in_a_window};

fn play(game: &MemoryGame, count: usize) -> Vec<Ending> {
    play_with(&profile(), game, count)
}

/// Plays on until `count` puzzles are played.
pub fn play_with(profile: &Profile, game: &MemoryGame, count: usize) -> Vec<Ending> {
    let rig = Rig {
        screen: Box::new(game.clone()),
        hand: Box::new(game.clone()),
        guards: [Box::new(game.clone()), Box::new(game.clone())],
    };
    let mut endings = Vec::new();
    let (settings, stop) = (Settings::default(), Stop::default());
    bot::play::<Coil>(
        rig,
        profile,
        &settings,
        &stop,
        &mut Course::Next(Some(count)),
        |report| {
            endings.push(report.ending.clone());
        },
    )
    .expect("it ends by itself");
    endings
}

pub fn count(events: &[Event], name: &str) -> usize {
    events.iter().filter(|event| event.name == name).count()
}

/// A board on which the path has begun so that it cannot be completed.
fn spoiled() -> Board {
    for seed in 0.. {
        let made = generate(9, 8, seed);
        let mut board = Board::new(&made.puzzle);
        let solution = made.solution.steps();
        solution[..3].iter().for_each(|step| board.step(*step));
        for dir in Direction::ALL {
            let ahead = board.puzzle.after(Step::Slide(dir));
            let outcome = gridhand::games::coil::solve::solve(&ahead, &Limits::default());
            if ahead != board.puzzle && outcome == Outcome::Impossible {
                board.step(Step::Slide(dir));
                return board;
            }
        }
    }
    unreachable!("some level can be spoiled")
}

#[test]
fn a_spoiled_board_is_reset() {
    let options = Options::default();
    let game = memory::start(Box::new(spoiled().game), &options).expect("it starts");
    assert_eq!(play(&game, 1), [Ending::Solved]);
    let events = game.events();
    assert_eq!((count(&events, "reset"), count(&events, "solved")), (1, 1));
}

#[test]
fn a_board_without_solution_is_told() {
    let puzzle = Puzzle::parse(".#.....\n...###.\n.......\n.##.###\n").expect("a level");
    let options = Options::default();
    let game = Game::showing(puzzle, &options);
    let game = memory::start(Box::new(game), &options).expect("it starts");
    assert_eq!(play(&game, 1), [Ending::Impossible]);
    assert_eq!(count(&game.events(), "start"), 0);
}

/// Each lost key is noticed before the next one: nothing ever has to be taken back.
#[test]
fn lost_keys_do_no_harm() {
    let options = Options {
        seed: 40,
        size: Some([9, 8]),
        fps: 250,
        drop_input: 0.2,
        latency: 10,
        ..Options::default()
    };
    let game = memory::start(Box::new(Game::new(&options)), &options).expect("it starts");
    assert_eq!(play(&game, 6), [const { Ending::Solved }; 6]);
    let events = game.events();
    assert!(events.iter().any(|event| event.is("dropped")));
    assert_eq!((count(&events, "solved"), count(&events, "reset")), (6, 0));
}

pub fn assert_solved(log: &[Value], count: usize) {
    assert_eq!(events(log, "solved").len(), count);
    assert_eq!(events(log, "reset").len(), 0);
    assert_only_board_and_button(log, "button next");
}

#[test]
fn thirty_levels_in_a_window() {
    if let Some(log) = play_in_a_window("coil", 30, &["--fps", "240", "--size", "8x6"]) {
        assert_solved(&log, 30);
    }
}

#[test]
fn a_level_of_thirty_by_thirty_in_a_window() {
    if let Some(log) = play_in_a_window("coil", 1, &["--fps", "240", "--size", "30x30"]) {
        assert_solved(&log, 1);
    }
}

#[test]
fn levels_in_a_window_while_keys_are_lost_and_late() {
    let faults = ["--drop-input", "0.1", "--latency", "80", "--size", "7x6"];
    if let Some(log) = play_in_a_window("coil", 5, &faults) {
        assert_solved(&log, 5);
        assert!(log.iter().any(|line| line["dropped"] == true));
    }
}

/// Levels of 4x4 to 30x30.
#[test]
#[ignore = "it takes minutes"]
fn thirty_levels_of_all_sizes_in_a_window() {
    if let Some(log) = play_in_a_window("coil", 30, &[]) {
        assert_solved(&log, 30);
    }
}

#[test]
#[ignore = "it takes minutes"]
fn thirty_levels_of_all_sizes_in_a_window_while_keys_are_lost_and_late() {
    let faults = ["--drop-input", "0.1", "--latency", "80"];
    if let Some(log) = play_in_a_window("coil", 30, &faults) {
        assert_solved(&log, 30);
        assert!(log.iter().any(|line| line["dropped"] == true));
    }
}
