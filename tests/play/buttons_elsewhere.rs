//! What the way to the next puzzle clicks is found again where the window shows it in another size or at another place.

use std::sync::{Arc, Mutex};

use gridhand::base::{Point, Rect};
use gridhand::bot::{self, Course, Rig, SessionEnd, Settings, Stop};
use gridhand::draw;
use gridhand::game::draft::{Draft, with_fits};
use gridhand::game::{Game, first_shown};
use gridhand::games::coil::Coil;
use gridhand::hand::{Button, Hand, Key};
use gridhand::practice::Options;
use gridhand::practice::memory::{self, MemoryGame};
use gridhand::profile::learn::Lesson;
use gridhand::profile::{Profile, Way};
use gridhand::screen::{Frame, Screen, ScreenError};

/// A coil fitted to its first puzzle, its next one by a click on its own button.
fn by_button() -> Profile {
    let options = Options::default();
    let (puzzle, picture) = first_shown::<Coil>(&options).expect("it tells what it shows");
    let own = Profile::load(None, "practice-coil").expect("built in");
    let Point { x, y } = own.buttons["next"];
    let lesson = Lesson {
        name: "page".into(),
        puzzle,
        picture,
    };
    let draft = Draft {
        name: "mine".into(),
        next: Some(format!("click:{x},{y}").parse::<Way>().expect("a way")),
        ..Draft::default()
    };
    let fitted = with_fits::<Coil, _>(|fits| draft.fit(fits, &[lesson]));
    fitted.expect("it is fitted").expect("it is read").profile
}

fn twice_as_large() -> MemoryGame {
    let options = Options {
        scale: 2,
        ..Options::default()
    };
    memory::start(Coil::practice(&options), &options).expect("it starts")
}

/// How the puzzles end that are played, and the session.
fn play(
    profile: &Profile,
    screen: Box<dyn Screen>,
    game: &MemoryGame,
    count: usize,
) -> (Vec<&'static str>, Result<SessionEnd, String>) {
    play_with(profile, (screen, Box::new(game.clone())), game, count)
}

/// The same by another hand.
fn play_with(
    profile: &Profile,
    (screen, hand): (Box<dyn Screen>, Box<dyn Hand>),
    game: &MemoryGame,
    count: usize,
) -> (Vec<&'static str>, Result<SessionEnd, String>) {
    let rig = Rig {
        screen,
        hand,
        guards: [Box::new(game.clone()), Box::new(game.clone())],
    };
    let mut told = Vec::new();
    let (settings, stop) = (Settings::default(), Stop::default());
    let mut course = Course::Next(Some(count));
    let end = bot::play::<Coil>(rig, profile, &settings, &stop, &mut course, |report| {
        told.push(report.ending.word());
    });
    (told, end.map_err(|halt| halt.to_string()))
}

#[test]
fn a_button_is_clicked_where_it_is_in_a_window_twice_as_large() {
    let profile = by_button();
    let game = twice_as_large();
    let (told, end) = play(&profile, Box::new(game.clone()), &game, 2);
    // A profile that has learned something is loaded anew before the next is played.
    assert_eq!((told, end), (vec!["solved"], Ok(SessionEnd::Taught)));
    assert_eq!(shown(&game), 2);
}

/// How many puzzles were shown.
fn shown(game: &MemoryGame) -> usize {
    let events = game.events();
    events.iter().filter(|event| event.name == "shown").count()
}

/// A game above whose board nothing is to be seen.
struct Headless(MemoryGame);

impl Screen for Headless {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        let mut frame = Screen::capture(&mut self.0)?;
        let mut image = frame.image.as_ref().clone();
        let header = Rect::new(0, 0, frame.area().width, 140);
        draw::fill(&mut image, header, [40, 60, 90]);
        frame.image = Arc::new(image);
        Ok(frame)
    }
}

#[test]
fn a_button_that_is_nowhere_in_a_window_of_another_size_is_not_guessed_at() {
    let profile = by_button();
    let game = twice_as_large();
    let (told, end) = play(&profile, Box::new(Headless(game.clone())), &game, 2);
    assert_eq!(told, ["solved", "given-up"]);
    let why = end.expect_err("there is no next puzzle");
    assert!(why.contains("is not to be seen"), "{why}");
    assert_eq!(shown(&game), 1, "something was clicked");
}

