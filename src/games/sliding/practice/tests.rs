use super::*;
use crate::base::Limits;
use crate::games::sliding::{play, solve};
use crate::hand::Gesture;
use crate::practice::PracticeGame;
use crate::profile::Cells;

const LEFT: Button = Button::Left;

fn cells() -> Cells {
    Cells {
        columns: layout::COLUMNS,
        rows: layout::ROWS,
        first: layout::FIRST,
        size: [layout::CELL; 2],
        pitch: [f64::from(layout::CELL); 2],
    }
}

fn new(seed: u32) -> Game {
    Game::new(&Options {
        seed,
        ..Options::default()
    })
}

fn names(events: &[Event]) -> Vec<&str> {
    events.iter().map(|event| event.name.as_str()).collect()
}

fn drag(game: &mut Game, path: &[Point]) {
    let [at, .., to] = path else {
        panic!("a drag goes somewhere");
    };
    let (at, to) = (*at, *to);
    game.handle(Input::Pressed { at, button: LEFT });
    path.iter().for_each(|at| game.handle(Input::Moved(*at)));
    game.handle(Input::Released {
        at: to,
        button: LEFT,
    });
}

fn click(game: &mut Game, at: Point) {
    game.handle(Input::Pressed { at, button: LEFT });
    game.handle(Input::Released { at, button: LEFT });
}

#[test]
fn the_solvers_moves_played_as_drags_solve_it() {
    for seed in 1..15 {
        let mut game = new(seed);
        assert_eq!(names(&game.take_events()), ["shown"]);
        let outcome = solve::solve(&game.play.start, &Limits::default());
        let moves = outcome.solution().expect("it has a solution").clone();
        assert_eq!(Some(moves.len() as u32), game.play.start.min_moves);
        for mv in &moves {
            let expected = game.puzzle().moved(mv).expect("a legal move");
            let Gesture::Drag { path } = play::gesture(game.puzzle(), mv, None, &cells()) else {
                panic!("a drag");
            };
            drag(&mut game, &path);
            assert_eq!(*game.puzzle(), expected);
        }
        let events = game.take_events();
        let words: Vec<_> = events.iter().filter_map(|e| e.text("move")).collect();
        let expected: Vec<_> = moves.iter().map(ToString::to_string).collect();
        assert_eq!(words, expected);
        assert_eq!(names(&events).last(), Some(&"solved"));
        let start = game.play.start.clone();
        click(&mut game, layout::NEXT.centre());
        assert_ne!(game.play.start, start);
    }
}

/// A drag of a block that can go two cells one way: in two steps, and in one.
#[test]
fn a_pointer_that_jumps_over_a_cell_leaves_the_block_behind() {
    let mut tried = 0;
    for seed in 1..40 {
        let mut game = new(seed);
        let start = game.play.start.clone();
        let routes = (0..start.blocks.len()).flat_map(|block| start.routes(block));
        let Some(route) = routes
            .into_iter()
            .find(|route| route.path.len() == 2 && route.path[0] == route.path[1])
        else {
            continue;
        };
        let block = start.blocks.iter().find(|block| {
            let twice = start.step(&block.cells, route.path[0]);
            twice.and_then(|cells| start.step(&cells, route.path[0])) == Some(route.cells.clone())
        });
        let block = block.expect("the block of the route");
        let mv = Move {
            block: block.sign,
            path: route.path.clone(),
        };
        let Gesture::Drag { path } = play::gesture(&start, &mv, None, &cells()) else {
            panic!("a drag");
        };
        drag(&mut game, &[path[0], path[2]]);
        assert_eq!(*game.puzzle(), start);
        drag(&mut game, &path);
        assert_ne!(*game.puzzle(), start);
        assert_eq!(game.play.history.len(), 1);
        click(&mut game, layout::UNDO.centre());
        assert_eq!((game.puzzle(), game.play.history.len()), (&start, 0));
        tried += 1;
    }
    assert!(tried > 5, "{tried}");
}

#[test]
fn a_block_stops_at_others_and_reset_brings_it_back() {
    for seed in 1..10 {
        let mut game = new(seed);
        let start = game.play.start.clone();
        for block in &start.blocks {
            let (column, row) = start.position(block.cells[0]);
            let at = layout::cell(column, row).centre();
            for (x, y) in [(40, 0), (-40, 0), (0, 40), (0, -40)] {
                let far: Vec<Point> = (0..9).map(|i| at + Point::new(i * x, i * y)).collect();
                drag(&mut game, &far);
                let now = game.puzzle();
                assert_eq!(Puzzle::parse(&now.to_string()), Ok(now.clone()));
                assert!(now.same_puzzle(&start));
                click(&mut game, layout::RESET.centre());
                assert_eq!(*game.puzzle(), start);
            }
        }
        assert_eq!(game.hit(layout::RESET.centre()), "button reset");
    }
}
