//! Frames that are caught while the picture changes are looked at again.

use std::time::Duration;

use std::collections::HashSet;
use std::sync::Arc;

use gridhand::bot::harvest::{Harvest, Harvested, Kept, Plan, harvest};
use gridhand::bot::{Rig, Stop};
use gridhand::corpus::{Corpus, Location, Stored};
use gridhand::game::{Game, Storable};
use gridhand::games::dungeons::{Dungeons, Puzzle};
use gridhand::practice::memory::{self, MemoryGame};
use gridhand::practice::{Event, Options};
use gridhand::profile::Profile;
use gridhand::screen::{Frame, Screen, ScreenError};

/// A screen that shows each change halfway first: the upper part as it will be, the lower part as it
/// was.
struct Torn {
    game: MemoryGame,
    last: Option<Frame>,
    tears: u32,
}

impl Screen for Torn {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        let now = Screen::capture(&mut self.game)?;
        let Some(last) = self.last.replace(now.clone()) else {
            return Ok(now);
        };
        if last.image == now.image {
            return Ok(now);
        }
        // Somewhere else each time; often between the seed and the board.
        self.tears += 1;
        let height = now.image.height();
        let split = 60 + self.tears * 37 % (height - 80);
        let mut torn = now;
        for (x, y, pixel) in last.image.enumerate_pixels() {
            if y >= split {
                Arc::make_mut(&mut torn.image).put_pixel(x, y, *pixel);
            }
        }
        Ok(torn)
    }
}

struct Scene {
    game: MemoryGame,
    folder: tempfile::TempDir,
    profile: Profile,
}

fn scene(options: &Options) -> Scene {
    let game = memory::start(Dungeons::practice(options), options).expect("a game");
    Scene {
        game,
        folder: tempfile::tempdir().expect("a folder"),
        profile: Profile::load(None, "practice-dungeons").expect("built in"),
    }
}

impl Scene {
    fn harvest(&self, plan: Plan) -> (Harvested, Vec<Kept<Puzzle>>) {
        let torn = Torn {
            game: self.game.clone(),
            last: None,
            tears: 0,
        };
        let rig = Rig {
            screen: Box::new(torn),
            hand: Box::new(self.game.clone()),
            guards: [Box::new(self.game.clone()), Box::new(self.game.clone())],
        };
        let how = Harvest {
            profile: &self.profile,
            place: "memory".into(),
            pause: Duration::from_secs(60),
            solve: None,
        };
        let mut kept = Vec::new();
        let path = self.folder.path().join("c.sqlite");
        let told = |one: &Kept<Puzzle>, _: &Harvested| kept.push(one.clone());
        let harvested = harvest::<Dungeons>(
            rig,
            &Location::from(&path),
            &how,
            plan,
            &Stop::default(),
            told,
        );
        (harvested.expect("harvested"), kept)
    }

    fn shown(&self) -> HashSet<String> {
        let events = self.game.events();
        let shown = events.iter().filter(|event| event.name == "shown");
        let text = |event: &Event| event.text("puzzle").map(String::from);
        shown.filter_map(text).collect()
    }

    fn stored(&self) -> Vec<String> {
        let corpus = Corpus::open(&self.folder.path().join("c.sqlite")).expect("a corpus");
        let mut stored = Vec::new();
        let walked = corpus.each::<Dungeons, ()>(|record| {
            let mut text = String::new();
            Dungeons::write_puzzle(record.puzzle, &mut text).ok_or(())?;
            stored.push(text);
            Ok(())
        });
        walked.expect("read").expect("puzzles");
        stored
    }
}

#[test]
fn torn_frames_are_read_again() {
    let scene = scene(&Options::default());
    let plan = Plan::Random {
        count: 60,
        fresh: false,
    };
    let (harvested, kept) = scene.harvest(plan);
    assert!(harvested.new >= 60);
    assert!(kept.iter().all(|one| matches!(one.stored, Stored::New(_))));
    let stored: HashSet<String> = scene.stored().into_iter().collect();
    assert_eq!(stored, scene.shown());
}

#[test]
fn seeds_are_checked_against_what_was_wanted() {
    let options = Options {
        drop_input: 0.05,
        ..Options::default()
    };
    let scene = scene(&options);
    let wanted: Vec<u64> = (10..30).chain([99_999_999, 0]).collect();
    let plan = |again| Plan::Seeds {
        seeds: Box::new(wanted.clone().into_iter()),
        again,
    };
    let (harvested, kept) = scene.harvest(plan(false));
    let seeds: Vec<u64> = kept
        .iter()
        .filter_map(|one| Dungeons::seed(&one.shown.puzzle))
        .collect();
    assert_eq!(seeds, wanted);
    assert_eq!(harvested.new, wanted.len() as u64);
    assert!(
        scene
            .stored()
            .iter()
            .all(|puzzle| scene.shown().contains(puzzle))
    );
    // All are there now.
    let (rest, kept) = scene.harvest(plan(false));
    assert_eq!((rest.new, rest.skipped), (0, wanted.len() as u64));
    assert!(kept.is_empty());
    let (again, kept) = scene.harvest(plan(true));
    assert_eq!((again.new, again.skipped), (0, 0));
    assert_eq!(
        (again.known, kept.len()),
        (wanted.len() as u64, wanted.len())
    );
}
