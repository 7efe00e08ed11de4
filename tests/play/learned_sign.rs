//! By what a game shows that a puzzle is solved, as it is learned from the first one.

use std::sync::Arc;

use gridhand::base::Rect;
use gridhand::bot::{self, Course, Evidence, Rig, Settings, Stop};
use gridhand::draw;
use gridhand::game::{Game, first_shown};
use gridhand::games::coil::Coil;
use gridhand::games::warehouse::Warehouse;
use gridhand::practice::memory::MemoryGame;
use gridhand::practice::{Options, memory};
use gridhand::profile::SolvedBy;
use gridhand::screen::{Frame, Screen, ScreenError};

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

/// A game that writes something on its board as soon as a puzzle is solved.
struct Scribbled {
    game: MemoryGame,
    strokes: Vec<Rect>,
}

impl Screen for Scribbled {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        let mut frame = Screen::capture(&mut self.game)?;
        let events = self.game.events();
        if events.iter().any(|event| event.name == "solved") {
            let mut image = frame.image.as_ref().clone();
            for stroke in &self.strokes {
                draw::fill(&mut image, *stroke, [90, 255, 90]);
            }
            frame.image = Arc::new(image);
        }
        Ok(frame)
    }
}

/// What is told of a level over which that is written as it is solved: at these places of each wall, or of each tile.
fn told(stroke: impl Fn(Rect) -> Rect, everywhere: bool) -> Vec<(&'static str, Option<Evidence>)> {
    let options = Options::default();
    let (puzzle, picture) = first_shown::<Warehouse>(&options).expect("it tells what it shows");
    let text = puzzle.to_string();
    let rows = text.lines().filter(|line| line.contains('#')).enumerate();
    let tiles = rows.flat_map(|(y, row)| {
        let tiles = row.chars().enumerate();
        tiles.map(move |(x, letter)| (x as u32, y as u32, letter))
    });
    let chosen: Vec<(u32, u32, char)> = match everywhere {
        true => tiles.collect(),
        false => tiles.filter(|tile| tile.2 == '#').take(1).collect(),
    };
    let profile = fitted::<Warehouse>(puzzle, picture);
    let area = |tile: &(u32, u32, char)| profile.cells.area(tile.0 as _, tile.1 as _);
    let game = memory::start(Warehouse::practice(&options), &options).expect("it starts");
    let scribbled = Scribbled {
        game: game.clone(),
        strokes: chosen.iter().map(area).map(stroke).collect(),
    };
    let rig = Rig {
        screen: Box::new(scribbled),
        hand: Box::new(game.clone()),
        guards: [Box::new(game.clone()), Box::new(game.clone())],
    };
    let mut told = Vec::new();
    let (settings, stop) = (Settings::default(), Stop::default());
    let mut course = Course::Next(Some(1));
    let end = bot::play::<Warehouse>(rig, &profile, &settings, &stop, &mut course, |report| {
        told.push((report.ending.word(), report.evidence));
    });
    end.expect("it ends by itself");
    told
}

#[test]
fn a_word_that_is_smaller_than_a_tile_is_the_sign() {
    let word = |wall: Rect| {
        let [across, down] = [wall.width / 4, wall.height / 4];
        Rect::new(
            wall.x + across,
            wall.y + down,
            wall.width / 2,
            wall.height / 3,
        )
    };
    assert_eq!(told(word, false), [("solved", Some(Evidence::Sign))]);
}

#[test]
fn thin_strokes_over_all_tiles_are_the_sign() {
    let stroke = |tile: Rect| {
        Rect::new(
            tile.x,
            tile.y + tile.height / 2,
            tile.width,
            tile.height / 10,
        )
    };
    assert_eq!(told(stroke, true), [("solved", Some(Evidence::Sign))]);
}
