//! Practice games in looks that were fitted by one picture: where the cells are, puzzles that are read with that, and played.

use gridhand::base::Point;
use gridhand::draw;
use gridhand::game::tiled::read_still;
use gridhand::game::{Game, Storable, first_shown};
use gridhand::games::coil::Coil;
use gridhand::games::sliding::Sliding;
use gridhand::games::woodworm::Woodworm;
use gridhand::practice::{Options, PracticeGame};
use gridhand::profile::Profile;
use image::imageops::{FilterType, resize};

use crate::common::skins::solves;
use crate::fitting::{fitted, tiled};

/// Looks with an outline around the wood that lies within its cells, and worms that turn and fall.
const SKINS: [u32; 2] = [10, 13];

/// Cells differ from the true ones by less than this share of them.
const RIGHT: f64 = 0.02;

fn options(skin: u32, seed: u32) -> Options {
    Options {
        skin,
        seed,
        ..Options::default()
    }
}

/// What the first puzzle teaches.
fn profile<G: Storable>(options: &Options) -> Profile {
    let (puzzle, picture) = first_shown::<G>(options).expect("it tells what it shows");
    fitted::<G>(puzzle, picture)
}

/// What another puzzle of a look is read as, at so many times the size, if it is, and what it is.
fn read<G: Storable>(
    profile: &Profile,
    options: &Options,
    zoom: f32,
) -> (Option<G::Puzzle>, G::Puzzle) {
    let (puzzle, picture) = first_shown::<G>(options).expect("it tells what it shows");
    let size = [picture.width(), picture.height()].map(|side| (side as f32 * zoom) as u32);
    let picture = match zoom {
        1.0 => picture,
        _ => resize(&picture, size[0], size[1], FilterType::Triangle),
    };
    (read_still(tiled::<G>(), &picture, profile).ok(), puzzle)
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
        let options = options(skin, 1000 * skin + 1);
        let profile = profile::<Woodworm>(&options);
        assert_lies_right(&profile, Woodworm::practice(&options).as_ref());
        solves::<Woodworm>(&profile, &options, 1);
    }
}

/// Hills that the example's block does not reach up to; what may be wood, or hide a part of the worm, is no sky.
#[test]
fn above_a_block_is_nothing_whatever_the_sky_is_like() {
    let example = options(85003, 25_015_000);
    let profile = profile::<Woodworm>(&example);
    for (seed, zoom) in [(25_015_001, 1.1), (25_015_003, 1.25)] {
        let (seen, puzzle) = read::<Woodworm>(&profile, &options(85003, seed), zoom);
        assert_eq!(seen, Some(puzzle));
    }
    let (_, picture) = first_shown::<Woodworm>(&example).expect("it tells what it shows");
    let cells = &profile.cells;
    for row in [0, cells.rows - 1] {
        let mut picture = picture.clone();
        let cell = cells.area(cells.columns - 2, row);
        draw::fill(&mut picture, cell, [150, 30, 160]);
        assert!(read_still(tiled::<Woodworm>(), &picture, &profile).is_err());
    }
}

/// Its shape stands a cell from the left, and the paper that it is drawn on does not begin where that would tell.
#[test]
fn a_wanted_shape_is_told_by_the_empty_cells_beside_it() {
    let profile = profile::<Woodworm>(&options(64107, 20_535_000));
    let (seen, puzzle) = read::<Woodworm>(&profile, &options(64107, 20_535_004), 1.25);
    assert_eq!(seen, Some(puzzle));
}

/// The first column has free cells only, and lies a little beside where the others tell.
#[test]
fn a_board_is_not_read_without_its_first_column() {
    let profile = profile::<Coil>(&options(64102, 20_510_000));
    let (seen, puzzle) = read::<Coil>(&profile, &options(64102, 20_510_002), 0.8);
    assert!(seen.is_none() || seen == Some(puzzle));
}

