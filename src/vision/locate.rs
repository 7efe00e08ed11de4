//! Finds the board in a frame by its anchor.

use super::anchor::{Anchor, Check};
use super::{Place, ReadError, near};
use crate::plane::Point;
use crate::profile::Profile;
use crate::screen::Frame;

/// The largest size of a board pixel, in frame pixels.
const MAX_SCALE: u32 = 4;

/// The share of the checks that must match; the others may be under a pointer or a text that
/// changes.
const ENOUGH: f32 = 0.8;

/// How many keys are searched for in the whole frame before giving up.
const TRIES: usize = 12;

/// A key whose colour is more frequent than this is not worth following.
const TOO_MANY: usize = 20_000;

/// Finds the board anywhere in the frame, at a whole scale of 1 to 4; looks first where it was
/// last time. The search costs milliseconds, a hint that still holds microseconds.
///
/// # Errors
/// [`ReadError::NotLearned`] if the profile has no anchor; [`ReadError::NoBoard`] if the board is
/// not in the picture, only partly so, or more than once.
pub fn locate(frame: &Frame, profile: &Profile, hint: Option<Place>) -> Result<Place, ReadError> {
    let Some(anchor) = &profile.templates.anchor else {
        return Err(profile.not_learned());
    };
    let search = Search { frame, anchor };
    if let Some(place) = hint
        && search.matches(place) == Match::Whole
    {
        return Ok(place);
    }
    search.everywhere()
}

/// How well the anchor fits at a place.
#[derive(Clone, Copy, PartialEq)]
enum Match {
    None,
    /// It fits, but reaches beyond the frame.
    Part,
    Whole,
}

struct Search<'a> {
    frame: &'a Frame,
    anchor: &'a Anchor,
}

