//! Finds a board of tiles that was never seen before, by a text of what it shows: at the right place tiles
//! that are the same look alike and others do not.
//!
//! All places and sizes are tried coarsely, by a few features of each tile; the best are moved and stretched
//! until tiles of a kind differ least from each other, dot by dot, compared with all tiles (the F ratio of an
//! analysis of variance).

use image::RgbaImage;
use rayon::prelude::*;

use super::Shape;
use super::picture::Picture;
use crate::base::Rect;
use crate::vision::tiles::{Lattice, climb};

mod alone;
mod frames;
mod kinds;
mod lines;
mod oblong;
mod ridges;
mod sketch;
mod unlike;
mod wider;

use alone::Alone;
use kinds::{agreement, alike, few};
pub use oblong::is_clearly_better;
use ridges::{Border, Steps, rounded, wholes};
pub use sketch::TileSketch;
use unlike::{unlikeness, unlikeness_of_middles};

/// A place that agrees with the text.
#[derive(Clone, Copy, Debug)]
pub struct TilePlace {
    pub lattice: Lattice,
    /// 0 to 1: how much of all differences between tiles is between those of different kinds.
    pub agreement: f32,
}

impl TilePlace {
    /// The one of these that agrees best.
    fn best(places: &[Self]) -> Option<Self> {
        let best = places
            .iter()
            .max_by(|a, b| a.agreement.total_cmp(&b.agreement));
        best.copied()
    }
}

/// Pitches to try, in pixels; the same with those of three tiles that fill a screen; and those of small pictures beside a board,
/// where nothing of these [agrees](SURELY).
const PITCHES: [f64; 2] = [8.0, 256.0];
const TO_LARGE: [f64; 2] = [8.0, 400.0];
const SMALL: [f64; 2] = [5.0, 8.0];
const SURELY: f32 = 0.5;

/// From one pitch to the next the last tile moves by this share of a pitch, if the middle stays.
const DRIFT: f64 = 0.2;

/// Places that are tried in a pitch, in each direction.
const STEPS: f64 = 4.0;

/// So much of the tiles at its rim may be cut off by the window's edge.
const CUT: f64 = 0.08;

/// So many tiles tell whether a place is worth looking at all of them.
const FEW: usize = 24;

/// Such places agree at least so well, on few tiles and on all.
const PROMISING: f32 = 0.35;

/// How many places are looked at closely, of each size from so many pixels on: in small letters there is something that
/// resembles any text.
const CANDIDATES: [(f64, usize); 5] = [(0.0, 5), (14.0, 8), (32.0, 8), (64.0, 10), (256.0, 6)];

/// How many places are kept while they are looked for.
const KEPT: usize = 16;

/// Two places are one if they are nearer than this, shares of a tile: before they are looked at closely, and after.
const CLOSE: f64 = 0.3;
const SAME: f64 = 0.04;

/// By this factor a place agrees less that comes next.
const NEXT: f32 = 0.999;

/// Width and height of a tile differ by less than this share. Chosen: rounding does that on small tiles.
const OBLONG: f32 = 0.04;

