//! The real game's captures without being told where anything is in them.

use std::sync::Arc;

use gridhand::game::ability::Hints;
use gridhand::games::dungeons::Puzzle;
use gridhand::games::dungeons::fit::fit;
use gridhand::games::dungeons::learn::Lesson;

use crate::data::{Capture, captures, read};

fn lesson(capture: &Capture) -> Lesson {
    Lesson {
        name: capture.name.clone(),
        picture: capture.picture.clone(),
        puzzle: capture.puzzle.clone(),
    }
}

#[test]
fn the_board_is_found_and_the_ninth_read_after_eight() {
    let Some((boards, _)) = captures() else {
        return;
    };
    let mut wrong = Vec::new();
    for unseen in &boards {
        let others = boards.iter().filter(|board| board.name != unseen.name);
        let lessons: Vec<Lesson> = others.map(lesson).collect();
        let fitted = match fit("unseen", "none", &lessons, &Hints::default()) {
            Ok(fitted) => fitted,
            Err(why) => {
                wrong.push(format!("{}: {why}", unseen.name));
                continue;
            }
        };
        let mut profile = fitted.profile;
        let templates = profile.prepare(fitted.pictures).expect("they fit");
        profile.templates = Arc::new(templates);
        // The seed is no part of what is found.
        let expected = Puzzle {
            seed: None,
            ..unseen.puzzle.clone()
        };
        match read(&unseen.picture, &profile) {
            Ok(reading) if reading.puzzle == expected => {}
            Ok(reading) => wrong.push(format!("{}:\n{}", unseen.name, reading.puzzle)),
            Err(error) => wrong.push(format!("{}: {error}", unseen.name)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
