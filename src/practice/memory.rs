//! A practice game without a window: the same host, on a virtual screen of its own.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;
use image::{RgbaImage, imageops};

use super::clock::FrameClock;
use super::faults::{Fault, OverlayWindow};
use super::host::press_event;
use super::{Arrival, Event, Host, Options, PracticeGame, cover};
use crate::base::{Point, Rect};
use crate::hand::{Button, Key};
use crate::screen::Frame;

/// Width and height of the virtual screen.
pub const SCREEN: [u32; 2] = [1920, 1080];

/// A game that runs in real time on a thread of its own, until the last handle is dropped. Points
/// are pixels of a virtual screen.
#[derive(Clone)]
pub struct MemoryGame {
    shared: Arc<Shared>,
}

struct Shared {
    start: Instant,
    world: Mutex<World>,
}

struct World {
    host: Host,
    /// The window's content as it is on the screen now, covering windows excepted.
    shown: RgbaImage,
    home: Point,
    origin: Point,
    /// On the screen.
    cover: Option<Rect>,
    pointer: Point,
    /// Whether the window has been told that the pointer is over it.
    inside: bool,
    failure: Option<String>,
}

/// Starts a game.
pub fn start(game: Box<dyn PracticeGame>, options: &Options) -> anyhow::Result<MemoryGame> {
    if let Some(trouble) = options.trouble.iter().find(|t| t.needs_window()) {
        bail!(
            "--trouble {} needs a window; there is none in memory",
            trouble.name()
        );
    }
    let host = Host::new(game, options, true)?;
    let [width, height] = host.size();
    let centred = |screen: u32, side: u32| (screen.saturating_sub(side) / 2) as i32;
    let home = Point::new(centred(SCREEN[0], width), centred(SCREEN[1], height));
    let start = Instant::now();
    let mut world = World {
        shown: RgbaImage::new(width, height),
        host,
        home,
        origin: home,
        cover: None,
        pointer: Point::new(SCREEN[0] as i32 - 1, SCREEN[1] as i32 - 1),
        inside: false,
        failure: None,
    };
    world.frame(Duration::ZERO)?;
    let shared = Arc::new(Shared {
        start,
        world: Mutex::new(world),
    });
    let weak = Arc::downgrade(&shared);
    let clock = FrameClock::new(start, options.fps);
    thread::Builder::new()
        .name("practice".into())
        .spawn(move || run(weak, clock))?;
    Ok(MemoryGame { shared })
}

fn run(shared: Weak<Shared>, mut clock: FrameClock) {
    loop {
        thread::sleep(clock.due().saturating_duration_since(Instant::now()));
        let Some(shared) = shared.upgrade() else {
            return;
        };
        clock.begin(Instant::now());
        let mut world = shared.world();
        if let Err(error) = world.frame(shared.start.elapsed()) {
            world.failure = Some(format!("{error:#}"));
            return;
        }
    }
}