/// The places that agree with the text, the best first, no two of them nearly the same. `within` says where the
/// board is if that is known: the rectangle around its tiles. Tiles that are not square are looked for everywhere only
/// where they are of one letter each, and nobody says where the board is.
pub fn find(
    image: &RgbaImage,
    sketch: &TileSketch,
    shape: Shape,
    within: Option<Rect>,
) -> Vec<TilePlace> {
    if shape == Shape::Oblong {
        let is_told = sketch.free.is_some() || !sketch.borders().is_empty() || within.is_some();
        return match is_told {
            true => Vec::new(),
            false => oblong::anywhere(image, sketch),
        };
    }
    if sketch.free.is_some() {
        return distinct(frames::find(image, sketch, within));
    }
    let borders = sketch.borders();
    let around = within.map(|area| vec![around(area, sketch)]);
    let filled = all_over(image, sketch).filter(|_| within.is_none());
    let found = match borders.is_empty() {
        true => {
            let anywhere = |pitches: [f64; 2]| {
                by_tiles(&Picture::new(image), sketch, pitches, &[1.0], |_| true)
            };
            let mut coarse = around.unwrap_or_else(|| anywhere(TO_LARGE));
            coarse.extend(filled);
            let mut found = distinct(closely(image, sketch, &coarse, is_square));
            if within.is_none() && found.first().is_none_or(|best| best.agreement < SURELY) {
                found.extend(closely(image, sketch, &anywhere(SMALL), is_square));
                found = distinct(found);
            }
            oblong::stretched(image, sketch, found)
        }
        false => {
            let (steps, picture, alone) =
                (Steps::of(image), Picture::new(image), Alone::of(sketch));
            let told = |lattice: &Lattice| {
                alone
                    .as_ref()
                    .map_or(1.0, |one| one.told(&picture, lattice))
            };
            let anywhere = || by_edges(&picture, &steps, &borders, sketch, told);
            let mut coarse = around.unwrap_or_else(anywhere);
            coarse.extend(filled);
            let (extent, parts) = ([sketch.columns, sketch.rows], sketch.parts());
            let unlike = |lattice: &Lattice| unlikeness(image, &parts, lattice).ln();
            // Edges tell where it is exactly, what is on tiles whether it is there.
            let mut places = steps.closely(&borders, extent, &coarse, unlike);
            let tiles = [sketch.tiles(), sketch.things_apart()];
            let judge = |place: &mut TilePlace| {
                let unlike = |tiles: &Vec<_>| unlikeness(image, tiles, &place.lattice);
                let alike = 1.0 - tiles.iter().map(unlike).fold(f32::MAX, f32::min);
                place.agreement = both(place.agreement, alike)
                    * (1.0 - oblong(&place.lattice))
                    * told(&place.lattice);
            };
            places.par_iter_mut().for_each(judge);
            places = distinct(places);
            let mut wider = wider::around(&steps, &borders, extent, &places, unlike);
            wider.par_iter_mut().for_each(judge);
            places.extend(wider);
            // Where few parts of things are there twice, what is in the middle of tiles tells as well.
            let (all, is_told) = (sketch.tiles(), parts.len() >= FEW / 2);
            let middles = |lattice: &Lattice| unlikeness_of_middles(image, &all, lattice).ln();
            match is_told {
                true => wider::prefer_repeated(&mut places, unlike),
                false => wider::prefer_repeated(&mut places, middles),
            }
            let repeated = lines::repeated(image, &steps, &borders, extent, &places);
            places.extend(repeated);
            or_whole(distinct(places), extent)
        }
    };
    let found = distinct(found);
    tracing::debug!(?found, "places");
    found
}

/// The same, and next to the best the ones with tiles of a whole number of pixels: where things are a little smaller than
/// the tiles they lie on, tiles as large as these are told by more edges.
fn or_whole(mut places: Vec<TilePlace>, extent: [usize; 2]) -> Vec<TilePlace> {
    let Some(best) = places.first().copied() else {
        return places;
    };
    let is_other = |lattice: &Lattice| !near(lattice, &best.lattice, SAME);
    let whole = wholes(best.lattice, extent).map(rounded).filter(is_other);
    places.extend(whole.map(|lattice| TilePlace {
        lattice,
        agreement: best.agreement * NEXT,
    }));
    places
}

/// The best of them, no two of which are nearly the same, the best first.
fn distinct(mut found: Vec<TilePlace>) -> Vec<TilePlace> {
    found.sort_by(|a, b| b.agreement.total_cmp(&a.agreement));
    let mut places: Vec<TilePlace> = Vec::new();
    for place in found {
        if !places
            .iter()
            .any(|other| near(&other.lattice, &place.lattice, SAME))
        {
            places.push(place);
        }
    }
    places
}

