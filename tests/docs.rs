//! The pages are true: verbs, options, exit statuses, keys, formats and links are what the program has.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use gridhand::games::GameId;
use gridhand::profile::Profile;
use serde::Deserialize;

/// The most lines of the README.
const README_LINES: usize = 150;
/// What every verb has, described once.
const COMMON: [&str; 4] = ["--home", "--verbose", "--help", "--version"];
/// Verbs with verbs of their own.
const GROUPS: [&str; 3] = ["corpus", "bench", "profile"];

type Words = BTreeSet<String>;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The README and all pages of `docs`, with their texts.
fn pages() -> Vec<(PathBuf, String)> {
    let docs = fs::read_dir(root().join("docs")).expect("docs/");
    let docs = docs.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = docs
        .filter(|file| file.extension().is_some_and(|e| e == "md"))
        .collect();
    files.push(root().join("README.md"));
    files.sort();
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).expect("a page");
        (file, text)
    };
    files.into_iter().map(read).collect()
}

fn page(name: &str) -> String {
    let file = root().join("docs").join(name);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Exit status, standard output and standard error, on no display and with no folders of the user's.
fn run(args: &[&str], input: &str) -> (i32, String, String) {
    let nowhere = tempfile::tempdir().expect("a folder");
    let output = Command::cargo_bin("gridhand")
        .expect("the program")
        .current_dir(nowhere.path())
        .env("XDG_CONFIG_HOME", nowhere.path())
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("GRIDHAND_DATA")
        .args(args)
        .write_stdin(input)
        .output()
        .expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let status = output.status.code().expect("no signal ended it");
    (status, text(&output.stdout), text(&output.stderr))
}

fn help(verb: &str) -> String {
    let mut args: Vec<&str> = verb.split_whitespace().collect();
    args.push("--help");
    let (status, text, _) = run(&args, "");
    assert_eq!(status, 0, "gridhand {verb} --help");
    text
}

/// The verbs that a help text lists.
fn listed(help: &str) -> Words {
    let commands = help.split("\nCommands:\n").nth(1).expect("commands");
    let commands = commands.split("\n\n").next().unwrap_or_default();
    let names = commands.lines().filter_map(|line| {
        // What goes on with a description is indented further.
        let name = line.strip_prefix("  ").filter(|l| !l.starts_with(' '))?;
        name.split_whitespace().next().map(str::to_string)
    });
    names.filter(|name| name != "help").collect()
}

/// All verbs, `corpus import` and the like included.
fn verbs() -> Words {
    let mut verbs = listed(&help(""));
    for group in GROUPS {
        assert!(verbs.contains(group), "no verb {group}");
        let inner = listed(&help(group)).into_iter();
        verbs.extend(inner.map(|verb| format!("{group} {verb}")));
    }
    verbs
}

/// The long options that a help text explains, but for those that every verb has.
fn options_of(help: &str) -> Words {
    let starts = help.lines().filter_map(|line| {
        let line = line.trim_start();
        let is_option = line.starts_with("--") || line.starts_with('-') && line.contains(", --");
        let name = line
            .get(line.find("--")?..)?
            .split([' ', '=', ',', '.'])
            .next()?;
        is_option.then(|| name.to_string())
    });
    starts.filter(|name| !COMMON.contains(&&**name)).collect()
}

/// What stands under each heading that names something in code: ``## `gridhand play` ``. The text of a
/// section ends at the next heading of any kind.
fn sections<'a>(page: &'a str, before: &str) -> BTreeMap<String, &'a str> {
    let mut sections = BTreeMap::new();
    let mut open: Option<(String, usize)> = None;
    let mut fenced = false;
    let mut at = 0;
    for line in page.split_inclusive('\n') {
        fenced ^= line.trim_start().starts_with("```");
        if !fenced && line.starts_with('#') {
            if let Some((name, from)) = open.take() {
                sections.insert(name, &page[from..at]);
            }
            let code = line.trim_start_matches('#').trim();
            let code = code.strip_prefix('`').and_then(|c| c.strip_suffix('`'));
            let name = code.and_then(|code| code.strip_prefix(before));
            open = name.map(|name| (name.trim().to_string(), at + line.len()));
        }
        at += line.len();
    }
    if let Some((name, from)) = open {
        sections.insert(name, &page[from..]);
    }
    sections
}

