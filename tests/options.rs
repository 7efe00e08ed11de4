//! No option is accepted and ignored: each has an entry in the [table](table::TABLE) that shows what it
//! does, for each game, with the real program and without a display.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use gridhand::games::GameId;
use rayon::prelude::*;
use serde_json::Value;

use material::Material;
use table::{COMBINATIONS, EMPTY, Entry, TABLE, Test};

#[path = "options/material.rs"]
mod material;
#[path = "options/table.rs"]
mod table;

/// What came of some commands, times left out.
#[derive(Clone, Debug, PartialEq)]
struct Ended {
    /// Exit status, standard output and standard error of each.
    said: Vec<(i32, String, String)>,
    files: BTreeMap<String, Vec<u8>>,
}

impl Ended {
    fn last(&self) -> &(i32, String, String) {
        self.said.last().expect("some command ran")
    }
}

/// Runs commands one after the other in a folder of their own.
fn run(commands: &str, game: GameId, material: &Material) -> Ended {
    let folder = tempfile::tempdir().expect("a folder");
    let commands = material.fill_in(commands, game);
    let said = commands
        .split(" ; ")
        .map(|command| run_one(command, folder.path()));
    let said = said.collect();
    let mut files = BTreeMap::new();
    list(folder.path(), folder.path(), &mut files);
    Ended { said, files }
}

fn run_one(command: &str, folder: &Path) -> (i32, String, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_gridhand"));
    program
        .current_dir(folder)
        .env("XDG_CONFIG_HOME", folder.join("config"))
        .stdin(Stdio::null());
    for name in [
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "GRIDHAND_CORPUS",
        "GRIDHAND_DATA",
        "GRIDHAND_LOG",
    ] {
        program.env_remove(name);
    }
    for word in command.split_whitespace() {
        match word.strip_prefix("DISPLAY=") {
            Some(display) => program.env("DISPLAY", display),
            None => program.arg(word),
        };
    }
    let output = program.output().expect("gridhand runs");
    let text = |bytes: &[u8]| timeless(&String::from_utf8_lossy(bytes));
    let status = output.status.code().unwrap_or(-1);
    (status, text(&output.stdout), text(&output.stderr))
}

/// The files of a folder; of a corpus, which holds times, only the name.
fn list(root: &Path, folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            list(root, &path, files);
            continue;
        }
        let name = path.strip_prefix(root).expect("it is below").display();
        let name = name.to_string();
        let bytes = match name.contains(".sqlite") {
            true => Vec::new(),
            false => fs::read(&path).expect("a file"),
        };
        let bytes = match std::str::from_utf8(&bytes) {
            Ok(text) => timeless(text).into_bytes(),
            Err(_) => bytes,
        };
        files.insert(name, bytes);
    }
}

/// A text without what is another one each time.
fn timeless(text: &str) -> String {
    let lines = text.lines().map(|line| match serde_json::from_str(line) {
        Ok(mut value @ Value::Object(_)) => {
            forget_times(&mut value);
            value.to_string()
        }
        _ => timeless_line(line),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn timeless_line(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let next = |index: usize| words.get(index + 1..index + 3);
    let timeless = words.iter().enumerate().map(|(index, word)| {
        match next(index).is_some_and(|next| next[0] == "a" && next[1].starts_with("second")) {
            true => "(rate)",
            false => timeless_word(word),
        }
    });
    timeless.collect::<Vec<_>>().join(" ")
}

fn forget_times(value: &mut Value) {
    const TIMES: [&str; 8] = [
        "ms",
        "nanos",
        "at",
        "read_at",
        "begun",
        "per_second",
        "mean_solve_us",
        "source_begun",
    ];
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                match TIMES.contains(&key.as_str()) {
                    true => *value = Value::Null,
                    false => forget_times(value),
                }
            }
        }
        Value::Array(all) => all.iter_mut().for_each(forget_times),
        _ => {}
    }
}

