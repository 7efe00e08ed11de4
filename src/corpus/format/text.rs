//! The games' own text, line by line or page by page.

use std::io::{BufRead, Read};

use rayon::prelude::*;

use super::{FileError, Parsed};
use crate::game::Storable;

/// Bytes of a file that are read at a time.
const BLOCK: usize = 4 << 20;
/// Bytes that one core parses at a time.
const SHARE: usize = 1 << 16;
/// Pages that are parsed before they are handed on, and by one core at a time.
const PAGES: usize = 1 << 14;
const PAGES_A_CORE: usize = 1 << 9;

/// Calls `hand_on` with the parts of a text until it returns false.
pub fn read<G: Storable>(
    input: &mut impl BufRead,
    hand_on: &mut impl FnMut(Parsed) -> bool,
) -> Result<(), FileError> {
    if !begins_with_a_line::<G>(input)? {
        let mut text = String::new();
        input.read_to_string(&mut text)?;
        read_pages::<G>(&text, hand_on);
        return Ok(());
    }
    blocks(input, |block| {
        shared(block, read_lines::<G>)
            .into_iter()
            .all(&mut *hand_on)
    })
}

/// Calls `take` with stretches of whole lines until it returns false.
pub fn blocks(
    input: &mut impl BufRead,
    mut take: impl FnMut(&[u8]) -> bool,
) -> Result<(), FileError> {
    let mut block = Vec::with_capacity(BLOCK + (1 << 12));
    loop {
        block.clear();
        input.by_ref().take(BLOCK as u64).read_to_end(&mut block)?;
        if block.len() == BLOCK {
            input.read_until(b'\n', &mut block)?;
        }
        if block.is_empty() || !take(&block) {
            return Ok(());
        }
    }
}

/// Parses stretches of the lines of a block on all cores; the parts come in order.
pub fn shared(block: &[u8], parse: impl Fn(&[u8]) -> Parsed + Send + Sync) -> Vec<Parsed> {
    let mut shares = Vec::new();
    let mut rest = block;
    while rest.len() > SHARE {
        let end = rest[SHARE..].iter().position(|&byte| byte == b'\n');
        let (share, after) = rest.split_at(end.map_or(rest.len(), |end| SHARE + end + 1));
        shares.push(share);
        rest = after;
    }
    shares.push(rest);
    shares.into_par_iter().map(parse).collect()
}

/// The lines of a stretch with their numbers, the first being 0; the last may lack its end.
pub fn lines(text: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    (0..).zip(text.split(|&byte| byte == b'\n'))
}

fn read_lines<G: Storable>(text: &[u8]) -> Parsed {
    let mut parsed = Parsed::default();
    for (number, line) in lines(text) {
        parsed.lines = number + 1;
        let line = line.trim_ascii();
        if line.is_empty() || line == b"#" || line.starts_with(b"# ") {
            continue;
        }
        let read = std::str::from_utf8(line)
            .map_err(|_| "it is not UTF-8".to_string())
            .and_then(|line| G::read_text(line, parsed.of(None)).map_err(|error| error.what));
        if let Err(why) = read {
            parsed.bad.push((number, why));
        }
    }
    parsed
}

/// Calls `hand_on` with the pages of a text until it returns false.
fn read_pages<G: Storable>(text: &str, hand_on: &mut impl FnMut(Parsed) -> bool) {
    let pages = pages::<G>(text);
    let end = text.lines().count() + 1;
    let mut first = 1;
    for at in (0..pages.len().max(1)).step_by(PAGES) {
        let stretch = &pages[at..pages.len().min(at + PAGES)];
        let next = pages.get(at + PAGES).map_or(end, |(line, _)| *line);
        let shares = stretch.par_chunks(PAGES_A_CORE);
        let shares: Vec<Parsed> = shares.map(|share| parse_pages::<G>(share, first)).collect();
        let mut parsed = Parsed::default();
        for share in shares {
            parsed.append(share);
        }
        parsed.lines = (next - first) as u64;
        if !hand_on(parsed) {
            return;
        }
        first = next;
    }
}

/// Parses pages with the numbers of their lines; `first` is that of the stretch that they are from.
fn parse_pages<G: Storable>(pages: &[(usize, &str)], first: usize) -> Parsed {
    let mut parsed = Parsed::default();
    for (begin, page) in pages {
        if let Err(error) = G::read_text(page, parsed.of(None)) {
            let line = (begin - first) + (error.line - 1);
            parsed.bad.push((line as u64, error.what));
        }
    }
    parsed
}

/// Whether the first line that is neither blank nor a comment is a whole puzzle.
fn begins_with_a_line<G: Storable>(input: &mut impl BufRead) -> Result<bool, FileError> {
    let begin = input.fill_buf()?;
    let comment = |line: &[u8]| line.is_empty() || line == b"#" || line.starts_with(b"# ");
    let first = lines(begin)
        .map(|(_, line)| line.trim_ascii())
        .find(|line| !comment(line));
    Ok(first
        .and_then(|line| std::str::from_utf8(line).ok())
        .is_some_and(crate::game::is_line::<G>))
}

/// Cuts a text into its puzzles, each with the number of its first line: as the game does, and at
/// blank lines where the game does not, unless it is one puzzle with blank lines in it.
fn pages<G: Storable>(text: &str) -> Vec<(usize, &str)> {
    let pages = crate::game::split::<G>(text);
    if pages.len() != 1 {
        return pages;
    }
    let parts = paragraphs(text);
    let is_one = |text: &str| G::parse(text).is_ok();
    match is_one(text) && !parts.iter().all(|(_, part)| is_one(part)) {
        true => pages,
        false => parts,
    }
}

/// The parts of a text between blank lines, each with the number of its first line.
fn paragraphs(text: &str) -> Vec<(usize, &str)> {
    let mut parts = Vec::new();
    let mut begin: Option<(usize, usize)> = None;
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        match (line.trim().is_empty(), begin) {
            (true, Some((first, from))) => {
                parts.push((first, &text[from..at]));
                begin = None;
            }
            (false, None) => begin = Some((number + 1, at)),
            _ => {}
        }
        at += line.len();
    }
    parts.extend(begin.map(|(first, from)| (first, &text[from..])));
    parts
}
