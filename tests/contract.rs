//! What every registered game promises: its texts, its rules, its reader, its learner, and that the loop
//! plays it, on a clean screen and on one where things go wrong. A new game is tested by being
//! registered.

use std::collections::BTreeSet;
use std::time::Duration;

use gridhand::base::{Limits, Outcome};
use gridhand::bot::{self, Course, Ending, Settings, Stage, Stop};
use gridhand::game::{Game, Storable, is_line, moves_text, parse_moves, split};
use gridhand::games::GameId;
use gridhand::hand::{Button, Gesture};
use gridhand::practice::{Input, Options, PracticeGame};
use gridhand::profile::Profile;
use gridhand::profile::learn::Lesson;
use gridhand::screen::Frame;
use gridhand::vision::{ReadError, ReadScratch, View};
use gridhand::with_game;
use image::{Rgba, RgbaImage, imageops};
use proptest::prelude::*;

/// Runs a check for every game.
macro_rules! every_game {
    ($check:ident) => {
        for game in GameId::ALL {
            with_game!(*game, G => $check::<G>());
        }
    };
}

/// The practice game of a seed, and the puzzle that it says it shows.
fn practice<G: Storable>(seed: u32) -> (Box<dyn PracticeGame>, G::Puzzle) {
    let mut game = G::practice(&Options {
        seed,
        ..Options::default()
    });
    let events = game.take_events();
    let shown = events.iter().find(|event| event.name == "shown");
    let text = shown.and_then(|event| event.text("puzzle"));
    let text = text.unwrap_or_else(|| panic!("{}: the log does not tell the puzzle", G::NAME));
    let puzzle = G::parse(text);
    let puzzle = puzzle.unwrap_or_else(|error| panic!("{}, {seed}: {error}\n{text}", G::NAME));
    match profile::<G>().seed {
        Some(_) => (game, G::with_seed(puzzle, seed.into())),
        None => (game, puzzle),
    }
}

fn puzzle<G: Storable>(seed: u32) -> G::Puzzle {
    practice::<G>(seed).1
}

/// Makes a move in the practice game, as a hand would, and waits until nothing moves any more.
fn perform(game: &mut dyn PracticeGame, gesture: &Gesture) {
    let press = |at, button| Input::Pressed { at, button };
    let release = |at, button| Input::Released { at, button };
    match gesture {
        Gesture::Click { at, button } => {
            game.handle(Input::Moved(*at));
            game.handle(press(*at, *button));
            game.handle(release(*at, *button));
        }
        Gesture::Drag { path } => {
            game.handle(press(path[0], Button::Left));
            path.iter().for_each(|at| game.handle(Input::Moved(*at)));
            game.handle(release(path[path.len() - 1], Button::Left));
        }
        Gesture::Keys(keys) | Gesture::Chord(keys) => {
            keys.iter().for_each(|key| game.handle(Input::Typed(*key)));
        }
        Gesture::Series(gestures) => {
            gestures.iter().for_each(|gesture| perform(game, gesture));
        }
    }
    game.handle(Input::Left);
    (0..200).for_each(|_| _ = game.tick(Duration::from_millis(20)));
}

/// A solution of a practice puzzle.
fn solution<G: Storable>(puzzle: &G::Puzzle) -> Vec<G::Move> {
    let limits = Limits {
        time: Some(Duration::from_secs(60)),
        ..Limits::default()
    };
    match G::solve(puzzle, &limits).outcome {
        Outcome::Unique(moves) | Outcome::Solved(moves) => moves,
        other => panic!("{}: {}\n{puzzle}", G::NAME, other.word()),
    }
}

/// The built-in profile of the practice game.
fn profile<G: Game>() -> Profile {
    Profile::load(None, &format!("practice-{}", G::NAME)).expect("it is built in")
}

fn read<G: Game>(picture: RgbaImage, profile: &Profile) -> Result<G::Puzzle, ReadError> {
    let frame = Frame::still(picture);
    let place = profile.locate(&frame, None)?;
    let view = View {
        frame: &frame,
        place,
    };
    let scratch = &mut ReadScratch::default();
    G::read(&view, profile, None, scratch).map(|reading| reading.puzzle)
}

