//! Tells when programs ask the window manager for something (the extension RECORD).

use std::ops::Range;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use rustix::net::{Shutdown, shutdown};
use x11rb::connection::Connection;
use x11rb::errors::{ReplyError, ReplyOrIdError};
use x11rb::protocol::record::{self, CS, ConnectionExt as _, Context, EnableContextReply, Range8};
use x11rb::protocol::xproto::{
    CIRCULATE_REQUEST_EVENT, CONFIGURE_REQUEST_EVENT, ConnectionExt as _, MAP_REQUEST_EVENT,
    QUERY_BEST_SIZE_REQUEST, QueryShapeOf, Window,
};
use x11rb::rust_connection::RustConnection;

/// What window managers get when programs ask to show a window, to move or resize it, to put it in front.
const REQUESTS: [u8; 3] = [
    MAP_REQUEST_EVENT,
    CONFIGURE_REQUEST_EVENT,
    CIRCULATE_REQUEST_EVENT,
];
/// Of records that hold nothing but what was recorded.
const NO_HEADER: u8 = 0;
/// Of records of events that went to programs.
const EVENTS: u8 = 0;
/// The length of an event, and where it names the window, in bytes.
const EVENT: usize = 32;
const NAMED: Range<usize> = 8..12;
/// Marks in the recording are questions that hardly anybody asks; their length, and where they carry a
/// number.
const MARKS: u8 = QUERY_BEST_SIZE_REQUEST;
const MARK: usize = 12;
const NUMBER: Range<usize> = 8..10;
/// A recording begins within this time, or never.
const BEGINNING: Duration = Duration::from_secs(1);
/// The server may take so long to hand over what it recorded.
const HANDING_OVER: Duration = Duration::from_millis(20);

/// All requests to the window manager, in the order in which the server passed them on.
pub struct Requests {
    connection: Arc<RustConnection>,
    /// A recording takes up a connection of its own, and a thread that waits for it.
    recording: Arc<RustConnection>,
    records: Receiver<EnableContextReply>,
    /// The last mark.
    mark: u16,
    recorder: Option<JoinHandle<()>>,
}

impl Requests {
    /// None where the server does not record. Marks are set by way of `connection`.
    pub fn record(connection: Arc<RustConnection>) -> Option<Self> {
        let (recording, _) = x11rb::connect(None).ok()?;
        let recording = Arc::new(recording);
        let context = create(&recording).ok()?;
        let (sender, records) = crossbeam_channel::unbounded();
        let line = recording.clone();
        let recorder = std::thread::spawn(move || hand_over(&line, context, &sender));
        let requests = Self {
            connection,
            recording,
            records,
            mark: 0,
            recorder: Some(recorder),
        };
        // The first record says that it has begun.
        requests.records.recv_timeout(BEGINNING).ok()?;
        Some(requests)
    }

    /// Whether anything may have been asked for since the last time, but for what concerns the window
    /// `but`. It counts what the server did before it gets to this question.
    pub fn came(&mut self, but: Window) -> Result<bool, ReplyError> {
        self.mark = self.mark.wrapping_add(1);
        // With the answer the server hands over what it recorded, too.
        self.connection
            .query_best_size(QueryShapeOf::LARGEST_CURSOR, but, self.mark, 1)?
            .reply()?;
        let end = Instant::now() + HANDING_OVER;
        let ours = self.connection.setup().resource_id_base;
        let mut came = false;
        loop {
            match self.records.recv_deadline(end) {
                Ok(record) if record.category == EVENTS => {
                    came |= record.data.chunks(EVENT).any(|event| !names(event, but));
                }
                Ok(record) if record.xid_base == ours => {
                    let number = self.mark.to_ne_bytes();
                    let mut marks = record.data.chunks(MARK);
                    if marks.any(|mark| mark.get(NUMBER) == Some(&number)) {
                        return Ok(came);
                    }
                }
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Ok(true),
                // As where nothing is recorded.
                Err(RecvTimeoutError::Disconnected) => return Ok(came),
            }
        }
    }
}

impl Drop for Requests {
    fn drop(&mut self) {
        let closed = shutdown(self.recording.stream(), Shutdown::Both);
        if closed.is_ok()
            && let Some(recorder) = self.recorder.take()
        {
            let _ = recorder.join();
        }
    }
}

fn create(recording: &RustConnection) -> Result<Context, ReplyOrIdError> {
    let only = |number| Range8 {
        first: number,
        last: number,
    };
    let mut ranges = REQUESTS.map(|event| record::Range {
        delivered_events: only(event),
        ..record::Range::default()
    });
    ranges[0].core_requests = only(MARKS);
    let context = recording.generate_id()?;
    let all = [CS::ALL_CLIENTS.into()];
    recording
        .record_create_context(context, NO_HEADER, &all, &ranges)?
        .check()?;
    Ok(context)
}

/// Passes on what is recorded until the recording ends.
fn hand_over(recording: &RustConnection, context: Context, to: &Sender<EnableContextReply>) {
    let Ok(records) = recording.record_enable_context(context) else {
        return;
    };
    for record in records {
        if !record.is_ok_and(|record| to.send(record).is_ok()) {
            return;
        }
    }
}

/// Whether an event is about a window.
fn names(event: &[u8], window: Window) -> bool {
    event.get(NAMED) == Some(&window.to_ne_bytes())
}
