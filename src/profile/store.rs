//! Calibration and templates on disk. Every write goes to a temporary file first, so that a crash
//! leaves the old one whole.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use super::check::check_name;
use super::home::CALIBRATION;
use super::pictures::{ProfileError, templates_folder};
use super::{Home, Named, Profile};
use crate::base::read_text;

impl Home {
    /// Saves learned templates and, if the file to write to has no such section yet, the profile's
    /// section. Existing templates are kept unless `replace` is given; then they are renamed.
    /// Returns the folder of the templates.
    pub fn save(
        &self,
        name: &str,
        pictures: &[Named],
        replace: bool,
    ) -> Result<PathBuf, ProfileError> {
        let home = self.folder_to_write();
        let folder = templates_folder(home, name);
        if folder.exists() && !replace {
            let what = "it exists already; --replace learns anew and keeps the old templates under \
                        another name";
            return Err(ProfileError::wrong(&folder, what));
        }
        self.copy_section(home, name)?;
        let file = home.join(CALIBRATION);
        let kept = free_number(sections(&file, &mut document(&file)?)?, name, &folder);
        write_folder(&folder, pictures, kept)?;
        Ok(folder)
    }

    /// Saves a new profile with its section and its templates. A profile of that name is kept, if
    /// `replace` is given, as `NAME.1`, `NAME.2` …; without, it is an error if there is one. Returns
    /// the folder of the templates.
    pub fn save_profile(
        &self,
        profile: &Profile,
        pictures: &[Named],
        replace: bool,
    ) -> Result<PathBuf, ProfileError> {
        let home = self.folder_to_write();
        let (file, name) = (home.join(CALIBRATION), profile.name.as_str());
        check_name(name).map_err(ProfileError::Refused)?;
        let folder = templates_folder(home, name);
        let mut document = document(&file)?;
        let profiles = sections(&file, &mut document)?;
        if !replace && (profiles.contains_key(name) || folder.exists()) {
            let what = format!(
                "there is a profile {name:?} already; --replace makes a new one and keeps the old one \
                 under another name"
            );
            return Err(ProfileError::wrong(&file, what));
        }
        let kept = free_number(profiles, name, &folder);
        if let Some(old) = profiles.remove(name) {
            profiles.insert(&format!("{name}.{kept}"), unplaced(old));
        }
        profiles.insert(name, section(&file, profile)?);
        write_folder(&folder, pictures, kept)?;
        write_file(&file, document.to_string().as_bytes())?;
        Ok(folder)
    }

    /// Writes what was found out about a profile that is there already, or built in, and pictures that come to those
    /// it has.
    pub fn amend(&self, profile: &Profile, more: &[Named]) -> Result<(), ProfileError> {
        let home = self.folder_to_write();
        let (file, name) = (home.join(CALIBRATION), profile.name.as_str());
        self.copy_section(home, name)?;
        let folder = templates_folder(home, name);
        if !more.is_empty() && !folder.exists() {
            write_folder(&folder, &self.pictures(name)?, 0)?;
        }
        let mut document = document(&file)?;
        let profiles = sections(&file, &mut document)?;
        let Some(old) = profiles.get_mut(name) else {
            return Err(ProfileError::wrong(
                &file,
                format!("it has no profile {name:?}"),
            ));
        };
        renew(old, section(&file, profile)?);
        // Pictures that no section names yet do no harm if this ends in between.
        write_pictures(&folder, more)?;
        write_file(&file, document.to_string().as_bytes())
    }

    /// Makes sure that the calibration file in `home` has the profile's section.
    fn copy_section(&self, home: &Path, name: &str) -> Result<(), ProfileError> {
        let file = home.join(CALIBRATION);
        let mut document = document(&file)?;
        let Some(from) = self.source_of(name)? else {
            return Ok(());
        };
        let mut source = parsed(&file, &from)?;
        let section = source["profile"]
            .as_table_mut()
            .and_then(|t| t.remove_entry(name));
        if let (Some((key, section)), Some(profiles)) = (section, profiles_of(&mut document))
            && !profiles.contains_key(name)
        {
            profiles.insert_formatted(&key, unplaced(section));
            write_file(&file, document.to_string().as_bytes())?;
        }
        Ok(())
    }
}

fn parsed(file: &Path, text: &str) -> Result<toml_edit::DocumentMut, ProfileError> {
    text.parse()
        .map_err(|e: toml_edit::TomlError| ProfileError::wrong(file, e.to_string()))
}

/// A calibration file, empty if there is none.
pub(super) fn document(file: &Path) -> Result<toml_edit::DocumentMut, ProfileError> {
    match read_text(file) {
        Ok(text) => parsed(file, &text),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(Default::default()),
        Err(e) => Err(ProfileError::io(file, e)),
    }
}

pub(super) fn sections<'a>(
    file: &Path,
    document: &'a mut toml_edit::DocumentMut,
) -> Result<&'a mut toml_edit::Table, ProfileError> {
    profiles_of(document).ok_or_else(|| ProfileError::wrong(file, "profile is no table"))
}

/// A profile as a section of a calibration file.
pub(super) fn section(file: &Path, profile: &Profile) -> Result<toml_edit::Item, ProfileError> {
    let text = toml::to_string(profile).map_err(|e| ProfileError::wrong(file, e.to_string()))?;
    let table = parsed(file, &text)?.as_table().clone();
    Ok(unplaced(toml_edit::Item::Table(table)))
}

