//! Frame and profile to puzzle.

use smallvec::SmallVec;
use smol_str::SmolStr;

use super::puzzle::{Cell, Cells, Puzzle};
use crate::base::Rect;
use crate::profile::Profile;
use crate::screen::Frame;
use crate::vision::cells::{CellReader, NOTHING, Neighbours, Seen, Verdict};
use crate::vision::numbers::Number;
use crate::vision::{Note, ReadError, ReadScratch, Reading, View};

mod check;
mod deduce;
mod likeness;
mod numbers;
mod reached;
mod resumed;
mod seed;
mod sense;
mod sums;
mod unseen;

pub use deduce::deduce;

/// The classes of sprites that a profile of this game has.
pub const TREASURE: &str = "treasure";
pub const WALL: &str = "wall";
pub const MARK: &str = "mark";

/// Less of the frame around a cell than this: something large lies over it.
const UNCOVERED: f32 = 0.25;

/// Less of a cell's floor visible than this: what is there fills the cell, as walls do.
const HIDDEN: f32 = 0.08;

/// The confidence of what is seen between large monsters around it.
const BETWEEN: f32 = 0.8;

/// Reads the board. With `memory`, monsters and treasures are taken from it, and only walls and
/// marks are told apart; the numbers are always read, so that another puzzle is noticed.
///
/// # Errors
/// [`ReadError::Unsure`] with the cell or number that is not certain.
pub fn read(
    view: &View,
    profile: &Profile,
    memory: Option<&Puzzle>,
    scratch: &mut ReadScratch,
) -> Result<Reading<Puzzle>, ReadError> {
    scratch.clear();
    let missing = |what: &str| ReadError::NotLearned {
        profile: profile.name.clone(),
        missing: format!("{what}; learn with `gridhand calibrate`"),
    };
    if profile.numbers.is_none() {
        return Err(missing("it does not say where the numbers are"));
    }
    let by_likeness = profile.templates.looks.is_some();
    if !by_likeness && !profile.templates.has_floor() {
        return Err(missing("it has no templates"));
    }
    if !by_likeness && profile.templates.glyphs.is_empty() {
        return Err(missing("it has no templates"));
    }
    if let Some(frame) = by_likeness.then(|| resized(view, profile)).flatten() {
        return read(&View::whole(&frame), profile, memory, scratch);
    }
    let mut reader = Reader {
        view: *view,
        profile,
        scratch,
        doubts: Vec::new(),
    };
    let puzzle = reader.puzzle(memory);
    reader.finish(puzzle)
}

/// A picture of the board at the profile's size, if it is shown at another.
fn resized(view: &View, profile: &Profile) -> Option<Frame> {
    (view.place.scale != 1.0).then(|| Frame::still(view.board(profile.board)))
}

/// A reading under way.
struct Reader<'a> {
    view: View<'a>,
    profile: &'a Profile,
    scratch: &'a mut ReadScratch,
    doubts: Vec<Doubt>,
}

/// Something that is not certain.
struct Doubt {
    confidence: f32,
    what: String,
    why: String,
}

