//! What can be wrong with a corpus.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

/// Why the corpus cannot do what it was asked.
#[derive(Debug, Error)]
pub enum CorpusError {
    #[error("there is no corpus at {}", .0.display())]
    Missing(PathBuf),
    #[error(
        "{} is damaged ({what}) and was left alone; `gridhand corpus repair {} NEW` saves what can \
         be read",
        path.display(), path.display()
    )]
    Damaged { path: PathBuf, what: String },
    #[error("{} is a database, but no corpus of gridhand", .0.display())]
    Foreign(PathBuf),
    #[error(
        "{} was written by a newer gridhand: its version is {found}, this one knows up to {known}",
        path.display()
    )]
    Newer {
        path: PathBuf,
        found: u32,
        known: u32,
    },
    #[error("{}: {source}", path.display())]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{}: {source}", path.display())]
    Sqlite {
        path: PathBuf,
        source: rusqlite::Error,
    },
}

impl CorpusError {
    /// What the database library said of the file at `path`.
    pub(super) fn of(path: &Path, source: rusqlite::Error) -> Self {
        let path = path.to_path_buf();
        match source.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged {
                path,
                what: source.to_string(),
            },
            _ => Self::Sqlite { path, source },
        }
    }

    pub(super) fn io(path: &Path, source: std::io::Error) -> Self {
        Self::Io {
            path: path.to_path_buf(),
            source,
        }
    }
}
