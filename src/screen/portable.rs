//! What works wherever xcap does: the list of windows, and the guard by it.

use image::RgbaImage;
use xcap::Monitor;

use super::settling::Settling;
use super::{Guard, ScreenError};
use crate::base::{Point, Rect};

pub(super) struct PortableGuard {
    id: u32,
    settling: Settling,
}

impl PortableGuard {
    pub fn new(id: u32) -> Self {
        Self {
            id,
            settling: Settling::default(),
        }
    }
}

impl Guard for PortableGuard {
    // The size is not compared: on some desktops it is counted in larger pixels than a picture's.
    fn clear(&mut self, wanted: Rect, at: Point) -> Result<(), ScreenError> {
        for window in windows()? {
            let area = window.area().unwrap_or_default();
            if window.id() == Some(self.id) {
                self.settling.note([area.width, area.height]);
                return match () {
                    () if window.is_minimised() => Err(ScreenError::Minimised),
                    () if (area.x, area.y) != (wanted.x, wanted.y) => Err(ScreenError::Moved),
                    () if !area.contains(at) => Err(ScreenError::Moved),
                    () if !self.settling.is_over() => Err(ScreenError::Resized),
                    () => Ok(()),
                };
            }
            if area.contains(at) && !window.is_minimised() {
                return Err(ScreenError::Covered(quoted(&window)));
            }
        }
        Err(ScreenError::Gone)
    }

    fn focus(&mut self) -> Result<(), ScreenError> {
        for window in windows()? {
            if window.0.is_focused().unwrap_or(false) {
                return match window.id() == Some(self.id) {
                    true => Ok(()),
                    false => Err(ScreenError::Unfocused(quoted(&window))),
                };
            }
        }
        // Nobody says who has it.
        Ok(())
    }
}

fn quoted(window: &Window) -> String {
    format!("{:?}", window.title())
}

/// A window of the desktop.
pub(super) struct Window(xcap::Window);

impl Window {
    pub fn id(&self) -> Option<u32> {
        self.0.id().ok()
    }

    pub fn title(&self) -> String {
        self.0.title().unwrap_or_default()
    }

    /// What it answers to besides its title.
    pub fn names(&self) -> Vec<String> {
        vec![self.0.app_name().unwrap_or_default()]
    }

    /// The number of the process that it belongs to.
    pub fn process(&self) -> Option<u32> {
        self.0.pid().ok()
    }

    pub fn is_minimised(&self) -> bool {
        self.0.is_minimized().unwrap_or(false)
    }

    /// Where it is on the screen.
    pub fn area(&self) -> Option<Rect> {
        let size = |side: u32| i32::try_from(side).ok();
        Some(Rect::new(
            self.0.x().ok()?,
            self.0.y().ok()?,
            size(self.0.width().ok()?)?,
            size(self.0.height().ok()?)?,
        ))
    }

    pub fn picture(&self) -> Result<RgbaImage, String> {
        self.0.capture_image().map_err(|error| error.to_string())
    }

    /// Whether a part of it lies on no monitor, so far as the desktop tells. X11 captures nothing of
    /// such a window.
    pub fn is_off_screen(&self) -> bool {
        let monitors = Monitor::all().unwrap_or_default();
        let desktop = monitors.iter().filter_map(|monitor| {
            let (x, y) = (monitor.x().ok()?, monitor.y().ok()?);
            let (width, height) = (monitor.width().ok()?, monitor.height().ok()?);
            Some(Rect::new(x, y, width as i32, height as i32))
        });
        let around = desktop.reduce(|a, b| a.around(&b));
        match (around, self.area()) {
            (Some(desktop), Some(area)) => desktop.around(&area) != desktop,
            _ => false,
        }
    }
}

/// The windows of the desktop, the one in front first.
pub(super) fn windows() -> Result<Vec<Window>, ScreenError> {
    let all = xcap::Window::all().map_err(|error| {
        ScreenError::Failed(format!(
            "the desktop does not tell its windows ({error}); is there a display, and a window \
             manager on it?"
        ))
    })?;
    Ok(all.into_iter().map(Window).collect())
}
