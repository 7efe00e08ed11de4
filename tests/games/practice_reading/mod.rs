//! Reading the practice game in everything it can show, with the templates built into the program.

use std::path::Path;

use gridhand::base::Point;
use gridhand::game::Game;
use gridhand::games::dungeons::{Dungeons, Puzzle};
use gridhand::profile::Profile;
use gridhand::screen::Frame;
use gridhand::vision::{Place, ReadError, ReadScratch, Reading, View};
use image::RgbaImage;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use room::Room;

mod room;

fn profile() -> Profile {
    // A folder without a calibration file: what is read is what is built in.
    let nowhere = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    Profile::load(Some(&nowhere), "practice-dungeons").expect("it is built in")
}

/// The picture enlarged, somewhere in a larger one full of noise, and where it is there.
fn embedded(picture: &RgbaImage, scale: u32, rng: &mut impl Rng) -> (Frame, Place) {
    let origin = Point::new(rng.random_range(0..300), rng.random_range(0..200));
    let (width, height) = (picture.width() * scale, picture.height() * scale);
    let mut whole = RgbaImage::from_fn(width + 300, height + 200, |_, _| {
        let grey = rng.random_range(0..=255u8);
        image::Rgba([grey, grey / 2 + 60, 255 - grey, 255])
    });
    for y in 0..height {
        for x in 0..width {
            let at = (origin.x as u32 + x, origin.y as u32 + y);
            whole.put_pixel(at.0, at.1, *picture.get_pixel(x / scale, y / scale));
        }
    }
    (Frame::still(whole), Place::enlarged(origin, scale))
}

fn read(
    frame: &Frame,
    profile: &Profile,
    memory: Option<&Puzzle>,
) -> Result<Reading<Puzzle>, ReadError> {
    let place = profile.locate(frame, None)?;
    Dungeons::read(
        &View { frame, place },
        profile,
        memory,
        &mut ReadScratch::default(),
    )
}

#[test]
fn rooms_with_walls_and_marks_are_read_exactly() {
    let profile = profile();
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut refused = Vec::new();
    let count = 300;
    for n in 0..count {
        let mut room = Room::new(rng.random_range(0..100_000_000), &profile);
        room.wait(rng.random_range(0..3000));
        let walls = rng.random_range(0..70);
        let marks = rng.random_range(0..=(100 - walls) / 2);
        room.scribble(&mut rng, walls, marks);
        let scale = n % 3 + 1;
        let (frame, place) = embedded(&room.picture(), scale, &mut rng);
        assert_eq!(profile.locate(&frame, None).expect("found"), place);
        match read(&frame, &profile, None) {
            Ok(reading) => assert_eq!(reading.puzzle, room.puzzle),
            Err(error) => {
                refused.push(format!("{:?}: {error}", room.puzzle.seed));
            }
        }
    }
    assert!(
        refused.is_empty(),
        "{}/{count} refused:\n{}",
        refused.len(),
        refused.join("\n")
    );
}

/// Of a wall behind large monsters no more than a corner may show.
#[test]
fn rooms_full_of_walls_are_read_at_first_sight() {
    let profile = profile();
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let others = (0..300).map(|_| rng.random_range(0..100_000_000));
    for seed in [6_150_267].into_iter().chain(others) {
        let mut room = Room::new(seed, &profile);
        room.nearly_solve();
        let frame = Frame::still(room.picture());
        match read(&frame, &profile, None) {
            Ok(reading) => assert_eq!(reading.puzzle, room.puzzle),
            Err(error) => panic!("{seed}: {error}"),
        }
    }
}

/// In a solved room monsters are larger and treasures smaller.
#[test]
fn solved_rooms_are_read_exactly_once_the_banner_is_gone() {
    let profile = profile();
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for _ in 0..100 {
        let mut room = Room::new(rng.random_range(0..100_000_000), &profile);
        let before = room.puzzle.clone();
        room.solve();
        let frame = Frame::still(room.picture());
        for memory in [None, Some(&before)] {
            if let Ok(reading) = read(&frame, &profile, memory) {
                assert_eq!(reading.puzzle, room.puzzle, "through the banner");
            }
        }
        room.wait(2000 + rng.random_range(0..1000));
        let frame = Frame::still(room.picture());
        for memory in [None, Some(&before)] {
            match read(&frame, &profile, memory) {
                Ok(reading) => assert_eq!(reading.puzzle, room.puzzle),
                Err(error) => panic!("{:?}: {error}", room.puzzle.seed),
            }
        }
    }
}

