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
    /// The address of the server.
    #[error(
        "{0}: this gridhand was built without PostgreSQL; build it with `cargo build --release --features postgres`"
    )]
    NoServers(String),
    #[error("{server}: {fault}")]
    Server { server: String, fault: ServerFault },
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

/// What is the matter with a server, or with the corpus on it.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ServerFault {
    #[error("{0}")]
    Address(String),
    #[error("there is no corpus; `gridhand corpus import` or `harvest` makes one")]
    Missing,
    #[error("the server cannot be reached: {0}")]
    Unreachable(String),
    #[error("the server did not answer within {0} s; it is too slow, or stands still")]
    Slow(u64),
    #[error("the server is full: {0}")]
    Full(String),
    #[error("the server is PostgreSQL {found}; a corpus needs {needed} or later")]
    Old { found: String, needed: u32 },
    #[error("its schema {schema:?} is no corpus of gridhand: {0}", schema = super::SCHEMA)]
    Foreign(String),
    #[error(
        "it was made by a newer gridhand: its version is {found}, this one knows up to {known}"
    )]
    Newer { found: u32, known: u32 },
    #[error(
        "its version is {found} and must be brought to {known}, which this role may not; any `gridhand corpus` \
         command of its owner does it"
    )]
    Older { found: u32, known: u32 },
    #[error("this role may not do that: {0}")]
    Forbidden(String),
    #[error("{0}")]
    Other(String),
}

impl ServerFault {
    /// Whether it may be well again by itself.
    fn may_pass(&self) -> bool {
        matches!(self, Self::Unreachable(_) | Self::Slow(_) | Self::Full(_))
    }
}

impl CorpusError {
    /// Whether it may be well again by itself: then what was read is kept meanwhile.
    pub fn may_pass(&self) -> bool {
        matches!(self, Self::Server { fault, .. } if fault.may_pass())
    }

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
