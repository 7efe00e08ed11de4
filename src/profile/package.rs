//! A profile as one file, to be handed on.
//!
//! It is a zip archive of files that are not compressed: `gridhand-profile` with the number of the
//! format, `calibration.toml` with one section, and `templates/NAME/` with the pictures. Unpacked it is a
//! folder for `--home`. Nothing in it is taken for granted: it may come from anywhere.

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write as _};
use std::path::Path;
use std::sync::Arc;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::check::check_name;
use super::home::{CALIBRATION, parse};
use super::pictures::{MAX_PIXELS, ProfileError, decode};
use super::store::{section, write_file};
use super::{Home, Named, Profile};
use crate::base::decoded;

/// The number of the format that is written, and the only one that is read.
const FORMAT: u32 = 1;

/// The file that holds it.
const MARK: &str = "gridhand-profile";

/// A package is at most so large, in bytes, and what is in it together, too. Chosen: the largest so far has
/// one.
const LARGEST: u64 = 64 << 20;

/// A calibration file in it is at most so large, in bytes.
const LONGEST_TEXT: u64 = 4 << 20;

/// So many files are in it at most.
const MOST: usize = 4096;

/// A profile with all that belongs to it.
#[derive(Clone, Debug)]
pub struct Package {
    /// With its templates prepared.
    pub profile: Profile,
    pub pictures: Vec<Named>,
}

impl Package {
    /// What a home has of a profile.
    ///
    /// # Errors
    /// It is not there, or broken.
    pub fn of(home: &Home, name: &str) -> Result<Self, ProfileError> {
        Ok(Self {
            profile: home.load(name)?,
            pictures: home.pictures(name)?,
        })
    }

    /// Writes it to a file, beside its place first.
    ///
    /// # Errors
    /// The file cannot be written, or as of [`Package::bytes`].
    pub fn write(&self, file: &Path) -> Result<(), ProfileError> {
        write_file(file, &self.bytes()?)
    }

    /// What is in the file.
    ///
    /// # Errors
    /// A picture's name is none that can be read back.
    pub fn bytes(&self) -> Result<Vec<u8>, ProfileError> {
        let wrong = |what: String| ProfileError::wrong(Path::new(&self.profile.name), what);
        let broken = |e: zip::result::ZipError| wrong(e.to_string());
        let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        let mut put = |name: &str, bytes: &[u8]| {
            archive.start_file(name, stored).map_err(broken)?;
            archive.write_all(bytes).map_err(|e| wrong(e.to_string()))
        };
        put(MARK, format!("{FORMAT}\n").as_bytes())?;
        put(CALIBRATION, self.calibration()?.as_bytes())?;
        for (name, picture) in &self.pictures {
            check_name(name).map_err(wrong)?;
            let mut png = Cursor::new(Vec::new());
            let written = picture.write_to(&mut png, image::ImageFormat::Png);
            written.map_err(|e| wrong(e.to_string()))?;
            let name = format!("{}{name}.png", folder(&self.profile.name));
            put(&name, png.get_ref())?;
        }
        Ok(archive.finish().map_err(broken)?.into_inner())
    }

    /// Its calibration file.
    fn calibration(&self) -> Result<String, ProfileError> {
        let mut profiles = toml_edit::Table::new();
        profiles.set_implicit(true);
        profiles.insert(
            &self.profile.name,
            section(Path::new(CALIBRATION), &self.profile)?,
        );
        let mut document = toml_edit::DocumentMut::new();
        document.insert("profile", toml_edit::Item::Table(profiles));
        Ok(document.to_string())
    }

    /// Reads a package and checks everything in it.
    ///
    /// # Errors
    /// It is no package, damaged, too large, of another format, or holds what does not belong in one.
    pub fn read(file: &Path) -> Result<Self, ProfileError> {
        let opened = std::fs::File::open(file).map_err(|e| ProfileError::io(file, e))?;
        Self::read_from(file, opened)
    }

    /// The same of what is no file; `file` is what errors call it.
    ///
    /// # Errors
    /// As of [`Package::read`].
    pub fn read_from(file: &Path, from: impl Read) -> Result<Self, ProfileError> {
        let wrong = |what: String| ProfileError::wrong(file, what);
        let mut files = unpack(file, from)?;
        let mark = files.remove(MARK).ok_or_else(|| {
            wrong(format!(
                "it is no profile that `gridhand profile export` wrote: it has no file {MARK}"
            ))
        })?;
        check_format(&mark).map_err(wrong)?;
        let text = files.remove(CALIBRATION);
        let text = text.ok_or_else(|| wrong(format!("it has no {CALIBRATION}")))?;
        let mut profile = the_profile(file, text)?;
        let pictures = pictures(&profile.name, files).map_err(wrong)?;
        let templates = profile.prepare(pictures.clone()).map_err(wrong)?;
        profile.templates = Arc::new(templates);
        Ok(Self { profile, pictures })
    }

