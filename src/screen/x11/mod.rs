//! What X11 can do better than the portable way.

mod capture;
mod guard;
mod segment;

pub(super) use capture::X11Screen;
pub(super) use guard::X11Guard;
