//! The stand-in game: a rope that is laid over every tile of a floor.
//!
//! Click an open cell to begin there. Then an arrow key, or a click in the row or column of the
//! rope's end, slides on in that direction. With `--skin` it looks otherwise ([`skin`]).
//!
//! Its log, beside what all games have: `shown` with the `level` in the one-line form, `start` (`column`,
//! `row`), `slide` (`dir` as its letter, `left`: cells still open).

use image::RgbaImage;

use super::generate;
use super::lattice::Lattice;
use super::puzzle::{Direction, Puzzle, Step};
use crate::base::Point;
use crate::draw::Dice;
use crate::hand::Button;
use crate::practice::shell::{Act, Play, PushButton, Shell, Tabletop};
use crate::practice::{Event, Options};

mod paint;
pub mod skin;

use skin::Skin;

/// Sides of a level, unless the options say.
const SIDES: std::ops::RangeInclusive<usize> = 4..=30;

/// The game.
pub type Game = Shell<Table>;

/// What is the game's own.
pub struct Table {
    skin: Skin,
    /// Columns and rows of every level; drawn anew for each if absent.
    size: Option<[usize; 2]>,
}

/// A level, and how far it has come.
#[derive(Clone)]
pub struct Level {
    puzzle: Puzzle,
    lattice: Lattice,
    /// The cells visited, in their order.
    trail: Vec<usize>,
}

impl Shell<Table> {
    /// Begins with this level, whether or not it has a solution. It must fit the look.
    pub fn showing(puzzle: Puzzle, options: &Options) -> Self {
        let table = Table::new(options);
        let level = Level::new(puzzle.level(), &table.skin);
        Self::begin(table, options.seed, level.clone(), level)
    }
}

impl Level {
    fn new(puzzle: Puzzle, skin: &Skin) -> Self {
        let (columns, rows) = (puzzle.width(), puzzle.height());
        Self {
            lattice: skin.layout.lattice(columns, rows),
            puzzle,
            trail: Vec::new(),
        }
    }

    /// The level after a step, if it is possible.
    fn after(&self, step: Step) -> Option<Self> {
        let mut after = self.clone();
        after.puzzle.apply(step).then(|| {
            let known = usize::from(self.puzzle.head().is_some());
            let way = self.puzzle.trail(&[step]);
            after.trail.extend(way.into_iter().skip(known));
            after
        })
    }

    /// The direction in which a cell lies from the head, if it is in the same row or column.
    fn direction_to(&self, (column, row): (i32, i32)) -> Option<Direction> {
        let (head, width) = (self.puzzle.head()?, self.puzzle.width());
        let (right, down) = (column - (head % width) as i32, row - (head / width) as i32);
        let step = (right.signum(), down.signum());
        Direction::ALL.into_iter().find(|dir| dir.delta() == step)
    }

    /// Whether the rope has nowhere to go and the floor is not full.
    fn is_stuck(&self) -> bool {
        let free = |head| {
            let mut directions = Direction::ALL.into_iter();
            directions.any(|dir| self.puzzle.open_neighbour(head, dir).is_some())
        };
        self.puzzle.head().is_some_and(|head| !free(head)) && !self.puzzle.is_solved()
    }
}

/// Columns and rows of the level of a seed: more often small than large.
fn sides(seed: u32) -> [usize; 2] {
    let mut dice = Dice::new(seed, 0);
    [(); 2].map(|()| {
        let sides = [dice.range(SIDES), dice.range(SIDES)];
        sides[0].min(sides[1])
    })
}

fn step(play: &mut Play<Level>, step: Step) {
    let Some(after) = play.board.after(step) else {
        return;
    };
    let event = match step {
        Step::Start { column, row } => Event::new("start").with("column", column).with("row", row),
        Step::Slide(dir) => Event::new("slide")
            .with("dir", dir.letter().to_string())
            .with("left", after.puzzle.open()),
    };
    play.go(after);
    play.tell(event);
}

impl Tabletop for Table {
    const TITLE: &'static str = "Coil practice";
    type Board = Level;

    fn new(options: &Options) -> Self {
        Self {
            skin: Skin::new(options.skin),
            size: options.size,
        }
    }

    /// The level of a seed, of no more cells than fit.
    fn deal(&self, seed: u32) -> Level {
        let sides = self.size.unwrap_or_else(|| sides(seed));
        let [width, height] = sides.map(|side| side.min(self.skin.layout.room()));
        let made = generate::generate(width, height, u64::from(seed));
        Level::new(made.puzzle, &self.skin)
    }

    fn text(level: &Level) -> String {
        level.puzzle.level_line()
    }

    fn shown(&self, play: &Play<Level>, event: Event) -> Event {
        event.with("level", play.board.puzzle.level_line())
    }

    fn is_solved(&self, play: &Play<Level>) -> bool {
        play.board.puzzle.is_solved()
    }

    fn size(&self) -> [i32; 2] {
        self.skin.layout.size
    }

    fn cell_at(&self, level: &Level, at: Point) -> Option<(i32, i32)> {
        let (columns, rows) = (level.puzzle.width(), level.puzzle.height());
        let (column, row) = level.lattice.cell_at(at, columns, rows)?;
        Some((column as i32, row as i32))
    }

    fn buttons(&self) -> Vec<PushButton> {
        let layout = &self.skin.layout;
        vec![
            PushButton::new(layout.reset, "reset", Act::Reset),
            PushButton::new(layout.next, "next", Act::Next),
        ]
    }

    fn background(&self, canvas: &mut RgbaImage) {
        paint::background(canvas, &self.skin);
    }

    fn paint(&self, canvas: &mut RgbaImage, play: &Play<Level>) {
        paint::level(canvas, &self.skin, &play.board, play.seed);
    }

    fn press(&mut self, play: &mut Play<Level>, cell: (i32, i32), button: Button) {
        let next = match (button, play.board.puzzle.head()) {
            (Button::Right, _) => None,
            (_, None) => Some(Step::Start {
                column: cell.0 as usize,
                row: cell.1 as usize,
            }),
            (_, Some(_)) => play.board.direction_to(cell).map(Step::Slide),
        };
        if let Some(next) = next {
            step(play, next);
        }
    }

    fn arrow(&mut self, play: &mut Play<Level>, direction: Direction) {
        step(play, Step::Slide(direction));
    }
}
