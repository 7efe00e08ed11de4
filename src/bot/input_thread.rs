//! The acting thread: performs gestures, each only while it is safe.

use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};

use super::beat::{Beat, is_in_time};
use super::drag_pace::DragPace;
use super::input_probe::InputProbe;
use super::stop::{Stop, StoppedBy};
use crate::base::Point;
use crate::hand::{Button, Gesture, Hand};
use crate::screen::{Guard, ScreenError};

mod batch;
mod keys;
mod trail;
mod watched;

use trail::Trail;

pub use batch::{Done, GestureBatch, Interruption, Revocation};

/// A hand on a thread of its own.
pub struct InputThread {
    batches: Option<Sender<GestureBatch>>,
    done: Receiver<Done>,
    thread: Option<JoinHandle<()>>,
}

/// How often an idle hand looks whether the user took the mouse.
const WATCH: Duration = Duration::from_millis(25);
/// Between a move and the press at its end.
const BREATH: Duration = Duration::from_millis(1);
/// So many motions a step of a drag has: some games let nothing follow a pointer that jumps. Chosen.
const PARTS: i32 = 4;
/// Before the pointer leaves the last gesture's place: some games ask where it is when they get to
/// the click, not when it was made.
const LINGER: Duration = Duration::from_millis(10);
/// A desktop may be busy for so long before a press is given up.
const BUSY: Duration = Duration::from_secs(4);
/// After an interruption, for whatever is in the way to go.
const RESPITE: Duration = Duration::from_millis(15);

