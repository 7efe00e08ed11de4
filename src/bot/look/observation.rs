//! What frames showed.

use crate::base::{Point, Rect};
use crate::game::Game;
use crate::profile::Profile;
use crate::screen::Frame;
use crate::vision::tiles::TileGrid;
use crate::vision::{Place, ReadError, View};

/// What one frame showed.
pub enum Observation<G: Game> {
    Board(SeenBoard<G>),
    /// The game's sign that the puzzle is solved, for profiles that know it.
    Solved(Frame),
    /// The frame shows the window, but the board cannot be read with confidence.
    Hidden(Hidden),
}

/// A board that was read.
pub struct SeenBoard<G: Game> {
    pub puzzle: G::Puzzle,
    /// Of the reading, 0 to 1.
    pub confidence: f32,
    pub frame: Frame,
    pub place: Place,
    pub grid: Option<TileGrid>,
}

/// A frame that was not read.
#[derive(Clone)]
pub struct Hidden {
    pub error: ReadError,
    pub frame: Frame,
    /// Where the board is, if at least that is known.
    pub place: Option<Place>,
}

impl Hidden {
    /// Where the board is on the screen, if that is known.
    pub fn spot(&self) -> Option<BoardSpot> {
        self.place.map(|place| BoardSpot {
            area: self.frame.area(),
            place,
            grid: None,
        })
    }
}

/// Where the board is on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardSpot {
    /// The part of the screen that the frame shows: the window's content.
    pub area: Rect,
    pub place: Place,
    /// Where its tiles are, if it is known by them.
    pub grid: Option<TileGrid>,
}

/// The rim of a window is left alone, in pixels. Chosen: some take its size there.
const RIM: i32 = 3;

impl BoardSpot {
    /// Where the pointer is to rest, in board pixels: at the place that is nearest to the wished one in the window, which
    /// may be smaller now; or just beside the window, where the profile has no room in it, or the window has another size
    /// and it is not known that there is some.
    pub fn rest(&self, wished: Point, profile: &Profile) -> Point {
        let at = self.place.to_frame(wished);
        let [width, height] = [self.area.width, self.area.height];
        let [right, bottom] = [width, height].map(|side| (side - RIM).max(0));
        let near = Point::new(at.x.clamp(0, right), at.y.clamp(0, bottom));
        let there = match profile.is_beside(wished) || self.may_be_over(near, profile) {
            true => Point::new(width, height),
            false => near,
        };
        let off = there - at;
        let steps = |off: i32| (f64::from(off) / self.place.scale).floor() as i32;
        wished + Point::new(steps(off.x), steps(off.y))
    }

    /// Whether a place may lie on the board, in a window that is not as large as it was when that place was chosen.
    fn may_be_over(&self, at: Point, profile: &Profile) -> bool {
        let [width, height] = profile.board.map(|side| side as i32);
        let is_resized = [self.area.width, self.area.height] != [width, height];
        let is_over = |grid: TileGrid| grid.area().grown(RIM).contains(at);
        !profile.tiles.is_empty() && is_resized && self.grid.is_none_or(is_over)
    }

    /// Where it rests as the profile wishes.
    pub fn resting(&self, profile: &Profile) -> Point {
        self.rest(profile.resting(), profile)
    }

    /// The screen pixel in the window's lower right corner, off its rim.
    pub fn corner(&self) -> Point {
        let Rect { width, height, .. } = self.area;
        let [right, bottom] = [width, height].map(|side| (side - RIM).max(0));
        self.area.corner() + Point::new(right, bottom)
    }

    /// The screen pixel of a board pixel.
    pub fn on_screen(&self, board: Point) -> Point {
        self.area.corner() + self.place.to_frame(board)
    }
}

impl<G: Game> Observation<G> {
    pub fn frame(&self) -> &Frame {
        match self {
            Observation::Board(seen) => &seen.frame,
            Observation::Solved(frame) => frame,
            Observation::Hidden(hidden) => &hidden.frame,
        }
    }

    pub(super) fn frame_mut(&mut self) -> &mut Frame {
        match self {
            Observation::Board(seen) => &mut seen.frame,
            Observation::Solved(frame) => frame,
            Observation::Hidden(hidden) => &mut hidden.frame,
        }
    }
}

impl<G: Game> Clone for Observation<G> {
    fn clone(&self) -> Self {
        match self {
            Observation::Board(seen) => Observation::Board(seen.clone()),
            Observation::Solved(frame) => Observation::Solved(frame.clone()),
            Observation::Hidden(hidden) => Observation::Hidden(hidden.clone()),
        }
    }
}

impl<G: Game> Clone for SeenBoard<G> {
    fn clone(&self) -> Self {
        Self {
            puzzle: self.puzzle.clone(),
            confidence: self.confidence,
            frame: self.frame.clone(),
            place: self.place,
            grid: self.grid,
        }
    }
}

impl<G: Game> SeenBoard<G> {
    pub fn spot(&self) -> BoardSpot {
        BoardSpot {
            area: self.frame.area(),
            place: self.place,
            grid: self.grid,
        }
    }

    /// Where it was seen, then and in another frame.
    pub fn with<'a>(&'a self, other: &'a Frame) -> [View<'a>; 2] {
        let place = self.place;
        [&self.frame, other].map(|frame| View { frame, place })
    }
}
