//! The pages of a database file, and the rows in them, without the database library: what it
//! refuses because something else in the file is broken can still be read here. After the
//! description of the file format at sqlite.org/fileformat2.html.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use super::super::sqlite::schema;

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Int(i64),
    Real(f64),
    Text(String),
    Blob(Vec<u8>),
}

/// A row with its number.
pub type Row = (i64, Vec<Value>);

/// A database file and the log beside it, page by page.
pub struct Pages {
    file: File,
    log: Option<File>,
    /// Pages whose newest state is in the log: where it begins there.
    newer: HashMap<u32, u64>,
    size: usize,
    /// Bytes of a page that are in use.
    usable: usize,
    pub count: u32,
}

/// A row is not longer than this; what says so is broken.
const LONGEST: u64 = 64 << 20;
/// The page header of a leaf of a table.
const LEAF: u8 = 13;
/// The bytes of the file's header, at the beginning of the first page.
const HEADER: usize = 100;

impl Pages {
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut header = [0; HEADER];
        let read = file.read(&mut header)?;
        let stated = match be16(&header, 16) {
            Some(1) => 65_536,
            Some(size) if read == HEADER => usize::from(size),
            _ => 0,
        };
        let size = match stated.is_power_of_two() && stated >= 512 {
            true => stated,
            false => schema::PAGE as usize,
        };
        let length = file.metadata()?.len();
        let mut pages = Self {
            file,
            log: None,
            newer: HashMap::new(),
            size,
            usable: size,
            count: u32::try_from(length.div_ceil(size as u64)).unwrap_or(u32::MAX),
        };
        pages.open_log(path)?;
        Ok(pages)
    }

    /// Takes note of the pages that committed changes left in the log.
    fn open_log(&mut self, path: &Path) -> io::Result<()> {
        let mut name = path.as_os_str().to_owned();
        name.push("-wal");
        let Ok(mut log) = File::open(Path::new(&name)) else {
            return Ok(());
        };
        let mut header = [0; 32];
        if log.read_exact(&mut header).is_err() {
            return Ok(());
        }
        let salt = &header[16..24];
        let mut at = 32;
        let mut pending = Vec::new();
        loop {
            let mut frame = [0; 24];
            log.seek(SeekFrom::Start(at))?;
            if log.read_exact(&mut frame).is_err() || frame[8..16] != *salt {
                break;
            }
            pending.push((be32(&frame, 0).unwrap_or(0), at + 24));
            let commit = be32(&frame, 4).unwrap_or(0);
            at += 24 + self.size as u64;
            if commit != 0 {
                self.count = self.count.max(commit);
                self.newer.extend(pending.drain(..));
            }
        }
        self.log = Some(log);
        Ok(())
    }

    /// A page by its number, counted from 1; short if the file ends in it.
    fn page(&mut self, number: u32) -> io::Result<Vec<u8>> {
        let (file, at) = match (self.newer.get(&number), &mut self.log) {
            (Some(&at), Some(log)) => (log, at),
            _ => (&mut self.file, u64::from(number - 1) * self.size as u64),
        };
        file.seek(SeekFrom::Start(at))?;
        let mut page = Vec::with_capacity(self.size);
        file.take(self.size as u64).read_to_end(&mut page)?;
        Ok(page)
    }

    /// The rows of a page that is a leaf of some table; none for other pages, and those rows left
    /// out that are broken.
    pub fn rows(&mut self, number: u32) -> io::Result<Vec<Row>> {
        let page = self.page(number)?;
        let begin = if number == 1 { HEADER } else { 0 };
        if page.get(begin) != Some(&LEAF) {
            return Ok(Vec::new());
        }
        let count = be16(&page, begin + 3).unwrap_or(0);
        let mut rows = Vec::new();
        for index in 0..usize::from(count) {
            let Some(cell) = be16(&page, begin + 8 + 2 * index) else {
                break;
            };
            rows.extend(self.row(&page, usize::from(cell))?);
        }
        Ok(rows)
    }

    fn row(&mut self, page: &[u8], cell: usize) -> io::Result<Option<Row>> {
        let Some((length, after)) = varint(page, cell) else {
            return Ok(None);
        };
        let Some((id, begin)) = varint(page, after) else {
            return Ok(None);
        };
        let length = length as u64;
        if length > LONGEST {
            return Ok(None);
        }
        let length = length as usize;
        let local = self.local(length);
        let Some(payload) = page.get(begin..begin + local) else {
            return Ok(None);
        };
        let mut payload = payload.to_vec();
        if local < length {
            let first = be32(page, begin + local).unwrap_or(0);
            self.overflow(first, length, &mut payload)?;
        }
        Ok(values(&payload, length).map(|values| (id, values)))
    }

    /// How much of a row of this length is on its leaf.
    fn local(&self, length: usize) -> usize {
        let most = self.usable - 35;
        if length <= most {
            return length;
        }
        let least = (self.usable - 12) * 32 / 255 - 23;
        let fitting = least + (length - least) % (self.usable - 4);
        if fitting <= most { fitting } else { least }
    }

    /// Appends what a row has on other pages.
    fn overflow(&mut self, first: u32, length: usize, payload: &mut Vec<u8>) -> io::Result<()> {
        let mut next = first;
        while payload.len() < length && next > 0 && next <= self.count {
            let page = self.page(next)?;
            let part = (length - payload.len()).min(self.usable - 4);
            let Some(bytes) = page.get(4..4 + part) else {
                break;
            };
            payload.extend_from_slice(bytes);
            next = be32(&page, 0).unwrap_or(0);
        }
        Ok(())
    }
}

