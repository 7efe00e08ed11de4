//! A list of moves leaves the board as it says, also in games that show late what was done; one that
//! takes moves back is given up.

use std::collections::HashSet;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use gridhand::base::Point;
use gridhand::bot::replay::{Replay, replay_moves};
use gridhand::bot::{Ending, PuzzleReport, Rig, Settings, Stage, Stop};
use gridhand::game::Game;
use gridhand::games::dungeons::{Dungeons, Toggle, generate};
use gridhand::hand::{Button, Hand, Key};
use gridhand::practice::memory::{self, MemoryGame};
use gridhand::practice::{Event, Options};
use gridhand::profile::Profile;

/// Makes moves, and no others.
fn replayed(rig: Rig, moves: Vec<Toggle>) -> PuzzleReport<Dungeons> {
    let profile = Profile::load(Some(Path::new("no folder")), "practice-dungeons");
    let how = Replay {
        profile: &profile.expect("built in"),
        settings: &Settings::default(),
        solve_missing: false,
        place: "memory".into(),
    };
    replay_moves::<Dungeons>(rig, moves, &how, &Stop::default()).expect("played")
}

/// In ms: longer than an effect of which nothing is known is waited for.
const LATENCY: u64 = 500;

#[test]
fn clicks_that_were_taken_for_lost_are_not_left_to_come() {
    let options = Options {
        seed: 900,
        latency: LATENCY,
        ..Options::default()
    };
    let made = generate::from_seed(900);
    let moves = made.puzzle.toggles_to(&made.walls)[..3].to_vec();
    let wanted: HashSet<_> = moves.iter().map(ToString::to_string).collect();

    let mut stage = Stage::memory::<Dungeons>(&options).expect("it starts");
    let report = replayed(stage.rig().expect("it has one"), moves);
    assert_eq!(report.ending.word(), "played");
    assert!(report.repairs > 0, "no click was taken for lost");
    sleep(Duration::from_millis(LATENCY * 2));
    assert_eq!(walls(&stage.events().expect("it tells")), wanted);
}

/// The hand of somebody in whose game every click is undone a while after it showed: the same place is
/// clicked again.
struct Undoing {
    game: MemoryGame,
    at: Point,
}

/// So long after a click it is undone: it has shown by then, and is still waited for.
const UNDONE_AFTER: Duration = Duration::from_millis(300);

impl Hand for Undoing {
    fn point(&mut self, at: Point) -> anyhow::Result<()> {
        self.at = at;
        Hand::point(&mut self.game, at)
    }

    fn button(&mut self, button: Button, down: bool) -> anyhow::Result<()> {
        Hand::button(&mut self.game, button, down)?;
        if !down {
            let (mut game, at) = (self.game.clone(), self.at);
            std::thread::spawn(move || {
                sleep(UNDONE_AFTER);
                let parked = Hand::pointer(&mut game)?;
                Hand::point(&mut game, at)?;
                Hand::button(&mut game, button, true)?;
                Hand::button(&mut game, button, false)?;
                parked.map_or(Ok(()), |parked| Hand::point(&mut game, parked))
            });
        }
        Ok(())
    }

    fn key(&mut self, key: Key, down: bool) -> anyhow::Result<()> {
        Hand::key(&mut self.game, key, down)
    }

    fn pointer(&mut self) -> anyhow::Result<Option<Point>> {
        // Nobody but the game is to blame.
        Ok(None)
    }
}

#[test]
fn a_game_that_keeps_taking_moves_back_is_given_up() {
    let options = Options {
        seed: 900,
        ..Options::default()
    };
    let made = generate::from_seed(900);
    let moves = made.puzzle.toggles_to(&made.walls)[..1].to_vec();
    let game = memory::start(Dungeons::practice(&options), &options).expect("it starts");
    let rig = Rig {
        screen: Box::new(game.clone()),
        hand: Box::new(Undoing {
            game: game.clone(),
            at: Point::default(),
        }),
        guards: [Box::new(game.clone()), Box::new(game.clone())],
    };
    let report = replayed(rig, moves);
    let why = "the game takes moves back";
    assert_eq!(report.ending, Ending::GivenUp(why.into()));
    let drawn = game
        .events()
        .iter()
        .filter(|e| e.name == "wall" && e.details["on"] == true)
        .count();
    assert!((10..20).contains(&drawn), "tried {drawn} times");
}

/// The walls that stand in the end, written as the moves that build them.
fn walls(events: &[Event]) -> HashSet<String> {
    let mut walls = HashSet::new();
    for event in events.iter().filter(|event| event.name == "wall") {
        let [column, row] = ["column", "row"].map(|key| event.number(key).expect("a cell"));
        let wall = format!("{column},{row}");
        match event.details["on"] == true {
            true => walls.insert(wall),
            false => walls.remove(&wall),
        };
    }
    walls
}
