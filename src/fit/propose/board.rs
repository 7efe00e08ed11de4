//! A board on a lattice: which of its cells are cells, by the edges between them.

use super::edges::Edges;
use crate::vision::tiles::{Lattice, TileGrid};

/// The part of a border that is looked at, from and to, as shares of a cell: corners may be round.
const STRETCH: [f64; 2] = [0.25, 0.75];

/// An edge may be so far off its line, as a share of a cell: at a coarse look, and closely, where lines are in the middle
/// of gaps. Chosen: gaps between cells are up to a quarter of them.
pub(super) const COARSE: f64 = 0.08;
pub(super) const CLOSE: f64 = 0.14;

/// Inside a cell an edge is so far from its sides, as a share. Chosen: frames of cells are narrower.
const INSIDE: f64 = 0.22;

/// What an edge inside of a cell, and a cell of itself, takes off what its borders tell. By trial.
const CROSSED: f32 = 0.35;
const PLAIN: f32 = 0.3;

/// What it takes off that a side of the outline is none, and that a row or column at the rim is open at both ends, each
/// cell of it. By trial.
const OPEN: f32 = 1.0;
const LOOSE: f32 = 1.2;

/// A board of two rows or columns is so much less likely: so are letters and buttons. Chosen.
const NARROW: f32 = 0.4;

/// So many lines are half as telling as many. By trial: a few come at like distances by chance.
const LINES: f32 = 6.0;

/// Where there is less of an edge there is none.
const NONE: f32 = 0.3;

/// So many cells may lie between where edges end and the frame of the board. Chosen.
const FRAMED: usize = 3;

/// What is told by the edges of a whole picture, on one lattice.
pub(super) struct Borders {
    lattice: Lattice,
    size: [usize; 2],
    /// Of lines across each axis: by line and by cell along it, how much of an edge there is.
    on: [Vec<f32>; 2],
    /// The same between a line and the next: the most of an edge inside of cells.
    inside: [Vec<f32>; 2],
}

/// A part of the lattice: the first column and row, and those behind the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub from: [usize; 2],
    pub to: [usize; 2],
}

impl Part {
    pub fn count(&self, axis: usize) -> usize {
        self.to[axis] - self.from[axis]
    }
}

/// A board that may be one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    pub grid: TileGrid,
    /// How much its edges tell: in pixels of edges, the less the more of its lines and borders have none.
    pub score: f32,
    /// 0 to 1: how many of its lines have edges, how much of its outline is one.
    pub lined: f32,
    pub closed: f32,
    /// How much of its cells' sides are edges, and how much there is inside of them: 0 to 1.
    pub edged: f32,
    pub crossed: f32,
}

impl Borders {
    pub fn of(edges: &[Edges; 2], lattice: Lattice, reach: f64) -> Self {
        let Lattice { first, pitch } = lattice;
        let phase = [0, 1].map(|axis| first[axis].rem_euclid(pitch[axis]));
        let size =
            [0, 1].map(|axis| ((edges[axis].lines as f64 - phase[axis]) / pitch[axis]) as usize);
        let lattice = Lattice {
            first: phase,
            pitch,
        };
        let both = [0, 1].map(|axis| along(&edges[axis], &lattice, size, axis, reach));
        let [(a, b), (c, d)] = both;
        Self {
            lattice,
            size,
            on: [a, c],
            inside: [b, d],
        }
    }

    fn on(&self, axis: usize, line: usize, cell: usize) -> f32 {
        self.on[axis][line * self.size[1 - axis] + cell]
    }

    fn inside(&self, axis: usize, line: usize, cell: usize) -> f32 {
        self.inside[axis][line * self.size[1 - axis] + cell]
    }

    /// What tells for a cell to be one.
    fn weight(&self, [column, row]: [usize; 2]) -> f32 {
        let sides = self.on(0, column, row)
            + self.on(0, column + 1, row)
            + self.on(1, row, column)
            + self.on(1, row + 1, column);
        let inside = self.inside(0, column, row) + self.inside(1, row, column);
        sides / 2.0 - CROSSED * inside - PLAIN
    }

