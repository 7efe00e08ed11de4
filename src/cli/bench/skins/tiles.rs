//! Games known by their tiles.

use std::collections::BTreeSet;

use image::RgbaImage;
use image::imageops::{FilterType, resize};

use super::{Outcome, timed};
use crate::game::ability::{Fits, Hints};
use crate::game::tiled::{TileFits, Tiled, read_still};
use crate::game::{Storable, first_shown};
use crate::practice::Options;
use crate::profile::Profile;
use crate::profile::learn::Lesson;

/// Every second further puzzle is shown at one of these sizes.
const ZOOMS: [f32; 4] = [1.25, 1.5, 0.8, 1.1];

/// The example is one of so many puzzles; the further ones come after them.
const CHOICE: u32 = 40;

/// Where the further puzzles end.
const FURTHER: u32 = 400;

/// For so many further puzzles one more is read that shows what the example did not: to refuse it takes long.
const UNSEEN: usize = 4;

/// Fits to a skin by the puzzle that shows most, and reads others of it.
pub fn trial<G: Storable>(skin: u32, puzzles: usize) -> Outcome {
    let mut outcome = Outcome::default();
    let Some(tiled) = G::abilities().tiled else {
        outcome.failure = Some(format!("{} is not known by tiles", G::NAME));
        return outcome;
    };
    let letters = |seed: u32| -> BTreeSet<char> {
        let (puzzle, _) = shown::<G>(skin, seed);
        tiled.sketch(&puzzle).letters.into_iter().collect()
    };
    let example = (1..=CHOICE).rev().max_by_key(|seed| letters(*seed).len());
    let (puzzle, picture) = shown::<G>(skin, example.unwrap_or(1));
    let known: BTreeSet<char> = tiled.sketch(&puzzle).letters.into_iter().collect();
    let lesson = Lesson {
        name: format!("skin {skin}"),
        puzzle,
        picture,
    };
    let (fitted, fitting) =
        timed(|| TileFits(tiled).fit("skin", "none", &[lesson], &Hints::default()));
    outcome.fitting = fitting;
    match fitted {
        Ok(fitted) => {
            let is_known = |seed: u32| letters(seed).is_subset(&known);
            let all = (CHOICE + 1..FURTHER).map(|seed| (seed, is_known(seed)));
            let readable = all.clone().filter(|(_, is_known)| *is_known);
            let unseen = all.filter(|(_, is_known)| !is_known);
            let chosen = readable.take(puzzles).chain(unseen.take(puzzles / UNSEEN));
            further(&mut outcome, tiled, &fitted.profile, skin, chosen);
        }
        Err(why) => outcome.failure = Some(why),
    }
    outcome
}

/// Reads puzzles; of each it is told whether it shows only what the example did.
fn further<G: Storable>(
    outcome: &mut Outcome,
    tiled: &dyn Tiled<G>,
    profile: &Profile,
    skin: u32,
    seeds: impl Iterator<Item = (u32, bool)>,
) {
    for (index, (seed, is_known)) in seeds.enumerate() {
        let (puzzle, mut picture) = shown::<G>(skin, seed);
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
            Err(_) if !is_known => outcome.unseen += 1,
            Err(why) => outcome.refused.push(why.to_string()),
        }
    }
}

/// A puzzle of the practice game in a skin, and its picture.
fn shown<G: Storable>(skin: u32, seed: u32) -> (G::Puzzle, RgbaImage) {
    let options = Options {
        seed,
        skin,
        ..Options::default()
    };
    first_shown::<G>(&options).expect("a practice game tells what it shows")
}
