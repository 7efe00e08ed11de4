//! Tells when the window manager is given something to do (the extension RECORD).

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
    CIRCULATE_REQUEST_EVENT, CONFIGURE_REQUEST_EVENT, ConnectionExt as _, DESTROY_NOTIFY_EVENT,
    MAP_REQUEST_EVENT, QUERY_BEST_SIZE_REQUEST, QueryShapeOf, UNMAP_NOTIFY_EVENT, Window,
};
use x11rb::rust_connection::RustConnection;

/// What window managers get when programs ask to show a window, to move or resize it, to put it in front,
/// and when a window goes, whose room others may be given.
const REQUESTS: [u8; 5] = [
    MAP_REQUEST_EVENT,
    CONFIGURE_REQUEST_EVENT,
    CIRCULATE_REQUEST_EVENT,
    UNMAP_NOTIFY_EVENT,
    DESTROY_NOTIFY_EVENT,
];
/// Of records that hold nothing but what was recorded.
const NO_HEADER: u8 = 0;
/// The category of records of events that went to programs.
const EVENTS: u8 = 0;
/// The length of an event, and where it names the window, in bytes.
const EVENT_LENGTH: usize = 32;
const NAMED: Range<usize> = 8..12;
/// Marks in the recording are questions that hardly anybody asks; their length, and where they carry a
/// number.
const MARKS: u8 = QUERY_BEST_SIZE_REQUEST;
const MARK_LENGTH: usize = 12;
const NUMBER: Range<usize> = 8..10;
/// A recording begins within this time, or never.
const BEGINNING: Duration = Duration::from_secs(1);
/// The server may take so long to hand over what it recorded.
const DELIVERY: Duration = Duration::from_millis(20);

/// What the window manager is given to do, in the order in which the server passes it on. Messages of
/// programs are not among it.
pub struct Requests {
    /// A recording takes up a connection of its own, and a thread that waits for it.
    recording: Arc<RustConnection>,
    records: Receiver<EnableContextReply>,
    /// The last mark.
    mark: u16,
    recorder: Option<JoinHandle<()>>,
}

impl Requests {
    /// None where the server does not record.
    pub fn record() -> Option<Self> {
        let requests = Self::begin();
        if requests.is_none() {
            tracing::warn!("the X server does not record what the window manager is asked for");
        }
        requests
    }

    fn begin() -> Option<Self> {
        let (recording, _) = x11rb::connect(None).ok()?;
        let recording = Arc::new(recording);
        let context = create(&recording).ok()?;
        let (sender, records) = crossbeam_channel::unbounded();
        let line = recording.clone();
        let recorder = std::thread::spawn(move || hand_over(&line, context, &sender));
        let requests = Self {
            recording,
            records,
            mark: 0,
            recorder: Some(recorder),
        };
        // The first record says that it has begun.
        requests.records.recv_timeout(BEGINNING).ok()?;
        Some(requests)
    }

    /// Whether anything may have come since the last time, but for what concerns the window `but`; None
    /// if nothing is recorded any more. It counts what the server did before it gets to this question of
    /// `connection`.
    pub fn take(
        &mut self,
        connection: &RustConnection,
        but: Window,
    ) -> Result<Option<bool>, ReplyError> {
        self.mark = self.mark.wrapping_add(1);
        // With the answer the server hands over what it recorded, too.
        connection
            .query_best_size(QueryShapeOf::LARGEST_CURSOR, but, self.mark, 1)?
            .reply()?;
        let end = Instant::now() + DELIVERY;
        let ours = connection.setup().resource_id_base;
        let mut came = false;
        loop {
            match self.records.recv_deadline(end) {
                Ok(record) if record.category == EVENTS => {
                    let mut events = record.data.chunks(EVENT_LENGTH);
                    came |= events.any(|event| !names(event, but));
                }
                Ok(record) if record.xid_base == ours && self.is_marked(&record.data) => {
                    return Ok(Some(came));
                }
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Ok(Some(true)),
                Err(RecvTimeoutError::Disconnected) => {
                    tracing::warn!("the X server stopped recording");
                    return Ok(None);
                }
            }
        }
    }

    /// Whether the last mark is among these requests.
    fn is_marked(&self, requests: &[u8]) -> bool {
        let number = self.mark.to_ne_bytes();
        let mut marks = requests.chunks(MARK_LENGTH);
        marks.any(|mark| mark.get(NUMBER) == Some(&number))
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
