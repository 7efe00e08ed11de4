//! The boards of the game, each made from its seed.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::layout::{COLUMNS, ROWS, TAPE};
use crate::games::warehouse::board::Board;
use crate::games::warehouse::follow::{self, Tape};
use crate::games::warehouse::generate::{Wish, generate};
use crate::games::warehouse::puzzle::Step;
use crate::practice::Mode;

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

/// The board of a seed; in the rare case that it makes none, that of a later one.
pub fn board(seed: u32, mode: Mode) -> Board {
    match mode {
        Mode::Solve => {
            let level = (u64::from(seed)..).find_map(|seed| generate(seed, &WISH));
            Board::Level(level.expect("some seed makes a level"))
        }
        Mode::Follow => Board::Tape(tape(seed, COLUMNS, false)),
        Mode::Wide => Board::Tape(tape(seed, COLUMNS / 2, true)),
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
            moves.push(step.sign());
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
