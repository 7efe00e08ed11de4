//! Where the pointer is, as far as a window's events tell.

use winit::event::WindowEvent;

use crate::base::Point;

/// Follows the pointer by the window's events.
///
/// A button event does not say where the pointer is, and a motion to the very place of the last
/// motion is not reported as such, although the pointer may have been elsewhere in between: it came
/// in at another place, or the window moved. But on X11 every motion has its axis events, too: when
/// they come, the pointer is where the last motion went.
#[derive(Default)]
pub(super) struct PointerTrack {
    /// Over the window, relative to its content.
    pub now: Option<Point>,
    last: Point,
    last_motion: Option<Point>,
    entering: bool,
}

impl PointerTrack {
    pub fn follow(&mut self, event: &WindowEvent) {
        match event {
            // Both are followed by a motion that was none.
            WindowEvent::CursorEntered { .. } | WindowEvent::Focused(true) => self.entering = true,
            WindowEvent::CursorMoved { position, .. } => {
                let at = Point::new(position.x.floor() as i32, position.y.floor() as i32);
                if !std::mem::take(&mut self.entering) {
                    self.last_motion = Some(at);
                }
                self.put(at);
            }
            WindowEvent::AxisMotion { .. } => {
                if let Some(at) = self.last_motion {
                    self.put(at);
                }
            }
            WindowEvent::CursorLeft { .. } => self.now = None,
            _ => {}
        }
    }

    /// The window moved this far under the pointer.
    pub fn window_moved(&mut self, by: Point) {
        self.last = self.last - by;
        self.now = self.now.map(|at| at - by);
    }

    /// Where the pointer is when a button event comes, which it does over the window only, even if
    /// a window manager's grab seemed to take the pointer away.
    pub fn at_button(&mut self) -> Point {
        self.now = Some(self.last);
        self.last
    }

    fn put(&mut self, at: Point) {
        self.last = at;
        self.now = Some(at);
    }
}
