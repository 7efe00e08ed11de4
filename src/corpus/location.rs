//! Where a corpus is.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

/// The place of the corpus if none is named.
pub const DEFAULT: &str = "corpus/gridhand.sqlite";

/// The variable of the environment that names the corpus where no option does.
pub const CORPUS: &str = "GRIDHAND_CORPUS";

/// What a server's address begins with.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// A file, or a server.
#[derive(Clone, PartialEq, Eq)]
pub enum Location {
    File(PathBuf),
    Server(Address),
}

/// The address of a server and a database on it. What it displays as has no password.
#[derive(Clone, PartialEq, Eq)]
pub struct Address(String);

impl Address {
    /// As it was given, with all that is secret in it.
    #[cfg(feature = "postgres")]
    pub(super) fn secret(&self) -> &str {
        &self.0
    }

    /// Whether it tells a password to whoever sees it.
    pub fn has_password(&self) -> bool {
        self.to_string() != self.0
    }
}

impl Location {
    /// So many puzzles are best stored at a time: the larger the number, the fewer pages of a file are visited
    /// twice; a server works on one load while the next is read.
    pub fn good_load(&self) -> usize {
        match self {
            Location::File(_) => 1 << 17,
            Location::Server(_) => 1 << 15,
        }
    }

    /// What the environment of another program is given for [it](Self::of): of a server with all that is secret in it.
    ///
    /// # Errors
    /// There is no current folder.
    pub fn for_environment(&self) -> std::io::Result<OsString> {
        match self {
            Location::File(path) => std::path::absolute(path).map(PathBuf::into_os_string),
            Location::Server(address) => Ok(address.0.clone().into()),
        }
    }

    /// What `text` names: a server if it begins as an address of one does, else a file.
    pub fn of(text: &str) -> Self {
        let text = text.trim();
        match SCHEMES.iter().any(|scheme| text.starts_with(scheme)) {
            true => Location::Server(Address(text.into())),
            false => Location::File(text.into()),
        }
    }
}

/// All but what a password may be a part of: after `user:` up to the last `@`, and `password=` in the query.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, rest) = self.0.split_once("://").unwrap_or(("", &self.0));
        write!(f, "{scheme}://")?;
        let mut place = rest;
        if let Some((user, after)) = rest.rsplit_once('@') {
            let user = user.split([':', '?', '/']).next().unwrap_or_default();
            write!(f, "{user}@")?;
            place = after;
        }
        let (place, query) = place.split_once('?').unwrap_or((place, ""));
        f.write_str(place)?;
        let told = query.split('&').filter(|pair| !pair.is_empty());
        let told: Vec<&str> = told.filter(|pair| !pair.contains("password")).collect();
        match told.is_empty() {
            true => Ok(()),
            false => write!(f, "?{}", told.join("&")),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::File(path) => path.display().fmt(f),
            Location::Server(address) => address.fmt(f),
        }
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl From<&Path> for Location {
    fn from(path: &Path) -> Self {
        Location::File(path.into())
    }
}

impl From<&PathBuf> for Location {
    fn from(path: &PathBuf) -> Self {
        Location::File(path.clone())
    }
}

impl From<&Location> for Location {
    fn from(location: &Location) -> Self {
        location.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_servers_are_told_apart() {
        assert_eq!(Location::of("a.sqlite"), Location::File("a.sqlite".into()));
        assert!(matches!(
            Location::of("postgres://h/d"),
            Location::Server(_)
        ));
        assert!(matches!(
            Location::of("postgresql://h/d"),
            Location::Server(_)
        ));
    }

    #[test]
    fn no_password_is_shown() {
        for (given, shown) in [
            ("postgres://h:5433/d", "postgres://h:5433/d"),
            ("postgres://u@h/d", "postgres://u@h/d"),
            ("postgres://u:hush@h/d", "postgres://u@h/d"),
            ("postgres://u:hu@sh@h/d", "postgres://u@h/d"),
            ("postgres://u:hu?sh@h/d", "postgres://u@h/d"),
            ("postgres://u:hu/sh@h/d?a=1", "postgres://u@h/d?a=1"),
            (
                "postgres://h/d?user=u&password=hush&sslmode=require",
                "postgres://h/d?user=u&sslmode=require",
            ),
            ("postgres://:hush@h/d", "postgres://@h/d"),
        ] {
            let Location::Server(address) = Location::of(given) else {
                panic!("{given}")
            };
            assert_eq!(address.to_string(), shown, "{given}");
            assert_eq!(format!("{address:?}"), shown);
            assert_eq!(address.has_password(), given.contains("hu"), "{given}");
        }
    }
}
