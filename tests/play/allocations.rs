//! A board that is known is read without asking for memory, frame by frame.

#[path = "../common/counting.rs"]
mod counting;

use std::path::Path;
use std::time::{Duration, Instant};

use counting::allocations;
use gridhand::base::Limits;
use gridhand::bot::Stop;
use gridhand::bot::capture_thread::{CaptureThread, REST};
use gridhand::bot::look::{Observation, Watcher};
use gridhand::game::Game;
use gridhand::games::dungeons::Dungeons;
use gridhand::hand::{Button, Gesture};
use gridhand::practice::Options;
use gridhand::practice::memory::{self, MemoryGame};
use gridhand::profile::Profile;
use gridhand::screen::{Frame, Screen, ScreenError};
use gridhand::vision::{ReadScratch, View};

fn profile() -> Profile {
    // A folder without a calibration file: what is read is what is built in.
    let nowhere = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    Profile::load(Some(&nowhere), "practice-dungeons").expect("it is built in")
}

/// A game whose first capture takes so long that whoever waits for it must sleep: on a busy machine
/// frames may else be there as soon as they are asked for.
struct SlowToBegin(MemoryGame, bool);

impl Screen for SlowToBegin {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        if !std::mem::replace(&mut self.1, true) {
            std::thread::sleep(Duration::from_secs(1));
        }
        Screen::capture(&mut self.0)
    }

    fn rest(&mut self, most: Duration) {
        Screen::rest(&mut self.0, most);
    }
}

#[test]
fn a_board_is_watched_while_walls_come_without_asking_for_memory() {
    let profile = profile();
    let options = Options::default();
    let game = memory::start(Dungeons::practice(&options), &options).expect("it starts");
    let stop = Stop::default();
    let screen = CaptureThread::open(Box::new(SlowToBegin(game.clone(), false)), REST);
    let mut watcher = Watcher::<Dungeons>::new(screen, Box::new(game.clone()), &profile, &stop);
    let mut look = |since| match watcher.look(since) {
        Ok(Observation::Board(seen)) => seen,
        _ => panic!("the board is to be seen"),
    };
    // The first frame lays out the scratch, the first wait for one that sleeps makes what waits.
    let first = (0..20).map(|_| look(Instant::now())).last().expect("some");
    let mut puzzle = first.puzzle.clone();
    watcher.memory = Some(first.puzzle.clone());
    let outcome = Dungeons::solve(&puzzle, &Limits::default()).outcome;
    let moves = outcome.solution().expect("it has one");
    let mut frames = 0;
    for mv in &moves[..moves.len() - 1] {
        let Gesture::Click { at, .. } = Dungeons::gesture(&puzzle, mv, &profile) else {
            panic!("walls are clicked");
        };
        game.pointer_to(first.spot().on_screen(at))
            .expect("it lives");
        for down in [true, false] {
            game.button(Button::Left, down).expect("it lives");
        }
        game.pointer_to(first.spot().on_screen(profile.resting()))
            .expect("it lives");
        puzzle = Dungeons::after(&puzzle, mv);
        loop {
            let since = Instant::now();
            let (count, look) = allocations(|| watcher.look(since));
            assert_eq!(count, 0, "frame {frames}, {mv}");
            frames += 1;
            if matches!(look, Ok(Observation::Board(seen)) if seen.puzzle == puzzle) {
                break;
            }
        }
    }
}

/// Monsters reach over cells and numbers in some of them.
#[test]
fn boards_are_read_again_on_one_desk_without_asking_for_memory() {
    let profile = profile();
    for seed in 0..100 {
        let options = Options {
            seed,
            ..Options::default()
        };
        let frame = Frame::still(Dungeons::practice(&options).picture());
        let place = profile.locate(&frame, None).expect("it is there");
        let view = View {
            frame: &frame,
            place,
        };
        let mut scratch = ReadScratch::default();
        let first = Dungeons::read(&view, &profile, None, &mut scratch).expect("certain");
        for memory in [None, Some(&first.puzzle)] {
            let read = || Dungeons::read(&view, &profile, memory, &mut scratch);
            let (count, again) = allocations(read);
            assert_eq!(again.expect("certain").puzzle, first.puzzle);
            assert_eq!(count, 0, "seed {seed}");
        }
    }
}
