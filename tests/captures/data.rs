//! The captures, and profiles learned from them.

use std::path::PathBuf;
use std::sync::Arc;

use gridhand::base::Point;
use gridhand::game::Game;
use gridhand::games::dungeons::learn::{Lesson, templates};
use gridhand::games::dungeons::{Dungeons, Puzzle};
use gridhand::profile::{Profile, load_picture};
use gridhand::screen::Frame;
use gridhand::vision::{Place, ReadError, ReadScratch, Reading, View};
use image::RgbaImage;

/// A picture and what a person reads in it.
pub struct Capture {
    pub name: String,
    pub picture: RgbaImage,
    pub puzzle: Puzzle,
}

/// The folder with the captures; `None`, with a message, if there is none.
pub fn folder() -> Option<PathBuf> {
    let data = std::env::var_os("GRIDHAND_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data"),
        PathBuf::from,
    );
    let folder = data.join("dungeons/captures");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: there are no captures in {}", folder.display());
    None
}

/// The nine pictures of exactly the board, and the one of the whole screen.
pub fn captures() -> Option<(Vec<Capture>, Capture)> {
    let folder = folder()?;
    let mut boards = Vec::new();
    let mut desktop = None;
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder can be listed")
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|file| file.extension().is_some_and(|e| e == "png"))
        .collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(file.with_extension("txt")).expect("it has a text");
        let capture = Capture {
            name: file
                .file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned(),
            picture: load_picture(&file).expect("it is a picture"),
            puzzle: Dungeons::parse(&text).expect("it is a puzzle"),
        };
        if capture.name == "desktop" {
            desktop = Some(capture);
        } else {
            boards.push(capture);
        }
    }
    Some((boards, desktop.expect("there is a desktop capture")))
}

/// The shipped geometry with what is learned from these captures.
pub fn learned<'a>(from: impl IntoIterator<Item = &'a Capture>) -> Profile {
    let nowhere = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut profile = Profile::load(Some(&nowhere), "last-call-bbs").expect("it is built in");
    let lessons: Vec<Lesson> = from
        .into_iter()
        .map(|capture| Lesson {
            name: capture.name.clone(),
            picture: capture.picture.clone(),
            puzzle: capture.puzzle.clone(),
        })
        .collect();
    let learned = templates(&profile, &lessons, &[]).expect("it can be learned");
    profile.templates = Arc::new(profile.prepare(learned.pictures).expect("they fit"));
    profile
}

/// Finds the board and reads it.
pub fn read(picture: &RgbaImage, profile: &Profile) -> Result<Reading<Puzzle>, ReadError> {
    let frame = Frame::still(picture.clone());
    let place = profile.locate(&frame, None)?;
    let view = View {
        frame: &frame,
        place,
    };
    Dungeons::read(&view, profile, None, &mut ReadScratch::default())
}

/// The board's pixels, each `scale` x `scale`.
pub fn enlarged(picture: &RgbaImage, scale: u32) -> RgbaImage {
    RgbaImage::from_fn(picture.width() * scale, picture.height() * scale, |x, y| {
        *picture.get_pixel(x / scale, y / scale)
    })
}

/// A place at scale 1.
pub fn at(x: i32, y: i32) -> Place {
    Place::enlarged(Point::new(x, y), 1)
}
