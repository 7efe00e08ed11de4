//! What `gridhand doctor` asks of the profiles.

use std::path::Path;

use super::Home;
use crate::base::Finding;

/// Every profile: whether its section can be read, and whether its templates are learned.
pub fn examine(home: Option<&Path>) -> Vec<Finding> {
    let home = Home::new(home);
    let names = match home.names() {
        Ok(names) => names,
        Err(error) => {
            let mend = "mend that line, or move the file away to use what is built in";
            return vec![Finding::bad("calibration", error.to_string(), mend)];
        }
    };
    let of_profile = |name: &String| match home.load(name) {
        Err(error) => Finding::bad(
            "profile",
            error.to_string(),
            "learn its templates again with `gridhand calibrate … --replace`",
        ),
        Ok(profile) => match profile.ready() {
            Ok(()) => Finding::good("profile", format!("{name}: ready, for {}", profile.game)),
            Err(error) => Finding::limited(
                "profile",
                format!("{name}: {error}"),
                format!(
                    "teach it: gridhand calibrate {} --profile {name} --example PICTURE:TEXT",
                    profile.game
                ),
            ),
        },
    };
    names.iter().map(of_profile).collect()
}
