//! `gridhand profile` and what it does to a home: nothing is lost that nobody asked to lose.

use std::fs;
use std::path::{Path, PathBuf};

use gridhand::game::{Game, first_shown};
use gridhand::games::GameId;
use gridhand::practice::Options;
use gridhand::with_game;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::gridhand;

/// A folder with a home in it that is not there yet.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn home(&self) -> PathBuf {
        self.path("a new/home")
    }

    /// Runs a command; words `FILE:name` are files of this folder. Status, output and errors.
    pub fn run(&self, command: &str) -> (i32, String, String) {
        let word = |word: &str| match word.strip_prefix("FILE:") {
            Some(name) => self.path(name).display().to_string(),
            None => word.to_string(),
        };
        let words: Vec<String> = command.split(' ').map(word).collect();
        let home = self.home().display().to_string();
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        words.extend(["--home", &home]);
        gridhand(&words, "")
    }

    /// The same, that must go well.
    #[track_caller]
    pub fn done(&self, command: &str) -> (String, String) {
        let (status, out, said) = self.run(command);
        assert_eq!(status, 0, "{command}: {said}");
        (out, said)
    }

    /// What is told of a profile.
    pub fn told(&self, name: &str) -> Value {
        let (out, _) = self.done(&format!("profile show {name} --json"));
        serde_json::from_str(&out).expect("a line of JSON")
    }

    /// A profile `mine`, fitted to a practice game by a picture and its text.
    pub fn fit(&self, game: GameId) {
        self.shoot(game);
        let name = game.name();
        self.done(&format!(
            "calibrate {name} --profile mine --example FILE:{name}.png:{} --next key:n",
            self.path(&format!("{name}.txt")).display()
        ));
    }

    /// A picture of a practice game, and its text.
    pub fn shoot(&self, game: GameId) {
        let name = game.name();
        let (text, picture) = with_game!(game, G => shown::<G>());
        picture
            .save(self.path(&format!("{name}.png")))
            .expect("saved");
        fs::write(self.path(&format!("{name}.txt")), text).expect("written");
    }
}

fn shown<G: Game>() -> (String, image::RgbaImage) {
    let options = Options {
        seed: 3,
        ..Options::default()
    };
    let (puzzle, picture) = first_shown::<G>(&options).expect("it tells");
    (puzzle.to_string(), picture)
}

/// All files below a folder, with what is in them.
pub fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => found.push((path.clone(), fs::read(path).expect("a file"))),
            }
        }
    }
    found.sort();
    found
}

#[test]
fn what_is_built_in_is_listed_and_stays() {
    let folder = Folder::new();
    let (out, _) = folder.done("profile list --json");
    let lines = out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let lines: Vec<Value> = lines.collect();
    for game in GameId::ALL {
        let name = format!("practice-{}", game.name());
        let line = lines.iter().find(|line| line["profile"] == name.as_str());
        let line = line.unwrap_or_else(|| panic!("no {name}"));
        assert_eq!(line["game"], game.name());
        assert!(
            ["complete", "ready"].contains(&line["state"].as_str().expect("a word")),
            "{line}"
        );
        assert_eq!(line["from"], "built-in calibration.toml");
    }
    for command in ["remove practice-coil --yes", "rename practice-coil mine"] {
        let (status, _, said) = folder.run(&format!("profile {command}"));
        assert_eq!(status, 2, "{said}");
        assert!(said.contains("built into"), "{said}");
    }
    assert!(!folder.home().exists());
}

#[test]
fn a_profile_tells_what_it_knows_and_what_it_never_saw() {
    let folder = Folder::new();
    folder.fit(GameId::Coil);
    let told = folder.told("mine");
    assert_eq!(told["reads"], "tiles");
    assert_eq!(told["examples"], 1);
    assert_eq!(told["next"], "key:n");
    assert_eq!(told["reset"], "none");
    // A fresh board shows no path.
    assert_eq!(told["unseen"], serde_json::json!(["o", "@"]));
    assert_eq!(told["state"], "ready");
    let shown = fs::read_to_string(folder.path("coil.txt")).expect("a text");
    let walls = shown.matches('#').count();
    assert_eq!(told["knows"]["X"], walls, "{told}\n{shown}");

    let (out, _) = folder.done("profile show mine --picture FILE:known.png");
    assert!(
        out.contains("never seen   o (visited), @ (where the path has come to)"),
        "{out}"
    );
    assert!(out.contains("solved sign  not known yet"), "{out}");
    let drawn = image::open(folder.path("known.png")).expect("a picture");
    let example = image::open(folder.path("coil.png")).expect("a picture");
    assert!(drawn.height() > example.height());
}