/// Numbers with a point, and times of the day.
fn timeless_word(word: &str) -> &str {
    let is_time = |c: char| c.is_ascii_digit() || ".:smµnTZ-,/h".contains(c);
    let marked = word.contains('.') || word.contains(':') || word.ends_with("s,");
    let digits = word.starts_with(|c: char| c.is_ascii_digit());
    match digits && marked && word.chars().all(is_time) {
        true => "(time)",
        false => word,
    }
}

/// The commands without the option, and with it: `[x]` is only there with it, `[x => y]` is `x` without
/// and `y` with it.
fn variants(commands: &str) -> (String, String) {
    let Some((before, rest)) = commands.split_once('[') else {
        panic!("{commands}: which part is the option?");
    };
    let (option, after) = rest.split_once(']').expect("a closing bracket");
    let (without, with) = option.split_once("=>").unwrap_or(("", option));
    let variant = |part: &str| format!("{before}{}{after}", part.trim());
    (variant(without), variant(with))
}

/// The games for which the commands are run: one is enough where none is named.
fn games<'a>(commands: &str, games: &'a [GameId]) -> &'a [GameId] {
    let names_one = ["GAME", "OTHER", "SIZE", "STORED", "IMPORT", "TWO"];
    match names_one.iter().any(|name| commands.contains(name)) {
        true => games,
        false => &games[..1],
    }
}

impl Entry {
    /// What is wrong with the option for a game.
    fn check(&self, game: GameId, material: &Material) -> Result<(), String> {
        match self.test {
            Test::Differs(commands, _) => self.differs(commands, game, material),
            Test::Refused(commands, _) => {
                let (_, with) = variants(commands);
                self.refused(&with, game, material)
            }
            Test::Library(obeys, _) if obeys(game) => Ok(()),
            Test::Library(..) => Err("it makes no difference".into()),
            Test::Elsewhere(file, text) => self.elsewhere(file, text),
        }
    }

    fn differs(&self, commands: &str, game: GameId, material: &Material) -> Result<(), String> {
        let (without, with) = variants(commands);
        let bases = [(); 2].map(|()| run(&without, game, material));
        let with = run(&with, game, material);
        let fine = |ended: &Ended, not: i32| {
            let mut all = ended.said.iter().map(|(status, ..)| *status);
            all.all(|status| (0..=7).contains(&status) && status != not)
        };
        if !fine(&with, 2) || !fine(&bases[0], -1) {
            return Err(format!("it ends in {:?}, {:?}", bases[0].said, with.said));
        }
        if bases[0] != bases[1] {
            return Err(format!("without it, it ends in two ways: {bases:?}"));
        }
        match bases[0] == with {
            true => Err(format!("it makes no difference: {:?}", with.said)),
            false => Ok(()),
        }
    }

    /// The name of the option or of its place in a message.
    fn name(&self) -> String {
        let command = command(self.verb);
        let argument = command
            .get_arguments()
            .find(|arg| arg.get_id() == self.option);
        let argument = argument.expect("the table has no strange entries");
        match argument.get_long() {
            Some(long) => format!("--{long}"),
            None => self.option.to_uppercase(),
        }
    }

    fn refused(&self, with: &str, game: GameId, material: &Material) -> Result<(), String> {
        let ended = run(with, game, material);
        let (status, said, why) = ended.last();
        let named = why.starts_with("gridhand: ") && why.contains(&self.name());
        match *status == 2 && said.is_empty() && named {
            true => Ok(()),
            false => Err(format!("it is not refused: {:?}", ended.said)),
        }
    }

    fn elsewhere(&self, file: &str, text: &str) -> Result<(), String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let content = fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
        match content.contains(text) {
            true => Ok(()),
            false => Err(format!("{file} has no {text}")),
        }
    }
}

/// The command of a verb.
fn command(verb: &str) -> clap::Command {
    let mut command = gridhand::cli::command();
    for name in verb.split_whitespace() {
        let below = command.find_subcommand(name);
        command = below.unwrap_or_else(|| panic!("no verb {verb}")).clone();
    }
    command
}

