//! A window that was resized shows the old picture until the game has laid itself out anew.

use std::time::{Duration, Instant};

/// Where nothing but the size tells, a game is given so long to paint at its new size. Chosen: six frames
/// at 20 frames a second.
const TIME: Duration = Duration::from_millis(300);

/// Follows the size of one window.
#[derive(Default)]
pub(super) struct Settling {
    size: Option<[i32; 2]>,
    since: Option<Instant>,
}

impl Settling {
    /// Takes note of the size, in any unit; says whether an earlier one was another.
    pub fn note(&mut self, size: [i32; 2]) -> bool {
        let before = self.size.replace(size);
        let is_new = before.is_some_and(|before| before != size);
        if is_new {
            self.since = Some(Instant::now());
        }
        is_new
    }

    /// Whether the game had its time since. When that is first asked after it, the answer still is no:
    /// whoever asks has looked at the window before.
    pub fn is_over(&mut self) -> bool {
        let was_over = self.since.is_none();
        self.since.take_if(|since| since.elapsed() > TIME);
        was_over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_size_takes_its_time() {
        let mut settling = Settling::default();
        assert!(!settling.note([300, 400]) && settling.is_over());
        assert!(!settling.note([300, 400]) && settling.is_over());
        assert!(settling.note([600, 800]) && !settling.is_over());
        assert!(!settling.note([600, 800]));
        std::thread::sleep(TIME);
        assert!(!settling.is_over());
        assert!(settling.is_over());
    }
}
