//! The capturing thread: always has the newest frame at hand.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError};

use crate::screen::{Frame, Screen, ScreenError};

/// A frame and what it cost.
#[derive(Clone, Debug)]
pub struct Captured {
    pub frame: Frame,
    /// How long the capture took.
    pub took: Duration,
}

/// A screen that is captured over and over by a thread of its own.
pub struct CaptureThread {
    newest: Receiver<Result<Captured, ScreenError>>,
    closed: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// The pause between two captures, where nothing tells that there is something new; at least as long
/// as the capture took, so that the game gets its share of the machine.
pub const REST: Duration = Duration::from_millis(3);
/// The longest pause after a capture that failed. After the first in a row it is as short as any:
/// a window that comes up fails for a moment only.
const REST_AFTER_FAILURE: Duration = Duration::from_millis(30);

impl CaptureThread {
    /// `rest` is the pause between two captures of a window that shows nothing new.
    pub fn open(mut screen: Box<dyn Screen>, rest: Duration) -> Self {
        let (sender, newest) = crossbeam_channel::bounded(1);
        let closed = Arc::new(AtomicBool::new(false));
        let shut = closed.clone();
        let stale = newest.clone();
        let thread = std::thread::spawn(move || {
            let mut failing = REST;
            while !shut.load(Ordering::Relaxed) {
                let begun = Instant::now();
                let captured = screen.capture().map(|frame| Captured {
                    frame,
                    took: begun.elapsed(),
                });
                let took = captured.as_ref().ok().map(|seen| seen.took);
                hand_on(&sender, &stale, captured);
                match took {
                    Some(took) => {
                        failing = REST;
                        std::thread::sleep(took);
                        screen.rest(rest.saturating_sub(took));
                    }
                    None => {
                        std::thread::sleep(failing);
                        failing = (failing * 2).min(REST_AFTER_FAILURE);
                    }
                }
            }
        });
        Self {
            newest,
            closed,
            thread: Some(thread),
        }
    }

    /// The newest frame, waiting for one if the last was taken already. None when `patience` is
    /// over.
    pub fn look(&self, patience: Duration) -> Option<Result<Captured, ScreenError>> {
        match self.newest.recv_timeout(patience) {
            Ok(captured) => Some(captured),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Err(ScreenError::Failed(
                "the capturing thread ended".into(),
            ))),
        }
    }
}

/// Puts the newest into the channel, in the place of one that nobody took.
fn hand_on<T>(sender: &Sender<T>, stale: &Receiver<T>, newest: T) {
    if let Err(TrySendError::Full(newest)) = sender.try_send(newest) {
        let _ = stale.try_recv();
        // Only this thread sends, so there is room now.
        let _ = sender.try_send(newest);
    }
}

impl Drop for CaptureThread {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
