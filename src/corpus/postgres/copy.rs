//! The binary format of COPY: <https://www.postgresql.org/docs/current/sql-copy.html>.

use crate::base::record::{Answer, Effort, Facts, Record, Verdict};

const SIGNATURE: &[u8; 11] = b"PGCOPY\n\xff\r\n\0";
/// The signature, flags, and the length of what else there is: nothing.
const HEAD: usize = SIGNATURE.len() + 8;

/// Rows on their way to a server.
pub struct Rows(Vec<u8>);

impl Rows {
    pub fn new() -> Self {
        let mut bytes = SIGNATURE.to_vec();
        bytes.extend_from_slice(&[0; 8]);
        Self(bytes)
    }

    /// Whether no row was begun.
    pub fn is_empty(&self) -> bool {
        self.0.len() == HEAD
    }

    /// Begins a row of so many columns.
    pub fn row(&mut self, columns: i16) -> &mut Self {
        self.0.extend_from_slice(&columns.to_be_bytes());
        self
    }

    pub fn bytes(&mut self, value: Option<&[u8]>) -> &mut Self {
        let length = value.map_or(-1, |value| value.len() as i32);
        self.0.extend_from_slice(&length.to_be_bytes());
        self.0.extend_from_slice(value.unwrap_or_default());
        self
    }

    pub fn long(&mut self, value: Option<i64>) -> &mut Self {
        let bytes = value.map(i64::to_be_bytes);
        self.bytes(bytes.as_ref().map(<[u8; 8]>::as_slice))
    }

    pub fn int(&mut self, value: i32) -> &mut Self {
        self.bytes(Some(&value.to_be_bytes()))
    }

    pub fn short(&mut self, value: Option<i16>) -> &mut Self {
        let bytes = value.map(i16::to_be_bytes);
        self.bytes(bytes.as_ref().map(<[u8; 2]>::as_slice))
    }

    pub fn double(&mut self, value: Option<f64>) -> &mut Self {
        let bytes = value.map(f64::to_be_bytes);
        self.bytes(bytes.as_ref().map(<[u8; 8]>::as_slice))
    }

    pub fn truth(&mut self, value: bool) -> &mut Self {
        self.bytes(Some(&[u8::from(value)]))
    }

    /// The answer to a record of a game: the columns of `answer`.
    pub fn answer(&mut self, game: i64, record: i64, effort: &Effort, answer: &Answer) {
        let (second, at_least) = answer.second.unzip();
        self.row(9)
            .long(Some(record))
            .long(effort.nodes.map(|nodes| nodes as i64))
            .long(effort.nanos.map(|nanos| nanos as i64))
            .long(at_least.map(|at_least| at_least as i64))
            .short(Some(answer.verdict as i16))
            .short(effort.grade.map(i16::from))
            .bytes(answer.solution)
            .bytes(second)
            .short(Some(game as i16));
    }

    pub fn finish(mut self) -> Vec<u8> {
        self.0.extend_from_slice(&(-1i16).to_be_bytes());
        self.0
    }
}

/// Columns that a row has at most.
const COLUMNS: usize = 13;

/// The values of a row; those that it does not have are absent.
pub type Values<'a> = [Option<&'a [u8]>; COLUMNS];

/// Calls `see` with each whole row of `bytes`, until it says no; returns how many bytes that was, or nothing if
/// these are no rows.
pub fn each<'a>(
    bytes: &'a [u8],
    is_first: bool,
    see: &mut dyn FnMut(&Values<'a>) -> Option<bool>,
) -> Option<(usize, bool)> {
    let mut at = 0;
    if is_first {
        if bytes.len() < HEAD {
            return Some((0, true));
        }
        at = bytes.starts_with(SIGNATURE).then_some(HEAD)?;
    }
    while let Some((values, end)) = row(bytes, at) {
        at = end;
        if !see(&values)? {
            return Some((at, false));
        }
    }
    Some((at, true))
}

/// The row that begins at `at`, and its end; None if it is not whole, or the end of all.
fn row(bytes: &[u8], at: usize) -> Option<(Values<'_>, usize)> {
    let take = |at: usize, length: usize| bytes.get(at..at.checked_add(length)?);
    let count = i16::from_be_bytes(take(at, 2)?.try_into().ok()?);
    let mut at = at + 2;
    let mut values: Values = [None; COLUMNS];
    for value in values.iter_mut().take(usize::try_from(count).ok()?) {
        let length = i32::from_be_bytes(take(at, 4)?.try_into().ok()?);
        at += 4;
        if let Ok(length) = usize::try_from(length) {
            *value = Some(take(at, length)?);
            at += length;
        }
    }
    Some((values, at))
}

pub fn long(value: Option<&[u8]>) -> Option<i64> {
    Some(i64::from_be_bytes(value?.try_into().ok()?))
}

fn short(value: Option<&[u8]>) -> Option<i16> {
    Some(i16::from_be_bytes(value?.try_into().ok()?))
}

/// Reads a row of these columns: id, source, seed, at, confidence, result, nodes, nanos, grade, puzzle, solution,
/// second, at_least.
pub fn record<'a>(values: &Values<'a>) -> Option<Record<'a>> {
    let number = |index: usize| long(values[index]).map(|number| number as u64);
    let confidence = values[4].and_then(|bytes| bytes.try_into().ok());
    let verdict = short(values[5]).map_or(Verdict::Unsolved, |number| {
        Verdict::of_number(i64::from(number))
    });
    Some(Record {
        id: long(values[0])?,
        source: i64::from(i32::from_be_bytes(values[1]?.try_into().ok()?)),
        facts: Facts {
            seed: number(2),
            at: long(values[3]),
            confidence: confidence.map(f64::from_be_bytes),
            effort: Effort {
                nodes: number(6),
                nanos: number(7),
                grade: short(values[8]).and_then(|grade| u8::try_from(grade).ok()),
            },
        },
        puzzle: values[9]?,
        answer: Answer {
            verdict,
            solution: values[10],
            second: values[11].zip(number(12)),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut rows = Rows::new();
        assert!(rows.is_empty());
        rows.row(2).long(Some(-7)).bytes(Some(b"abc"));
        rows.row(2).long(None).bytes(Some(b""));
        assert!(!rows.is_empty());
        let bytes = rows.finish();
        let mut seen = Vec::new();
        let whole = each(&bytes, true, &mut |values| {
            seen.push((long(values[0]), values[1].map(<[u8]>::to_vec)));
            Some(true)
        });
        assert_eq!(whole, Some((bytes.len() - 2, true)));
        assert_eq!(
            seen,
            [(Some(-7), Some(b"abc".to_vec())), (None, Some(vec![]))]
        );
    }

    #[test]
    fn a_part_of_a_row_waits_for_the_rest() {
        let mut rows = Rows::new();
        rows.row(1).bytes(Some(b"abcdef"));
        let bytes = rows.finish();
        for length in 0..bytes.len() - 2 {
            let mut seen = 0;
            let read = each(&bytes[..length], true, &mut |_| {
                seen += 1;
                Some(true)
            });
            let (taken, _) = read.expect("no nonsense");
            assert_eq!(seen, 0, "{length}");
            assert!(taken == 0 || taken == HEAD);
        }
    }

    #[test]
    fn what_is_no_copy_is_refused() {
        assert_eq!(each(&[7; 40], true, &mut |_| Some(true)), None);
    }
}