/// The places near these at which tiles of such a shape differ least.
fn closely(
    image: &RgbaImage,
    sketch: &TileSketch,
    coarse: &[Lattice],
    is_shaped: impl Fn(&Lattice) -> bool + Sync,
) -> Vec<TilePlace> {
    let extent = [sketch.columns, sketch.rows];
    let tiles = sketch.tiles();
    let picture = Picture::new(image);
    let fits = coarse.par_iter().map(|lattice| {
        let cost = |lattice: &Lattice| match is_shaped(lattice) {
            true => unlikeness(image, &tiles, lattice),
            false => f32::MAX,
        };
        let lattice = climb(*lattice, extent, 0.25, cost);
        let alike = (1.0 - unlikeness(image, &tiles, &lattice)).max(0.0);
        let (_, told) = agreement(&picture, &tiles, &lattice);
        TilePlace {
            lattice,
            agreement: alike * told,
        }
    });
    fits.collect()
}

fn around(area: Rect, sketch: &TileSketch) -> Lattice {
    Lattice {
        first: [area.x, area.y].map(f64::from),
        pitch: [
            f64::from(area.width) / sketch.columns as f64,
            f64::from(area.height) / sketch.rows as f64,
        ],
    }
}

/// The place at which a board fills the picture: between wide gaps another agrees nearly as well, and is taken for it.
fn all_over(image: &RgbaImage, sketch: &TileSketch) -> Option<Lattice> {
    let [width, height] = [image.width(), image.height()].map(|side| side as i32);
    let lattice = around(Rect::new(0, 0, width, height), sketch);
    is_square(&lattice).then_some(lattice)
}

/// Tiles are about as wide as high.
fn is_square(lattice: &Lattice) -> bool {
    oblong(lattice) < OBLONG
}

/// How much the width and the height of tiles differ, as a share.
fn oblong(lattice: &Lattice) -> f32 {
    (lattice.pitch[0] / lattice.pitch[1] - 1.0).abs() as f32
}

fn near(a: &Lattice, b: &Lattice, share: f64) -> bool {
    (0..2).all(|axis| {
        (a.first[axis] - b.first[axis]).abs() < share * a.pitch[axis]
            && (a.pitch[axis] / b.pitch[axis] - 1.0).abs() < 0.05
    })
}

/// The best places that `may_be` the board's, by a few features of each tile, of these sizes in pixels. `heights` are those
/// of tiles as shares of their widths.
fn by_tiles(
    picture: &Picture,
    sketch: &TileSketch,
    pitches: [f64; 2],
    heights: &[f64],
    may_be: impl Fn(&Lattice) -> bool + Sync,
) -> Vec<Lattice> {
    let all = sketch.tiles();
    // Of more shapes there are more places.
    let few = few(&all, if heights.len() > 1 { FEW / 2 } else { FEW });
    let extent = [sketch.columns, sketch.rows].map(|count| count as f64);
    let is_blank = |lattice: &Lattice| {
        let [width, height] = [0, 1].map(|axis| lattice.pitch[axis] * extent[axis]);
        let [left, top] = lattice.first;
        picture.is_blank([left, top, width, height].map(|part| part as f32))
    };
    let is_promising = |lattice: &Lattice| {
        !is_blank(lattice) && may_be(lattice) && alike(picture, &few, lattice) > PROMISING
    };
    let size = [picture.width, picture.height];
    best(sketch, size, pitches, heights, |_| {
        |lattice: &Lattice| match is_promising(lattice) {
            true => {
                let (alike, told) = agreement(picture, &all, lattice);
                alike * told
            }
            false => 0.0,
        }
    })
}

