//! What no capture shows: other monsters, other colours, walls, things in the way.

use gridhand::base::{Point, Rect};
use gridhand::game::Game;
use gridhand::games::dungeons::{Cell, Dungeons, Puzzle};
use gridhand::profile::Profile;
use gridhand::screen::Frame;
use gridhand::vision::{ReadError, ReadScratch, Reading, View};
use image::{Rgba, RgbaImage};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::data::{Capture, at, captures, enlarged, learned, read};

fn read_at_once(
    picture: &RgbaImage,
    profile: &Profile,
    memory: Option<&Puzzle>,
) -> Result<Reading<Puzzle>, ReadError> {
    let frame = Frame::still(picture.clone());
    let view = View {
        frame: &frame,
        place: at(0, 0),
    };
    Dungeons::read(&view, profile, memory, &mut ReadScratch::default())
}

fn colour(rng: &mut impl Rng) -> Rgba<u8> {
    Rgba([rng.random(), rng.random(), rng.random(), 255])
}

/// A blob of a few colours with a dark rim, standing on a cell; may be larger than the cell.
fn draw_monster(picture: &mut RgbaImage, cell: Rect, rng: &mut impl Rng) {
    let palette = [colour(rng), colour(rng), colour(rng)];
    let (wide, high) = (rng.random_range(10..18), rng.random_range(11..20));
    let middle = Point::new(cell.x + 16, cell.y + 30 - high);
    for y in -high..high {
        for x in -wide..wide {
            let r = (x * x) as f32 / (wide * wide) as f32 + (y * y) as f32 / (high * high) as f32;
            let ink = match r {
                r if r > 1.0 => continue,
                r if r > 0.8 => Rgba([20, 14, 20, 255]),
                _ => palette[((x / 3 + y / 4).rem_euclid(3)) as usize],
            };
            let at = (middle.x + x, middle.y + y);
            if let Some(pixel) = picture.get_pixel_mut_checked(at.0 as u32, at.1 as u32) {
                *pixel = ink;
            }
        }
    }
}

fn fill(picture: &mut RgbaImage, area: Rect, mut ink: impl FnMut(i32, i32) -> Rgba<u8>) {
    for y in area.y..area.y + area.height {
        for x in area.x..area.x + area.width {
            if let Some(pixel) = picture.get_pixel_mut_checked(x as u32, y as u32) {
                *pixel = ink(x, y);
            }
        }
    }
}

/// Whether another monster on this cell leaves room for the walls of its column and row.
fn has_room(puzzle: &Puzzle, column: usize, row: usize) -> bool {
    let given = |c: usize, r: usize| matches!(puzzle.cell(c, r), Cell::Monster | Cell::Treasure);
    let in_column = (0..puzzle.height()).filter(|r| !given(column, *r)).count();
    let in_row = (0..puzzle.width()).filter(|c| !given(*c, row)).count();
    !given(column, row)
        && in_column > usize::from(puzzle.columns[column])
        && in_row > usize::from(puzzle.rows[row])
}

/// Calls for every board with what was learned from the others.
fn for_each_unseen(boards: &[Capture], mut test: impl FnMut(&Capture, &Profile)) {
    for unseen in boards {
        // With all seed digits learned, so that the seed is never in doubt.
        let profile = learned(boards.iter().filter(|b| b.name != unseen.name));
        test(unseen, &profile);
    }
}

#[test]
fn monsters_never_seen_are_monsters() {
    let Some((boards, _)) = captures() else {
        return;
    };
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut count, mut refused) = (0, Vec::new());
    for_each_unseen(&boards, |unseen, profile| {
        for _ in 0..40 {
            let (mut picture, mut puzzle) = (unseen.picture.clone(), unseen.puzzle.clone());
            for _ in 0..4 {
                let (column, row) = (rng.random_range(0..8), rng.random_range(0..8));
                // Not above others: in the game whoever stands lower is in front.
                let below = row + 1 < 8 && puzzle.cell(column, row + 1) != Cell::Unknown;
                if has_room(&puzzle, column, row) && !below {
                    draw_monster(&mut picture, profile.cells.area(column, row), &mut rng);
                    puzzle.cells[row * 8 + column] = Cell::Monster;
                }
            }
            count += 1;
            match read(&picture, profile) {
                Ok(reading) => assert_eq!(reading.puzzle, puzzle, "{}", unseen.name),
                Err(error) => refused.push(error.to_string()),
            }
        }
    });
    assert!(
        refused.len() * 20 <= count,
        "{}/{count}: {refused:#?}",
        refused.len()
    );
}

