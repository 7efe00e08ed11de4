//! Requests in, answers out: HTTP/1.1 over one stream, one request each.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

mod parse;

pub use parse::Head;

/// The most bytes of a head: a browser sends about 1 kB.
const HEAD: usize = 16 << 10;

/// The most headers: a browser sends about twenty.
const HEADERS: usize = 64;

/// The most bytes of a body by which a server that refused it is still polite, and the longest time that takes: a
/// stream that is closed on what was not read yet loses the answer.
const POLITE: u64 = 1 << 20;
const POLITELY: Duration = Duration::from_millis(500);

/// What was asked.
#[derive(Debug)]
pub struct Request {
    pub head: Head,
    pub body: Vec<u8>,
}

/// What is answered.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub kind: &'static str,
    pub body: Vec<u8>,
    /// Headers besides those that all answers have.
    pub more: Vec<(&'static str, String)>,
}

/// Why there is no request.
#[derive(Debug)]
pub enum NoRequest {
    /// Whoever asked went away, or is too slow.
    Gone,
    /// It is refused.
    Refused(Answer),
}

impl Answer {
    pub fn new(kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status: 200,
            kind,
            body: body.into(),
            more: Vec::new(),
        }
    }

    pub fn json(value: &Value) -> Self {
        Self::new("application/json", value.to_string())
    }

    /// An error that the page shows.
    pub fn refusal(status: u16, why: impl Into<String>) -> Self {
        let mut answer = Self::json(&json!({ "error": why.into() }));
        answer.status = status;
        answer
    }

    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.more.push((name, value.into()));
        self
    }

    /// # Errors
    /// Whoever asked went away.
    pub fn write(&self, stream: &mut impl Write) -> std::io::Result<()> {
        let mut head = format!(
            "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n",
            self.status,
            reason(self.status),
            self.kind,
            self.body.len()
        );
        let more = self.more.iter().map(|(name, value)| (*name, &**value));
        for (name, value) in ALWAYS.into_iter().chain(more) {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        stream.write_all(head.as_bytes())?;
        stream.write_all(&self.body)?;
        stream.flush()
    }
}

/// What every answer says: nothing comes from elsewhere, nothing is framed, and nobody else may use it.
const ALWAYS: [(&str, &str); 7] = [
    (
        "Content-Security-Policy",
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
];

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        303 => "See Other",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        409 => "Conflict",
        411 => "Length Required",
        413 => "Content Too Large",
        422 => "Unprocessable Content",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}

/// Reads a request. `admit` looks at its head before any of its body is read, and says how many bytes that may have,
/// or refuses it.
///
/// # Errors
/// As of [`NoRequest`].
pub fn read(
    stream: &mut impl Read,
    until: Instant,
    admit: impl FnOnce(&Head) -> Result<u64, Answer>,
) -> Result<Request, NoRequest> {
    let mut bytes = Vec::new();
    let (head, length) = loop {
        if let Some(parsed) = parse::head(&bytes, HEADERS)? {
            break parsed;
        }
        if bytes.len() >= HEAD {
            return Err(refused(431, "the head is too long"));
        }
        more(stream, &mut bytes, HEAD, until)?;
    };
    let most = admit(&head).map_err(NoRequest::Refused)?;
    let wanted = length_of(&head, most)?;
    let mut body = bytes.split_off(length);
    while body.len() < wanted {
        more(stream, &mut body, wanted, until)?;
    }
    body.truncate(wanted);
    Ok(Request { head, body })
}

/// How long the body is.
fn length_of(head: &Head, most: u64) -> Result<usize, NoRequest> {
    if head.header("transfer-encoding").is_some() {
        return Err(refused(411, "how long the body is must be said first"));
    }
    let Some(told) = head.header("content-length") else {
        return Ok(0);
    };
    let digits = !told.is_empty() && told.bytes().all(|byte| byte.is_ascii_digit());
    if !digits {
        return Err(refused(400, "the length of the body is no number"));
    }
    match told.parse::<u64>() {
        Ok(length) if length <= most => Ok(length as usize),
        _ => Err(refused(
            413,
            format!("that is too large: at most {most} bytes are taken"),
        )),
    }
}

/// Reads some more, up to so many bytes in all.
fn more(
    stream: &mut impl Read,
    bytes: &mut Vec<u8>,
    most: usize,
    until: Instant,
) -> Result<(), NoRequest> {
    let mut part = [0; 16 << 10];
    let room = part.len().min(most - bytes.len());
    if Instant::now() >= until {
        return Err(NoRequest::Gone);
    }
    match stream.read(&mut part[..room]) {
        Ok(0) | Err(_) => Err(NoRequest::Gone),
        Ok(count) => {
            bytes.extend_from_slice(&part[..count]);
            Ok(())
        }
    }
}

/// Takes what still comes of a request that was refused, so that the answer arrives.
pub fn hear_out(stream: &mut impl Read) {
    let until = Instant::now() + POLITELY;
    let mut part = [0; 16 << 10];
    let mut heard = 0;
    while heard < POLITE && Instant::now() < until {
        match stream.read(&mut part) {
            Ok(0) | Err(_) => return,
            Ok(count) => heard += count as u64,
        }
    }
}

fn refused(status: u16, why: impl Into<String>) -> NoRequest {
    NoRequest::Refused(Answer::refusal(status, why))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(text: &str, most: u64) -> Result<Request, NoRequest> {
        let until = Instant::now() + Duration::from_secs(5);
        read(&mut text.as_bytes(), until, |_| Ok(most))
    }

    fn status(text: &str, most: u64) -> u16 {
        match read_all(text, most) {
            Ok(_) => 200,
            Err(NoRequest::Gone) => 0,
            Err(NoRequest::Refused(answer)) => answer.status,
        }
    }

    #[test]
    fn a_request_is_read_with_its_body() {
        let text = "POST /a%20b?c=d+e&f HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabcdef";
        let request = read_all(text, 10).expect("a request");
        assert_eq!(request.head.path, "/a b");
        assert_eq!(request.head.value("c"), Some("d e"));
        assert_eq!(request.head.value("f"), Some(""));
        assert_eq!(request.body, b"abc");
    }

    #[test]
    fn what_is_none_or_too_large_is_refused() {
        let post = |headers: &str| format!("POST / HTTP/1.1\r\n{headers}\r\n\r\n");
        for (text, wanted) in [
            (post("Content-Length: 11"), 413),
            (post("Content-Length: 99999999999999999999999"), 413),
            (post("Content-Length: -1"), 400),
            (post("Content-Length: +1"), 400),
            (post("Content-Length: 1\r\nContent-Length: 2"), 400),
            (post("Transfer-Encoding: chunked"), 411),
            (post("Content-Length: 5"), 0),
            ("nonsense\r\n\r\n".into(), 400),
            (post(&format!("A: {}", "b".repeat(HEAD))), 431),
            (post(&"A: b\r\n".repeat(HEADERS + 1)), 431),
            ("GET / HT".into(), 0),
        ] {
            assert_eq!(status(&text, 10), wanted, "{text:.60}");
        }
    }
}
