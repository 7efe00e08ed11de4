//! Woodworm in looks that were fitted by one picture: where the cells are, and a puzzle that is played with that.

use gridhand::base::Point;
use gridhand::game::{Game, first_shown};
use gridhand::games::woodworm::Woodworm;
use gridhand::practice::{Options, PracticeGame};
use gridhand::profile::Profile;

use crate::common::skins::solves;
use crate::fitting::fitted;

/// Looks with an outline around the wood that lies within its cells, and worms that turn and fall.
const SKINS: [u32; 2] = [10, 13];

/// Cells differ from the true ones by less than this share of them.
const RIGHT: f64 = 0.02;

fn options(skin: u32) -> Options {
    Options {
        skin,
        seed: 1000 * skin + 1,
        ..Options::default()
    }
}

fn profile(options: &Options) -> Profile {
    let (puzzle, picture) = first_shown::<Woodworm>(options).expect("it tells what it shows");
    fitted::<Woodworm>(puzzle, picture)
}

/// How wide the game's cells are in pixels, by where one begins and others do.
fn width_of_cells(game: &dyn PracticeGame) -> f64 {
    let [width, height] = game.size().map(|side| side as i32);
    let column = |x: i32| -> Option<i32> {
        let hit = game.hit(Point::new(x, height / 2));
        hit.strip_prefix("cell ")?.split_once(',')?.0.parse().ok()
    };
    let columns: Vec<(i32, i32)> = (0..width).filter_map(|x| Some((x, column(x)?))).collect();
    let begins: Vec<(i32, i32)> = columns
        .windows(2)
        .filter(|pair| pair[0].1 != pair[1].1)
        .map(|pair| pair[1])
        .collect();
    let (first, last) = (begins[0], begins[begins.len() - 1]);
    f64::from(last.0 - first.0) / f64::from(last.1 - first.1)
}

/// Cells are as wide as the game's, though the wood is smaller.
fn assert_lies_right(profile: &Profile, game: &dyn PracticeGame) {
    let (pitch, width) = (profile.cells.pitch, width_of_cells(game));
    let off = pitch.map(|pitch| (pitch / width - 1.0).abs());
    assert!(off[0].max(off[1]) < RIGHT, "{pitch:?}, not {width}");
}

#[test]
fn wood_that_is_smaller_than_its_cells_and_worms_that_turn_are_played() {
    for skin in SKINS {
        let options = options(skin);
        let profile = profile(&options);
        assert_lies_right(&profile, Woodworm::practice(&options).as_ref());
        solves::<Woodworm>(&profile, &options, 1);
    }
}
