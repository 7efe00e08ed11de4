//! How large tiles may be.

use image::RgbaImage;
use image::imageops::crop_imm;

use super::Lattice;
use super::folds::{edges, gathered};

/// Sizes that are tried, as factors of one at which the game was seen: window, page and screen scales.
pub(super) const SCALES: [f64; 2] = [0.4, 2.6];

/// The same where edges tell them. Chosen: of levels that fill the same window one may have five times the columns of
/// another.
const FAR: [f64; 2] = [0.2, 5.0];

/// A size that was seen may be off by this share.
pub(super) const ROUNDED: f64 = 0.003;

/// From one size to the next: half of that moves the last of a dozen tiles by less than a sixth.
const GROWTH: f64 = 1.025;

/// From one pitch to the next that is tried, as a factor: two dozen tiles on, that is less than a pixel where tiles are as
/// large as here or smaller.
const STEP: f64 = 1.0007;

/// Pitches that differ by less than this share are one: of them the best counts.
const APART: f64 = 0.03;

/// At twice the right pitch edges gather half as much; at one that is right they gather at least so much of what they do
/// at a part of it. Chosen: between half and all of it.
const AS_WELL: f64 = 0.75;

/// So many pitches are told. By trial on the levels of a program: the right one was the first each time. And so many more
/// that are [far](FAR) from what was seen.
const MOST: usize = 4;
const MOST_FAR: usize = 2;

/// So many are looked at near one that was guessed, this share apart. By trial on a page whose tiles had 102.5 pixels: 100 was
/// guessed, the two likeliest sizes about it were 101.5 and 102.5 each time, and at both it was read right.
const MOST_ABOUT: usize = 2;
const FINE: f64 = 0.004;

/// A size may be told that is so far from one that was guessed, as a share, if edges gather so many times as much there. Chosen:
/// a rim of a pixel and a half around a block of two tiles of 24 pixels, and more than where lines fall on pixels makes.
const WIDER: f64 = 0.065;
const CLEARLY: f64 = 2.0;

/// And they gather so much at least, across and down together: 2 is what one line makes of it each way at any size. By trial:
/// looks of the woodworm with lines in their wood or a chequered sky had 4.1 to 9, sliding blocks with signs on them 2.7 at a wrong
/// size.
const REPEATED: f64 = 3.5;

/// The sizes that were seen, in pixels.
pub fn known(seen: &[Lattice]) -> Vec<[f64; 2]> {
    let mut known: Vec<[f64; 2]> = Vec::new();
    for lattice in seen {
        let is_new = |size: &[f64; 2]| (size[0] / lattice.pitch[0] - 1.0).abs() > GROWTH - 1.0;
        if known.iter().all(is_new) {
            known.push(lattice.pitch);
        }
    }
    known
}

/// Whether a size is one that was seen, but for rounding.
pub fn is_known(size: [f64; 2], seen: &[Lattice]) -> bool {
    let near = |seen: &Lattice| (0..2).all(|i| (size[i] / seen.pitch[i] - 1.0).abs() < ROUNDED);
    seen.iter().any(near)
}

/// All that are tried.
pub fn all(known: &[[f64; 2]]) -> Vec<[f64; 2]> {
    scaled(known, SCALES, GROWTH).collect()
}

/// Those from the least to the largest, each so many times the one before.
fn scaled(
    known: &[[f64; 2]],
    [least, most]: [f64; 2],
    step: f64,
) -> impl Iterator<Item = [f64; 2]> {
    let factors = std::iter::successors(Some(least), move |factor| Some(factor * step));
    let factors = factors.take_while(move |factor| *factor < most);
    factors.flat_map(|factor| known.iter().map(move |size| size.map(|side| side * factor)))
}

/// Those at which most edges in a picture lie in the same places of their tiles, the likeliest first.
pub fn told(picture: &RgbaImage, known: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let rated = rated(&edges(picture), near(known), MOST).into_iter();
    rated.map(|(_, size)| size).collect()
}

/// The same and those that are far from what was seen, but for those that are whole parts of others: where tiles have
/// edges, their halves and thirds have them in the same places, too.
pub fn undivided(picture: &RgbaImage, known: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let [near, far] = likely(picture, known);
    let all = [near, far].concat();
    whole_of(&all, &all)
}

/// Those that edges tell, parts of others, too, and of those that are far from what was seen the undivided ones.
pub fn divided(picture: &RgbaImage, known: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let [near, far] = likely(picture, known);
    let all = [near.clone(), far.clone()].concat();
    let near = near.into_iter().map(|(_, size)| size);
    near.chain(whole_of(&far, &all)).collect()
}