impl Reader<'_> {
    fn puzzle(&mut self, memory: Option<&Puzzle>) -> Puzzle {
        let profile = self.profile;
        if let Some(looks) = &profile.templates.looks {
            let puzzle = self.alike(looks, memory);
            self.check(&puzzle, memory.is_some());
            return puzzle;
        }
        let mut numbers = self.numbers(memory);
        let seed = self.seed();
        let known = memory.filter(|known| known.seed == seed && agree(known, &numbers));
        let cells = self.cells(known);
        self.deduce(&mut numbers, &cells);
        let [columns, rows] = self.noted(&numbers);
        let puzzle = Puzzle {
            seed,
            columns,
            rows,
            cells,
        };
        self.check(&puzzle, known.is_some());
        // Where all was learned from a few boards, what makes no sense is misread.
        let is_fitted = self.profile.seen_at.is_some();
        if is_fitted && known.is_none() && self.doubts.is_empty() {
            self.check_sense(&puzzle);
        }
        puzzle
    }

    fn cells(&mut self, known: Option<&Puzzle>) -> Cells {
        let cells = self.profile.cells;
        let mut reader = CellReader::new(self.view, &self.profile.templates, self.scratch);
        let mut verdicts = SmallVec::<[Verdict; 64]>::new();
        for row in 0..cells.rows {
            for column in 0..cells.columns {
                verdicts.push(reader.read(cells.area(column, row)));
            }
        }
        // From the bottom up: a cell that turns out to be empty reaches nowhere.
        for index in (0..verdicts.len()).rev() {
            let column = index % cells.columns;
            let has_monster = |at: usize| verdicts.get(at).is_some_and(|v| v.seen == Seen::Other);
            let from = Neighbours {
                below: has_monster(index + cells.columns),
                left: column > 0 && has_monster(index - 1),
                right: column + 1 < cells.columns && has_monster(index + 1),
            };
            if from != Neighbours::default() && is_doubtful(&verdicts[index]) {
                let area = cells.area(column, index / cells.columns);
                correct(&mut verdicts[index], reader.own_share(area, from));
                if verdicts[index].seen == Seen::Other
                    && let Some(class) = reader.filled_between(area, from)
                {
                    verdicts[index].seen = Seen::Sprite(class);
                    verdicts[index].confidence = BETWEEN;
                }
            }
        }
        let mut read = Cells::new();
        for (index, verdict) in verdicts.into_iter().enumerate() {
            let (column, row) = (index % cells.columns, index / cells.columns);
            let before = known.map(|puzzle| puzzle.cell(column, row));
            read.push(self.cell(verdict, column, row, before));
        }
        read
    }

    fn cell(&mut self, verdict: Verdict, column: usize, row: usize, before: Option<Cell>) -> Cell {
        let area = self.profile.cells.area(column, row);
        let unlearned_wall = !self.profile.templates.knows(WALL);
        let seen = match verdict.seen {
            Seen::Floor => Cell::Unknown,
            Seen::Sprite(TREASURE) => Cell::Treasure,
            Seen::Sprite(WALL) => Cell::Wall,
            Seen::Sprite(_) => Cell::Path,
            Seen::Other => Cell::Monster,
        };
        let (cell, mut confidence) = match (before, seen) {
            (Some(given @ (Cell::Monster | Cell::Treasure)), Cell::Monster | Cell::Treasure) => {
                (given, 1.0)
            }
            (Some(Cell::Monster | Cell::Treasure), other) => (other, 0.0),
            (Some(_), Cell::Monster) if unlearned_wall => (Cell::Wall, verdict.confidence),
            // A monster does not come to a board that is already known.
            (Some(_), Cell::Monster | Cell::Treasure) => (seen, 0.0),
            _ => (seen, verdict.confidence),
        };
        let covered = verdict.frame < UNCOVERED && cell != Cell::Unknown && cell != Cell::Wall;
        let may_be_wall = unlearned_wall && before.is_none() && verdict.visible < HIDDEN;
        if covered || may_be_wall {
            confidence = confidence.min(0.1);
        }
        self.note(area, letter(cell).into(), confidence, || {
            let why = match verdict.rival {
                _ if covered => "something large seems to lie over it".into(),
                _ if may_be_wall => "it may be a wall, and the profile was never shown one".into(),
                Some(rival) => format!("it looks like {}, or like {rival}", name(cell)),
                None => format!("it looks a little like {}", name(cell)),
            };
            (format!("cell ({column}, {row})"), why)
        });
        cell
    }

    /// Keeps a note, and a doubt if the confidence is below the profile's.
    fn note(
        &mut self,
        area: Rect,
        label: SmolStr,
        confidence: f32,
        doubt: impl FnOnce() -> (String, String),
    ) {
        if confidence < self.profile.confidence {
            let (what, why) = doubt();
            let why = format!("{why} (confidence {confidence:.2})");
            self.doubts.push(Doubt {
                confidence,
                what,
                why,
            });
        }
        self.scratch.notes.push(Note {
            area,
            label,
            confidence,
        });
    }

    /// The reading, or the least certain part of it.
    fn finish(self, puzzle: Puzzle) -> Result<Reading<Puzzle>, ReadError> {
        let worst = self
            .doubts
            .into_iter()
            .min_by(|a, b| a.confidence.total_cmp(&b.confidence));
        if let Some(Doubt { what, why, .. }) = worst {
            return Err(ReadError::Unsure { what, why });
        }
        Ok(Reading {
            grid: None,
            puzzle,
            confidence: self.scratch.least(),
        })
    }
}

/// Whether a puzzle has all the numbers that are seen.
fn agree(known: &Puzzle, seen: &[Option<Number>]) -> bool {
    let before = known.columns.iter().chain(&known.rows);
    before
        .map(|value| Some(*value))
        .eq(seen.iter().map(|n| n.map(|n| n.value)))
}

/// Whether something on a neighbouring cell may have led to this verdict.
fn is_doubtful(verdict: &Verdict) -> bool {
    match verdict.seen {
        Seen::Floor => verdict.confidence < 1.0,
        Seen::Other => true,
        Seen::Sprite(_) => false,
    }
}

/// Corrects the verdict about a cell of which only a share `own` is covered by something that does
/// not come from its neighbours.
fn correct(verdict: &mut Verdict, own: f32) {
    const SOMETHING: f32 = 0.25;
    if own <= NOTHING {
        verdict.seen = Seen::Floor;
        verdict.confidence = verdict.confidence.max(BETWEEN);
        verdict.frame = 1.0;
    } else if own < SOMETHING {
        verdict.confidence = 0.0;
    }
}

fn letter(cell: Cell) -> &'static str {
    match cell {
        Cell::Unknown => "",
        Cell::Monster => "M",
        Cell::Treasure => "T",
        Cell::Wall => "#",
        Cell::Path => "o",
    }
}

fn name(cell: Cell) -> &'static str {
    match cell {
        Cell::Unknown => "floor",
        Cell::Monster => "a monster",
        Cell::Treasure => "a treasure",
        Cell::Wall => "a wall",
        Cell::Path => "a mark",
    }
}
