//! What differs between two pictures of one board.

use crate::base::{Point, Rect};
use crate::screen::Frame;
use crate::vision::View;

/// A board is dimmed if so many of its areas on which there was something are alike but for the light, shares: a menu
/// dims the board that it lies over. Chosen: what comes instead of a board resembles it by chance in few places.
const DIMMED: f32 = 0.2;
pub const ALIKE: f32 = 0.85;
/// And differ in so many of their pixels, a share: what lies in the same light was not dimmed.
const LIT: f32 = 0.5;

/// The rim of an area is one part in so many of its side: a wall may have the same round corners, and lie in the same
/// frame, as the floor that comes instead. Chosen: corners are rounded by less.
const RIM: i32 = 8;

/// Smaller differences of a colour's parts are noise.
const NOISE: u8 = 6;

/// Where brightness deviates by less there is nothing to be seen. Levels of three channels together; chosen: what
/// smoothing leaves.
const FAINT: f32 = 12.0;

/// What changes by itself changes by no more than so many times as much as was seen of that. Chosen: it is watched for a
/// part of its beat only.
const BY_ITSELF: u8 = 5;

/// The pixels of a board that change by themselves.
#[derive(Clone, Debug, Default)]
pub struct Restless {
    width: i32,
    /// By how much each was seen to do so; 0 if it is calm.
    pixels: Vec<u8>,
}

impl Restless {
    pub fn new([width, height]: [u32; 2]) -> Self {
        Self {
            width: width as i32,
            pixels: vec![0; (width * height) as usize],
        }
    }

    /// More than this is no change of its own. A pixel may flicker faintly where a bar of light passes, and be covered by
    /// something else all the same.
    fn limit(&self, x: i32, y: i32) -> Option<u8> {
        let at = self.pixels.get((y * self.width + x) as usize);
        let own = at.copied().filter(|own| *own > 0);
        own.map(|own| own.saturating_mul(BY_ITSELF))
    }

    /// Takes note of what differs between two pictures in which nothing was done.
    pub fn learn(&mut self, before: &View, after: &View) {
        let width = self.width;
        for (at, own) in self.pixels.iter_mut().enumerate() {
            let (x, y) = (at as i32 % width, at as i32 / width);
            let by = apart(before.pixel(x, y), after.pixel(x, y));
            *own = (*own).max(if by > NOISE { by } else { 0 });
        }
    }

    /// The share of an area's pixels that differ, those excepted that do so by themselves.
    pub fn changed(&self, before: &View, after: &View, area: Rect) -> f32 {
        let (mut calm, mut changed) = (0, 0);
        for y in area.y..area.y + area.height {
            for x in area.x..area.x + area.width {
                let by = apart(before.pixel(x, y), after.pixel(x, y));
                let limit = self.limit(x, y);
                let is_changed = by > limit.unwrap_or(NOISE);
                calm += usize::from(limit.is_none() || is_changed);
                changed += usize::from(is_changed);
            }
        }
        // Where hardly a pixel is calm a few are not all.
        let least = (area.width * area.height / 2).max(1);
        changed as f32 / (calm as f32).max(least as f32)
    }
}

/// The share of an area's pixels that differ from those of another, which lies so far from it, give or take a pixel:
/// what moved by a part of one is drawn anew.
pub fn changed_since(before: &View, after: &View, area: Rect, by: Point) -> f32 {
    let pixels = || {
        let rows = area.y..area.y + area.height;
        rows.flat_map(|y| (area.x..area.x + area.width).map(move |x| (x, y)))
    };
    let share = |by: Point| {
        let other = |&(x, y): &(i32, i32)| {
            let colours = (before.pixel(x, y), after.pixel(x + by.x, y + by.y));
            is_other(colours.0, colours.1)
        };
        pixels().filter(other).count() as f32 / pixels().count().max(1) as f32
    };
    let offs = (-1..=1).flat_map(|y| (-1..=1).map(move |x| Point::new(x, y)));
    offs.map(|off| share(by + off)).fold(1.0, f32::min)
}

