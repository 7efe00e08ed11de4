//! The corpus into files.

use std::io::Write;

use super::csv::Rows;
use super::flat::Flattener;
use super::parquet::Table;
use super::{FileError, Format, json};
use crate::base::record::Record;
use crate::corpus::Corpus;
use crate::game::Storable;

/// Text is written in pieces of so many bytes.
const PIECE: usize = 1 << 16;

/// Writes all records of a game, in the order in which they were stored; returns how many. Calls
/// `told` with the count so far now and then.
///
/// # Errors
/// The corpus cannot be read, `out` not written, or a record is no puzzle of the game.
pub fn export<G: Storable>(
    corpus: &Corpus,
    format: Format,
    out: impl Write + Send,
    mut told: impl FnMut(u64),
) -> Result<u64, FileError> {
    let mut count = 0;
    let counted = |_: &Record| {
        count += 1;
        if count % PIECE as u64 == 0 {
            told(count);
        }
    };
    match format {
        Format::Text => text::<G>(corpus, out, counted)?,
        Format::Json => lines::<G>(corpus, out, counted)?,
        Format::Csv => rows::<G>(corpus, out, counted)?,
        Format::Parquet => table::<G>(corpus, out, counted)?,
    }
    Ok(count)
}

/// Writes all records of a game as Parquet tables of at most `most` records each, which together are one. `part` opens the
/// table of a number, from 0 on. Returns how many records there are.
///
/// # Errors
/// As those of [`export`].
pub fn export_parts<G: Storable, W: Write + Send>(
    corpus: &Corpus,
    most: u64,
    mut part: impl FnMut(u64) -> Result<W, FileError>,
    mut told: impl FnMut(u64),
) -> Result<u64, FileError> {
    let mut flattener = Flattener::new(corpus)?;
    let mut table: Option<Table<W>> = None;
    let mut count = 0;
    corpus.each::<G, FileError>(|record| {
        let flat = flattener.flat::<G>(record)?;
        let open = match table.take() {
            Some(open) if count % most > 0 => open,
            full => {
                full.map_or(Ok(()), Table::finish)?;
                Table::new(part(count / most)?)?
            }
        };
        table.insert(open).push(&flat)?;
        count += 1;
        if count % PIECE as u64 == 0 {
            told(count);
        }
        Ok(())
    })??;
    table.map_or(Ok(()), Table::finish)?;
    Ok(count)
}

fn text<G: Storable>(
    corpus: &Corpus,
    mut out: impl Write,
    mut counted: impl FnMut(&Record),
) -> Result<(), FileError> {
    let mut piece = String::with_capacity(2 * PIECE);
    corpus.each::<G, FileError>(|record| {
        G::write_text(record, &mut piece).ok_or(FileError::NoPuzzle(record.id))?;
        if piece.len() >= PIECE {
            out.write_all(piece.as_bytes())?;
            piece.clear();
        }
        counted(record);
        Ok(())
    })??;
    out.write_all(piece.as_bytes())?;
    Ok(out.flush()?)
}

fn lines<G: Storable>(
    corpus: &Corpus,
    mut out: impl Write,
    mut counted: impl FnMut(&Record),
) -> Result<(), FileError> {
    let mut flattener = Flattener::new(corpus)?;
    let mut piece = Vec::with_capacity(2 * PIECE);
    corpus.each::<G, FileError>(|record| {
        json::write(&flattener.flat::<G>(record)?, &mut piece)?;
        if piece.len() >= PIECE {
            out.write_all(&piece)?;
            piece.clear();
        }
        counted(record);
        Ok(())
    })??;
    out.write_all(&piece)?;
    Ok(out.flush()?)
}

fn rows<G: Storable>(
    corpus: &Corpus,
    out: impl Write,
    mut counted: impl FnMut(&Record),
) -> Result<(), FileError> {
    let mut flattener = Flattener::new(corpus)?;
    let mut rows = Rows::new(out)?;
    corpus.each::<G, FileError>(|record| {
        rows.write(&flattener.flat::<G>(record)?)?;
        counted(record);
        Ok(())
    })??;
    rows.finish()
}

fn table<G: Storable>(
    corpus: &Corpus,
    out: impl Write + Send,
    mut counted: impl FnMut(&Record),
) -> Result<(), FileError> {
    let mut flattener = Flattener::new(corpus)?;
    let mut table = Table::new(out)?;
    corpus.each::<G, FileError>(|record| {
        table.push(&flattener.flat::<G>(record)?)?;
        counted(record);
        Ok(())
    })??;
    table.finish()
}