impl InputThread {
    pub fn start(hand: Box<dyn Hand>, mut guard: Box<dyn Guard>, stop: Stop) -> Self {
        let (batches, inbox) = crossbeam_channel::bounded::<GestureBatch>(1);
        let (outbox, done) = crossbeam_channel::bounded(1);
        let thread = std::thread::spawn(move || {
            guard.prepare();
            let mut worker = Worker {
                hand,
                guard,
                stop,
                put: Trail::default(),
                held: None,
                in_vain: 0,
                feel: None,
                longest: None,
                drags: DragPace::default(),
                beat: Beat::even(Duration::ZERO),
                leave: Instant::now(),
                ready: Instant::now(),
            };
            loop {
                match inbox.recv_timeout(WATCH) {
                    Ok(batch) => {
                        if outbox.send(worker.perform(&batch)).is_err() {
                            return;
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => worker.watch(),
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        });
        Self {
            batches: Some(batches),
            done,
            thread: Some(thread),
        }
    }

    /// Begins to perform a batch. What came of it must be [asked for](Self::done) before the next.
    pub fn begin(&self, batch: GestureBatch) -> anyhow::Result<()> {
        let batches = self.batches.as_ref().expect("open until dropped");
        Ok(batches.send(batch)?)
    }

    /// Performs a batch to its end.
    pub fn perform(&self, batch: GestureBatch) -> anyhow::Result<Done> {
        self.begin(batch)?;
        self.done()
    }

    /// Whether the batch came to its end.
    pub fn is_done(&self) -> bool {
        let is_lost = || self.thread.as_ref().is_none_or(JoinHandle::is_finished);
        !self.done.is_empty() || is_lost()
    }

    /// What came of the batch, when it has come to its end.
    pub fn done(&self) -> anyhow::Result<Done> {
        Ok(self.done.recv()?)
    }
}

impl Drop for InputThread {
    fn drop(&mut self) {
        drop(self.batches.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Worker {
    hand: Box<dyn Hand>,
    guard: Box<dyn Guard>,
    stop: Stop,
    put: Trail,
    held: Option<Button>,
    /// Clicks in a row that showed no effect while they were held.
    in_vain: usize,
    /// Of the game, if it is being felt out.
    feel: Option<InputProbe>,
    /// The longest time that a held click took to show, if it was pressed when the one before it showed.
    longest: Option<Duration>,
    drags: DragPace,
    beat: Beat,
    /// The pointer stays where it is until then.
    leave: Instant,
    /// Nothing is pressed before.
    ready: Instant,
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Err(error) = self.release() {
            tracing::error!("a mouse button may still be pressed: {error:#}");
        }
    }
}

impl Worker {
    fn perform(&mut self, batch: &GestureBatch) -> Done {
        let began = Instant::now();
        self.in_vain = 0;
        self.longest = None;
        self.feel = batch.feel;
        self.beat = batch.beat;
        self.drags = batch.drags;
        if !batch.gestures.is_empty() {
            // Whoever wants more has looked at what came of the last batch.
            self.leave = began;
        }
        let (performed, mut trouble) = self.gestures(batch);
        let released = Instant::now();
        if performed > 0 {
            self.leave = self.leave.max(released + LINGER);
        }
        let parked = batch.spot.on_screen(batch.park);
        if trouble.is_none() && !self.is_at(parked) {
            trouble = self.move_to(parked).err();
        }
        if trouble.is_some() {
            self.rest(RESPITE);
        }
        Done {
            performed,
            began,
            since: match batch.gestures.last() {
                Some(Gesture::Drag { .. }) => released,
                _ => began,
            },
            ended: self.ready.max(released),
            trouble,
            feel: self.feel,
            longest: self.longest,
            drags: self.drags,
        }
    }

    /// Performs gestures until something is in the way, or must be looked at; says how many, and what it is.
    fn gestures(&mut self, batch: &GestureBatch) -> (usize, Option<Interruption>) {
        for (nth, gesture) in batch.gestures.iter().enumerate() {
            if nth > 0 {
                self.ready = self.ready.max(Instant::now() + batch.beat.step);
            }
            match self.gesture(nth, gesture, batch) {
                Ok(true) => {}
                Ok(false) => return (nth + 1, None),
                Err(error) => return (nth, Some(error)),
            }
        }
        (batch.gestures.len(), None)
    }

    /// Performs a gesture; says whether the next may follow without a look at what it did.
    fn gesture(
        &mut self,
        nth: usize,
        gesture: &Gesture,
        batch: &GestureBatch,
    ) -> Result<bool, Interruption> {
        match (gesture, self.feel.filter(|feel| !feel.is_over())) {
            (Gesture::Series(parts), _) => {
                parts.iter().try_for_each(|part| self.part(part, batch))?
            }
            (Gesture::Click { at, button }, Some(feel)) => {
                return self.feel_out(nth, (*at, *button), batch, feel);
            }
            (Gesture::Click { at, button }, None) => {
                let mut seen = None;
                self.drag(&[*at], *button, batch, |worker, _| {
                    seen = worker.hold(nth, batch);
                    true
                })?;
                self.pause(self.beat.rest, seen);
            }
            (Gesture::Drag { path }, _) => {
                self.drag_along(nth, path, batch)?;
            }
            (Gesture::Keys(keys), _) => self.keys(keys, batch)?,
            (Gesture::Chord(keys), _) => self.chord(keys, batch)?,
        }
        Ok(true)
    }

    /// Performs one of several gestures that have one effect together: none of them shows any by itself.
    fn part(&mut self, part: &Gesture, batch: &GestureBatch) -> Result<(), Interruption> {
        match part {
            Gesture::Click { at, button } => {
                self.drag(&[*at], *button, batch, |worker, _| {
                    worker.rest(worker.beat.hold);
                    true
                })?;
                self.pause(self.beat.rest, None);
                Ok(())
            }
            other => self.gesture(0, other, batch).map(|_| ()),
        }
    }

    /// Presses at the first point, moves along the others and releases at the last; a click is a
    /// drag of one point. `hold` waits at each point, and says whether to go on.
    fn drag(
        &mut self,
        path: &[Point],
        button: Button,
        batch: &GestureBatch,
        mut hold: impl FnMut(&mut Self, usize) -> bool,
    ) -> Result<(), Interruption> {
        let mut goes_on = true;
        let walked = path.iter().enumerate().try_for_each(|(step, at)| {
            if !goes_on {
                return Ok(());
            }
            batch.check(*at)?;
            let there = batch.spot.on_screen(*at);
            if !self.is_at(there) {
                self.glide_to(there)?;
            }
            let area = batch.spot.area;
            if self.held.is_some() {
                self.untouched()?;
                match self.guard.clear(area, there) {
                    // What is dragged may have come to its place already, and the game says so.
                    Err(ScreenError::Covered(_) | ScreenError::Coming)
                        if step + 1 == path.len() =>
                    {
                        return Ok(());
                    }
                    clear => clear?,
                }
            } else {
                self.wait_until(self.ready)?;
                self.press(there, button, batch)?;
            }
            self.held = Some(button);
            goes_on = hold(self, step);
            Ok(())
        });
        // Whatever went wrong on the way, no button stays pressed.
        self.release()?;
        walked
    }

    /// Presses as soon as nothing is under way on the desktop, such as a tooltip that comes up because the pointer
    /// moved.
    fn press(
        &mut self,
        there: Point,
        button: Button,
        batch: &GestureBatch,
    ) -> Result<(), Interruption> {
        let end = Instant::now() + BUSY;
        loop {
            batch.still_holds()?;
            let area = batch.spot.area;
            match self.guard.press(area, there, button, &mut *self.hand) {
                Err(ScreenError::Busy | ScreenError::Coming) if Instant::now() < end => {
                    self.wait_until(Instant::now() + BREATH)?;
                }
                Err(ScreenError::Unfocused(_)) => self.focused()?,
                Err(error @ ScreenError::Astray(_)) => {
                    tracing::warn!("{error}");
                    // It may be the user's doing.
                    self.untouched()?;
                    return Err(error.into());
                }
                pressed => return Ok(pressed?),
            }
        }
    }

    /// Lets go of the button if one is held.
    fn release(&mut self) -> anyhow::Result<()> {
        if let Some(button) = self.held {
            self.hand.button(button, false)?;
            self.held = None;
        }
        Ok(())
    }

    /// Whether the hand put the pointer there last.
    fn is_at(&self, there: Point) -> bool {
        self.put.last() == Some(there)
    }

    /// Moves the pointer; where it drags something in several parts.
    fn glide_to(&mut self, there: Point) -> Result<(), Interruption> {
        if let (Some(_), Some(from)) = (self.held, self.put.last()) {
            let way = there - from;
            for part in 1..PARTS {
                self.move_to(from + Point::new(way.x * part / PARTS, way.y * part / PARTS))?;
                self.rest(BREATH);
            }
        }
        self.move_to(there)?;
        self.rest(BREATH);
        Ok(())
    }

    /// Moves the pointer as soon as it may leave its place.
    fn move_to(&mut self, there: Point) -> Result<(), Interruption> {
        self.rest(self.leave.saturating_duration_since(Instant::now()));
        self.not_stopped()?;
        if self.put.is_empty() {
            let found = self.hand.pointer()?;
            found.into_iter().for_each(|found| self.put.add(found));
        }
        let ours = |now| self.put.may_be(now);
        if !self.guard.put_pointer(there, &ours, &mut *self.hand)? {
            self.stop.throw(StoppedBy::Mouse);
            return self.not_stopped();
        }
        self.put.add(there);
        Ok(())
    }

    /// A gesture is over. The pause counts from when a frame was taken that shows its effect, if that was
    /// [read in time](is_in_time): the pointer may move on before the next press then.
    fn pause(&mut self, rest: Duration, taken: Option<Instant>) {
        let now = Instant::now();
        match taken.filter(|taken| is_in_time(now - *taken, rest)) {
            Some(taken) => {
                self.ready = taken + rest;
                self.leave = self.ready - (BREATH * 3 / 2).min(rest / 2);
            }
            None => (self.ready, self.leave) = (now + rest, now + rest),
        }
    }

    /// Waits until then; an error if somebody asked to stop meanwhile.
    fn wait_until(&mut self, time: Instant) -> Result<(), Interruption> {
        self.rest(time.saturating_duration_since(Instant::now()));
        self.untouched()
    }

    /// Sleeps; when stopped meanwhile it returns soon, so that what is pressed gets released.
    fn rest(&mut self, time: Duration) {
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if !self.stop.sleep(left.min(WATCH)) || left <= WATCH {
                return;
            }
            self.watch();
        }
    }

    /// Nobody asked to stop, by the switch or by taking the mouse.
    fn untouched(&mut self) -> Result<(), Interruption> {
        self.watch();
        self.not_stopped()
    }

    fn not_stopped(&self) -> Result<(), Interruption> {
        let by = self.stop.thrown();
        by.map_or(Ok(()), |by| Err(Interruption::Stopped(by)))
    }

    fn watch(&mut self) {
        let Ok(Some(now)) = self.hand.pointer() else {
            return;
        };
        if !self.put.may_be(now) {
            self.stop.throw(StoppedBy::Mouse);
        }
    }
}
