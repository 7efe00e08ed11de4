//! Other windows that come up around the game's.

use anyhow::Result;
use winit::dpi::PhysicalPosition;
use winit::event::{ElementState, WindowEvent};
use winit::event_loop::{ActiveEventLoop, OwnedDisplayHandle};
use winit::window::{WindowAttributes, WindowId, WindowLevel};

use super::keys::button_of;
use super::pane::Pane;
use super::pointer::PointerTrack;
use super::{attributes, named};
use crate::base::{Point, Rect};
use crate::hand::Button;
use crate::practice::cover;
use crate::practice::faults::OverlayWindow;

/// A window that is not the game's.
pub(super) struct Other {
    pub veil: OverlayWindow,
    pane: Pane,
    /// Relative to the game's content; of a twin its size only.
    area: Rect,
    pointer: PointerTrack,
}

impl Other {
    /// Opens the window of a veil that is one; None for the others. `origin` is where the game's content
    /// is on the screen, `title` the game's, `size` its window's.
    pub fn open(
        events: &ActiveEventLoop,
        context: &softbuffer::Context<OwnedDisplayHandle>,
        veil: OverlayWindow,
        origin: Point,
        title: &str,
        [width, height]: [u32; 2],
    ) -> Result<Option<Self>> {
        let (area, attributes) = match veil {
            OverlayWindow::Cover(area) | OverlayWindow::Tooltip(area) => {
                (area, above(origin, area).with_active(false))
            }
            OverlayWindow::Dialog(area) => (area, above(origin, area)),
            OverlayWindow::Twin => {
                let area = Rect::new(0, 0, width as i32, height as i32);
                (area, attributes(title, [width, height]).with_active(false))
            }
            OverlayWindow::Minimised | OverlayWindow::Closed => return Ok(None),
        };
        let mut pane = Pane::open(events, context, 1, named(attributes))?;
        pane.show(&cover::picture(area))?;
        Ok(Some(Self {
            veil,
            pane,
            area,
            pointer: PointerTrack::default(),
        }))
    }

    pub fn id(&self) -> WindowId {
        self.pane.window.id()
    }

    /// Takes note of an event; a press on this window is returned, relative to the game's content.
    pub fn event(&mut self, event: &WindowEvent) -> Result<Option<(Point, Button)>> {
        match event {
            WindowEvent::RedrawRequested => self.pane.show(&cover::picture(self.area))?,
            WindowEvent::Resized(size) => self.pane.resized(*size),
            WindowEvent::MouseInput {
                state: ElementState::Pressed,
                button,
                ..
            } => {
                let corner = self.area.corner();
                let at = corner + self.pointer.at_button();
                return Ok(button_of(*button).map(|button| (at, button)));
            }
            other => self.pointer.follow(other),
        }
        Ok(None)
    }
}

fn above(origin: Point, area: Rect) -> WindowAttributes {
    let at = origin + area.corner();
    attributes(cover::TITLE, [area.width as u32, area.height as u32])
        .with_position(PhysicalPosition::new(at.x, at.y))
        .with_window_level(WindowLevel::AlwaysOnTop)
        .with_decorations(false)
}
