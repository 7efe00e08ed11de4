use std::sync::{Arc, Mutex};

use super::*;

/// Writes down what it is told.
struct Recorder(Arc<Mutex<Vec<Input>>>);

impl PracticeGame for Recorder {
    fn title(&self) -> String {
        "recorder".into()
    }
    fn size(&self) -> [u32; 2] {
        [10, 10]
    }
    fn hit(&self, at: Point) -> String {
        format!("pixel {at}")
    }
    fn handle(&mut self, input: Input) {
        self.0.lock().unwrap().push(input);
    }
    fn tick(&mut self, _elapsed: Duration) -> bool {
        false
    }
    fn draw(&self, _canvas: &mut RgbaImage) {}
    fn take_events(&mut self) -> Vec<Event> {
        Vec::new()
    }
}

struct Bench {
    host: Host,
    told: Arc<Mutex<Vec<Input>>>,
}

const LEFT: Button = Button::Left;

impl Bench {
    fn new(options: Options) -> Self {
        let told = Arc::default();
        let game = Box::new(Recorder(Arc::clone(&told)));
        let host = Host::new(game, &options, true).unwrap();
        Self { host, told }
    }

    fn arrive(&mut self, ms: u64, arrival: Arrival) {
        self.host
            .arrive(Duration::from_millis(ms), arrival)
            .unwrap();
    }

    fn point(&mut self, ms: u64, x: i32, y: i32) {
        self.arrive(ms, Arrival::Pointer(Point::new(x, y)));
    }

    fn press(&mut self, ms: u64, down: bool) {
        self.arrive(ms, Arrival::Button { button: LEFT, down });
    }

    /// What a frame at this time tells the game, and whether it paints.
    fn frame(&mut self, ms: u64) -> (Vec<Input>, bool) {
        let mut painted = false;
        let present = |_: &RgbaImage| {
            painted = true;
            Ok(())
        };
        self.host.frame(Duration::from_millis(ms), present).unwrap();
        (std::mem::take(&mut *self.told.lock().unwrap()), painted)
    }

    fn names(&self) -> Vec<&str> {
        let events = self.host.events().iter();
        events.map(|event| event.name.as_str()).collect()
    }
}

fn pressed(x: i32, y: i32) -> Input {
    let at = Point::new(x, y);
    Input::Pressed { at, button: LEFT }
}

fn released(x: i32, y: i32) -> Input {
    let at = Point::new(x, y);
    Input::Released { at, button: LEFT }
}

fn moved(x: i32, y: i32) -> Input {
    Input::Moved(Point::new(x, y))
}

fn sampling() -> Options {
    Options {
        input: InputMode::Sample,
        ..Options::default()
    }
}

#[test]
fn a_queue_keeps_every_event_at_its_own_place() {
    let mut bench = Bench::new(Options::default());
    bench.point(1, 2, 3);
    bench.press(1, true);
    bench.press(2, false);
    bench.point(3, 4, 5);
    bench.press(3, true);
    bench.press(4, false);
    bench.arrive(5, Arrival::PointerLeft);
    let expected = vec![
        moved(2, 3),
        pressed(2, 3),
        released(2, 3),
        moved(4, 5),
        pressed(4, 5),
        released(4, 5),
        Input::Left,
    ];
    assert_eq!(bench.frame(16), (expected, true));
}

#[test]
fn sampling_loses_a_click_between_two_frames() {
    let mut bench = Bench::new(sampling());
    bench.point(1, 2, 3);
    bench.press(1, true);
    bench.press(2, false);
    assert_eq!(bench.frame(16).0, [moved(2, 3)]);
    assert_eq!(bench.names(), ["press", "release"]);
}

#[test]
fn sampling_puts_a_click_where_the_pointer_is_at_the_frame() {
    let mut bench = Bench::new(sampling());
    bench.point(1, 2, 3);
    bench.press(1, true);
    bench.point(2, 7, 8);
    assert_eq!(bench.frame(16).0, [moved(7, 8), pressed(7, 8)]);
    assert_eq!(bench.frame(32).0, []);
    bench.press(33, false);
    assert_eq!(bench.frame(48).0, [released(7, 8)]);
    let press = &bench.host.events()[0];
    assert_eq!((press.number("x"), press.number("y")), (Some(2), Some(3)));
}