/// Between monsters that grew a wall may show at one corner only.
#[test]
fn walls_between_large_monsters_are_no_monsters() {
    let profile = profile();
    for seed in [
        54_937_825, 65_300_677, 33_879_727, 34_592_631, 55_947_290, 70_141_327, 61_500_473,
    ] {
        let mut room = Room::new(seed, &profile);
        room.solve();
        room.wait(3000);
        let reading = read(&Frame::still(room.picture()), &profile, None);
        let reading = reading.unwrap_or_else(|error| panic!("{seed}: {error}"));
        assert_eq!(reading.puzzle, room.puzzle, "{seed}");
    }
}

/// Monsters that grew may hide half of two numbers: what columns, rows and the room that monsters leave
/// say together tells which they are.
#[test]
fn numbers_half_hidden_by_monsters_are_deduced() {
    let profile = profile();
    let mut room = Room::new(80_375_015, &profile);
    room.solve();
    for ms in (2000..6000).step_by(250) {
        room.wait(if ms == 2000 { ms } else { 250 });
        let frame = Frame::still(room.picture());
        match read(&frame, &profile, None) {
            Ok(reading) => assert_eq!(reading.puzzle, room.puzzle, "after {ms} ms"),
            Err(error) => panic!("after {ms} ms: {error}"),
        }
    }
}

/// A toggle between two pictures, and another puzzle, are noticed with memory as without.
#[test]
fn memory_does_not_hide_what_changed() {
    let profile = profile();
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let mut memory = Room::new(1, &profile).puzzle;
    for _ in 0..100 {
        let mut room = Room::new(rng.random_range(0..100_000_000), &profile);
        for _ in 0..3 {
            let frame = Frame::still(room.picture());
            let reading = read(&frame, &profile, Some(&memory));
            let reading = reading.unwrap_or_else(|e| panic!("{:?}: {e}", room.puzzle.seed));
            assert_eq!(reading.puzzle, room.puzzle);
            memory = reading.puzzle;
            room.scribble(&mut rng, 20, 0);
            room.wait(100);
        }
    }
}

/// The upper part of one picture and the lower part of the next.
#[test]
fn a_picture_caught_while_it_changes_is_mostly_refused() {
    let profile = profile();
    let mut rng = ChaCha8Rng::seed_from_u64(10);
    let (mut mixed, mut accepted) = (0, 0);
    for _ in 0..300 {
        let before = Room::new(rng.random_range(0..100_000_000), &profile);
        let after = Room::new(rng.random_range(0..100_000_000), &profile);
        let (mut picture, lower) = (before.picture(), after.picture());
        // Anywhere between the second and the last row of cells.
        for y in rng.random_range(160..380)..picture.height() {
            for x in 0..picture.width() {
                picture.put_pixel(x, y, *lower.get_pixel(x, y));
            }
        }
        mixed += 1;
        if let Ok(reading) = read(&Frame::still(picture), &profile, None) {
            let real = reading.puzzle == before.puzzle || reading.puzzle == after.puzzle;
            accepted += usize::from(!real);
        }
    }
    // Where both halves happen to fit together, one picture alone cannot tell.
    assert!(
        accepted * 10 <= mixed,
        "{accepted} of {mixed} mixtures were accepted"
    );
}

/// The game draws its own pointer.
#[test]
fn a_pointer_on_the_board_is_refused_or_seen_through() {
    let profile = profile();
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for _ in 0..300 {
        let mut room = Room::new(rng.random_range(0..100_000_000), &profile);
        room.scribble(&mut rng, 20, 10);
        room.point(rng.random_range(0..356), rng.random_range(0..424));
        if let Ok(reading) = read(&Frame::still(room.picture()), &profile, None) {
            assert_eq!(reading.puzzle, room.puzzle);
        }
    }
}

#[test]
fn where_the_pointer_is_parked_it_does_not_disturb() {
    let profile = profile();
    let park = profile.resting();
    for seed in 0..30 {
        let mut room = Room::new(seed, &profile);
        room.point(park.x, park.y);
        let reading = read(&Frame::still(room.picture()), &profile, None);
        assert_eq!(reading.expect("it is readable").puzzle, room.puzzle);
    }
}
