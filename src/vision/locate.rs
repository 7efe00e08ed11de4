//! Finds the board in a frame by its anchor.

use super::anchor::{Anchor, Check};
use super::{ColourSet, Place, ReadError, near};
use crate::base::{Point, Rect};
use crate::screen::Frame;

/// The largest size of a board pixel, in frame pixels.
const MAX_SCALE: u32 = 4;

/// The share of the checks that must match; the others may be under a pointer or a text that
/// changes.
const ENOUGH: f32 = 0.8;

/// And of those that have contrast, if there are enough: a frame around a board that was moved along one of its sides
/// fits by half. Chosen: between that and what a line of text, which may change, leaves.
const LIVELY: f32 = 0.65;

/// How many keys are searched for in the whole frame before giving up.
const TRIES: usize = 12;

/// Two places that are less than this part of the board's sides apart cannot both be boards.
const SAME: f64 = 8.0;

/// A key whose colour has more corners in the frame than this is not worth following: each costs a few
/// checks at four scales.
const TOO_MANY: usize = 5_000;

/// Finds the board anywhere in the frame, at a whole scale of 1 to 4; looks first where it was
/// before. The search costs milliseconds, a place that still holds microseconds.
///
/// # Errors
/// [`ReadError::NoBoard`] if the board is not in the picture, only partly so, or more than once.
pub fn locate(
    frame: &Frame,
    anchor: &Anchor,
    before: impl IntoIterator<Item = Place>,
) -> Result<Place, ReadError> {
    let search = Search { frame, anchor };
    let still = before.into_iter().find(|place| search.is_whole(*place));
    still.map_or_else(|| search.everywhere(), Ok)
}

/// How well the anchor fits at a place.
#[derive(Clone, Copy, PartialEq)]
enum Match {
    None,
    /// It fits, but reaches beyond the frame.
    Part,
    /// So many checks fit.
    Whole(usize),
}

/// A place where the board may be, and how many checks fit there.
struct Candidate {
    place: Place,
    right: usize,
}

struct Search<'a> {
    frame: &'a Frame,
    anchor: &'a Anchor,
}

