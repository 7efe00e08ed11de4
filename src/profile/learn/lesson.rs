//! A picture with what someone says that it shows.

use std::fmt::Display;
use std::sync::Arc;

use image::RgbaImage;

use crate::profile::{Named, Profile};
use crate::screen::Frame;
use crate::vision::{ReadError, ReadScratch, Reading, View};

/// A picture and the puzzle that it shows.
#[derive(Clone, Debug)]
pub struct Lesson<P> {
    /// For messages: the picture's file.
    pub name: String,
    /// Of exactly the board at scale 1; only dungeons can cut a board out of a larger picture.
    pub picture: RgbaImage,
    pub puzzle: P,
}

/// What lessons have taught.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The templates, as named pictures.
    pub pictures: Vec<Named>,
    /// The lessons that are not certain enough to be read, with the reasons.
    pub refused: Vec<String>,
}

impl Learned {
    /// Templates with which every lesson is read back.
    pub fn all(pictures: Vec<Named>) -> Self {
        Self {
            pictures,
            refused: Vec::new(),
        }
    }
}

impl<P: PartialEq + Display> Lesson<P> {
    /// Reads the picture with a profile that was taught.
    ///
    /// # Errors
    /// It is not read as `wanted`: the error names the lesson.
    pub fn read_back(
        &self,
        profile: &Profile,
        wanted: &P,
        read: impl Fn(&View, &Profile, &mut ReadScratch) -> Result<Reading<P>, ReadError>,
    ) -> Result<(), String> {
        let frame = Frame::still(self.picture.clone());
        let view = View::whole(&frame);
        match read(&view, profile, &mut ReadScratch::default()) {
            Ok(reading) if reading.puzzle == *wanted => Ok(()),
            Ok(reading) => Err(format!(
                "{}: the picture shows something else than the text says, or the examples do not \
                 suffice; it is read as\n{}",
                self.name, reading.puzzle
            )),
            Err(error) => Err(format!("{}: {error}", self.name)),
        }
    }
}

/// Checks that all pictures have exactly the size of the profile's board.
///
/// # Errors
/// The first that has not.
pub fn check_sizes<P>(
    profile: &Profile,
    lessons: &[Lesson<P>],
    solved: &[RgbaImage],
) -> Result<(), String> {
    let [width, height] = profile.board;
    let pictures = lessons
        .iter()
        .map(|lesson| (lesson.name.as_str(), &lesson.picture));
    let signs = solved.iter().map(|picture| ("a solved board", picture));
    let wrong = |(_, picture): &(&str, &RgbaImage)| picture.dimensions() != (width, height);
    match pictures.chain(signs).find(wrong) {
        Some((name, _)) => Err(format!(
            "{name}: it must be a picture of exactly the board, {width}x{height} pixels"
        )),
        None => Ok(()),
    }
}

/// The profile with other templates.
///
/// # Errors
/// A template that does not fit the profile.
pub fn taught(profile: &Profile, pictures: &[Named]) -> Result<Profile, String> {
    let mut profile = profile.clone();
    profile.templates = Arc::new(profile.prepare(pictures.to_vec())?);
    Ok(profile)
}

/// Learns from lessons.
///
/// # Errors
/// As of `learn`. If the lessons go together without one of them, and only without that one, the error
/// begins with its name: its text contradicts the others.
pub fn or_blame<P: Clone, T>(
    lessons: &[Lesson<P>],
    learn: impl Fn(&[Lesson<P>]) -> Result<T, String>,
) -> Result<T, String> {
    learn(lessons).map_err(|why| {
        let goes_without = |left_out: &usize| {
            let mut others = lessons.to_vec();
            others.remove(*left_out);
            learn(&others).is_ok()
        };
        let mut odd = (0..lessons.len()).filter(goes_without);
        match (odd.next(), odd.next()) {
            (Some(one), None) if !why.starts_with(&lessons[one].name) => {
                format!(
                    "{}: contradicts the other examples; {why}",
                    lessons[one].name
                )
            }
            _ => why,
        }
    })
}
