//! A profile that is made from examples, before it is kept.

use image::RgbaImage;
use thiserror::Error;

use super::Game;
use super::ability::{Fits, Fitted, Hints};
use super::tiled::TileFits;
use crate::base::{Point, Rect};
use crate::profile::learn::Lesson;
use crate::profile::{Blank, Spot, Way};
use crate::screen::Frame;
use crate::vision::{Note, ReadError, ReadScratch, Reading, View};

/// What is known of a game besides its examples. Places are pixels of the first example's picture.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// How the profile is called.
    pub name: String,
    /// By what the game's window is found.
    pub window: String,
    /// Where the cells are, if that is known.
    pub board: Option<Rect>,
    /// How the game comes to its next puzzle.
    pub next: Option<Way>,
    /// How moves are taken back.
    pub reset: Option<Way>,
    /// How a solved board is handed in.
    pub submit: Option<Way>,
    /// Where the pointer rests.
    pub park: Option<Point>,
}

/// Why there is no profile.
#[derive(Clone, Debug, Error)]
pub enum DraftError {
    /// The examples do not show what they are said to.
    #[error("{0}")]
    Unread(String),
    /// What was told of the game cannot be.
    #[error("{key}: {why}")]
    Told { key: &'static str, why: String },
    /// What was found could not be loaded again.
    #[error("what was found is no board ({key}: {why}); say where its cells are")]
    NoBoard { key: &'static str, why: String },
}

impl Draft {
    /// A profile for what the examples show.
    ///
    /// # Errors
    /// As of [`DraftError`].
    pub fn fit<G: Game>(
        &self,
        fits: &dyn Fits<G>,
        lessons: &[Lesson<G::Puzzle>],
    ) -> Result<Fitted, DraftError> {
        let ways = [&self.next, &self.reset, &self.submit]
            .into_iter()
            .flatten();
        let hints = Hints {
            board: self.board,
            clicks: ways.flat_map(Way::points).collect(),
        };
        let fitted = fits.fit(&self.name, &self.window, lessons, &hints);
        let mut fitted = fitted.map_err(DraftError::Unread)?;
        let profile = &mut fitted.profile;
        let corner = profile.seen_at.unwrap_or_default();
        if let Some(next) = &self.next {
            profile.next = next.from_corner(corner);
        }
        if let Some(reset) = &self.reset {
            profile.reset = reset.from_corner(corner);
        }
        if let Some(submit) = &self.submit {
            profile.submit = submit.from_corner(corner);
        }
        profile.park = self.park.map(|at| at - corner).or(profile.park);
        if let Some(first) = lessons.first() {
            fitted
                .pictures
                .extend(profile.see_buttons(&first.picture, corner));
        }
        match profile.check() {
            Ok(()) => Ok(fitted),
            Err((key @ ("next" | "reset" | "submit" | "park"), why)) => {
                Err(DraftError::Told { key, why })
            }
            Err((key, why)) => Err(DraftError::NoBoard { key, why }),
        }
    }
}

/// Calls `with` with what fits profiles for a game to versions of it that were never seen; None if nothing does.
pub fn with_fits<G: Game, T>(with: impl FnOnce(&dyn Fits<G>) -> T) -> Option<T> {
    let abilities = G::abilities();
    let by_tiles = abilities.tiled.map(TileFits);
    let by_tiles = by_tiles.as_ref().map(|fits| fits as &dyn Fits<G>);
    abilities.fits.or(by_tiles).map(with)
}

/// What a picture is read as with a profile that was just fitted to it, and all that was recognised.
///
/// # Errors
/// It is not read.
pub fn read_back<G: Game>(
    fitted: &Fitted,
    picture: &RgbaImage,
) -> Result<(Reading<G::Puzzle>, Vec<Note>), ReadError> {
    let frame = Frame::still(picture.clone());
    let view = View {
        frame: &frame,
        place: fitted.place,
    };
    let mut scratch = ReadScratch::default();
    let reading = G::read(&view, &fitted.profile, None, &mut scratch)?;
    Ok((reading, scratch.notes))
}

/// How a game that was never seen comes to its next puzzle, as the user writes it.
///
/// # Errors
/// What is wrong with it.
pub fn next_of(text: &str) -> Result<Way, String> {
    let way: Way = text.parse()?;
    for spot in way.spots() {
        if let Spot::Button(name) = spot {
            return Err(format!(
                "\"click:{name}\": a game that was never seen has no buttons with names yet; say where, as \
                 click:X,Y"
            ));
        }
    }
    Ok(way)
}

/// How such a game takes moves back.
///
/// # Errors
/// What is wrong with it.
pub fn reset_of(text: &str) -> Result<Way, String> {
    done_here(text, "a game does not take moves back by itself")
}

/// How a board is handed in to such a game.
///
/// # Errors
/// What is wrong with it.
pub fn submit_of(text: &str) -> Result<Way, String> {
    done_here(
        text,
        "a game that looks at the board by itself needs no --submit",
    )
}

/// A way that leads to no other puzzle; `auto` is why it cannot be left to the game.
fn done_here(text: &str, auto: &str) -> Result<Way, String> {
    let way = next_of(text)?;
    if way == Way::Auto {
        return Err(auto.into());
    }
    match [Blank::Seed, Blank::Level].iter().find(|b| way.has(**b)) {
        Some(blank) => Err(format!(
            "{} is for --next: this is done on the same puzzle",
            blank.mark()
        )),
        None => Ok(way),
    }
}
