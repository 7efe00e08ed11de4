//! Putting profiles in order: renaming and removing them.

use std::path::{Path, PathBuf};

use toml_edit::Key;

use super::check::check_name;
use super::home::CALIBRATION;
use super::pictures::{ProfileError, templates_folder};
use super::store::{beside, document, sections, write_file};
use super::{Home, Origin};

/// Whether a profile is one that another replaced: `NAME.1` of `NAME`, if that is there.
pub fn is_backup(name: &str, all: &[String]) -> bool {
    let number = |rest: &str| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit());
    name.rsplit_once('.')
        .is_some_and(|(of, rest)| number(rest) && all.iter().any(|known| known == of))
}

impl Home {
    /// Calls a profile something else: its section, its templates and the picture beside them. A crash
    /// leaves it whole under one of the names, perhaps with pictures left over under the other. Returns
    /// the folder.
    ///
    /// # Errors
    /// It is not there, or built in; there is a profile or a folder of the new name; or that is no name.
    pub fn rename(&self, old: &str, new: &str) -> Result<PathBuf, ProfileError> {
        check_name(new).map_err(ProfileError::Refused)?;
        let home = self.own(old, "renamed")?;
        let to = templates_folder(&home, new);
        if self.names()?.iter().any(|known| known == new) || to.exists() {
            let what = format!(
                "there is a profile {new:?} already, or a folder {}: choose another name, or remove or \
                 rename that first",
                to.display()
            );
            return Err(ProfileError::Refused(what));
        }
        if let Some(from) = self.pictures_folder(old) {
            copy_folder(&from, &to)?;
        }
        let file = home.join(CALIBRATION);
        let mut document = document(&file)?;
        let profiles = sections(&file, &mut document)?;
        if let Some((key, section)) = profiles.remove_entry(old) {
            let key = Key::new(new).with_leaf_decor(key.leaf_decor().clone());
            profiles.insert_formatted(&key, section);
        }
        write_file(&file, document.to_string().as_bytes())?;
        let picture = overlay(&home, old);
        if picture.exists() {
            let renamed = overlay(&home, new);
            std::fs::rename(&picture, renamed).map_err(|e| ProfileError::io(&picture, e))?;
        }
        remove_folder(&templates_folder(&home, old))?;
        Ok(home)
    }

    /// Removes a profile for good: its section, its templates and the picture beside them. Returns what
    /// is now used by its name, if there is another.
    ///
    /// # Errors
    /// It is not there, or built in.
    pub fn remove(&self, name: &str) -> Result<Option<Origin>, ProfileError> {
        let home = self.own(name, "removed")?;
        let file = home.join(CALIBRATION);
        let mut document = document(&file)?;
        sections(&file, &mut document)?.remove(name);
        write_file(&file, document.to_string().as_bytes())?;
        remove_folder(&templates_folder(&home, name))?;
        let picture = overlay(&home, name);
        if picture.exists() {
            std::fs::remove_file(&picture).map_err(|e| ProfileError::io(&picture, e))?;
        }
        Ok(self.origins(name)?.into_iter().next())
    }

    /// The folder that has a profile, for something that is to be done to it.
    ///
    /// # Errors
    /// It is not there, or built in.
    pub fn own(&self, name: &str, done: &str) -> Result<PathBuf, ProfileError> {
        match self.origins(name)?.into_iter().next() {
            Some(Origin::Folder(folder)) => Ok(folder),
            Some(Origin::BuiltIn) => Err(ProfileError::Refused(format!(
                "{name:?} is built into the program and cannot be {done}"
            ))),
            None => Err(ProfileError::Unknown {
                name: name.into(),
                known: self.names()?,
            }),
        }
    }
}

/// The picture of what was found, beside the templates.
fn overlay(home: &Path, name: &str) -> PathBuf {
    home.join("templates").join(format!("{name}.png"))
}

/// Copies the files of a folder beside their place and moves them there.
fn copy_folder(from: &Path, to: &Path) -> Result<(), ProfileError> {
    let fresh = beside(to, "new");
    remove_folder(&fresh)?;
    std::fs::create_dir_all(&fresh).map_err(|e| ProfileError::io(&fresh, e))?;
    let entries = std::fs::read_dir(from).map_err(|e| ProfileError::io(from, e))?;
    for entry in entries {
        let file = entry.map_err(|e| ProfileError::io(from, e))?.path();
        if let Some(name) = file.file_name().filter(|_| file.is_file()) {
            let copied = std::fs::copy(&file, fresh.join(name));
            copied.map_err(|e| ProfileError::io(&file, e))?;
        }
    }
    std::fs::rename(&fresh, to).map_err(|e| ProfileError::io(to, e))
}

fn remove_folder(folder: &Path) -> Result<(), ProfileError> {
    match folder.exists() {
        true => std::fs::remove_dir_all(folder).map_err(|e| ProfileError::io(folder, e)),
        false => Ok(()),
    }
}