impl Shared {
    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MemoryGame {
    /// A picture of the window's part of the screen, as the last frame left it; a covering window
    /// is in it.
    pub fn capture(&self) -> Frame {
        let taken = Instant::now();
        let world = self.shared.world();
        let mut image = world.shown.clone();
        if let Some(cover) = world.cover {
            paint(&mut image, cover, world.origin);
        }
        Frame {
            image: Arc::new(image),
            origin: world.origin,
            taken,
        }
    }

    /// The window's title.
    pub fn title(&self) -> String {
        self.shared.world().host.title().to_owned()
    }

    /// Where the window's content is on the screen.
    pub fn area(&self) -> Rect {
        self.shared.world().area()
    }

    /// The window that covers this one, if any.
    pub fn cover(&self) -> Option<Rect> {
        self.shared.world().cover
    }

    pub fn pointer(&self) -> Point {
        self.shared.world().pointer
    }

    pub fn pointer_to(&self, at: Point) -> anyhow::Result<()> {
        let now = self.shared.start.elapsed();
        let mut world = self.shared.world();
        world.pointer = at;
        world.tell_pointer(now)
    }

    /// Presses or releases a button where the pointer is.
    pub fn button(&self, button: Button, down: bool) -> anyhow::Result<()> {
        let now = self.shared.start.elapsed();
        self.shared.world().button(now, button, down)
    }

    /// Presses or releases a key; the window has the focus unless it is covered.
    pub fn key(&self, key: Key, down: bool) -> anyhow::Result<()> {
        let now = self.shared.start.elapsed();
        let mut world = self.shared.world();
        match down && world.cover.is_none() {
            true => world.host.arrive(now, Arrival::Key(key)),
            false => Ok(()),
        }
    }

    /// What happened so far.
    pub fn events(&self) -> Vec<Event> {
        self.shared.world().host.events().to_vec()
    }

    /// Why the game stopped running, if it did.
    pub fn failure(&self) -> Option<String> {
        self.shared.world().failure.clone()
    }
}

impl World {
    fn frame(&mut self, now: Duration) -> anyhow::Result<()> {
        while let Some(fault) = self.host.fault(now) {
            self.suffer(now, fault)?;
        }
        let shown = &mut self.shown;
        self.host.frame(now, |picture| {
            enlarge(picture, shown);
            Ok(())
        })
    }

    fn suffer(&mut self, now: Duration, fault: Fault) -> anyhow::Result<()> {
        let event = match fault {
            Fault::Move(offset) => {
                self.origin = self.home + offset;
                Event::new("moved")
                    .with("x", self.origin.x)
                    .with("y", self.origin.y)
            }
            Fault::Begin(OverlayWindow::Cover(area)) => {
                let at = self.origin + area.corner();
                self.cover = Some(area.at(at));
                Event::new("cover")
            }
            Fault::End(_) => {
                self.cover = None;
                Event::new("uncover")
            }
            // Only windows have them.
            _ => return Ok(()),
        };
        self.host.note(now, event)?;
        self.tell_pointer(now)
    }

    fn area(&self) -> Rect {
        let (width, height) = self.shown.dimensions();
        Rect::new(self.origin.x, self.origin.y, width as i32, height as i32)
    }

    /// What the pointer is over, if not the window.
    fn elsewhere(&self) -> Option<&'static str> {
        if self.cover.is_some_and(|area| area.contains(self.pointer)) {
            return Some("cover");
        }
        (!self.area().contains(self.pointer)).then_some("desktop")
    }

    fn tell_pointer(&mut self, now: Duration) -> anyhow::Result<()> {
        let over = self.elsewhere().is_none();
        let was_over = std::mem::replace(&mut self.inside, over);
        match (was_over, over) {
            (_, true) => {
                let at = self.pointer - self.origin;
                self.host.arrive(now, Arrival::Pointer(at))
            }
            (true, false) => self.host.arrive(now, Arrival::PointerLeft),
            (false, false) => Ok(()),
        }
    }

    fn button(&mut self, now: Duration, button: Button, down: bool) -> anyhow::Result<()> {
        match self.elsewhere() {
            Some(hit) if down => {
                let at = self.host.to_game(self.pointer - self.origin);
                let event = press_event("press", at, button).with("hit", hit);
                self.host.note(now, event)
            }
            _ => self.host.arrive(now, Arrival::Button { button, down }),
        }
    }
}

/// Copies a picture, every pixel as a square that makes it fill `target`.
fn enlarge(picture: &RgbaImage, target: &mut RgbaImage) {
    let scale = target.width() / picture.width();
    for (x, y, pixel) in target.enumerate_pixels_mut() {
        *pixel = *picture.get_pixel(x / scale, y / scale);
    }
}

/// Paints a window that lies at `area` of the screen into a picture that lies at `origin`.
fn paint(image: &mut RgbaImage, area: Rect, origin: Point) {
    let cover = cover::picture(area);
    let at = area.corner() - origin;
    imageops::replace(image, &cover, i64::from(at.x), i64::from(at.y));
}
