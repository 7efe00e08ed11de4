//! What `gridhand doctor` asks of the mouse and the keyboard.

use std::time::{Duration, Instant};

use anyhow::ensure;

use super::{DesktopHand, Hand};
use crate::base::{Finding, Point};

/// The pointer is moved by so many pixels and back.
const STEP: i32 = 8;
/// It may take so long to follow. Chosen: a question takes a desktop less than 1 ms, the rest is for a busy machine.
const FOLLOWING: Duration = Duration::from_millis(100);
/// Between two looks where it is.
const BLINK: Duration = Duration::from_millis(1);
/// So many pixels may be lost where a desktop with a scale rounds the place.
const ROUNDING: i32 = 2;

/// Whether input can be sent: the pointer is moved a little and back. Nothing is pressed.
pub fn examine() -> Finding {
    let mut hand = match DesktopHand::new() {
        Ok(hand) => hand,
        Err(error) => return Finding::bad("input", format!("{error:#}"), MEND),
    };
    let Ok(Some(at)) = hand.pointer() else {
        return Finding::limited(
            "input",
            "allowed, but the desktop does not tell where the pointer is",
            "moving the mouse does not stop gridhand here: use Ctrl-C",
        );
    };
    match moves(&mut hand, at) {
        Ok(()) => Finding::good("input", format!("the pointer follows; it is at {at}")),
        Err(error) => Finding::bad("input", format!("{error:#}"), MEND),
    }
}

/// Moves the pointer away and back, towards the middle of the first screen.
fn moves(hand: &mut dyn Hand, at: Point) -> anyhow::Result<()> {
    let aside = |x: i32| if x >= STEP { x - STEP } else { x + STEP };
    let away = Point::new(aside(at.x), aside(at.y));
    for there in [away, at] {
        hand.point(there)?;
        let end = Instant::now() + FOLLOWING;
        loop {
            let now = hand.pointer()?.unwrap_or_default();
            let off = (now.x - there.x).abs().max((now.y - there.y).abs());
            if off <= ROUNDING {
                break;
            }
            ensure!(
                Instant::now() < end,
                "the pointer was to go from {at} to {there}, and is at {now}"
            );
            std::thread::sleep(BLINK);
        }
    }
    Ok(())
}

/// What to do where no input is taken.
const MEND: &str = if cfg!(target_os = "macos") {
    "allow it under System Settings, Privacy & Security, Accessibility"
} else if cfg!(windows) {
    "leave the mouse alone meanwhile; no window of an administrator's program may be in front, and the screen not locked"
} else {
    "start gridhand from a desktop session; Wayland compositors must support virtual pointers"
};
