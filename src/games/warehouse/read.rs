//! Frame and profile to board.

use super::board::{Board, Thing};
use super::follow::Tape;
use super::puzzle::{Puzzle, Step, Tile};
use crate::base::Direction::{Down, Left, Right, Up};
use crate::base::Rect;
use crate::profile::{Cells, Profile};
use crate::vision::{Note, ReadError, ReadScratch, Reading, Sprite, View, apart, ramp};

/// A move on the tape, as the templates call it.
pub const fn arrow(step: Step) -> &'static str {
    match step {
        Step(Up) => "goal-up",
        Step(Right) => "goal-right",
        Step(Down) => "goal-down",
        Step(Left) => "goal-left",
    }
}

/// A place of the tape without a move, and one where there is no tape.
pub const BLANK: &str = "goal-blank";
pub const NO_TAPE: &str = "goal-none";

/// A pixel of this colour, or nearly, is as learned.
const TOLERANCE: u8 = 24;

/// One pixel of so many is compared: the first that a cell's width is no multiple of, so that not only
/// some of its columns are seen.
const STEPS: [usize; 3] = [5, 7, 6];

fn step(width: i32) -> usize {
    let uneven = |step: &usize| !(width as usize).is_multiple_of(*step);
    STEPS.into_iter().find(uneven).unwrap_or(1)
}

/// Reads the board. Where a box or the robot on a goal looks as it does elsewhere, `memory` tells which
/// cells are goals.
///
/// # Errors
/// [`ReadError::NotLearned`] without templates; [`ReadError::Unsure`] with the cell that is not certain,
/// or with what keeps the cells from being a board.
pub fn read(
    view: &View,
    profile: &Profile,
    memory: Option<&Board>,
    scratch: &mut ReadScratch,
) -> Result<Reading<Board>, ReadError> {
    scratch.clear();
    profile.ready()?;
    let templates = &profile.templates;
    let mut reader = Reader {
        view,
        scratch,
        step: 1,
    };
    let cells = reader.grid(&profile.cells, &templates.sprites);
    let things: Vec<Thing> = cells
        .iter()
        .map(|name| Thing::named(name).unwrap_or(Thing::Outside))
        .collect();
    let tape = match &profile.goal {
        Some(tape) => reader.grid(tape, &templates.goal),
        None => Vec::new(),
    };
    reader.certain(profile.confidence)?;
    let columns = profile.cells.columns;
    let on_tape = tape.first().is_some_and(|name| *name != NO_TAPE);
    let board = match on_tape {
        true => follow(columns, &things, &tape),
        false => level(columns, &things, memory),
    };
    match board {
        Ok(puzzle) => Ok(Reading {
            grid: None,
            puzzle,
            confidence: reader.scratch.least(),
        }),
        Err(why) => Err(ReadError::Unsure {
            what: "the board".into(),
            why,
        }),
    }
}

/// A reading under way.
struct Reader<'a> {
    view: &'a View<'a>,
    scratch: &'a mut ReadScratch,
    /// One pixel of so many is compared.
    step: usize,
}

