//! Boards of dungeons that are read by likeness: found by their cells where what is around them has changed, and at
//! sizes that no example had.

use gridhand::game::Game;
use gridhand::game::ability::{Fits, Fitted, Hints};
use gridhand::games::dungeons::fit::fit;
use gridhand::games::dungeons::learn::Lesson;
use gridhand::games::dungeons::{Dungeons, Puzzle};
use gridhand::screen::Frame;
use gridhand::vision::{Place, ReadScratch, View};
use image::imageops::{FilterType, overlay, resize};
use image::{Rgba, RgbaImage};

use super::dungeons_skins::{fitted, picture, puzzle};

const SKINS: std::ops::RangeInclusive<u32> = 501..=506;

/// What a picture is read or, where it shows what the example did not, deduced to be, the board having been at a
/// place before; and where it is now.
fn read(fitted: &Fitted, picture: RgbaImage, before: Option<Place>) -> Option<(Puzzle, Place)> {
    let frame = Frame::still(picture);
    let place = fitted.profile.locate(&frame, before).ok()?;
    let view = View {
        frame: &frame,
        place,
    };
    let read = Dungeons::read(&view, &fitted.profile, None, &mut ReadScratch::default());
    let read = read.ok().map(|reading| reading.puzzle);
    let puzzle = read.or_else(|| Dungeons.deduce(&view, &fitted.profile))?;
    Some((puzzle, place))
}

/// The board's own part of the picture on a page of another colour, below a header that was not there.
fn elsewhere(fitted: &Fitted, picture: &RgbaImage) -> RgbaImage {
    let frame = Frame::still(picture.clone());
    let place = fitted.profile.locate(&frame, None).expect("the board");
    let view = View {
        frame: &frame,
        place,
    };
    let board = view.board(fitted.profile.board);
    let (width, height) = board.dimensions();
    let mut page = RgbaImage::from_pixel(width + 90, height + 130, Rgba([70, 40, 90, 255]));
    overlay(&mut page, &board, 37, 101);
    page
}

/// The page, on which a line came up above everything and pushed it down by a cell.
fn pushed_down(fitted: &Fitted, picture: &RgbaImage) -> RgbaImage {
    let cell = fitted.profile.cells.pitch[1].round() as u32;
    let (width, height) = picture.dimensions();
    let mut page = RgbaImage::from_pixel(width, height + cell, *picture.get_pixel(1, 1));
    overlay(&mut page, picture, 0, i64::from(cell));
    page
}

/// How many are read of those that are read as they are, after a change; none may be read wrongly.
fn still_read(change: impl Fn(&Fitted, &RgbaImage) -> RgbaImage) -> [usize; 2] {
    let mut counts = [0; 2];
    for skin in SKINS {
        let Some(fitted) = fitted(skin, skin * 1000) else {
            continue;
        };
        for seed in skin * 1000 + 1..=skin * 1000 + 4 {
            let plain = picture(skin, seed);
            let Some((_, before)) = read(&fitted, plain.clone(), None) else {
                continue;
            };
            counts[0] += 1;
            if let Some((seen, _)) = read(&fitted, change(&fitted, &plain), Some(before)) {
                assert_eq!(seen, puzzle(seed), "skin {skin}, seed {seed}");
                counts[1] += 1;
            }
        }
    }
    eprintln!("{} of {} boards still read", counts[1], counts[0]);
    counts
}

#[test]
fn a_board_is_found_where_the_page_around_it_is_another() {
    let [read, still] = still_read(elsewhere);
    assert!(read > 8 && still * 10 >= read * 9, "{still} of {read}");
}

#[test]
fn a_board_is_found_at_another_size() {
    let [read, still] = still_read(|_, plain| {
        let [width, height] = [plain.width(), plain.height()].map(|side| side * 5 / 4);
        resize(plain, width, height, FilterType::CatmullRom)
    });
    assert!(read > 8 && still * 2 >= read, "{still} of {read}");
}

#[test]
fn a_board_that_a_line_above_pushed_down_by_a_cell_is_not_read_where_it_was() {
    let [read, still] = still_read(pushed_down);
    assert!(read > 8 && still * 10 >= read * 9, "{still} of {read}");
}

/// The picture with cells that are wider than high, or higher than wide.
fn stretched(picture: &RgbaImage, [across, down]: [f32; 2]) -> RgbaImage {
    let size = |side: u32, by: f32| (side as f32 * by).round() as u32;
    let (width, height) = picture.dimensions();
    resize(
        picture,
        size(width, across),
        size(height, down),
        FilterType::Triangle,
    )
}

#[test]
fn cells_need_not_be_square() {
    for (skin, by) in [(501, [1.25, 1.0]), (503, [1.0, 1.3])] {
        let seed = skin * 1000;
        let lesson = Lesson {
            name: format!("skin {skin}"),
            picture: stretched(&picture(skin, seed), by),
            puzzle: puzzle(seed),
        };
        let fitted = fit("mine", "none", &[lesson], &Hints::default()).expect("it is fitted");
        let [width, height] = fitted.profile.cells.pitch;
        let told = width / height / f64::from(by[0] / by[1]);
        assert!(
            (told - 1.0).abs() < 0.02,
            "skin {skin}: {width} by {height}"
        );
        let seeds = seed + 1..=seed + 4;
        let read = seeds.filter(|seed| {
            let page = stretched(&picture(skin, *seed), by);
            let seen = read(&fitted, page, None).map(|(seen, _)| seen);
            assert!(seen.as_ref().is_none_or(|seen| *seen == puzzle(*seed)));
            seen.is_some()
        });
        assert!(read.count() > 0, "skin {skin}: none is read");
    }
}
