//! The rooms of `src/` lie in layers, and arrows point down: the order is that of the list in
//! `docs/ARCHITECTURE.md`. No game names another game, and what depends on the operating system is in
//! the rooms for that.

mod paths;
mod platform;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use paths::paths;
use tokens::tokens;

/// The rooms from the top down: the lines of the block that is marked `layers`.
fn layers(page: &str) -> Vec<String> {
    let lines = page.lines().skip_while(|line| line.trim() != "```layers");
    let lines = lines.skip(1).take_while(|line| line.trim() != "```");
    lines.map(|line| line.trim().to_owned()).collect()
}

/// The module that a file of `src/` is.
fn module(file: &Path) -> Vec<String> {
    let names = file.with_extension("");
    let mut names: Vec<String> = names
        .iter()
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    if names
        .last()
        .is_some_and(|last| last == "mod" || last == "lib")
    {
        names.pop();
    }
    names
}

/// What must be known of all files to judge one.
#[derive(Default)]
struct House {
    /// The rooms, from the top down.
    layers: Vec<String>,
    games: BTreeSet<String>,
    /// Macros that are exported stand at the root, whatever room they are written in: that room, by name.
    macros: BTreeMap<String, String>,
}

impl House {
    fn of(page: &str, sources: &[(PathBuf, String)]) -> Self {
        let mut house = Self {
            layers: layers(page),
            ..Self::default()
        };
        for (file, text) in sources {
            let module = module(file);
            if let [room, game, ..] = &module[..]
                && room == "games"
            {
                house.games.insert(game.clone());
            }
            if let Some(room) = module.first() {
                let exported = exported_macros(text).into_iter();
                let of_room = exported.map(|name| (name, room.clone()));
                house.macros.extend(of_room);
            }
        }
        house
    }
}

/// The macros of a file that the whole crate has at its root.
fn exported_macros(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let mut names = Vec::new();
    let mut is_exported = false;
    for three in tokens.windows(3) {
        is_exported |= three[0].is("macro_export");
        if three[0].is("macro_rules") && std::mem::take(&mut is_exported) {
            names.push(three[2].text.clone());
        }
    }
    names
}

/// What is wrong with the paths of one file of `src/`, a line each.
fn faults(file: &Path, text: &str, house: &House) -> Vec<String> {
    let module = module(file);
    let Some(room) = module.first() else {
        // The root of the library names all rooms, and nobody may use it.
        return Vec::new();
    };
    let layers = house.layers.iter().rev();
    let height = |room: &str| layers.clone().position(|layer| layer == room);
    let why = |names: &[String]| {
        let Some(to) = names.first() else {
            return Some("the root of the crate: what is used of it cannot be told".to_owned());
        };
        match to.strip_prefix('$') {
            // Only macros are called by a name at the root; whoever gives its name names the caller.
            Some(called) if called.ends_with('!') && names.len() == 1 => return None,
            Some(_) => return Some("what is used cannot be told".to_owned()),
            None => {}
        }
        let to = house.macros.get(to).unwrap_or(to);
        match (height(to), height(room)) {
            (None, _) => Some(format!("{to} is no room")),
            (Some(there), Some(here)) if there > here => Some(format!("{to} lies above {room}")),
            _ => of_games(&module, names, &house.games),
        }
    };
    let paths = paths(text, &module).into_iter();
    paths
        .filter_map(|path| {
            let why = why(&path.names)?;
            let names = path.names.join("::");
            Some(format!(
                "src/{}:{}: crate::{names}: {why}",
                file.display(),
                path.line
            ))
        })
        .collect()
}

/// No game names another.
fn of_games(from: &[String], to: &[String], games: &BTreeSet<String>) -> Option<String> {
    let game = |names: &[String]| match names {
        [room, game, ..] if room == "games" && games.contains(game) => Some(game.clone()),
        _ => None,
    };
    let (one, other) = (game(from)?, game(to)?);
    (one != other).then(|| format!("the game {one} uses the game {other}"))
}

/// The files of a folder with source, by their paths in it.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(&path).expect("text");
                let name = path.strip_prefix(folder).expect("it is in there");
                found.push((name.to_owned(), text));
            }
        }
    }
    found.sort();
    found
}

/// The page that tells the layers, and all sources.
fn repository() -> (String, Vec<(PathBuf, String)>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/ARCHITECTURE.md"));
    let page = page.expect("the page that tells the layers");
    (page, sources(&root.join("src")))
}

