//! Trying out a game that was never played: what is found is true, and everything is put back.

use std::time::Duration;

use gridhand::bot::probe::{ProbeError, Probed, probe};
use gridhand::bot::{Stage, Stop, StoppedBy};
use gridhand::game::Game;
use gridhand::game::ability::{Fits, Fitted, Hints};
use gridhand::games::dungeons::fit::fit;
use gridhand::games::dungeons::learn::Lesson;
use gridhand::games::dungeons::practice::skin::Skin;
use gridhand::games::dungeons::{Dungeons, Puzzle};
use gridhand::practice::Options;

/// A practice game in memory, fitted by the puzzle it shows.
struct Trial {
    stage: Stage,
    fitted: Fitted,
    puzzle: Puzzle,
}

impl Trial {
    fn begin(skin: u32) -> Self {
        let options = Options {
            skin,
            seed: skin * 1000,
            ..Options::default()
        };
        let mut stage = Stage::memory::<Dungeons>(&options).expect("a game");
        let shown = stage.events().expect("events");
        let line = shown[0].text("puzzle").expect("a puzzle");
        let puzzle = Dungeons::parse(line).expect("a puzzle");
        let mut rig = stage.rig().expect("a rig");
        let frame = rig.screen.capture().expect("a frame");
        let lesson = Lesson {
            name: format!("skin {skin}"),
            picture: frame.image.as_ref().clone(),
            puzzle: puzzle.clone(),
        };
        let fitted = fit("mine", "none", &[lesson], &Hints::default()).expect("it is fitted");
        Self {
            stage,
            fitted,
            puzzle,
        }
    }

    fn probe(&mut self, stop: &Stop) -> Result<Probed, ProbeError> {
        let rig = self.stage.rig().expect("a rig");
        let profile = &self.fitted.profile;
        let ground = Dungeons
            .probe_area(&self.puzzle, profile)
            .expect("empty cells");
        probe(rig, profile, self.fitted.place, &ground, stop, &mut |_| {})
    }

    /// How often things of a kind were drawn, and how often they were removed.
    fn count(&self, kind: &str) -> [usize; 2] {
        let events = self.stage.events().expect("events");
        let all = || events.iter().filter(|event| event.name == kind);
        [true, false].map(|on| all().filter(|event| event.is("on") == on).count())
    }

    fn assert_put_back(&self) {
        for kind in ["wall", "mark"] {
            let [drawn, removed] = self.count(kind);
            assert!(drawn > 0, "no {kind} was tried");
            assert_eq!(drawn, removed, "{kind}s are left");
        }
    }
}

/// The first skin of this kind.
fn skin(is_wanted: impl Fn(&Skin) -> bool) -> Skin {
    let mut skins = (1..).map(Skin::new);
    skins.find(is_wanted).expect("there is always one")
}

/// Whether the light of the cell under the pointer can be seen on its floor.
fn lights_up(skin: &Skin) -> bool {
    skin.hover > 40 && skin.floor.colours.iter().flatten().all(|part| *part < 160)
}

/// Tries a skin, and checks all that is true of every skin.
fn behaviour(skin: &Skin) -> gridhand::profile::Behaviour {
    let mut trial = Trial::begin(skin.number);
    let probed = trial.probe(&Stop::default()).expect("it is tried");
    trial.assert_put_back();
    let names: Vec<&str> = probed
        .pictures
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(names, ["wall", "mark"], "skin {}", skin.number);
    assert_eq!(
        probed.behaviour.hover,
        skin.hover > 20,
        "skin {}",
        skin.number
    );
    assert_eq!(
        probed.behaviour.fade > 0,
        !skin.fade.is_zero(),
        "skin {}",
        skin.number
    );
    probed.behaviour
}

#[test]
fn walls_that_fade_in_and_cells_that_light_up() {
    let skin = skin(|skin| {
        skin.fade >= Duration::from_millis(180) && lights_up(skin) && skin.dead.is_zero()
    });
    behaviour(&skin);
}

#[test]
fn clicks_that_are_ignored_so_soon_after_another() {
    let skin = skin(|skin| !skin.dead.is_zero() && skin.drag.is_none() && !skin.turns);
    let beat = Duration::from_millis(behaviour(&skin).beat);
    // From press to press it is a hold and a rest; the game looks at its clock once a frame.
    let frame = Duration::from_millis(17);
    assert!(2 * beat + 2 * frame > skin.dead, "{beat:?}");
}

#[test]
fn moves_that_paint_so_soon_after_a_press() {
    let skin = skin(|skin| skin.dead.is_zero() && skin.drag.is_some());
    assert!(behaviour(&skin).beat > 17);
}

#[test]
fn clicks_that_go_on_from_a_wall_to_a_mark() {
    let skin = skin(|skin| skin.turns && skin.dead.is_zero() && skin.drag.is_none());
    behaviour(&skin);
}

#[test]
fn whoever_stops_it_finds_the_board_as_it_was() {
    let skin = skin(|skin| skin.dead.is_zero() && skin.drag.is_none());
    // Both games wait most of the time.
    std::thread::scope(|games| {
        games.spawn(|| stop_when_drawn(skin.number, "wall"));
        stop_when_drawn(skin.number, "mark");
    });
}

/// Stops the trial as soon as something of a kind is drawn; it is gone then.
fn stop_when_drawn(skin: u32, kind: &str) {
    let mut trial = Trial::begin(skin);
    let stop = Stop::default();
    let came = std::thread::scope(|scope| {
        let game = match &trial.stage {
            Stage::Memory(game) => game.clone(),
            Stage::Window { .. } => unreachable!("it was started in memory"),
        };
        let stop = &stop;
        scope.spawn(move || {
            while !game.events().iter().any(|event| event.name == kind) {
                std::thread::sleep(Duration::from_millis(1));
            }
            stop.throw(StoppedBy::Key);
        });
        trial.probe(stop)
    });
    assert_eq!(came.err(), Some(ProbeError::Stopped(StoppedBy::Key)));
    let [drawn, removed] = trial.count(kind);
    assert!(drawn > 0);
    assert_eq!(drawn, removed, "{kind}s are left");
}
