//! Games known by their tiles: fitted to looks of the practice games by one text, and read at other puzzles and
//! places.

use gridhand::base::{Point, Rect};
use gridhand::draw::{self, font};
use gridhand::game::ability::{Fits, Hints};
use gridhand::game::tiled::{self, TileFits, read_still};
use gridhand::game::{Game, Storable, first_shown};
use gridhand::games::coil::Coil;
use gridhand::games::sliding::Sliding;
use gridhand::games::warehouse::Warehouse;
use gridhand::practice::Options;
use gridhand::profile::Profile;
use gridhand::profile::learn::Lesson;
use gridhand::screen::Frame;
use gridhand::vision::{ReadScratch, View};
use image::{Rgba, RgbaImage, imageops};

use crate::fitting::{self, tiled};

/// A puzzle of a practice game in some skin, and its picture.
fn shown<G: Storable>(skin: u32, seed: u32) -> (G::Puzzle, RgbaImage) {
    let options = Options {
        seed,
        skin,
        ..Options::default()
    };
    first_shown::<G>(&options).expect("it tells what it shows")
}

/// A profile of what a practice game shows in some skin.
fn fitted<G: Storable>(skin: u32) -> Profile {
    let (puzzle, picture) = shown::<G>(skin, 1);
    fitting::fitted::<G>(puzzle, picture)
}

/// The same picture with tiles of another shape: its width and height are multiplied so.
fn stretched(picture: &RgbaImage, [wide, high]: [f64; 2]) -> RgbaImage {
    let [width, height] = [picture.width(), picture.height()].map(f64::from);
    let [width, height] = [width * wide, height * high].map(|side| side.round() as u32);
    imageops::resize(picture, width, height, imageops::Triangle)
}

#[test]
fn tiles_that_are_not_square_are_found_where_they_are_and_other_levels_are_read() {
    for shape in [[1.0, 1.06], [1.0, 0.7]] {
        let (puzzle, picture) = shown::<Warehouse>(0, 1);
        let square = fitted::<Warehouse>(0).cells;
        let lesson = Lesson {
            name: format!("{shape:?}"),
            puzzle,
            picture: stretched(&picture, shape),
        };
        let fitted = TileFits(tiled::<Warehouse>()).fit("mine", "", &[lesson], &Hints::default());
        let fitted = fitted.unwrap_or_else(|why| panic!("{shape:?}: {why}"));
        let profile = fitted.profile;
        for (axis, factor) in shape.into_iter().enumerate() {
            let first = |at: [i32; 2]| f64::from(at[axis]);
            let wanted = first([square.first.x, square.first.y]) * factor;
            let found = first([profile.cells.first.x, profile.cells.first.y]);
            assert!(
                (found - wanted).abs() <= 2.0,
                "{shape:?}: {found}, not {wanted}"
            );
            let [found, wanted] = [profile.cells, square].map(|cells| cells.pitch[axis]);
            let off = found / (wanted * factor) - 1.0;
            assert!(off.abs() < 0.01, "{shape:?}: {found} of {wanted}");
        }
        let read = (2..6).filter(|seed| {
            let (puzzle, picture) = shown::<Warehouse>(0, *seed);
            let picture = stretched(&picture, shape);
            let read = read_still(tiled::<Warehouse>(), &picture, &profile);
            assert!(read.as_ref().is_ok_and(|read| *read == puzzle) || read.is_err());
            read.is_ok()
        });
        assert!(read.count() >= 2, "{shape:?}");
    }
}

