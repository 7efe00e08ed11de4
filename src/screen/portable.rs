//! What works wherever xcap does: the list of windows, and the guard by it.

use xcap::Window;

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
            let area = area(&window).unwrap_or_default();
            if window.id().ok() == Some(self.id) {
                self.settling.note([area.width, area.height]);
                return match () {
                    () if window.is_minimized().unwrap_or(false) => Err(ScreenError::Minimised),
                    () if (area.x, area.y) != (wanted.x, wanted.y) => Err(ScreenError::Moved),
                    () if !area.contains(at) => Err(ScreenError::Moved),
                    () if !self.settling.is_over() => Err(ScreenError::Resized),
                    () => Ok(()),
                };
            }
            if area.contains(at) && !window.is_minimized().unwrap_or(false) {
                return Err(ScreenError::Covered(title(&window)));
            }
        }
        Err(ScreenError::Gone)
    }

    fn focus(&mut self) -> Result<(), ScreenError> {
        for window in windows()? {
            if window.is_focused().unwrap_or(false) {
                return match window.id().ok() == Some(self.id) {
                    true => Ok(()),
                    false => Err(ScreenError::Unfocused(title(&window))),
                };
            }
        }
        // Nobody says who has it.
        Ok(())
    }
}

fn title(window: &Window) -> String {
    format!("{:?}", window.title().unwrap_or_default())
}

/// Where a window is on the screen.
pub(super) fn area(window: &Window) -> Option<Rect> {
    let size = |side: u32| i32::try_from(side).ok();
    Some(Rect::new(
        window.x().ok()?,
        window.y().ok()?,
        size(window.width().ok()?)?,
        size(window.height().ok()?)?,
    ))
}

/// The windows of the desktop, the one in front first.
pub(super) fn windows() -> Result<Vec<Window>, ScreenError> {
    Window::all().map_err(|error| {
        ScreenError::Failed(format!(
            "the desktop does not tell its windows ({error}); is there a display, and a window \
             manager on it?"
        ))
    })
}
