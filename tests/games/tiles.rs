//! Games known by their tiles: fitted to looks of the practice games by one text, and read at other puzzles and
//! places.

use gridhand::game::Storable;
use gridhand::game::ability::{Fits, Hints};
use gridhand::game::tiled::{TileFits, Tiled, read_still};
use gridhand::games::coil::Coil;
use gridhand::games::warehouse::Warehouse;
use gridhand::practice::Options;
use gridhand::profile::Profile;
use gridhand::profile::learn::Lesson;
use image::RgbaImage;
use image::imageops;

/// A puzzle of a practice game in some skin, and its picture.
fn shown<G: Storable>(skin: u32, seed: u32) -> (G::Puzzle, RgbaImage) {
    let mut game = G::practice(&Options {
        seed,
        skin,
        ..Options::default()
    });
    let events = game.take_events();
    let shown = events.iter().find(|event| event.name == "shown");
    let text = shown
        .and_then(|event| event.text("puzzle"))
        .expect("a puzzle");
    (G::parse(text).expect("it is one"), game.picture())
}

/// A profile of what a practice game shows in some skin.
fn fitted<G: Storable>(skin: u32) -> Profile {
    let (puzzle, picture) = shown::<G>(skin, 1);
    let lesson = Lesson {
        name: format!("skin {skin}"),
        puzzle,
        picture,
    };
    let fitted = TileFits(tiled::<G>()).fit("mine", "", &[lesson], &Hints::default());
    fitted
        .unwrap_or_else(|why| panic!("{}: {why}", G::NAME))
        .profile
}

fn tiled<G: Storable>() -> &'static dyn Tiled<G> {
    G::abilities().tiled.expect("a game of tiles")
}

/// Reads other puzzles of a skin: none is read as something else. How many are read.
fn read_others(skin: u32) -> usize {
    let profile = fitted::<Warehouse>(skin);
    let right = (2..6).filter(|seed| {
        let (puzzle, picture) = shown::<Warehouse>(skin, *seed);
        match read_still(tiled::<Warehouse>(), &picture, &profile) {
            Ok(read) => {
                assert_eq!(read, puzzle, "skin {skin}, seed {seed}");
                true
            }
            // A box on a goal, or a robot on one, that the example did not show.
            Err(why) => {
                eprintln!("skin {skin}, seed {seed}: {why}");
                false
            }
        }
    });
    right.count()
}

#[test]
fn skins_are_fitted_by_one_text_and_other_levels_are_read() {
    for skin in 0..4 {
        assert!(read_others(skin) >= 2, "skin {skin}");
    }
}

#[test]
fn a_board_is_found_wherever_it_is() {
    for skin in 0..3 {
        let profile = fitted::<Coil>(skin);
        let (puzzle, picture) = shown::<Coil>(skin, 1);
        let ground = *picture.get_pixel(0, 0);
        let (width, height) = picture.dimensions();
        let mut page = RgbaImage::from_pixel(width + 90, height + 70, ground);
        imageops::replace(&mut page, &picture, 61, 33);
        let read = read_still(tiled::<Coil>(), &page, &profile);
        assert_eq!(
            read.map_err(|why| why.to_string()),
            Ok(puzzle),
            "skin {skin}"
        );
    }
}
