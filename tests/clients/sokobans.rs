//! Three games of boxes that are pushed: xsok, cavepacker and pysokoban.

use std::path::Path;

use gridhand::games::warehouse::Puzzle;
use gridhand::games::warehouse::text::{self, CLASSIC};

use crate::kit::{Client, Profile};

/// The levels of a file; none, said aloud, where it is not there.
fn levels(file: &Path) -> Vec<Puzzle> {
    let Ok(levels) = std::fs::read_to_string(file) else {
        eprintln!("skipped: there is no {}", file.display());
        return Vec::new();
    };
    let levels = text::collection(&levels).expect("levels");
    levels.into_iter().map(|level| level.puzzle).collect()
}

#[test]
#[ignore = "minutes"]
fn ten_levels_of_xsok_in_a_row() {
    let levels = levels(Path::new(CLASSIC));
    let (Some(first), Some(game)) = (levels.first(), Client::start("xsok", &[])) else {
        return;
    };
    let profile = Profile::new("warehouse");
    let more = ["--next", "key:N", "--reset", "key:U"];
    game.calibrate(&profile, &first.to_string(), &more);
    let played = game.play(&profile, &["--count", "10", "--limit", "120"]);
    game.agrees(&played, 0);
    assert_eq!(played.solved(), 10, "{}", played.words);
}

/// All levels are read with a profile that was made of two; one that begins with a box on a goal may be refused.
#[test]
#[ignore = "minutes"]
fn all_levels_of_xsok_are_read() {
    let profile = Profile::new("warehouse");
    let mut refused = Vec::new();
    for (at, level) in levels(Path::new(CLASSIC)).iter().enumerate() {
        let Some(game) = Client::start("xsok", &[&(at + 1).to_string()]) else {
            return;
        };
        if at < 2 {
            let more: &[&str] = if at == 0 { &[] } else { &["--add"] };
            game.calibrate(&profile, &level.to_string(), more);
        }
        match game.read(&profile) {
            Ok(read) => assert_eq!(text::parse(&read).as_ref(), Ok(level), "level {}", at + 1),
            Err(why) => refused.push((at + 1, level.to_string().contains('*'), why)),
        }
    }
    refused.iter().for_each(|refused| eprintln!("{refused:?}"));
    refused.retain(|(_, may_be, _)| !may_be);
    assert!(refused.is_empty(), "{refused:?}");
}

#[test]
fn some_levels_of_pysokoban() {
    pysokoban(2);
}

#[test]
#[ignore = "minutes"]
fn all_levels_of_pysokoban() {
    pysokoban(6);
}

/// The game goes on by itself; its first level is this.
fn pysokoban(count: usize) {
    let folder = std::env::var("XDG_CACHE_HOME").unwrap_or_else(|_| {
        let home = std::env::var("HOME").unwrap_or_default();
        format!("{home}/.cache")
    });
    let Some(game) = Client::start("pysokoban", &[]) else {
        return;
    };
    let packages = Path::new(&folder).join("gridhand-clients/pysokoban/lib");
    let found = std::fs::read_dir(packages).expect("its packages");
    let found = found.map(|entry| entry.expect("a folder").path()).next();
    let python = found.expect("a python");
    let folder = python.join("site-packages/pysokoban/levels/Jordi-Domenech");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("its levels")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    let first = std::fs::read_to_string(&files[0]).expect("a level");
    let signs = first.chars().map(|sign| match sign {
        '*' => '#',
        '#' => '$',
        'o' => '.',
        '@' => '*',
        'P' => '@',
        other => other,
    });
    let first: String = signs.collect();
    game.solves("warehouse", &first, &["--next", "auto"], count);
}

#[test]
#[ignore = "minutes"]
fn five_maps_of_cavepacker() {
    let maps = Path::new("/usr/share/games/cavepacker/maps");
    let first = levels(&maps.join("tutorial0001.sok"));
    let (Some(first), Some(game)) = (first.first(), Client::start("cavepacker", &[])) else {
        return;
    };
    for _ in 0..4 {
        std::thread::sleep(std::time::Duration::from_secs(2));
        game.press("Return");
    }
    std::thread::sleep(std::time::Duration::from_secs(2));
    let more = ["--next", "key:return key:return", "--reset", "key:u"];
    game.solves("warehouse", &first.to_string(), &more, 5);
}