/// A goal shows through a part of a block that no example showed; a block is in two parts, which have one mark; an example
/// shows a block on cells of another's goal, and one with its own goal under all of it.
#[test]
fn blocks_are_told_by_signs_on_whatever_they_are() {
    for (skin, example, other) in [
        (64008, 20_040_001, 20_040_004),
        (64010, 20_050_004, 20_050_009),
        (81001, 5_005_012, 5_005_013),
        (75015, 25_075_010, 25_075_011),
    ] {
        let profile = profile::<Sliding>(&options(skin, example));
        let (seen, puzzle) = read::<Sliding>(&profile, &options(skin, other), 1.0);
        assert_eq!(seen, Some(puzzle), "skin {skin}");
    }
}

/// What is cut off from the rest of a board, and a column of blocks of which no look is sure, belong to it; a ring around one
/// goal is on a part of a block that no example showed.
#[test]
fn boards_are_read_with_all_that_is_theirs() {
    for (skin, example, other, zoom) in [
        (70002, 10_006, 10_008, 1.25),
        (70044, 220_010, 220_014, 1.5),
        (70039, 195_002, 195_007, 1.0),
        (64001, 20_005_002, 20_005_005, 1.0),
        // A tile of the frame above is no row of its own; a block behind a wall is of the board.
        (75017, 25_085_016, 25_085_020, 0.8),
        (75020, 25_100_002, 25_100_006, 1.5),
    ] {
        let profile = profile::<Sliding>(&options(skin, example));
        let (seen, puzzle) = read::<Sliding>(&profile, &options(skin, other), zoom);
        assert_eq!(seen, Some(puzzle), "skin {skin}");
    }
}

/// Lines between cells have the same width on cells of any size.
#[test]
fn levels_with_smaller_cells_and_lines_as_wide_are_read() {
    let profile = profile::<Coil>(&options(70001, 5000));
    for other in [5001, 5002] {
        let (seen, puzzle) = read::<Coil>(&profile, &options(70001, other), 1.0);
        assert_eq!(seen, Some(puzzle), "puzzle {other}");
    }
}

/// A column in which all is marked with what no example showed; a gold ring on gold; letters of a title instead of the wanted
/// shape; quarters of cells.
#[test]
fn what_is_not_seen_is_not_read_as_something_else() {
    fn is_right<G: Storable>([skin, example, other]: [u32; 3], zoom: f32) {
        let profile = profile::<G>(&options(skin, example));
        let (seen, puzzle) = read::<G>(&profile, &options(skin, other), zoom);
        assert!(seen.is_none() || seen == Some(puzzle), "skin {skin}");
    }
    is_right::<Sliding>([70011, 55_006, 55_011], 1.0);
    is_right::<Sliding>([70042, 210_000, 210_002], 0.8);
    is_right::<Woodworm>([70027, 135_000, 135_004], 1.25);
    is_right::<Coil>([70060, 300_000, 300_002], 1.25);
    is_right::<Coil>([71029, 5_145_000, 5_145_002], 1.5);
}

/// The block with the first mark lies below the one with the second.
#[test]
fn blocks_with_goals_are_remembered_by_their_marks() {
    let options = options(22, 22_001);
    solves::<Sliding>(&profile::<Sliding>(&options), &options, 1);
}

/// Sizes at which every second further puzzle is shown.
const ZOOMS: [f32; 4] = [1.25, 1.5, 0.8, 1.1];

/// Reads four puzzles of a look that was fitted by its first; none is taken for another.
fn reads_nothing_wrong<G: Storable>(skin: u32) {
    let profile = profile::<G>(&options(skin, 1));
    for index in 0..4 {
        let zoom = match index % 2 {
            1 => ZOOMS[(skin + index / 2) as usize % ZOOMS.len()],
            _ => 1.0,
        };
        let (seen, puzzle) = read::<G>(&profile, &options(skin, 2 + index), zoom);
        assert!(
            seen.is_none() || seen == Some(puzzle),
            "skin {skin}, puzzle {index}"
        );
    }
}

/// What was once read as another puzzle is none: some rows or cells of a board whose cells are smaller than those of the
/// example, a board of blocks without a row in which nothing was known but halves of blocks, and one without a goal whose
/// mark was never seen, drawn larger.
#[test]
fn no_part_of_a_board_is_read_as_a_whole() {
    for skin in [9100, 20012] {
        reads_nothing_wrong::<Coil>(skin);
    }
    for skin in [20013, 20101] {
        reads_nothing_wrong::<Sliding>(skin);
    }
}