#[test]
fn arrows_point_down() {
    let (page, sources) = repository();
    let house = House::of(&page, &sources);
    let faults: Vec<String> = sources
        .iter()
        .flat_map(|(file, text)| faults(file, text, &house))
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn the_list_of_layers_is_the_list_of_rooms() {
    let (page, sources) = repository();
    let rooms: BTreeSet<String> = sources
        .iter()
        .filter_map(|(file, _)| module(file).first().cloned())
        .collect();
    let layers = layers(&page);
    assert_eq!(
        layers.len(),
        layers.iter().collect::<BTreeSet<_>>().len(),
        "{layers:?}"
    );
    let listed: BTreeSet<String> = layers.into_iter().collect();
    let unlisted: Vec<_> = rooms.difference(&listed).collect();
    assert!(
        unlisted.is_empty(),
        "in src/, but not in docs/ARCHITECTURE.md: {unlisted:?}"
    );
    let gone: Vec<_> = listed.difference(&rooms).collect();
    assert!(
        gone.is_empty(),
        "in docs/ARCHITECTURE.md, but not in src/: {gone:?}"
    );
}

#[test]
fn what_depends_on_the_operating_system_is_in_its_rooms() {
    let (_, sources) = repository();
    let faults: Vec<String> = sources
        .iter()
        .flat_map(|(file, text)| platform::faults(file, text))
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// What is found wrong with a file, in a house of four rooms, two games and a macro.
fn found(file: &str, text: &str) -> Vec<String> {
    let page = "text\n```layers\nbot\ngames\nvision\nbase\n```\n";
    let sources = [
        ("games/coil/mod.rs", ""),
        ("games/sliding/mod.rs", ""),
        (
            "games/mod.rs",
            "#[macro_export]\nmacro_rules! with_game { () => {} }",
        ),
    ];
    let sources = sources.map(|(file, text)| (file.into(), text.into()));
    faults(Path::new(file), text, &House::of(page, &sources))
}

#[test]
fn arrows_that_point_up_are_found() {
    assert_eq!(
        found(
            "vision/looks.rs",
            "use crate::{\n  base::Point,\n  bot::{self, Stop},\n};"
        ),
        [
            "src/vision/looks.rs:3: crate::bot: bot lies above vision",
            "src/vision/looks.rs:3: crate::bot::Stop: bot lies above vision"
        ]
    );
    let up = ["src/base/mod.rs:1: crate::vision::View: vision lies above base"];
    assert_eq!(found("base/mod.rs", "fn f(x: crate::vision::View) {}"), up);
    assert_eq!(found("base/mod.rs", "use super::vision::View;"), up);
    assert_eq!(
        found(
            "base/mod.rs",
            "#[cfg(test)] mod t { use super::super::vision::View; }"
        ),
        up
    );
    assert_eq!(
        found(
            "base/mod.rs",
            "macro_rules! m { () => { $crate::vision::View } }"
        ),
        up
    );
    assert_eq!(found("bot/mod.rs", "use crate::vision::View;"), [""; 0]);
}

#[test]
fn ways_around_the_rooms_are_found() {
    let all = "crate::: the root of the crate: what is used of it cannot be told";
    assert_eq!(
        found("base/mod.rs", "use crate as all;"),
        [format!("src/base/mod.rs:1: {all}")]
    );
    let other = ["src/base/mod.rs:1: crate::Stop: Stop is no room"];
    assert_eq!(found("base/mod.rs", "use crate::Stop;"), other);
    let with = ["src/base/mod.rs:1: crate::with_game: games lies above base"];
    assert_eq!(found("base/mod.rs", "crate::with_game!(x)"), with);
    assert_eq!(found("bot/mod.rs", "use crate::with_game;"), [""; 0]);
    assert_eq!(found("base/mod.rs", "$crate::$call!()"), [""; 0]);
    let given = ["src/base/mod.rs:1: crate::$room::Stop: what is used cannot be told"];
    assert_eq!(found("base/mod.rs", "$crate::$room::Stop"), given);
    let any = ["src/base/mod.rs:1: crate::*: * is no room"];
    assert_eq!(found("base/mod.rs", "use super::*;"), any);
}

#[test]
fn games_that_know_each_other_are_found() {
    let wrong = [
        "src/games/coil/read.rs:1: crate::games::sliding::Puzzle: the game coil uses the game sliding",
    ];
    assert_eq!(
        found("games/coil/read.rs", "use crate::games::sliding::Puzzle;"),
        wrong
    );
    assert_eq!(
        found("games/coil/read.rs", "use super::super::sliding::Puzzle;"),
        wrong
    );
    let fine = "use crate::games::coil::Puzzle; use super::rules; use crate::games::list;";
    assert_eq!(found("games/coil/read.rs", fine), [""; 0]);
    assert_eq!(
        found("games/mod.rs", "use crate::games::{coil, sliding};"),
        [""; 0]
    );
}