/// What stands in code at the start of the first cells of all tables: `--json`, `game`.
fn first_cells(section: &str) -> Words {
    let cells = section.lines().filter_map(|line| {
        let cell = line.strip_prefix("| `")?;
        let code = cell.split('`').next()?;
        code.split_whitespace().next().map(str::to_string)
    });
    cells.collect()
}

/// The blocks in fences of a text: what stands behind the fence, and the lines without their indent.
fn fenced(text: &str) -> Vec<(String, String)> {
    let mut blocks: Vec<(String, String)> = Vec::new();
    let mut indent: Option<usize> = None;
    for line in text.lines() {
        let bare = line.trim_start();
        match (bare.strip_prefix("```"), indent) {
            (Some(_), Some(_)) => indent = None,
            (Some(name), None) => {
                indent = Some(line.len() - bare.len());
                blocks.push((name.to_string(), String::new()));
            }
            (None, Some(skip)) => {
                let (_, block) = blocks.last_mut().expect("a block was opened");
                block.push_str(line.get(skip..).unwrap_or_default());
                block.push('\n');
            }
            (None, None) => {}
        }
    }
    assert_eq!(indent, None, "a fence is open at the end");
    blocks
}

#[track_caller]
fn assert_same(what: &str, documented: &Words, known: &Words) {
    let missing: Vec<_> = known.difference(documented).collect();
    let invented: Vec<_> = documented.difference(known).collect();
    assert!(
        missing.is_empty() && invented.is_empty(),
        "{what}: not documented: {missing:?}; documented, but not there: {invented:?}"
    );
}

#[test]
fn every_verb_and_no_other_is_documented() {
    let page = page("COMMANDS.md");
    let documented = sections(&page, "gridhand ").into_keys().collect();
    let verbs = verbs();
    assert!(verbs.contains("corpus import") && verbs.contains("bench loop"));
    assert_same("verbs", &documented, &verbs);
}

#[test]
fn every_option_and_no_other_is_documented() {
    let page = page("COMMANDS.md");
    for (verb, section) in sections(&page, "gridhand ") {
        let mut known = options_of(&help(&verb));
        // What a group's verbs share is documented with the group.
        if let Some((group, _)) = verb.split_once(' ') {
            let shared = options_of(&help(group));
            known.retain(|option| !shared.contains(option));
        }
        assert_same(&format!("options of {verb}"), &first_cells(section), &known);
    }
    let shared = page.split("## What all verbs share").nth(1);
    let shared = shared.and_then(|text| text.split("\n## ").next());
    let shared = shared.expect("a section for what all verbs share");
    for option in COMMON {
        assert!(shared.contains(&format!("`{option}")), "{option}");
    }
}

/// The options in the examples of all pages are those of their verbs.
#[test]
fn examples_use_what_there_is() {
    let verbs = verbs();
    let options: BTreeMap<&String, Words> = verbs
        .iter()
        .map(|verb| (verb, options_of(&help(verb))))
        .collect();
    let mut looked_at = 0;
    for (file, text) in pages() {
        for (_, block) in fenced(&text) {
            for command in commands(&block) {
                let words: Vec<&str> = command.split_whitespace().collect();
                let two = words.get(..2).map(|words| words.join(" "));
                let verb = two.filter(|two| verbs.contains(two));
                let verb = verb.unwrap_or_else(|| words[0].to_string());
                let known = options.get(&verb);
                let known = known.unwrap_or_else(|| panic!("{}: {command}", file.display()));
                let used = words.iter().filter(|word| word.starts_with("--"));
                for option in used.filter(|option| !COMMON.contains(option)) {
                    let there = known.contains(*option);
                    assert!(there, "{}: {option} in {command}", file.display());
                }
                looked_at += 1;
            }
        }
    }
    assert!(looked_at > 50, "only {looked_at} commands were found");
}