/// The values of a row; None if it is broken.
fn values(payload: &[u8], length: usize) -> Option<Vec<Value>> {
    if payload.len() != length {
        return None;
    }
    let (header, mut at) = varint(payload, 0)?;
    let header = usize::try_from(header).ok()?;
    let mut body = header;
    let mut values = Vec::new();
    while at < header {
        let (kind, next) = varint(payload, at)?;
        at = next;
        let (value, size) = value(payload.get(body..)?, kind)?;
        values.push(value);
        body += size;
    }
    (at == header && body == length).then_some(values)
}

/// A value of a kind at the beginning of `bytes`, and how many of them it takes.
fn value(bytes: &[u8], kind: i64) -> Option<(Value, usize)> {
    const SIZES: [usize; 7] = [0, 1, 2, 3, 4, 6, 8];
    Some(match kind {
        0 => (Value::Null, 0),
        1..=6 => {
            let size = SIZES[kind as usize];
            (Value::Int(integer(bytes.get(..size)?)), size)
        }
        7 => {
            let bits = u64::from_be_bytes(bytes.get(..8)?.try_into().ok()?);
            (Value::Real(f64::from_bits(bits)), 8)
        }
        8 | 9 => (Value::Int(kind - 8), 0),
        12.. => {
            let size = usize::try_from((kind - 12) / 2).ok()?;
            let bytes = bytes.get(..size)?.to_vec();
            let value = match kind % 2 {
                0 => Value::Blob(bytes),
                _ => Value::Text(String::from_utf8(bytes).ok()?),
            };
            (value, size)
        }
        _ => return None,
    })
}

fn integer(bytes: &[u8]) -> i64 {
    let sign = bytes
        .first()
        .map_or(0, |first| i64::from(*first as i8 >> 7));
    let join = |number: i64, byte: &u8| number << 8 | i64::from(*byte);
    bytes.iter().fold(sign, join)
}

fn be16(bytes: &[u8], at: usize) -> Option<u16> {
    let bytes = bytes.get(at..at + 2)?;
    Some(u16::from_be_bytes(bytes.try_into().ok()?))
}

fn be32(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + 4)?;
    Some(u32::from_be_bytes(bytes.try_into().ok()?))
}

/// A number of up to nine bytes, seven bits in each but the ninth, and where it ends.
fn varint(bytes: &[u8], at: usize) -> Option<(i64, usize)> {
    let mut number = 0i64;
    for index in 0..9 {
        let byte = *bytes.get(at + index)?;
        if index == 8 {
            return Some((number << 8 | i64::from(byte), at + 9));
        }
        number = number << 7 | i64::from(byte & 0x7f);
        if byte < 0x80 {
            return Some((number, at + index + 1));
        }
    }
    None
}
