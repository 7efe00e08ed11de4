//! Tells when the window manager is given something to do (the extension RECORD).

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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
/// The categories of records: the first one, and those of events that went to programs.
const BEGUN: u8 = 4;
const EVENTS: u8 = 0;
/// The length of an event, and where it names the window, in bytes.
const EVENT_LENGTH: usize = 32;
const NAMED: Range<usize> = 8..12;
/// Marks in the recording are questions that hardly anybody asks; their length, and where they carry a
/// number.
const MARKS: u8 = QUERY_BEST_SIZE_REQUEST;
const MARK_LENGTH: usize = 12;
const NUMBER: Range<usize> = 8..10;
/// A recording begins within this time, or never. Chosen: a thread has to start, and the server to answer.
const BEGINNING: Duration = Duration::from_secs(1);
/// The server may take so long to hand over what it recorded. Chosen: a question takes it 0.1 ms, the rest
/// is for a busy machine.
const DELIVERY: Duration = Duration::from_millis(20);

/// Whether the window manager was given something to do. Messages of programs do not count.
pub struct Requests {
    /// A recording takes up a connection of its own, and a thread that waits for it.
    recording: Arc<RustConnection>,
    recorder: Option<JoinHandle<()>>,
    /// Something was recorded since it was asked last.
    came: Arc<AtomicBool>,
    /// The marks that were recorded; the first says that the recording has begun.
    marks: Receiver<u16>,
    /// The last mark that was set.
    mark: u16,
    /// It carries the marks. What concerns it does not count.
    probe: Window,
}

impl Requests {
    /// None where the server does not record. Marks are set by way of `connection`.
    pub fn record(connection: &RustConnection, probe: Window) -> Option<Self> {
        let requests = Self::begin(connection.setup().resource_id_base, probe);
        if requests.is_none() {
            tracing::warn!("the X server does not record what the window manager is asked for");
        }
        requests
    }

    fn begin(ours: u32, probe: Window) -> Option<Self> {
        let (recording, _) = x11rb::connect(None).ok()?;
        let recording = Arc::new(recording);
        let context = create(&recording).ok()?;
        let came = Arc::new(AtomicBool::new(false));
        let (sender, marks) = crossbeam_channel::unbounded();
        let recorder = Recorder {
            ours,
            probe,
            came: came.clone(),
            marks: sender,
        };
        let line = recording.clone();
        let recorder = std::thread::spawn(move || recorder.listen(&line, context));
        let requests = Self {
            recording,
            recorder: Some(recorder),
            came,
            marks,
            mark: 0,
            probe,
        };
        requests.marks.recv_timeout(BEGINNING).ok()?;
        Some(requests)
    }

    /// Whether anything may have come since the last time; None if nothing is recorded any more. It
    /// counts what the server did before it gets to this question.
    pub fn take(&mut self, connection: &RustConnection) -> Result<Option<bool>, ReplyError> {
        self.mark = self.mark.wrapping_add(1);
        // With the answer the server hands over what it recorded, too.
        connection
            .query_best_size(QueryShapeOf::LARGEST_CURSOR, self.probe, self.mark, 1)?
            .reply()?;
        let end = Instant::now() + DELIVERY;
        loop {
            match self.marks.recv_deadline(end) {
                Ok(mark) if mark == self.mark => {
                    return Ok(Some(self.came.swap(false, Ordering::Relaxed)));
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

/// Whoever waits for the recording.
struct Recorder {
    /// What the numbers of our things begin with.
    ours: u32,
    probe: Window,
    came: Arc<AtomicBool>,
    marks: Sender<u16>,
}

impl Recorder {
    /// Takes notice of what is recorded until the recording ends.
    fn listen(&self, recording: &RustConnection, context: Context) {
        let Ok(records) = recording.record_enable_context(context) else {
            return;
        };
        for record in records.map_while(Result::ok) {
            self.hear(&record);
        }
    }

    fn hear(&self, record: &EnableContextReply) {
        match record.category {
            BEGUN => self.pass_on(0),
            EVENTS => {
                let mut events = record.data.chunks(EVENT_LENGTH);
                if events.any(|event| event.get(NAMED) != Some(&self.probe.to_ne_bytes())) {
                    self.came.store(true, Ordering::Relaxed);
                }
            }
            _ if record.xid_base == self.ours => {
                let marks = record.data.chunks(MARK_LENGTH);
                let numbers = marks.filter_map(|mark| mark.get(NUMBER)?.try_into().ok());
                numbers.for_each(|number| self.pass_on(u16::from_ne_bytes(number)));
            }
            _ => {}
        }
    }

    fn pass_on(&self, mark: u16) {
        // Where nobody takes it the recording is about to end.
        let _ = self.marks.send(mark);
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
