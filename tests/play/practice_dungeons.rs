//! The dungeons practice game, played in memory.

use std::time::{Duration, Instant};

use gridhand::base::{Point, Rect};
use gridhand::games::dungeons::practice::{Game, layout};
use gridhand::games::dungeons::{Toggle, generate};
use gridhand::hand::{Button, Key};
use gridhand::practice::memory::{self, MemoryGame};
use gridhand::practice::{Event, Host, Options};
use gridhand::screen::Frame;
use image::RgbaImage;

fn start(options: &Options) -> MemoryGame {
    memory::start(Box::new(Game::new(options)), options).unwrap()
}

fn room(seed: u32) -> Options {
    Options {
        seed,
        ..Options::default()
    }
}

fn click(game: &MemoryGame, at: Point, button: Button, scale: i32) {
    let corner = game.area();
    let half = scale / 2;
    let at = Point::new(at.x * scale + half, at.y * scale + half);
    game.pointer_to(at + Point::new(corner.x, corner.y))
        .unwrap();
    game.button(button, true).unwrap();
    game.button(button, false).unwrap();
}

fn click_cell(game: &MemoryGame, column: usize, row: usize, button: Button) {
    click(game, layout::cell(column, row).centre(), button, 1);
}

fn type_keys(game: &MemoryGame, keys: &[Key]) {
    for key in keys {
        game.key(*key, true).unwrap();
        game.key(*key, false).unwrap();
    }
}