impl Search<'_> {
    fn everywhere(&self) -> Result<Place, ReadError> {
        let mut part = None;
        let mut whole: Vec<Place> = Vec::new();
        for key in self.keys() {
            for hit in self.hits(key) {
                for place in places(hit, key.at) {
                    match self.matches(place) {
                        Match::None => {}
                        Match::Part => part = Some(place),
                        Match::Whole if whole.contains(&place) => {}
                        Match::Whole => whole.push(place),
                    }
                }
            }
            if !whole.is_empty() {
                break;
            }
        }
        match (whole.as_slice(), part) {
            ([place], _) => Ok(*place),
            ([first, second, ..], _) => Err(ReadError::NoBoard(format!(
                "there are {} of them, at {} and {}",
                whole.len(),
                first.origin,
                second.origin
            ))),
            ([], Some(place)) => Err(ReadError::NoBoard(format!(
                "only a part of it is in the picture: its corner would be at {}",
                place.origin
            ))),
            ([], None) => Err(ReadError::NoBoard(
                "nothing looks like it; is it covered, or another profile's?".into(),
            )),
        }
    }

    /// The keys worth searching for: the rarer their colour is in this frame, the earlier.
    fn keys(&self) -> Vec<Check> {
        let counts = Histogram::of(self.frame);
        let mut keys: Vec<(u32, Check)> = self
            .anchor
            .keys
            .iter()
            .map(|key| (counts.estimate(key.colour), *key))
            .collect();
        keys.sort_by_key(|(count, _)| *count);
        // A colour that the sparse count did not see at all may be missing entirely: such keys
        // come after a few that are certainly there.
        let (absent, present): (Vec<_>, Vec<_>) = keys.into_iter().partition(|(n, _)| *n == 0);
        let absent = absent.into_iter().take(TRIES / 3);
        let present = present.into_iter().take(TRIES - absent.len());
        present.chain(absent).map(|(_, key)| key).collect()
    }

    /// Every frame pixel that is the top left corner of a patch of the key's colour.
    fn hits(&self, key: Check) -> Vec<Point> {
        let width = self.frame.image.width() as usize;
        let bytes = self.frame.image.as_raw().as_slice();
        let [r, g, b] = key.colour;
        let wanted = u32::from_le_bytes([r, g, b, 0]);
        let word = |pixel: &[u8]| {
            u32::from_le_bytes([pixel[0], pixel[1], pixel[2], pixel[3]]) & 0x00ff_ffff
        };
        let is = |at: usize| word(&bytes[at * 4..at * 4 + 4]) == wanted;
        let mut hits = Vec::new();
        let mut test = |at: usize| {
            let (x, y) = (at % width, at / width);
            let left = x > 0 && is(at - 1);
            let above = y > 0 && is(at - width);
            if is(at) && !left && !above && hits.len() < TOO_MANY {
                hits.push(Point::new(x as i32, y as i32));
            }
        };
        // Whole runs of pixels are ruled out at once by a loop that the compiler vectorises.
        const RUN: usize = 32;
        for (run, pixels) in bytes.chunks(RUN * 4).enumerate() {
            let any = pixels
                .chunks_exact(4)
                .fold(false, |any, pixel| any | (word(pixel) == wanted));
            if any {
                (run * RUN..run * RUN + pixels.len() / 4).for_each(&mut test);
            }
        }
        hits
    }

    /// Compares the checks with the frame; stops as soon as it is clear that they do not fit.
    fn matches(&self, place: Place) -> Match {
        const GLANCE: usize = 12;
        let (glance, _) = self.count(
            place,
            &self.anchor.checks[..GLANCE.min(self.anchor.checks.len())],
        );
        if glance.wrong > GLANCE / 2 {
            return Match::None;
        }
        let (all, outside) = self.count(place, &self.anchor.checks);
        let inside = all.right + all.wrong;
        let enough = inside * 5 >= self.anchor.checks.len().max(1);
        if !enough || (all.right as f32) < ENOUGH * inside as f32 {
            Match::None
        } else if outside || !self.contains(place) {
            Match::Part
        } else {
            Match::Whole
        }
    }

    /// How many checks fit and how many do not, and whether any lies outside the frame.
    fn count(&self, place: Place, checks: &[Check]) -> (Tally, bool) {
        let scale = place.scale as i32;
        let mut tally = Tally { right: 0, wrong: 0 };
        let mut outside = false;
        for check in checks {
            let corner = Point::new(
                place.origin.x + check.at.x * scale,
                place.origin.y + check.at.y * scale,
            );
            // Both corners of the scaled pixel: a place that is off by a part of a board pixel
            // does not pass.
            let opposite = corner + Point::new(scale - 1, scale - 1);
            match (self.pixel(corner), self.pixel(opposite)) {
                (Some(a), Some(b)) if near(a, check.colour) && near(b, check.colour) => {
                    tally.right += 1;
                }
                (Some(_), Some(_)) => tally.wrong += 1,
                _ => outside = true,
            }
        }
        (tally, outside)
    }

    fn pixel(&self, at: Point) -> Option<[u8; 3]> {
        let pixel = self
            .frame
            .image
            .get_pixel_checked(at.x as u32, at.y as u32)?;
        Some([pixel[0], pixel[1], pixel[2]])
    }

    /// Whether the whole board lies inside the frame.
    fn contains(&self, place: Place) -> bool {
        let (width, height) = self.anchor.image.dimensions();
        let right = i64::from(place.origin.x) + i64::from(width * place.scale);
        let bottom = i64::from(place.origin.y) + i64::from(height * place.scale);
        place.origin.x >= 0
            && place.origin.y >= 0
            && right <= i64::from(self.frame.image.width())
            && bottom <= i64::from(self.frame.image.height())
    }
}

struct Tally {
    right: usize,
    wrong: usize,
}

/// Where the board would be if its pixel `key` were the frame's pixel `hit`.
fn places(hit: Point, key: Point) -> impl Iterator<Item = Place> {
    (1..=MAX_SCALE).map(move |scale| {
        let s = scale as i32;
        Place {
            origin: Point::new(hit.x - key.x * s, hit.y - key.y * s),
            scale,
        }
    })
}

/// Counts of colours, by 5 bits of each channel, over every fourth row.
struct Histogram(Vec<u32>);

impl Histogram {
    fn of(frame: &Frame) -> Self {
        let mut counts = vec![0; 1 << 15];
        let row = frame.image.width().max(1) as usize * 4;
        for line in frame.image.as_raw().chunks_exact(row).step_by(4) {
            for pixel in line.chunks_exact(4) {
                counts[Self::slot([pixel[0], pixel[1], pixel[2]])] += 1;
            }
        }
        Self(counts)
    }

    fn slot([r, g, b]: [u8; 3]) -> usize {
        usize::from(r >> 3) << 10 | usize::from(g >> 3) << 5 | usize::from(b >> 3)
    }

    fn estimate(&self, colour: [u8; 3]) -> u32 {
        self.0[Self::slot(colour)]
    }
}