/// A page moves its board by so many pixels at most, up, down or sideways. Chosen: a button or two that appear.
const MOVED: i32 = 160;
/// It is looked for by so many pixels along and across each area.
const SAMPLES: i32 = 4;

/// How far areas lie from where they were, in one direction: where most of them look as before.
pub fn moved_by(before: &View, after: &View, areas: &[Rect]) -> Point {
    let part = |side: i32, index: i32| side * (2 * index + 1) / (2 * SAMPLES);
    let samples = areas.iter().flat_map(|area| {
        let all = (0..SAMPLES).flat_map(|y| (0..SAMPLES).map(move |x| (x, y)));
        all.map(move |(x, y)| (area.x + part(area.width, x), area.y + part(area.height, y)))
    });
    let known: Vec<_> = samples.map(|(x, y)| (x, y, before.pixel(x, y))).collect();
    let stays = |by: &Point| {
        let same = known
            .iter()
            .filter(|(x, y, was)| !is_other(*was, after.pixel(x + by.x, y + by.y)));
        // Of several the nearest.
        (same.count(), -(by.x + by.y).abs())
    };
    let ways = (-MOVED..=MOVED).flat_map(|by| [Point::new(by, 0), Point::new(0, by)]);
    ways.max_by_key(stays).unwrap_or(Point::new(0, 0))
}

/// The share of the pixels of a whole picture that differ, those of an area excepted; None if its size is another.
pub fn changed_around(before: &Frame, after: &Frame, without: Rect) -> Option<f32> {
    let size = before.image.dimensions();
    if after.image.dimensions() != size {
        return None;
    }
    let views = [before, after].map(View::whole);
    let [width, height] = [size.0 as i32, size.1 as i32];
    let is_around = |x: i32, y: i32| !without.contains(Point::new(x, y));
    let (mut around, mut changed) = (0, 0);
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        if is_around(x, y) {
            around += 1;
            changed += usize::from(differs(&views[0], &views[1], x, y));
        }
    }
    Some(changed as f32 / f32::max(around as f32, 1.0))
}

/// What changes on the page around a board is looked for in squares of this side, in pixels. Chosen: letters of a
/// status line.
const SQUARE: i32 = 16;
/// So many pixels of the page change with a sign at least. Chosen: a short word in small letters has more.
const WORD: usize = 40;

/// Whether the page around a board, without these areas of the picture, shows something since the last move that it did
/// not show before, and shows it still: `rule` is two pictures before that move between which others were made, and what
/// else it showed before; `after` two since. What changed by the rule is no sign, nor what is next to it: a count of moves,
/// a clock.
pub fn is_signed_around<const N: usize>(
    rule: [&Frame; N],
    after: [&Frame; 2],
    without: &[Rect],
) -> bool {
    let size = rule[0].image.dimensions();
    let mut all = rule.iter().chain(&after);
    if all.any(|frame| frame.image.dimensions() != size) {
        return false;
    }
    let (rule, after) = (rule.map(View::whole), after.map(View::whole));
    let [width, height] = [size.0 as i32, size.1 as i32];
    let [across, down] = [width, height].map(|side| side / SQUARE + 1);
    let mut usual = vec![false; (across * down) as usize];
    let mut fresh = vec![0; (across * down) as usize];
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        if without.iter().any(|area| area.contains(Point::new(x, y))) {
            continue;
        }
        let square = (y / SQUARE * across + x / SQUARE) as usize;
        usual[square] |= differs(&rule[0], &rule[1], x, y);
        let is_fresh = rule.iter().all(|before| differs(before, &after[1], x, y))
            && !differs(&after[0], &after[1], x, y);
        fresh[square] += usize::from(is_fresh);
    }
    let is_usual = |x: i32, y: i32| {
        let within = (0..across).contains(&x) && (0..down).contains(&y);
        within && usual[(y * across + x) as usize]
    };
    let near = |x: i32, y: i32| (-1..=1).any(|v| (-1..=1).any(|u| is_usual(x + u, y + v)));
    let squares = (0..down).flat_map(|y| (0..across).map(move |x| (x, y)));
    let signs = squares.filter(|(x, y)| !near(*x, *y));
    let pixels = signs.map(|(x, y)| fresh[(y * across + x) as usize]);
    pixels.sum::<usize>() >= WORD
}

