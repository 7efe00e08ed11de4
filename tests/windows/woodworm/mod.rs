//! Woodworm: reading, learning and playing.

mod learning;
mod playing;
mod reading;
mod skins;
