//! What the tests of several games do with a skin: learn it as a user does, and play it.

use std::collections::BTreeMap;
use std::path::Path;

use gridhand::bot::{self, Course, Ending, Settings, Stop};
use gridhand::game::Game;
use gridhand::practice::{Options, memory};
use gridhand::profile::Profile;
use gridhand::profile::learn::Lesson;
use image::RgbaImage;

use super::{Desktop, Said, log, words};

/// So many boards of a practice game in memory are solved, by the game's own log.
pub fn solves<G: Game>(profile: &Profile, options: &Options, count: usize) {
    let skin = options.skin;
    let game = memory::start(G::practice(options), options).expect("a game");
    let rig = bot::Rig {
        screen: Box::new(game.clone()),
        hand: Box::new(game.clone()),
        guards: [Box::new(game.clone()), Box::new(game.clone())],
    };
    let (settings, stop) = (Settings::default(), Stop::default());
    let mut endings = Vec::new();
    let tell = |report: &bot::PuzzleReport<G>| endings.push(report.ending.clone());
    let played = bot::play::<G>(
        rig,
        profile,
        &settings,
        &stop,
        &mut Course::Next(Some(count as _)),
        tell,
    );
    played.unwrap_or_else(|halt| panic!("skin {skin}: {halt:?}"));
    assert_eq!(endings, vec![Ending::Solved; count], "skin {skin}");
    let solved = game.events().iter().filter(|e| e.name == "solved").count();
    assert_eq!(solved, count, "skin {skin}");
}

/// What a user writes and shows of a skin.
pub struct Material<'a, P> {
    pub section: &'a Profile,
    pub lessons: &'a [Lesson<P>],
    pub solved: &'a [RgbaImage],
}

/// As a user does it: a section, pictures with texts, `calibrate`, and `play` in a window of the
/// practice game with these arguments.
pub fn solves_two_in_a_window<G: Game>(material: &Material<G::Puzzle>, practice: &[&str]) {
    let Some(mut desktop) = Desktop::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: String| folder.path().join(name).display().to_string();
    write_section(material.section, &folder.path().join("calibration.toml"));
    let home = folder.path().display().to_string();
    let with = |verb: &str| [verb, G::NAME, "--home", &home, "--profile", "skin"].map(String::from);
    let mut calibrate = with("calibrate").to_vec();
    for (index, lesson) in material.lessons.iter().enumerate() {
        let file = path(format!("{index}.png"));
        lesson.picture.save(&file).expect("saved");
        let text = path(format!("{index}.txt"));
        std::fs::write(text, lesson.puzzle.to_string()).expect("written");
        calibrate.extend(["--example".into(), file]);
    }
    for (index, end) in material.solved.iter().enumerate() {
        let file = path(format!("solved-{index}.png"));
        end.save(&file).expect("saved");
        calibrate.extend(["--solved".into(), file]);
    }
    run(&desktop, &calibrate);
    let file = folder.path().join("game.jsonl");
    desktop.practice(&file, &[&[G::NAME], practice].concat());
    let count = ["--count", "2"].map(String::from);
    run(&desktop, &[&with("play")[..], &count].concat());
    let log = log(&file);
    let solved = log.iter().filter(|line| line["event"] == "solved");
    assert_eq!(solved.count(), 2);
}

fn run(desktop: &Desktop, args: &[String]) {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let output = desktop.gridhand(&args).said();
    assert!(output.status.success(), "{}", words(&output));
}

/// Writes a profile as the section `skin` of a file.
fn write_section(profile: &Profile, file: &Path) {
    let sections = BTreeMap::from([("profile", BTreeMap::from([("skin", profile)]))]);
    let text = toml::to_string(&sections).expect("it can be written");
    std::fs::write(file, text).expect("written");
}