/// The best places, by where things end, by a few features of each tile, and by what is `told` besides, 0 to 1.
fn by_edges(
    picture: &Picture,
    steps: &Steps,
    borders: &[Border],
    sketch: &TileSketch,
    told: impl Fn(&Lattice) -> f32 + Copy + Sync,
) -> Vec<Lattice> {
    let tiles = [sketch.tiles(), sketch.things_apart()];
    best(sketch, steps.size(), TO_LARGE, &[1.0], |pitch| {
        let ridges = steps.ridges(pitch, 0.5 / STEPS);
        let tiles = &tiles;
        move |lattice: &Lattice| match ridges.agreement(borders, lattice) {
            edges if edges > PROMISING => {
                let alike = tiles.iter().map(|tiles| alike(picture, tiles, lattice));
                both(edges, alike.fold(0.0, f32::max)) * told(lattice)
            }
            _ => 0.0,
        }
    })
}

/// What is told by where things end and by how alike tiles of a letter are: things may have many colours, and there
/// may be lines on them.
fn both(edges: f32, alike: f32) -> f32 {
    (edges + alike.max(0.0)) / 2.0
}

/// The best of all places and sizes, in a picture of this size; `at_pitch` prepares for one size of tiles.
fn best<S: Fn(&Lattice) -> f32>(
    sketch: &TileSketch,
    size: [usize; 2],
    pitches: [f64; 2],
    heights: &[f64],
    at_pitch: impl Fn(f64) -> S + Sync,
) -> Vec<Lattice> {
    let places = |pitch: &[f64; 2]| -> Vec<(f32, Lattice)> {
        let step = pitch.map(|pitch| pitch / STEPS);
        let tiles = [sketch.columns, sketch.rows];
        let [across, down] = [0, 1].map(|axis| {
            let needed = pitch[axis] * (tiles[axis] as f64 - 2.0 * CUT);
            let places = (size[axis] as f64 - needed) / step[axis];
            if places < 0.0 { 0 } else { places as usize + 1 }
        });
        let mut best = Vec::new();
        if across * down == 0 {
            return best;
        }
        let score_at = at_pitch(pitch[0]);
        for index in 0..across * down {
            let at = [index % across, index / across];
            let lattice = Lattice {
                first: [0, 1].map(|axis| at[axis] as f64 * step[axis] - CUT * pitch[axis]),
                pitch: *pitch,
            };
            let score = score_at(&lattice);
            if score > PROMISING {
                offer(&mut best, score, lattice);
            }
        }
        best
    };
    let shapes = between(pitches, sketch).into_iter();
    let shapes: Vec<[f64; 2]> = shapes
        .flat_map(|pitch| heights.iter().map(move |height| [pitch, pitch * height]))
        .collect();
    let found: Vec<Vec<(f32, Lattice)>> = shapes.par_iter().map(places).collect();
    let mut best = CANDIDATES.map(|_| Vec::new());
    for (score, lattice) in found.into_iter().flatten() {
        let larger = CANDIDATES
            .iter()
            .rposition(|(from, _)| lattice.pitch[0] >= *from);
        offer(&mut best[larger.unwrap_or(0)], score, lattice);
    }
    let best = best.into_iter().zip(CANDIDATES);
    let best = best.flat_map(|(best, (_, count))| best.into_iter().take(count));
    best.map(|(_, lattice)| lattice).collect()
}

/// The sizes to try, in pixels.
fn between([least, most]: [f64; 2], sketch: &TileSketch) -> Vec<f64> {
    let growth = 1.0 + DRIFT / sketch.columns.max(sketch.rows).max(6) as f64;
    let pitches = std::iter::successors(Some(least), |pitch| Some(pitch * growth));
    pitches.take_while(|pitch| *pitch < most).collect()
}

/// Keeps a list of the best, of which no two are nearly the same.
fn offer(best: &mut Vec<(f32, Lattice)>, score: f32, lattice: Lattice) {
    if let Some(known) = best
        .iter_mut()
        .find(|(_, other)| near(&lattice, other, CLOSE))
    {
        if known.0 < score {
            *known = (score, lattice);
        }
    } else if best.len() < KEPT || best.last().is_some_and(|(last, _)| *last < score) {
        best.push((score, lattice));
    } else {
        return;
    }
    best.sort_by(|a, b| b.0.total_cmp(&a.0));
    best.truncate(KEPT);
}
