//! Frame and profile to puzzle.
//!
//! The profile's cells are the field in which the board lies, see [`Field`]. Where in it, and how large
//! its cells are, tell the lines or gaps between them; what a cell shows, its colours.

use super::lattice::{Field, Lattice};
use super::puzzle::{Cell, Puzzle};
use crate::base::{Point, Rect};
use crate::profile::Profile;
use crate::vision::{Note, Patch, ReadError, ReadScratch, Reading, Tints, View};

/// The tints that a profile of this game has; a line is all that is between cells and around them.
pub const LINE: &str = "line";
pub const OPEN: &str = "open";
pub const WALL: &str = "wall";
pub const VISITED: &str = "visited";
pub const HEAD: &str = "head";

/// A cell with this share of the head's colours holds it: the rest of the cell is as visited.
const HEAD_SHARE: f32 = 0.2;
/// About so many pixels of a cell's side are looked at.
const SAMPLES: i32 = 10;
/// So many pixels in a row that look like a cell are one.
const RUN: usize = Lattice::LEAST as usize;

/// Of so many crossings inside a board one may be hidden. Chosen: of a lattice finer than the board's three in four are.
const HIDES: usize = 16;

/// Reads the board.
///
/// # Errors
/// [`ReadError::NoBoard`] if no grid of lines is in the field, [`ReadError::Unsure`] with the cell
/// that is not certain.
pub fn read(
    view: &View,
    profile: &Profile,
    scratch: &mut ReadScratch,
) -> Result<Reading<Puzzle>, ReadError> {
    scratch.clear();
    let reader = Reader::new(view, profile, &mut scratch.patch)?;
    let (lattice, [columns, rows]) = reader.grid()?;
    let looks: Vec<Looks> = (0..columns * rows)
        .map(|at| reader.cell(lattice.cell(at % columns, at / columns)))
        .collect();
    scratch.notes.extend(notes(&looks, lattice, columns));
    let unsure = |at: usize, why: String| ReadError::Unsure {
        what: format!("cell ({}, {})", at % columns, at / columns),
        why,
    };
    let confidence = |at: &usize| looks[*at].confidence;
    let least = (0..looks.len()).min_by(|a, b| confidence(a).total_cmp(&confidence(b)));
    if let Some(at) = least
        && confidence(&at) < profile.confidence
    {
        let why = format!("{} at {:.2}", looks[at].label(), confidence(&at));
        return Err(unsure(at, why));
    }
    let heads: Vec<usize> = (0..looks.len()).filter(|&at| looks[at].is_head).collect();
    if let Some(&second) = heads.get(1) {
        return Err(unsure(
            second,
            "the path has come to another cell, too".into(),
        ));
    }
    let cells: Vec<Cell> = looks.iter().map(|looks| looks.cell).collect();
    let head = heads.first().copied();
    if let Some(visited) = cells.iter().position(|&cell| cell == Cell::Visited)
        && head.is_none()
    {
        return Err(unsure(
            visited,
            "visited, but the path has come to no cell".into(),
        ));
    }
    Ok(Reading {
        grid: None,
        confidence: scratch.least(),
        puzzle: Puzzle::new(columns, rows, cells, head).seen_at(lattice),
    })
}

/// What a cell looks like.
struct Looks {
    cell: Cell,
    is_head: bool,
    confidence: f32,
}

impl Looks {
    fn label(&self) -> &'static str {
        match self.cell {
            _ if self.is_head => HEAD,
            Cell::Open => OPEN,
            Cell::Wall => WALL,
            Cell::Visited => VISITED,
        }
    }
}

fn notes(looks: &[Looks], lattice: Lattice, columns: usize) -> impl Iterator<Item = Note> {
    let note = move |(at, looks): (usize, &Looks)| Note {
        area: lattice.cell(at % columns, at / columns),
        label: looks.label().into(),
        confidence: looks.confidence,
    };
    looks.iter().enumerate().map(note)
}

/// A reading under way.
struct Reader<'a> {
    tints: &'a Tints,
    line: usize,
    /// Open, wall, visited.
    cells: [usize; 3],
    head: usize,
    field: Field,
    patch: &'a Patch,
}

impl<'a> Reader<'a> {
    fn new(view: &View, profile: &'a Profile, patch: &'a mut Patch) -> Result<Self, ReadError> {
        let tints = &profile.templates.tints;
        let index = |name: &str| {
            tints.index(name).ok_or_else(|| ReadError::NotLearned {
                profile: profile.name.clone(),
                missing: format!("it has no tint-{name} (`gridhand calibrate` learns it)"),
            })
        };
        let field = Field::of(&profile.cells);
        patch.fill(view, field.area);
        Ok(Self {
            line: index(LINE)?,
            cells: [index(OPEN)?, index(WALL)?, index(VISITED)?],
            head: index(HEAD)?,
            tints,
            field,
            patch,
        })
    }

    /// The tint of a pixel of the board.
    fn tint(&self, at: Point) -> Option<usize> {
        let inner = at - Point::new(self.field.area.x, self.field.area.y);
        self.tints.of(self.patch.get(inner.x, inner.y)?)
    }

    fn is_line(&self, at: Point) -> bool {
        self.tint(at) == Some(self.line)
    }