/// How alike an area is in two pictures in what is on it, whatever the light there: the correlation of its brightness,
/// -1 to 1. None if nothing is on it in the first.
pub fn correlation(before: &View, after: &View, area: Rect) -> Option<f32> {
    let places = || {
        (area.y..area.y + area.height)
            .flat_map(|y| (area.x..area.x + area.width).map(move |x| (x, y)))
    };
    let count = places().count().max(1) as f32;
    let mean = |view: &View| places().map(|(x, y)| light(view, x, y)).sum::<f32>() / count;
    let means = [mean(before), mean(after)];
    let [mut both, mut own, mut other] = [0.0; 3];
    for (x, y) in places() {
        let (a, b) = (
            light(before, x, y) - means[0],
            light(after, x, y) - means[1],
        );
        both += a * b;
        own += a * a;
        other += b * b;
    }
    (own > FAINT * FAINT * count).then(|| both / (own * other).sqrt().max(1.0))
}

/// Whether what is on an area is as it was, in another light; None if nothing was on it.
pub fn is_lit_otherwise(before: &View, after: &View, area: Rect) -> Option<bool> {
    let middle = area.grown(-(area.width.min(area.height) / RIM));
    let alike = correlation(before, after, middle)? > ALIKE;
    Some(alike && Restless::default().changed(before, after, middle) > LIT)
}

/// Whether some of what is on these areas is as it was, in another light: something lies over it.
pub fn is_dimmed(before: &View, after: &View, areas: &[Rect]) -> bool {
    let told = areas
        .iter()
        .filter_map(|area| is_lit_otherwise(before, after, *area));
    let told: Vec<bool> = told.collect();
    let dimmed = told.iter().filter(|is_dimmed| **is_dimmed).count();
    dimmed as f32 > DIMMED * told.len() as f32
}

/// How bright a pixel is, in levels of three channels together.
pub fn light(view: &View, x: i32, y: i32) -> f32 {
    view.pixel(x, y).iter().map(|part| f32::from(*part)).sum()
}

fn differs(before: &View, after: &View, x: i32, y: i32) -> bool {
    is_other(before.pixel(x, y), after.pixel(x, y))
}

fn is_other(a: [u8; 3], b: [u8; 3]) -> bool {
    apart(a, b) > NOISE
}

