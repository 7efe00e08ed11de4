//! Cells as small patches, all of one size whatever the size of a cell.

use super::Pixels;
use crate::base::{Point, Rect};

/// Points of a patch in each direction.
const SIDE: usize = 16;

/// Points of a patch.
const AREA: usize = SIDE * SIDE;

/// A cell's edge that is not looked at, as a share: lines and shadows of neighbours reach in there.
const RIM: f32 = 0.06;

/// The points of a patch that must differ to count: a small sprite is so large.
const TELLING: usize = AREA / 12;

/// The points of a patch that things leave free.
const FREE: usize = AREA / 4;

/// Things reach so far into the next cell, a share. By trial: weapons and wings of a real game's monsters do by a third.
const REACH: f32 = 0.45;

/// Differences below this are noise, in grey levels.
const NOISE: f32 = 7.0;

/// What differs from floor so many times as much as floor may is certainly something else.
const CLEARLY: f32 = 1.7;

/// So often at least the floor of a cell is seen again before it is known how much it changes. Chosen: two rows.
const AGAIN: usize = 16;

/// A look at a cell.
#[derive(Clone, Debug)]
pub struct Patch(Box<[[f32; 3]; AREA]>);

impl Patch {
    /// The cell's pixels, averaged to the size of a patch.
    pub fn new(pixels: &impl Pixels, area: Rect) -> Self {
        let mut points = Box::new([[0.0; 3]; AREA]);
        let span = |start: i32, length: i32, index: usize| {
            let length = length as f32;
            let (from, inner) = (start as f32 + length * RIM, length * (1.0 - 2.0 * RIM));
            let low = from + inner * index as f32 / SIDE as f32;
            let high = from + inner * (index + 1) as f32 / SIDE as f32;
            let first = low.round() as i32;
            first..(high.round() as i32).max(first + 1)
        };
        for (index, point) in points.iter_mut().enumerate() {
            let mut sum = [0.0f32; 3];
            let mut count = 0.0;
            for y in span(area.y, area.height, index / SIDE) {
                for x in span(area.x, area.width, index % SIDE) {
                    let colour = pixels(x, y);
                    (0..3).for_each(|i| sum[i] += f32::from(colour[i]));
                    count += 1.0;
                }
            }
            *point = sum.map(|s| s / count);
        }
        Self(points)
    }

    /// The cell as it is, and moved a little in each direction.
    pub fn around(pixels: &impl Pixels, area: Rect) -> Vec<Patch> {
        let step = (area.width / 36).max(1);
        let moved = |x: i32, y: i32| area.at(area.corner() + Point::new(x * step, y * step));
        let shifts = [0, -1, 1]
            .into_iter()
            .flat_map(|y| [0, -1, 1].map(|x| moved(x, y)));
        shifts.map(|area| Patch::new(pixels, area)).collect()
    }

    /// The patch with the points of another one where things of neighbours may reach in: beside these edges, above, on
    /// the right, below and on the left.
    pub fn patched(&self, other: &Patch, [above, right, below, left]: [bool; 4]) -> Patch {
        let reach = (SIDE as f32 * REACH) as usize;
        let points = std::array::from_fn(|at| {
            let (x, y) = (at % SIDE, at / SIDE);
            let is_reached = (above && y < reach)
                || (right && x >= SIDE - reach)
                || (below && y >= SIDE - reach)
                || (left && x < reach);
            if is_reached { other.0[at] } else { self.0[at] }
        });
        Patch(Box::new(points))
    }

    fn mean(&self) -> [f32; 3] {
        std::array::from_fn(|i| self.0.iter().map(|point| point[i]).sum::<f32>() / AREA as f32)
    }

    fn minus(&self, other: &Patch) -> Patch {
        let points =
            std::array::from_fn(|at| std::array::from_fn(|i| self.0[at][i] - other.0[at][i]));
        Patch(Box::new(points))
    }

