//! The guard that works wherever xcap does, by the list of windows.

use super::window::windows;
use super::{Guard, ScreenError};
use crate::plane::{Point, Rect};

pub(super) struct PortableGuard {
    id: u32,
}

impl PortableGuard {
    pub fn new(id: u32) -> Self {
        Self { id }
    }
}

impl Guard for PortableGuard {
    fn clear(&mut self, origin: Point, at: Point) -> Result<(), ScreenError> {
        for window in windows()? {
            let area = area(&window).unwrap_or_default();
            if window.id().ok() == Some(self.id) {
                return match () {
                    () if window.is_minimized().unwrap_or(false) => Err(ScreenError::Minimised),
                    () if Point::new(area.x, area.y) != origin => Err(ScreenError::Moved),
                    () if !area.contains(at) => Err(ScreenError::Moved),
                    () => Ok(()),
                };
            }
            if area.contains(at) && !window.is_minimized().unwrap_or(false) {
                let title = window.title().unwrap_or_default();
                return Err(ScreenError::Covered(format!("{title:?}")));
            }
        }
        Err(ScreenError::Gone)
    }
}

/// Where a window is on the screen.
pub(super) fn area(window: &xcap::Window) -> Option<Rect> {
    let size = |side: u32| i32::try_from(side).ok();
    Some(Rect::new(
        window.x().ok()?,
        window.y().ok()?,
        size(window.width().ok()?)?,
        size(window.height().ok()?)?,
    ))
}
