//! The JSON interface: what it tells is what the program knows otherwise.

use serde_json::{Value, json};

use crate::http::Answer;
use crate::served::{Served, corpus, gridhand};

const COIL: &str = "x=3&y=3&board=X.......X";

fn size(png: &Answer) -> [u32; 2] {
    let picture = image::load_from_memory(&png.body).expect("a picture");
    [picture.width(), picture.height()]
}

fn examples(served: &Served) -> Vec<(String, String)> {
    let games = served.get("/api/games").json();
    let games = games.as_array().expect("a list").iter();
    let example = |game: &Value| {
        let text = |key: &str| game[key].as_str().expect("a text").to_string();
        (text("name"), text("example"))
    };
    games.map(example).collect()
}

#[test]
fn every_game_is_solved_and_shown_move_by_move() {
    let served = Served::start();
    let examples = examples(&served);
    let names: Vec<&str> = examples.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["coil", "dungeons", "sliding", "woodworm", "warehouse"]
    );
    for (game, text) in &examples {
        let ask = json!({ "game": game, "text": text, "seconds": 60 });
        let told = served.post_json("/api/solve", &ask).json();
        assert!(
            ["unique", "solved"].contains(&told["result"].as_str().unwrap_or("")),
            "{told}"
        );
        let count = told["moves"].as_array().expect("moves").len();
        assert!(count > 0, "{game}");
        let picture =
            |step: usize| served.get(&format!("/api/solution/{}/{step}.png", told["solution"]));
        let [first, last] = [picture(0), picture(count)];
        assert_eq!(size(&first), size(&last), "{game}");
        assert_ne!(first.body, last.body, "{game}");
        assert_eq!(picture(count + 1).status, 404);
        let gif = served.get(&format!("/api/solution/{}/animation.gif", told["solution"]));
        assert_eq!(gif.status, 200, "{game}");
        assert!(gif.body.starts_with(b"GIF89a"), "{game}");
    }
}

#[test]
fn what_is_no_puzzle_or_has_no_solution_is_said() {
    let served = Served::start();
    let ask = |game: &str, text: &str| {
        served.post_json("/api/solve", &json!({ "game": game, "text": text }))
    };
    let wrong = ask("coil", "x=3&y=3&board=X..");
    assert_eq!(wrong.status, 422);
    let own = gridhand::games::coil::Puzzle::parse("x=3&y=3&board=X..").expect_err("it is none");
    assert_eq!(wrong.json()["error"], own.to_string());
    assert_eq!(ask("coil", "").status, 422);
    assert_eq!(ask("chess", "x").status, 404);
    assert_eq!(
        ask("warehouse", &format!("{}\n", "#".repeat(600)).repeat(600)).status,
        413
    );
    let none = ask("coil", "x=3&y=1&board=.X.").json();
    assert_eq!(
        (&none["result"], &none["moves"]),
        (&json!("impossible"), &json!([]))
    );
    // The board is shown as it stands.
    let picture = served.get(&format!("/api/solution/{}/0.png", none["solution"]));
    assert_eq!(picture.status, 200);
    assert_eq!(ask("coil", COIL).json()["result"], "solved");
}

fn page(served: &Served, query: &str) -> Value {
    let answer = served.get(&format!("/api/corpus/puzzles?game=dungeons{query}"));
    assert_eq!(answer.status, 200, "{query}: {answer:?}");
    answer.json()
}

fn records(page: &Value) -> Vec<i64> {
    let puzzles = page["puzzles"].as_array().expect("puzzles").iter();
    puzzles
        .map(|puzzle| puzzle["record"].as_i64().expect("a number"))
        .collect()
}

#[test]
fn the_corpus_is_paged_through_and_searched() {
    let served = Served::with(|folder| corpus(folder, 60));
    let contents = served.get("/api/corpus").json();
    let games = contents["games"].as_array().expect("games").iter();
    let count = games
        .filter(|game| game["name"] == "dungeons")
        .map(|game| &game["count"]);
    assert_eq!(count.collect::<Vec<_>>(), [&json!(60)]);
    let (mut after, mut all) = (json!(0), Vec::new());
    while !after.is_null() {
        let page = page(&served, &format!("&after={after}"));
        all.extend(records(&page));
        after = page["next"].clone();
    }
    assert_eq!(all, (1..=60).collect::<Vec<_>>());
    let unique = page(&served, "&result=unique&most=5");
    assert_eq!(records(&unique), [1, 2, 3, 4, 5]);
    assert_eq!(unique["next"], 5);
    assert_eq!(records(&page(&served, "&result=unsolved")), [0; 0]);
    assert_eq!(
        records(&page(&served, "&size=8x8&after=50")),
        (51..=60).collect::<Vec<_>>()
    );
    assert_eq!(records(&page(&served, "&size=7x8")), [0; 0]);
    assert_eq!(records(&page(&served, "&seed=7")), [0; 0]);
    for query in [
        "&result=nice",
        "&grade=nice",
        "&size=8",
        "&after=x",
        "&seed=-1",
    ] {
        let answer = served.get(&format!("/api/corpus/puzzles?game=dungeons{query}"));
        assert_eq!(answer.status, 400, "{query}");
    }
}

#[test]
fn one_puzzle_is_what_corpus_show_says() {
    let served = Served::with(|folder| corpus(folder, 3));
    let told = served
        .get("/api/corpus/puzzle?game=dungeons&record=2")
        .json();
    let store = served
        .folder
        .path()
        .join("corpus.sqlite")
        .display()
        .to_string();
    let args = [
        "corpus", "show", "--record", "2", "--json", "--corpus", &store,
    ];
    let shown = gridhand(served.folder.path(), &args);
    let shown: Value = serde_json::from_slice(&shown).expect("JSON");
    assert_eq!(told["result"], shown["result"]);
    assert_eq!(told["nodes"], shown["nodes"]);
    let text = |value: &Value| value.as_str().unwrap_or_default().trim().to_string();
    let parse = |text: &str| gridhand::games::dungeons::Puzzle::parse(text).expect("a puzzle");
    let [own, other] = [&told["text"], &shown["puzzle"]].map(|value| parse(&text(value)));
    assert_eq!(own.seed, shown["seed"].as_u64().map(|seed| seed as u32));
    assert_eq!(
        (own.columns, own.rows, own.cells),
        (other.columns, other.rows, other.cells)
    );
    assert!(!text(&told["steps"]).is_empty());
    let moves = told["moves"].as_array().expect("moves").len();
    let last = served.get(&format!("/api/solution/{}/{moves}.png", told["solution"]));
    assert_eq!(last.status, 200);
    let small = served.get("/api/corpus/picture.png?game=dungeons&record=2");
    assert_eq!(size(&small), size(&last));
    assert_eq!(
        served
            .get("/api/corpus/puzzle?game=dungeons&record=99")
            .status,
        404
    );
    assert_eq!(
        served.get("/api/corpus/puzzle?game=coil&record=2").status,
        404
    );
    let stats = served.get("/api/corpus/stats?game=dungeons").json();
    assert_eq!(stats["puzzles"], 3);
}

#[test]
fn no_corpus_is_said() {
    let served = Served::start();
    let answer = served.get("/api/corpus");
    assert_eq!(answer.status, 422);
    assert!(
        answer.json()["error"]
            .as_str()
            .is_some_and(|why| why.contains("corpus.sqlite"))
    );
    assert!(!served.folder.path().join("corpus.sqlite").exists());
}
