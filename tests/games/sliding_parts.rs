//! Blocks in several parts are read where something tells that the parts are one, and refused where nothing does.

use gridhand::game::Game;
use gridhand::games::sliding::learn::{self, Lesson};
use gridhand::games::sliding::practice;
use gridhand::games::sliding::{Block, Sliding};
use gridhand::practice::{Options, PracticeGame};
use gridhand::profile::Profile;
use gridhand::screen::Frame;
use gridhand::vision::{ReadScratch, View};

fn practice(seed: u32) -> practice::Game {
    practice::Game::new(&Options {
        seed,
        ..Options::default()
    })
}

#[test]
fn the_practice_game_shows_by_marks_what_belongs_together() {
    let profile = Profile::load(None, "practice-sliding").expect("it is built in");
    for seed in (9..200).step_by(10) {
        let game = practice(seed);
        let puzzle = game.puzzle();
        let tied = puzzle
            .blocks
            .iter()
            .filter(|b| puzzle.parts(&b.cells).len() > 1);
        assert_eq!(tied.count(), 1, "{puzzle}");
        let frame = Frame::still(game.picture());
        let place = profile.locate(&frame, None).expect("a board");
        let view = View {
            frame: &frame,
            place,
        };
        let reading = Sliding::read(&view, &profile, None, &mut ReadScratch::default());
        let reading = reading.unwrap_or_else(|why| panic!("{seed}: {why}"));
        assert_eq!(reading.puzzle, *puzzle, "{seed}");
    }
}

#[test]
fn parts_without_marks_are_not_learned_for_a_section_with_places() {
    let profile = Profile::load(None, "practice-sliding").expect("it is built in");
    let game = practice(1);
    let mut puzzle = game.puzzle().clone();
    let is_single = |block: &&Block| block.goal.is_none() && block.cells.len() <= 2;
    let cells = |block: &Block| block.cells.clone();
    let singles: Vec<_> = puzzle.blocks.iter().filter(is_single).map(cells).collect();
    let both = |other: &Vec<usize>| [&singles[0][..], other].concat();
    let apart = singles
        .iter()
        .skip(1)
        .find(|other| puzzle.parts(&both(other)).len() > 1);
    let apart = apart.expect("two that do not touch").clone();
    puzzle.blocks.retain(|block| block.cells != apart);
    let mut blocks = puzzle.blocks.iter_mut();
    let block = blocks
        .find(|block| block.cells == singles[0])
        .expect("it is there");
    block.cells.extend(apart);
    block.cells.sort_unstable();
    let lesson = Lesson {
        name: "one".into(),
        picture: game.picture(),
        puzzle,
    };
    let error = learn::templates(&profile, &[lesson], &[]).expect_err("nothing shows it");
    assert!(error.contains("is in several parts"), "{error}");
}
