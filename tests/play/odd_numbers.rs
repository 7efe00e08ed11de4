//! Numbers of which every second board cannot be brought in order, as they come where pages only shuffle them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use gridhand::base::{Point, Rect};
use gridhand::bot::{self, Course, Settings, Stop};
use gridhand::draw::{self, font};
use gridhand::games::sliding::{Puzzle, Sliding};
use gridhand::profile::{SolvedBy, Way};
use image::RgbaImage;

use crate::fitting::fitted;
use crate::page::{Drawn, rig};

/// The boards that come one after the other; nobody can solve the second.
const BOARDS: [[u8; 9]; 3] = [
    [1, 2, 3, 4, 5, 6, 0, 7, 8],
    [5, 4, 8, 7, 1, 6, 3, 0, 2],
    [1, 2, 3, 4, 0, 6, 7, 5, 8],
];
const SIDE: i32 = 100;
const CORNER: Point = Point { x: 40, y: 30 };

/// A page of large tiles with small numbers; what is clicked beside the free cell goes there, and a key brings the next
/// board.
#[derive(Clone)]
struct Page {
    board: Arc<Mutex<[u8; 9]>>,
    asked: Arc<AtomicUsize>,
}

impl Page {
    fn new() -> Self {
        Self {
            board: Arc::new(Mutex::new(BOARDS[0])),
            asked: Arc::default(),
        }
    }

    fn board(&self) -> [u8; 9] {
        *self.board.lock().expect("nobody panics with it")
    }

    fn text(&self) -> String {
        let board = self.board().map(|number| match number {
            0 => ".".to_string(),
            number => number.to_string(),
        });
        let rows: Vec<String> = board.chunks(3).map(|row| row.join(" ")).collect();
        format!("numbers\n{}\n", rows.join("\n"))
    }
}

impl Drawn for Page {
    fn picture(&self) -> RgbaImage {
        let mut canvas = draw::canvas([380, 420]);
        let all = draw::whole(&canvas);
        draw::fill(&mut canvas, all, [244; 3]);
        for (at, number) in (0..).zip(self.board()) {
            let corner = CORNER + Point::new(at % 3 * SIDE, at / 3 * SIDE);
            let tile = Rect::new(0, 0, SIDE - 6, SIDE - 6).at(corner);
            let ground = if number == 0 {
                [204; 3]
            } else {
                [52, 152, 219]
            };
            draw::fill(&mut canvas, tile, ground);
            if number > 0 {
                let name = number.to_string();
                let middle = font::big_middle(tile, &name);
                font::write_big(&mut canvas, middle, &name, [[255; 3]; 2]);
            }
        }
        canvas
    }

    fn click(&self, at: Point) {
        let at = at - CORNER;
        let [column, row] = [at.x.div_euclid(SIDE), at.y.div_euclid(SIDE)];
        let mut board = self.board.lock().expect("nobody panics with it");
        let free = board.iter().position(|number| *number == 0).unwrap_or(0) as i32;
        let is_beside = (free % 3 - column).abs() + (free / 3 - row).abs() == 1;
        if (0..3).contains(&column) && (0..3).contains(&row) && is_beside {
            board.swap(free as usize, (row * 3 + column) as usize);
        }
    }

    fn enter(&self) {
        let asked = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
        *self.board.lock().expect("nobody panics with it") = BOARDS[asked % BOARDS.len()];
    }
}

#[test]
fn a_board_that_nobody_can_solve_is_not_asked_for_twice() {
    let page = Page::new();
    let puzzle = Puzzle::parse(&page.text()).expect("a board");
    let mut profile = fitted::<Sliding>(puzzle, page.picture());
    profile.next = "key:enter".parse::<Way>().expect("a way");
    profile.solved = Some(SolvedBy::Nothing);
    let rig = rig(&page);
    let settings = Settings {
        keep_going: true,
        ..Settings::default()
    };
    let (stop, mut course) = (Stop::default(), Course::Next(Some(3)));
    let mut told = Vec::new();
    let end = bot::play::<Sliding>(rig, &profile, &settings, &stop, &mut course, |report| {
        told.push((report.ending.word(), page.asked.load(Ordering::SeqCst)));
    });
    end.expect("it ends by itself");
    assert_eq!(told, [("solved", 0), ("unreadable", 1), ("solved", 2)]);
}
