//! Profiles made from one text, as `calibrate` makes them.

use gridhand::game::Game;
use gridhand::game::ability::{Fits, Hints};
use gridhand::game::tiled::{TileFits, Tiled};
use gridhand::profile::Profile;
use gridhand::profile::learn::Lesson;
use image::RgbaImage;

pub fn tiled<G: Game>() -> &'static dyn Tiled<G> {
    G::abilities().tiled.expect("a game of tiles")
}

/// What one picture of a puzzle teaches.
pub fn fitted<G: Game>(puzzle: G::Puzzle, picture: RgbaImage) -> Profile {
    fitted_with::<G>(puzzle, picture, &Hints::default())
}

/// The same with what somebody says of it.
pub fn fitted_with<G: Game>(puzzle: G::Puzzle, picture: RgbaImage, hints: &Hints) -> Profile {
    let lesson = Lesson {
        name: "page".into(),
        puzzle,
        picture,
    };
    let fitted = TileFits(tiled::<G>()).fit("mine", "", &[lesson], hints);
    fitted
        .unwrap_or_else(|why| panic!("{}: {why}", G::NAME))
        .profile
}