impl Reader<'_> {
    /// The classes of all cells of a grid, row by row; each leaves a note.
    fn grid<'s>(&mut self, grid: &Cells, sprites: &'s [Sprite]) -> Vec<&'s str> {
        let mut names = Vec::with_capacity(grid.columns * grid.rows);
        self.step = step(grid.size[0]);
        for row in 0..grid.rows {
            for column in 0..grid.columns {
                let area = grid.area(column, row);
                let (name, confidence) = self.classify(area, sprites);
                self.scratch.notes.push(Note {
                    area,
                    label: name.into(),
                    confidence,
                });
                names.push(name);
            }
        }
        names
    }

    /// The class that fits best, and how certain that is: it must fit well, and clearly better than
    /// any other class.
    fn classify<'s>(&mut self, area: Rect, sprites: &'s [Sprite]) -> (&'s str, f32) {
        self.scratch.patch.fill(self.view, area);
        let (mut best, mut second) = (("", 0.0), 0.0f32);
        for sprite in sprites {
            let share = self.share(sprite);
            if share > best.1 {
                if best.0 != sprite.class {
                    second = best.1;
                }
                best = (sprite.class.as_str(), share);
            } else if sprite.class != best.0 {
                second = second.max(share);
            }
        }
        let fits = ramp(best.1, 0.75, 0.95);
        (best.0, fits.min(ramp(best.1 - second, 0.0, 0.05)))
    }

    /// The share of the pixels looked at that are as the sprite has them.
    fn share(&self, sprite: &Sprite) -> f32 {
        let (mut right, mut all) = (0, 0);
        for pixel in sprite.pixels.iter().step_by(self.step) {
            let seen = self
                .scratch
                .patch
                .get(i32::from(pixel.x), i32::from(pixel.y));
            all += 1;
            right += usize::from(seen.is_some_and(|seen| apart(seen, pixel.colour) <= TOLERANCE));
        }
        right as f32 / all.max(1) as f32
    }

    /// The cell that is least certain must be certain enough.
    fn certain(&self, enough: f32) -> Result<(), ReadError> {
        let worst = self
            .scratch
            .notes
            .iter()
            .min_by(|a, b| a.confidence.total_cmp(&b.confidence));
        match worst {
            Some(note) if note.confidence < enough => Err(ReadError::Unsure {
                what: format!("the cell at ({}, {})", note.area.x, note.area.y),
                why: format!(
                    "it looks a little like {} (confidence {:.2})",
                    note.label, note.confidence
                ),
            }),
            _ => Ok(()),
        }
    }
}

/// The level that cells show.
///
/// # Errors
/// What keeps them from being one.
pub fn level(width: usize, things: &[Thing], memory: Option<&Board>) -> Result<Board, String> {
    let mut tiles: Vec<Tile> = things
        .iter()
        .map(|thing| match thing {
            Thing::Wall => Tile::Wall,
            thing if thing.is_goal() => Tile::Goal,
            _ => Tile::Floor,
        })
        .collect();
    if let Some(Board::Level(known)) = memory {
        remember(&mut tiles, things, known);
    }
    let cells = |wanted: fn(Thing) -> bool| -> Vec<usize> {
        let there = things.iter().enumerate();
        there.filter(|(_, t)| wanted(**t)).map(|(i, _)| i).collect()
    };
    let boxes = cells(Thing::is_box);
    let goals = tiles.iter().filter(|&&tile| tile == Tile::Goal).count();
    if boxes.len() > goals {
        return Err(format!(
            "{} boxes, but only {goals} goals are to be seen; start the level over, so that none is \
             under a box",
            boxes.len()
        ));
    }
    Ok(Board::Level(Puzzle {
        width,
        robot: one_robot(&cells(Thing::is_robot))?,
        tiles,
        boxes,
    }))
}

/// Takes over the goals that a box or the robot stands on, if this is the level that is known.
fn remember(tiles: &mut [Tile], things: &[Thing], known: &Puzzle) {
    let fits = |(tile, known): (&Tile, &Tile)| (*tile == Tile::Wall) == (*known == Tile::Wall);
    if tiles.len() != known.tiles.len() || !tiles.iter().zip(&known.tiles).all(fits) {
        return;
    }
    for (cell, thing) in things.iter().enumerate() {
        if thing.is_box() || thing.is_robot() {
            tiles[cell] = known.tiles[cell];
        }
    }
}

fn one_robot(robots: &[usize]) -> Result<usize, String> {
    match robots {
        [robot] => Ok(*robot),
        _ => Err(format!("{} robots are to be seen, not one", robots.len())),
    }
}

fn follow(width: usize, things: &[Thing], tape: &[&str]) -> Result<Board, String> {
    let sign = |thing: &Thing| match thing {
        Thing::Outside | Thing::Wall => b'#',
        Thing::Floor | Thing::Goal => b'.',
        Thing::Box | Thing::BoxHome => b'O',
        Thing::Left => b'[',
        Thing::Right => b']',
        Thing::Robot | Thing::RobotHome => b'@',
    };
    let step = |name: &&str| Step::ALL.into_iter().find(|step| arrow(*step) == *name);
    let moves: Vec<Step> = tape.iter().map_while(step).collect();
    if tape[moves.len()..].iter().any(|name| *name != BLANK) {
        return Err("the tape has a gap".into());
    }
    let signs = things.iter().map(sign).collect();
    let tape = Tape::of_signs(width, signs, moves);
    tape.map(Board::Tape)
        .ok_or_else(|| "these cells are no closed warehouse with one robot".into())
}
