//! The server: a thread for each request, a few dozen at most.

use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::api::Api;
use super::gate::Gate;
use super::http::{self, Answer, NoRequest};
use super::turnstile::Turnstile;
use crate::corpus::Location;

/// So many requests are worked on at a time. Chosen: a browser sends six at once, and ten pages may be open.
const AT_ONCE: usize = 64;

/// Whoever asks has so long to say what. Chosen: far more than an upload within one machine takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// A stream on which nothing comes or goes for so long is given up.
const SILENCE: Duration = Duration::from_secs(5);

/// What is served.
#[derive(Clone, Debug)]
pub struct Settings {
    /// A free one if it is 0.
    pub port: u16,
    /// The folder with the profiles; as of [`Home::new`](crate::profile::Home::new).
    pub home: Option<PathBuf>,
    pub corpus: Location,
}

/// Why nothing is served.
#[derive(Debug, Error)]
pub enum StudioError {
    #[error("cannot listen on 127.0.0.1:{port}: {error}")]
    Port { port: u16, error: std::io::Error },
    #[error("cannot make a token: {0}")]
    Token(std::io::Error),
}

/// A server that runs; it ends with the value.
pub struct Studio {
    shared: Arc<Shared>,
    port: u16,
    listens: Option<JoinHandle<()>>,
}

struct Shared {
    gate: Gate,
    api: Api,
    turnstile: Turnstile,
    ends: AtomicBool,
}

impl Studio {
    /// Begins to serve.
    ///
    /// # Errors
    /// The port is taken.
    pub fn start(settings: &Settings) -> Result<Self, StudioError> {
        let wrong = |error| StudioError::Port {
            port: settings.port,
            error,
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, settings.port)).map_err(wrong)?;
        let port = listener.local_addr().map_err(wrong)?.port();
        let shared = Arc::new(Shared {
            gate: Gate::new(port).map_err(StudioError::Token)?,
            api: Api::new(settings),
            turnstile: Turnstile::new(AT_ONCE),
            ends: AtomicBool::new(false),
        });
        let own = shared.clone();
        let listens = Some(std::thread::spawn(move || listen(&listener, &own)));
        Ok(Self {
            shared,
            port,
            listens,
        })
    }

    /// The address to open, with the token in it.
    pub fn url(&self) -> String {
        self.shared.gate.url()
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        self.shared.ends.store(true, Ordering::SeqCst);
        // Whoever listens wakes when somebody comes.
        let _ = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port));
        if let Some(listens) = self.listens.take() {
            let _ = listens.join();
        }
        self.shared.api.end();
    }
}

fn listen(listener: &TcpListener, shared: &Arc<Shared>) {
    loop {
        let came = listener.accept();
        if shared.ends.load(Ordering::SeqCst) {
            return;
        }
        match came {
            Ok((stream, _)) => receive(stream, shared),
            // There may be no more files to open: somebody will close one.
            Err(_) => std::thread::sleep(Duration::from_millis(50)),
        }
    }
}

/// Answers a stream on a thread of its own.
fn receive(mut stream: TcpStream, shared: &Arc<Shared>) {
    let _ = stream.set_read_timeout(Some(SILENCE));
    let _ = stream.set_write_timeout(Some(SILENCE));
    let _ = stream.set_nodelay(true);
    let Some(inside) = shared.turnstile.enter() else {
        let _ = Answer::refusal(503, "too much is asked at once").write(&mut stream);
        return;
    };
    let own = shared.clone();
    let serve = move || {
        own.serve(&mut stream);
        drop(inside);
    };
    let _ = std::thread::Builder::new().spawn(serve);
}

impl Shared {
    fn serve(&self, stream: &mut TcpStream) {
        let until = Instant::now() + PATIENCE;
        let admit = |head: &http::Head| {
            self.gate.check(head)?;
            Ok(self.api.most(head))
        };
        let request = match http::read(stream, until, admit) {
            Ok(request) => request,
            Err(NoRequest::Gone) => return,
            Err(NoRequest::Refused(answer)) => return refuse(&answer, stream),
        };
        let welcome = self.gate.welcome(&request.head);
        let answer = welcome.unwrap_or_else(|| self.api.answer(&request));
        let _ = answer.write(stream);
    }
}

fn refuse(answer: &Answer, stream: &mut TcpStream) {
    if answer.write(stream).is_ok() {
        let _ = stream.shutdown(Shutdown::Write);
        http::hear_out(stream);
    }
}
