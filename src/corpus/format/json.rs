//! An object a line.

use std::io::{BufRead, Write};

use super::flat::{Flat, unflat};
use super::text::{blocks, lines, shared};
use super::{FileError, Parsed};
use crate::game::Storable;

/// Calls `hand_on` with the parts of a stream of lines until it returns false.
pub fn read<G: Storable>(
    input: &mut impl BufRead,
    hand_on: &mut impl FnMut(Parsed) -> bool,
) -> Result<(), FileError> {
    blocks(input, |block| {
        shared(block, read_lines::<G>)
            .into_iter()
            .all(&mut *hand_on)
    })
}

fn read_lines<G: Storable>(text: &[u8]) -> Parsed {
    let mut parsed = Parsed::default();
    for (number, line) in lines(text) {
        parsed.lines = number + 1;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let read = serde_json::from_slice::<Flat>(line)
            .map_err(|error| error.to_string())
            .and_then(|flat| unflat::<G>(&flat, &mut parsed));
        if let Err(why) = read {
            parsed.bad.push((number, why));
        }
    }
    parsed
}

pub fn write(flat: &Flat, out: &mut impl Write) -> Result<(), FileError> {
    serde_json::to_writer(&mut *out, flat).map_err(std::io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(())
}
