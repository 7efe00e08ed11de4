//! One more example for a fitted dungeon whose board has other columns and rows.

use gridhand::game::ability::Hints;
use gridhand::game::{Game as _, first_shown};
use gridhand::games::dungeons::Dungeons;
use gridhand::practice::Options;
use gridhand::profile::learn::Lesson;

#[test]
fn a_board_of_another_size_is_refused_with_that_reason() {
    let (puzzle, picture) =
        first_shown::<Dungeons>(&Options::default()).expect("it tells what it shows");
    let lesson = Lesson {
        name: "page".into(),
        puzzle,
        picture: picture.clone(),
    };
    let fits = Dungeons::abilities().fits.expect("it can be fitted");
    let fitted = fits.fit("mine", "", &[lesson], &Hints::default());
    let fitted = fitted.expect("it is found");
    let other = Dungeons::parse("222 303 .../M.M/...").expect("a puzzle");
    let more = fits.with_example(&fitted.profile, &fitted.pictures, picture, &other);
    let why = more.err().unwrap_or_default();
    assert!(why.contains("3x3") && why.contains("8x8"), "{why}");
}
