//! Boards with numbers or treasures that no example showed: deduced where only one way makes sense, never
//! wrongly.

use gridhand::game::Game;
use gridhand::game::ability::Fits;
use gridhand::games::dungeons::Dungeons;
use gridhand::screen::Frame;
use gridhand::vision::{ReadScratch, View};

use super::dungeons_skins::{fitted, picture, puzzle};

/// Puzzles of some skins after the first: how many are read, deduced and refused.
fn counts(skins: std::ops::RangeInclusive<u32>, puzzles: u32) -> [usize; 3] {
    let mut counts = [0; 3];
    for skin in skins {
        let first = skin * 1000;
        let Some(fitted) = fitted(skin, first) else {
            continue;
        };
        for seed in first + 1..=first + puzzles {
            let frame = Frame::still(picture(skin, seed));
            let place = fitted.profile.locate(&frame, None).expect("the board");
            let view = View {
                frame: &frame,
                place,
            };
            let read = Dungeons::read(&view, &fitted.profile, None, &mut ReadScratch::default())
                .map(|reading| reading.puzzle);
            let deduced = || Dungeons.deduce(&view, &fitted.profile);
            let (kind, seen) = match read {
                Ok(read) => (0, Some(read)),
                Err(_) => match deduced() {
                    Some(deduced) => (1, Some(deduced)),
                    None => (2, None),
                },
            };
            if let Some(seen) = seen {
                assert_eq!(seen, puzzle(seed), "skin {skin}, seed {seed}");
            }
            counts[kind] += 1;
        }
    }
    counts
}

#[test]
fn most_boards_with_something_unseen_are_deduced_and_none_wrongly() {
    let [read, deduced, refused] = counts(501..=508, 5);
    eprintln!("{read} read, {deduced} deduced, {refused} refused");
    assert!(
        deduced > 2 * refused,
        "{deduced} deduced, {refused} refused"
    );
}

#[test]
#[ignore = "takes some minutes"]
fn a_hundred_skins() {
    let [read, deduced, refused] = counts(501..=600, 20);
    eprintln!("{read} read, {deduced} deduced, {refused} refused");
    assert!(
        deduced > 2 * refused,
        "{deduced} deduced, {refused} refused"
    );
}
