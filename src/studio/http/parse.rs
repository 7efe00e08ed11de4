//! The head of a request.

use super::{NoRequest, refused};

/// All of a request but its body.
#[derive(Debug)]
pub struct Head {
    pub method: String,
    /// Without its query, decoded.
    pub path: String,
    query: Vec<(String, String)>,
    /// Names are in small letters.
    headers: Vec<(String, String)>,
}

impl Head {
    /// What a header says; None if it is not there.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut all = self.headers.iter();
        let found = all.find(|(own, _)| own == name);
        found.map(|(_, value)| value.as_str())
    }

    /// A value of the query.
    pub fn value(&self, name: &str) -> Option<&str> {
        let mut all = self.query.iter();
        let found = all.find(|(own, _)| own == name);
        found.map(|(_, value)| value.as_str())
    }

    /// A cookie.
    pub fn cookie(&self, name: &str) -> Option<&str> {
        let all = self.header("cookie")?.split(';');
        let mut pairs = all.filter_map(|pair| pair.trim().split_once('='));
        pairs.find(|(own, _)| *own == name).map(|(_, value)| value)
    }
}

/// The head at the start of the bytes, and how many it has; None if it does not end yet.
///
/// # Errors
/// It is none, or has too many headers, or one twice of which there may be one only.
pub fn head(bytes: &[u8], most: usize) -> Result<Option<(Head, usize)>, NoRequest> {
    let mut headers = vec![httparse::EMPTY_HEADER; most];
    let mut parsed = httparse::Request::new(&mut headers);
    let length = match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => {
            return Err(refused(431, "there are too many headers"));
        }
        Err(error) => return Err(refused(400, format!("that is no request: {error}"))),
    };
    let target = parsed.path.unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let lines = parsed.headers.iter().map(|header| {
        let value = String::from_utf8_lossy(header.value);
        (header.name.to_ascii_lowercase(), value.trim().to_string())
    });
    let head = Head {
        method: parsed.method.unwrap_or_default().into(),
        path: decode(path),
        query: pairs(query),
        headers: lines.collect(),
    };
    for name in ["host", "origin", "content-length", "transfer-encoding"] {
        if head.headers.iter().filter(|(own, _)| own == name).count() > 1 {
            return Err(refused(400, format!("{name} is there twice")));
        }
    }
    Ok(Some((head, length)))
}

fn pairs(query: &str) -> Vec<(String, String)> {
    let parts = query.split('&').filter(|part| !part.is_empty());
    let pairs = parts.map(|part| {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        (decode(name), decode(&value.replace('+', " ")))
    });
    pairs.collect()
}

/// What `%41` and the like stand for; what stands for nothing is left as it is.
fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes.get(at + 1..at + 3);
        let digits = digits.and_then(|two| std::str::from_utf8(two).ok());
        let digits = digits.filter(|two| two.bytes().all(|byte| byte.is_ascii_hexdigit()));
        match digits.and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) if bytes[at] == b'%' => {
                decoded.push(byte);
                at += 3;
            }
            _ => {
                decoded.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_decoded_and_the_rest_is_left() {
        for (text, decoded) in [
            ("a%2Fb", "a/b"),
            ("%", "%"),
            ("%4", "%4"),
            ("%+1", "%+1"),
            ("%zz", "%zz"),
            ("%E2%82%AC", "€"),
            ("%ff", "\u{fffd}"),
        ] {
            assert_eq!(decode(text), decoded, "{text}");
        }
    }
}