    /// The part of which most tells that it is a board, and how much that is.
    fn heaviest(&self) -> Option<(Part, f32)> {
        let [columns, rows] = self.size;
        let weights: Vec<f32> = (0..columns * rows)
            .map(|at| self.weight([at % columns, at / columns]))
            .collect();
        let mut best: Option<(Part, f32)> = None;
        for top in 0..rows {
            let mut sums = vec![0.0f32; columns];
            for bottom in top + 1..=rows {
                for (column, sum) in sums.iter_mut().enumerate() {
                    *sum += weights[(bottom - 1) * columns + column];
                }
                let (mut from, mut sum) = (0, 0.0);
                for (column, weight) in sums.iter().enumerate() {
                    if sum < 0.0 {
                        (from, sum) = (column, 0.0);
                    }
                    sum += weight;
                    if best.is_none_or(|(_, most)| sum > most) {
                        let part = Part {
                            from: [from, top],
                            to: [column + 1, bottom],
                        };
                        best = Some((part, sum));
                    }
                }
            }
        }
        best
    }

    /// The part that is the likeliest board, and how much tells for it, roughly.
    pub fn part(&self) -> Option<(Part, f32)> {
        let (part, told) = self.heaviest()?;
        let is_large = part.count(0).min(part.count(1)) >= 2;
        is_large.then(|| (part, self.score(&part, told)))
    }

    /// The board that is the likeliest here, if there is any.
    pub fn board(&self) -> Option<Board> {
        Some(self.outlined_board(self.part()?.0))
    }

    /// The board near a part.
    pub fn outlined_board(&self, part: Part) -> Board {
        let (part, told) = self.outlined(part);
        let [edged, crossed] = self.shares(&part);
        let [left, top] = part.from.map(|from| from as i32);
        Board {
            grid: TileGrid {
                lattice: self.lattice.from(left, top),
                columns: part.count(0),
                rows: part.count(1),
            },
            score: self.score(&part, told),
            lined: self.lined(&part),
            closed: self.closed(&part),
            edged,
            crossed,
        }
    }

    /// In pixels of edges, the less the more lines, borders and sides of the outline have none, and the fewer lines there
    /// are.
    fn score(&self, part: &Part, told: f32) -> f32 {
        let told = told.max(0.0);
        let filled = told / (2 * part.count(0) * part.count(1)) as f32;
        let pitch = (self.lattice.pitch[0] + self.lattice.pitch[1]) / 2.0;
        let lines = (part.count(0) + part.count(1) + 2) as f32;
        let narrow = match part.count(0).min(part.count(1)) {
            ..3 => NARROW,
            _ => 1.0,
        };
        let likely = filled.sqrt() * self.lined(part).powi(4) * lines / (lines + LINES) * narrow;
        told * pitch as f32 * likely * (1.0 + self.closed(part)) / 2.0
    }

    /// The share of a part's lines that are edges anywhere.
    fn lined(&self, part: &Part) -> f32 {
        let line = |axis: usize, line: usize| -> f32 {
            let cells = part.from[1 - axis]..part.to[1 - axis];
            let sum: f32 = cells.map(|cell| self.on(axis, line, cell)).sum();
            sum.min(1.0)
        };
        let lines = [0, 1].map(|axis| {
            let all = part.from[axis]..=part.to[axis];
            all.map(|at| line(axis, at)).sum::<f32>() / (part.count(axis) + 1) as f32
        });
        lines[0].min(lines[1])
    }

    /// The share of one of a part's lines that is an edge.
    fn side(&self, part: &Part, axis: usize, line: usize) -> f32 {
        let cells = part.from[1 - axis]..part.to[1 - axis];
        let sum: f32 = cells.map(|cell| self.on(axis, line, cell)).sum();
        sum / part.count(1 - axis) as f32
    }

    /// The least closed of its four sides.
    fn closed(&self, part: &Part) -> f32 {
        let sides = [0, 1].map(|axis| {
            let ends = [part.from[axis], part.to[axis]];
            let [a, b] = ends.map(|line| self.side(part, axis, line));
            a.min(b)
        });
        sides[0].min(sides[1])
    }

    /// The part near another of which most tells that it is a board, its outline included.
    fn outlined(&self, part: Part) -> (Part, f32) {
        let mut best = (part, self.told(&part));
        loop {
            let nearby = self.nearby(&best.0);
            let told = nearby.map(|part| (part, self.told(&part)));
            match told.max_by(|a, b| a.1.total_cmp(&b.1)) {
                Some(better) if better.1 > best.1 + 0.001 => best = better,
                _ => return best,
            }
        }
    }

