//! A puzzle with a number never seen, whose floor looks like the walls of the one before in another light.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use gridhand::base::{Point, Rect};
use gridhand::bot::probe::probe;
use gridhand::bot::{self, Course, Settings, Stop};
use gridhand::draw::{self, font};
use gridhand::game::Game as _;
use gridhand::game::ability::{Fits, Hints};
use gridhand::games::dungeons::fit::fit;
use gridhand::games::dungeons::learn::Lesson;
use gridhand::games::dungeons::{Cell, Dungeons, Puzzle};
use gridhand::profile::{Profile, SolvedBy, Way};
use image::RgbaImage;

use crate::page::{Drawn, rig};

/// The boards that come by turns; the second has a number that the first has not.
const BOARDS: [&str; 2] = [
    "  2 5 5 1 4 3 1 5\n5 . . M . M . M .\n0 . . . . . . . M\n5 . . . . . . . .\n1 . . . . . . . .\n\
     4 . . . . . . . M\n2 . M . . . . . .\n4 M . . . . . . M\n5 . . . M . M . .\n",
    "  6 3 4 2 4 2 2 2\n4 . M . . . . . .\n1 M . . . . . . .\n3 . . . . . . . .\n1 M . . . . . . .\n\
     3 . M . M . . . .\n5 . . M . M . . .\n2 . . . . . . . M\n6 . . . M . . M .\n",
];
const SIDE: i32 = 44;
const CORNER: Point = Point { x: 90, y: 80 };

fn puzzle(asked: usize) -> Puzzle {
    Dungeons::parse(BOARDS[asked % BOARDS.len()]).expect("a puzzle")
}

fn area(column: i32, row: i32) -> Rect {
    let at = CORNER + Point::new(column * SIDE, row * SIDE);
    Rect::new(at.x, at.y, SIDE - 4, SIDE - 4)
}

/// A page of stones: those of a wall are those of floor in a brighter light. A key brings the next puzzle.
#[derive(Clone)]
struct Page {
    asked: Arc<AtomicUsize>,
    walls: Arc<Mutex<Vec<usize>>>,
}

impl Drawn for Page {
    fn picture(&self) -> RgbaImage {
        let puzzle = puzzle(self.asked.load(Ordering::SeqCst));
        let walls = self.walls.lock().expect("nobody panics with it").clone();
        let mut canvas = draw::canvas([480, 480]);
        let all = draw::whole(&canvas);
        draw::fill(&mut canvas, all, [16, 18, 22]);
        let mut number = |area: Rect, value: u8| {
            let text = value.to_string();
            let middle = font::big_middle(area, &text);
            font::write_big(&mut canvas, middle, &text, [[230; 3]; 2]);
        };
        for (column, value) in (0..).zip(&puzzle.columns) {
            number(area(column, -1), *value);
        }
        for (row, value) in (0..).zip(&puzzle.rows) {
            number(area(-1, row), *value);
        }
        for at in 0..64 {
            let area = area(at % 8, at / 8);
            let light = if walls.contains(&(at as usize)) { 4 } else { 1 };
            for line in 0..area.height {
                let stone = (24 + line % 11 * 3) as u8 * light;
                let strip = Rect::new(area.x, area.y + line, area.width, 1);
                draw::fill(&mut canvas, strip, [stone, stone, stone / 2]);
            }
            if puzzle.cells[at as usize] == Cell::Monster {
                draw::fill(&mut canvas, area.grown(-8), [220, 60, 60]);
                draw::fill(&mut canvas, area.grown(-15), [250; 3]);
            }
        }
        canvas
    }

    fn click(&self, at: Point) {
        let at = at - CORNER;
        let [column, row] = [at.x.div_euclid(SIDE), at.y.div_euclid(SIDE)];
        if !(0..8).contains(&column) || !(0..8).contains(&row) {
            return;
        }
        let cell = (row * 8 + column) as usize;
        let mut walls = self.walls.lock().expect("nobody panics with it");
        match walls.iter().position(|wall| *wall == cell) {
            Some(at) => _ = walls.remove(at),
            None => walls.push(cell),
        }
    }

    fn enter(&self) {
        self.asked.fetch_add(1, Ordering::SeqCst);
        self.walls.lock().expect("nobody panics with it").clear();
    }
}

/// As `calibrate` makes it.
fn tried(page: &Page) -> Profile {
    let lesson = Lesson {
        name: "first".into(),
        picture: page.picture(),
        puzzle: puzzle(0),
    };
    let fitted = fit("mine", "none", &[lesson], &Hints::default()).expect("it is fitted");
    let mut profile = fitted.profile;
    let area = Dungeons
        .probe_area(&puzzle(0), &profile)
        .expect("empty cells");
    let probed = probe(
        rig(page),
        &profile,
        fitted.place,
        &area,
        &Stop::default(),
        &mut |_| {},
    );
    let probed = probed.expect("it is tried");
    profile.behaviour = Some(probed.behaviour);
    let pictures = [fitted.pictures, probed.pictures].concat();
    profile.templates = Arc::new(profile.prepare(pictures).expect("it is learned"));
    profile
}

#[test]
fn a_puzzle_like_the_last_in_another_light_is_not_passed_over() {
    let page = Page {
        asked: Arc::default(),
        walls: Arc::default(),
    };
    let mut profile = tried(&page);
    profile.next = "key:enter".parse::<Way>().expect("a way");
    // What is learned of the first would end the session.
    (profile.solved, profile.marks) = (Some(SolvedBy::Title), Some(false));
    let (settings, stop) = (Settings::default(), Stop::default());
    let mut course = Course::Next(Some(2));
    let mut told = Vec::new();
    let end = bot::play::<Dungeons>(
        rig(&page),
        &profile,
        &settings,
        &stop,
        &mut course,
        |report| {
            told.push((report.puzzle.clone(), page.asked.load(Ordering::SeqCst)));
        },
    );
    end.expect("it ends by itself");
    assert_eq!(told, [(Some(puzzle(0)), 0), (Some(puzzle(1)), 1)]);
}