/// What follows the program's name in the lines of a block, up to a comment or the next command.
fn commands(block: &str) -> Vec<String> {
    let block = block.replace("\\\n", " ");
    let parts = block.lines().flat_map(|line| {
        let line = line.split(" #").next().unwrap_or_default();
        line.split(['|', '&', ';']).collect::<Vec<_>>()
    });
    let commands = parts.filter_map(|part| part.trim().strip_prefix("gridhand "));
    commands.map(str::to_string).collect()
}

#[test]
fn every_exit_status_and_no_other_is_documented() {
    let page = page("COMMANDS.md");
    let section = page.split("## Exit statuses").nth(1);
    let section = section.and_then(|text| text.split("\n## ").next());
    let numbers = section.expect("a section for them").lines();
    let numbers = numbers.filter_map(|line| line.strip_prefix("| ")?.split(' ').next());
    let documented: BTreeSet<u8> = numbers.filter_map(|number| number.parse().ok()).collect();
    assert_eq!(documented, known_statuses());
}

/// The numbers of `enum Status`, wherever the command line has it.
fn known_statuses() -> BTreeSet<u8> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("src/cli")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the source") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                let body = text.split("enum Status {").nth(1);
                found.extend(body.and_then(|body| Some(body.split('}').next()?.to_string())));
            }
        }
    }
    assert_eq!(found.len(), 1, "one enum Status is expected");
    let value = |line: &str| {
        line.split_once('=')?
            .1
            .trim()
            .trim_end_matches(',')
            .parse()
            .ok()
    };
    found[0].lines().filter_map(value).collect()
}

/// Those that can be had without a display, a user and a game.
#[test]
fn exit_statuses_mean_what_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("grey.png");
    let grey = image::RgbaImage::from_pixel(400, 500, image::Rgba([90, 90, 90, 255]));
    grey.save(&picture).expect("a picture");
    let picture = picture.to_string_lossy();
    let puzzle = "222 303 .../M.M/...\n";
    let cases: [(&[&str], &str, i32); 6] = [
        (&["solve", "dungeons"], puzzle, 0),
        (&["solve", "dungeons"], "222 303 .../M.M\n", 1),
        (&["solve", "chess"], puzzle, 2),
        (&["read", "dungeons", &picture], "", 3),
        (&["solve", "dungeons"], "11 11 ../..\n", 4),
        (&["solve", "dungeons", "--nodes", "0", "--json"], puzzle, 7),
    ];
    for (args, input, expected) in cases {
        let (status, _, errors) = run(args, input);
        assert_eq!(status, expected, "{args:?}: {errors}");
    }
}

#[test]
fn the_json_of_solve_is_as_documented() {
    let page = page("COMMANDS.md");
    let section = page.split("### The JSON of solve").nth(1);
    let section = section.and_then(|text| text.split("\n## ").next());
    let documented = first_cells(section.expect("a section for it"));
    let puzzle = "222 303 .../M.M/...\n";
    let args = ["solve", "dungeons", "--json"];
    let solved = run(&args, puzzle).1;
    let unknown = run(&[&args[..], &["--nodes", "0"]].concat(), puzzle).1;
    // What only some games tell.
    let pushed = run(&["solve", "warehouse", "--json"], "#####\n#@$.#\n#####\n").1;
    let mut known = Words::new();
    for line in [solved, unknown, pushed] {
        let line: serde_json::Value = serde_json::from_str(&line).expect("a line of JSON");
        known.extend(line.as_object().expect("an object").keys().cloned());
    }
    assert_same("keys of the JSON", &documented, &known);
}

