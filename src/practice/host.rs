//! Everything between the outside world and a game.

use std::time::Duration;

use image::{RgbaImage, imageops};

use super::faults::{Fault, Faults};
use super::line::Line;
use super::log::{Event, Log};
use super::options::Troubles;
use super::tooltip::Tooltip;
use super::{Input, InputMode, Options, PracticeGame, Trouble};
use crate::base::{Point, Rect};
use crate::hand::{Button, Key};

/// What reaches the window. Points are screen pixels relative to the window's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    Pointer(Point),
    PointerLeft,
    Button { button: Button, down: bool },
    Key(Key),
}

/// Where a pointer is that is nowhere.
const NOWHERE: Point = Point::new(-1, -1);
/// How long a game sleeps after a puzzle is solved. By what was seen: a game of somebody else saves for so long.
const SLEEP: Duration = Duration::from_secs(2);

/// Hosts one game. Times are measured from the moment the game was started.
pub struct Host {
    game: Box<dyn PracticeGame>,
    mode: InputMode,
    troubles: Troubles,
    scale: u32,
    title: String,
    /// What the command line asks for, and the game's own; a game adds to its own to tell something.
    titles: (Option<String>, String),
    faults: Faults,
    log: Log,
    last_frame: Duration,
    /// In game pixels.
    pointer: Option<Point>,
    /// Buttons held now, dropped presses excepted; by [`index`].
    held: [bool; 2],
    /// What arrived since the last frame; in sample mode only keys.
    arrived: Vec<Input>,
    /// What the last frame saw, in sample mode.
    sampled: (Option<Point>, [bool; 2]),
    line: Line,
    tooltip: Tooltip,
    /// A release was lost: it comes with the next press.
    in_hand: Option<Button>,
    /// Until then the game sleeps.
    asleep: Duration,
    stale: bool,
    /// The lower half of the picture is still the old one.
    torn: bool,
    /// What happened in a frame that is not on the screen yet.
    untold: Vec<Event>,
    canvas: RgbaImage,
}

impl Host {
    /// `keep_events` remembers every event for [`Host::events`].
    pub fn new(
        game: Box<dyn PracticeGame>,
        options: &Options,
        keep_events: bool,
    ) -> anyhow::Result<Self> {
        let [width, height] = game.size();
        let own = game.title();
        let title = options.title.clone().unwrap_or_else(|| own.clone());
        Ok(Self {
            mode: options.input,
            troubles: options.troubles(),
            scale: options.scale,
            title,
            titles: (options.title.clone(), own),
            faults: Faults::new(options, [width * options.scale, height * options.scale]),
            log: Log::open(options.log.as_deref(), keep_events)?,
            last_frame: Duration::ZERO,
            pointer: None,
            held: [false; 2],
            arrived: Vec::new(),
            sampled: (None, [false; 2]),
            line: Line::new(Duration::from_millis(options.latency), options.troubles()),
            tooltip: Tooltip::default(),
            in_hand: None,
            asleep: Duration::ZERO,
            stale: true,
            torn: false,
            untold: Vec::new(),
            canvas: RgbaImage::new(width, height),
            game,
        })
    }

    pub fn title(&self) -> &str {
        &self.title
    }

    /// The window's width and height in screen pixels.
    pub fn size(&self) -> [u32; 2] {
        self.size_at(self.scale)
    }

    /// The same at another scale.
    pub fn size_at(&self, scale: u32) -> [u32; 2] {
        self.game.size().map(|side| side * scale)
    }

    /// Screen pixels per game pixel.
    pub fn scale(&self) -> u32 {
        self.scale
    }

    /// Shows the game at another scale from the next frame on.
    pub fn rescale(&mut self, scale: u32) {
        self.scale = scale;
        self.stale = true;
    }

    /// The picture as last drawn, at scale 1.
    pub fn picture(&self) -> &RgbaImage {
        &self.canvas
    }

    /// What happened so far, if events are kept.
    pub fn events(&self) -> &[Event] {
        self.log.events()
    }

    /// Takes note of something that reached the window; it counts at the next frame.
    pub fn arrive(&mut self, now: Duration, arrival: Arrival) -> anyhow::Result<()> {
        match arrival {
            Arrival::Pointer(at) => self.moved(Some(self.to_game(at))),
            Arrival::PointerLeft => self.moved(None),
            Arrival::Button { button, down: true } => self.pressed(now, button)?,
            Arrival::Button { button, .. } => self.released(now, button)?,
            Arrival::Key(key) => self.typed(now, key)?,
        }
        Ok(())
    }