/// A level whose tiles are larger than the example's: four of them at a corner look a little like four small ones.
#[test]
fn a_few_pixels_of_larger_tiles_are_no_board() {
    let profile = fitted::<Coil>(7001);
    let (puzzle, picture) = shown::<Coil>(7001, 3);
    let picture = stretched(&picture, [1.5, 1.5]);
    let read = read_still(tiled::<Coil>(), &picture, &profile).expect("it is read");
    assert_eq!(read.to_string(), puzzle.to_string());
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

#[test]
fn where_a_search_was_in_vain_the_board_is_read_again_where_it_was() {
    let profile = fitted::<Coil>(0);
    let (puzzle, picture) = shown::<Coil>(0, 1);
    let mut scratch = ReadScratch::default();
    let mut read = |picture: RgbaImage, only_here| {
        // A search puts the next one off for some time.
        (scratch.only_here, scratch.searched) = (only_here, None);
        let frame = Frame::still(picture);
        let view = View::whole(&frame);
        let read = tiled::read(tiled::<Coil>(), &view, &profile, None, &mut scratch);
        read.ok().map(|reading| reading.puzzle)
    };
    assert_eq!(read(picture.clone(), false), Some(puzzle.clone()));
    let ground = *picture.get_pixel(0, 0);
    let mut moved = RgbaImage::from_pixel(picture.width(), picture.height(), ground);
    imageops::replace(&mut moved, &picture, -7, -5);
    assert_eq!(read(moved.clone(), true), None);
    assert_eq!(read(picture, true), Some(puzzle.clone()));
    assert_eq!(read(moved, false), Some(puzzle));
}

/// A dark page with a panel whose ground is as the open cells are, and in it a tray with a board. Everything but the
/// cells' borders grows with the pitch, and is rounded to whole pixels.
fn panel(text: &str, pitch: f64) -> RgbaImage {
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let at = |tiles: f64| (tiles * pitch).round() as u32;
    let mut page = RgbaImage::from_pixel(at(16.0), at(14.0), Rgba([24, 18, 14, 255]));
    let mut fill = |[left, top, right, bottom]: [u32; 4], colour: [u8; 3]| {
        for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
            page.put_pixel(x, y, Rgba([colour[0], colour[1], colour[2], 255]));
        }
    };
    fill([at(0.5), at(2.0), at(11.5), at(12.8)], [58, 36, 22]);
    fill([at(0.8), at(2.9), at(11.2), at(12.3)], [38, 22, 12]);
    for (row, column) in (0..rows.len()).flat_map(|y| (0..rows[y].len()).map(move |x| (y, x))) {
        let [left, top] = [column as f64 + 1.12, row as f64 + 3.2].map(at);
        let [right, bottom] = [column as f64 + 2.08, row as f64 + 4.16].map(at);
        let (border, inside) = match rows[row][column] {
            'X' => ([160, 92, 76], [104, 56, 44]),
            _ => ([84, 44, 32], [57, 35, 21]),
        };
        fill([left, top, right, bottom], border);
        fill([left + 1, top + 1, right - 1, bottom - 1], inside);
    }
    page
}

#[test]
fn a_board_of_another_size_is_found_on_a_page_that_looks_like_its_cells() {
    let parse = |text: &str| Coil::parse(text).expect("a level");
    let first = "X..\n...\n..X\n";
    let lesson = Lesson {
        name: "page".into(),
        puzzle: parse(first),
        picture: panel(first, 50.0),
    };
    let fitted = TileFits(tiled::<Coil>()).fit("mine", "", &[lesson], &Hints::default());
    let profile = fitted.unwrap_or_else(|why| panic!("{why}")).profile;
    let other = ".....\n.X...\n...X.\n";
    for pitch in [50.0, 55.0, 62.5] {
        let read = read_still(tiled::<Coil>(), &panel(other, pitch), &profile);
        assert_eq!(
            read.map_err(|why| why.to_string()),
            Ok(parse(other)),
            "{pitch}"
        );
    }
}