/// Where the tables of keys are in a profile, and a way to have them refuse a key.
const TABLES: [(&str, &str); 7] = [
    ("[profile.NAME]", "nonsense = 1"),
    ("[profile.NAME.cells]", "[cells]\nnonsense = 1"),
    ("[profile.NAME.goal]", "[goal]\nnonsense = 1"),
    ("[profile.NAME.numbers]", "[numbers]\nnonsense = 1"),
    ("[profile.NAME.behaviour]", "[behaviour]\nnonsense = 1"),
    ("[[profile.NAME.examples]]", "[[examples]]\nnonsense = 1"),
    ("[[profile.NAME.tiles]]", "[[tiles]]\nnonsense = 1"),
];

/// The keys that stand in the message about one that does not exist.
fn known_keys(refused: &str) -> Words {
    let error = toml::from_str::<Profile>(refused).expect_err("a key that does not exist");
    let error = error.to_string();
    let expected = error.split("unknown field `nonsense`, expected ").nth(1);
    let expected = expected.unwrap_or_else(|| panic!("another error: {error}"));
    let expected = expected.lines().next().unwrap_or_default();
    expected
        .split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_string)
        .collect()
}

#[test]
fn every_key_of_a_profile_and_no_other_is_documented() {
    let page = page("CALIBRATION.md");
    let sections = sections(&page, "");
    for (table, refused) in TABLES {
        let section = sections.get(table);
        let section = section.unwrap_or_else(|| panic!("no section for {table}"));
        let known = known_keys(refused);
        assert!(known.len() > 1, "{table}: {known:?}");
        assert_same(table, &first_cells(section), &known);
    }
}

/// The examples on the page of all keys are calibration files, and use every key.
#[test]
fn the_examples_of_profiles_are_accepted() {
    #[derive(Deserialize)]
    struct File {
        profile: BTreeMap<String, Profile>,
    }
    let page = page("CALIBRATION.md");
    let mut used = BTreeMap::<&str, Words>::new();
    let mut examples = String::new();
    for (name, text) in fenced(&page) {
        if name != "toml" {
            continue;
        }
        let file: File = toml::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(!file.profile.is_empty());
        let plain: toml::Table = toml::from_str(&text).expect("it was just read");
        let profiles = plain["profile"].as_table().expect("a table");
        for profile in profiles.values().filter_map(|profile| profile.as_table()) {
            used.entry(TABLES[0].0)
                .or_default()
                .extend(profile.keys().cloned());
            for (table, _) in &TABLES[1..] {
                let key = table.trim_matches(['[', ']']).rsplit('.').next();
                let inner = key.and_then(|key| profile.get(key));
                let rows = inner.and_then(toml::Value::as_array);
                let inner = rows.map_or(inner, |rows| rows.first());
                let keys = inner.and_then(toml::Value::as_table).into_iter();
                used.entry(table)
                    .or_default()
                    .extend(keys.flat_map(|t| t.keys().cloned()));
            }
        }
        examples += &text;
    }
    for (table, refused) in TABLES {
        assert_same(
            &format!("{table} in the examples"),
            &used[table],
            &known_keys(refused),
        );
    }
    assert_checked(&examples);
}

/// The program itself finds nothing wrong with a calibration file.
#[track_caller]
fn assert_checked(calibration: &str) {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("calibration.toml");
    fs::write(&file, calibration).expect("a file");
    let folder = home.path().to_string_lossy();
    let findings = || run(&["doctor", "--json", "--home", &folder], "").1;
    let told = findings();
    assert!(told.contains("\"what\":\"profile\""), "{told}");
    assert!(!told.contains("\"what\":\"calibration\""), "{told}");
    // It would have said so.
    fs::write(
        &file,
        calibration.replace("confidence = 0.5", "confidence = 5"),
    )
    .expect("a file");
    assert!(findings().contains("\"what\":\"calibration\""));
}

/// The games that people play: all but the form to copy.
fn games() -> Vec<&'static str> {
    let names = GameId::ALL.iter().map(|game| game.name());
    names.filter(|name| *name != "null").collect()
}