    /// Each point the mean of those around it that there are. By imageproc's `filter` it takes 3.3 us
    /// instead of 1.6 us, once for every floor that a cell is compared with.
    fn blurred(&self) -> Patch {
        let points = std::array::from_fn(|at| {
            let (x, y) = (at % SIDE, at / SIDE);
            let mut sum = [0.0; 3];
            let mut count = 0.0;
            for y in y.saturating_sub(1)..(y + 2).min(SIDE) {
                for x in x.saturating_sub(1)..(x + 2).min(SIDE) {
                    (0..3).for_each(|i| sum[i] += self.0[y * SIDE + x][i]);
                    count += 1.0;
                }
            }
            sum.map(|s| s / count)
        });
        Patch(Box::new(points))
    }

    /// Without the plane that fits it best: light that changes slowly across the board.
    fn levelled(&self) -> Patch {
        let mean = self.mean();
        let centre = (SIDE as f32 - 1.0) / 2.0;
        let mut slopes = [[0.0f32; 3]; 2];
        let mut weight = 0.0;
        for (at, point) in self.0.iter().enumerate() {
            let (x, y) = ((at % SIDE) as f32 - centre, (at / SIDE) as f32 - centre);
            weight += x * x;
            for i in 0..3 {
                slopes[0][i] += x * point[i];
                slopes[1][i] += y * point[i];
            }
        }
        let points = std::array::from_fn(|at| {
            let (x, y) = ((at % SIDE) as f32 - centre, (at / SIDE) as f32 - centre);
            std::array::from_fn(|i| {
                self.0[at][i] - mean[i] - (x * slopes[0][i] + y * slopes[1][i]) / weight
            })
        });
        Patch(Box::new(points))
    }

    /// The difference of a point.
    fn step(&self, other: &Patch, at: usize) -> f32 {
        let (a, b) = (&self.0[at], &other.0[at]);
        size(&[a[0] - b[0], a[1] - b[1], a[2] - b[2]])
    }

    /// The mean difference of the points.
    fn distance(&self, other: &Patch) -> f32 {
        (0..AREA).map(|at| self.step(other, at)).sum::<f32>() / AREA as f32
    }

    /// The share of the points that differ by more than `least`.
    pub fn covered(&self, floor: &Patch, least: f32) -> f32 {
        let differ = (0..AREA).filter(|at| self.step(floor, *at) > least);
        differ.count() as f32 / AREA as f32
    }

    /// How much it differs from a floor in the part in which it differs least.
    fn rest(&self, floor: &Patch) -> f32 {
        let mut sizes: Vec<f32> = (0..AREA).map(|at| self.step(floor, at)).collect();
        let (_, _, _) = sizes.select_nth_unstable_by(FREE, f32::total_cmp);
        sizes[..FREE].iter().sum::<f32>() / FREE as f32
    }

    /// How large its largest points are: the mean of the most telling ones.
    fn strength(&self) -> f32 {
        let mut sizes: Vec<f32> = self.0.iter().map(size).collect();
        let (_, _, _) = sizes.select_nth_unstable_by(TELLING, |a, b| b.total_cmp(a));
        sizes[..TELLING].iter().sum::<f32>() / TELLING as f32
    }
}

/// The largest part of a difference.
fn size(point: &[f32; 3]) -> f32 {
    point.iter().fold(0.0, |most, part| part.abs().max(most))
}

/// How much a cell differs from one of the floor.
fn difference(patch: &Patch, floor: &Patch) -> f32 {
    patch.minus(floor).blurred().levelled().strength()
}

/// How much the floor of a cell differs from one example to the next, at most; more than anything if that was seen of few
/// cells.
fn changes(seen: &[(usize, Patch)]) -> f32 {
    let pairs = seen.iter().enumerate().flat_map(|(at, (cell, one))| {
        let same = seen[at + 1..]
            .iter()
            .filter(move |(other, _)| other == cell);
        same.map(move |(_, other)| one.minus(other).blurred().strength())
    });
    let all: Vec<f32> = pairs.collect();
    match all.len() >= AGAIN {
        true => all.into_iter().fold(0.0, f32::max),
        false => f32::MAX,
    }
}