/// Blocks of one colour each, with dark rims, on a light floor in a dark frame; no goal is drawn.
fn blocks(text: &str, side: u32) -> RgbaImage {
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let at = |column: i64, row: i64| -> Option<char> {
        let row = rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    };
    let [width, height] = [rows[0].len() as u32, rows.len() as u32].map(|side_| side_ * side + 80);
    RgbaImage::from_fn(width, height, |x, y| {
        let [x, y] = [i64::from(x) - 40, i64::from(y) - 40];
        let pitch = i64::from(side);
        let (column, row) = (x.div_euclid(pitch), y.div_euclid(pitch));
        let Some(sign) = at(column, row) else {
            return Rgba([52, 44, 60, 255]);
        };
        let (left, top) = (x.rem_euclid(pitch), y.rem_euclid(pitch));
        let ends = |from: i64, right: i64, down: i64| {
            from < 3 && at(column + right, row + down) != Some(sign)
        };
        let rim = ends(left, -1, 0)
            || ends(pitch - 1 - left, 1, 0)
            || ends(top, 0, -1)
            || ends(pitch - 1 - top, 0, 1);
        let shade = (sign as u8).wrapping_mul(53);
        match sign {
            '.' => Rgba([226, 221, 205, 255]),
            _ if rim => Rgba([24, 24, 24, 255]),
            _ => Rgba([60 + shade % 150, 200 - shade % 120, 90 + shade % 97, 255]),
        }
    })
}

#[test]
fn a_goal_that_is_not_drawn_is_known_by_the_example() {
    const GOAL: &str = "goal\n....\n....\n....\n.AA.\n.AA.\n";
    let start = "BAAC\nBAAC\nDEEF\nDGHF\nI..J\n";
    let parse = |start: &str| Sliding::parse(&format!("start\n{start}{GOAL}")).expect("a puzzle");
    let lesson = Lesson {
        name: "blocks".into(),
        puzzle: parse(start),
        picture: blocks(start, 44),
    };
    let fitted = TileFits(tiled::<Sliding>()).fit("mine", "", &[lesson], &Hints::default());
    let profile = fitted.unwrap_or_else(|why| panic!("{why}")).profile;
    let moved = "BAAC\nBAAC\nDEEF\nDG.F\nI.HJ\n";
    // What is free in the example is where the goal is; elsewhere it looks the same.
    let elsewhere = "BAAC\nBAAC\nDEEF\nDGHF\n.IJ.\n";
    for start in [start, moved, elsewhere] {
        let read = read_still(tiled::<Sliding>(), &blocks(start, 44), &profile);
        assert_eq!(read.map_err(|why| why.to_string()), Ok(parse(start)));
    }
}

/// A window of one colour with a level in its corner: walls, boxes, goals and the robot have a colour each, and there is
/// nothing on the floor.
fn plain_level(level: &str) -> RgbaImage {
    const SIDE: i32 = 23;
    let mut canvas = draw::canvas([400, 300]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [255, 255, 190]);
    for (row, line) in (0..).zip(level.lines()) {
        for (column, sign) in (0..).zip(line.chars()) {
            let tile = Rect::new(column * SIDE, row * SIDE, SIDE, SIDE);
            let colour = match sign {
                '#' => [255, 147, 209],
                '.' => [156, 229, 255],
                '$' => [255, 201, 126],
                '@' => [167, 135, 255],
                _ => continue,
            };
            draw::fill(&mut canvas, tile, colour);
            font::write(
                &mut canvas,
                tile.corner() + Point::new(2, 2),
                &sign.to_string(),
                [255; 3],
            );
        }
    }
    canvas
}

#[test]
fn a_level_ends_at_its_walls_where_all_around_it_looks_as_its_floor() {
    let [first, second] = [
        "#######\n#  .  #\n# $ $ #\n#@ . .#\n#######",
        "  ####\n###  ####\n#  $  . #\n# @ $ . #\n#########",
    ];
    let level = |text: &str| Warehouse::parse(text).expect("a level");
    let lesson = Lesson {
        name: "plain".into(),
        puzzle: level(first),
        picture: plain_level(first),
    };
    let fits = TileFits(tiled::<Warehouse>());
    let fitted = fits.fit("mine", "", &[lesson], &Hints::default());
    let profile = fitted.unwrap_or_else(|why| panic!("{why}")).profile;
    for text in [first, second] {
        let read = read_still(tiled::<Warehouse>(), &plain_level(text), &profile);
        let read = read.unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(read.to_string(), level(text).to_string());
    }
}
