//! Tells whether a window has come up just now: it may be on its way to cover the game.

use std::time::{Duration, Instant};

use crate::screen::win32::handle::Handle;

/// The outermost windows, as they were when it was looked last.
#[derive(Default)]
pub struct Stirring {
    /// Each window, and whether it was shown.
    known: Option<Vec<(Handle, bool)>>,
    /// When one was made or shown that was not before.
    since: Option<Instant>,
}

/// So long after a window was made or shown nothing is pressed. Chosen as on X11: more than three frames at 60 frames a
/// second, to be shown and put in front.
const CALM: Duration = Duration::from_millis(60);

impl Stirring {
    /// Whether something has come up; what was there at the first look has not.
    pub fn is_there(&mut self) -> bool {
        let all = Handle::all().unwrap_or_default().into_iter();
        let now: Vec<_> = all.map(|window| (window, window.is_shown())).collect();
        let known = self.known.replace(now.clone());
        if known.is_some_and(|known| has_new(&known, &now)) {
            self.since = Some(Instant::now());
        }
        self.since.is_some_and(|since| since.elapsed() < CALM)
    }
}

/// Whether a window is there, or shown, that was not. One that goes covers nothing.
fn has_new<W: PartialEq + Copy>(before: &[(W, bool)], now: &[(W, bool)]) -> bool {
    now.iter().any(|(window, shown)| {
        let same = |before: &&(W, bool)| before.0 == *window;
        before
            .iter()
            .find(same)
            .is_none_or(|before| *shown && !before.1)
    })
}

#[cfg(test)]
mod tests {
    use super::has_new;

    #[test]
    fn what_is_made_or_shown_is_new_and_what_goes_is_not() {
        let before = [(1, true), (2, false), (3, true)];
        assert!(!has_new(&before, &before));
        assert!(!has_new(&before, &[(1, false), (2, false)]));
        assert!(has_new(&before, &[(1, true), (2, true), (3, true)]));
        assert!(has_new(&before, &[(4, false), (1, true)]));
    }
}
