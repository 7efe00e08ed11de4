//! The profiles built into the program, so that practising works from anywhere.

use super::{Named, ProfileError};

/// The repository's own `calibration.toml`.
pub const CALIBRATION: &str = include_str!("../../calibration.toml");

/// A built-in template: profile, name, PNG file.
type Entry = (&'static str, &'static str, &'static [u8]);

/// Lists the files of a built-in profile.
macro_rules! templates {
    ($($profile:literal: $($name:literal)*;)*) => {
        &[$($((
            $profile,
            $name,
            include_bytes!(concat!("../../templates/", $profile, "/", $name, ".png")),
        ),)*)*]
    };
}

const TEMPLATES: &[Entry] = templates! {
    "practice-coil":
        "anchor" "solved" "tint-head" "tint-line" "tint-open" "tint-visited" "tint-wall";
    "practice-dungeons":
        "anchor" "digit-0-2" "digit-0" "digit-1-2" "digit-1-3" "digit-1" "digit-2-2"
        "digit-2-3" "digit-2" "digit-3-2" "digit-3-3" "digit-3" "digit-4-2" "digit-4-3"
        "digit-4" "digit-5-2" "digit-5-3" "digit-5" "digit-6" "digit-7-2" "digit-7"
        "digit-8" "floor" "mark" "seed-0" "seed-1" "seed-2" "seed-3" "seed-4" "seed-5"
        "seed-6" "seed-7" "seed-8" "seed-9" "seed-shown" "solved" "treasure-2" "treasure"
        "wall";
    "practice-sliding":
        "anchor" "free" "hole" "mark-a" "mark-b" "sign-a" "sign-b" "solved";
    "practice-woodworm":
        "anchor" "body" "body-10" "body-11" "body-12" "body-13" "body-14" "body-2" "body-3"
        "body-4" "body-5" "body-6" "body-7" "body-8" "body-9" "floor" "goal-none" "goal-outside"
        "goal-wood" "head-down" "head-left" "head-right" "head-up" "solved" "wood" "wood-2"
        "wood-3" "wood-4" "wood-5";
    "practice-null": "anchor" "burning" "floor" "lit";
    "practice-warehouse":
        "anchor" "bare" "box" "box-home" "box-left" "box-right" "goal-blank" "goal-down"
        "goal-left" "goal-none" "goal-right" "goal-up" "robot" "solved" "target" "wall";
};

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

#[cfg(test)]
mod tests {
    use super::TEMPLATES;

    /// A template that is in the repository, but not in the list, would be missing elsewhere.
    #[test]
    fn the_list_is_what_is_in_the_folders() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
        let mut listed: Vec<String> = TEMPLATES
            .iter()
            .map(|(profile, name, _)| format!("{profile}/{name}.png"))
            .collect();
        listed.sort();
        let mut found = Vec::new();
        let mut profiles: Vec<&str> = TEMPLATES.iter().map(|(profile, ..)| *profile).collect();
        profiles.dedup();
        for profile in profiles {
            for entry in std::fs::read_dir(root.join(profile)).expect("the folder is there") {
                let name = entry.expect("it can be listed").file_name();
                found.push(format!("{profile}/{}", name.to_string_lossy()));
            }
        }
        found.sort();
        assert_eq!(listed, found);
    }
}
