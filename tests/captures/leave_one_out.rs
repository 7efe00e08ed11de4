//! What was learned from all captures but one reads the one exactly.

use gridhand::screen::Frame;
use gridhand::vision::locate;

use crate::data::{captures, enlarged, learned, read};

#[test]
fn the_ninth_board_is_read_after_learning_eight() {
    let Some((boards, _)) = captures() else {
        return;
    };
    let mut wrong = Vec::new();
    for unseen in &boards {
        let profile = learned(boards.iter().filter(|b| b.name != unseen.name));
        for scale in 1..=3 {
            match read(&enlarged(&unseen.picture, scale), &profile) {
                Ok(reading) if reading.puzzle == unseen.puzzle => {
                    println!("{} {scale} {}", unseen.name, reading.confidence)
                }
                Ok(reading) => wrong.push(format!("{} x{scale}:\n{}", unseen.name, reading.puzzle)),
                Err(error) => wrong.push(format!("{} x{scale}: {error}", unseen.name)),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_board_is_found_on_the_desktop_and_read() {
    let Some((boards, desktop)) = captures() else {
        return;
    };
    let profile = learned(&boards);
    for scale in 1..=3 {
        let reading = read(&enlarged(&desktop.picture, scale), &profile)
            .unwrap_or_else(|error| panic!("at scale {scale}: {error}"));
        assert_eq!(reading.puzzle, desktop.puzzle, "at scale {scale}");
    }
    let place = locate(&Frame::still(desktop.picture.clone()), &profile, None).expect("found");
    println!("{place:?}");
}
