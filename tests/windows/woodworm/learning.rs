//! Learning what the game looks like from pictures and texts.

use gridhand::games::woodworm::Puzzle;
use gridhand::games::woodworm::learn::{Lesson, templates};
use gridhand::games::woodworm::practice::Game;
use gridhand::games::woodworm::shapes::SHAPES;
use image::RgbaImage;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::reading::{picture, profile, wander};

/// What a few boards look like, and what they show.
fn lessons() -> Vec<Lesson> {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let lesson = |(name, text): &(&'static str, &str)| {
        let puzzle = wander(&mut rng, text);
        Lesson {
            name: (*name).into(),
            picture: picture(&Game::showing(name, puzzle.clone(), 0)),
            puzzle,
        }
    };
    SHAPES.iter().take(12).map(lesson).collect()
}

#[test]
fn a_text_that_does_not_say_what_its_picture_shows_is_noticed() {
    let profile = profile();
    let mut lessons = lessons();
    let learned = templates(&profile, &lessons, &[]).expect("the texts are right");
    assert!(learned.iter().any(|(name, _)| name == "anchor"));
    lessons[3].puzzle = Puzzle::parse(SHAPES[3].1).expect("a shape of our own");
    assert!(templates(&profile, &lessons, &[]).is_err());
}

#[test]
fn pictures_that_are_not_the_board_are_refused() {
    let mut lessons = lessons();
    lessons[0].picture = RgbaImage::new(10, 10);
    let error = templates(&profile(), &lessons, &[]).expect_err("one picture is too small");
    assert!(error.contains("10x10"), "{error}");
}