const SEEDS: std::ops::Range<u32> = 1..9;

#[test]
fn names_are_different_and_found() {
    let names: BTreeSet<&str> = GameId::ALL.iter().map(|game| game.name()).collect();
    assert_eq!(names.len(), GameId::ALL.len());
    for game in GameId::ALL {
        assert_eq!(GameId::of_name(game.name()), Some(*game));
        assert!(!game.title().is_empty());
    }
    assert_eq!(GameId::of_name("no such game"), None);
}

#[test]
fn what_is_written_is_read_again() {
    fn check<G: Storable>() {
        for seed in SEEDS {
            let puzzle = puzzle::<G>(seed);
            let text = puzzle.to_string();
            assert_eq!(G::parse(&text).as_ref(), Ok(&puzzle), "{}", G::NAME);
            assert_eq!(split::<G>(&text).len(), 1, "{}: {text}", G::NAME);
            let moves = solution::<G>(&puzzle);
            for mv in &moves {
                assert_eq!(
                    G::parse_move(&mv.to_string()).as_ref(),
                    Some(mv),
                    "{}",
                    G::NAME
                );
            }
            let written = moves_text::<G>(&moves);
            assert_eq!(
                parse_moves::<G>(&written).as_ref(),
                Ok(&moves),
                "{}",
                G::NAME
            );
            stored_and_loaded::<G>(&puzzle, &moves);
        }
    }
    every_game!(check);
}

/// As the corpus keeps it.
fn stored_and_loaded<G: Storable>(puzzle: &G::Puzzle, moves: &[G::Move]) {
    let (mut packed, mut solution) = (Vec::new(), Vec::new());
    G::pack(puzzle, &mut packed);
    G::pack_solution(puzzle, moves, &mut solution);
    let loaded = G::unpack(&packed).expect("it was packed");
    let loaded = match G::seed(puzzle) {
        Some(seed) => G::with_seed(loaded, seed),
        None => loaded,
    };
    assert!(G::same_puzzle(&loaded, puzzle), "{}", G::NAME);
    assert_eq!(
        G::unpack_solution(&loaded, &solution).as_deref(),
        Some(moves),
        "{}",
        G::NAME
    );
    assert_eq!(G::check(&packed, &solution), Ok(()), "{}", G::NAME);
}

/// The loop goes by `after`; the corpus checks by the plain rules. Both must agree on every beginning of
/// every solution, and on solutions with a move too few.
#[test]
fn the_rules_of_the_loop_are_the_plain_ones() {
    fn check<G: Storable>() {
        for seed in SEEDS {
            let start = puzzle::<G>(seed);
            let mut packed = Vec::new();
            G::pack(&start, &mut packed);
            let moves = solution::<G>(&start);
            assert!(!G::is_solved(&start) && !moves.is_empty(), "{}", G::NAME);
            let mut board = start.clone();
            for (made, mv) in moves.iter().enumerate() {
                assert!(
                    !G::is_solved(&board),
                    "{}: after {made} moves already",
                    G::NAME
                );
                assert_eq!(
                    G::parse(&board.to_string()).as_ref(),
                    Ok(&board),
                    "{}",
                    G::NAME
                );
                let next = G::after(&board, mv);
                assert!(
                    next != board && G::same_puzzle(&next, &start),
                    "{}: {mv}",
                    G::NAME
                );
                board = next;
                let mut solution = Vec::new();
                G::pack_solution(&start, &moves[..=made], &mut solution);
                let is_right = G::check(&packed, &solution).is_ok();
                assert_eq!(is_right, G::is_solved(&board), "{}: {made}", G::NAME);
            }
            assert!(G::is_solved(&board), "{}", G::NAME);
            let left = G::remaining(&start, &moves, &board);
            assert_eq!(left.as_deref(), Some(&[][..]), "{}", G::NAME);
        }
    }
    every_game!(check);
}

