//! `gridhand bench capture`: pictures of a window by the quick way of the platform and by the
//! portable one, which must be the same.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::bot::{Rig, Stage};
use crate::games::dungeons::Dungeons;
use crate::practice::Options;
use crate::screen::{Frame, Screen, WindowScreen};
use anyhow::bail;
use clap::Args as ClapArgs;

use crate::cli::Status;

/// Capture a window again and again by the platform's quick way and by xcap, and compare the times and
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

/// Times of one way to take pictures, in ms.
#[derive(Default)]
struct Times(Vec<f64>);

impl Times {
    fn capture(&mut self, screen: &mut dyn Screen) -> anyhow::Result<Frame> {
        let begun = Instant::now();
        let frame = screen.capture()?;
        self.0.push(begun.elapsed().as_secs_f64() * 1e3);
        Ok(frame)
    }

    fn at(&mut self, share: f64) -> f64 {
        self.0.sort_by(f64::total_cmp);
        let last = self.0.len().saturating_sub(1);
        self.0[(last as f64 * share).round() as usize]
    }

    fn print(&mut self, way: &str, plain: f64) {
        let (median, worst) = (self.at(0.5), self.at(0.99));
        println!(
            "{way:<28} {median:>8.3} {worst:>8.3} {:>8.3}",
            median / plain
        );
    }
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
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
    let mut plain = WindowScreen::find(&title)?;
    let mut quick = Rig::of_window(WindowScreen::find(&title)?)?.screen;
    // Let the window come to rest.
    std::thread::sleep(Duration::from_millis(300));
    let [mut plainly, mut quickly, mut again] = [(); 3].map(|()| Times::default());
    let mut compared = 0;
    let mut size = (0, 0);
    for _ in 0..args.count.max(1) {
        // So long that a picture is taken anew in any case.
        std::thread::sleep(Duration::from_millis(60));
        let before = plainly.capture(&mut plain)?;
        let picture = quickly.capture(&mut *quick)?;
        let same = again.capture(&mut *quick)?;
        if !Arc::ptr_eq(&same.image, &picture.image) {
            // Something moved, or the platform does not tell whether.
            quickly.0.extend(again.0.pop());
        }
        let after = plain.capture()?;
        size = picture.image.dimensions();
        if before.image == after.image && before.origin == after.origin {
            compared += 1;
            if (&picture.image, picture.origin) != (&before.image, before.origin) {
                bail!("the two ways show different pictures of {title:?}");
            }
        }
    }
    println!("{title}, {}x{}", size.0, size.1);
    println!(
        "{:<28} {:>8} {:>8} {:>8}",
        "way", "p50 ms", "p99 ms", "ratio"
    );
    let median = plainly.at(0.5);
    plainly.print("xcap", median);
    quickly.print("quick", median);
    if !again.0.is_empty() {
        again.print("quick, nothing new", median);
    }
    println!("the same pixels: {compared} of {compared}");
    Ok(Status::Done)
}
