//! A game of slides that takes no keys is played by clicks.

use gridhand::base::Point;
use gridhand::bot::{self, Course, Rig, Settings, Stop};
use gridhand::game::{Game, first_shown};
use gridhand::games::coil::Coil;
use gridhand::hand::{Button, Hand, Key};
use gridhand::practice::Options;
use gridhand::practice::memory::{self, MemoryGame};
use gridhand::profile::MoveBy;

use crate::fitting::fitted;

/// A hand whose keys reach nothing.
struct Keyless(MemoryGame);

impl Hand for Keyless {
    fn point(&mut self, at: Point) -> anyhow::Result<()> {
        Hand::point(&mut self.0, at)
    }

    fn button(&mut self, button: Button, down: bool) -> anyhow::Result<()> {
        Hand::button(&mut self.0, button, down)
    }

    fn key(&mut self, _: Key, _: bool) -> anyhow::Result<()> {
        Ok(())
    }

    fn pointer(&mut self) -> anyhow::Result<Option<Point>> {
        Hand::pointer(&mut self.0)
    }
}

#[test]
fn what_takes_no_keys_is_clicked() {
    let options = Options::default();
    let (puzzle, picture) = first_shown::<Coil>(&options).expect("it tells what it shows");
    let profile = fitted::<Coil>(puzzle, picture);
    let game = memory::start(Coil::practice(&options), &options).expect("it starts");
    let rig = Rig {
        screen: Box::new(game.clone()),
        hand: Box::new(Keyless(game.clone())),
        guards: [Box::new(game.clone()), Box::new(game.clone())],
    };
    let (mut told, mut learned) = (Vec::new(), Vec::new());
    let (settings, stop) = (Settings::default(), Stop::default());
    let mut course = Course::Next(Some(1));
    let end = bot::play::<Coil>(rig, &profile, &settings, &stop, &mut course, |report| {
        told.push(report.ending.word());
        learned.push(report.moved_by);
    });
    end.expect("it ends by itself");
    assert_eq!(told, ["solved"]);
    assert_eq!(learned, [Some(MoveBy::Click)]);
}
