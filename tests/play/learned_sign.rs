//! By what a game shows that a puzzle is solved, as it is learned from the first one.

use gridhand::bot::{self, Course, Rig, Settings, Stop};
use gridhand::game::{Game, first_shown};
use gridhand::games::coil::Coil;
use gridhand::practice::{Options, memory};
use gridhand::profile::SolvedBy;

use crate::fitting::fitted;

#[test]
fn a_banner_over_tiles_that_look_new_is_the_sign() {
    let options = Options::default();
    let (puzzle, picture) = first_shown::<Coil>(&options).expect("it tells what it shows");
    let profile = fitted::<Coil>(puzzle, picture);
    let game = memory::start(Coil::practice(&options), &options).expect("it starts");
    let rig = Rig {
        screen: Box::new(game.clone()),
        hand: Box::new(game.clone()),
        guards: [Box::new(game.clone()), Box::new(game.clone())],
    };
    let mut told = Vec::new();
    let (settings, stop) = (Settings::default(), Stop::default());
    let mut course = Course::Next(Some(1));
    let end = bot::play::<Coil>(rig, &profile, &settings, &stop, &mut course, |report| {
        told.push((report.ending.word(), report.solved_by));
    });
    end.expect("it ends by itself");
    assert_eq!(told, [("solved", Some(SolvedBy::Banner))]);
}
