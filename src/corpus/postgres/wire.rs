//! A connection to a server: each question has an answer, or an end.

use std::cell::RefCell;
use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::ReadyChunks;
use futures_util::{SinkExt, StreamExt};
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, CopyOutStream, Error, Row, Statement};

use super::address::Server;
use super::fault::trouble;
use crate::corpus::ServerFault;

/// Bytes that are sent at a time when rows are copied.
pub const PIECE: usize = 1 << 16;

/// Messages that are taken at a time when rows are copied: a server sends each row by itself.
const MESSAGES: usize = 1024;

/// Why a question was not answered.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// Nobody is there, or the connection is gone.
    Away(String),
    /// The server shuts down or starts, or somebody is in the way: it may be well soon.
    Busy(String),
    /// What was to be new is there: an index says so.
    Taken(String),
    Fault(ServerFault),
}

impl From<ServerFault> for Trouble {
    fn from(fault: ServerFault) -> Self {
        Trouble::Fault(fault)
    }
}

/// All statements are prepared, and each is a text of this program: what is asked for is bound, never pasted in.
pub type Params<'a> = &'a [&'a (dyn ToSql + Sync)];

/// An open connection.
pub struct Wire {
    client: Client,
    prepared: RefCell<HashMap<&'static str, Statement>>,
    /// How long an answer may take.
    patience: Duration,
    // The last to go: the connection lives on it.
    runtime: Runtime,
}

/// Rows as they come, in pieces of the binary format.
pub struct Incoming(Pin<Box<ReadyChunks<CopyOutStream>>>);

impl Wire {
    /// # Errors
    /// The server cannot be reached or refuses.
    pub fn connect(server: &Server, patience: Duration) -> Result<Self, Trouble> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| ServerFault::Other(error.to_string()))?;
        let connecting = server.connect(&runtime);
        let client = runtime
            .block_on(async { timeout(patience, connecting).await })
            .map_err(|_| ServerFault::Slow(patience.as_secs()))??;
        Ok(Self {
            client,
            prepared: RefCell::default(),
            patience,
            runtime,
        })
    }

    fn wait<T>(&self, asked: impl Future<Output = Result<T, Error>>) -> Result<T, Trouble> {
        let waited = self
            .runtime
            .block_on(async { timeout(self.patience, asked).await });
        match waited {
            Ok(answer) => answer.map_err(|error| trouble(&error)),
            Err(_) => Err(ServerFault::Slow(self.patience.as_secs()).into()),
        }
    }

    fn prepared(&self, sql: &'static str) -> Result<Statement, Trouble> {
        if let Some(statement) = self.prepared.borrow().get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.wait(self.client.prepare(sql))?;
        self.prepared.borrow_mut().insert(sql, statement.clone());
        Ok(statement)
    }

    pub fn rows(&self, sql: &'static str, params: Params) -> Result<Vec<Row>, Trouble> {
        let statement = self.prepared(sql)?;
        self.wait(self.client.query(&statement, params))
    }

    pub fn row(&self, sql: &'static str, params: Params) -> Result<Row, Trouble> {
        let statement = self.prepared(sql)?;
        self.wait(self.client.query_one(&statement, params))
    }

    pub fn maybe(&self, sql: &'static str, params: Params) -> Result<Option<Row>, Trouble> {
        let statement = self.prepared(sql)?;
        self.wait(self.client.query_opt(&statement, params))
    }

    pub fn execute(&self, sql: &'static str, params: Params) -> Result<u64, Trouble> {
        let statement = self.prepared(sql)?;
        self.wait(self.client.execute(&statement, params))
    }

    /// Statements without anything to bind.
    pub fn batch(&self, sql: &'static str) -> Result<(), Trouble> {
        self.wait(self.client.batch_execute(sql))
    }

    /// Sends rows in the binary format.
    pub fn send(&self, sql: &'static str, rows: impl Into<Bytes>) -> Result<u64, Trouble> {
        let statement = self.prepared(sql)?;
        let sink = self.wait(self.client.copy_in::<_, Bytes>(&statement))?;
        let mut sink = Box::pin(sink);
        let rows: Bytes = rows.into();
        for begin in (0..rows.len()).step_by(PIECE) {
            let piece = rows.slice(begin..rows.len().min(begin + PIECE));
            self.wait(sink.send(piece))?;
        }
        self.wait(sink.as_mut().finish())
    }

    /// Begins to fetch rows in the binary format.
    pub fn fetch(&self, sql: &'static str) -> Result<Incoming, Trouble> {
        let statement = self.prepared(sql)?;
        let stream = self.wait(self.client.copy_out(&statement))?;
        Ok(Incoming(Box::pin(stream.ready_chunks(MESSAGES))))
    }

    /// What came next, at the end of `into`; false if nothing more comes.
    pub fn next(&self, incoming: &mut Incoming, into: &mut Vec<u8>) -> Result<bool, Trouble> {
        let Some(pieces) = self.wait(async { Ok(incoming.0.next().await) })? else {
            return Ok(false);
        };
        for piece in pieces {
            into.extend_from_slice(&piece.map_err(|error| trouble(&error))?);
        }
        Ok(true)
    }
}
