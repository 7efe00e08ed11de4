//! The stand-in game: levels to solve, or moves on a tape that the robot is to make.
//!
//! Arrows walk and push. With a tape each step takes a move off it, and only the moves of the tape in
//! their order count as solved. With `--skin` it looks otherwise ([`skin`]).
//!
//! Its log, beside what all games have: `step` (`sign`, `push`, and `wrong` if the tape says another),
//! `bump` (`sign`: a wall or boxes do not give way).

use image::RgbaImage;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::board::Board;
use super::follow::{self, Tape};
use super::generate::{Wish, generate};
use super::puzzle::Step;
use crate::base::{Direction, Point};
use crate::practice::shell::{Play, Shell, Tabletop};
use crate::practice::{Event, Mode, Options};

mod paint;
pub mod skin;

use skin::{COLUMNS, ROWS, Skin, TAPE};

/// Levels to solve.
const WISH: Wish = Wish {
    columns: COLUMNS,
    rows: ROWS,
    boxes: 3,
    tries: 4,
};

/// Moves on a tape.
const MOVES: usize = 30;
const _: () = assert!(MOVES <= TAPE);

/// The game.
pub type Game = Shell<Table>;

/// What is the game's own.
pub struct Table {
    mode: Mode,
    skin: Skin,
}

/// The board, and whether some step was another than the tape says.
#[derive(Clone)]
pub struct Stage {
    board: Board,
    astray: bool,
}

impl Shell<Table> {
    /// The board as it stands now.
    pub fn board(&self) -> &Board {
        &self.play.board.board
    }
}

impl Tabletop for Table {
    const TITLE: &'static str = "Warehouse practice";
    type Board = Stage;

    fn new(options: &Options) -> Self {
        Self {
            mode: options.mode,
            skin: Skin::new(options.skin),
        }
    }

    /// In the rare case that a seed makes no level, that of a later one.
    fn deal(&self, seed: u32) -> Stage {
        let board = match self.mode {
            Mode::Solve => {
                let level = (u64::from(seed)..).find_map(|seed| generate(seed, &WISH));
                Board::Level(level.expect("some seed makes a level"))
            }
            Mode::Follow => Board::Tape(tape(seed, COLUMNS, false)),
            Mode::Wide => Board::Tape(tape(seed, COLUMNS / 2, true)),
        };
        Stage {
            board,
            astray: false,
        }
    }

    fn text(stage: &Stage) -> String {
        stage.board.to_string()
    }

    fn is_solved(&self, play: &Play<Stage>) -> bool {
        play.board.board.is_solved() && !play.board.astray
    }

    fn size(&self) -> [i32; 2] {
        self.skin.layout.size()
    }

    fn cell_at(&self, _: &Stage, at: Point) -> Option<(i32, i32)> {
        self.skin.layout.cell_at(at)
    }

    fn background(&self, canvas: &mut RgbaImage) {
        paint::hall(canvas, &self.skin);
    }

    fn paint(&self, canvas: &mut RgbaImage, play: &Play<Stage>) {
        let board = &play.board.board;
        paint::board(canvas, &self.skin, board, play.seed, play.is_solved());
    }

    fn arrow(&mut self, play: &mut Play<Stage>, direction: Direction) {
        let Stage { board, astray } = &play.board;
        if board.is_solved() {
            return;
        }
        let (step, sign) = (Step(direction), direction.arrow().to_string());
        let after = board.after(step);
        let mut event = match moves_robot(board, &after) {
            false => Event::new("bump").with("sign", sign),
            true => {
                let pushes = boxes(board) != boxes(&after);
                Event::new("step").with("sign", sign).with("push", pushes)
            }
        };
        let wrong = matches!(board, Board::Tape(tape) if tape.moves().first() != Some(&step));
        if wrong {
            event = event.with("wrong", true);
        }
        let astray = *astray || wrong;
        if after != *board {
            play.go(Stage {
                board: after,
                astray,
            });
        }
        play.tell(event);
    }
}

/// Whether the robot is elsewhere after a step; a tape gets shorter in any case.
fn moves_robot(before: &Board, after: &Board) -> bool {
    match (before, after) {
        (Board::Tape(before), Board::Tape(after)) => before.map() != after.map(),
        (before, after) => before != after,
    }
}

fn boxes(board: &Board) -> Vec<usize> {
    match board {
        Board::Level(level) => level.boxes.clone(),
        Board::Tape(tape) => {
            let signs = tape.map().rows().flatten().enumerate();
            let boxes = signs.filter(|(_, sign)| matches!(**sign, b'O' | b'['));
            boxes.map(|(cell, _)| cell).collect()
        }
    }
}

/// A hall full of boxes, and moves most of which get the robot somewhere.
fn tape(seed: u32, columns: usize, wide: bool) -> Tape {
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(seed));
    let map = map(&mut rng, columns);
    let task = follow::parse(&map).expect("it is closed and has a robot");
    let mut state = Tape::new(&task, wide);
    let mut moves = String::new();
    while moves.len() < MOVES {
        let step = *Step::ALL.choose(&mut rng).expect("four steps");
        let after = state.after(step);
        if after.map() != state.map() || rng.random_bool(0.15) {
            moves.push(step.0.arrow());
            state = after;
        }
    }
    let text = format!("{map}\n{moves}\n");
    Tape::new(&follow::parse(&text).expect("the same map"), wide)
}

fn map(rng: &mut ChaCha8Rng, columns: usize) -> String {
    let edge = "#".repeat(columns);
    let inner: Vec<(usize, usize)> = (1..ROWS - 1)
        .flat_map(|row| (1..columns - 1).map(move |column| (column, row)))
        .collect();
    let robot = *inner.choose(rng).expect("there is an inside");
    let mut text = format!("{edge}\n");
    for row in 1..ROWS - 1 {
        let signs: String = (1..columns - 1)
            .map(|column| match rng.random_range(0..100) {
                _ if (column, row) == robot => '@',
                0..6 => '#',
                6..32 => 'O',
                _ => '.',
            })
            .collect();
        text += &format!("#{signs}#\n");
    }
    text + &edge + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::Key;
    use crate::practice::{Input, PracticeGame};

    fn game(mode: Mode) -> Game {
        Game::new(&Options {
            mode,
            ..Options::default()
        })
    }

    fn press(game: &mut Game, step: Step) {
        game.handle(Input::Typed(step.0.into()));
    }

    fn last(game: &mut Game) -> Option<String> {
        game.take_events().pop().map(|event| event.name)
    }

    #[test]
    fn only_the_moves_of_the_tape_solve_it() {
        for mode in [Mode::Follow, Mode::Wide] {
            let mut game = game(mode);
            let Board::Tape(tape) = game.board().clone() else {
                panic!("no tape");
            };
            let moves = tape.moves();
            let other = Step::ALL.into_iter().find(|step| *step != moves[0]);
            press(&mut game, other.unwrap());
            moves[1..].iter().for_each(|step| press(&mut game, *step));
            let events = game.take_events();
            assert!(events.iter().all(|event| event.name != "solved"));
            game.handle(Input::Typed(Key::Char('r')));
            assert_eq!(*game.board(), Board::Tape(tape.clone()));
            moves.iter().for_each(|step| press(&mut game, *step));
            assert_eq!(last(&mut game).as_deref(), Some("solved"));
        }
    }
}
