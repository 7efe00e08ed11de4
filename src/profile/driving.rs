//! Where a game may be touched.

use std::borrow::Cow;

use super::{Blank, Filling, MoveBy, Profile, Spot, Step, Way};
use crate::base::{Direction, Point, Rect};
use crate::hand::{Gesture, Key};
use crate::screen::Frame;
use crate::vision::tiles::{Sizes, TileGrid};
use crate::vision::{self, Place, ReadError, ReadScratch, View};

/// A board is where it was if of so many of its cells it is sure what they show; and if that was a moment ago, of so
/// many: a sign may lie over all others. Shares.
const HERE: f32 = 0.7;
const COVERED: f32 = 0.2;
/// Buttons may be pressed this many board pixels around their point.
const BUTTON: i32 = 3;
/// The button after which a seed is typed.
pub const CHOOSE: &str = "choose";

fn unlike() -> ReadError {
    ReadError::NoBoard("nothing there looks like the boards of the profile's examples".into())
}

impl Profile {
    /// Nothing if its templates are learned; [`ReadError::NotLearned`] if not.
    pub fn ready(&self) -> Result<(), ReadError> {
        match self.templates.is_empty() {
            false => Ok(()),
            true => Err(self.not_learned()),
        }
    }

    /// The error of a profile without templates.
    pub fn not_learned(&self) -> ReadError {
        ReadError::NotLearned {
            profile: self.name.clone(),
            missing: "it has no templates yet (`gridhand calibrate` learns them)".into(),
        }
    }

    /// Finds the board in a frame: where it was before, where the profile saw it first, or anywhere. One that is
    /// read by likeness is known by its cells where its surroundings have changed.
    ///
    /// # Errors
    /// As [`vision::locate`]; [`ReadError::NotLearned`] if the profile has no anchor.
    pub fn locate(&self, frame: &Frame, before: Option<Place>) -> Result<Place, ReadError> {
        match self.templates.looks {
            None => self.by_anchor(frame, before),
            Some(_) => self.locate_with(frame, before, &mut ReadScratch::default()),
        }
    }

    /// The board where it was before, where the profile saw it first, or anywhere, told by its anchor alone.
    fn by_anchor(&self, frame: &Frame, before: Option<Place>) -> Result<Place, ReadError> {
        if self.templates.tiles.is_some() {
            // It is looked for when it is read.
            return Ok(Place::whole());
        }
        match &self.templates.anchor {
            Some(anchor) => vision::locate(frame, anchor, self.hints(before)),
            // All that is around the cells may change; then they alone tell it.
            None if self.templates.looks.is_some() => Err(unlike()),
            None => Err(self.not_learned()),
        }
    }

    fn hints(&self, before: Option<Place>) -> impl Iterator<Item = Place> {
        let seen_at = self.seen_at.map(|origin| Place::enlarged(origin, 1));
        before.into_iter().chain(seen_at)
    }

    /// The same for one frame of many, so that all sizes are not tried in each.
    ///
    /// # Errors
    /// As of [`Self::locate`].
    pub fn locate_with(
        &self,
        frame: &Frame,
        before: Option<Place>,
        scratch: &mut ReadScratch,
    ) -> Result<Place, ReadError> {
        let by_anchor = self.by_anchor(frame, before);
        let Some(looks) = &self.templates.looks else {
            return by_anchor;
        };
        let trust = |place: Place| looks.trust(&View { frame, place });
        // A page that is mostly flat looks like its anchor at other places, too.
        let is_elsewhere = |place: &Place| !self.hints(before).any(|hint| hint == *place);
        let elsewhere = by_anchor.as_ref().ok().copied().filter(is_elsewhere);
        let doubtful = elsewhere.filter(|place| !trust(*place).is_whole());
        let certain = by_anchor.and_then(|place| match doubtful {
            None => Ok(place),
            Some(_) => Err(unlike()),
        });
        let found = certain.or_else(|error| {
            let mut hints = Vec::new();
            for place in self.hints(before).chain(doubtful) {
                let trust = trust(place);
                if trust.is_whole() {
                    return Ok(place);
                }
                hints.push((place, trust));
            }
            // What was there a moment ago is there, and something may lie over it; or it was moved.
            let is_recent = scratch.is_recent(frame.taken);
            let place = |sizes| looks.place(frame, sizes, self.board);
            let found = match is_recent {
                _ if scratch.only_here => None,
                true => place(Sizes::Known),
                false => scratch.searching(place),
            };
            let found = found.map(|place| (place, trust(place)));
            // What is worse than where it was is something else that repeats.
            let is_worse = |than| hints.iter().any(|(_, here)| here.is_above(than));
            let found = found.filter(|(_, trust)| !is_worse(*trust));
            let least = if is_recent { COVERED } else { HERE };
            let here = hints.into_iter().find(|(_, trust)| trust.cells > least);
            match (here, found) {
                (Some((here, trusted)), Some((there, trust))) => {
                    Ok(if trust.is_above(trusted) { there } else { here })
                }
                (Some((here, _)), None) => Ok(here),
                (None, Some((there, trust))) if !is_recent || trust.is_whole() => Ok(there),
                (None, _) => Err(error),
            }
        });
        if found.is_ok() {
            scratch.located = Some(frame.taken);
        }
        found
    }