/// A solved row or column is brown in the game; nobody captured that for all digits.
#[test]
fn numbers_in_colours_never_seen_are_read() {
    let Some((boards, _)) = captures() else {
        return;
    };
    let recoloured = |ink: Rgba<u8>, light: Rgba<u8>| {
        move |pixel: Rgba<u8>| match [pixel[0], pixel[1], pixel[2]] {
            [250, 91, 69] => ink,
            [255, 189, 157] | [255, 155, 106] => light,
            _ => pixel,
        }
    };
    let brown = Rgba([98, 91, 77, 255]);
    let ways = [
        (brown, brown),
        (brown, Rgba([74, 69, 58, 255])),
        (Rgba([90, 200, 80, 255]), Rgba([190, 240, 160, 255])),
        (Rgba([210, 40, 190, 255]), Rgba([250, 150, 240, 255])),
        (Rgba([120, 30, 20, 255]), Rgba([160, 60, 40, 255])),
    ];
    for_each_unseen(&boards, |unseen, profile| {
        for (ink, light) in ways {
            let change = recoloured(ink, light);
            let mut picture = unseen.picture.clone();
            let numbers = profile.numbers.expect("it has some");
            for i in 0..8 {
                let squares = [
                    numbers.of_column(&profile.cells, i),
                    numbers.of_row(&profile.cells, i),
                ];
                for area in squares {
                    let old = picture.clone();
                    fill(&mut picture, area, |x, y| {
                        change(*old.get_pixel(x as u32, y as u32))
                    });
                }
            }
            match read(&picture, profile) {
                Ok(reading) => assert_eq!(reading.puzzle, unseen.puzzle, "{}", unseen.name),
                Err(error) => panic!("{} in {ink:?}: {error}", unseen.name),
            }
        }
    });
}

/// Without a template of a wall, whatever covers a cell that was empty before is one; unless there
/// are more than the numbers allow.
#[test]
fn walls_are_what_was_not_there_before() {
    let Some((boards, _)) = captures() else {
        return;
    };
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for_each_unseen(&boards, |unseen, profile| {
        let memory = &unseen.puzzle;
        for _ in 0..20 {
            let (mut picture, mut puzzle) = (unseen.picture.clone(), memory.clone());
            for index in 0..64 {
                let (column, row) = (index % 8, index / 8);
                let walls = |cells: &mut dyn Iterator<Item = usize>, puzzle: &Puzzle| {
                    cells.filter(|i| puzzle.cells[*i] == Cell::Wall).count()
                };
                let in_column = walls(&mut (0..8).map(|r| r * 8 + column), &puzzle);
                let in_row = walls(&mut (0..8).map(|c| row * 8 + c), &puzzle);
                let allowed = in_column < usize::from(puzzle.columns[column])
                    && in_row < usize::from(puzzle.rows[row]);
                if allowed && puzzle.cells[index] == Cell::Unknown && rng.random_bool(0.4) {
                    puzzle.cells[index] = Cell::Wall;
                    let area = profile.cells.area(column, row);
                    fill(&mut picture, area, |x, y| {
                        let edge = if x % 8 == 0 || y % 5 == 0 { 40 } else { 0 };
                        Rgba([170 - edge, 150 - edge, 140 - edge, 255])
                    });
                }
            }
            if puzzle != *memory {
                assert!(
                    read_at_once(&picture, profile, None).is_err(),
                    "monsters or walls?"
                );
            }
            let reading = read_at_once(&picture, profile, Some(memory));
            let reading = reading.unwrap_or_else(|error| panic!("{}: {error}", unseen.name));
            assert_eq!(reading.puzzle, puzzle);
        }
        // Another puzzle, although there is a memory.
        let other = boards
            .iter()
            .find(|b| b.name != unseen.name)
            .expect("there are nine");
        let reading = read_at_once(&unseen.picture, profile, Some(&other.puzzle));
        assert_eq!(reading.expect("it is readable").puzzle, unseen.puzzle);
    });
}

#[test]
fn a_banner_over_the_board_is_refused() {
    let Some((boards, _)) = captures() else {
        return;
    };
    for_each_unseen(&boards, |unseen, profile| {
        for (top, height, dim) in [(270, 80, false), (200, 200, false), (175, 263, true)] {
            let mut picture = unseen.picture.clone();
            let old = picture.clone();
            fill(&mut picture, Rect::new(30, top, 300, height), |x, y| {
                let p = *old.get_pixel(x as u32, y as u32);
                match dim {
                    true => Rgba([p[0] / 3, p[1] / 3, p[2] / 3, 255]),
                    false if (y / 9 + x / 7) % 4 == 0 => Rgba([240, 220, 160, 255]),
                    false => Rgba([90, 20, 30, 255]),
                }
            });
            for memory in [None, Some(&unseen.puzzle)] {
                let result = read_at_once(&picture, profile, memory);
                assert!(result.is_err(), "{}: {top}", unseen.name);
            }
        }
    });
}