/// A game whose button for the next puzzle is pushed aside as soon as one is solved.
#[derive(Clone)]
struct Pushed {
    game: MemoryGame,
    button: Rect,
    by: Point,
    /// Where its window is on the screen, and the pointer.
    corner: Arc<Mutex<Point>>,
    pointer: Arc<Mutex<Point>>,
}

impl Pushed {
    fn is_solved(&self) -> bool {
        let events = self.game.events();
        let count = |name| events.iter().filter(|event| event.name == name).count();
        count("solved") == count("shown")
    }

    /// Whether the pointer is over the button's place, and whether over that to which it was pushed.
    fn is_over(&self) -> [bool; 2] {
        let corner = *self.corner.lock().expect("nobody panics with it");
        let at = *self.pointer.lock().expect("nobody panics with it") - corner;
        [at, at - self.by].map(|at| self.button.contains(at))
    }
}

impl Screen for Pushed {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        let mut frame = Screen::capture(&mut self.game)?;
        *self.corner.lock().expect("nobody panics with it") = frame.area().corner();
        if self.is_solved() {
            let mut image = frame.image.as_ref().clone();
            let Rect {
                x,
                y,
                width,
                height,
            } = self.button;
            let [r, g, b, _] = image.get_pixel(x as u32, y as u32).0;
            draw::fill(&mut image, self.button, [r, g, b]);
            for (dx, dy) in (0..width).flat_map(|dx| (0..height).map(move |dy| (dx, dy))) {
                let seen = *frame.image.get_pixel((x + dx) as u32, (y + dy) as u32);
                let (to_x, to_y) = (x + dx + self.by.x, y + dy + self.by.y);
                image.put_pixel(to_x as u32, to_y as u32, seen);
            }
            frame.image = Arc::new(image);
        }
        Ok(frame)
    }
}

impl Hand for Pushed {
    fn point(&mut self, at: Point) -> anyhow::Result<()> {
        *self.pointer.lock().expect("nobody panics with it") = at;
        Hand::point(&mut self.game, at)
    }

    fn button(&mut self, button: Button, down: bool) -> anyhow::Result<()> {
        match self.is_over() {
            [true, _] if self.is_solved() => Ok(()),
            [_, true] if down && self.is_solved() => Ok(()),
            [_, true] if self.is_solved() => {
                let at = *self.pointer.lock().expect("nobody panics with it");
                Hand::point(&mut self.game, at - self.by)?;
                Hand::button(&mut self.game, button, true)?;
                Hand::button(&mut self.game, button, false)?;
                Hand::point(&mut self.game, at)
            }
            _ => Hand::button(&mut self.game, button, down),
        }
    }

    fn key(&mut self, key: Key, down: bool) -> anyhow::Result<()> {
        Hand::key(&mut self.game, key, down)
    }

    fn pointer(&mut self) -> anyhow::Result<Option<Point>> {
        Hand::pointer(&mut self.game)
    }
}

#[test]
fn a_button_that_the_sign_pushes_aside_is_clicked_where_it_is_then() {
    let profile = by_button();
    let options = Options::default();
    let own = Profile::load(None, "practice-coil").expect("built in");
    let Point { x, y } = own.buttons["next"];
    let pushed = Pushed {
        game: memory::start(Coil::practice(&options), &options).expect("it starts"),
        button: Rect::new(x - 50, y - 22, 100, 44),
        by: Point::new(-400, 10),
        corner: Arc::default(),
        pointer: Arc::default(),
    };
    let game = pushed.game.clone();
    let both = (
        Box::new(pushed.clone()) as Box<dyn Screen>,
        Box::new(pushed) as Box<dyn Hand>,
    );
    let (told, end) = play_with(&profile, both, &game, 2);
    assert_eq!((told, end), (vec!["solved"], Ok(SessionEnd::Taught)));
    assert_eq!(shown(&game), 2);
}