impl Search<'_> {
    fn everywhere(&self) -> Result<Place, ReadError> {
        let mut part = None;
        let mut whole: Vec<Candidate> = Vec::new();
        let keys = self.keys();
        // Nearly always the first key tells; all others are looked for in one more pass.
        let (first, others) = keys.split_at(keys.len().min(1));
        for keys in [first, others] {
            for (key, hit) in self.hits(keys) {
                for place in places(hit, key.at) {
                    match self.matches(place) {
                        Match::None => {}
                        Match::Part => part = Some(place),
                        Match::Whole(_) if whole.iter().any(|known| known.place == place) => {}
                        Match::Whole(right) => whole.push(Candidate { place, right }),
                    }
                }
            }
            if !whole.is_empty() {
                break;
            }
        }
        let whole = self.apart(whole);
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

    fn is_whole(&self, place: Place) -> bool {
        matches!(self.matches(place), Match::Whole(_))
    }

    /// Drops every place that lies nearly over one that fits better: a board that repeats itself fits
    /// a few pixels beside its place, too.
    fn apart(&self, mut found: Vec<Candidate>) -> Vec<Place> {
        let (width, height) = self.anchor.sheet.dimensions();
        let near = |a: &Candidate, b: &Candidate| {
            let off = a.place.origin - b.place.origin;
            let side = |length: u32| (f64::from(length) * a.place.scale / SAME) as i32;
            off.x.abs() < side(width) && off.y.abs() < side(height)
        };
        found.sort_by_key(|candidate| std::cmp::Reverse(candidate.right));
        let mut kept: Vec<Candidate> = Vec::new();
        for candidate in found {
            let shadowed =
                |better: &Candidate| better.right > candidate.right && near(better, &candidate);
            if !kept.iter().any(shadowed) {
                kept.push(candidate);
            }
        }
        kept.iter().map(|candidate| candidate.place).collect()
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

    /// Every frame pixel that is the top left corner of a patch of a key's colour, with the key.
    fn hits(&self, keys: &[Check]) -> Vec<(Check, Point)> {
        let width = self.frame.image.width() as usize;
        let bytes = self.frame.image.as_raw().as_slice();
        let colour = |at: usize| [bytes[at * 4], bytes[at * 4 + 1], bytes[at * 4 + 2]];
        let mut counts = vec![0; keys.len()];
        let mut hits = Vec::new();
        let mut test = |at: usize| {
            for (key, count) in keys.iter().zip(&mut counts) {
                let is = |at: usize| colour(at) == key.colour;
                let (x, y) = (at % width, at / width);
                if is(at) && !(x > 0 && is(at - 1)) && !(y > 0 && is(at - width)) {
                    *count += 1;
                    if *count <= TOO_MANY {
                        hits.push((*key, Point::new(x as i32, y as i32)));
                    }
                }
            }
        };
        match keys {
            [] => {}
            [key] => {
                let [r, g, b] = key.colour;
                let wanted = u32::from_le_bytes([r, g, b, 0]);
                scan(bytes, |pixel| pixel & 0x00ff_ffff == wanted, &mut test);
            }
            _ => {
                let mut palette = ColourSet::default();
                keys.iter().for_each(|key| palette.add(key.colour));
                let has = |pixel: u32| {
                    let [r, g, b, _] = pixel.to_le_bytes();
                    palette.has([r, g, b])
                };
                scan(bytes, has, &mut test);
            }
        }
        hits
    }

    /// Compares the checks with the frame; stops as soon as it is clear that they do not fit.
    fn matches(&self, place: Place) -> Match {
        let checks = &self.anchor.checks;
        for (glance, most_wrong) in [(3, 2), (12, 6)] {
            let (tally, _) = self.count(place, &checks[..checks.len().min(glance)]);
            if tally.wrong > most_wrong {
                return Match::None;
            }
        }
        let (all, outside) = self.count(place, &self.anchor.checks);
        let inside = all.right + all.wrong;
        let enough = inside * 5 >= self.anchor.checks.len().max(1);
        let fits = |tally: Tally, share: f32| {
            tally.right as f32 >= share * (tally.right + tally.wrong) as f32
        };
        let is_lively = || {
            let lively = self.anchor.lively.as_deref();
            fits(self.count(place, lively.unwrap_or_default()).0, LIVELY)
        };
        if !enough || !fits(all, ENOUGH) || !is_lively() {
            Match::None
        } else if outside || !self.contains(place) {
            Match::Part
        } else {
            Match::Whole(all.right)
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
        let (width, height) = self.anchor.sheet.dimensions();
        let board = place.area(Rect::new(0, 0, width as i32, height as i32));
        let [wide, high] = [self.frame.image.width(), self.frame.image.height()];
        board.x >= 0
            && board.y >= 0
            && i64::from(board.x + board.width) <= wide.into()
            && i64::from(board.y + board.height) <= high.into()
    }
}

/// Calls `test` for all pixels of runs in which one passes `may`: whole runs are ruled out by a loop
/// that the compiler can vectorise.
fn scan(bytes: &[u8], may: impl Fn(u32) -> bool, test: &mut impl FnMut(usize)) {
    // Pixels: two cache lines.
    const RUN: usize = 32;
    for (run, pixels) in bytes.chunks(RUN * 4).enumerate() {
        let words = || {
            let words = pixels.chunks_exact(4);
            words.map(|p| u32::from_le_bytes([p[0], p[1], p[2], p[3]]))
        };
        if words().fold(false, |any, pixel| any | may(pixel)) {
            let at = (run * RUN..).zip(words()).filter(|(_, pixel)| may(*pixel));
            at.for_each(|(at, _)| test(at));
        }
    }
}

#[derive(Clone, Copy)]
struct Tally {
    right: usize,
    wrong: usize,
}

/// Where the board would be if its pixel `key` were the frame's pixel `hit`.
fn places(hit: Point, key: Point) -> impl Iterator<Item = Place> {
    (1..=MAX_SCALE).map(move |scale| {
        let s = scale as i32;
        Place::enlarged(Point::new(hit.x - key.x * s, hit.y - key.y * s), scale)
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
