//! The real game's captures without being told where anything is in them.

use std::path::Path;
use std::sync::Arc;

use gridhand::games::dungeons::Puzzle;
use gridhand::games::dungeons::fit::{Hints, fit};
use gridhand::games::dungeons::learn::Lesson;
use gridhand::profile::{Profile, Templates};

use crate::data::{Capture, captures, read};

/// The profile that one capture and its text teach.
fn fitted(capture: &Capture) -> Profile {
    let lesson = Lesson {
        name: capture.name.clone(),
        picture: capture.picture.clone(),
        puzzle: capture.puzzle.clone(),
    };
    let fitted = fit("unseen", "none", &[lesson], &Hints::default());
    let fitted = fitted.unwrap_or_else(|why| panic!("{why}"));
    let mut profile = fitted.profile;
    let templates = Templates::new(fitted.pictures, &profile).expect("they fit");
    profile.templates = Arc::new(templates);
    profile
}

#[test]
fn the_board_is_found_by_one_text_and_other_boards_are_not_misread() {
    let Some((boards, _)) = captures() else {
        return;
    };
    let nowhere = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let known = Profile::load(Some(&nowhere), "last-call-bbs").expect("it is built in");
    let mut wrong = Vec::new();
    for board in &boards {
        let profile = fitted(board);
        let first = profile.cells.first + profile.seen_at.expect("it was found");
        let off = first - known.cells.first;
        assert!(
            off.x.abs() <= 2 && off.y.abs() <= 2,
            "{}: {first}",
            board.name
        );
        for axis in 0..2 {
            let off = profile.cells.pitch[axis] - known.cells.pitch[axis];
            assert!(off.abs() < 0.1, "{}: {off}", board.name);
        }
        for other in &boards {
            // The seed is no part of what is found.
            let shown = Puzzle {
                seed: None,
                ..other.puzzle.clone()
            };
            let read = read(&other.picture, &profile).map(|reading| reading.puzzle);
            if read.is_ok_and(|puzzle| puzzle != shown) {
                wrong.push(format!("{} by {}", other.name, board.name));
            }
        }
    }
    assert!(wrong.is_empty(), "misread: {wrong:?}");
}