    /// The same under another name.
    ///
    /// # Errors
    /// It is no name of a profile.
    pub fn named(mut self, name: &str) -> Result<Self, ProfileError> {
        check_name(name).map_err(ProfileError::Refused)?;
        self.profile.name = name.into();
        Ok(self)
    }
}

/// The folder of the pictures of a profile, as part of a name in an archive.
fn folder(profile: &str) -> String {
    format!("templates/{profile}/")
}

/// All files of an archive by their names.
fn unpack(file: &Path, from: impl Read) -> Result<BTreeMap<String, Vec<u8>>, ProfileError> {
    let wrong = |what: String| ProfileError::wrong(file, what);
    let mut bytes = Vec::new();
    let read = from.take(LARGEST + 1).read_to_end(&mut bytes);
    read.map_err(|e| ProfileError::io(file, e))?;
    let too_large = || wrong(format!("it holds more than {} MB", LARGEST >> 20));
    if bytes.len() as u64 > LARGEST {
        return Err(too_large());
    }
    let broken = |e: zip::result::ZipError| wrong(format!("it is no whole zip archive: {e}"));
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if archive.len() > MOST {
        return Err(wrong(format!("it has more than {MOST} files")));
    }
    let mut files = BTreeMap::new();
    let mut left = LARGEST;
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(broken)?;
        let name = entry.name().map_err(broken)?.to_string();
        if entry.is_dir() {
            continue;
        }
        let mut content = Vec::new();
        let read = entry.take(left + 1).read_to_end(&mut content);
        read.map_err(|e| wrong(format!("{name:?} is damaged: {e}")))?;
        left = left
            .checked_sub(content.len() as u64)
            .ok_or_else(too_large)?;
        if files.insert(name.clone(), content).is_some() {
            return Err(wrong(format!("it has {name:?} twice")));
        }
    }
    Ok(files)
}

fn check_format(mark: &[u8]) -> Result<(), String> {
    let number = std::str::from_utf8(mark).ok().map(str::trim);
    match number.and_then(|number| number.parse::<u32>().ok()) {
        Some(FORMAT) => Ok(()),
        Some(other) => Err(format!(
            "it has format {other}; this gridhand reads format {FORMAT} alone: use the gridhand that wrote \
             it, or one as new as that"
        )),
        None => Err(format!("{MARK} holds no number of a format")),
    }
}

/// The only profile of a calibration file.
fn the_profile(file: &Path, text: Vec<u8>) -> Result<Profile, ProfileError> {
    let inside = format!("{}: {CALIBRATION}", file.display());
    let wrong = |what: &str| ProfileError::Wrong {
        file: inside.clone(),
        what: what.into(),
    };
    if text.len() as u64 > LONGEST_TEXT {
        return Err(wrong("it is too long"));
    }
    let text = decoded(text).map_err(|_| wrong("it is no text"))?;
    let mut profiles = parse(&inside, &text)?.into_iter();
    match (profiles.next(), profiles.next()) {
        (Some((name, mut profile)), None) => {
            profile.name = name;
            Ok(profile)
        }
        _ => Err(wrong("there must be exactly one profile in it")),
    }
}

/// The pictures of a profile, and no other files.
fn pictures(profile: &str, files: BTreeMap<String, Vec<u8>>) -> Result<Vec<Named>, String> {
    let folder = folder(profile);
    let mut left = MAX_PIXELS;
    let load = |(file, bytes): (String, Vec<u8>)| {
        let name = file.strip_prefix(&folder);
        let name = name.and_then(|name| name.strip_suffix(".png"));
        let name = name.filter(|name| check_name(name).is_ok());
        let name = name.ok_or_else(|| format!("{file:?} does not belong into a profile"))?;
        let picture = decode(&file, Cursor::new(bytes), left).map_err(|e| e.to_string())?;
        left -= u64::from(picture.width()) * u64::from(picture.height());
        Ok((name.to_string(), picture))
    };
    files.into_iter().map(load).collect()
}
