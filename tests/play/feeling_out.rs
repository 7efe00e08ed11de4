//! Games of which nothing is known are solved however they look at the mouse, by the game's own word, and
//! no click goes astray.

use gridhand::bot::{self, Course, Settings, Stage, Stop};
use gridhand::games::dungeons::Dungeons;
use gridhand::practice::{InputMode, Options};
use gridhand::profile::Profile;

/// Plays two puzzles; says how many the game saw solved, and what was pressed outside of cells and the
/// button.
fn play(options: &Options) -> (usize, Vec<String>) {
    let mut stage = Stage::memory::<Dungeons>(options).expect("it starts");
    let rig = stage.rig().expect("it has one");
    let profile = Profile::load(None, "practice-dungeons").expect("built in");
    let (settings, stop) = (Settings::default(), Stop::default());
    bot::play::<Dungeons>(
        rig,
        &profile,
        &settings,
        &stop,
        &mut Course::Next(Some(2)),
        |_| {},
    )
    .expect("it plays on");
    let events = stage.events().expect("it tells");
    let solved = events.iter().filter(|event| event.name == "solved").count();
    let presses = events.iter().filter(|event| event.name == "press");
    let places = presses.map(|event| event.text("hit").unwrap_or_default().to_owned());
    let astray = places.filter(|hit| !hit.starts_with("cell") && !hit.starts_with("button"));
    (solved, astray.collect())
}

/// Both kinds of games at once: they wait most of the time.
fn assert_solved(fps: u32, latency: u64, drop_input: f64) {
    let both = [InputMode::Queue, InputMode::Sample];
    let [queue, sample] = both.map(|input| Options {
        fps,
        input,
        latency,
        drop_input,
        ..Options::default()
    });
    let solved = |options: &Options| {
        let (solved, astray) = play(options);
        let input = options.input;
        assert_eq!(solved, 2, "{input:?} at {fps} frames, {latency} ms late");
        assert!(astray.is_empty(), "{astray:?}");
    };
    std::thread::scope(|games| {
        games.spawn(|| solved(&queue));
        solved(&sample);
    });
}

#[test]
fn games_of_all_frame_rates() {
    [20, 30, 60, 144]
        .into_iter()
        .for_each(|fps| assert_solved(fps, 0, 0.0));
}

#[test]
fn games_that_show_late() {
    [20, 50, 120]
        .into_iter()
        .for_each(|latency| assert_solved(60, latency, 0.0));
}

#[test]
fn games_that_lose_input() {
    [30, 60]
        .into_iter()
        .for_each(|fps| assert_solved(fps, 0, 0.2));
}
