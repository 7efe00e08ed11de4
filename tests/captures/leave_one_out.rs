//! What was learned from all captures but one reads the one exactly.

use gridhand::game::Game;
use gridhand::games::dungeons::Dungeons;
use gridhand::screen::Frame;
use gridhand::vision::{ReadScratch, View};

use crate::counting::allocations;
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
    let place = profile
        .locate(&Frame::still(desktop.picture.clone()), None)
        .expect("found");
    println!("{place:?}");
}

/// The scratch is laid out by the first board.
#[test]
fn all_boards_are_read_on_one_desk_without_asking_for_memory() {
    let Some((boards, _)) = captures() else {
        return;
    };
    let profile = learned(&boards);
    let mut scratch = ReadScratch::default();
    for (number, board) in boards.iter().enumerate() {
        let frame = Frame::still(board.picture.clone());
        let place = profile.locate(&frame, None).expect("found");
        let (count, reading) = allocations(|| {
            let place = profile.locate(&frame, Some(place))?;
            let view = View {
                frame: &frame,
                place,
            };
            Dungeons::read(&view, &profile, None, &mut scratch)
        });
        assert_eq!(reading.expect("certain").puzzle, board.puzzle);
        assert!(number == 0 || count == 0, "{}: {count} times", board.name);
    }
}
