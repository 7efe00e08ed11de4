//! Dungeons on a page of the floor's colour, with lines of whole pixels: at another size they are thinner than they should be.

use gridhand::base::Rect;
use gridhand::draw::{self, font};
use gridhand::game::Game;
use gridhand::game::ability::Hints;
use gridhand::games::dungeons::fit::fit;
use gridhand::games::dungeons::learn::Lesson;
use gridhand::games::dungeons::{Dungeons, Puzzle};
use gridhand::profile::Profile;
use gridhand::screen::Frame;
use gridhand::vision::{ReadScratch, View};
use image::imageops::{FilterType, overlay, resize};
use image::{Rgba, RgbaImage};

const FLOOR: [u8; 3] = [217, 210, 191];
const INK: [u8; 3] = [22, 13, 3];

const PUZZLE: &str = "
  1 4 2 7 0 4 4 4
3 . . . . . . . .
2 . . . . . . . M
5 . . M . . . . .
3 . . . . . . . M
4 . . . . . . . .
1 . T . . . . . M
4 . . . . . . . .
4 . . . . . . . M
";

/// A thing of a whole cell of 80 pixels, as large as cells of this size have it.
fn thing(cell: i32, paint: impl Fn(&mut RgbaImage)) -> RgbaImage {
    let mut canvas = draw::canvas([80, 80]);
    draw::fill(&mut canvas, Rect::new(0, 0, 80, 80), FLOOR);
    paint(&mut canvas);
    let inner = image::imageops::crop_imm(&canvas, 8, 8, 64, 64).to_image();
    let side = (64 * cell / 80) as u32;
    resize(&inner, side, side, FilterType::Triangle)
}

/// The page with cells of so many pixels, each in a line of so many.
fn picture(cell: i32, line: i32) -> RgbaImage {
    let side = (10 * cell) as u32;
    let [red, green, blue] = FLOOR;
    let mut page = RgbaImage::from_pixel(side + 200, side, Rgba([red, green, blue, 255]));
    let put = |page: &mut RgbaImage, picture: &RgbaImage, x: i32, y: i32| {
        let off = (cell - picture.width() as i32) / 2;
        let [x, y] = [100 + x * cell + off, y * cell + off].map(i64::from);
        overlay(page, picture, x, y);
    };
    for (x, y) in (0..8).flat_map(|y| (0..8).map(move |x| (x, y))) {
        let area = Rect::new(100 + (x + 1) * cell, (y + 1) * cell, cell, cell);
        draw::fill(&mut page, area, INK);
        draw::fill(&mut page, area.grown(-line), FLOOR);
    }
    for (y, row) in PUZZLE.trim_matches('\n').lines().enumerate() {
        let signs: Vec<char> = row.chars().step_by(2).collect();
        for (x, sign) in signs
            .into_iter()
            .enumerate()
            .filter(|(_, sign)| !". ".contains(*sign))
        {
            let shown = thing(cell, |canvas| match sign {
                'M' => {
                    draw::fill(canvas, Rect::new(24, 20, 30, 38), [236, 90, 150]);
                    draw::fill(canvas, Rect::new(34, 28, 10, 22), [240; 3]);
                }
                'T' => draw::fill(canvas, Rect::new(22, 26, 36, 28), [238, 188, 40]),
                digit => {
                    let at = gridhand::base::Point::new(32, 30);
                    font::write_big(canvas, at, &digit.to_string(), [INK; 2]);
                }
            });
            put(&mut page, &shown, x as i32, y as i32);
        }
    }
    page
}

fn read(profile: &Profile, picture: RgbaImage) -> Result<Puzzle, String> {
    let frame = Frame::still(picture);
    let place = profile
        .locate(&frame, None)
        .map_err(|why| why.to_string())?;
    let view = View {
        frame: &frame,
        place,
    };
    let read = Dungeons::read(&view, profile, None, &mut ReadScratch::default());
    read.map(|reading| reading.puzzle)
        .map_err(|why| why.to_string())
}

#[test]
fn lines_thinner_by_a_pixel_are_lines_of_the_same_board() {
    let puzzle = Dungeons::parse(PUZZLE.trim_matches('\n')).expect("a puzzle");
    let lesson = Lesson {
        name: "page".into(),
        picture: picture(80, 3),
        puzzle: puzzle.clone(),
    };
    let fitted = fit("mine", "none", &[lesson], &Hints::default());
    let profile = fitted.unwrap_or_else(|why| panic!("{why}")).profile;
    for (cell, line) in [(80, 3), (68, 2), (70, 2)] {
        assert_eq!(
            read(&profile, picture(cell, line)),
            Ok(puzzle.clone()),
            "{cell}"
        );
    }
}
