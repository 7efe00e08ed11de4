//! Keys are typed with the pointer over the game, also where it rests beside the window because the board fills that.

use anyhow::ensure;
use gridhand::base::{Point, Rect};
use gridhand::bot::{self, Course, Rig, Settings, Stop};
use gridhand::game::{Game, first_shown};
use gridhand::games::warehouse::Warehouse;
use gridhand::hand::{Button, Hand, Key};
use gridhand::practice::Options;
use gridhand::practice::memory::{self, MemoryGame};
use gridhand::screen::Screen;

use crate::fitting::fitted;

/// A hand whose keys reach the game only while the pointer is over it.
struct Over {
    game: MemoryGame,
    area: Rect,
}

impl Hand for Over {
    fn point(&mut self, at: Point) -> anyhow::Result<()> {
        Hand::point(&mut self.game, at)
    }

    fn button(&mut self, button: Button, down: bool) -> anyhow::Result<()> {
        Hand::button(&mut self.game, button, down)
    }

    fn key(&mut self, key: Key, down: bool) -> anyhow::Result<()> {
        let at = Hand::pointer(&mut self.game)?;
        let is_over = at.is_some_and(|at| self.area.contains(at));
        ensure!(is_over, "the pointer is not over the game");
        Hand::key(&mut self.game, key, down)
    }

    fn pointer(&mut self) -> anyhow::Result<Option<Point>> {
        Hand::pointer(&mut self.game)
    }
}

#[test]
fn keys_are_typed_over_a_window_that_its_board_fills() {
    let options = Options::default();
    let (puzzle, picture) = first_shown::<Warehouse>(&options).expect("it tells what it shows");
    let mut profile = fitted::<Warehouse>(puzzle, picture);
    let [width, height] = profile.board.map(|side| side as i32);
    profile.park = Some(Point::new(width, height));
    let mut game = memory::start(Warehouse::practice(&options), &options).expect("it starts");
    let area = Screen::capture(&mut game).expect("a frame").area();
    let hand = Over {
        game: game.clone(),
        area,
    };
    let rig = Rig {
        screen: Box::new(game.clone()),
        hand: Box::new(hand),
        guards: [Box::new(game.clone()), Box::new(game.clone())],
    };
    let mut told = Vec::new();
    let (settings, stop) = (Settings::default(), Stop::default());
    let mut course = Course::Next(Some(1));
    let end = bot::play::<Warehouse>(rig, &profile, &settings, &stop, &mut course, |report| {
        told.push(report.ending.word());
    });
    end.expect("it ends by itself");
    assert_eq!(told, ["solved"]);
}