/// Whether a reading is the truth, or has a monster where the thing pasted stands on a cell: so does
/// a monster.
fn is_right(read: &Puzzle, board: &Capture, profile: &Profile, pasted: Rect) -> bool {
    let mut truth = board.puzzle.clone();
    for index in 0..64 {
        let cell = profile.cells.area(index % 8, index / 8);
        let across = (pasted.x + pasted.width).min(cell.x + 32) - pasted.x.max(cell.x);
        let down = (pasted.y + pasted.height).min(cell.y + 32) - pasted.y.max(cell.y);
        if across >= 12 && down >= 12 && read.cells[index] == Cell::Monster {
            truth.cells[index] = Cell::Monster;
        }
    }
    *read == truth
}

/// Whatever is pasted over the board: a reading that is accepted is the truth.
#[test]
fn corrupted_pictures_are_refused_or_read_right() {
    let Some((boards, desktop)) = captures() else {
        return;
    };
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let profile = learned(&boards);
    let (mut accepted, mut wrong) = (0, Vec::new());
    for n in 0..3000 {
        let board = &boards[n % boards.len()];
        let mut picture = board.picture.clone();
        let (width, height) = (rng.random_range(3..26), rng.random_range(3..26));
        let mut area = Rect::new(
            rng.random_range(5..320),
            rng.random_range(95..440),
            width,
            height,
        );
        match n % 4 {
            0 => {
                let flat = colour(&mut rng);
                fill(&mut picture, area, |_, _| flat);
            }
            1 => fill(&mut picture, area, |_, _| colour(&mut rng)),
            2 => {
                let from = (rng.random_range(0..300), rng.random_range(0..430));
                let old = picture.clone();
                fill(&mut picture, area, |x, y| {
                    let at = (from.0 + x - area.x, from.1 + y - area.y);
                    let pixel = old.get_pixel_checked(at.0 as u32, at.1 as u32);
                    *pixel.unwrap_or(&Rgba([0, 0, 0, 255]))
                });
            }
            // The pointer of the game, or another one.
            _ => {
                area.width = 12;
                area.height = 20;
                let from = (948 + rng.random_range(0..4), 226);
                fill(&mut picture, area, |x, y| {
                    let at = ((from.0 + x - area.x) as u32, (from.1 + y - area.y) as u32);
                    *desktop
                        .picture
                        .get_pixel_checked(at.0, at.1)
                        .unwrap_or(&Rgba([255; 4]))
                });
            }
        }
        if let Ok(reading) = read_at_once(&picture, &profile, None) {
            accepted += 1;
            if !is_right(&reading.puzzle, board, &profile, area) {
                wrong.push(format!(
                    "{} {area:?} way {}\n{}",
                    board.name,
                    n % 4,
                    reading.puzzle
                ));
            }
        }
    }
    println!("{accepted} of 3000 accepted");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(accepted > 1000, "only {accepted} accepted");
}

#[test]
fn what_is_no_whole_board_is_refused() {
    let Some((boards, desktop)) = captures() else {
        return;
    };
    let profile = learned(&boards);
    let bear = &boards[0].picture;
    let (width, height) = bear.dimensions();
    let part = |x, y, w, h| image::imageops::crop_imm(bear, x, y, w, h).to_image();
    for half in [
        part(0, 0, width / 2, height),
        part(width / 2, 0, width / 2, height),
        part(0, 0, width, height / 2),
        part(0, height / 2, width, height / 2),
        part(40, 40, width - 80, height - 80),
    ] {
        for scale in 1..=3 {
            let error = read(&enlarged(&half, scale), &profile).expect_err("it is a half");
            assert!(error.to_string().contains("part"), "{error}");
        }
    }
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let noise = RgbaImage::from_fn(800, 600, |_, _| colour(&mut rng));
    assert!(read(&noise, &profile).is_err());
    assert!(read(&RgbaImage::new(3, 3), &profile).is_err());
    let mut two = desktop.picture.clone();
    image::imageops::replace(&mut two, bear, 620, 10);
    image::imageops::replace(&mut two, bear, 5, 20);
    let error = read(&two, &profile).expect_err("there are two");
    assert!(
        error.to_string().contains("2 of them") || error.to_string().contains("3 of"),
        "{error}"
    );
}