fn apart(a: [u8; 3], b: [u8; 3]) -> u8 {
    let parts = [0, 1, 2].map(|i| a[i].abs_diff(b[i]));
    parts.into_iter().fold(0, u8::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgba, RgbaImage};

    /// A floor of stones, so far from the corner, in a light.
    fn floor(off: i32, light: u8) -> Frame {
        Frame::still(RgbaImage::from_fn(60, 60, |x, y| {
            let [x, y] = [x as i32 - off, y as i32 - off];
            let stone = ((x.div_euclid(3) * 7 + y.div_euclid(4) * 5).rem_euclid(9) * 12) as u8;
            Rgba([stone + light, stone, stone, 255])
        }))
    }

    #[test]
    fn what_moved_is_no_other_and_what_has_another_colour_is() {
        let area = Rect::new(10, 10, 20, 20);
        let frames = [floor(0, 0), floor(5, 0), floor(5, 40)];
        let [before, moved, recoloured] = [0, 1, 2].map(|at| View::whole(&frames[at]));
        let changed = |after, by| changed_since(&before, after, area, Point::new(by, by));
        assert_eq!(changed(&moved, 5), 0.0);
        // A part of a pixel is rounded.
        assert_eq!(changed(&moved, 4), 0.0);
        assert!(changed(&moved, 0) > 0.4);
        assert_eq!(changed(&recoloured, 5), 1.0);
    }

    /// A dark screen with a bar of faint light at a height, and a dot or none.
    fn screen(bar: u32, dot: bool) -> Frame {
        Frame::still(RgbaImage::from_fn(60, 60, |x, y| {
            let light = if (bar..bar + 20).contains(&y) { 8 } else { 0 };
            let is_dot = dot && x.abs_diff(30) < 3 && y.abs_diff(30) < 3;
            let level = if is_dot { 160 } else { 16 } + light;
            Rgba([5, level, 5, 255])
        }))
    }

    #[test]
    fn a_dot_is_seen_where_faint_light_passes() {
        let frames = [screen(0, false), screen(21, false), screen(35, true)];
        let [before, lit, dotted] = [0, 1, 2].map(|at| View::whole(&frames[at]));
        let area = Rect::new(20, 20, 20, 20);
        let mut restless = Restless::new([60, 60]);
        assert_eq!(restless.changed(&before, &lit, area), 0.95);
        restless.learn(&before, &lit);
        assert_eq!(restless.changed(&before, &lit, area), 0.0);
        let share = restless.changed(&before, &dotted, area);
        assert!((0.05..0.2).contains(&share), "{share}");
    }

    const SIDE: i32 = 40;
    const PAGE: u8 = 221;

    /// Nine cells with round corners on a page; a dot on the first.
    fn board(level: impl Fn(i32) -> u8, dot: u8) -> Frame {
        let side = 3 * SIDE as u32;
        Frame::still(RgbaImage::from_fn(side, side, |x, y| {
            let (x, y) = (x as i32, y as i32);
            let cell = y / SIDE * 3 + x / SIDE;
            let [across, down] = [x, y].map(|at| (at % SIDE).min(SIDE - 1 - at % SIDE));
            let grey = match (across + down, cell) {
                (0..3, _) => PAGE,
                (30.., 0) => dot,
                _ => level(cell),
            };
            Rgba([grey, grey, grey, 255])
        }))
    }

    fn cells() -> Vec<Rect> {
        let at = |cell: i32| Rect::new(cell % 3 * SIDE, cell / 3 * SIDE, SIDE, SIDE);
        (0..9).map(at).collect()
    }

    #[test]
    fn walls_that_go_are_not_floor_in_another_light() {
        let solved = board(|cell| if cell % 2 == 1 { 40 } else { 187 }, 90);
        let next = board(|_| 187, 90);
        assert!(!is_dimmed(
            &View::whole(&solved),
            &View::whole(&next),
            &cells()
        ));
    }

    #[test]
    fn a_shade_over_all_is() {
        let bright = board(|_| 187, 90);
        let shaded = board(|_| 94, 45);
        assert!(is_dimmed(
            &View::whole(&bright),
            &View::whole(&shaded),
            &cells()
        ));
    }

    /// A page with a board in its middle, a counter above it, and a line below.
    fn page(board: u8, counter: u8, line: u8) -> Frame {
        Frame::still(RgbaImage::from_fn(200, 240, |x, y| {
            let grey = match (x, y) {
                (60..140, 80..160) => board,
                (20..60, 10..20) => counter,
                (20..60, 210..220) => line,
                _ => 250,
            };
            Rgba([grey, grey, grey, 255])
        }))
    }

    #[test]
    fn a_sign_on_the_page_is_what_no_other_move_has_changed() {
        let board = [Rect::new(60, 80, 80, 80)];
        let first = page(9, 1, 90);
        let last = page(99, 50, 90);
        let signed =
            |last: &Frame, now: &Frame| is_signed_around([&first, last], [now, now], &board);
        assert!(signed(&last, &page(199, 99, 0)));
        // A count and the board change with every move.
        assert!(!signed(&last, &page(199, 99, 90)));
        // So does this line.
        assert!(!signed(&page(99, 50, 45), &page(199, 99, 0)));
        // It shows what it showed at first.
        assert!(!signed(&page(9, 1, 30), &page(9, 1, 90)));
        // It goes on changing.
        let moving = [page(199, 99, 0), page(199, 99, 20)];
        let moving = is_signed_around([&first, &last], moving.each_ref(), &board);
        assert!(!moving);
    }
}
