//! The small window that comes up where the pointer rests on a button.

use std::time::Duration;

use super::faults::{Fault, OverlayWindow};
use crate::base::{Point, Rect};

/// The pointer rests so long before it comes up. Chosen: as with common toolkits.
const REST: Duration = Duration::from_millis(500);
/// Where it is, from the pointer, and how large; screen pixels.
const PLACE: Rect = Rect::new(10, 18, 130, 24);

/// Follows the pointer.
#[derive(Debug, Default)]
pub(super) struct Tooltip {
    /// Where the pointer is and since when, while it is on a button; screen pixels from the window's content.
    resting: Option<(Point, Duration)>,
    shown: Option<Rect>,
}

impl Tooltip {
    /// What it does now; `on_button` is where the pointer is, if that is a button.
    pub fn due(&mut self, now: Duration, on_button: Option<Point>) -> Option<Fault> {
        let since = match (self.resting, on_button) {
            (Some((before, since)), Some(at)) if before == at => since,
            _ => now,
        };
        self.resting = on_button.map(|at| (at, since));
        match (self.shown, on_button) {
            (Some(area), at) if at.is_none() || since == now => {
                self.shown = None;
                Some(Fault::End(OverlayWindow::Tooltip(area)))
            }
            (None, Some(at)) if now - since > REST => {
                let area = PLACE.at(at + PLACE.corner());
                self.shown = Some(area);
                Some(Fault::Begin(OverlayWindow::Tooltip(area)))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_comes_up_where_the_pointer_rests_and_goes_with_it() {
        let mut tooltip = Tooltip::default();
        let at = Point::new(40, 50);
        let mut due = |ms, at| tooltip.due(Duration::from_millis(ms), at);
        assert_eq!(due(0, Some(at)), None);
        assert_eq!(due(400, Some(at)), None);
        let Some(Fault::Begin(shown)) = due(600, Some(at)) else {
            panic!("it comes up");
        };
        assert_eq!(due(700, Some(at)), None);
        assert_eq!(due(710, None), Some(Fault::End(shown)));
        assert_eq!(due(720, None), None);
    }
}
