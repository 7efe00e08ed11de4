//! Seeing what the board shows now: frames to readings, pauses while there is nothing to see.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use super::capture_thread::{CaptureThread, Captured};
use super::{Halt, Onlooker, Settings, Stop};
use image::RgbaImage;

use crate::base::Point;
use crate::game::Game;
use crate::game::tiled::shown;
use crate::profile::Profile;
use crate::screen::{Frame, Guard, ScreenError};
use crate::vision::tiles::{Foreseen, TileExample};
use crate::vision::{Note, Place, ReadScratch, View};

mod again;
mod exposure;
mod observation;
mod pause;
mod settled;

use again::{Again, Known};
use exposure::Exposure;
pub use observation::{BoardSpot, Hidden, Observation, SeenBoard};

/// Means over the frames of one puzzle.
#[derive(Default)]
pub struct Costs {
    pub capture: Duration,
    pub read: Duration,
    pub frames: u32,
}

impl Costs {
    /// What one frame cost: capture and reading.
    pub fn means(&self) -> (Duration, Duration) {
        let frames = self.frames.max(1);
        (self.capture / frames, self.read / frames)
    }
}

/// Reads the frames of the capture thread.
pub struct Watcher<'a, G: Game> {
    capture_thread: CaptureThread,
    guard: Box<dyn Guard>,
    profile: &'a Profile,
    stop: &'a Stop,
    place: Option<Place>,
    /// Width and height of the window in which it was found there.
    found_in: Option<[i32; 2]>,
    /// The last reading of the board that is being played.
    pub memory: Option<G::Puzzle>,
    pub costs: Costs,
    /// The frame that was looked at last.
    pub frame: Option<Frame>,
    again: Again<G>,
    scratch: ReadScratch,
    /// Why nothing can be seen now, as it was told last, and since when.
    paused: Option<ScreenError>,
    paused_since: Option<Instant>,
    /// A pause may last so long.
    pub pause_limit: Duration,
    /// Who is told of pauses.
    onlooker: Onlooker,
    /// Whether the frames show nothing that is left of another window.
    exposure: Exposure,
    /// The puzzle should be solved now: a dialog of the game's own says so.
    pub awaits_sign: bool,
    /// Since when there is no frame, and nobody knows why.
    failing: Option<Instant>,
    /// While the window is to be seen and cannot be read: when that is to be told.
    unread_due: Option<Instant>,
    game: PhantomData<G>,
}

/// The longest time that one look counts for, when it is added up how long nothing can be read.
pub const GLIMPSE: Duration = Duration::from_millis(100);
/// The window may be covered or minimised for so long, where nothing else is said.
pub const PAUSE: Duration = Duration::from_secs(60);
/// A dialog that is there for so long waits for an answer. Chosen: tooltips and menus in passing are shorter.
const DIALOG: Duration = Duration::from_millis(600);
/// Of a board that comes up so many cells are asked about, whether another window lies over them.
const PLACES: usize = 25;
/// The longest wait for a frame before the stop switch is looked at.
const TICK: Duration = Duration::from_millis(20);

impl<'a, G: Game> Watcher<'a, G> {
    pub fn new(
        capture_thread: CaptureThread,
        guard: Box<dyn Guard>,
        profile: &'a Profile,
        stop: &'a Stop,
    ) -> Self {
        Self {
            capture_thread,
            guard,
            profile,
            stop,
            place: None,
            found_in: None,
            memory: None,
            costs: Costs::default(),
            frame: None,
            again: Again::default(),
            scratch: ReadScratch::default(),
            paused: None,
            paused_since: None,
            pause_limit: PAUSE,
            onlooker: Onlooker::default(),
            exposure: Exposure::default(),
            awaits_sign: false,
            failing: None,
            unread_due: None,
            game: PhantomData,
        }
    }

    /// Pauses are as long and told to whom the settings say.
    pub fn heed(&mut self, settings: &Settings) {
        self.pause_limit = settings.pause;
        self.onlooker = settings.onlooker.clone();
    }

    /// What the next frame taken at or after `since` shows. Waits as long as the window is covered,
    /// minimised or moving.
    pub fn look(&mut self, since: Instant) -> Result<Observation<G>, Halt> {
        loop {
            if let Some(by) = self.stop.thrown() {
                return Err(Halt::Stopped(by));
            }
            let look = match self.capture_thread.look(TICK) {
                None => continue,
                Some(Err(error)) => Err(error),
                Some(Ok(captured)) if captured.frame.taken < since => continue,
                Some(Ok(captured)) if !self.is_own(&captured) => continue,
                Some(Ok(captured)) => self.understand(captured),
            };
            match look {
                Ok(look) => {
                    self.resume(&look);
                    return Ok(look);
                }
                Err(error) => match self.solved_by(&error) {
                    Some(look) => return Ok(look),
                    None => self.pause(error)?,
                },
            }
        }
    }

