//! Requests word by word, so that they can be wrong.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

use crate::served::Served;

/// What was answered.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }

    fn parsed(bytes: &[u8]) -> Option<Self> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let body = bytes[end + 4..].to_vec();
        Some(Self { status, head, body })
    }
}

impl Served {
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        let patience = Some(Duration::from_secs(60));
        stream.set_read_timeout(patience).expect("a time");
        stream
    }

    /// Sends bytes as they are; None if there is no answer.
    pub fn send(&self, bytes: &[u8]) -> Option<Answer> {
        let mut stream = self.connect();
        // Who is refused may be cut off while sending.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Answer::parsed(&answer)
    }

    /// A GET with these headers.
    pub fn get_with(&self, path: &str, headers: &str) -> Answer {
        let text = format!("GET {path} HTTP/1.1\r\n{headers}\r\n");
        self.send(text.as_bytes()).expect("an answer")
    }

    /// A GET of its own page.
    pub fn get(&self, path: &str) -> Answer {
        self.get_with(path, &self.own())
    }

    /// A POST of its own page.
    pub fn post(&self, path: &str, kind: &str, body: &[u8]) -> Answer {
        let length = body.len();
        let head = format!(
            "POST {path} HTTP/1.1\r\n{}Content-Type: {kind}\r\nContent-Length: {length}\r\n\r\n",
            self.own()
        );
        self.send(&[head.as_bytes(), body].concat())
            .expect("an answer")
    }

    pub fn post_json(&self, path: &str, body: &Value) -> Answer {
        self.post(path, "application/json", body.to_string().as_bytes())
    }
}