    /// The profile with its cells where they were seen, if they are known by what they look like.
    pub fn placed(&self, seen: Option<TileGrid>) -> Cow<'_, Self> {
        match seen {
            None => Cow::Borrowed(self),
            Some(grid) => Cow::Owned(Self {
                cells: grid.into(),
                ..self.clone()
            }),
        }
    }

    /// The cells, the buttons and the points of the ways, also where these are found elsewhere: nothing else is ever clicked.
    /// Board pixels.
    pub fn clickable(&self, elsewhere: impl Iterator<Item = Point>) -> Vec<Rect> {
        let around = |p: Point| {
            let side = 2 * BUTTON + 1;
            Rect::new(p.x - BUTTON, p.y - BUTTON, side, side)
        };
        let points = self
            .buttons
            .values()
            .copied()
            .chain(self.clicked())
            .chain(elsewhere);
        std::iter::once(self.cells.bounds())
            .chain(points.map(around))
            .collect()
    }

    /// Its ways, by their names.
    pub fn ways(&self) -> [(&'static str, &Way); 3] {
        [
            ("next", &self.next),
            ("reset", &self.reset),
            ("submit", &self.submit),
        ]
    }

    /// The points that its ways click, besides buttons. Board pixels.
    pub fn clicked(&self) -> impl Iterator<Item = Point> {
        self.ways().into_iter().flat_map(|(_, way)| way.points())
    }

    /// How the puzzle of a seed is asked for: the way to the next puzzle, if it asks for a seed, else by the
    /// button `choose`, its digits and Enter.
    pub fn to_seed(&self) -> Way {
        match self.next.has(Blank::Seed) {
            true => self.next.clone(),
            false => Way::Steps(vec![
                Step::Click(Spot::Button(CHOOSE.into())),
                Step::Text(Blank::Seed.mark().into()),
                Step::Key(vec![Key::Enter]),
            ]),
        }
    }

    /// The gestures of a way.
    ///
    /// # Errors
    /// What is missing: a button, or what a blank of the way is to be filled with.
    pub fn gestures(&self, way: &Way, with: Filling) -> Result<Vec<Gesture>, String> {
        let button = |name: &str| self.buttons.get(name).copied();
        way.gestures(button, with)
            .map_err(|why| format!("profile {:?}, {way}: {why}", self.name))
    }

    /// The key that goes a way, in games that are played by keys: its arrow where nothing else is said.
    pub fn way_key(&self, way: Direction) -> Key {
        match self.moves {
            Some(MoveBy::Keys(keys)) => keys.of(way),
            _ => way.into(),
        }
    }

    /// Where the pointer rests while the board is read: the profile's place for it, else the lower
    /// right corner of the board's picture.
    pub fn resting(&self) -> Point {
        let [width, height] = self.board;
        let corner = Point::new(width as i32 - 3, height as i32 - 3);
        self.park.unwrap_or(corner)
    }

    /// Whether a place lies beside the window, in profiles that know the whole of it: their board leaves no room in it.
    pub fn is_beside(&self, at: Point) -> bool {
        let [width, height] = self.board.map(|side| side as i32);
        !self.tiles.is_empty() && !Rect::new(0, 0, width, height).contains(at)
    }

    /// Where the pointer rests after gestures: it stays at a button, where it hides nothing, also while keys
    /// are typed after that.
    pub fn resting_after(&self, gestures: &[Gesture]) -> Point {
        let clicks = gestures.iter().rev().filter_map(|gesture| match gesture {
            Gesture::Click { at, .. } => Some(*at),
            _ => None,
        });
        let last = clicks.into_iter().next();
        last.filter(|at| !self.cells.bounds().contains(*at))
            .unwrap_or_else(|| self.resting())
    }

    /// The middle and the corners of the grid: what covers the board covers one of them, or little.
    pub fn landmarks(&self) -> [Point; 5] {
        let cells = self.cells.bounds();
        let [wide, high] = self.board.map(|side| side as i32);
        // The tiles at the rim may be cut by the window's edge.
        let (x, y) = (cells.x.max(0), cells.y.max(0));
        let right = (cells.x + cells.width).min(wide) - 1;
        let bottom = (cells.y + cells.height).min(high) - 1;
        let (width, height) = (right + 1 - x, bottom + 1 - y);
        [
            Point::new(x + width / 2, y + height / 2),
            Point::new(x, y),
            Point::new(right, y),
            Point::new(x, bottom),
            Point::new(right, bottom),
        ]
    }
}