    /// One frame: hands the input that counts now to the game, lets the time pass and paints. Calls
    /// `present` with the picture at scale 1 if it changed, and writes the log after that: what the
    /// log says is on the screen.
    pub fn frame(
        &mut self,
        now: Duration,
        present: impl FnOnce(&RgbaImage) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        if now < self.asleep {
            return Ok(());
        }
        let elapsed = now.saturating_sub(self.last_frame);
        self.last_frame = now;
        if std::mem::take(&mut self.torn) {
            present(&self.canvas)?;
            return self.tell(now);
        }
        self.collect(now)?;
        self.hand_over(now);
        self.stale |= self.game.tick(elapsed);
        self.untold.extend(self.game.take_events());
        if std::mem::take(&mut self.stale) {
            let before = self
                .troubles
                .has(Trouble::Torn)
                .then(|| self.canvas.clone());
            self.game.draw(&mut self.canvas);
            if let Some(half) = before.and_then(|before| half(&before, &self.canvas)) {
                self.torn = true;
                return present(&half);
            }
            present(&self.canvas)?;
        }
        self.tell(now)
    }

    /// Tells what is on the screen now.
    fn tell(&mut self, now: Duration) -> anyhow::Result<()> {
        self.name();
        for event in std::mem::take(&mut self.untold) {
            match event.name.as_str() {
                "shown" => self.faults.shows(),
                "solved" if self.troubles.has(Trouble::Sleep) => self.asleep = now + SLEEP,
                _ => {}
            }
            self.log.write(now, event)?;
        }
        Ok(())
    }

    /// How long the game still sleeps: nothing reaches it meanwhile, and all of it does when it wakes up.
    pub(super) fn sleeps(&self, now: Duration) -> Duration {
        self.asleep.saturating_sub(now)
    }

    /// Gives the window the title that the game has now.
    fn name(&mut self) {
        let own = self.game.title();
        let (asked, first) = &self.titles;
        self.title = match (asked, own.strip_prefix(first.as_str())) {
            (Some(asked), Some(added)) => format!("{asked}{added}"),
            _ => own,
        };
    }

    /// Writes something to the log that only the world around the host knows.
    pub(super) fn note(&mut self, now: Duration, event: Event) -> anyhow::Result<()> {
        self.log.write(now, event)
    }

    /// The next fault that is due, to be carried out and noted by the world around the host.
    pub(super) fn fault(&mut self, now: Duration) -> Option<Fault> {
        let due = self.faults.due(now);
        if due.is_some() || !self.troubles.has(Trouble::Tooltip) {
            return due;
        }
        let scale = self.scale as i32;
        let on_button = self
            .pointer
            .filter(|at| self.hit(*at).starts_with("button"));
        let on_screen = on_button.map(|at| Point::new(at.x * scale, at.y * scale));
        self.tooltip.due(now, on_screen)
    }

    /// The game pixel of a screen pixel, both relative to the window's content.
    pub(super) fn to_game(&self, at: Point) -> Point {
        let scale = self.scale as i32;
        Point::new(at.x.div_euclid(scale), at.y.div_euclid(scale))
    }

    fn moved(&mut self, to: Option<Point>) {
        self.pointer = to;
        if self.mode == InputMode::Queue {
            self.arrived.push(to.map_or(Input::Left, Input::Moved));
        }
    }

    fn pressed(&mut self, now: Duration, button: Button) -> anyhow::Result<()> {
        let at = self.pointer.unwrap_or(NOWHERE);
        let dropped = self.faults.loses();
        let event = self.at_pointer("press", button).with("hit", self.hit(at));
        self.log.write(now, flag_drop(event, dropped))?;
        if !dropped {
            self.held[index(button)] = true;
            if self.mode == InputMode::Queue {
                let in_hand = self.in_hand.take();
                let end = in_hand.map(|button| Input::Released { at, button });
                self.arrived.extend(end);
                self.arrived.push(Input::Pressed { at, button });
            }
        }
        Ok(())
    }

