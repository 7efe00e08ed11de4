//! The profiles built into the program, so that practising works from anywhere.

use super::{Named, ProfileError};

/// The repository's own `calibration.toml`.
pub const CALIBRATION: &str = include_str!("../../calibration.toml");

/// A built-in template: profile, name, PNG file.
type Entry = (&'static str, &'static str, &'static [u8]);

/// The templates of the repository, as `build.rs` finds them.
const TEMPLATES: &[Entry] = include!(concat!(env!("OUT_DIR"), "/templates.rs"));

/// The templates of a built-in profile; none for other names.
pub fn pictures(profile: &str) -> Result<Vec<Named>, ProfileError> {
    let wanted = TEMPLATES.iter().filter(|(of, ..)| *of == profile);
    let load = |(_, name, bytes): &Entry| {
        let picture = image::load_from_memory(bytes).map_err(|e| ProfileError::Wrong {
            file: format!("built-in templates/{profile}/{name}.png"),
            what: e.to_string(),
        })?;
        Ok((name.to_string(), picture.into_rgba8()))
    };
    wanted.map(load).collect()
}