#[test]
fn what_is_drawn_is_read_anywhere_at_any_scale() {
    fn check<G: Storable>() {
        let profile = profile::<G>();
        for seed in SEEDS {
            let (game, shown) = practice::<G>(seed);
            let picture = game.picture();
            for scale in [1, 2] {
                let [width, height] = [picture.width(), picture.height()].map(|side| side * scale);
                let large = imageops::resize(&picture, width, height, imageops::Nearest);
                let mut screen =
                    RgbaImage::from_pixel(width + 90, height + 70, Rgba([90, 120, 150, 255]));
                imageops::replace(&mut screen, &large, 41, 23);
                let read = read::<G>(screen, &profile);
                let read = read.unwrap_or_else(|error| panic!("{}, {seed}: {error}", G::NAME));
                assert!(
                    G::same_puzzle(&read, &shown),
                    "{}, seed {seed}:\n{read}",
                    G::NAME
                );
            }
        }
    }
    every_game!(check);
}

/// A profile that was taught by boards in all states reads others as they are, or not at all; or it is
/// not taught, and the reason is told.
#[test]
fn what_is_learned_is_read_and_nothing_else() {
    const LESSONS: u32 = 14;
    fn check<G: Storable>() -> Option<String> {
        let built_in = profile::<G>();
        let lessons: Vec<Lesson<G::Puzzle>> = (1..=LESSONS).map(in_play::<G>).collect();
        let learned = match G::learn(&built_in, &lessons, &[]) {
            Ok(learned) => learned,
            Err(why) => return Some(format!("{}: {why}", G::NAME)),
        };
        let mut profile = built_in.clone();
        let templates = profile.prepare(learned.pictures).expect("they fit");
        profile.templates = templates.into();
        let mut right = 0;
        for seed in LESSONS + 1..LESSONS + 13 {
            let (game, shown) = practice::<G>(seed);
            if let Ok(read) = read::<G>(game.picture(), &profile) {
                let same = G::same_puzzle(&read, &shown);
                assert!(same, "{}, seed {seed}:\n{read}", G::NAME);
                right += 1;
            }
        }
        assert!(right >= 9, "{}: only {right} of 12 were read", G::NAME);
        None
    }
    let games = GameId::ALL.iter();
    let refused: Vec<String> = games
        .filter_map(|game| with_game!(*game, G => check::<G>()))
        .collect();
    // Coil refuses these lessons: a board in play is read back otherwise, and why is not known yet. Its
    // own tests teach it by chosen examples.
    let others: Vec<&String> = refused
        .iter()
        .filter(|why| !why.starts_with("coil: "))
        .collect();
    assert!(others.is_empty(), "{others:#?}");
}

/// A puzzle of which some moves are made: none of the first, more and more of the next ones.
fn in_play<G: Storable>(seed: u32) -> Lesson<G::Puzzle> {
    let (mut game, mut puzzle) = practice::<G>(seed);
    let moves = solution::<G>(&puzzle);
    let made = moves.len() * (seed as usize - 1) / 16;
    for mv in &moves[..made] {
        perform(&mut *game, &G::gesture(&puzzle, mv, &profile::<G>()));
        puzzle = G::after(&puzzle, mv);
    }
    Lesson {
        name: format!("seed {seed}"),
        picture: game.picture(),
        puzzle,
    }
}

/// Plays so many puzzles in memory; the game's own log must tell of as many solved ones.
fn play<G: Game>(options: &Options, count: usize) {
    let mut stage = Stage::memory::<G>(options).expect("it starts");
    let rig = stage.rig().expect("it can be played");
    let mut endings = Vec::new();
    let (profile, settings) = (profile::<G>(), Settings::default());
    let ended = bot::play::<G>(
        rig,
        &profile,
        &settings,
        &Stop::default(),
        &mut Course::Next(Some(count)),
        |told| {
            endings.push(told.ending.clone());
        },
    );
    assert!(ended.is_ok(), "{}: {ended:?}", G::NAME);
    assert_eq!(endings, vec![Ending::Solved; count], "{}", G::NAME);
    let events = stage.events().expect("the log");
    let solved = events.iter().filter(|event| event.name == "solved").count();
    assert_eq!(solved, count, "{}: by the game's own count", G::NAME);
    let outside = |event: &&gridhand::practice::Event| event.text("hit") == Some("outside");
    assert_eq!(
        events.iter().filter(outside).count(),
        0,
        "{}: a press went astray",
        G::NAME
    );
}

