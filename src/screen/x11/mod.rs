//! What X11 can do better than the portable way.

mod capture;
mod changes;
mod guard;
mod layout;
mod manager;
mod name;
mod requests;
mod segment;

pub(super) use capture::X11Screen;
pub(super) use guard::X11Guard;
pub(super) use name::window_name;
