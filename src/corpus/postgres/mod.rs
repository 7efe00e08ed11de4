//! A corpus on a PostgreSQL server, for many machines at once.
//!
//! Who stores takes a lock for the time of one change, so that records are numbered in the order in which they
//! become visible and none is stored twice. A connection that is lost is made anew, and what was asked is asked
//! again; what became of a change whose answer was lost, is looked for.

mod address;
mod copy;
mod fault;
mod lease;
mod parcels;
mod schema;
mod store;
mod tally;
mod tls;
mod wire;
mod write;
mod yardstick;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::{Address, CorpusError, ServerFault};
use crate::game::ability::Features;
pub use schema::MIGRATIONS;
pub use yardstick::Yardstick;

use address::Server;
use wire::{Trouble, Wire};

/// How long a server may be away, or an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// One that restarts is there again so soon. Chosen: PostgreSQL takes a second or two.
const MOMENT: Duration = Duration::from_secs(4);
/// Between two tries to reach a server that is away: at first, and at most.
const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];

/// An open corpus on a server.
pub struct PostgresStore {
    address: Address,
    patience: Duration,
    wire: RefCell<Option<Wire>>,
    /// What was answered had no answer so far: it is tried so before it is looked up.
    unanswered: Cell<bool>,
    /// What games tell of their puzzles, by their numbers.
    features: RefCell<HashMap<i64, Option<&'static dyn Features>>>,
}

impl PostgresStore {
    /// Opens a corpus that is there.
    ///
    /// # Errors
    /// The server cannot be reached, has no corpus, or one that this program does not know.
    pub fn open(address: &Address) -> Result<Self, CorpusError> {
        let store = Self::new(address, PATIENCE);
        store.first(|wire| match schema::is_there(wire)? {
            true => schema::migrate(wire),
            false => Err(ServerFault::Missing.into()),
        })?;
        Ok(store)
    }

    /// Opens a corpus to write to it; makes it if it is not there.
    ///
    /// # Errors
    /// As those of [`open`](Self::open).
    pub fn create(address: &Address) -> Result<Self, CorpusError> {
        let store = Self::new(address, PATIENCE);
        store.first(schema::migrate)?;
        Ok(store)
    }

    fn new(address: &Address, patience: Duration) -> Self {
        Self {
            address: address.clone(),
            patience,
            wire: RefCell::new(None),
            unanswered: Cell::new(true),
            features: RefCell::default(),
        }
    }

    /// The first question, for which a server that is not there is waited for a moment only: the address may be wrong.
    fn first(&self, ask: impl FnMut(&Wire) -> Result<(), Trouble>) -> Result<(), CorpusError> {
        self.ask_for(MOMENT, ask)
    }

    /// Asks the server. While it is away it is waited for, and asked anew when it is back: `ask` must do no harm
    /// if it is repeated.
    fn ask<T>(&self, ask: impl FnMut(&Wire) -> Result<T, Trouble>) -> Result<T, CorpusError> {
        self.ask_for(self.patience, ask)
    }

    /// The same; one of which nothing is heard is waited for so long at most.
    fn ask_for<T>(
        &self,
        silence: Duration,
        mut ask: impl FnMut(&Wire) -> Result<T, Trouble>,
    ) -> Result<T, CorpusError> {
        let begun = Instant::now();
        let mut pause = PAUSES[0];
        loop {
            let (why, patience) = match self.once(&mut ask) {
                Ok(answer) => return Ok(answer),
                Err(Trouble::Fault(fault)) => return Err(self.error(fault)),
                Err(Trouble::Taken(what)) => return Err(self.error(ServerFault::Other(what))),
                Err(Trouble::Away(why)) => (why, silence),
                Err(Trouble::Busy(why)) => (why, self.patience),
            };
            if begun.elapsed() >= patience {
                return Err(self.error(ServerFault::Unreachable(why)));
            }
            if pause == PAUSES[0] {
                tracing::warn!("{}: waiting for the server: {why}", self.address);
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(PAUSES[1]);
        }
    }

    /// Asks once, over a new connection if there is none. After any trouble the connection is closed, and with it
    /// whatever was begun.
    fn once<T>(&self, ask: &mut impl FnMut(&Wire) -> Result<T, Trouble>) -> Result<T, Trouble> {
        let mut wire = self.wire.borrow_mut();
        let open = match wire.take() {
            Some(open) => open,
            None => Wire::connect(&Server::new(&self.address)?, self.patience)?,
        };
        let answer = ask(&open)?;
        *wire = Some(open);
        Ok(answer)
    }

    fn error(&self, fault: ServerFault) -> CorpusError {
        CorpusError::Server {
            server: self.address.to_string(),
            fault,
        }
    }
}
