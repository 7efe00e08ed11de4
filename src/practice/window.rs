//! A practice game in a real window.

use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use winit::application::ApplicationHandler;
use winit::dpi::{PhysicalPosition, PhysicalSize};
use winit::event::{ElementState, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, OwnedDisplayHandle};
use winit::window::{WindowAttributes, WindowId};

use super::clock::FrameClock;
use super::faults::{Fault, OverlayWindow};
use super::host::press_event;
use super::{Arrival, Event, Host, Options, PracticeGame};
use crate::base::Point;

mod keys;
mod overlay_window;
mod pane;
mod pointer;

use keys::{button_of, key_of};
use overlay_window::Other;
use pane::Pane;
use pointer::PointerTrack;

/// The application and class name of the window.
pub const APP_NAME: &str = "gridhand-practice";

/// Opens the window and runs the game until the window is closed.
pub fn run(game: Box<dyn PracticeGame>, options: &Options) -> anyhow::Result<()> {
    let host = Host::new(game, options, false)?;
    let events = EventLoop::new().context("there is no display to open a window on")?;
    let context = softbuffer::Context::new(events.owned_display_handle())
        .map_err(|error| anyhow!("cannot draw on this display: {error}"))?;
    let start = Instant::now();
    let mut app = App {
        host,
        context,
        start,
        clock: FrameClock::new(start, options.fps),
        pane: None,
        others: Vec::new(),
        scale: options.scale,
        frozen: start,
        pointer: PointerTrack::default(),
        home: None,
        place: None,
        outcome: Ok(()),
    };
    events.run_app(&mut app)?;
    app.outcome
}

struct App {
    host: Host,
    context: softbuffer::Context<OwnedDisplayHandle>,
    start: Instant,
    clock: FrameClock,
    pane: Option<Pane>,
    others: Vec<Other>,
    /// The usual one.
    scale: u32,
    /// No frame is drawn before this.
    frozen: Instant,
    pointer: PointerTrack,
    /// Where the window was opened, once the window manager has told.
    home: Option<Point>,
    /// Where the window is now.
    place: Option<Point>,
    outcome: anyhow::Result<()>,
}

impl App {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn open(&mut self, events: &ActiveEventLoop) -> anyhow::Result<()> {
        let attributes = attributes(self.host.title(), self.host.size());
        self.pane = Some(Pane::open(
            events,
            &self.context,
            self.host.scale(),
            attributes,
        )?);
        Ok(())
    }

    /// Runs the frame that is due, if one is, and sleeps until the next.
    fn beat(&mut self, events: &ActiveEventLoop) -> anyhow::Result<()> {
        let now = Instant::now();
        if now >= self.clock.due() {
            self.clock.begin(now);
            if now >= self.frozen {
                self.frame(events)?;
            }
        }
        events.set_control_flow(ControlFlow::WaitUntil(self.clock.due()));
        Ok(())
    }

    fn frame(&mut self, events: &ActiveEventLoop) -> anyhow::Result<()> {
        let now = self.now();
        while let Some(fault) = self.host.fault(now) {
            self.suffer(events, now, fault)?;
        }
        let Some(pane) = &mut self.pane else {
            return Ok(());
        };
        let before = self.host.title().to_owned();
        self.host.frame(now, |picture| pane.show(picture))?;
        if self.host.title() != before {
            pane.window.set_title(self.host.title());
        }
        // Asleep it hears nothing, and answers nobody.
        std::thread::sleep(self.host.sleeps(now));
        Ok(())
    }

    fn suffer(
        &mut self,
        events: &ActiveEventLoop,
        now: Duration,
        fault: Fault,
    ) -> anyhow::Result<()> {
        let event = match fault {
            Fault::Begin(veil) => {
                self.begin(events, veil)?;
                Event::new(veil.name())
            }
            Fault::End(veil) => {
                self.end(events, veil)?;
                match veil {
                    OverlayWindow::Cover(_) => Event::new("uncover"),
                    _ => return Ok(()),
                }
            }
            Fault::Freeze(time) => {
                self.frozen = Instant::now() + time;
                Event::new("freeze")
            }
            Fault::Move(offset) => match self.wander(offset) {
                Some(to) => Event::new("moved").with("x", to.x).with("y", to.y),
                None => return Ok(()),
            },
            Fault::Stretch(by) => {
                self.resize(self.host.scale(), by)?;
                Event::new("resized").with("x", by.x).with("y", by.y)
            }
            Fault::Rescale { larger } => {
                let scale = self.scale + u32::from(larger);
                return self.resize(scale, Point::default());
            }
        };
        self.host.note(now, event)
    }

    /// Moves the window, and says where to.
    fn wander(&mut self, offset: Point) -> Option<Point> {
        let pane = self.pane.as_ref()?;
        let home = self.home.or_else(|| pane.frame_place())?;
        self.home = Some(home);
        let to = home + offset;
        pane.window
            .set_outer_position(PhysicalPosition::new(to.x, to.y));
        Some(to)
    }

    /// Asks for a window that is so much larger than the game at this scale.
    fn resize(&mut self, scale: u32, by: Point) -> anyhow::Result<()> {
        let Some(pane) = &self.pane else {
            return Ok(());
        };
        let [width, height] = self.host.size_at(scale);
        let size = PhysicalSize::new(width + by.x as u32, height + by.y as u32);
        // None: the answer comes as an event.
        match pane.window.request_inner_size(size) {
            Some(size) => self.resized(size),
            None => Ok(()),
        }
    }

    fn moved(&mut self, to: Point) {
        let from = self.place.replace(to).unwrap_or(to);
        self.pointer.window_moved(to - from);
    }

