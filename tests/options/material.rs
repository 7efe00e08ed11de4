//! Files for the commands of the table, made once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use gridhand::game::ability::Order;
use gridhand::game::{Game, first_shown};
use gridhand::games::GameId;
use gridhand::practice::Options;
use gridhand::profile::Profile;
use gridhand::profile::learn::Lesson;
use gridhand::with_game;
use image::RgbaImage;
use rayon::prelude::*;
use tempfile::TempDir;

/// Pictures of the practice game that are enough to learn from, and one more.
const EXAMPLES: u32 = 2;

/// A folder for each game.
pub struct Material {
    folder: TempDir,
}

/// Small puzzles.
fn size(game: GameId) -> (usize, usize) {
    match game {
        GameId::Coil => (6, 5),
        GameId::Dungeons => (6, 6),
        GameId::Sliding => (3, 3),
        GameId::Woodworm => (3, 3),
        GameId::Warehouse => (7, 6),
        GameId::Null => (4, 3),
    }
}

impl Material {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let games = GameId::ALL.par_iter();
        games.for_each(|game| {
            let own = folder.path().join(game.name());
            fs::create_dir(&own).expect("a folder");
            with_game!(*game, G => fill::<G>(&own, size(*game)));
        });
        Self { folder }
    }

    /// The commands for a game.
    pub fn fill_in(&self, commands: &str, game: GameId) -> String {
        let other = match game {
            GameId::Coil => GameId::Dungeons,
            _ => GameId::Coil,
        };
        let example = |seed| format!("--example IN/e{seed}.png:IN/e{seed}.txt ");
        let examples: String = (1..=EXAMPLES).map(example).collect();
        let own = self.folder.path().join(game.name());
        let (columns, rows) = size(game);
        commands
            .replace("EXAMPLES", &examples)
            .replace(
                "TWO",
                "profile export --home IN/home aGAME a.zip ; profile import --home . a.zip --as one ; \
                 profile import --home . a.zip --as two",
            )
            .replace(
                "IMPORT",
                "corpus import --corpus c.sqlite --game GAME IN/three.jsonl",
            )
            .replace("STORED", "--corpus c.sqlite --game GAME")
            .replace("GAME", game.name())
            .replace("OTHER", other.name())
            .replace("SIZE", &format!("{columns}x{rows}"))
            .replace("IN/", &format!("{}/", own.display()))
    }
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("written");
}

fn fill<G: Game>(folder: &Path, size: (usize, usize)) {
    let puzzles = [1, 2, 3].map(|seed| puzzle::<G>(seed, size).to_string());
    write(folder, "empty.txt", "");
    write(folder, "one.txt", &puzzles[0]);
    write(folder, "next.txt", &puzzles[1]);
    let lines = puzzles.iter().zip(1..).map(|(text, seed)| {
        let line = match G::NAME == "dungeons" {
            true => serde_json::json!({ "game": G::NAME, "seed": seed, "puzzle": text, "result": "unsolved" }),
            false => serde_json::json!({ "game": G::NAME, "puzzle": text, "result": "unsolved" }),
        };
        format!("{line}\n")
    });
    write(folder, "three.jsonl", &lines.collect::<String>());
    write(folder, "seeds.txt", "1\n2\n");
    write(folder, "moves.txt", "");
    let hard = match G::NAME {
        "dungeons" => puzzle::<G>(1, (16, 16)).to_string(),
        "coil" => puzzle::<G>(1, (30, 30)).to_string(),
        _ => puzzles[0].clone(),
    };
    write(folder, "hard.txt", &hard);
    write(folder, "tape.txt", "#####\n#@O.#\n#...#\n#####\n\n>\n");
    write(folder, "tape-2.txt", "#####\n#@O.#\n#...#\n#####\n\nv>\n");
    for seed in (1..=EXAMPLES).chain([9]) {
        let (picture, puzzle) = shown::<G>(seed);
        let name = |ending| folder.join(format!("e{seed}.{ending}"));
        picture.save(name("png")).expect("saved");
        fs::write(name("txt"), puzzle.to_string()).expect("written");
    }
    homes::<G>(&folder.join("home"));
    lost::<G>(folder);
}

