//! Looking on while something is played in a real window.

use std::process::{Child, Stdio};

use serde_json::{Value, json};

#[cfg(unix)]
use crate::browser::{button, fill, press};
#[cfg(unix)]
use crate::chromium::browser;
use crate::common::{Desktop, events, log, wait_until};
use crate::served::Served;

/// Who plays; ends with the value.
struct Playing(Child);

impl Drop for Playing {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A practice game in a window, its log, and the page.
pub fn stage() -> Option<(Desktop, std::path::PathBuf, Served)> {
    let mut desktop = Desktop::start()?;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    desktop.practice(&file, &["dungeons"]);
    let served = Served::on_display(desktop.display(), folder);
    Some((desktop, file, served))
}

/// The one who plays, by its number.
fn playing(served: &Served) -> Option<String> {
    let all = served.get("/api/watch").json();
    let id = all["playing"][0]["id"].as_str();
    id.map(str::to_string)
}

fn state(served: &Served, id: &str) -> Value {
    let answer = served.get(&format!("/api/watch/{id}"));
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()["state"].clone()
}

#[test]
fn what_is_played_elsewhere_is_seen_and_stopped() {
    let Some((desktop, file, served)) = stage() else {
        return;
    };
    let place = served.folder.path();
    let mut program = desktop.gridhand(&["play", "dungeons", "--watch", "--record", "failures"]);
    program.current_dir(place).env("XDG_RUNTIME_DIR", place);
    let program = program.args(["--profile", "practice-dungeons"]);
    let mut played = Playing(program.stderr(Stdio::null()).spawn().expect("it starts"));
    wait_until("who plays", || playing(&served).is_some());
    let id = playing(&served).expect("it plays");
    // Nobody asked yet: nothing is written for nobody.
    let folder = place.join("gridhand-watch").join(&id);
    assert!(!folder.join("frame.png").exists());
    wait_until("a solved puzzle", || {
        state(&served, &id)["solved"].as_u64() > Some(0)
    });
    // The next picture is written when somebody has asked.
    let frame = || served.get(&format!("/api/watch/{id}/frame.png"));
    wait_until("a picture", || frame().status == 200);
    let frame = frame();
    let frame = image::load_from_memory(&frame.body).expect("a picture");
    assert!(frame.width() > 300, "{}", frame.width());
    wait_until("a board that is read", || {
        let seen = served.get(&format!("/api/watch/{id}/seen")).json();
        seen["notes"]
            .as_array()
            .is_some_and(|notes| notes.len() > 60)
    });
    let told = state(&served, &id)["log"].to_string();
    assert!(told.contains("playing"), "{told}");
    assert_eq!(
        served.get(&format!("/api/watch/{id}/records")).json(),
        json!({ "records": [] })
    );
    for path in [
        "records/../about.json",
        "records/x/frame.png",
        "records/%2e%2e/report.json",
    ] {
        assert_eq!(
            served.get(&format!("/api/watch/{id}/{path}")).status,
            404,
            "{path}"
        );
    }
    let stop = served.post_json(&format!("/api/watch/{id}/stop"), &json!({}));
    assert_eq!(stop.status, 200);
    let mut status = None;
    wait_until("its end", || {
        status = played.0.try_wait().expect("asked");
        status.is_some()
    });
    assert_eq!(status.and_then(|status| status.code()), Some(5));
    assert!(!folder.exists());
    assert_eq!(served.get(&format!("/api/watch/{id}")).status, 404);
    assert!(!events(&log(&file), "solved").is_empty());
}

#[test]
fn playing_is_started_from_the_page_and_ends_with_it() {
    let Some((_desktop, file, mut served)) = stage() else {
        return;
    };
    let start = |count: Value| {
        let ask = json!({ "profile": "practice-dungeons", "count": count });
        served.post_json("/api/watch/start", &ask)
    };
    let strange = json!({ "profile": "--help" });
    assert_eq!(served.post_json("/api/watch/start", &strange).status, 422);
    assert_eq!(start(json!(2)).status, 200);
    assert_eq!(start(json!(2)).status, 409);
    wait_until("its end", || {
        let all = served.get("/api/watch").json();
        all["started"][0]["runs"] == false
    });
    let all = served.get("/api/watch").json();
    assert_eq!(all["started"][0]["ended"], 0, "{all}");
    assert_eq!(events(&log(&file), "solved").len(), 2);
    harvest_and_replay(&served, &file);
    // The page ends, and so does who plays: no click comes after that.
    assert_eq!(start(Value::Null).status, 200);
    wait_until("who plays", || playing(&served).is_some());
    assert_eq!(served.interrupt(), Some(0));
    let clicks = || log(&file).len();
    let before = clicks();
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert_eq!(clicks(), before);
}

/// Puzzles go into the page's own corpus; what has no solution there is not played.
fn harvest_and_replay(served: &Served, file: &std::path::Path) {
    let start = |ask: Value| served.post_json("/api/watch/start", &ask);
    let ended = || {
        let all = served.get("/api/watch").json();
        all["started"][0]["runs"] == false
    };
    let ask = |verb: &str, seeds: &str, count: Value| json!({ "verb": verb, "profile": "practice-dungeons", "seeds": seeds, "count": count, "record": verb == "replay" });
    for wrong in [
        ask("harvest", "", Value::Null),
        ask("harvest", "1..3", json!(3)),
        ask("play", "1..3", Value::Null),
    ] {
        assert_eq!(start(wrong.clone()).status, 422, "{wrong}");
    }
    assert_eq!(start(ask("sing", "", Value::Null)).status, 400);
    assert_eq!(start(ask("harvest", "70..74", Value::Null)).status, 200);
    wait_until("its end", ended);
    let page = served.get("/api/corpus/puzzles?game=dungeons").json();
    let seeds: Vec<Option<u64>> = page["puzzles"]
        .as_array()
        .unwrap_or_else(|| panic!("{page}"))
        .iter()
        .map(|puzzle| puzzle["seed"].as_u64())
        .collect();
    assert_eq!(seeds, [70, 71, 72, 73, 74].map(Some), "{page}");
    assert_eq!(start(ask("replay", "70..70", Value::Null)).status, 200);
    wait_until("its end", ended);
    let all = served.get("/api/watch").json();
    assert_eq!(all["started"][0]["ended"], 1, "{all}");
    assert_eq!(events(&log(file), "solved").len(), 2);
}

/// The whole way of somebody who never saw a command line: a window is chosen, taught and played.
#[test]
#[cfg(unix)]
fn a_window_is_taught_and_played_from_the_page_alone() {
    let Some(mut desktop) = Desktop::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    desktop.practice(&file, &["coil", "--seed", "5", "--skin", "3"]);
    let lines = log(&file);
    let shown = events(&lines, "shown")[0]["puzzle"]
        .as_str()
        .expect("a level")
        .to_string();
    let served = Served::on_display(desktop.display(), folder);
    let Some(mut browser) = browser() else { return };
    browser.open(&served, "#teach");
    browser.wait("document.querySelector('input[type=file]')");
    browser.value(&format!("{}.click()", button("Show all windows")));
    browser.wait("document.querySelector('.windows img')?.naturalWidth > 0");
    assert_eq!(
        browser.value("document.querySelectorAll('.windows button').length"),
        1
    );
    browser.value("document.querySelector('.windows button').click()");
    browser.wait("document.querySelector('svg.stage image').getAttribute('href')");
    fill(&mut browser, "Game", "coil");
    fill(
        &mut browser,
        "It follows what you click, and may be pasted instead",
        &shown,
    );
    fill(&mut browser, "The profile's name", "pointed at");
    press(&mut browser, "Read");
    browser.wait("document.querySelectorAll('.notes rect').length > 3");
    press(&mut browser, "Read again");
    browser.wait("document.body.innerText.includes('The window shows:')");
    press(&mut browser, "Save");
    browser.wait("document.body.innerText.includes('gridhand play coil')");
    assert!(events(&log(&file), "solved").is_empty());
    browser.open(&served, "#watch");
    browser
        .wait("[...document.querySelectorAll('option')].some((one) => one.value == 'pointed at')");
    fill(&mut browser, "With the profile", "pointed at");
    fill(&mut browser, "Puzzles", "1");
    browser.value(&format!("{}.click()", button("Start")));
    wait_until("a solved puzzle", || {
        !events(&log(&file), "solved").is_empty()
    });
    browser.assert_fine();
}

#[test]
#[cfg(unix)]
fn the_page_shows_what_is_played_and_stops_it() {
    let Some((_desktop, file, served)) = stage() else {
        return;
    };
    let Some(mut browser) = browser() else { return };
    browser.open(&served, "#watch");
    browser.wait(
        "[...document.querySelectorAll('option')].some((one) => one.value == 'practice-dungeons')",
    );
    fill(&mut browser, "With the profile", "practice-dungeons");
    browser.value(&format!("{}.click()", button("Start")));
    browser.wait("location.hash.startsWith('#watch?id=')");
    browser.wait("document.querySelectorAll('.stage .notes rect').length > 60");
    browser.wait("document.querySelectorAll('.log li').length > 2");
    browser.wait("Number(document.querySelectorAll('dd')[1].innerText) > 1");
    browser.value(&format!("{}.click()", button("Stop")));
    browser.wait("document.body.innerText.includes('it does not play any longer')");
    let solved = events(&log(&file), "solved").len();
    assert!(solved > 0);
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert_eq!(events(&log(&file), "solved").len(), solved);
}