#[test]
fn numbers_without_an_example_are_named() {
    let folder = Folder::new();
    folder.fit(GameId::Dungeons);
    let told = folder.told("mine");
    assert_eq!(told["reads"], "likeness");
    let text = fs::read_to_string(folder.path("dungeons.txt")).expect("a text");
    let puzzle = gridhand::games::dungeons::Dungeons::parse(&text).expect("a puzzle");
    let shown = [puzzle.columns, puzzle.rows].concat();
    let unseen: Vec<u8> = (0..=8).filter(|number| !shown.contains(number)).collect();
    assert_eq!(told["unseen_numbers"], serde_json::json!(unseen));
    let known = told["unseen"].as_array().expect("a list");
    assert!(known.contains(&"#".into()), "no wall was shown: {told}");
}

#[test]
fn renaming_takes_everything_along_and_comments_stay() {
    let folder = Folder::new();
    folder.fit(GameId::Coil);
    let calibration = folder.home().join("calibration.toml");
    let text = fs::read_to_string(&calibration).expect("a file");
    fs::write(&calibration, format!("# by hand\n{text}")).expect("written");
    let pictures = files(&folder.home().join("templates/mine"));
    folder.done("profile rename mine yours");
    let renamed = files(&folder.home().join("templates/yours"));
    let contents = |files: &[(PathBuf, Vec<u8>)]| {
        files
            .iter()
            .map(|(_, bytes)| bytes.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(contents(&renamed), contents(&pictures));
    assert!(folder.home().join("templates/yours.png").exists());
    assert!(!folder.home().join("templates/mine").exists());
    let text = fs::read_to_string(&calibration).expect("a file");
    assert!(text.starts_with("# by hand\n[profile.yours]"), "{text}");
    folder.done("read coil FILE:coil.png --profile yours");

    let (status, _, said) = folder.run("profile rename yours practice-coil");
    assert_eq!(status, 2, "{said}");
    for name in ["../out", ".hidden", "a/b", "c:d"] {
        let (status, _, said) = folder.run(&format!("profile rename yours {name}"));
        assert_eq!(status, 2, "{said}");
        assert!(said.contains("no name of a profile"), "{said}");
    }
    folder.done("profile show yours");
}

#[test]
fn removing_wants_to_be_told_so() {
    let folder = Folder::new();
    folder.fit(GameId::Coil);
    let before = files(&folder.home());
    let (status, _, said) = folder.run("profile remove mine");
    assert_eq!(status, 2, "{said}");
    assert!(said.contains("--yes"), "{said}");
    assert_eq!(files(&folder.home()), before);
    folder.done("profile remove mine --yes");
    let left = files(&folder.home());
    let left: Vec<_> = left.iter().map(|(file, _)| file.file_name()).collect();
    assert_eq!(left, [Some("calibration.toml".as_ref())]);
    let (status, _, said) = folder.run("profile show mine");
    assert_eq!(status, 2, "{said}");
}

/// What hides a profile that is built in gives it free.
#[test]
fn what_was_hidden_is_used_again() {
    let folder = Folder::new();
    folder.done("profile export practice-coil FILE:coil.zip");
    folder.done("profile import FILE:coil.zip --replace");
    assert_ne!(
        folder.told("practice-coil")["from"],
        "built-in calibration.toml"
    );
    let (_, said) = folder.done("profile remove practice-coil --yes");
    assert!(said.contains("built-in calibration.toml"), "{said}");
    assert_eq!(
        folder.told("practice-coil")["from"],
        "built-in calibration.toml"
    );
}

/// `NAME.1` is the profile that `--replace` put aside, whatever is in its name.
#[test]
fn what_is_replaced_is_kept_whole() {
    let folder = Folder::new();
    folder.fit(GameId::Coil);
    folder.done("profile rename mine v1.5");
    folder.done("profile export v1.5 FILE:v.zip");
    let before = folder.told("v1.5");
    folder.done("profile import FILE:v.zip --replace");
    folder.done("profile import FILE:v.zip --replace");
    for kept in ["v1.5.1", "v1.5.2"] {
        let mut told = folder.told(kept);
        assert_eq!(told["profile"], kept);
        told["profile"] = "v1.5".into();
        assert_eq!(told, before);
        folder.done(&format!("read coil FILE:coil.png --profile {kept}"));
    }
}