/// All options, each with its verb.
fn options() -> BTreeSet<(String, String)> {
    fn walk(verb: &str, command: &clap::Command, all: &mut BTreeSet<(String, String)>) {
        let arguments = command.get_arguments().map(|arg| arg.get_id().to_string());
        let told = arguments.filter(|id| id != "help" && id != "version");
        all.extend(told.map(|id| (verb.to_string(), id)));
        for below in command.get_subcommands() {
            walk(format!("{verb} {}", below.get_name()).trim(), below, all);
        }
    }
    let mut all = BTreeSet::new();
    walk("", &gridhand::cli::command(), &mut all);
    all
}

#[test]
fn every_option_has_an_entry_and_every_entry_an_option() {
    let entries: BTreeSet<_> = TABLE
        .iter()
        .map(|entry| (entry.verb.to_string(), entry.option.to_string()))
        .collect();
    let options = options();
    let missing: Vec<_> = options.difference(&entries).collect();
    let strange: Vec<_> = entries.difference(&options).collect();
    assert!(missing.is_empty(), "options without an entry: {missing:?}");
    assert!(strange.is_empty(), "entries without an option: {strange:?}");
}

#[test]
fn every_option_does_its_work_or_is_refused() {
    let material = Material::new();
    let jobs = TABLE.iter().flat_map(|entry| {
        let games = match entry.test {
            Test::Differs(commands, all) | Test::Refused(commands, all) => games(commands, all),
            Test::Library(_, all) => all,
            Test::Elsewhere(..) => &GameId::ALL[..1],
        };
        games.iter().map(move |game| (entry, *game))
    });
    let jobs: Vec<(&Entry, GameId)> = jobs.collect();
    let wrong: Vec<String> = jobs
        .par_iter()
        .filter_map(|(entry, game)| {
            let begun = std::time::Instant::now();
            let why = entry.check(*game, &material).err();
            if std::env::var_os("OPTIONS_TIMES").is_some() {
                eprintln!(
                    "{:>6} ms {} {} {}",
                    begun.elapsed().as_millis(),
                    entry.verb,
                    entry.option,
                    game.name()
                );
            }
            let (verb, option, game) = (entry.verb, entry.option, game.name());
            why.map(|why| format!("{verb}, {option}, {game}: {why}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn every_game_of_every_option_is_accounted_for() {
    let mut games: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    for entry in TABLE {
        let covered = games.entry((entry.verb, entry.option)).or_default();
        let all = match entry.test {
            Test::Differs(_, all) | Test::Refused(_, all) | Test::Library(_, all) => all,
            Test::Elsewhere(..) => GameId::ALL,
        };
        covered.extend(all.iter().map(|game| game.name()));
    }
    // A verb that a game has not, has no options for it.
    let without = |verb: &str, game: &GameId| {
        TABLE.iter().any(|entry| match entry.test {
            Test::Refused(_, games) => {
                (entry.verb, entry.option) == (verb, "game") && games.contains(game)
            }
            _ => false,
        })
    };
    games.retain(|(verb, _), covered| {
        let mut all = GameId::ALL.iter().filter(|game| !without(verb, game));
        !all.all(|game| covered.contains(game.name()))
    });
    assert!(games.is_empty(), "only these games are tested: {games:?}");
}

#[test]
fn what_does_not_go_together_is_refused() {
    let material = Material::new();
    COMBINATIONS.par_iter().for_each(|(commands, option)| {
        let ended = run(commands, GameId::Dungeons, &material);
        let (status, said, why) = ended.last();
        assert_eq!((*status, said.as_str()), (2, ""), "{commands}: {why}");
        assert!(why.contains(option), "{commands}: {why}");
    });
}

#[test]
fn an_empty_file_is_called_empty() {
    let material = Material::new();
    for commands in EMPTY {
        for game in games(commands, GameId::ALL) {
            let ended = run(commands, *game, &material);
            let (status, _, why) = ended.last();
            assert_eq!(*status, 1, "{commands}: {why}");
            assert!(why.contains("it is empty"), "{commands}: {why}");
        }
    }
}
