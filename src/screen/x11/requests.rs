//! Tells when programs ask the window manager for something (the extension RECORD).

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use x11rb::connection::Connection;
use x11rb::errors::{ReplyError, ReplyOrIdError};
use x11rb::protocol::record::{CS, ConnectionExt as _, Context, EnableContextReply, Range, Range8};
use x11rb::protocol::xproto::{
    CIRCULATE_REQUEST_EVENT, CONFIGURE_REQUEST_EVENT, ConnectionExt as _, MAP_REQUEST_EVENT,
    NO_OPERATION_REQUEST, Window,
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
/// What a record holds: events that went to a program, or requests that came from one.
const EVENTS: u8 = 0;
const FROM_PROGRAM: u8 = 1;
/// The length of an event, and where it names the window, in bytes.
const EVENT: usize = 32;
const NAMED: std::ops::Range<usize> = 8..12;
/// The server may take so long to hand over what it recorded.
const HANDING_OVER: Duration = Duration::from_millis(20);

/// All requests to the window manager, in the order in which the server passed them on.
pub struct Requests {
    connection: Arc<RustConnection>,
    context: Context,
    records: Receiver<EnableContextReply>,
    /// So many marks are to come.
    marks: usize,
    recorder: Option<JoinHandle<()>>,
}

impl Requests {
    /// None where the server does not record. Marks are set by way of `connection`.
    pub fn record(connection: Arc<RustConnection>) -> Option<Self> {
        // A recording takes up a connection of its own, and a thread that waits for it.
        let (recording, _) = x11rb::connect(None).ok()?;
        let context = create(&recording).ok()?;
        let (sender, records) = crossbeam_channel::unbounded();
        let recorder = std::thread::spawn(move || hand_over(&recording, context, &sender));
        Some(Self {
            connection,
            context,
            records,
            marks: 0,
            recorder: Some(recorder),
        })
    }

    /// Whether anything may have been asked for since the last time, but for what concerns the window
    /// `but`. It counts what the server did before it gets to this question.
    pub fn came(&mut self, but: Window) -> Result<bool, ReplyError> {
        self.connection.no_operation()?;
        self.marks += 1;
        // With the answer to anything the server hands over what it recorded.
        self.connection.get_input_focus()?.reply()?;
        let end = Instant::now() + HANDING_OVER;
        let ours = self.connection.setup().resource_id_base;
        let mut came = false;
        while self.marks > 0 {
            match self.records.recv_deadline(end) {
                Ok(record) if record.category == EVENTS => {
                    came |= record.data.chunks(EVENT).any(|event| !names(event, but));
                }
                Ok(record) if (record.category, record.xid_base) == (FROM_PROGRAM, ours) => {
                    self.marks -= 1;
                }
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Ok(true),
                // As where nothing is recorded.
                Err(RecvTimeoutError::Disconnected) => return Ok(came),
            }
        }
        Ok(came)
    }
}

impl Drop for Requests {
    fn drop(&mut self) {
        let stop = || {
            self.connection.record_disable_context(self.context)?;
            self.connection.flush()
        };
        if stop().is_ok()
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
    let mut ranges = REQUESTS.map(|event| Range {
        delivered_events: only(event),
        ..Range::default()
    });
    // Our marks.
    ranges[0].core_requests = only(NO_OPERATION_REQUEST);
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
