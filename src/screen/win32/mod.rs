//! Windows of Windows: listed, captured, guarded.

mod access;
mod canvas;
mod capture;
mod guard;
mod handle;
mod scale;
mod window;

pub(super) use access::examine as examine_access;
pub(super) use capture::Win32Screen;
pub(super) use guard::Win32Guard;
pub(super) use scale::see_true_pixels;
pub(super) use window::{Window, windows};

use super::ScreenError;
use handle::Handle;

/// Whether a window can be looked at and pressed.
fn is_open(window: Handle) -> Result<(), ScreenError> {
    match window {
        gone if !gone.exists() => Err(ScreenError::Gone),
        small if small.is_minimised() => Err(ScreenError::Minimised),
        hidden if !hidden.is_shown() => Err(ScreenError::Hidden),
        _ => Ok(()),
    }
}
