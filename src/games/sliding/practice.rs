//! The stand-in game: press on a block, drag it, let go. RESET: from the start; NEXT: another
//! puzzle. A solved puzzle gives way to the next after a moment.
//!
//! Its log: `shown` (`seed`, `puzzle` as text), `move` (in words), `solved`, `reset`.

use std::time::Duration;

use image::{Rgba, RgbaImage};

use super::generate::{Wish, generate};
use super::picture::{self, CELL, MARGIN};
use super::puzzle::{Direction, Move, Puzzle};
use crate::hand::Button;
use crate::plane::{Point, Rect};
use crate::practice::art::{self, font};
use crate::practice::{Event, Input, Options, PracticeGame};

const WISH: Wish = Wish {
    columns: 4,
    rows: 5,
    tries: 2,
};

const WIDTH: i32 = WISH.columns as i32 * CELL as i32 + 2 * MARGIN as i32;
const BOARD_HEIGHT: i32 = WISH.rows as i32 * CELL as i32 + 2 * MARGIN as i32;
const RESET: Rect = Rect::new(MARGIN as i32, BOARD_HEIGHT, 64, 24);
const NEXT: Rect = Rect::new(WIDTH - MARGIN as i32 - 64, BOARD_HEIGHT, 64, 24);
const HEIGHT: i32 = BOARD_HEIGHT + 24 + MARGIN as i32;

/// How long a solved puzzle stays.
const REST: Duration = Duration::from_millis(1200);

/// The game.
pub struct Game {
    seed: u32,
    start: Puzzle,
    puzzle: Puzzle,
    held: Option<Held>,
    /// How long the puzzle has been solved.
    solved: Option<Duration>,
    events: Vec<Event>,
}

/// A block under the pressed pointer.
struct Held {
    /// Its index.
    block: usize,
    /// The column and row where it is held; this part of it follows the pointer.
    at: (i32, i32),
    /// The board when it was taken, and its steps since then.
    before: Puzzle,
    path: Vec<Direction>,
}

impl Game {
    /// Begins with the puzzle of `options.seed`; NEXT shows those of the seeds after it.
    pub fn new(options: &Options) -> Self {
        let start = from_seed(options.seed);
        let mut game = Self {
            seed: options.seed,
            puzzle: start.clone(),
            start,
            held: None,
            solved: None,
            events: Vec::new(),
        };
        game.report_shown();
        game
    }

    fn next(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        self.start = from_seed(self.seed);
        self.restart();
        self.report_shown();
    }

    fn restart(&mut self) {
        self.puzzle = self.start.clone();
        self.held = None;
        self.solved = None;
    }

    fn report_shown(&mut self) {
        let shown = Event::new("shown").with("puzzle", self.puzzle.to_string());
        self.events.push(shown.with("seed", self.seed));
    }

    fn pressed(&mut self, at: Point) {
        if NEXT.contains(at) {
            self.next();
        } else if RESET.contains(at) {
            self.restart();
            self.events.push(Event::new("reset"));
        } else if self.solved.is_none() {
            self.take(cell_at(at));
        }
    }

    fn take(&mut self, at: (i32, i32)) {
        let Some(cell) = self.cell(at) else {
            return;
        };
        let blocks = &self.puzzle.blocks;
        if let Some(block) = blocks.iter().position(|block| block.cells.contains(&cell)) {
            self.held = Some(Held {
                block,
                at,
                before: self.puzzle.clone(),
                path: Vec::new(),
            });
        }
    }

    /// The held block follows as far as it can, one cell after the other.
    fn drag(&mut self, to: (i32, i32)) {
        let Some(held) = &mut self.held else {
            return;
        };
        let sign = self.puzzle.blocks[held.block].sign;
        loop {
            let (right, down) = (to.0 - held.at.0, to.1 - held.at.1);
            let nearer = Direction::ALL.into_iter().find_map(|direction| {
                let (x, y) = direction.delta();
                let step = Move {
                    block: sign,
                    path: vec![direction],
                };
                let nearer = x * right + y * down > 0;
                let moved = nearer.then(|| self.puzzle.moved(&step))?;
                Some((direction, (held.at.0 + x, held.at.1 + y), moved?))
            });
            let Some((direction, at, moved)) = nearer else {
                return;
            };
            self.puzzle = moved;
            held.at = at;
            held.path.push(direction);
        }
    }

    fn let_go(&mut self) {
        let Some(held) = self.held.take() else {
            return;
        };
        if self.puzzle.blocks == held.before.blocks {
            return;
        }
        let mv = Move {
            block: self.puzzle.blocks[held.block].sign,
            path: held.path,
        };
        self.events
            .push(Event::new("move").with("move", mv.to_string()));
        if self.puzzle.is_solved() {
            self.solved = Some(Duration::ZERO);
            self.events
                .push(Event::new("solved").with("seed", self.seed));
        }
    }

    fn cell(&self, (column, row): (i32, i32)) -> Option<usize> {
        let column = usize::try_from(column)
            .ok()
            .filter(|&c| c < self.puzzle.columns)?;
        let row = usize::try_from(row)
            .ok()
            .filter(|&r| r < self.puzzle.rows)?;
        Some(row * self.puzzle.columns + column)
    }
}

fn from_seed(seed: u32) -> Puzzle {
    let more = (0..).map(|i: u64| u64::from(seed) + (i << 32));
    more.filter_map(|seed| generate(seed, &WISH))
        .next()
        .expect("some set of blocks has a goal")
}