/// The likeliest sizes and how much edges gather at each: near what was seen, and far from that.
fn likely(picture: &RgbaImage, known: &[[f64; 2]]) -> [Vec<(f64, [f64; 2])>; 2] {
    let sums = edges(picture);
    let near = rated(&sums, self::near(known), MOST);
    let best = near.iter().map(|(rate, _)| *rate).fold(0.0, f64::max);
    let mut far = rated(&sums, self::far(known), MOST_FAR);
    far.retain(|(rate, _)| *rate > AS_WELL * best);
    [near, far]
}

/// Those of some sizes that are no whole parts of any.
fn whole_of(some: &[(f64, [f64; 2])], all: &[(f64, [f64; 2])]) -> Vec<[f64; 2]> {
    let is_part = |(rate, size): &(f64, [f64; 2])| {
        all.iter().any(|(other, larger)| {
            let times = larger[0] / size[0];
            let is_times = times > 1.5 && (times / times.round() - 1.0).abs() < APART;
            is_times && *other > AS_WELL * rate
        })
    };
    let whole = some.iter().filter(|rated| !is_part(rated));
    whole.map(|(_, size)| *size).collect()
}

/// The likeliest of some sizes, so many at most, and how much edges gather at each.
fn rated(
    sums: &[Vec<f64>; 2],
    sizes: impl Iterator<Item = [f64; 2]>,
    most: usize,
) -> Vec<(f64, [f64; 2])> {
    best(rates(sums, sizes), most, APART)
}

/// How much edges gather at each of some sizes.
fn rates(
    sums: &[Vec<f64>; 2],
    sizes: impl Iterator<Item = [f64; 2]>,
) -> impl Iterator<Item = (f64, [f64; 2])> {
    sizes.map(|size| {
        let rates = [0, 1].map(|axis| gathered(&sums[axis], size[axis]));
        (rates[0] + rates[1], size)
    })
}

/// Whether two sizes are less apart, as a share.
fn is_near(one: &[f64; 2], other: &[f64; 2], apart: f64) -> bool {
    (one[0] / other[0] - 1.0).abs() < apart
}

/// The best rated of sizes that are so far apart, as a share; so many at most.
fn best(
    rated: impl Iterator<Item = (f64, [f64; 2])>,
    most: usize,
    apart: f64,
) -> Vec<(f64, [f64; 2])> {
    let mut rated: Vec<(f64, [f64; 2])> = rated.collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut best: Vec<(f64, [f64; 2])> = Vec::new();
    for (rate, size) in rated {
        let is_known = |(_, other): &(f64, [f64; 2])| is_near(&size, other, apart);
        if best.len() < most && !best.iter().any(is_known) {
            best.push((rate, size));
        }
    }
    best
}

/// Those that were seen, larger and smaller.
fn near(known: &[[f64; 2]]) -> impl Iterator<Item = [f64; 2]> + '_ {
    scaled(known, SCALES, STEP).chain(whole(known))
}

/// And still larger and smaller.
fn far(known: &[[f64; 2]]) -> impl Iterator<Item = [f64; 2]> + '_ {
    let smaller = scaled(known, [FAR[0], SCALES[0]], STEP);
    smaller.chain(scaled(known, [SCALES[1], FAR[1]], STEP))
}

/// Those of whole pixels.
fn whole(known: &[[f64; 2]]) -> impl Iterator<Item = [f64; 2]> {
    known.iter().flat_map(|size| {
        let [least, most] = SCALES.map(|scale| (scale * size[0]).ceil() as u32);
        (least..most).map(move |side| {
            let side = f64::from(side);
            [side, (size[1] * side / size[0]).round()]
        })
    })
}

/// The sizes near one that was guessed which edges tell in a picture of nothing but tiles, the likeliest first.
pub fn about(tiles: &RgbaImage, guessed: [f64; 2]) -> Vec<[f64; 2]> {
    let best = rated_about(&edges(tiles), guessed, APART).into_iter();
    best.map(|(_, size)| size).collect()
}

/// The size near one that was guessed at which these edges gather clearly more than at that, if there is one.
pub fn clearly_told(sums: &[Vec<f64>; 2], guessed: [f64; 2]) -> Option<[f64; 2]> {
    let square = [(guessed[0] + guessed[1]) / 2.0; 2];
    let about = [guessed, square].map(|guessed| rated_about(sums, guessed, WIDER));
    let likeliest = about
        .concat()
        .into_iter()
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let own: f64 = rates(sums, std::iter::once(guessed))
        .map(|(rate, _)| rate)
        .sum();
    tracing::debug!(?guessed, own, ?likeliest, "what is repeated");
    let is_clear = |rate: f64| rate > REPEATED && rate > CLEARLY * own;
    likeliest.and_then(|(rate, size)| is_clear(rate).then_some(size))
}