    /// The game fills its window as far as it can: a press before counts at the old scale.
    fn resized(&mut self, size: PhysicalSize<u32>) -> anyhow::Result<()> {
        let Some(pane) = &mut self.pane else {
            return Ok(());
        };
        pane.resized(size);
        let place = pane.frame_place();
        let [width, height] = self.host.size_at(1);
        let scale = (size.width / width).min(size.height / height).max(1);
        pane.scale = scale;
        // A window that is moved and resized at once is told its size only.
        if let Some(place) = place {
            self.moved(place);
        }
        if scale == self.host.scale() {
            return Ok(());
        }
        self.host.rescale(scale);
        let rescaled = Event::new("rescaled").with("scale", scale);
        self.host.note(self.now(), rescaled)
    }

    fn begin(&mut self, events: &ActiveEventLoop, veil: OverlayWindow) -> anyhow::Result<()> {
        let Some(pane) = &self.pane else {
            return Ok(());
        };
        match veil {
            OverlayWindow::Minimised => pane.window.set_minimized(true),
            OverlayWindow::Closed => self.pane = None,
            _ => {
                let origin = pane.content_place().unwrap_or_default();
                let (title, size) = (self.host.title(), self.host.size());
                let other = Other::open(events, &self.context, veil, origin, title, size)?;
                self.others.extend(other);
            }
        }
        Ok(())
    }

    fn end(&mut self, events: &ActiveEventLoop, veil: OverlayWindow) -> anyhow::Result<()> {
        match (&self.pane, veil) {
            (Some(pane), OverlayWindow::Minimised) => pane.window.set_minimized(false),
            (None, OverlayWindow::Closed) => {
                self.home = None;
                self.place = None;
                self.pointer = PointerTrack::default();
                self.open(events)?;
            }
            _ => self.others.retain(|other| other.veil != veil),
        }
        Ok(())
    }

    fn game_event(&mut self, events: &ActiveEventLoop, event: WindowEvent) -> anyhow::Result<()> {
        let now = self.now();
        match event {
            WindowEvent::CloseRequested | WindowEvent::Destroyed => self.close(events),
            WindowEvent::Resized(size) => self.resized(size),
            WindowEvent::RedrawRequested => match &mut self.pane {
                Some(pane) => pane.show(self.host.picture()),
                None => Ok(()),
            },
            WindowEvent::Moved(to) => {
                self.moved(Point::new(to.x, to.y));
                Ok(())
            }
            WindowEvent::MouseInput { state, button, .. } => {
                let Some(button) = button_of(button) else {
                    return Ok(());
                };
                self.host
                    .arrive(now, Arrival::Pointer(self.pointer.at_button()))?;
                let down = state == ElementState::Pressed;
                self.host.arrive(now, Arrival::Button { button, down })
            }
            WindowEvent::KeyboardInput {
                event,
                is_synthetic: false,
                ..
            } => match key_of(&event) {
                Some(key) => self.host.arrive(now, Arrival::Key(key)),
                None => Ok(()),
            },
            other => {
                let before = self.pointer.now;
                self.pointer.follow(&other);
                match self.pointer.now {
                    same if same == before => Ok(()),
                    Some(at) => self.host.arrive(now, Arrival::Pointer(at)),
                    None => self.host.arrive(now, Arrival::PointerLeft),
                }
            }
        }
    }

    fn close(&mut self, events: &ActiveEventLoop) -> anyhow::Result<()> {
        events.exit();
        self.others.clear();
        if self.pane.take().is_none() {
            return Ok(());
        }
        let closed = self.clock.report(Event::new("closed"));
        self.host.note(self.now(), closed)
    }

    fn other_event(&mut self, id: WindowId, event: &WindowEvent) -> anyhow::Result<()> {
        let now = self.now();
        let Some(other) = self.others.iter_mut().find(|other| other.id() == id) else {
            return Ok(());
        };
        match other.event(event)? {
            Some((at, button)) => {
                let press = press_event("press", self.host.to_game(at), button);
                let press = press.with("hit", other.veil.name());
                self.host.note(now, press)
            }
            None => Ok(()),
        }
    }

    /// Ends the program if something failed.
    fn check(&mut self, events: &ActiveEventLoop, result: anyhow::Result<()>) {
        if let Err(error) = result {
            self.outcome = Err(error);
            events.exit();
        }
    }
}

impl ApplicationHandler for App {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.pane.is_none() {
            let opened = self.open(events);
            self.check(events, opened);
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, id: WindowId, event: WindowEvent) {
        let ours = self
            .pane
            .as_ref()
            .is_some_and(|pane| pane.window.id() == id);
        let result = match ours {
            true => self.game_event(events, event),
            false => self.other_event(id, &event),
        };
        self.check(events, result);
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        let result = self.beat(events);
        self.check(events, result);
    }
}

fn attributes(title: &str, [width, height]: [u32; 2]) -> WindowAttributes {
    let attributes = WindowAttributes::default()
        .with_title(title)
        .with_inner_size(PhysicalSize::new(width, height));
    named(attributes)
}

#[cfg(all(unix, not(target_os = "macos")))]
fn named(attributes: WindowAttributes) -> WindowAttributes {
    // Only windows of X11 programs can be captured one by one, so it is one in a Wayland session, too.
    winit::platform::x11::WindowAttributesExtX11::with_name(attributes, APP_NAME, APP_NAME)
}

#[cfg(windows)]
fn named(attributes: WindowAttributes) -> WindowAttributes {
    winit::platform::windows::WindowAttributesExtWindows::with_class_name(attributes, APP_NAME)
}

#[cfg(target_os = "macos")]
fn named(attributes: WindowAttributes) -> WindowAttributes {
    attributes
}
