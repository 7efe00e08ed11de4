//! A number that no example showed is refused until one more example shows it.

use std::path::{Path, PathBuf};

use gridhand::game::Game;
use gridhand::games::dungeons::{Dungeons, Puzzle, generate};
use gridhand::practice::Options;

use crate::common::gridhand;

const SKIN: u32 = 505;

fn puzzle(seed: u32) -> Puzzle {
    Puzzle {
        seed: None,
        ..generate::from_seed(seed).puzzle
    }
}

fn numbers(seed: u32) -> Vec<u8> {
    let puzzle = puzzle(seed);
    [puzzle.columns, puzzle.rows].concat()
}

/// A picture of a puzzle and its text, as a user makes them.
fn example(folder: &Path, seed: u32) -> (PathBuf, String) {
    let options = Options {
        skin: SKIN,
        seed,
        ..Options::default()
    };
    let picture = Dungeons::practice(&options).picture();
    let file = folder.join(format!("{seed}.png"));
    picture.save(&file).expect("saved");
    let text = file.with_extension("txt");
    std::fs::write(&text, puzzle(seed).to_string()).expect("written");
    let both = format!("{}:{}", file.display(), text.display());
    (file, both)
}

#[test]
fn a_number_is_refused_until_an_example_shows_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().display().to_string();
    let calibrate = |example: &str, more: &[&str]| {
        let what = [
            "calibrate",
            "dungeons",
            "--home",
            &home,
            "--profile",
            "mine",
        ];
        gridhand(&[&what[..], &["--example", example], more].concat(), "")
    };
    let read = |file: &Path| {
        let file = file.display().to_string();
        gridhand(
            &[
                "read",
                "dungeons",
                &file,
                "--home",
                &home,
                "--profile",
                "mine",
            ],
            "",
        )
    };

    let known = numbers(1);
    let is_new = |seed: &u32| numbers(*seed).iter().any(|number| !known.contains(number));
    let new = (2..).find(is_new).expect("there is always one");
    let (_, first) = example(folder.path(), 1);
    let (picture, second) = example(folder.path(), new);

    let (status, _, said) = calibrate(&first, &["--next", "none"]);
    assert_eq!(status, 0, "{said}");
    let (status, out, said) = read(&picture);
    assert_eq!(status, 3, "{out}{said}");

    let (status, _, said) = calibrate(&second, &["--add"]);
    assert_eq!(status, 0, "{said}");
    let (status, out, said) = read(&picture);
    assert_eq!(status, 0, "{said}");
    assert_eq!(Dungeons::parse(&out).expect("a puzzle"), puzzle(new));

    // A text that is wrong about its picture is not learned.
    let lie = folder.path().join("lie.txt");
    std::fs::write(&lie, puzzle(1).to_string()).expect("written");
    let lie = format!("{}:{}", picture.display(), lie.display());
    let (status, _, said) = calibrate(&lie, &["--add"]);
    assert_eq!(status, 3, "{said}");
    let (status, ..) = read(&picture);
    assert_eq!(status, 0, "the profile was spoiled");
}