#[test]
fn every_game_is_played() {
    fn check<G: Storable>() {
        play::<G>(&Options::default(), 4);
    }
    every_game!(check);
}

#[test]
fn every_game_is_played_though_input_is_lost_and_late() {
    fn check<G: Storable>() {
        let options = Options {
            seed: 21,
            drop_input: 0.1,
            latency: 80,
            ..Options::default()
        };
        play::<G>(&options, 2);
    }
    every_game!(check);
}

/// A text with some of it changed is a puzzle that can be written and read again, or there is a reason
/// why not, with the line.
fn parses_or_says_why<G: Game>(text: &str) {
    match G::parse(text) {
        Ok(puzzle) => {
            let again = G::parse(&puzzle.to_string());
            assert!(again.is_ok(), "{}: {text:?}: {again:?}", G::NAME);
        }
        Err(error) => assert!(error.line >= 1 && !error.what.is_empty(), "{text:?}"),
    }
    is_line::<G>(text.lines().next().unwrap_or_default());
    let _ = parse_moves::<G>(text);
}

/// A picture is read or refused, whatever is in it.
fn reads_or_says_why<G: Storable>(spot: [u32; 4], colour: [u8; 3]) {
    let (game, shown) = practice::<G>(1);
    let mut picture = game.picture();
    let [x, y, width, height] = spot;
    let [left, top] = [x % picture.width(), y % picture.height()];
    let [r, g, b] = colour;
    let blot = RgbaImage::from_pixel(width, height, Rgba([r, g, b, 255]));
    imageops::replace(&mut picture, &blot, left.into(), top.into());
    if let Ok(read) = read::<G>(picture, &profile::<G>()) {
        // What a pixel or four leave can only be the board that was there, or another state of it.
        let text = format!(
            "{}: a blot at {left},{top} of {width}x{height}\n{read}",
            G::NAME
        );
        assert!(G::same_puzzle(&read, &shown), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn strange_texts_are_refused_with_a_reason(
        seed in 1u32..30, cuts in prop::collection::vec((any::<u16>(), 0usize..9, "[ -~\n]{0,6}"), 1..5)
    ) {
        fn check<G: Storable>(seed: u32, cuts: &[(u16, usize, String)]) {
            let text = puzzle::<G>(seed).to_string();
            let mut letters: Vec<char> = text.chars().collect();
            for (at, drop, insert) in cuts {
                let at = usize::from(*at) % (letters.len() + 1);
                let end = (at + drop).min(letters.len());
                letters.splice(at..end, insert.chars());
            }
            parses_or_says_why::<G>(&letters.into_iter().collect::<String>());
        }
        for game in GameId::ALL {
            with_game!(*game, G => check::<G>(seed, &cuts));
        }
    }

    #[test]
    fn strange_pictures_are_refused(spot in [0u32..900, 0u32..900, 1u32..3, 1u32..3], colour: [u8; 3]) {
        for game in GameId::ALL {
            with_game!(*game, G => reads_or_says_why::<G>(spot, colour));
        }
    }
}

/// Letters of tiles have a meaning: `A` and `a` stand for all letters that count.
fn its_tiles_have_meanings<G: Storable>() {
    let abilities = G::abilities();
    let Some(tiled) = abilities.tiled else {
        return;
    };
    let letters = abilities.vocabulary.letters;
    let known = |letter: char| letters.iter().any(|(known, _)| *known == letter);
    for seed in 1..=10 {
        for letter in tiled.sketch(&puzzle::<G>(seed)).letters {
            let first = if letter.is_lowercase() { 'a' } else { 'A' };
            let counts = letter.is_alphabetic() && known(first);
            assert!(known(letter) || counts, "{}: {letter:?}", G::NAME);
        }
    }
}

#[test]
fn what_tiles_show_has_a_meaning() {
    every_game!(its_tiles_have_meanings);
}