/// What empty cells look like.
#[derive(Clone, Debug)]
pub struct Floor {
    /// By the cell they were seen in.
    seen: Vec<(usize, Patch)>,
    /// The darkest and the brightest mean.
    range: [[f32; 3]; 2],
    /// Cells that differ less are floor, those that differ more are not.
    pub limits: [f32; 2],
    /// How much a cell's floor differs from itself at most, from example to example; more than anything if that is not known.
    changes: f32,
}

/// How a cell relates to the floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bare {
    Yes,
    No,
    Unsure,
}

impl Floor {
    /// Learns from cells of which is known which are floor; cells may be given more than once.
    pub fn learn(floor: Vec<(usize, Patch)>, things: &[Patch]) -> Self {
        let mut range = [[255.0f32; 3], [0.0f32; 3]];
        for (_, patch) in &floor {
            for (i, part) in patch.mean().into_iter().enumerate() {
                range[0][i] = range[0][i].min(part);
                range[1][i] = range[1][i].max(part);
            }
        }
        let changes = changes(&floor);
        let mut learned = Self {
            seen: floor,
            range,
            limits: [NOISE; 2],
            changes,
        };
        let unseen = |(cell, patch): &(usize, Patch)| learned.across(patch, Some(*cell));
        let most = learned.seen.iter().map(unseen).fold(0.0, f32::max);
        let least = things
            .iter()
            .map(|patch| learned.across(patch, None))
            .fold(255.0, f32::min);
        let low = (1.15 * most).max(NOISE);
        let high = (most + 0.35 * (least - most)).min(CLEARLY * low);
        learned.limits = [low, low.max(high)];
        learned
    }

    /// How much a patch differs from all floor but that of one cell.
    fn across(&self, patch: &Patch, but: Option<usize>) -> f32 {
        let others = self.seen.iter().filter(|(cell, _)| Some(*cell) != but);
        let least = others
            .map(|(_, floor)| difference(patch, floor))
            .fold(f32::MAX, f32::min);
        let mean = patch.mean();
        let beyond = (0..3)
            .map(|i| (self.range[0][i] - mean[i]).max(mean[i] - self.range[1][i]))
            .fold(0.0, f32::max);
        // A flat colour that no floor has is no floor either.
        least.max(2.0 * (beyond - 6.0))
    }

    /// The floor that a thing stands on: the one that is nearest where the thing leaves it free.
    pub fn nearest(&self, patch: &Patch) -> Option<&Patch> {
        let with_keys = self
            .seen
            .iter()
            .map(|(_, floor)| (patch.rest(floor), floor));
        with_keys
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, floor)| floor)
    }

    /// The floor that a cell has, or had, and the mean difference from it: the cell's own where that was
    /// seen, else the one that is nearest.
    pub fn likest(&self, cell: usize, patch: &Patch) -> Option<(&Patch, f32)> {
        let nearest = |own: bool| {
            let seen = self.seen.iter().filter(|(at, _)| !own || *at == cell);
            let differences = seen.map(|(_, floor)| (floor, patch.distance(floor)));
            differences.min_by(|a, b| a.1.total_cmp(&b.1))
        };
        nearest(true).or_else(|| nearest(false))
    }

    /// Whether a cell is empty. The patches are of the cell as it is, and moved a little.
    pub fn is_bare(
        &self,
        cell: usize,
        patches: impl FnOnce() -> Vec<Patch>,
        patch: &Patch,
    ) -> Bare {
        let own = |(at, floor): &(usize, Patch)| {
            (*at == cell).then(|| patch.minus(floor).blurred().strength())
        };
        let own = self.seen.iter().filter_map(own).reduce(f32::min);
        if own.is_some_and(|own| own < NOISE) {
            return Bare::Yes;
        }
        let mut across = self.across(patch, None);
        // A cell that was never seen empty may show some of a line beside it.
        if own.is_none() && across > self.limits[0] {
            let moved = patches();
            let moved = moved.iter().map(|patch| self.across(patch, None));
            across = moved.fold(across, f32::min);
        }
        let is_changed = |own| own > self.limits[1] && own > CLEARLY * self.changes;
        match (own, across) {
            (_, across) if across > self.limits[1] => Bare::No,
            (Some(own), _) if is_changed(own) => Bare::No,
            (Some(own), across) if own > self.limits[1] && across > self.limits[0] => Bare::No,
            (None, across) if across <= self.limits[0] => Bare::Yes,
            _ => Bare::Unsure,
        }
    }
}

