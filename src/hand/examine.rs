//! What `gridhand doctor` asks of the mouse and the keyboard.

use super::{DesktopHand, Hand};
use crate::base::Finding;

/// Whether input can be sent; nothing is pressed or moved.
pub fn examine() -> Finding {
    let mut hand = match DesktopHand::new() {
        Ok(hand) => hand,
        Err(error) => {
            return Finding::bad(
                "input",
                format!("{error:#}"),
                if cfg!(target_os = "macos") {
                    "allow it under System Settings, Privacy & Security, Accessibility"
                } else {
                    "start gridhand from a desktop session; Wayland compositors must support \
                     virtual pointers"
                },
            );
        }
    };
    match hand.pointer() {
        Ok(Some(at)) => Finding::good("input", format!("allowed; the pointer is at {at}")),
        _ => Finding::limited(
            "input",
            "allowed, but the desktop does not tell where the pointer is",
            "moving the mouse does not stop gridhand here: use Ctrl-C",
        ),
    }
}
