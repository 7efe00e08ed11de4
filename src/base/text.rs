//! Texts as any system writes them, and why one is not what it should be.

use std::io::{self, BufRead, Cursor};
use std::path::Path;

use thiserror::Error;

/// A text that is not a puzzle.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: {what}")]
pub struct TextError {
    /// Counted from 1.
    pub line: usize,
    pub what: String,
}

impl TextError {
    pub fn new(line: usize, what: impl Into<String>) -> Self {
        Self {
            line,
            what: what.into(),
        }
    }
}

/// What the bytes of a text file say: UTF-8, or UTF-16 that begins with its mark, as Windows' shells write it. A mark
/// at the beginning is left out.
///
/// # Errors
/// The bytes are neither.
pub fn decoded(bytes: Vec<u8>) -> io::Result<String> {
    let units = |unit: fn([u8; 2]) -> u16| {
        let pairs = bytes[2..].chunks(2);
        let pairs = pairs.map(|pair| <[u8; 2]>::try_from(pair).map(unit).ok());
        let units = pairs.collect::<Option<Vec<u16>>>();
        units.and_then(|units| String::from_utf16(&units).ok())
    };
    let text = match bytes.as_slice() {
        [0xff, 0xfe, ..] => units(u16::from_le_bytes),
        [0xfe, 0xff, ..] => units(u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8(rest.to_vec()).ok(),
        _ => String::from_utf8(bytes).ok(),
    };
    let wrong = || {
        io::Error::new(
            io::ErrorKind::InvalidData,
            "it is no text in UTF-8 or UTF-16",
        )
    };
    text.ok_or_else(wrong)
}

/// A stream of text as UTF-8, as [`decoded`] says it. Only UTF-16 is read as a whole.
///
/// # Errors
/// The stream cannot be read, or is neither.
pub fn utf8_stream<'a>(
    mut input: impl BufRead + Send + 'a,
) -> io::Result<Box<dyn BufRead + Send + 'a>> {
    match input.fill_buf()? {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            let mut bytes = Vec::new();
            input.read_to_end(&mut bytes)?;
            return Ok(Box::new(Cursor::new(decoded(bytes)?)));
        }
        [0xef, 0xbb, 0xbf, ..] => input.consume(3),
        _ => {}
    }
    Ok(Box::new(input))
}

/// The text of a file, as [`decoded`] says it.
///
/// # Errors
/// It cannot be read, or is no text.
pub fn read_text(file: &Path) -> io::Result<String> {
    decoded(std::fs::read(file)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
        let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
        units.flat_map(unit).collect()
    }

    #[test]
    fn a_text_is_read_as_any_system_writes_it() {
        let text = "#@$.#\r\n\u{1f9f1} wall\n";
        let written = [
            text.as_bytes().to_vec(),
            format!("\u{feff}{text}").into_bytes(),
            utf16(text, u16::to_le_bytes),
            utf16(text, u16::to_be_bytes),
        ];
        for bytes in written {
            let mut streamed = String::new();
            let stream = utf8_stream(bytes.as_slice());
            stream.unwrap().read_to_string(&mut streamed).unwrap();
            assert_eq!(streamed, text);
            assert_eq!(decoded(bytes).unwrap(), text);
        }
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for bytes in [&b"\xff\xfea"[..], b"\xff\xfe\x00\xd8", b"\x89PNG"] {
            assert!(decoded(bytes.to_vec()).is_err(), "{bytes:?}");
        }
    }
}