/// A thing that always looks alike, as it was seen on some cell.
#[derive(Clone, Debug)]
pub struct Thing {
    pub letter: char,
    /// What differs from it by less is the same.
    pub limit: f32,
    patch: Patch,
    /// What of it is not floor.
    own: Patch,
}

impl Thing {
    pub fn new(letter: char, patch: Patch, floor: &Floor) -> Self {
        let own = floor
            .nearest(&patch)
            .map_or_else(|| patch.clone(), |f| patch.minus(f));
        Self {
            letter,
            limit: 0.0,
            patch,
            own,
        }
    }

    /// How much a cell differs from this thing: 0 not at all, 1 about as much as from the floor that
    /// it is nearest to. The patches are of the cell as it is and moved by a pixel; the most alike
    /// counts.
    pub fn differs(&self, patches: &[Patch], ground: Option<&Patch>) -> f32 {
        let apart = |patch: &Patch| {
            let other = ground.map_or_else(|| patch.clone(), |f| patch.minus(f));
            self.apart(patch, &other)
        };
        patches.iter().map(apart).fold(f32::MAX, f32::min)
    }

    /// The mean difference of a cell from this thing, and that of this thing from a floor. The patches
    /// are as in [`Self::differs`].
    pub fn on(&self, floor: &Patch, patches: &[Patch]) -> (f32, f32) {
        let differences = patches.iter().map(|patch| self.patch.distance(patch));
        let least = differences.fold(f32::MAX, f32::min);
        (least, self.patch.distance(floor))
    }

    /// How far a cell is from this thing, and from the nearest of others, where this differs from floor by more than
    /// `least`; None if it does nowhere. The patches are as in [`Self::differs`].
    pub fn where_it_is<'a>(
        &self,
        patches: &[Patch],
        others: impl Iterator<Item = &'a Patch>,
        least: f32,
    ) -> Option<(f32, f32)> {
        let far = |other: &Patch| {
            let far = patches
                .iter()
                .map(|patch| self.apart_where_it_is(patch, other, least));
            far.flatten().min_by(f32::total_cmp)
        };
        let others = others.filter_map(far).fold(f32::MAX, f32::min);
        far(&self.patch).map(|own| (own, others))
    }

    /// The mean difference of two patches where this differs from floor by more than `least`; None if it does nowhere.
    pub fn apart_where_it_is(&self, a: &Patch, b: &Patch, least: f32) -> Option<f32> {
        let points = (0..AREA).filter(|at| size(&self.own.0[*at]) > least);
        let (count, sum) = points.fold((0, 0.0), |(count, sum), at| {
            (count + 1, sum + a.step(b, at))
        });
        (count > 0).then(|| sum / count as f32)
    }

    /// What it looks like.
    pub fn patch(&self) -> &Patch {
        &self.patch
    }

    fn apart(&self, patch: &Patch, other: &Patch) -> f32 {
        let (mut apart, mut all) = (0.0, 0.0);
        for at in 0..AREA {
            let seen = self.patch.step(patch, at);
            apart += seen.min(self.own.step(other, at));
            all += (size(&self.own.0[at]) + size(&other.0[at])) / 2.0;
        }
        apart / all.max(1.0)
    }
}

/// Gives each thing a limit: `most`, or half as much as it differs from a thing of another letter.
pub fn set_limits(things: &mut [Thing], floor: &Floor, most: f32) {
    let nearest = |thing: &Thing| {
        let others = things.iter().filter(|other| other.letter != thing.letter);
        let differences = others.map(|other| {
            thing.differs(
                std::slice::from_ref(&other.patch),
                floor.nearest(&other.patch),
            )
        });
        differences.fold(f32::MAX, f32::min)
    };
    let limits: Vec<f32> = things
        .iter()
        .map(|thing| most.min(0.5 * nearest(thing)))
        .collect();
    for (thing, limit) in things.iter_mut().zip(limits) {
        thing.limit = limit.max(0.01);
    }
}
