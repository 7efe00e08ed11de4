//! One more example for a fitted dungeon whose board has other columns and rows.

use gridhand::game::ability::Hints;
use gridhand::game::{Game as _, first_shown};
use gridhand::games::dungeons::Dungeons;
use gridhand::practice::Options;
use gridhand::profile::learn::Lesson;

#[test]
fn a_board_of_another_size_is_refused_with_that_reason() {
    let shown = |size: [usize; 2]| {
        let options = Options {
            size: Some(size),
            ..Options::default()
        };
        first_shown::<Dungeons>(&options).expect("it tells what it shows")
    };
    let (puzzle, picture) = shown([8, 8]);
    let lesson = Lesson {
        name: "page".into(),
        puzzle,
        picture,
    };
    let fits = Dungeons::abilities().fits.expect("it can be fitted");
    let fitted = fits.fit("mine", "", &[lesson], &Hints::default());
    let fitted = fitted.expect("it is found");
    let (other, picture) = shown([6, 6]);
    let more = fits.with_example(&fitted.profile, &fitted.pictures, picture, &other);
    let why = more.err().unwrap_or_default();
    assert!(why.contains("6x6") && why.contains("8x8"), "{why}");
}