    /// What was seen last, if it was not hidden and its frame was taken at or after `since`; else what
    /// [the next](Self::look) shows.
    pub fn latest(&mut self, since: Instant) -> Result<Observation<G>, Halt> {
        match &self.again.known {
            Some(look) if look.frame().taken >= since => {
                self.frame = Some(look.frame().clone());
                Ok(look.clone())
            }
            _ => self.look(since),
        }
    }

    /// What the next frame shows, if one comes soon.
    pub fn glance(&mut self) -> Option<Observation<G>> {
        let captured = self.capture_thread.look(TICK)?;
        let captured = captured.map_err(|error| self.cover(&error)).ok()?;
        if !self.is_own(&captured) {
            return None;
        }
        let look = match self.read(&captured.frame) {
            Ok(look) => self.uncovered(look).map_err(|error| self.cover(&error)),
            Err(hidden) => {
                tracing::debug!("{}", hidden.error);
                Ok(Observation::Hidden(hidden))
            }
        };
        look.ok()
    }

    /// Whether a frame shows nothing that is left of another window.
    fn is_own(&mut self, captured: &Captured) -> bool {
        let guard = &mut self.guard;
        let is_awake = |since| guard.is_awake(since);
        self.exposure.is_own(captured.frame.taken, is_awake)
    }

    /// The game's own window over the board: the one by which the profile knows that a puzzle is solved, or any
    /// that comes up and stays just when it should be.
    fn solved_by(&mut self, error: &ScreenError) -> Option<Observation<G>> {
        let (ScreenError::Covered(by), Some(frame)) = (error, &self.frame) else {
            return None;
        };
        let frame = frame.clone();
        if let Some(title) = &self.profile.solved_window {
            return by.contains(title).then_some(Observation::Solved(frame));
        }
        let stays = (self.paused_since).is_some_and(|since| since.elapsed() > DIALOG);
        let is_dialog = self.awaits_sign && stays && {
            let area = frame.area();
            let parts = [1, 3, 5].map(|part| area.width * part / 6);
            let rows = [1, 3, 5].map(|part| area.height * part / 6);
            let all = parts
                .iter()
                .flat_map(|x| rows.map(|y| area.corner() + Point::new(*x, y)));
            self.guard.is_own_cover(&all.collect::<Vec<_>>())
        };
        is_dialog.then_some(Observation::Solved(frame))
    }

    /// Whether the game's sign is a window of its own, and not a part of the picture.
    pub fn is_covered(&self) -> bool {
        self.paused.is_some()
    }

    /// What share of the cells that were recognised last is not certain, 0 to 1: numbers may change their looks
    /// as they are met. A frame in which nothing was recognised says nothing, such as one with a tile that has yet
    /// to stay as it is.
    pub fn unsure(&self) -> f32 {
        let bounds = self.profile.cells.bounds();
        let anywhere = !self.profile.tiles.is_empty();
        let is_cell = |note: &&Note| anywhere || bounds.contains(note.area.centre());
        let confidences = self.scratch.notes.iter().filter(is_cell);
        let confidences: Vec<f32> = confidences.map(|note| note.confidence).collect();
        let unsure = confidences
            .iter()
            .filter(|confidence| **confidence < self.profile.confidence);
        unsure.count() as f32 / confidences.len().max(1) as f32
    }

    /// Whether something that was recognised is what tiles of a letter are called.
    pub fn calls(&self, note: &Note, letter: char) -> bool {
        let name = self.scratch.names.get(&letter);
        name.is_some_and(|name| *name == note.label)
    }

    /// What was recognised last.
    pub fn notes(&self) -> &[Note] {
        &self.scratch.notes
    }

    fn understand(&mut self, captured: Captured) -> Result<Observation<G>, ScreenError> {
        let begun = Instant::now();
        let read = self.read(&captured.frame);
        self.costs.capture += captured.took;
        self.costs.read += begun.elapsed();
        self.costs.frames += 1;
        self.frame = Some(captured.frame.clone());
        let hidden = match read {
            Ok(look) => return self.uncovered(look),
            Err(hidden) => hidden,
        };
        // A board that cannot be read may lie under another window.
        let spot = BoardSpot {
            area: captured.frame.area(),
            place: self.place.unwrap_or(Place::whole()),
            grid: None,
        };
        self.clear(spot, self.profile.landmarks().into_iter())?;
        tracing::debug!("{}", hidden.error);
        Ok(Observation::Hidden(hidden))
    }

    /// What is read, unless it is not the board that is being played and another window lies over some of it.
    fn uncovered(&mut self, look: Observation<G>) -> Result<Observation<G>, ScreenError> {
        if let Observation::Board(seen) = &look
            && !self.is_played(&seen.puzzle)
        {
            let cells = self.profile.placed(seen.grid).places().cells;
            let apart = cells.len().div_ceil(PLACES);
            let middles = cells.iter().step_by(apart).map(|area| area.centre());
            self.clear(seen.spot(), middles.chain(self.profile.landmarks()))?;
        }
        Ok(look)
    }