/// A corpus that no longer knows of which game its puzzles are.
fn lost<G: Game>(folder: &Path) {
    let import = [
        "corpus",
        "import",
        "three.jsonl",
        "--corpus",
        "lost.sqlite",
        "--game",
        G::NAME,
    ];
    let output = Command::new(env!("CARGO_BIN_EXE_gridhand"))
        .current_dir(folder)
        .args(import)
        .output();
    assert!(output.expect("gridhand runs").status.success());
    let file = rusqlite::Connection::open(folder.join("lost.sqlite")).expect("a corpus");
    file.execute_batch("DELETE FROM game; VACUUM; PRAGMA journal_mode = DELETE;")
        .expect("SQLite does");
}

/// A puzzle that is small and has a solution.
fn puzzle<G: Game>(seed: u32, size: (usize, usize)) -> G::Puzzle {
    let Some(generates) = G::abilities().generates else {
        return shown::<G>(seed).1;
    };
    let order = Order {
        size: Some(size),
        tries: Some(2),
        boxes: Some(2),
        ..Order::default()
    };
    let made = (0..).find_map(|more| generates.generate(seed + 10 * more, &order).ok());
    let text = made.expect("some seed makes one").text;
    G::parse(&text).expect("what is made is a puzzle")
}

/// The practice game of a seed: its picture, and what it shows.
fn shown<G: Game>(seed: u32) -> (RgbaImage, G::Puzzle) {
    let options = Options {
        seed,
        ..Options::default()
    };
    let (puzzle, picture) = first_shown::<G>(&options).expect("the log tells the puzzle");
    (picture, puzzle)
}

/// A folder with two profiles like that of the practice game: `a…`, and `n…`, which does not know how to
/// come to the next puzzle.
fn homes<G: Game>(home: &Path) {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let practice = format!("practice-{}", G::NAME);
    let text = fs::read_to_string(root.join("calibration.toml")).expect("it is there");
    let all: toml::Table = text.parse().expect("TOML");
    let like = all["profile"][&practice]
        .as_table()
        .expect("a table")
        .clone();
    let mut unable = like.clone();
    for key in ["next", "reset", "buttons", "seed"] {
        unable.remove(key);
    }
    let mut profiles = toml::Table::new();
    for (letter, profile) in [("a", like), ("n", unable)] {
        let name = format!("{letter}{}", G::NAME);
        let templates = home.join("templates").join(&name);
        fs::create_dir_all(&templates).expect("a folder");
        match fs::read_dir(root.join("templates").join(&practice)) {
            Ok(known) => known.for_each(|file| {
                let file = file.expect("a file");
                fs::copy(file.path(), templates.join(file.file_name())).expect("copied");
            }),
            Err(_) => learn::<G>(&templates),
        }
        profiles.insert(name, profile.into());
    }
    let mut file = toml::Table::new();
    file.insert("profile".into(), profiles.into());
    write(home, "calibration.toml", &file.to_string());
}

/// The templates of a practice game that are not built in.
fn learn<G: Game>(folder: &Path) {
    let profile = Profile::load(None, &format!("practice-{}", G::NAME)).expect("it is built in");
    let lesson = |seed: u32| {
        let (picture, puzzle) = shown::<G>(seed);
        Lesson {
            name: seed.to_string(),
            picture,
            puzzle,
        }
    };
    let lessons: Vec<_> = (1..=6).map(lesson).collect();
    let learned = G::learn(&profile, &lessons, &[]).expect("it is learned");
    for (name, picture) in learned.pictures {
        let file = folder.join(format!("{name}.png"));
        picture.save(file).expect("saved");
    }
}
