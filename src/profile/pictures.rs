//! Pictures on disk, and why a profile or one of them could not be had.

use std::io::{BufRead, BufReader, Seek};
use std::path::{Path, PathBuf};

use image::{ImageDecoder, ImageReader, RgbaImage};
use thiserror::Error;

use super::Named;

/// Why a profile could not be had.
#[derive(Debug, Error)]
pub enum ProfileError {
    #[error("no profile is called {name:?}; there are: {}", .known.join(", "))]
    Unknown { name: String, known: Vec<String> },
    #[error("no profile is for the game {game:?}; there are: {}", .known.join(", "))]
    NoneFor { game: String, known: Vec<String> },
    /// The file is not what it should be; `what` names the line and the key.
    #[error("{file}: {what}")]
    Wrong { file: String, what: String },
    /// What is asked for is not done to this profile: why, and the mend.
    #[error("{0}")]
    Refused(String),
    #[error("{file}: {source}")]
    Io {
        file: String,
        source: std::io::Error,
    },
}

impl ProfileError {
    pub(super) fn io(file: &Path, source: std::io::Error) -> Self {
        ProfileError::Io {
            file: file.display().to_string(),
            source,
        }
    }

    pub(super) fn wrong(file: &Path, what: impl Into<String>) -> Self {
        ProfileError::Wrong {
            file: file.display().to_string(),
            what: what.into(),
        }
    }
}

/// The longest side of a picture that is decoded at all.
const MAX_SIDE: u32 = 16_384;

/// The most pixels that are decoded.
pub(super) const MAX_PIXELS: u64 = 1 << 26;

/// Why a picture could not be loaded.
#[derive(Debug, Error)]
pub enum LoadPicture {
    #[error("{0}: {1}")]
    Io(String, std::io::Error),
    #[error("{0} is not a picture that can be read: {1}")]
    Format(String, image::ImageError),
    #[error("{file} has {width}x{height} pixels, more than any screen")]
    TooLarge {
        file: String,
        width: u32,
        height: u32,
    },
}

/// Loads a picture; its size is checked before it is decoded.
pub fn load_picture(file: &Path) -> Result<RgbaImage, LoadPicture> {
    let name = file.display().to_string();
    let opened = std::fs::File::open(file).map_err(|e| LoadPicture::Io(name.clone(), e))?;
    decode(&name, BufReader::new(opened), MAX_PIXELS)
}

/// Decodes a picture that has at most so many pixels; its size is checked before.
pub(super) fn decode(
    name: &str,
    from: impl BufRead + Seek,
    most: u64,
) -> Result<RgbaImage, LoadPicture> {
    let reader = ImageReader::new(from)
        .with_guessed_format()
        .map_err(|e| LoadPicture::Io(name.into(), e))?;
    let format = |e| LoadPicture::Format(name.into(), e);
    let decoder = reader.into_decoder().map_err(format)?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if width > MAX_SIDE || height > MAX_SIDE || pixels > most {
        return Err(LoadPicture::TooLarge {
            file: name.into(),
            width,
            height,
        });
    }
    Ok(image::DynamicImage::from_decoder(decoder)
        .map_err(format)?
        .into_rgba8())
}

/// The folder of a profile's templates.
pub(super) fn templates_folder(home: &Path, name: &str) -> PathBuf {
    home.join("templates").join(name)
}

/// All PNG files of a folder, in the order of their names.
pub(super) fn load_pictures(folder: &Path) -> Result<Vec<Named>, ProfileError> {
    let entries = std::fs::read_dir(folder).map_err(|e| ProfileError::io(folder, e))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|file| file.extension().is_some_and(|e| e == "png"))
        .collect();
    files.sort();
    let load = |file: PathBuf| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let picture = load_picture(&file).map_err(|e| ProfileError::Wrong {
            file: folder.display().to_string(),
            what: e.to_string(),
        })?;
        Ok((name.into_owned(), picture))
    };
    files.into_iter().map(load).collect()
}
