//! What a profile keeps of a game that it knows by its tiles.

use serde::{Deserialize, Serialize};

use super::Named;
use crate::vision::tiles::{TileExample, TileLooks};

/// The tiles of a game. What they look like are the pictures `example-1`, `example-2` …
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tiling {
    /// Groups of letters that mean the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub same: Vec<String>,
    /// Pairs of letters of which the first may look like the second.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<String>,
    /// What the pictures show.
    pub examples: Vec<TileExample>,
}

impl Tiling {
    /// What its tiles look like.
    ///
    /// # Errors
    /// The picture that is missing.
    pub fn looks(&self, pictures: &[Named]) -> Result<TileLooks, String> {
        let mut shown = Vec::new();
        for (index, example) in self.examples.iter().enumerate() {
            let name = format!("example-{}", index + 1);
            let picture = pictures.iter().find(|(named, _)| *named == name);
            let (_, picture) = picture.ok_or_else(|| format!("{name}.png is missing"))?;
            shown.push((picture, example));
        }
        Ok(TileLooks::learn(&shown, &self.same, &self.hidden))
    }
}
