//! Games known by their tiles.

use std::collections::BTreeSet;

use image::RgbaImage;
use image::imageops::{FilterType, resize};

use super::{Outcome, timed};
use crate::base::Point;
use crate::game::ability::{Fits, Hints};
use crate::game::tiled::{TileFits, Tiled, read_still};
use crate::game::{Storable, first_shown};
use crate::practice::Options;
use crate::profile::Profile;
use crate::profile::learn::Lesson;

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

/// Points of a cell that must lie in it, from its middle on; shares of a pitch.
const WITHIN: [[f64; 2]; 5] = [
    [0.0, 0.0],
    [-0.3, -0.3],
    [0.3, -0.3],
    [-0.3, 0.3],
    [0.3, 0.3],
];

/// What is amiss if the cells of the example were fitted to other places than those where the game has them.
fn astray<G: Storable>(skin: u32, profile: &Profile) -> Option<String> {
    let game = G::practice(&options(skin, 1));
    let cells = &profile.cells;
    let shifts = |[column, row]: [usize; 2]| {
        let area = cells.area(column, row);
        let at = |share: &[f64; 2]| {
            let along = |from: i32, side: i32, share: f64| {
                from + (f64::from(side) * (0.5 + share)).round() as i32
            };
            let [x, y] = [
                along(area.x, area.width, share[0]),
                along(area.y, area.height, share[1]),
            ];
            let hit = game.hit(Point::new(x, y));
            let (hit_column, hit_row) = hit.strip_prefix("cell ")?.split_once(',')?;
            let hit: [i32; 2] = [hit_column.parse().ok()?, hit_row.parse().ok()?];
            Some([hit[0] - column as i32, hit[1] - row as i32])
        };
        WITHIN.iter().filter_map(at).collect::<Vec<_>>()
    };
    let all = (0..cells.rows).flat_map(|row| (0..cells.columns).map(move |column| [column, row]));
    let shifts: BTreeSet<[i32; 2]> = all.flat_map(shifts).collect();
    (shifts.len() != 1).then(|| {
        let (Point { x, y }, [across, down]) = (cells.first, cells.pitch);
        format!("fitted astray: from ({x}, {y}) on, {across:.2} apart across and {down:.2} down")
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