    fn released(&mut self, now: Duration, button: Button) -> anyhow::Result<()> {
        let at = self.pointer.unwrap_or(NOWHERE);
        self.log.write(now, self.at_pointer("release", button))?;
        if self.held[index(button)] && self.faults.sticks() {
            self.log.write(now, Event::new("stuck"))?;
            self.in_hand = Some(button);
            return Ok(());
        }
        let counts = std::mem::take(&mut self.held[index(button)]);
        if counts && self.mode == InputMode::Queue {
            self.arrived.push(Input::Released { at, button });
        }
        Ok(())
    }

    fn typed(&mut self, now: Duration, key: Key) -> anyhow::Result<()> {
        let dropped = self.faults.loses();
        let event = Event::new("key").with("key", key.to_string());
        self.log.write(now, flag_drop(event, dropped))?;
        if !dropped {
            self.arrived.push(Input::Typed(key));
        }
        Ok(())
    }

    fn hit(&self, at: Point) -> String {
        let [width, height] = self.game.size().map(|side| side as i32);
        match Rect::new(0, 0, width, height).contains(at) {
            true => self.game.hit(at),
            false => "outside".into(),
        }
    }

    fn at_pointer(&self, name: &str, button: Button) -> Event {
        let at = self.pointer.unwrap_or(NOWHERE);
        press_event(name, at, button)
    }

    /// Puts what counts in this frame in line.
    fn collect(&mut self, now: Duration) -> anyhow::Result<()> {
        if self.mode == InputMode::Sample {
            self.sample();
        }
        for input in std::mem::take(&mut self.arrived) {
            self.line_up(now, input)?;
        }
        Ok(())
    }

    /// Puts one input in line, as late and as often as faults want.
    fn line_up(&mut self, now: Duration, input: Input) -> anyhow::Result<()> {
        let counts = matches!(input, Input::Pressed { .. } | Input::Typed(_));
        let late = match counts {
            true => self.faults.delays(),
            false => Duration::ZERO,
        };
        if !late.is_zero() {
            self.log.write(now, Event::new("late"))?;
        }
        if counts && self.faults.doubles() {
            self.log.write(now, Event::new("doubled"))?;
            self.line.put(now, late, input);
            if let Input::Pressed { at, button } = input {
                self.line.put(now, late, Input::Released { at, button });
            }
        }
        self.line.put(now, late, input);
        Ok(())
    }

    /// Looks at the mouse once and turns what differs from the last look into inputs.
    fn sample(&mut self) {
        let (pointer, held) = (self.pointer, self.held);
        let before = std::mem::replace(&mut self.sampled, (pointer, held));
        if before.0 != pointer {
            let input = pointer.map_or(Input::Left, Input::Moved);
            self.arrived.push(input);
        }
        let at = pointer.unwrap_or(NOWHERE);
        for button in [Button::Left, Button::Right] {
            match (before.1[index(button)], held[index(button)]) {
                (false, true) => self.arrived.push(Input::Pressed { at, button }),
                (true, false) => self.arrived.push(Input::Released { at, button }),
                _ => {}
            }
        }
    }

    fn hand_over(&mut self, now: Duration) {
        for input in self.line.due(now, self.pointer) {
            self.game.handle(input);
            self.stale = true;
        }
    }
}

/// The new picture above the middle and the old one below; None if they are the same.
fn half(before: &RgbaImage, after: &RgbaImage) -> Option<RgbaImage> {
    let (width, height) = after.dimensions();
    let middle = height / 2;
    let lower = imageops::crop_imm(before, 0, middle, width, height - middle).to_image();
    let mut half = after.clone();
    imageops::replace(&mut half, &lower, 0, i64::from(middle));
    (half != *after).then_some(half)
}

/// A press or release as the log has it; `at` in game pixels.
pub(super) fn press_event(name: &str, at: Point, button: Button) -> Event {
    let button = match button {
        Button::Left => "left",
        Button::Right => "right",
    };
    Event::new(name)
        .with("x", at.x)
        .with("y", at.y)
        .with("button", button)
}

fn flag_drop(event: Event, dropped: bool) -> Event {
    match dropped {
        true => event.with("dropped", true),
        false => event,
    }
}

fn index(button: Button) -> usize {
    match button {
        Button::Left => 0,
        Button::Right => 1,
    }
}

#[cfg(test)]
mod tests;
