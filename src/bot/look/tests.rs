use super::*;
use crate::bot::capture_thread::REST;
use crate::bot::stop::StoppedBy;
use crate::games::dungeons::Dungeons;
use crate::practice::Options;
use crate::practice::memory;
use crate::screen::Screen;

#[test]
fn what_was_seen_late_enough_is_not_waited_for_again() {
    let (profile, stop) = (built_in(), Stop::default());
    let mut watcher = watching(game(), &profile, &stop);

    let since = Instant::now() - Duration::from_secs(1);
    let Ok(Observation::Board(first)) = watcher.look(since) else {
        panic!("the board is to be seen");
    };
    // From now on nothing is waited for.
    stop.throw(StoppedBy::Signal);
    let taken = first.frame.taken;
    let Ok(Observation::Board(again)) = watcher.latest(taken) else {
        panic!("it was seen");
    };
    assert_eq!(again.frame.taken, taken);
    let later = watcher.latest(taken + Duration::from_micros(1));
    assert!(matches!(later, Err(Halt::Stopped(_))));
}

/// A window that is always under another.
struct Covered;

impl Screen for Covered {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        std::thread::sleep(Duration::from_millis(5));
        Err(ScreenError::Covered("another".into()))
    }
}

fn built_in() -> Profile {
    let nowhere = std::path::Path::new("no folder");
    Profile::load(Some(nowhere), "practice-dungeons").expect("it is built in")
}

fn game() -> memory::MemoryGame {
    let options = Options::default();
    memory::start(Dungeons::practice(&options), &options).expect("it starts")
}

fn watching<'a>(
    screen: impl Screen + 'static,
    profile: &'a Profile,
    stop: &'a Stop,
) -> Watcher<'a, Dungeons> {
    let capture_thread = CaptureThread::open(Box::new(screen), REST);
    Watcher::new(capture_thread, Box::new(game()), profile, stop)
}

#[test]
fn a_pause_has_a_limit() {
    let (profile, stop) = (built_in(), Stop::default());
    let mut watcher = watching(Covered, &profile, &stop);
    watcher.pause_limit = Duration::from_millis(50);
    let Err(halt) = watcher.look(Instant::now()) else {
        panic!("there is nothing to be seen");
    };
    let why = halt.to_string();
    assert!(matches!(halt, Halt::Paused(..)), "{why}");
    assert!(why.contains("covered by another"), "{why}");
}

#[test]
fn what_was_not_certain_before_is_not_where_hardly_anything_changed() {
    let (profile, stop) = (built_in(), Stop::default());
    let mut watcher = watching(Covered, &profile, &stop);
    let page = |clock| {
        let mut picture = RgbaImage::new(400, 500);
        picture.put_pixel(0, 0, image::Rgba([clock; 4]));
        Frame::still(picture)
    };
    let long_ago = Instant::now() - Duration::from_secs(9);
    let hidden = watcher.read_anew(&page(1));
    watcher.again.keep(&hidden, long_ago);
    watcher.scratch.notes.push(Note {
        area: profile.cells.bounds(),
        label: "a monster".into(),
        confidence: 0.0,
    });
    for clock in [2, 2, 3] {
        assert!(watcher.read(&page(clock)).is_err());
        assert!(watcher.unsure() > 0.5, "{clock}");
    }
}
