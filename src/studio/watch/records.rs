//! What failures left behind: folders that `--record` made.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::failed;
use crate::bot::watch::About;
use crate::studio::api::unknown;
use crate::studio::http::Answer;

/// So many are told, the newest first.
const TOLD: usize = 100;

/// The files of a record, and what they are.
const FILES: [(&str, &str); 4] = [
    ("frame.png", "image/png"),
    ("overlay.png", "image/png"),
    ("report.json", "text/plain; charset=utf-8"),
    ("log.txt", "text/plain; charset=utf-8"),
];

/// The names of all records; none where nothing is recorded.
///
/// # Errors
/// The folder cannot be read.
pub fn list(about: &About) -> Result<Value, Answer> {
    let Some(record) = &about.record else {
        return Ok(json!({ "records": null }));
    };
    let mut names = names(record)?;
    names.sort();
    names.reverse();
    names.truncate(TOLD);
    Ok(json!({ "records": names }))
}

fn names(record: &Path) -> Result<Vec<String>, Answer> {
    let entries = fs::read_dir(record).map_err(|error| failed(&error))?;
    let folders = entries.flatten().filter(|entry| entry.path().is_dir());
    let names = folders.filter_map(|entry| entry.file_name().into_string().ok());
    Ok(names.collect())
}

/// A file of a record.
///
/// # Errors
/// There is no such record, or no such file in it.
pub fn file(about: &About, name: &str, file: &str) -> Result<Answer, Answer> {
    let record = about.record.as_deref().ok_or_else(unknown)?;
    let known = FILES.iter().find(|(own, _)| *own == file);
    let (_, kind) = known.ok_or_else(unknown)?;
    // A name that is in the list leads nowhere else.
    let is_there = names(record)?.iter().any(|own| own == name);
    let path = is_there.then(|| record.join(name).join(file));
    let bytes = fs::read(path.ok_or_else(unknown)?).map_err(|_| unknown())?;
    Ok(Answer::new(kind, bytes))
}
