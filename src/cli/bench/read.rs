//! `gridhand bench read`: finding and reading a board in a full screen.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::base::Point;
use crate::game::Game;
use crate::games::dungeons::Dungeons;
use crate::practice::Options;
use crate::profile::{Profile, load_picture};
use crate::screen::Frame;
use crate::vision::{Place, ReadScratch, View, near};
use anyhow::Context as _;
use clap::Args as ClapArgs;
use image::RgbaImage;

use crate::cli::{self, Context, Status};

/// Width and height of the screen that is searched.
const SCREEN: [u32; 2] = [1920, 1080];

/// Side of the pieces of the board with which the rest of the screen is filled.
const PIECE: u32 = 16;

/// Find and read a board in a screen of 1920x1080 pixels, the rest of which is full of pieces of
/// that board; beside a search that looks at every place, one after the other. A board that is being
/// played is known, and only what changes on it is told apart.
#[derive(Debug, ClapArgs)]
pub struct Args {
    /// A picture with the board in it [default: a practice room]
    #[arg(value_name = "IMAGE")]
    image: Option<PathBuf>,
    /// The profile that reads it [default: the practice game's]
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// How often each is measured; the median counts
    #[arg(long, value_name = "N", default_value_t = 50)]
    count: usize,
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<Status> {
    let profile = cli::profile::<Dungeons>(args.profile.as_deref(), context)?;
    profile.ready()?;
    let board = board(args, &profile)?;
    println!(
        "{:<6} {:>10} {:>10} {:>9} {:>9} {:>9} {:>9}",
        "scale", "search ms", "plain ms", "absent ms", "hint ms", "read ms", "known ms"
    );
    for scale in 1..=4 {
        let [width, height] = profile.board.map(|side| side * scale);
        if width > SCREEN[0] || height > SCREEN[1] {
            continue;
        }
        let origin = Point::new((SCREEN[0] - width) as i32, (SCREEN[1] - height) as i32);
        let place = Place { origin, scale };
        let frame = screen(&board, Some(place));
        let bare = screen(&board, None);
        let found = profile.locate(&frame, None)?;
        anyhow::ensure!(found == place, "found at {found:?}, not at {place:?}");
        let view = View {
            frame: &frame,
            place,
        };
        let search = median(args.count, || profile.locate(&frame, None).is_ok());
        let absent = median(args.count, || profile.locate(&bare, None).is_ok());
        let hint = median(args.count, || profile.locate(&frame, Some(place)).is_ok());
        let mut scratch = ReadScratch::default();
        let read = median(args.count, || {
            Dungeons::read(&view, &profile, None, &mut scratch).is_ok()
        });
        let known = Dungeons::read(&view, &profile, None, &mut scratch)?.puzzle;
        let again = median(args.count, || {
            Dungeons::read(&view, &profile, Some(&known), &mut scratch).is_ok()
        });
        let plain = median(args.count.div_ceil(20), || {
            plain(&frame, &profile).is_some()
        });
        println!(
            "{scale:<6} {:>10.2} {:>10.2} {:>9.2} {:>9.4} {:>9.3} {:>9.3}",
            ms(search),
            ms(plain),
            ms(absent),
            ms(hint),
            ms(read),
            ms(again)
        );
    }
    Ok(Status::Done)
}

/// The picture of exactly the board at scale 1.
fn board(args: &Args, profile: &Profile) -> anyhow::Result<RgbaImage> {
    let [width, height] = profile.board;
    let picture = match &args.image {
        Some(file) => load_picture(file)?,
        None => {
            let game = Dungeons::practice(&Options::default());
            game.picture()
        }
    };
    let frame = Frame::still(picture);
    let place = profile
        .locate(&frame, None)
        .context("in the given picture")?;
    let view = View {
        frame: &frame,
        place,
    };
    Ok(RgbaImage::from_fn(width, height, |x, y| {
        let [r, g, b] = view.pixel(x as i32, y as i32);
        image::Rgba([r, g, b, 255])
    }))
}

/// A screen full of pieces of the board, out of order, with the board at a place.
fn screen(board: &RgbaImage, place: Option<Place>) -> Frame {
    let (across, down) = (board.width() / PIECE, board.height() / PIECE);
    let mut image = RgbaImage::from_fn(SCREEN[0], SCREEN[1], |x, y| {
        let piece = (x / PIECE * 7 + y / PIECE * 13) % (across * down);
        let corner = (piece % across * PIECE, piece / across * PIECE);
        *board.get_pixel(corner.0 + x % PIECE, corner.1 + y % PIECE)
    });
    if let Some(Place { origin, scale }) = place {
        for (x, y, pixel) in board.enumerate_pixels() {
            for inner in 0..scale * scale {
                let (dx, dy) = (inner % scale, inner / scale);
                let at = (
                    origin.x as u32 + x * scale + dx,
                    origin.y as u32 + y * scale + dy,
                );
                image.put_pixel(at.0, at.1, *pixel);
            }
        }
    }
    Frame::still(image)
}

/// The first place at which nearly all checks fit: every place is looked at until a few do not.
fn plain(frame: &Frame, profile: &Profile) -> Option<Place> {
    let checks = &profile.templates.anchor.as_ref()?.checks;
    let fits = |place: Place| {
        let mut wrong = 0;
        checks.iter().all(|check| {
            let at = place.to_frame(check.at);
            let pixel = frame.image.get_pixel_checked(at.x as u32, at.y as u32);
            wrong += usize::from(!pixel.is_some_and(|p| near([p[0], p[1], p[2]], check.colour)));
            wrong * 5 <= checks.len() && (wrong < 8 || wrong * 2 < checks.len())
        })
    };
    (1..=4).find_map(|scale| {
        let [width, height] = profile.board.map(|side| side * scale);
        let down = 0..(SCREEN[1] + 1).saturating_sub(height);
        down.flat_map(|y| (0..(SCREEN[0] + 1).saturating_sub(width)).map(move |x| (x, y)))
            .map(|(x, y)| Place {
                origin: Point::new(x as i32, y as i32),
                scale,
            })
            .find(|place| fits(*place))
    })
}

fn median(count: usize, mut work: impl FnMut() -> bool) -> Duration {
    let mut times: Vec<Duration> = (0..count.max(1))
        .map(|_| {
            let begun = Instant::now();
            std::hint::black_box(work());
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[times.len() / 2]
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