    /// The parts of which one or two sides are elsewhere, a few cells.
    fn nearby(&self, part: &Part) -> impl Iterator<Item = Part> {
        let (part, size) = (*part, self.size);
        let moves = move |axis: usize| {
            let reach = FRAMED as i32;
            let both = (-reach..=reach).flat_map(move |a| (-reach..=reach).map(move |b| (a, b)));
            both.filter_map(move |(a, b)| {
                let from = part.from[axis].checked_add_signed(a as isize)?;
                let to = part.to[axis].checked_add_signed(b as isize)?;
                (from + 2 <= to && to <= size[axis]).then_some((from, to))
            })
        };
        [0, 1].into_iter().flat_map(move |axis| {
            moves(axis).map(move |(from, to)| {
                let mut moved = part;
                (moved.from[axis], moved.to[axis]) = (from, to);
                moved
            })
        })
    }

    /// What tells that a part is a board, in borders.
    fn told(&self, part: &Part) -> f32 {
        let (mut on, mut inside) = (0.0, 0.0);
        for axis in [0, 1] {
            let cells = part.from[1 - axis]..part.to[1 - axis];
            for line in part.from[axis]..=part.to[axis] {
                on += cells
                    .clone()
                    .map(|cell| self.on(axis, line, cell))
                    .sum::<f32>();
                if line < part.to[axis] {
                    let inner = cells.clone().map(|cell| self.inside(axis, line, cell));
                    inside += inner.sum::<f32>();
                }
            }
        }
        let cells = (part.count(0) * part.count(1)) as f32;
        let around = 2.0 * (part.count(0) + part.count(1)) as f32;
        let open = OPEN * (around - self.outline(part)) + LOOSE * self.loose(part) as f32;
        on - CROSSED * inside - PLAIN * cells - open
    }

    /// How many cells there are in rows and columns at the rim that nothing closes at their ends.
    fn loose(&self, part: &Part) -> usize {
        let sides = [0, 1].map(|axis| {
            let rims = [part.from[axis], part.to[axis] - 1];
            let is_open = |cell: &usize| {
                let ends = [part.from[1 - axis], part.to[1 - axis]];
                ends.iter()
                    .all(|line| self.on(1 - axis, *line, *cell) < NONE)
            };
            rims.iter().filter(|cell| is_open(cell)).count() * part.count(1 - axis)
        });
        sides[0] + sides[1]
    }

    /// How much of its outline is an edge, in sides of cells.
    fn outline(&self, part: &Part) -> f32 {
        let sides = [0, 1].map(|axis| {
            let side = |line: usize| self.side(part, axis, line) * part.count(1 - axis) as f32;
            side(part.from[axis]) + side(part.to[axis])
        });
        sides[0] + sides[1]
    }

    /// How much of the sides of a part's cells is edges, and how much there is inside of them.
    fn shares(&self, part: &Part) -> [f32; 2] {
        let (mut on, mut inside) = (0.0, 0.0);
        for row in part.from[1]..part.to[1] {
            for column in part.from[0]..part.to[0] {
                on += self.on(0, column, row) + self.on(1, row, column);
                inside += self.inside(0, column, row) + self.inside(1, row, column);
            }
        }
        let count = (2 * part.count(0) * part.count(1)) as f32;
        [on / count, inside / count]
    }
}

/// Of all lines across an axis: how much of an edge there is along each cell, and inside of the cell behind it.
fn along(
    edges: &Edges,
    lattice: &Lattice,
    size: [usize; 2],
    axis: usize,
    reach: f64,
) -> (Vec<f32>, Vec<f32>) {
    let (pitch, first) = (lattice.pitch, lattice.first);
    let reach = ((reach * pitch[axis]).round() as i32).max(1);
    let margin = ((INSIDE * pitch[axis]).round() as i32).max(reach + 1);
    let cells = size[1 - axis];
    let (mut on, mut inside) = (Vec::new(), Vec::new());
    let stretches: Vec<[usize; 2]> = (0..cells)
        .map(|cell| {
            let start = first[1 - axis] + cell as f64 * pitch[1 - axis];
            edges.between(STRETCH.map(|share| start + share * pitch[1 - axis]))
        })
        .collect();
    for line in 0..=size[axis] {
        let place = first[axis] + line as f64 * pitch[axis];
        let from = place.round() as i32 + margin;
        let to = (place + pitch[axis]).round() as i32 - margin;
        for stretches in &stretches {
            on.push(edges.near(place, reach, *stretches));
            let most = (from..=to).map(|line| edges.on(line, *stretches));
            inside.push(most.fold(0.0, f32::max));
        }
    }
    (on, inside)
}