    fn is_played(&self, puzzle: &G::Puzzle) -> bool {
        let memory = self.memory.as_ref();
        memory.is_some_and(|memory| G::same_puzzle(memory, puzzle))
    }

    /// Asks whether points of the board are covered.
    fn clear(
        &mut self,
        spot: BoardSpot,
        points: impl Iterator<Item = Point>,
    ) -> Result<(), ScreenError> {
        for at in points.map(|point| spot.on_screen(point)) {
            if spot.area.contains(at) {
                self.guard.clear(spot.area, at)?;
            }
        }
        Ok(())
    }

    fn read(&mut self, frame: &Frame) -> Result<Observation<G>, Hidden> {
        match self.again.look(frame) {
            Some(Known::Same(look)) => return look,
            Some(Known::Alike(hidden)) => return self.read_here(frame).ok_or(hidden),
            None => {}
        }
        let begun = Instant::now();
        let look = self.read_anew(frame);
        self.again.keep(&look, begun);
        look
    }

    /// What a frame shows that is hardly other than one that was read in vain, if the board is where it was.
    fn read_here(&mut self, frame: &Frame) -> Option<Observation<G>> {
        let begun = Instant::now();
        let notes = std::mem::take(&mut self.scratch.notes);
        self.scratch.only_here = true;
        let look = self.read_anew(frame);
        self.scratch.only_here = false;
        match look.is_ok() {
            true => self.again.keep(&look, begun),
            false => {
                // What is known of the frame before holds for this one.
                self.scratch.notes = notes;
                self.again.keep_alike(frame);
            }
        }
        look.ok()
    }

    fn read_anew(&mut self, frame: &Frame) -> Result<Observation<G>, Hidden> {
        let hidden = |error, place| Hidden {
            error,
            frame: frame.clone(),
            place,
        };
        let place = self
            .profile
            .locate_with(frame, self.place, &mut self.scratch)
            .map_err(|error| hidden(error, None))?;
        self.place = Some(place);
        self.found_in = Some([frame.area().width, frame.area().height]);
        let view = View { frame, place };
        let look = if self.profile.templates.shows_solved(&view) {
            Observation::Solved(frame.clone())
        } else {
            let reading = G::read(&view, self.profile, self.memory.as_ref(), &mut self.scratch)
                .map_err(|error| hidden(error, Some(place)))?;
            if let Some(memory) = &mut self.memory
                && G::same_puzzle(memory, &reading.puzzle)
            {
                *memory = reading.puzzle.clone();
            }
            Observation::Board(SeenBoard {
                puzzle: reading.puzzle,
                confidence: reading.confidence,
                frame: frame.clone(),
                place,
                grid: reading.grid,
            })
        };
        Ok(look)
    }

    /// Whether the game has [noticed](Guard::is_awake) what reached it before `since`; true where nobody can tell.
    pub fn is_awake(&mut self, since: Instant) -> bool {
        self.guard.is_awake(since)
    }

    /// The window's title now, where the platform tells.
    pub fn title(&mut self) -> Option<String> {
        self.guard.title()
    }

    /// Moves will be made that lead to these boards: what they show that was never seen can be learned.
    pub fn foresee(&mut self, boards: &[G::Puzzle]) {
        if let Some(tiled) = G::abilities().tiled
            && let Some(looks) = &self.profile.templates.tiles
        {
            let foreseen = boards.iter().map(|board| Foreseen {
                letters: shown(tiled, board, looks).letters,
                solves: G::is_solved(board),
            });
            self.scratch.foreseen.foresee(foreseen.collect());
        }
    }

    /// Whether the pointer may lie over the board from now on.
    pub fn hand(&mut self, is_over: bool) {
        let looks = self.scratch.looks.as_mut();
        self.scratch.foreseen.hand(is_over, looks);
    }

    /// What was learned since it was asked last.
    pub fn learned(&mut self) -> Vec<(RgbaImage, TileExample)> {
        std::mem::take(&mut self.scratch.foreseen.learned)
    }

    /// Takes note of whether it is being tried how things are moved.
    pub fn tries(&mut self, is_tried: bool) {
        self.scratch.is_tried = is_tried;
    }

    /// The board that was played may be over: from now on it is looked for one of any size.
    pub fn expect_another(&mut self) {
        if !self.scratch.is_over {
            self.scratch.is_over = true;
            self.again = Again::default();
        }
    }

    /// Starts afresh: what comes next is another puzzle.
    pub fn forget(&mut self) {
        self.scratch.is_over = false;
        self.scratch.foreseen.forget();
        self.memory = None;
        self.again = Again::default();
        self.costs = Costs::default();
    }
}

#[cfg(test)]
mod tests;