/// The best rated that are less apart from one that was guessed, as a share.
fn rated_about(sums: &[Vec<f64>; 2], guessed: [f64; 2], apart: f64) -> Vec<(f64, [f64; 2])> {
    let guessed = [guessed];
    let about = scaled(&guessed, [1.0 - apart, 1.0 + apart], STEP);
    best(rates(sums, about), MOST_ABOUT, FINE)
}

/// Those that edges tell in parts of a picture, but for some, the likeliest first: a board is only a part of its page.
fn told_in_parts(picture: &RgbaImage, known: &[[f64; 2]], but: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let half = [picture.width(), picture.height()].map(|side| side / 2);
    let steps = (0..3).flat_map(|down| (0..3).map(move |across| [across, down]));
    let corners = steps.map(|step: [u32; 2]| [0, 1].map(|axis| step[axis] * half[axis] / 2));
    let parts = corners.flat_map(|[x, y]| {
        let part = crop_imm(picture, x, y, half[0], half[1]).to_image();
        rated(&edges(&part), near(known), MOST)
    });
    let is_new = |(_, size): &(f64, [f64; 2])| !but.iter().any(|other| is_near(size, other, APART));
    let best = best(parts.filter(is_new), MOST, APART).into_iter();
    best.map(|(_, size)| size).collect()
}

/// So many times larger each of those must be made for being the nearest that is known.
pub fn scales(picture: &RgbaImage, known: &[[f64; 2]]) -> Vec<f64> {
    let whole = told(picture, known);
    let parts = told_in_parts(picture, known, &whole);
    let told = whole.into_iter().chain(parts).filter_map(|told| {
        let scales = known.iter().map(|known| known[0] / told[0]);
        scales.min_by(|a, b| a.ln().abs().total_cmp(&b.ln().abs()))
    });
    told.filter(|scale| (scale - 1.0).abs() > STEP - 1.0)
        .collect()
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;

    /// Blocks of several tiles of this size, from a corner on, on a page with a line across.
    fn blocks(size: f64) -> RgbaImage {
        let mut picture = RgbaImage::from_pixel(500, 420, Rgba([240, 240, 240, 255]));
        (0..500).for_each(|x| picture.put_pixel(x, 31, Rgba([90, 90, 90, 255])));
        let mut fill = |[left, top, wide, high]: [u32; 4]| {
            let at = |tile: u32, corner: f64| (corner + f64::from(tile) * size).round() as u32;
            for y in at(top, 60.0) + 2..at(top + high, 60.0) - 2 {
                for x in at(left, 37.0) + 2..at(left + wide, 37.0) - 2 {
                    picture.put_pixel(x, y, Rgba([50, 100, 160, 255]));
                }
            }
        };
        let upper = [[0, 0, 2, 2], [2, 0, 1, 2], [3, 0, 1, 1], [3, 1, 2, 1]];
        let lower = [[0, 2, 1, 2], [1, 2, 2, 1], [1, 3, 1, 1], [3, 2, 2, 2]];
        upper.into_iter().chain(lower).for_each(&mut fill);
        picture
    }

    #[test]
    fn the_size_is_told_by_where_edges_run() {
        for size in [31.0, 44.5, 62.0, 80.0] {
            let told = told(&blocks(size), &[[48.0, 48.0]]);
            let is_it = |told: &[f64; 2]| (told[0] / size - 1.0).abs() < 0.01;
            assert!(told.iter().any(is_it), "{size}: {told:?}");
            assert!(told.iter().all(|told| told[0] == told[1]));
        }
    }

    #[test]
    fn of_tiles_alone_the_size_is_told_closely() {
        for size in [44.5, 62.0, 80.0] {
            let [width, height] = [5, 4].map(|count| (f64::from(count) * size) as u32);
            let tiles = crop_imm(&blocks(size), 37, 60, width, height).to_image();
            for off in [0.975, 1.0, 1.025] {
                let told = about(&tiles, [size * off; 2]);
                let is_near = |told: &[f64; 2]| (told[0] / size - 1.0).abs() < 0.01;
                assert!(told.first().is_some_and(is_near), "{size} {off}: {told:?}");
            }
        }
    }
}