    /// The grid, and its number of columns and rows.
    fn grid(&self) -> Result<(Lattice, [usize; 2]), ReadError> {
        let missing = || ReadError::NoBoard("no grid of cells is in its field".into());
        let [left, top, right, bottom] = self.bounds().ok_or_else(missing)?;
        let (gap, width, height) = (self.field.gap, right - left + 1, bottom - top + 1);
        let lattice = |pitch| Lattice {
            corner: Point::new(left, top),
            pitch,
            gap,
        };
        let count = |pitch| [width, height].map(|side| ((side + gap) / pitch) as usize);
        let pitch = (self.field.pitches(width.min(height)))
            .filter(|pitch| (width + gap) % pitch == 0 && (height + gap) % pitch == 0)
            .find(|&pitch| self.crosses(lattice(pitch), count(pitch)))
            .ok_or_else(missing)?;
        match self.is_coarse(lattice(pitch), count(pitch)) {
            true => Err(ReadError::NoBoard(
                "too much of the lines between its cells is hidden".into(),
            )),
            false => Ok((lattice(pitch), count(pitch))),
        }
    }

    /// The first and last column and row with a piece of a cell: left, top, right, bottom.
    fn bounds(&self) -> Option<[i32; 4]> {
        let Rect {
            x,
            y,
            width,
            height,
        } = self.field.area;
        let row = |y: &i32| self.has_cell((x..x + width).map(|x| Point::new(x, *y)));
        let top = (y..y + height).find(row)?;
        let bottom = (top..y + height).rev().find(row)?;
        let column = |x: &i32| self.has_cell((top..=bottom).map(|y| Point::new(*x, y)));
        let left = (x..x + width).find(column)?;
        let right = (left..x + width).rev().find(column)?;
        Some([left, top, right, bottom])
    }

    /// Whether some of these pixels in a row look like a cell.
    fn has_cell(&self, pixels: impl Iterator<Item = Point>) -> bool {
        let mut run = 0;
        for at in pixels {
            let is_cell = self.tint(at).is_some_and(|tint| tint != self.line);
            run = if is_cell { run + 1 } else { 0 };
            if run == RUN {
                return true;
            }
        }
        false
    }

    /// Whether the crossings of the gaps look like what is between cells, but for a few inside that something may lie
    /// on; the path hides gaps, but no crossing.
    fn crosses(&self, lattice: Lattice, [columns, rows]: [usize; 2]) -> bool {
        let mut hidden = 0;
        for (column, row) in (0..=rows).flat_map(|row| (0..=columns).map(move |x| (x, row))) {
            if self.lines(lattice.crossing(column, row)).all(|line| line) {
                continue;
            }
            let is_inside = (1..columns).contains(&column) && (1..rows).contains(&row);
            hidden += HIDES;
            if !is_inside || hidden > columns.saturating_sub(1) * rows.saturating_sub(1) {
                return false;
            }
        }
        true
    }

    /// Whether lines run through the cells: then they are several each, and of the smaller ones' crossings too many
    /// are hidden.
    fn is_coarse(&self, lattice: Lattice, [columns, rows]: [usize; 2]) -> bool {
        let parts = (2..=lattice.pitch).filter(|parts| {
            let is_prime = (2..*parts).all(|factor| parts % factor != 0);
            let rest = lattice.pitch % parts;
            is_prime && rest == 0 && lattice.pitch / parts >= Lattice::LEAST + lattice.gap
        });
        parts.into_iter().any(|parts| {
            let (mut lines, mut all) = (0, 0);
            for at in 0..columns * rows {
                let cell = lattice.cell(at % columns, at / columns);
                for is_line in lattice.splits(cell, parts).flat_map(|gap| self.lines(gap)) {
                    lines += usize::from(is_line);
                    all += 1;
                }
            }
            2 * lines > all
        })
    }

    /// For each pixel of a part of the board whether it looks like what is between cells.
    fn lines(&self, part: Rect) -> impl Iterator<Item = bool> {
        let xs = move || part.x..part.x + part.width;
        let pixels =
            (part.y..part.y + part.height).flat_map(move |y| xs().map(move |x| Point::new(x, y)));
        pixels.map(|at| self.is_line(at))
    }

    fn cell(&self, area: Rect) -> Looks {
        let stride = (area.width / SAMPLES).max(1) as usize;
        let ys = (area.y..area.y + area.height).step_by(stride);
        let xs = || (area.x..area.x + area.width).step_by(stride);
        let mut counts = [0_u32; 256];
        let mut all = 0;
        for at in ys.flat_map(|y| xs().map(move |x| Point::new(x, y))) {
            all += 1;
            if let Some(tint) = self.tint(at) {
                counts[tint] += 1;
            }
        }
        let share = |tint: usize| counts[tint] as f32 / all as f32;
        let head = share(self.head);
        if head >= HEAD_SHARE {
            return Looks {
                cell: Cell::Visited,
                is_head: true,
                confidence: head + share(self.cells[2]),
            };
        }
        let kinds = [Cell::Open, Cell::Wall, Cell::Visited];
        let shares = kinds.into_iter().zip(self.cells.map(share));
        let best = shares.max_by(|a, b| a.1.total_cmp(&b.1));
        let (cell, confidence) = best.unwrap_or((Cell::Open, 0.0));
        Looks {
            cell,
            is_head: false,
            confidence,
        }
    }
}