/// Puts what a section says now into its place, beside what its user wrote there: what is as it was stays as it stands.
fn renew(old: &mut toml_edit::Item, new: toml_edit::Item) {
    use toml_edit::Item;
    match (old, new) {
        (Item::Table(old), Item::Table(new)) => {
            old.retain(|key, _| new.contains_key(key));
            for (key, item) in new {
                match old.get_mut(&key) {
                    Some(there) => renew(there, item),
                    None => _ = old.insert(&key, item),
                }
            }
        }
        (Item::Value(old), Item::Value(mut new)) => {
            if plain(old) != plain(&new) {
                *new.decor_mut() = old.decor().clone();
                *old = new;
            }
        }
        (old, new) => *old = new,
    }
}

/// A value as it is written where nobody wrote anything around it.
fn plain(value: &toml_edit::Value) -> String {
    let mut value = value.clone();
    if let Some(array) = value.as_array_mut() {
        array.fmt();
    }
    value.decorated("", "").to_string()
}

/// The table with a section for each profile.
fn profiles_of(document: &mut toml_edit::DocumentMut) -> Option<&mut toml_edit::Table> {
    let profiles = document.entry("profile").or_insert_with(|| {
        let mut table = toml_edit::Table::new();
        table.set_implicit(true);
        toml_edit::Item::Table(table)
    });
    profiles.as_table_mut()
}

/// A section taken out of another file must not keep its position there.
fn unplaced(mut section: toml_edit::Item) -> toml_edit::Item {
    fn forget(table: &mut toml_edit::Table) {
        table.set_position(None);
        for (_, item) in table.iter_mut() {
            if let Some(inner) = item.as_table_mut() {
                forget(inner);
            }
        }
    }
    if let Some(table) = section.as_table_mut() {
        forget(table);
    }
    section
}

/// A file or folder of that name with something behind it.
pub(super) fn beside(folder: &Path, more: impl Display) -> PathBuf {
    let mut name = folder.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{more}"));
    folder.with_file_name(name)
}

/// The first of `NAME.1`, `NAME.2` … that neither a section nor a folder has.
fn free_number(profiles: &toml_edit::Table, name: &str, folder: &Path) -> u32 {
    let is_free =
        |n: &u32| !profiles.contains_key(&format!("{name}.{n}")) && !beside(folder, n).exists();
    (1..).find(is_free).expect("there is always a free number")
}

/// Writes a folder of pictures beside its place and moves it there; an old folder is kept under this
/// number. Of no pictures none is made.
fn write_folder(folder: &Path, pictures: &[Named], kept: u32) -> Result<(), ProfileError> {
    let fresh = beside(folder, "new");
    if fresh.exists() {
        std::fs::remove_dir_all(&fresh).map_err(|e| ProfileError::io(&fresh, e))?;
    }
    if !pictures.is_empty() {
        std::fs::create_dir_all(&fresh).map_err(|e| ProfileError::io(&fresh, e))?;
        write_pictures(&fresh, pictures)?;
    }
    if folder.exists() {
        std::fs::rename(folder, beside(folder, kept)).map_err(|e| ProfileError::io(folder, e))?;
    }
    match pictures.is_empty() {
        true => Ok(()),
        false => std::fs::rename(&fresh, folder).map_err(|e| ProfileError::io(folder, e)),
    }
}

fn write_pictures(folder: &Path, pictures: &[Named]) -> Result<(), ProfileError> {
    for (name, picture) in pictures {
        let file = folder.join(format!("{name}.png"));
        let saved = picture.save(&file);
        saved.map_err(|e| ProfileError::wrong(&file, e.to_string()))?;
    }
    Ok(())
}

/// Writes a file beside its place and moves it there; its folder is made if there is none.
pub(super) fn write_file(file: &Path, bytes: &[u8]) -> Result<(), ProfileError> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(|e| ProfileError::io(folder, e))?;
    }
    let fresh = beside(file, "new");
    std::fs::write(&fresh, bytes).map_err(|e| ProfileError::io(&fresh, e))?;
    std::fs::rename(&fresh, file).map_err(|e| ProfileError::io(file, e))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_learned_of_a_profile_leaves_what_its_user_wrote() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::new(Some(folder.path()));
        let name = "practice-sliding";
        let mut profile = home.load(name).expect("it is built in");
        home.amend(&profile, &[]).expect("saved");
        let file = folder.path().join(CALIBRATION);
        let copied = read_text(&file).expect("a file");
        let own = copied.replace("next = ", "# by hand\nnext   = ") + "\n# the end\n";
        assert!(own.contains("# by hand"), "{own}");
        write_file(&file, own.as_bytes()).expect("written");
        home.amend(&profile, &[]).expect("saved");
        assert_eq!(read_text(&file).expect("a file"), own);
        profile.moves = Some("drag steps".parse().expect("a way"));
        home.amend(&profile, &[]).expect("saved");
        let text = read_text(&file).expect("a file");
        let learned = "moves = \"drag steps\"\n";
        assert!(text.contains(learned), "{text}");
        assert_eq!(text.replace(learned, ""), own);
        assert_eq!(home.load(name).expect("a profile").moves, profile.moves);
    }
}