#[test]
fn latency_delays_the_effect_not_the_log() {
    let mut bench = Bench::new(Options {
        latency: 100,
        ..Options::default()
    });
    bench.point(1, 2, 3);
    bench.press(1, true);
    bench.frame(10);
    assert_eq!(bench.frame(109), (vec![], false));
    assert_eq!(bench.frame(110), (vec![moved(2, 3), pressed(2, 3)], true));
    assert_eq!(bench.host.events()[0].ms, 1);
}

#[test]
fn a_dropped_press_takes_its_release_with_it() {
    let mut bench = Bench::new(Options {
        drop_input: 0.5,
        ..Options::default()
    });
    bench.point(0, 2, 3);
    bench.frame(0);
    let mut kept = 0;
    for ms in 1..=1000 {
        bench.press(ms, true);
        bench.press(ms, false);
        match bench.frame(ms).0.as_slice() {
            [] => {}
            [down, up] => {
                assert_eq!((*down, *up), (pressed(2, 3), released(2, 3)));
                kept += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    let dropped = bench.host.events().iter().filter(|e| e.is("dropped"));
    assert_eq!(dropped.count(), 1000 - kept);
    assert!((400..600).contains(&kept), "{kept}");
}

#[test]
fn keys_are_dropped_and_logged_too() {
    let mut bench = Bench::new(Options {
        drop_input: 1.0,
        ..Options::default()
    });
    bench.arrive(3, Arrival::Key(Key::Enter));
    bench.arrive(4, Arrival::Key(Key::Char('7')));
    assert_eq!(bench.frame(16).0, []);
    let events = bench.host.events();
    assert_eq!(events[0].text("key"), Some("enter"));
    assert_eq!(events[1].text("key"), Some("7"));
    assert!(events.iter().all(|event| event.is("dropped")));
}

#[test]
fn points_are_game_pixels_at_every_scale() {
    let mut bench = Bench::new(Options {
        scale: 3,
        ..Options::default()
    });
    bench.point(1, 29, 0);
    bench.press(1, true);
    bench.point(2, -1, 30);
    bench.press(2, false);
    let expected = [moved(9, 0), pressed(9, 0), moved(-1, 10), released(-1, 10)];
    assert_eq!(bench.frame(16).0, expected);
    assert_eq!(bench.host.events()[0].text("hit"), Some("pixel (9, 0)"));
}

#[test]
fn nothing_is_painted_while_nothing_changes() {
    let mut bench = Bench::new(Options::default());
    assert!(bench.frame(0).1, "the first picture");
    assert!(!bench.frame(16).1);
    bench.point(17, 1, 1);
    assert!(bench.frame(32).1);
    assert!(!bench.frame(48).1);
}

fn troubled(trouble: Trouble) -> Bench {
    Bench::new(Options {
        trouble: vec![trouble],
        ..Options::default()
    })
}

#[test]
fn of_motions_in_a_frame_only_the_last_counts() {
    let mut bench = troubled(Trouble::Merge);
    bench.point(1, 1, 1);
    bench.point(2, 2, 2);
    bench.press(3, true);
    bench.point(4, 3, 3);
    bench.point(5, 4, 4);
    assert_eq!(bench.frame(16).0, [moved(2, 2), pressed(2, 2), moved(4, 4)]);
    bench.point(17, 5, 5);
    assert_eq!(bench.frame(33).0, [moved(5, 5)]);
}

#[test]
fn a_click_counts_where_the_pointer_is_when_the_game_gets_to_it() {
    let mut bench = troubled(Trouble::Pointer);
    bench.point(1, 1, 1);
    bench.press(2, true);
    bench.press(3, false);
    bench.point(4, 8, 8);
    let expected = [moved(1, 1), pressed(8, 8), released(8, 8), moved(8, 8)];
    assert_eq!(bench.frame(16).0, expected);
}

#[test]
fn the_end_of_a_stroke_comes_after_what_the_pointer_does_meanwhile() {
    let mut bench = troubled(Trouble::Stroke);
    bench.point(1, 1, 1);
    bench.press(2, true);
    bench.press(3, false);
    bench.point(4, 8, 8);
    assert_eq!(bench.frame(16).0, [moved(1, 1), pressed(1, 1), moved(8, 8)]);
    assert_eq!(bench.frame(200).0, [released(1, 1)]);
    // The next press ends it as well.
    bench.press(210, true);
    bench.press(211, false);
    bench.press(212, true);
    let expected = [pressed(8, 8), released(8, 8), pressed(8, 8)];
    assert_eq!(bench.frame(220).0, expected);
}

#[test]
fn what_stays_in_hand_is_let_go_with_the_next_press() {
    let mut bench = troubled(Trouble::Stick);
    bench.point(0, 1, 1);
    let mut lost = 0;
    for click in 0..400 {
        bench.press(click * 20, true);
        bench.press(click * 20 + 1, false);
        let told = bench.frame(click * 20 + 10).0;
        lost += usize::from(!told.ends_with(&[released(1, 1)]));
        assert!(told.contains(&pressed(1, 1)));
    }
    assert!((5..60).contains(&lost), "{lost}");
    assert_eq!(
        bench
            .names()
            .iter()
            .filter(|name| **name == "stuck")
            .count(),
        lost
    );
}

/// A game that is solved by the first key, and changes its colours with each.
struct Lamp {
    lit: u8,
    events: Vec<Event>,
}

impl PracticeGame for Lamp {
    fn title(&self) -> String {
        "lamp".into()
    }
    fn size(&self) -> [u32; 2] {
        [4, 4]
    }
    fn hit(&self, at: Point) -> String {
        format!("pixel {at}")
    }
    fn handle(&mut self, _: Input) {
        self.lit += 1;
        self.events.push(Event::new("solved"));
    }
    fn tick(&mut self, _elapsed: Duration) -> bool {
        false
    }
    fn draw(&self, canvas: &mut RgbaImage) {
        canvas.fill(self.lit);
    }
    fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}

/// The host of a lamp, and the corners of the pictures that it shows at frames of these times; a key is typed at 1
/// and at 100 ms.
fn lamp(trouble: Trouble, frames: &[u64]) -> (Host, Vec<Option<[u8; 2]>>) {
    let options = Options {
        trouble: vec![trouble],
        ..Options::default()
    };
    let events = Vec::new();
    let mut host = Host::new(Box::new(Lamp { lit: 1, events }), &options, true).unwrap();
    let mut shown = Vec::new();
    for ms in frames {
        if [1, 100].contains(ms) {
            host.arrive(Duration::from_millis(*ms), Arrival::Key(Key::Enter))
                .unwrap();
        }
        let mut corners = None;
        host.frame(Duration::from_millis(*ms), |picture| {
            corners = Some([picture.get_pixel(0, 0)[0], picture.get_pixel(0, 3)[0]]);
            Ok(())
        })
        .unwrap();
        shown.push(corners);
    }
    (host, shown)
}

#[test]
fn a_torn_picture_is_whole_one_frame_later_and_told_of_only_then() {
    let (host, shown) = lamp(Trouble::Torn, &[0, 1, 2, 3]);
    let expected = [Some([1, 0]), Some([1, 1]), Some([2, 1]), Some([2, 2])];
    assert_eq!(shown, expected);
    assert_eq!(host.events().len(), 2);
}

#[test]
fn a_game_that_sleeps_gets_to_what_was_typed_when_it_wakes_up() {
    let (_, shown) = lamp(Trouble::Sleep, &[0, 1, 100, 1900, 2100]);
    let expected = [Some([1, 1]), Some([2, 2]), None, None, Some([3, 3])];
    assert_eq!(shown, expected);
}
