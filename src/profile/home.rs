//! Where profiles come from: folders of the user, and those built into the program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;

use super::check::check_name;
use super::pictures::{ProfileError, load_pictures, templates_folder};
use super::{Named, Profile, builtin};
use crate::base::read_text;

/// The file with the sections `[profile.NAME]`.
pub const CALIBRATION: &str = "calibration.toml";

/// The folders in which `calibration.toml` and `templates/` are looked for, in this order; what is
/// built into the program comes last.
#[derive(Clone, Debug)]
pub struct Home {
    folders: Vec<PathBuf>,
}

/// Where a profile is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The calibration file of this folder.
    Folder(PathBuf),
    /// The program itself.
    BuiltIn,
}

impl Origin {
    /// The folder whose calibration file may be written.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Origin::Folder(folder) => Some(folder),
            Origin::BuiltIn => None,
        }
    }
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Origin::Folder(folder) => write!(f, "{}", folder.join(CALIBRATION).display()),
            Origin::BuiltIn => write!(f, "built-in {CALIBRATION}"),
        }
    }
}

/// A calibration file.
struct Source {
    origin: Origin,
    text: String,
}

impl Source {
    /// Its sections.
    fn profiles(&self) -> Result<BTreeMap<String, Profile>, ProfileError> {
        parse(&self.origin.to_string(), &self.text)
    }
}

impl Home {
    /// The given folder alone, or else the current one and the user's configuration folder.
    pub fn new(given: Option<&Path>) -> Self {
        let folders = match given {
            Some(folder) => vec![folder.to_path_buf()],
            None => std::iter::once(PathBuf::from("."))
                .chain(configuration_folder())
                .collect(),
        };
        Self { folders }
    }

    /// Where something new is written: the given folder; else the first one that has a
    /// `calibration.toml`; else the current one.
    pub fn folder_to_write(&self) -> &Path {
        let has_file = |folder: &&PathBuf| folder.join(CALIBRATION).is_file();
        let found = self.folders.iter().find(has_file);
        found.unwrap_or(&self.folders[0])
    }

    /// The profile of this name with its templates, if it has any.
    pub fn load(&self, name: &str) -> Result<Profile, ProfileError> {
        for source in self.sources() {
            if let Some(mut profile) = source?.profiles()?.remove(name) {
                profile.name = name.into();
                let pictures = self.pictures(name)?;
                let templates = profile
                    .prepare(pictures)
                    .map_err(|what| self.wrong_picture(name, what))?;
                profile.templates = Arc::new(templates);
                return Ok(profile);
            }
        }
        Err(ProfileError::Unknown {
            name: name.into(),
            known: self.names()?,
        })
    }

    /// The names of all profiles, sorted.
    pub fn names(&self) -> Result<Vec<String>, ProfileError> {
        self.select(|_| true)
    }

    /// The names of the profiles for a game, sorted.
    pub fn names_for(&self, game: &str) -> Result<Vec<String>, ProfileError> {
        self.select(|profile| profile.game == game)
    }

    fn select(&self, wanted: impl Fn(&Profile) -> bool) -> Result<Vec<String>, ProfileError> {
        let mut names = Vec::new();
        for source in self.sources() {
            let sections = source?.profiles()?.into_iter();
            names.extend(sections.filter(|(_, p)| wanted(p)).map(|(name, _)| name));
        }
        names.sort();
        names.dedup();
        Ok(names)
    }

    /// Where the profiles of this name are from: that of the first is used. None are of that name if it is
    /// empty.
    pub fn origins(&self, name: &str) -> Result<Vec<Origin>, ProfileError> {
        let mut origins = Vec::new();
        for source in self.sources() {
            let source = source?;
            if source.profiles()?.contains_key(name) {
                origins.push(source.origin);
            }
        }
        Ok(origins)
    }

    /// Every calibration file that exists, with its text; the built-in one last.
    fn sources(&self) -> impl Iterator<Item = Result<Source, ProfileError>> {
        let files = self.folders.iter().map(|folder| folder.join(CALIBRATION));
        let folders = self.folders.iter().zip(files);
        let read = folders
            .filter(|(_, file)| file.exists())
            .map(|(folder, file)| {
                let text = read_text(&file).map_err(|e| ProfileError::io(&file, e))?;
                let origin = Origin::Folder(folder.clone());
                Ok(Source { origin, text })
            });
        let built_in = Source {
            origin: Origin::BuiltIn,
            text: builtin::CALIBRATION.into(),
        };
        read.chain(std::iter::once(Ok(built_in)))
    }

    /// The pictures of a profile's templates.
    pub fn pictures(&self, name: &str) -> Result<Vec<Named>, ProfileError> {
        match self.pictures_folder(name) {
            Some(folder) => load_pictures(&folder),
            None => builtin::pictures(name),
        }
    }

    /// The folder of a profile's templates; None if they are built in, or there are none.
    pub(super) fn pictures_folder(&self, name: &str) -> Option<PathBuf> {
        let mut folders = self.folders.iter().map(|f| templates_folder(f, name));
        folders.find(|folder| folder.is_dir())
    }

    fn wrong_picture(&self, name: &str, what: String) -> ProfileError {
        let folder = self.pictures_folder(name);
        let file = folder.map_or("built-in templates".into(), |f| f.display().to_string());
        ProfileError::Wrong { file, what }
    }

    /// The text with the section of this name that `load` would use.
    pub(super) fn source_of(&self, name: &str) -> Result<Option<String>, ProfileError> {
        for source in self.sources() {
            let source = source?;
            if source.profiles()?.contains_key(name) {
                return Ok(Some(source.text));
            }
        }
        Ok(None)
    }
}

impl Profile {
    /// Loads the profile of this name; see [`Home::new`] for the folders.
    pub fn load(home: Option<&Path>, name: &str) -> Result<Profile, ProfileError> {
        Home::new(home).load(name)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    profile: BTreeMap<String, Profile>,
}

/// All sections of a calibration file, checked.
pub(super) fn parse(file: &str, text: &str) -> Result<BTreeMap<String, Profile>, ProfileError> {
    let wrong = |what: String| ProfileError::Wrong {
        file: file.into(),
        what,
    };
    let parsed: File = toml::from_str(text).map_err(|e| wrong(e.to_string()))?;
    for (name, profile) in &parsed.profile {
        check_name(name).map_err(&wrong)?;
        if let Err((key, why)) = profile.check() {
            let line = line_of(text, name, key).map_or(String::new(), |n| format!("line {n}: "));
            return Err(wrong(format!("{line}profile.{name}.{key}: {why}")));
        }
    }
    Ok(parsed.profile)
}

/// The line on which a key of a profile stands, counted from 1.
fn line_of(text: &str, name: &str, key: &str) -> Option<usize> {
    let document = toml_edit::Document::parse(text).ok()?;
    let table = document.get("profile")?.get(name)?.as_table_like()?;
    let (name, item) = table.get_key_value(key)?;
    let start = name.span().or(item.span())?.start;
    Some(text[..start].lines().count().max(1) + usize::from(text[..start].ends_with('\n')))
}

/// Where the user's programs keep their settings: our folder there.
pub fn configuration_folder() -> Option<PathBuf> {
    let variable = |name| {
        std::env::var_os(name)
            .filter(|v| !v.is_empty())
            .map(PathBuf::from)
    };
    let base = variable("XDG_CONFIG_HOME")
        .or_else(|| variable("APPDATA"))
        .or_else(|| variable("HOME").map(|home| home.join(".config")))?;
    Some(base.join("gridhand"))
}
