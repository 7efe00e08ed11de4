use super::*;
use crate::base::Limits;
use crate::games::warehouse::solve;

fn game(mode: Mode) -> Game {
    Game::new(&Options {
        mode,
        ..Options::default()
    })
}

fn press(game: &mut Game, step: Step) {
    game.handle(Input::Typed(match step {
        Step::Up => Key::Up,
        Step::Right => Key::Right,
        Step::Down => Key::Down,
        Step::Left => Key::Left,
    }));
}

fn names(game: &mut Game) -> Vec<String> {
    let events = game.take_events().into_iter();
    events.map(|event| event.name).collect()
}

#[test]
fn a_solution_typed_in_solves_it() {
    let mut game = game(Mode::Solve);
    let Board::Level(level) = game.board().clone() else {
        panic!("no level");
    };
    let solved = solve::solve(&level, &Limits::default());
    for step in solved.outcome.solution().unwrap() {
        press(&mut game, *step);
    }
    let names = names(&mut game);
    assert_eq!(names.first().map(String::as_str), Some("shown"));
    assert_eq!(names.last().map(String::as_str), Some("solved"));
}

#[test]
fn only_the_moves_of_the_tape_solve_it() {
    for mode in [Mode::Follow, Mode::Wide] {
        let mut game = game(mode);
        let Board::Tape(tape) = game.board().clone() else {
            panic!("no tape");
        };
        let other = Step::ALL.into_iter().find(|step| *step != tape.moves()[0]);
        press(&mut game, other.unwrap());
        tape.moves()[1..]
            .iter()
            .for_each(|step| press(&mut game, *step));
        assert!(!names(&mut game).contains(&"solved".to_string()));
        game.handle(Input::Typed(Key::Char('r')));
        assert_eq!(*game.board(), Board::Tape(tape.clone()));
        tape.moves().iter().for_each(|step| press(&mut game, *step));
        assert_eq!(names(&mut game).last().map(String::as_str), Some("solved"));
    }
}

#[test]
fn steps_are_taken_back_and_boards_started_over() {
    for mode in [Mode::Solve, Mode::Follow, Mode::Wide] {
        let mut game = game(mode);
        let start = game.board().clone();
        Step::ALL
            .into_iter()
            .for_each(|step| press(&mut game, step));
        game.handle(Input::Typed(Key::Char('r')));
        assert_eq!(*game.board(), start);
        let way = Step::ALL
            .into_iter()
            .find(|&step| start.after(step) != start);
        press(&mut game, way.unwrap());
        assert_ne!(*game.board(), start);
        game.handle(Input::Typed(Key::Char('u')));
        assert_eq!(*game.board(), start);
        game.handle(Input::Typed(Key::Enter));
        assert_ne!(*game.board(), start);
    }
}
