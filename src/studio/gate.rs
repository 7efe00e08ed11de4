//! Who is answered: the page that this program served, and nobody else.
//!
//! Any page in the browser can send requests to the loopback address, and a name of its own can be made to lead there
//! (DNS rebinding). So a request must name this very address as its host, come from a page of it if it tells where it
//! comes from, and have the token, which only the URL tells that this program prints.

use super::http::{Answer, Head};

/// Random bytes of a token: not to be guessed.
const RANDOM: usize = 24;

/// Keeps the door.
#[derive(Debug)]
pub struct Gate {
    port: u16,
    token: String,
}

impl Gate {
    /// A gate with a token that nobody knows yet.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn new(port: u16) -> std::io::Result<Self> {
        let mut random = [0; RANDOM];
        getrandom::fill(&mut random).map_err(|error| std::io::Error::other(error.to_string()))?;
        let digits = random.iter().map(|byte| format!("{byte:02x}"));
        let token = digits.collect();
        Ok(Self { port, token })
    }

    /// The address that lets the browser in.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.port, self.token)
    }

    /// The name of the cookie: programs on other ports have cookies of the same host.
    fn cookie(&self) -> String {
        format!("gridhand-{}", self.port)
    }

    /// Refuses a request that is not of our page.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn check(&self, head: &Head) -> Result<(), Answer> {
        self.check_place(head)?;
        let given = head.cookie(&self.cookie());
        let given = given.or_else(|| head.value("token").filter(|_| is_entry(head)));
        match given.is_some_and(|token| is_same(token, &self.token)) {
            true => Ok(()),
            false => Err(forbidden(
                "the token is missing or wrong: open the address that `gridhand studio` printed",
            )),
        }
    }

    fn check_place(&self, head: &Head) -> Result<(), Answer> {
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        let host = head.header("host").unwrap_or_default();
        if !hosts.iter().any(|own| own == host) {
            return Err(forbidden("this is another host"));
        }
        if let Some(origin) = head.header("origin")
            && origin != format!("http://{host}")
        {
            return Err(forbidden("this was asked by another page"));
        }
        let site = head.header("sec-fetch-site").unwrap_or("none");
        match site == "same-origin" || site == "none" || is_entry(head) {
            true => Ok(()),
            false => Err(forbidden("this was asked by another page")),
        }
    }

    /// Whoever comes with the token in the URL is given it as a cookie, and an address without it.
    pub fn welcome(&self, head: &Head) -> Option<Answer> {
        head.value("token").filter(|_| is_entry(head))?;
        let cookie = format!(
            "{}={}; HttpOnly; SameSite=Strict; Path=/",
            self.cookie(),
            self.token
        );
        let mut answer = Answer::new("text/plain", "");
        answer.status = 303;
        Some(answer.with("Set-Cookie", cookie).with("Location", "/"))
    }
}

/// Whether it is the page itself that is asked for: a link to it may stand anywhere.
fn is_entry(head: &Head) -> bool {
    head.method == "GET" && head.path == "/"
}

fn forbidden(why: &str) -> Answer {
    Answer::refusal(403, why)
}

/// Takes as long for every guess.
fn is_same(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).map(|(a, b)| a ^ b);
    one.len() == other.len() && differences.fold(0, |all, bits| all | bits) == 0
}
