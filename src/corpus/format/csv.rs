//! Comma-separated values with a head.

use std::io::{Read, Write};

use super::flat::{Flat, unflat};
use super::{FileError, Parsed};
use crate::game::Storable;
use csv::{ReaderBuilder, StringRecord, Writer};

/// The columns, in the order of the fields of [`Flat`].
const HEAD: [&str; 15] = [
    "game",
    "seed",
    "puzzle",
    "result",
    "solution",
    "second",
    "at_least",
    "nodes",
    "nanos",
    "grade",
    "confidence",
    "read_at",
    "source_kind",
    "source_place",
    "source_begun",
];

/// Rows that are handed on at a time.
const SHARE: u64 = 4096;

/// Calls `hand_on` with the parts of a file until it returns false. Columns may be in any order, and
/// all but `game`, `puzzle` and `result` may be missing.
pub fn read<G: Storable>(
    input: impl Read,
    hand_on: &mut impl FnMut(Parsed) -> bool,
) -> Result<(), FileError> {
    let mut rows = ReaderBuilder::new().flexible(true).from_reader(input);
    let head = rows.headers().map_err(io)?.clone();
    let mut row = StringRecord::new();
    // The head is a line, too.
    let mut parsed = Parsed {
        lines: 1,
        ..Parsed::default()
    };
    while rows.read_record(&mut row).map_err(io)? {
        let read = row
            .deserialize::<Flat>(Some(&head))
            .map_err(|error| error.to_string())
            .and_then(|flat| unflat::<G>(&flat, &mut parsed));
        if let Err(why) = read {
            parsed.bad.push((parsed.lines, why));
        }
        parsed.lines += 1;
        if parsed.lines >= SHARE && !hand_on(std::mem::take(&mut parsed)) {
            return Ok(());
        }
    }
    hand_on(parsed);
    Ok(())
}

/// Writes rows behind one head.
pub struct Rows<W: Write>(Writer<W>);

impl<W: Write> Rows<W> {
    pub fn new(out: W) -> Result<Self, FileError> {
        let mut rows = Writer::from_writer(out);
        rows.write_record(HEAD).map_err(io)?;
        Ok(Self(rows))
    }

    pub fn write(&mut self, flat: &Flat) -> Result<(), FileError> {
        let number = |number: Option<u64>| number.map(|n| n.to_string()).unwrap_or_default();
        let signed = |number: Option<i64>| number.map(|n| n.to_string()).unwrap_or_default();
        let confidence = flat.confidence.map(|c| c.to_string()).unwrap_or_default();
        let fields: [&str; 15] = [
            &flat.game,
            &number(flat.seed),
            &flat.puzzle,
            &flat.result,
            flat.solution.as_deref().unwrap_or_default(),
            flat.second.as_deref().unwrap_or_default(),
            &number(flat.at_least),
            &number(flat.nodes),
            &number(flat.nanos),
            flat.grade.as_deref().unwrap_or_default(),
            &confidence,
            &signed(flat.read_at),
            flat.source_kind.as_deref().unwrap_or_default(),
            flat.source_place.as_deref().unwrap_or_default(),
            &signed(flat.source_begun),
        ];
        self.0.write_record(fields).map_err(io)
    }

    pub fn finish(mut self) -> Result<(), FileError> {
        Ok(self.0.flush()?)
    }
}

fn io(error: csv::Error) -> FileError {
    FileError::Io(error.into())
}
