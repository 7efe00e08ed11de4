//! A list of moves leaves the board as it says, also in games that show late what was done.

use std::collections::HashSet;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use gridhand::bot::replay::{Replay, replay_moves};
use gridhand::bot::{Settings, Stage, Stop};
use gridhand::games::dungeons::{Dungeons, generate};
use gridhand::practice::{Event, Options};
use gridhand::profile::Profile;

/// In ms: longer than an effect of which nothing is known is waited for.
const LATENCY: u64 = 500;

#[test]
fn clicks_that_were_taken_for_lost_are_not_left_to_come() {
    let options = Options {
        seed: 900,
        latency: LATENCY,
        ..Options::default()
    };
    let made = generate::from_seed(900);
    let moves = made.puzzle.toggles_to(&made.walls)[..3].to_vec();
    let wanted: HashSet<_> = moves.iter().map(ToString::to_string).collect();

    let mut stage = Stage::memory::<Dungeons>(&options).expect("it starts");
    let rig = stage.rig().expect("it has one");
    let profile = Profile::load(Some(Path::new("no folder")), "practice-dungeons");
    let how = Replay {
        profile: &profile.expect("built in"),
        settings: &Settings::default(),
        solve_missing: false,
        place: "memory".into(),
    };
    let report = replay_moves::<Dungeons>(rig, moves, &how, &Stop::default()).expect("played");
    assert_eq!(report.ending.word(), "played");
    assert!(report.repairs > 0, "no click was taken for lost");
    sleep(Duration::from_millis(LATENCY * 2));
    assert_eq!(walls(&stage.events().expect("it tells")), wanted);
}

/// The walls that stand in the end, written as the moves that build them.
fn walls(events: &[Event]) -> HashSet<String> {
    let mut walls = HashSet::new();
    for event in events.iter().filter(|event| event.name == "wall") {
        let [column, row] = ["column", "row"].map(|key| event.number(key).expect("a cell"));
        let wall = format!("{column},{row}");
        match event.details["on"] == true {
            true => walls.insert(wall),
            false => walls.remove(&wall),
        };
    }
    walls
}
