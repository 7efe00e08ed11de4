//! `gridhand bench read`: finding and reading a board in a full screen.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args as ClapArgs;
use image::imageops::{crop_imm, grayscale};
use image::{GrayImage, Luma, Rgba, RgbaImage};
use imageproc::template_matching::{MatchTemplateMethod, find_extremes, match_template_with_mask};

use super::table::{Figure, Spread, Table, Value};
use crate::base::Point;
use crate::cli::{self, Context, Status};
use crate::game::Game;
use crate::games::dungeons::Dungeons;
use crate::practice::Options;
use crate::profile::{Profile, load_picture};
use crate::screen::Frame;
use crate::vision::{Anchor, Place, ReadScratch, View};

/// Width and height of the screen that is searched.
const SCREEN: [u32; 2] = [1920, 1080];

/// Side of the pieces of the board with which the rest of the screen is filled.
const PIECE: u32 = 16;

/// Find and read a board in a screen of 1920x1080 pixels, the rest of which is full of pieces of
/// that board; beside imageproc's template matching, which looks at every place, one after the other. A board that is being
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

pub fn run(args: &Args, json: bool, context: &Context) -> anyhow::Result<Status> {
    let profile = cli::profile::<Dungeons>(args.profile.as_deref(), context)?;
    profile.ready()?;
    let board = board(args, &profile)?;
    let anchor = profile.templates.anchor.as_ref();
    let piece = Piece::of(anchor.context("the profile has no anchor")?);
    let scales = (1..=4).filter(|scale| {
        let [width, height] = profile.board.map(|side| side * scale);
        width <= SCREEN[0] && height <= SCREEN[1]
    });
    let mut table = Table::new("read", json);
    for scale in scales {
        table.row(row(args, &profile, &board, &piece, scale)?);
    }
    Ok(Status::Done)
}

/// The medians of all figures, with the board at a scale.
fn row(
    args: &Args,
    profile: &Profile,
    board: &RgbaImage,
    piece: &Piece,
    scale: u32,
) -> anyhow::Result<[Figure; 8]> {
    let [width, height] = profile.board.map(|side| side * scale);
    let origin = Point::new((SCREEN[0] - width) as i32, (SCREEN[1] - height) as i32);
    let place = Place::enlarged(origin, scale);
    let frame = screen(board, Some(place));
    let bare = screen(board, None);
    for found in [profile.locate(&frame, None)?, piece.locate(&frame, scale)] {
        anyhow::ensure!(found == place, "found at {found:?}, not at {place:?}");
    }
    let view = View {
        frame: &frame,
        place,
    };
    let mut scratch = ReadScratch::default();
    let known = Dungeons::read(&view, profile, None, &mut scratch)?.puzzle;
    let mut read = |memory: Option<&_>| {
        median(args.count, || {
            Dungeons::read(&view, profile, memory, &mut scratch).is_ok()
        })
    };
    let (fresh, again) = (read(None), read(Some(&known)));
    let search = median(args.count, || profile.locate(&frame, None).is_ok());
    let plain = median(args.count.div_ceil(20), || piece.locate(&frame, scale));
    let absent = median(args.count, || profile.locate(&bare, None).is_ok());
    let hint = median(args.count, || profile.locate(&frame, Some(place)).is_ok());
    Ok([
        ("scale", scale.into()),
        ("search", search.into()),
        ("plain", plain.into()),
        ("ratio", Value::ratio(plain, search)),
        ("absent", absent.into()),
        ("hint", hint.into()),
        ("read", fresh.into()),
        ("known", again.into()),
    ])
}

/// The median time of so many runs.
fn median<T>(count: usize, work: impl FnMut() -> T) -> Duration {
    Spread::of_runs(count, work).median()
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
        let scale = scale as u32;
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

/// The part of the anchor with the most contrast: what the plain way looks for.
struct Piece {
    /// Grey, and 1 where it never changes.
    picture: GrayImage,
    mask: GrayImage,
    /// In pixels of the board.
    corner: Point,
}

impl Piece {
    /// Larger than what the screen is filled with, so that it is nowhere else.
    const SIDE: u32 = 3 * PIECE / 2;

    fn of(anchor: &Anchor) -> Self {
        let (width, height) = anchor.sheet.dimensions();
        let at = |x: u32, y: u32| anchor.colour(x as i32, y as i32);
        let pixel = |x, y| Rgba(at(x, y).map_or([0; 4], |[r, g, b]| [r, g, b, 255]));
        let picture = grayscale(&RgbaImage::from_fn(width, height, pixel));
        let mask = GrayImage::from_fn(width, height, |x, y| Luma([u8::from(at(x, y).is_some())]));
        let contrast = |&(left, top): &(u32, u32)| -> u32 {
            let inside =
                |x: &u32, y: &u32| mask.get_pixel(*x, *y)[0] * mask.get_pixel(x + 1, *y)[0];
            let pixels = (top..top + Self::SIDE)
                .flat_map(|y| (left..left + Self::SIDE - 1).map(move |x| (x, y)));
            let known = pixels.filter(|(x, y)| inside(x, y) == 1);
            known
                .map(|(x, y)| {
                    u32::from(picture.get_pixel(x, y)[0].abs_diff(picture.get_pixel(x + 1, y)[0]))
                })
                .sum()
        };
        let corners = |side: u32| (0..=side.saturating_sub(Self::SIDE)).step_by(PIECE as usize / 2);
        let places = corners(height).flat_map(|y| corners(width).map(move |x| (x, y)));
        let (x, y) = places.max_by_key(contrast).unwrap_or_default();
        let cut = |from: &GrayImage| crop_imm(from, x, y, Self::SIDE, Self::SIDE).to_image();
        Self {
            picture: cut(&picture),
            mask: cut(&mask),
            corner: Point::new(x as i32, y as i32),
        }
    }

    /// Where the board is, by imageproc's template matching: the piece is laid over every place of the
    /// frame, at each scale up to the one at which it is.
    fn locate(&self, frame: &Frame, largest: u32) -> Place {
        let grey = grayscale(&*frame.image);
        let scales = (1..=largest).flat_map(|s| (0..s * s).map(move |nth| (s, nth % s, nth / s)));
        let best = scales.map(|(scale, left, top)| {
            // Every so manieth pixel, from the first, the second … on.
            let [width, height] = [grey.width() - left, grey.height() - top];
            let small = GrayImage::from_fn(width / scale, height / scale, |x, y| {
                *grey.get_pixel(left + x * scale, top + y * scale)
            });
            let method = MatchTemplateMethod::SumOfSquaredErrors;
            let errors = match_template_with_mask(&small, &self.picture, method, &self.mask);
            let best = find_extremes(&errors);
            let (x, y) = best.min_value_location;
            let at = Point::new((left + x * scale) as i32, (top + y * scale) as i32);
            let s = scale as i32;
            let corner = Point::new(self.corner.x * s, self.corner.y * s);
            (best.min_value, Place::enlarged(at - corner, scale))
        });
        let best = best.min_by(|a, b| a.0.total_cmp(&b.0));
        best.map_or(Place::enlarged(Point::default(), 0), |(_, place)| place)
    }
}
