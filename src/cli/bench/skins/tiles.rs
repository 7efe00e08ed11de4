//! Games known by their tiles.

use std::collections::BTreeSet;

use image::RgbaImage;
use image::imageops::{FilterType, resize};

use super::truth::{shift, truth};
use super::{Args, Outcome, first, options, played, timed};
use crate::game::ability::{Fits, Hints};
use crate::game::tiled::{TileFits, Tiled, read_still};
use crate::game::{Game, Storable, first_shown};
use crate::practice::Options;
use crate::profile::Profile;
use crate::profile::learn::Lesson;
use crate::vision::tiles::TileGrid;

/// Every second further puzzle is shown at one of these sizes.
const ZOOMS: [f32; 4] = [1.25, 1.5, 0.8, 1.1];

/// The example is one of so many puzzles, and as many come after it.
const CHOICE: u32 = 20;

/// Fits to a skin by the puzzle of some that shows the most different things, and reads others of it.
pub fn trial<G: Storable>(skin: u32, args: &Args) -> Outcome {
    let mut outcome = Outcome::default();
    let Some(tiled) = G::abilities().tiled else {
        outcome.failure = Some(format!("{} is not known by tiles", G::NAME));
        return outcome;
    };
    let seed = example(tiled, skin);
    let (puzzle, picture) = shown::<G>(skin, seed);
    tracing::info!("skin {skin}: the example is puzzle {seed}");
    let known = things(tiled, &puzzle);
    let lesson = Lesson {
        name: format!("skin {skin}"),
        puzzle,
        picture,
    };
    let (fitted, fitting) =
        timed(|| TileFits(tiled).fit("skin", "none", &[lesson], &Hints::default()));
    outcome.fitting = fitting;
    let placed =
        fitted.and_then(
            |fitted| match astray::<G>(&options(skin, seed), &fitted.profile) {
                Some(why) => Err(why),
                None => Ok(fitted),
            },
        );
    match placed {
        Ok(fitted) => {
            let reader = Reader {
                tiled,
                profile: &fitted.profile,
                known,
            };
            for index in 0..args.puzzles as u32 {
                reader.read(&mut outcome, skin, seed + 1 + index, index);
            }
            outcome.played = played::<G>(&fitted, &options(skin, seed), args.play);
        }
        Err(why) => outcome.failure = Some(why),
    }
    outcome
}

/// What is amiss if the cells of the example were fitted to other places than those where the game has them.
fn astray<G: Storable>(options: &Options, profile: &Profile) -> Option<String> {
    let game = G::practice(options);
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

/// What was learned of an example.
struct Reader<'a, G: Game> {
    tiled: &'a dyn Tiled<G>,
    profile: &'a Profile,
    /// What the example showed.
    known: BTreeSet<char>,
}

impl<G: Storable> Reader<'_, G> {
    /// Reads a puzzle of a skin, the `index`-th of some.
    fn read(&self, outcome: &mut Outcome, skin: u32, seed: u32, index: u32) {
        let (puzzle, mut picture) = shown::<G>(skin, seed);
        if index % 2 == 1 {
            let zoom = ZOOMS[(skin + index / 2) as usize % ZOOMS.len()];
            let [width, height] =
                [picture.width(), picture.height()].map(|side| side as f32 * zoom);
            picture = resize(&picture, width as u32, height as u32, FilterType::Triangle);
        }
        let (read, time) = timed(|| read_still(self.tiled, &picture, self.profile));
        outcome.reading.push(time);
        match read {
            Ok(read) if read == puzzle => outcome.read += 1,
            Ok(read) => {
                tracing::warn!("skin {skin}, puzzle {seed}: read as\n{read}instead of\n{puzzle}");
                outcome.wrong += 1;
            }
            Err(_) if !things(self.tiled, &puzzle).is_subset(&self.known) => outcome.unseen += 1,
            Err(why) => {
                tracing::info!("skin {skin}, puzzle {seed}: {why}");
                outcome.refused.push(why.to_string());
            }
        }
    }
}

/// What a puzzle shows.
fn things<G: Game>(tiled: &dyn Tiled<G>, puzzle: &G::Puzzle) -> BTreeSet<char> {
    tiled.sketch(puzzle).letters.into_iter().collect()
}

/// The seed of the example.
fn example<G: Storable>(tiled: &dyn Tiled<G>, skin: u32) -> u32 {
    let count = |seed: &u32| things(tiled, &shown::<G>(skin, *seed).0).len();
    let seeds = first(skin)..first(skin) + CHOICE;
    // The first of those that show as much.
    seeds.rev().max_by_key(count).unwrap_or(first(skin))
}

/// A puzzle of the practice game in a skin, and its picture.
fn shown<G: Storable>(skin: u32, seed: u32) -> (G::Puzzle, RgbaImage) {
    first_shown::<G>(&options(skin, seed)).expect("a practice game tells what it shows")
}