/// Waits until the log has `count` events of this name.
fn wait(game: &MemoryGame, name: &str, count: usize) -> Vec<Event> {
    let patience = Instant::now() + Duration::from_secs(20);
    loop {
        let found: Vec<Event> = named(&game.events(), name);
        if found.len() >= count {
            return found;
        }
        assert!(
            Instant::now() < patience,
            "{count} x {name}: {:?}",
            game.events()
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn named(events: &[Event], name: &str) -> Vec<Event> {
    let named = events.iter().filter(|event| event.name == name);
    named.cloned().collect()
}

fn place(event: &Event) -> (Option<i64>, Option<i64>, bool) {
    (event.number("column"), event.number("row"), event.is("on"))
}

fn solution(seed: u32) -> Vec<Toggle> {
    let made = generate::from_seed(seed);
    made.puzzle.toggles_to(&made.walls)
}

/// A cell that is floor in this room.
fn free_cell(seed: u32) -> Toggle {
    solution(seed)[0]
}

#[test]
fn left_toggles_walls_and_right_toggles_marks() {
    let game = start(&room(5));
    let Toggle { column, row } = free_cell(5);
    let (c, r) = (Some(column as i64), Some(row as i64));
    click_cell(&game, column, row, Button::Right);
    click_cell(&game, column, row, Button::Right);
    click_cell(&game, column, row, Button::Right);
    click_cell(&game, column, row, Button::Left);
    click_cell(&game, column, row, Button::Right);
    click_cell(&game, column, row, Button::Left);
    let walls = wait(&game, "wall", 2);
    let marks = wait(&game, "mark", 4);
    assert_eq!(
        walls.iter().map(place).collect::<Vec<_>>(),
        [(c, r, true), (c, r, false)]
    );
    assert_eq!(
        marks.iter().map(place).collect::<Vec<_>>(),
        [true, false, true, false].map(|on| (c, r, on))
    );
    let hit = format!("cell {column},{row}");
    let presses = named(&game.events(), "press");
    assert_eq!(presses.len(), 6);
    assert!(presses.iter().all(|press| press.text("hit") == Some(&hit)));
}

#[test]
fn the_only_solution_solves_the_room_and_closes_it() {
    let game = start(&room(6));
    let clicks = solution(6);
    for toggle in &clicks {
        click_cell(&game, toggle.column, toggle.row, Button::Left);
    }
    let solved = wait(&game, "solved", 1);
    assert_eq!(solved[0].number("seed"), Some(6));
    click_cell(&game, clicks[0].column, clicks[0].row, Button::Left);
    click(&game, layout::RANDOM.centre(), Button::Left, 1);
    wait(&game, "shown", 2);
    assert_eq!(named(&game.events(), "wall").len(), clicks.len());
}

#[test]
fn monsters_treasures_and_lines_cannot_be_changed() {
    let seed = (1..)
        .find(|&seed| generate::from_seed(seed).puzzle.one_line().contains('T'))
        .unwrap();
    let givens = generate::from_seed(seed).puzzle;
    let game = start(&room(seed));
    let mut clicks = 0;
    for row in 0..layout::SIDE {
        for column in 0..layout::SIDE {
            if "MT".contains(givens.cell(column, row).letter()) {
                click_cell(&game, column, row, Button::Left);
                click_cell(&game, column, row, Button::Right);
                clicks += 2;
            }
        }
    }
    let line = Point::new(layout::FIRST.x + layout::CELL, layout::FIRST.y);
    click(&game, line, Button::Left, 1);
    let presses = wait(&game, "press", clicks + 1);
    assert_eq!(presses[clicks].text("hit"), Some("outside"));
    click(&game, layout::RANDOM.centre(), Button::Left, 1);
    wait(&game, "shown", 2);
    assert_eq!(named(&game.events(), "wall"), []);
    assert_eq!(named(&game.events(), "mark"), []);
}

#[test]
fn a_seed_can_be_typed_corrected_and_cancelled() {
    let game = start(&room(1));
    let choose = || click(&game, layout::CHOOSE.centre(), Button::Left, 1);
    choose();
    type_keys(&game, &[Key::Char('9'), Key::Escape]);
    wait(&game, "cancelled", 1);
    choose();
    let digits = [
        Key::Char('4'),
        Key::Char('x'),
        Key::Char('5'),
        Key::Backspace,
        Key::Char('2'),
        Key::Enter,
    ];
    type_keys(&game, &digits);
    let shown = wait(&game, "shown", 2);
    assert_eq!(shown[1].number("seed"), Some(42));
    let puzzle = generate::from_seed(42).puzzle.one_line();
    assert_eq!(shown[1].text("puzzle"), Some(puzzle.as_str()));
}

#[test]
fn random_rooms_come_in_the_same_order_for_the_same_first_seed() {
    let rooms = |seed| {
        let game = start(&room(seed));
        for _ in 0..3 {
            click(&game, layout::RANDOM.centre(), Button::Left, 1);
        }
        let shown = wait(&game, "shown", 4);
        let seeds = shown.iter().map(|event| event.number("seed"));
        seeds.collect::<Vec<_>>()
    };
    let first = rooms(11);
    assert_eq!(first[0], Some(11));
    assert_eq!(rooms(11), first);
    assert_ne!(rooms(12)[1..], first[1..]);
}

#[test]
fn presses_beside_the_window_are_the_desktops() {
    let game = start(&room(1));
    let Rect { x, y, .. } = game.area();
    game.pointer_to(Point::new(x - 3, y)).unwrap();
    game.button(Button::Left, true).unwrap();
    game.button(Button::Left, false).unwrap();
    let press = &wait(&game, "press", 1)[0];
    assert_eq!(press.text("hit"), Some("desktop"));
    assert_eq!(press.number("x"), Some(-3));
}

#[test]
fn a_larger_scale_enlarges_picture_and_clicks_alike() {
    let options = Options {
        scale: 2,
        ..room(5)
    };
    let game = start(&options);
    let small = start(&room(5)).capture().image;
    let large = game.capture().image;
    assert_eq!(large.dimensions(), (2 * small.width(), 2 * small.height()));
    let Toggle { column, row } = free_cell(5);
    click(&game, layout::cell(column, row).centre(), Button::Left, 2);
    let wall = &wait(&game, "wall", 1)[0];
    assert_eq!(place(wall), (Some(column as i64), Some(row as i64), true));
}

/// Presses in the middle of the first covering window that stays long enough.
fn press_on_cover(game: &MemoryGame) -> (Frame, Rect) {
    loop {
        std::thread::sleep(Duration::from_millis(5));
        let Some(cover) = game.cover() else {
            continue;
        };
        let covered = game.capture();
        game.pointer_to(cover.centre()).unwrap();
        game.button(Button::Left, true).unwrap();
        game.button(Button::Left, false).unwrap();
        let presses = named(&game.events(), "press");
        if presses.last().and_then(|press| press.text("hit")) == Some("cover") {
            return (covered, cover);
        }
    }
}

#[test]
fn a_cover_takes_the_presses_and_is_in_the_picture() {
    let options = Options {
        cover: true,
        ..room(5)
    };
    let game = start(&options);
    let bare = game.capture().image;
    let (covered, cover) = press_on_cover(&game);
    let middle = cover.centre() - covered.origin;
    let pixel = |image: &RgbaImage| *image.get_pixel(middle.x as u32, middle.y as u32);
    assert_ne!(pixel(&bare), pixel(&covered.image));
    wait(&game, "uncover", 1);
}

#[test]
fn a_window_that_wanders_tells_where_it_is() {
    let options = Options {
        wander: true,
        ..room(5)
    };
    let game = start(&options);
    let before = game.area();
    wait(&game, "moved", 1);
    let after = game.capture().origin;
    assert_ne!(after, Point::new(before.x, before.y));
    let told = named(&game.events(), "moved");
    let there = |event: &Event| event.number("x") == Some(i64::from(after.x));
    assert!(told.iter().any(there), "{told:?}");
    let Toggle { column, row } = free_cell(5);
    click_cell(&game, column, row, Button::Left);
    wait(&game, "wall", 1);
}

#[test]
fn the_log_file_has_a_line_of_json_per_event() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let options = Options {
        log: Some(path.clone()),
        ..room(5)
    };
    let game = start(&options);
    let Toggle { column, row } = free_cell(5);
    click_cell(&game, column, row, Button::Left);
    // The game may draw a frame between press and release, or only after both.
    wait(&game, "wall", 1);
    wait(&game, "release", 1);
    let text = std::fs::read_to_string(&path).unwrap();
    let read: Vec<Event> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(read, game.events());
    let names: Vec<&str> = read.iter().map(|event| event.name.as_str()).collect();
    assert_eq!(names[..2], ["shown", "press"]);
    let mut after = names[2..].to_vec();
    after.sort_unstable();
    assert_eq!(after, ["release", "wall"]);
    assert!(read.iter().all(|event| event.name == "press"
        || event.name == "release"
        || event.number("seed") == Some(5)));
}

/// A room's picture after some time, nothing touched.
fn picture(seed: u32, ms: u64) -> RgbaImage {
    let options = room(seed);
    let mut host = Host::new(Box::new(Game::new(&options)), &options, false).unwrap();
    for now in [0, ms] {
        host.frame(Duration::from_millis(now), |_| Ok(())).unwrap();
    }
    host.picture().clone()
}

#[test]
fn the_same_room_always_looks_the_same_and_its_monsters_move() {
    assert_eq!(picture(9, 500), picture(9, 500));
    assert_ne!(picture(9, 0), picture(9, 200));
    assert_ne!(picture(9, 0), picture(10, 0));
}

#[test]
fn every_floor_has_its_own_texture_on_every_cell() {
    let (puzzle, image) = (generate::from_seed(1).puzzle, picture(1, 0));
    let mut floors = Vec::new();
    for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
        let above_free = row == 7 || puzzle.cell(column, row + 1).letter() == '.';
        let beside_free = [column.wrapping_sub(1), column + 1]
            .iter()
            .all(|&c| c > 7 || puzzle.cell(c, row).letter() == '.');
        if puzzle.cell(column, row).letter() == '.' && above_free && beside_free {
            let Rect { x, y, .. } = layout::cell(column, row);
            let side = layout::CELL as u32;
            let view = image::imageops::crop_imm(&image, x as u32, y as u32, side, side);
            floors.push(view.to_image());
        }
    }
    assert!(floors.len() > 20);
    for (n, floor) in floors.iter().enumerate() {
        assert!(!floors[n + 1..].contains(floor));
    }
}