/// Column and row at a point, which may lie beside the board.
fn cell_at(at: Point) -> (i32, i32) {
    let cell = |n: i32| (n - MARGIN as i32).div_euclid(CELL as i32);
    (cell(at.x), cell(at.y))
}

fn button(canvas: &mut RgbaImage, area: Rect, label: &str) {
    art::fill(canvas, area, [92, 98, 110]);
    art::bevel(canvas, area, [150, 156, 168], [52, 56, 66]);
    let x = area.x + (area.width - font::width(label)) / 2;
    let y = area.y + (area.height - font::HEIGHT) / 2;
    font::write(canvas, Point::new(x, y), label, [240, 238, 230]);
}

impl PracticeGame for Game {
    fn title(&self) -> String {
        "Sliding practice".into()
    }

    fn size(&self) -> [u32; 2] {
        [WIDTH as u32, HEIGHT as u32]
    }

    fn hit(&self, at: Point) -> String {
        let (column, row) = cell_at(at);
        match self.cell((column, row)) {
            Some(_) => format!("cell {column},{row}"),
            None if RESET.contains(at) => "button reset".into(),
            None if NEXT.contains(at) => "button next".into(),
            None => "outside".into(),
        }
    }

    fn handle(&mut self, input: Input) {
        match input {
            Input::Moved(at) => self.drag(cell_at(at)),
            Input::Pressed {
                at,
                button: Button::Left,
            } => self.pressed(at),
            Input::Released {
                at,
                button: Button::Left,
            } => {
                self.drag(cell_at(at));
                self.let_go();
            }
            _ => {}
        }
    }

    fn tick(&mut self, elapsed: Duration) -> bool {
        let Some(solved) = &mut self.solved else {
            return false;
        };
        *solved += elapsed;
        if *solved < REST {
            return false;
        }
        self.next();
        true
    }

    fn draw(&self, canvas: &mut RgbaImage) {
        let frame = if self.solved.is_some() {
            [208, 170, 60]
        } else {
            picture::OUTSIDE.0
        };
        art::fill(canvas, Rect::new(0, 0, WIDTH, HEIGHT), frame);
        for (x, y, pixel) in picture::picture(&self.puzzle).enumerate_pixels() {
            let [r, g, b] = pixel.0;
            if *pixel != picture::OUTSIDE {
                canvas.put_pixel(x, y, Rgba([r, g, b, 255]));
            }
        }
        button(canvas, RESET, "RESET");
        button(canvas, NEXT, "NEXT");
    }

    fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Limits;
    use crate::games::sliding::{play, solve};
    use crate::hand::Gesture;
    use crate::profile::Cells;

    fn cells() -> Cells {
        let (margin, cell) = (MARGIN as i32, CELL as i32);
        Cells {
            columns: WISH.columns,
            rows: WISH.rows,
            first: Point::new(margin, margin),
            size: [cell, cell],
            pitch: [f64::from(CELL); 2],
        }
    }

    fn names(events: &[Event]) -> Vec<&str> {
        events.iter().map(|event| event.name.as_str()).collect()
    }

    #[test]
    fn the_solvers_moves_played_as_drags_solve_it() {
        let mut game = Game::new(&Options::default());
        assert_eq!(names(&game.take_events()), ["shown"]);
        let start = game.puzzle.clone();
        let outcome = solve::solve(&start, &Limits::default());
        let moves = outcome.solution().expect("it has a solution");
        assert_eq!(Some(moves.len() as u32), start.min_moves);
        let left = Button::Left;
        for mv in moves {
            let expected = game.puzzle.moved(mv).expect("a legal move");
            let Gesture::Drag { path } = play::gesture(&game.puzzle, mv, &cells()) else {
                panic!("a drag");
            };
            let (at, to) = (path[0], path[path.len() - 1]);
            game.handle(Input::Pressed { at, button: left });
            path.into_iter()
                .for_each(|at| game.handle(Input::Moved(at)));
            game.handle(Input::Released {
                at: to,
                button: left,
            });
            assert_eq!(game.puzzle, expected);
        }
        let events = game.take_events();
        let words: Vec<_> = events
            .iter()
            .filter_map(|event| event.text("move"))
            .collect();
        assert_eq!(
            words,
            moves.iter().map(ToString::to_string).collect::<Vec<_>>()
        );
        assert_eq!(names(&events).last(), Some(&"solved"));
        assert!(game.tick(REST));
        assert_eq!(names(&game.take_events()), ["shown"]);
        assert_ne!(game.puzzle, start);
    }

    #[test]
    fn a_block_stops_at_others_and_reset_brings_it_back() {
        let mut game = Game::new(&Options::default());
        let start = game.puzzle.clone();
        let block = (0..start.blocks.len()).find(|&b| !start.routes(b).is_empty());
        let (column, row) = start.position(start.blocks[block.expect("a move")].cells[0]);
        let at = cells().area(column, row).centre();
        for to in [
            Point::new(-500, at.y),
            Point::new(at.x, 5000),
            Point::new(5000, -50),
        ] {
            game.handle(Input::Pressed {
                at,
                button: Button::Left,
            });
            game.handle(Input::Released {
                at: to,
                button: Button::Left,
            });
            assert_eq!(
                Puzzle::parse(&game.puzzle.to_string()),
                Ok(game.puzzle.clone())
            );
            assert!(game.puzzle.same_puzzle(&start));
            let at = RESET.centre();
            assert_eq!(game.hit(at), "button reset");
            game.handle(Input::Pressed {
                at,
                button: Button::Left,
            });
            assert_eq!(game.puzzle, start);
        }
    }
}
