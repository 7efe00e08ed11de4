//! A practice game in a real window.

use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use winit::application::ApplicationHandler;
use winit::dpi::{PhysicalPosition, PhysicalSize};
use winit::event::{ElementState, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, OwnedDisplayHandle};
use winit::window::{WindowAttributes, WindowId, WindowLevel};

use super::clock::FrameClock;
use super::faults::Fault;
use super::host::press_event;
use super::{Arrival, Event, Host, Options, PracticeGame, cover};
use crate::plane::{Point, Rect};

mod keys;
mod pane;
mod pointer;

use keys::{button_of, key_of};
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
        cover: None,
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
    cover: Option<Cover>,
    pointer: PointerTrack,
    /// Where the window was opened, once the window manager has told.
    home: Option<Point>,
    /// Where the window is now.
    place: Option<Point>,
    outcome: anyhow::Result<()>,
}

/// The window that is in the way.
struct Cover {
    pane: Pane,
    /// Relative to the game's content.
    area: Rect,
    pointer: PointerTrack,
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
            self.frame(events)?;
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
        Ok(())
    }

    fn suffer(
        &mut self,
        events: &ActiveEventLoop,
        now: Duration,
        fault: Fault,
    ) -> anyhow::Result<()> {
        let Some(pane) = &self.pane else {
            return Ok(());
        };
        let event = match fault {
            Fault::Move(offset) => {
                let Some(home) = self.home.or_else(|| pane.frame_place()) else {
                    return Ok(());
                };
                self.home = Some(home);
                let to = home + offset;
                pane.window
                    .set_outer_position(PhysicalPosition::new(to.x, to.y));
                Event::new("moved").with("x", to.x).with("y", to.y)
            }
            Fault::Cover(area) => {
                let origin = pane.content_place().unwrap_or_default();
                let attributes = covering(origin, area);
                let mut pane = Pane::open(events, &self.context, 1, attributes)?;
                pane.show(&cover::picture(area))?;
                self.cover = Some(Cover {
                    pane,
                    area,
                    pointer: PointerTrack::default(),
                });
                Event::new("cover")
            }
            Fault::Uncover => {
                self.cover = None;
                Event::new("uncover")
            }
        };
        self.host.note(now, event)
    }

    fn game_event(&mut self, events: &ActiveEventLoop, event: WindowEvent) -> anyhow::Result<()> {
        let now = self.now();
        match event {
            WindowEvent::CloseRequested | WindowEvent::Destroyed => self.close(events),
            WindowEvent::Resized(size) => {
                if let Some(pane) = &mut self.pane {
                    pane.resized(size);
                }
                Ok(())
            }
            WindowEvent::RedrawRequested => match &mut self.pane {
                Some(pane) => pane.show(self.host.picture()),
                None => Ok(()),
            },
            WindowEvent::Moved(to) => {
                let to = Point::new(to.x, to.y);
                let from = self.place.replace(to).unwrap_or(to);
                self.pointer.window_moved(to - from);
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
        self.cover = None;
        if self.pane.take().is_none() {
            return Ok(());
        }
        let closed = self.clock.report(Event::new("closed"));
        self.host.note(self.now(), closed)
    }

    fn cover_event(&mut self, event: WindowEvent) -> anyhow::Result<()> {
        let now = self.now();
        let Some(cover) = &mut self.cover else {
            return Ok(());
        };
        match event {
            WindowEvent::RedrawRequested => cover.pane.show(&cover::picture(cover.area)),
            WindowEvent::MouseInput {
                state: ElementState::Pressed,
                button,
                ..
            } => match button_of(button) {
                Some(button) => {
                    let corner = Point::new(cover.area.x, cover.area.y);
                    let at = self.host.to_game(corner + cover.pointer.at_button());
                    let press = press_event("press", at, button);
                    self.host.note(now, press.with("hit", "cover"))
                }
                None => Ok(()),
            },
            other => {
                cover.pointer.follow(&other);
                Ok(())
            }
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
            false => self.cover_event(event),
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
        .with_inner_size(PhysicalSize::new(width, height))
        .with_resizable(false);
    named(attributes)
}

fn covering(origin: Point, area: Rect) -> WindowAttributes {
    let at = origin + Point::new(area.x, area.y);
    attributes(cover::TITLE, [area.width as u32, area.height as u32])
        .with_position(PhysicalPosition::new(at.x, at.y))
        .with_window_level(WindowLevel::AlwaysOnTop)
        .with_decorations(false)
        .with_active(false)
}

#[cfg(all(unix, not(target_os = "macos")))]
fn named(attributes: WindowAttributes) -> WindowAttributes {
    use winit::platform::{wayland::WindowAttributesExtWayland, x11::WindowAttributesExtX11};
    let attributes = WindowAttributesExtX11::with_name(attributes, APP_NAME, APP_NAME);
    WindowAttributesExtWayland::with_name(attributes, APP_NAME, APP_NAME)
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn named(attributes: WindowAttributes) -> WindowAttributes {
    attributes
}
