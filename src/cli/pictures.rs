//! Saving pictures.

use std::fs::File;
use std::path::Path;

use anyhow::Context as _;
use image::RgbImage;

use crate::draw::animation::animate;

/// Saves a picture in the format that its name tells.
pub fn save(picture: &RgbImage, path: &Path) -> anyhow::Result<()> {
    picture
        .save(path)
        .with_context(|| format!("cannot save {}", path.display()))
}

/// Saves pictures as an animation that starts over at its end.
pub fn save_animation(pictures: Vec<RgbImage>, path: &Path) -> anyhow::Result<()> {
    let what = || format!("cannot save {}", path.display());
    let file = File::create(path).with_context(what)?;
    animate(pictures, file).with_context(what)
}
