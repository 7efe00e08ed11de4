//! How a game reacts to the mouse.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What was found out about a game by trying it. Times are in ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Behaviour {
    /// A button is held so long, and rests so long before the pointer moves on: what is quicker gets lost
    /// or drags.
    pub beat: u64,
    /// From a press to the first sign of its effect.
    pub reaction: u64,
    /// From there until the effect is whole; 0 if it is not animated.
    pub fade: u64,
    /// Whether the cell under the pointer looks different.
    pub hover: bool,
    /// Whether numbers change as walls are drawn.
    pub numbers_change: bool,
    /// Whether a right click marks an empty cell.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub right_marks: bool,
    /// Whether one more click on a wall makes a mark of it, and a third one takes that away.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left_marks: bool,
}

/// How an empty cell is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marking {
    /// By a right click.
    Right,
    /// By two left clicks: the first draws a wall.
    AfterWall,
}

/// How a game shows that a puzzle is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SolvedBy {
    /// Something lies over the board.
    Banner,
    /// The floor takes on another colour.
    Colour,
    /// The window's title changes.
    Title,
    /// A window of the game's own comes up over the board.
    Window,
    /// Something on the page around the board changes that no other move has changed.
    Page,
    Nothing,
}

impl std::fmt::Display for SolvedBy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            SolvedBy::Banner => "something over the board",
            SolvedBy::Colour => "another colour of the floor",
            SolvedBy::Title => "another title of the window",
            SolvedBy::Window => "a window of its own",
            SolvedBy::Page => "something on the page around the board",
            SolvedBy::Nothing => "nothing",
        })
    }
}

impl Behaviour {
    /// From a press until its effect is whole.
    pub fn effect(&self) -> Duration {
        Duration::from_millis(self.reaction + self.fade)
    }

    /// How an empty cell is marked, if one can be.
    pub fn marking(&self) -> Option<Marking> {
        match (self.right_marks, self.left_marks) {
            (true, _) => Some(Marking::Right),
            (false, true) => Some(Marking::AfterWall),
            (false, false) => None,
        }
    }
}
