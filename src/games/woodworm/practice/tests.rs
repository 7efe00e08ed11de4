use super::*;
use crate::base::Limits;
use crate::games::woodworm::solve::solve;

/// Presses a key and lets everything fall.
fn press(game: &mut Game, key: Key) {
    game.handle(Input::Typed(key));
    for _ in 0..100 {
        game.tick(Duration::from_millis(16));
    }
}

fn key(step: Step) -> Key {
    [Key::Up, Key::Right, Key::Down, Key::Left][step as usize]
}

#[test]
fn keys_make_the_steps_and_the_game_says_when_it_is_solved() {
    let mut game = Game::new(&Options::default());
    let moves = solve(&game.stage.shown, &Limits::default()).moves.unwrap();
    for step in &moves {
        press(&mut game, key(*step));
    }
    let last = game.take_events().pop().unwrap();
    assert_eq!(last.name, "solved");
    assert_eq!(last.number("moves"), Some(moves.len() as i64));
    press(&mut game, Key::Char('u'));
    assert!(!game.stage.is_solved);
    press(&mut game, key(moves[moves.len() - 1]));
    assert!(game.stage.is_solved);
    press(&mut game, Key::Char('r'));
    assert_eq!(game.stage.shown, game.stage.shown.givens());
}

#[test]
fn what_falls_is_animated_and_keys_wait_for_it() {
    let wanted = [[false].as_slice(), &[true; 8]].concat();
    let mut game = Game::showing("", Puzzle::start(3, wanted), 0);
    for step in [Step::Up, Step::Up, Step::Up] {
        press(&mut game, key(step));
    }
    // Three steps up the worm holds on to the block with two of its cells; one more, and it falls.
    game.handle(Input::Typed(Key::Up));
    game.handle(Input::Typed(Key::Left));
    game.tick(Duration::from_millis(20));
    assert!(game.stage.fall.is_some());
    assert!(game.stage.depth(24) > 0);
    let impossible = game.take_events().pop().unwrap();
    assert_eq!(impossible.text("move"), Some("L"));
    assert!(!impossible.is("possible"));
}

#[test]
fn all_shapes_are_puzzles_that_fit_the_window() {
    for (shape, (name, _)) in SHAPES.iter().enumerate() {
        let puzzle = puzzle(shape);
        let side = layout::GOAL_SIDE as usize;
        assert!(puzzle.width() <= side && puzzle.height() <= side, "{name}");
    }
}
