//! Games in real windows, each on a display of its own; the game's own log is the witness. Without
//! Xvfb and openbox, or with `GRIDHAND_NO_DISPLAY=1`, what needs a window says so and is skipped.

#[path = "../common/mod.rs"]
mod common;

mod coil_play;
mod gnome_klotski;
mod harvest_in_a_window;
#[cfg(all(unix, feature = "postgres"))]
mod harvest_together;
mod looking_for_boards;
mod own_dialogs;
mod play_in_a_window;
mod play_sliding;
mod slow_manager;
mod troubles;
mod uncovered;
mod warehouse_practice;
mod warehouse_xsok;
mod ways;
mod woodworm;
