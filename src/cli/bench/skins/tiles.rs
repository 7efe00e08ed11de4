//! Games known by their tiles.

use image::RgbaImage;
use image::imageops::{FilterType, resize};

use super::truth::{shift, truth};
use super::{Outcome, timed};
use crate::game::ability::{Fits, Hints};
use crate::game::tiled::{TileFits, Tiled, read_still};
use crate::game::{Storable, first_shown};
use crate::practice::Options;
use crate::profile::Profile;
use crate::profile::learn::Lesson;
use crate::vision::tiles::TileGrid;

/// Every second further puzzle is shown at one of these sizes.
const ZOOMS: [f32; 4] = [1.25, 1.5, 0.8, 1.1];

/// Fits to a skin by its first puzzle, and reads others of it.
pub fn trial<G: Storable>(skin: u32, puzzles: usize) -> Outcome {
    let mut outcome = Outcome::default();
    let Some(tiled) = G::abilities().tiled else {
        outcome.failure = Some(format!("{} is not known by tiles", G::NAME));
        return outcome;
    };
    let (puzzle, picture) = shown::<G>(skin, 1);
    let lesson = Lesson {
        name: format!("skin {skin}"),
        puzzle,
        picture,
    };
    let (fitted, fitting) =
        timed(|| TileFits(tiled).fit("skin", "none", &[lesson], &Hints::default()));
    outcome.fitting = fitting;
    let placed = fitted.and_then(|fitted| match astray::<G>(skin, &fitted.profile) {
        Some(why) => Err(why),
        None => Ok(fitted),
    });
    match placed {
        Ok(fitted) => further(&mut outcome, tiled, &fitted.profile, skin, puzzles),
        Err(why) => outcome.failure = Some(why),
    }
    outcome
}

/// What is amiss if the cells of the example were fitted to other places than those where the game has them.
fn astray<G: Storable>(skin: u32, profile: &Profile) -> Option<String> {
    let game = G::practice(&options(skin, 1));
    let truth = truth(game.as_ref(), &game.picture());
    let cells = &profile.cells;
    let fitted = TileGrid {
        lattice: cells.lattice(),
        columns: cells.columns,
        rows: cells.rows,
    };
    shift(&truth, &fitted).is_none().then(|| {
        format!(
            "fitted astray: {:?}, not {:?}",
            fitted.lattice, truth.lattice
        )
    })
}

fn further<G: Storable>(
    outcome: &mut Outcome,
    tiled: &dyn Tiled<G>,
    profile: &Profile,
    skin: u32,
    puzzles: usize,
) {
    for index in 0..puzzles {
        let (puzzle, mut picture) = shown::<G>(skin, 2 + index as u32);
        if index % 2 == 1 {
            let zoom = ZOOMS[(skin as usize + index / 2) % ZOOMS.len()];
            let [width, height] =
                [picture.width(), picture.height()].map(|side| side as f32 * zoom);
            picture = resize(&picture, width as u32, height as u32, FilterType::Triangle);
        }
        let (read, time) = timed(|| read_still(tiled, &picture, profile));
        outcome.reading.push(time);
        match read {
            Ok(read) if read == puzzle => outcome.read += 1,
            Ok(read) => {
                tracing::warn!("skin {skin}: read as\n{read}instead of\n{puzzle}");
                outcome.wrong += 1;
            }
            Err(why) => outcome.refused.push(why.to_string()),
        }
    }
}

/// A puzzle of the practice game in a skin, and its picture.
fn shown<G: Storable>(skin: u32, seed: u32) -> (G::Puzzle, RgbaImage) {
    first_shown::<G>(&options(skin, seed)).expect("a practice game tells what it shows")
}

fn options(skin: u32, seed: u32) -> Options {
    Options {
        seed,
        skin,
        ..Options::default()
    }
}