#[test]
fn every_game_has_a_page_and_is_named_where_games_are() {
    let readme = fs::read_to_string(root().join("README.md")).expect("README.md");
    for game in games() {
        assert!(
            readme.contains(&format!("(docs/{game}.md)")),
            "{game}: README"
        );
        page(&format!("{game}.md"));
    }
    for file in ["COMMANDS.md", "CALIBRATION.md"] {
        let text = page(file);
        for game in GameId::ALL {
            assert!(
                text.contains(&format!("`{}`", game.name())),
                "{file}: {}",
                game.name()
            );
        }
    }
}

/// Files of the source that are named in prose.
#[test]
fn every_path_leads_somewhere() {
    let mut followed = 0;
    for (file, text) in pages() {
        let prose: String = text.split("```").step_by(2).collect();
        for code in prose.split('`').skip(1).step_by(2) {
            let ours = ["src/", "tests/", "benches/"]
                .iter()
                .any(|folder| code.starts_with(folder));
            if ours && !code.contains("NAME") {
                assert!(root().join(code).exists(), "{}: {code}", file.display());
                followed += 1;
            }
        }
    }
    assert!(followed > 10, "only {followed} paths were found");
}

/// Blocks that carry a game's name are puzzles of it.
#[test]
fn the_puzzles_on_the_pages_are_puzzles() {
    let games = games();
    let mut seen = Words::new();
    for (file, text) in pages() {
        for (name, block) in fenced(&text) {
            let args: &[&str] = match &*name {
                "follow" => &["follow"],
                game if games.contains(&game) => &["solve", game, "--time", "20"],
                _ => continue,
            };
            let (status, _, errors) = run(args, &block);
            assert_eq!(status, 0, "{}: {errors}\n{block}", file.display());
            seen.insert(name);
        }
    }
    let wanted = games.into_iter().chain(["follow"]).map(str::to_string);
    assert_eq!(seen, wanted.collect());
}

#[test]
fn the_readme_is_short_and_names_the_two_commands() {
    let readme = fs::read_to_string(root().join("README.md")).expect("README.md");
    let lines = readme.lines().count();
    assert!(
        lines <= README_LINES,
        "{lines} lines, more than {README_LINES}"
    );
    let makefile = fs::read_to_string(root().join("Makefile")).expect("Makefile");
    for target in ["demo", "test"] {
        assert!(readme.contains(&format!("make {target}")), "make {target}");
        assert!(
            makefile.contains(&format!("\n{target}:")),
            "{target} in the Makefile"
        );
    }
}

#[test]
fn every_link_leads_somewhere() {
    let pages = pages();
    let anchors: BTreeMap<&Path, Words> = pages
        .iter()
        .map(|(file, text)| (file.as_path(), anchors(text)))
        .collect();
    let mut followed = 0;
    for (file, text) in &pages {
        for link in links(text) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (to, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let folder = file.parent().expect("a page lies in a folder");
            let target = match to {
                "" => file.clone(),
                to => clean(&folder.join(to)),
            };
            assert!(target.exists(), "{}: {link}", file.display());
            if !anchor.is_empty() {
                let known = anchors.get(target.as_path());
                let there = known.is_some_and(|known| known.contains(anchor));
                assert!(there, "{}: {link} has no such heading", file.display());
            }
            followed += 1;
        }
    }
    assert!(followed > 40, "only {followed} links were found");
}

/// The targets of all links and pictures outside of code.
fn links(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    let prose = text.split("```").step_by(2);
    for part in prose.flat_map(|part| part.split("](").skip(1)) {
        let end = part.find(')').expect("a link that ends");
        links.push(part[..end].split_whitespace().collect());
    }
    links
}

/// The anchors of all headings, as GitHub makes them.
fn anchors(text: &str) -> Words {
    let prose: String = text.split("```").step_by(2).collect();
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| -> String {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = words
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

/// A path without `..`.
fn clean(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => _ = clean.pop(),
            part => clean.push(part),
        }
    }
    clean
}
