//! Deductions from the number of a row or column.

use super::near::step;
use super::sketch::{Line, Mark, Sketch, block};
use super::{At, Rule, Step};

/// The most ways to complete a line that a person would go through.
const MOST_FILLINGS: usize = 3000;

/// A line that has all its walls, or just room for them.
pub fn full_or_starved(sketch: &Sketch) -> Option<Step> {
    sketch.lines().find_map(|line| {
        let unknown = sketch.unknown_of(sketch.line(line));
        let lacking = sketch.lacking(line);
        if lacking == 0 {
            let about = format!("{line} has all its walls");
            step(Rule::FullLine, about, unknown, Mark::Open)
        } else if lacking == unknown.len() {
            let about = format!("{line} has just room for its walls");
            step(Rule::StarvedLine, about, unknown, Mark::Wall)
        } else {
            None
        }
    })
}

/// Two open cells of a 2x2 block that lie beside a line ask for a wall among the other two. Where
/// as many such pairs, apart from one another, as walls are lacking, the rest of the line is open.
pub fn counting(sketch: &Sketch) -> Option<Step> {
    sketch.lines().find_map(|line| {
        let cells = sketch.line(line);
        let asks: Vec<bool> = cells
            .windows(2)
            .map(|pair| asks_for_wall(sketch, line, pair[0]))
            .collect();
        let mut apart = 0;
        let mut next = 0;
        while next < asks.len() {
            apart += usize::from(asks[next]);
            next += 1 + usize::from(asks[next]);
        }
        if apart == 0 || apart != sketch.lacking(line) {
            return None;
        }
        let is_asked =
            |index: usize| asks.get(index) == Some(&true) || index > 0 && asks[index - 1];
        let rest = (0..cells.len()).filter(|&index| !is_asked(index));
        let about = format!("all walls of {line} are needed to break 2x2 blocks");
        let cells = sketch.unknown_of(rest.map(|index| cells[index]));
        step(Rule::Counting, about, cells, Mark::Open)
    })
}

/// Whether this cell and the next of the line are unknown, and open cells lie beside both.
fn asks_for_wall(sketch: &Sketch, line: Line, at: At) -> bool {
    let [here, right, below, across] = block(at);
    let (next, sides) = match line {
        Line::Row(_) => {
            let above = at.row.checked_sub(1).map(|row| At { row, ..at });
            let above_next = above.map(|at| At {
                column: at.column + 1,
                ..at
            });
            (right, [(above, above_next), (Some(below), Some(across))])
        }
        Line::Column(_) => {
            let left = at.column.checked_sub(1).map(|column| At { column, ..at });
            let left_next = left.map(|at| At {
                row: at.row + 1,
                ..at
            });
            (below, [(left, left_next), (Some(right), Some(across))])
        }
    };
    let (width, height) = (sketch.puzzle.width(), sketch.puzzle.height());
    let is_open = |at: Option<At>| {
        at.is_some_and(|at| {
            at.column < width
                && at.row < height
                && sketch.mark(at) == Mark::Open
                && !sketch.may_be_room(at)
        })
    };
    let unknown = |at: At| sketch.mark(at) == Mark::Unknown && !sketch.may_be_room(at);
    unknown(here) && unknown(next) && sides.into_iter().any(|(a, b)| is_open(a) && is_open(b))
}

/// What all ways to complete a line have in common, of those that break no rule near it.
pub fn fillings(sketch: &Sketch) -> Option<Step> {
    sketch.lines().find_map(|line| {
        let unknown = sketch.unknown_of(sketch.line(line));
        let lacking = sketch.lacking(line);
        if ways_to_choose(lacking, unknown.len()) > MOST_FILLINGS {
            return None;
        }
        let mut filling = Filling {
            sketch: sketch.clone(),
            touched: touched(sketch, line),
            unknown: &unknown,
            always_wall: vec![true; unknown.len()],
            always_open: vec![true; unknown.len()],
        };
        filling.choose(0, lacking);
        let pick = |always: &[bool]| {
            let chosen = unknown.iter().zip(always).filter(|(_, always)| **always);
            chosen.map(|(at, _)| *at).collect::<Vec<_>>()
        };
        let about = format!("in all ways to complete {line}");
        let walls = pick(&filling.always_wall);
        // No way at all: the puzzle has no solution, and this is none of its deductions.
        if walls.len() == unknown.len() {
            return None;
        }
        step(Rule::Fillings, about.clone(), walls, Mark::Wall).or_else(|| {
            step(
                Rule::Fillings,
                about,
                pick(&filling.always_open),
                Mark::Open,
            )
        })
    })
}

fn ways_to_choose(chosen: usize, of: usize) -> usize {
    let chosen = chosen.min(of - chosen.min(of));
    (0..chosen).fold(1_usize, |ways, index| {
        ways.saturating_mul(of - index) / (index + 1)
    })
}

/// The cells of a line and of the lines beside it.
fn touched(sketch: &Sketch, line: Line) -> Vec<At> {
    let near = |at: &At| match line {
        Line::Row(row) => at.row.abs_diff(row) <= 1,
        Line::Column(column) => at.column.abs_diff(column) <= 1,
    };
    sketch.cells().filter(near).collect()
}

/// Goes through the ways to complete a line.
struct Filling<'a, 'b> {
    sketch: Sketch<'a>,
    touched: Vec<At>,
    unknown: &'b [At],
    always_wall: Vec<bool>,
    always_open: Vec<bool>,
}

impl Filling<'_, '_> {
    fn choose(&mut self, index: usize, lacking: usize) {
        let left = self.unknown.len() - index;
        if left == 0 {
            if !self.breaks_rule() {
                self.keep();
            }
            return;
        }
        for (mark, walls) in [(Mark::Wall, 1), (Mark::Open, 0)] {
            if lacking >= walls && lacking - walls < left {
                self.sketch.set(self.unknown[index], mark);
                self.choose(index + 1, lacking - walls);
            }
        }
        self.sketch.set(self.unknown[index], Mark::Unknown);
    }

    fn keep(&mut self) {
        for (index, &at) in self.unknown.iter().enumerate() {
            self.always_wall[index] &= self.sketch.mark(at) == Mark::Wall;
            self.always_open[index] &= self.sketch.mark(at) == Mark::Open;
        }
    }

    fn breaks_rule(&self) -> bool {
        let sketch = &self.sketch;
        self.touched.iter().any(|&at| is_wrong(sketch, at))
            || sketch
                .treasures
                .iter()
                .any(|(_, rooms)| !rooms.iter().any(|&corner| sketch.room_fits(corner)))
    }
}

/// Whether an open cell can no longer have its open neighbours, or begins an open 2x2 block.
fn is_wrong(sketch: &Sketch, at: At) -> bool {
    if sketch.mark(at) != Mark::Open {
        return false;
    }
    let (open, ways) = sketch.ways(at);
    let neighbours_wrong = match sketch.is_monster(at) {
        true => open > 1 || ways == 0,
        false => ways < 2,
    };
    let on_board = at.column + 1 < sketch.puzzle.width() && at.row + 1 < sketch.puzzle.height();
    let is_hall = |at: At| {
        block(at)
            .iter()
            .all(|&at| sketch.mark(at) == Mark::Open && !sketch.may_be_room(at))
    };
    neighbours_wrong || on_board && is_hall(at)
}
