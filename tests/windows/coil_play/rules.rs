//! How the practice game reacts.

use gridhand::games::coil::practice::Game;
use gridhand::games::coil::{Puzzle, Solution};
use gridhand::hand::Key;
use gridhand::practice::{Input, Options, PracticeGame};

use super::Board;

const LEVEL: &str = "x=3&y=3&board=X.......X";
const SOLUTION: &str = "x=1&y=0&path=RDLDR";

fn board() -> Board {
    Board::new(&Puzzle::parse(LEVEL).expect("a level"))
}

#[test]
fn a_solution_solves_and_the_log_tells() {
    let mut board = board();
    for step in Solution::parse(SOLUTION).expect("a solution").steps() {
        board.step(step);
    }
    let slides = ["slide"; 5];
    assert_eq!(
        board.events(),
        [&["start"], &slides[..], &["solved"]].concat()
    );
    assert!(board.puzzle.is_solved());
}

#[test]
fn clicks_slide_towards_where_they_are() {
    let mut board = board();
    for (column, row) in [(1, 0), (2, 0), (2, 1), (0, 1), (0, 2), (1, 2)] {
        board.click(column, row);
    }
    assert_eq!(board.events().last().map(String::as_str), Some("solved"));
}

#[test]
fn what_is_not_possible_changes_nothing() {
    let mut board = board();
    board.game.handle(Input::Typed(Key::Right));
    board.click(0, 0);
    board.press(board.layout.reset.centre());
    assert_eq!(board.events(), [""; 0]);
    board.click(1, 0);
    board.click(1, 0);
    board.click(0, 2);
    board.game.handle(Input::Typed(Key::Up));
    assert_eq!(board.events(), ["start"]);
}

#[test]
fn the_rope_can_be_taken_off() {
    for by_key in [true, false] {
        let mut board = board();
        let fresh = board.picture();
        board.click(1, 1);
        board.game.handle(Input::Typed(Key::Right));
        assert_ne!(board.picture(), fresh);
        match by_key {
            true => board.game.handle(Input::Typed(Key::Char('r'))),
            false => board.press(board.layout.reset.centre()),
        }
        assert_eq!(board.events(), ["start", "slide", "reset"]);
        assert_eq!(board.picture(), fresh);
    }
}

#[test]
fn levels_follow_from_the_seed_and_have_the_size_that_is_asked_for() {
    let levels = |seed, size| {
        let mut game = Game::new(&Options {
            seed,
            size,
            ..Options::default()
        });
        let ways = [Input::Typed(Key::Char('n')), Input::Typed(Key::Enter)];
        ways.into_iter().for_each(|next| game.handle(next));
        let lines = game.take_events().into_iter().map(|event| {
            let line = event
                .text("level")
                .expect("it says what it shows")
                .to_string();
            (event.number("seed"), line)
        });
        lines.collect::<Vec<_>>()
    };
    let made = levels(5, None);
    assert_eq!(made, levels(5, None));
    assert_eq!(made[1..], levels(6, None)[..2]);
    assert_eq!(
        made.iter().map(|made| made.0).collect::<Vec<_>>(),
        [5, 6, 7].map(Some)
    );
    for (_, line) in levels(5, Some([12, 9])) {
        assert!(line.starts_with("x=12&y=9&"), "{line}");
    }
}
