//! Reading the practice game in everything it can show, with the templates built into the program.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use gridhand::base::Point;
use gridhand::game::Game as _;
use gridhand::games::woodworm::practice::Game;
use gridhand::games::woodworm::shapes::SHAPES;
use gridhand::games::woodworm::{Direction, Puzzle, Woodworm};
use gridhand::hand::Key;
use gridhand::practice::{Input, PracticeGame};
use gridhand::profile::Profile;
use gridhand::screen::Frame;
use gridhand::vision::{ReadError, ReadScratch, View};
use image::RgbaImage;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub fn profile() -> Profile {
    // A folder without a calibration file: what is read is what is built in.
    let nowhere = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    Profile::load(Some(&nowhere), "practice-woodworm").expect("it is built in")
}

/// The game's picture at scale 1.
pub fn picture(game: &Game) -> RgbaImage {
    game.picture()
}

/// The game's picture, enlarged, somewhere in a larger one.
pub fn frame(game: &Game, scale: u32, corner: Point) -> Frame {
    let picture = picture(game);
    let (width, height) = picture.dimensions();
    let (left, top) = (corner.x as u32, corner.y as u32);
    let all = RgbaImage::from_fn(width * scale + 60, height * scale + 40, |x, y| {
        let inside = |n: u32, first: u32| n.checked_sub(first).map(|n| n / scale);
        let at = inside(x, left).zip(inside(y, top));
        let pixel = at.and_then(|(x, y)| picture.get_pixel_checked(x, y));
        *pixel.unwrap_or(&image::Rgba([90, 20, 120, 255]))
    });
    Frame::still(all)
}

pub fn read(frame: &Frame, profile: &Profile) -> Result<Puzzle, ReadError> {
    let place = profile.locate(frame, None)?;
    let reading = Woodworm::read(
        &View { frame, place },
        profile,
        None,
        &mut ReadScratch::default(),
    )?;
    Ok(reading.puzzle)
}

/// A state some random steps after the start.
pub fn wander(rng: &mut impl Rng, text: &str) -> Puzzle {
    let mut puzzle = Puzzle::parse(text).expect("a shape of our own");
    for _ in 0..rng.random_range(0..150) {
        let step = Direction::ALL[rng.random_range(0..4)];
        let next = puzzle.after(step).filter(|next| !next.is_solved());
        puzzle = next.unwrap_or(puzzle);
    }
    puzzle
}

#[test]
fn every_state_is_read_exactly() {
    let profile = profile();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for round in 0..4 {
        for (name, text) in SHAPES {
            let puzzle = wander(&mut rng, text);
            let game = Game::showing(name, puzzle.clone(), 0);
            let corner = Point::new(rng.random_range(0..60), rng.random_range(0..40));
            let read = read(&frame(&game, round % 3 + 1, corner), &profile);
            let read = read.unwrap_or_else(|error| panic!("{name} in round {round}: {error}"));
            assert_eq!(read, puzzle, "{name} in round {round}");
        }
    }
}

#[test]
fn while_something_falls_nothing_else_is_read_than_what_comes_of_it() {
    let profile = profile();
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let (mut refused, mut read_at_rest) = (0, 0);
    for (name, text) in SHAPES {
        let mut puzzle = wander(&mut rng, text);
        let mut game = Game::showing(name, puzzle.clone(), 0);
        for _ in 0..12 {
            let step = Direction::ALL[rng.random_range(0..4)];
            let next = puzzle.after(step).filter(|next| !next.is_solved());
            let Some(next) = next else { continue };
            let key = [Key::Up, Key::Right, Key::Down, Key::Left][step as usize];
            game.handle(Input::Typed(key));
            while game.is_falling() {
                match read(&frame(&game, 1, Point::default()), &profile) {
                    Ok(read) => assert_eq!(read, next, "{name} after\n{puzzle}{step}"),
                    Err(_) => refused += 1,
                }
                game.tick(Duration::from_millis(rng.random_range(1..16)));
            }
            let read = read(&frame(&game, 1, Point::default()), &profile);
            assert_eq!(read.ok().as_ref(), Some(&next), "{name}");
            read_at_rest += 1;
            puzzle = next;
        }
    }
    assert!(
        refused > 50 && read_at_rest > 100,
        "{refused}, {read_at_rest}"
    );
}

#[test]
fn a_board_with_something_in_front_is_not_misread() {
    let profile = profile();
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut refused = 0;
    for (name, text) in SHAPES.iter().cycle().take(100) {
        let puzzle = wander(&mut rng, text);
        let mut frame = frame(&Game::showing(name, puzzle.clone(), 0), 1, Point::default());
        let cells = profile.cells.bounds();
        let [w, h] = [rng.random_range(4..200), rng.random_range(4..200)];
        let x = rng.random_range(cells.x..cells.x + cells.width - w);
        let y = rng.random_range(cells.y..cells.y + cells.height - h);
        let grey = rng.random_range(0..=255);
        for (x, y) in (y..y + h).flat_map(|y| (x..x + w).map(move |x| (x as u32, y as u32))) {
            Arc::make_mut(&mut frame.image).put_pixel(x, y, image::Rgba([grey, grey, grey, 255]));
        }
        match read(&frame, &profile) {
            Ok(read) => assert_eq!(read, puzzle, "{name}"),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 50, "{refused}");
}

#[test]
fn the_solved_sign_is_seen_when_it_is_there() {
    let profile = profile();
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for (name, text) in SHAPES {
        let puzzle = wander(&mut rng, text);
        // Any wood can be the wanted one.
        let wood = puzzle.pieces().iter().map(|&piece| piece != 0).collect();
        let solved = Puzzle::start(puzzle.width(), wood);
        let solved = solved.with(puzzle.pieces().to_vec(), puzzle.worm());
        for (state, expected) in [(puzzle, false), (solved, true)] {
            let frame = frame(&Game::showing(name, state, 0), 1, Point::default());
            let place = profile.locate(&frame, None).expect("the board");
            let view = View {
                frame: &frame,
                place,
            };
            assert_eq!(profile.templates.shows_solved(&view), expected, "{name}");
        }
    }
}
