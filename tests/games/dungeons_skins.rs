//! Looks of the practice game of dungeons, and profiles that are fitted to one by one puzzle.

use gridhand::game::Game;
use gridhand::game::ability::{Fitted, Hints};
use gridhand::games::dungeons::fit::fit;
use gridhand::games::dungeons::learn::Lesson;
use gridhand::games::dungeons::{Dungeons, Puzzle, generate};
use gridhand::practice::Options;
use image::RgbaImage;

pub fn puzzle(seed: u32) -> Puzzle {
    Puzzle {
        seed: None,
        ..generate::from_seed(seed).puzzle
    }
}

pub fn picture(skin: u32, seed: u32) -> RgbaImage {
    let game = Dungeons::practice(&Options {
        skin,
        seed,
        ..Options::default()
    });
    game.picture()
}

pub fn fitted(skin: u32, seed: u32) -> Option<Fitted> {
    let lesson = Lesson {
        name: format!("skin {skin}"),
        picture: picture(skin, seed),
        puzzle: puzzle(seed),
    };
    fit("mine", "none", &[lesson], &Hints::default()).ok()
}
