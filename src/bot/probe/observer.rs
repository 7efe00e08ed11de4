//! Watching what happens to a part of the board.

use std::time::{Duration, Instant};

use super::ProbeError;
use crate::base::Rect;
use crate::bot::capture_thread::CaptureThread;
use crate::bot::compare::Restless;
use crate::bot::look::BoardSpot;
use crate::bot::stop::Stop;
use crate::profile::Profile;
use crate::screen::{Frame, Guard, ScreenError};
use crate::vision::{Place, View};

/// The longest wait for a frame before the stop switch is looked at.
const TICK: Duration = Duration::from_millis(20);
/// What does not change for so long has settled.
const STILL: Duration = Duration::from_millis(280);
/// What does not settle in this time never does.
const RESTLESS: Duration = Duration::from_millis(2500);
/// What moves by itself shows within this time.
const IDLE: Duration = Duration::from_millis(600);
/// What passes by itself has passed after so long. Chosen: longer than a game is given to answer a question at first,
/// which is 3 s.
const PASSING: Duration = Duration::from_secs(4);
/// A share of an area's pixels that makes a change.
const CHANGE: f32 = 0.01;

/// When an area was seen to change.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// It was as before until then, and may have begun to change soon after.
    pub calm: Instant,
    pub first: Instant,
    pub last: Instant,
}

/// Looks at a board that stays where it is in the window.
pub struct Observer<'a> {
    capture_thread: CaptureThread,
    guard: Box<dyn Guard>,
    profile: &'a Profile,
    stop: Stop,
    place: Place,
    /// Where the window was in the last frame.
    area: Rect,
    restless: Restless,
}

impl<'a> Observer<'a> {
    pub fn new(
        capture_thread: CaptureThread,
        guard: Box<dyn Guard>,
        profile: &'a Profile,
        place: Place,
        stop: Stop,
    ) -> Self {
        Self {
            capture_thread,
            guard,
            profile,
            stop,
            place,
            area: Rect::default(),
            restless: Restless::new(profile.board),
        }
    }

    /// A frame taken at or after `since`, in which the board is to be seen.
    pub fn frame(&mut self, since: Instant) -> Result<Frame, ProbeError> {
        let asked = Instant::now();
        loop {
            if let Some(by) = self.stop.thrown() {
                return Err(ProbeError::Stopped(by));
            }
            let frame = match self.capture_thread.look(TICK) {
                None => continue,
                Some(Err(error)) => return Err(error.into()),
                Some(Ok(captured)) if captured.frame.taken < since => continue,
                Some(Ok(captured)) => captured.frame,
            };
            match self.exposed(&frame) {
                Ok(()) => {}
                Err(why) if why.is_passing() && asked.elapsed() < PASSING => continue,
                Err(why) => return Err(why.into()),
            }
            self.area = frame.area();
            return Ok(frame);
        }
    }

    /// Whether all that the profile knows of the board can be seen and touched.
    fn exposed(&mut self, frame: &Frame) -> Result<(), ScreenError> {
        let spot = self.spot(frame);
        let mut points = self.profile.landmarks().into_iter();
        points.try_for_each(|point| self.guard.clear(spot.area, spot.on_screen(point)))
    }

    /// Where the board was on the screen in the last frame.
    pub fn last_spot(&self) -> BoardSpot {
        BoardSpot {
            area: self.area,
            place: self.place,
            grid: None,
        }
    }

    /// Where the board is on the screen.
    pub fn spot(&self, frame: &Frame) -> BoardSpot {
        BoardSpot {
            area: frame.area(),
            place: self.place,
            grid: None,
        }
    }

    /// Finds the board again, and learns what of it moves by itself.
    pub fn idle(&mut self) -> Result<Frame, ProbeError> {
        let begun = Instant::now();
        let first = self.frame(begun)?;
        self.place = self
            .profile
            .locate(&first, Some(self.place))
            .map_err(|error| ProbeError::Game(error.to_string()))?;
        let mut last = first.clone();
        while begun.elapsed() < IDLE {
            last = self.frame(Instant::now())?;
            let views = [&first, &last].map(|frame| View {
                frame,
                place: self.place,
            });
            self.restless.learn(&views[0], &views[1]);
        }
        Ok(last)
    }

    /// The share of an area that differs.
    pub fn changed(&self, before: &Frame, after: &Frame, area: Rect) -> f32 {
        let views = [before, after].map(|frame| View {
            frame,
            place: self.place,
        });
        self.restless.changed(&views[0], &views[1], area)
    }

    /// The frame in which an area has come to rest.
    pub fn settled(&mut self, area: Rect) -> Result<Frame, ProbeError> {
        let begun = Instant::now();
        let mut last = self.frame(begun)?;
        let mut calm = last.taken;
        while last.taken < calm + STILL && begun.elapsed() < RESTLESS {
            let next = self.frame(last.taken + Duration::from_micros(1))?;
            if self.changed(&last, &next, area) > 0.0 {
                calm = next.taken;
            }
            last = next;
        }
        Ok(last)
    }

    /// Watches an area until it has changed from what it was `before` and come to rest; None if it does
    /// not change from `since` on within `patience`.
    pub fn change(
        &mut self,
        before: &Frame,
        area: Rect,
        since: Instant,
        patience: Duration,
    ) -> Result<Option<Change>, ProbeError> {
        let mut calm = since;
        let mut change: Option<Change> = None;
        let mut last = self.frame(since)?;
        loop {
            let now = last.taken;
            match &mut change {
                None if self.changed(before, &last, area) > CHANGE => {
                    change = Some(Change {
                        calm,
                        first: now,
                        last: now,
                    });
                }
                None if now > since + patience => return Ok(None),
                None => calm = now,
                Some(seen) if now > seen.last + STILL || now > since + patience + RESTLESS => {
                    return Ok(change);
                }
                Some(_) => {}
            }
            let next = self.frame(now + Duration::from_micros(1))?;
            if let Some(seen) = &mut change
                && self.changed(&last, &next, area) > 0.0
            {
                seen.last = next.taken;
            }
            last = next;
        }
    }

    /// Sleeps, unless stopped.
    pub fn rest(&self, time: Duration) -> Result<(), ProbeError> {
        self.stop.sleep(time);
        self.stop
            .thrown()
            .map_or(Ok(()), |by| Err(ProbeError::Stopped(by)))
    }

    /// The picture of an area of the board.
    pub fn cut(&self, frame: &Frame, area: Rect) -> image::RgbaImage {
        let view = View {
            frame,
            place: self.place,
        };
        image::RgbaImage::from_fn(area.width as u32, area.height as u32, |x, y| {
            let [r, g, b] = view.pixel(area.x + x as i32, area.y + y as i32);
            image::Rgba([r, g, b, 255])
        })
    }

    /// From now on this switch counts.
    pub fn obey(&mut self, stop: Stop) {
        self.stop = stop;
    }
}
