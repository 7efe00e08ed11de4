//! `gridhand bench capture`: pictures of a window by the quick way of the platform and by the
//! portable one, which must be the same.

use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use clap::Args as ClapArgs;

use super::table::{Spread, Table, Value, timed};
use crate::bot::{Rig, Stage};
use crate::cli::Status;
use crate::games::dungeons::Dungeons;
use crate::practice::Options;
use crate::screen::{Screen, WindowScreen};

/// Capture a window again and again by the platform's quick way and by a plain one, and compare the times and
/// the pixels.
#[derive(Debug, ClapArgs)]
pub struct Args {
    /// The window, by a part of its title; without it a practice game's own
    #[arg(long, value_name = "TITLE")]
    window: Option<String>,
    /// How large the practice game's window is: its pixels times N
    #[arg(long, value_name = "N", default_value_t = 2)]
    scale: u32,
    /// The looks of the practice game, some of which never stand still
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "window")]
    skin: u32,
    /// How many pictures each
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,
}

/// What was seen.
#[derive(Default)]
struct Taken {
    plainly: Vec<Duration>,
    quickly: Vec<Duration>,
    /// Of pictures in which nothing is new.
    again: Vec<Duration>,
    /// How many pictures were compared.
    compared: usize,
    size: (u32, u32),
}

pub fn run(args: &Args, json: bool) -> anyhow::Result<Status> {
    let (_stage, title) = match &args.window {
        Some(title) => (None, title.clone()),
        None => {
            let options = Options {
                scale: args.scale,
                skin: args.skin,
                ..Options::default()
            };
            let mut stage = Stage::window::<Dungeons>(&options)?;
            stage.rig()?;
            let title = stage.title();
            (Some(stage), title)
        }
    };
    let taken = capture(&title, args.count)?;
    let mut table = Table::new("capture", json);
    let plainly = Spread::new(taken.plainly);
    let plain = plainly.median();
    let ways = [
        ("plain", plainly),
        ("quick", Spread::new(taken.quickly)),
        ("quick, nothing new", Spread::new(taken.again)),
    ];
    for (way, times) in ways.into_iter().filter(|(_, times)| !times.is_empty()) {
        let ratio = ("ratio", Value::ratio(plain, times.median()));
        let way = [("way", way.into())].into_iter();
        table.row(way.chain(times.figures()).chain([ratio]));
    }
    let (width, height) = taken.size;
    table.say(format_args!("of {title}, {width}x{height} pixels"));
    table.say(format_args!("the same pixels: {0} of {0}", taken.compared));
    Ok(Status::Done)
}

/// Takes so many pictures each way.
///
/// # Errors
/// The window cannot be captured, or the two ways show different pictures of it.
fn capture(title: &str, count: usize) -> anyhow::Result<Taken> {
    let mut plain = WindowScreen::find(title)?;
    let mut quick = Rig::of_window(WindowScreen::find(title)?)?.screen;
    // Let the window come to rest.
    std::thread::sleep(Duration::from_millis(300));
    let mut taken = Taken::default();
    for _ in 0..count.max(1) {
        // So long that a picture is taken anew in any case.
        std::thread::sleep(Duration::from_millis(60));
        let (before, plainly) = timed(|| plain.capture());
        let (picture, quickly) = timed(|| quick.capture());
        let (same, again) = timed(|| quick.capture());
        let (before, picture, after) = (before?, picture?, plain.capture()?);
        taken.plainly.push(plainly);
        taken.quickly.push(quickly);
        // Otherwise something moved, or the platform does not tell whether.
        match Arc::ptr_eq(&same?.image, &picture.image) {
            true => taken.again.push(again),
            false => taken.quickly.push(again),
        }
        taken.size = picture.image.dimensions();
        if before.image == after.image && before.origin == after.origin {
            taken.compared += 1;
            if (&picture.image, picture.origin) != (&before.image, before.origin) {
                bail!("the two ways show different pictures of {title:?}");
            }
        }
    }
    Ok(taken)
}
