//! The page in a real browser, part by part.

use std::path::Path;

use gridhand::game::Game;
use gridhand::games::GameId;
use gridhand::with_game;
use serde_json::{Value, json};

use crate::chromium::{Browser, browser};
use crate::served::{Served, corpus, gridhand};

const TAB: u32 = 9;
const ENTER: u32 = 13;
const END: u32 = 35;
const LEFT: u32 = 37;

/// The text of the element of a selector.
fn text(browser: &mut Browser, selector: &str) -> String {
    let told = browser.value(&format!(
        "document.querySelector({selector:?})?.innerText ?? ''"
    ));
    told.as_str().unwrap_or_default().into()
}

#[test]
fn a_puzzle_is_pasted_solved_and_looked_at_by_the_keyboard_alone() {
    let served = Served::start();
    let Some(mut browser) = browser() else { return };
    browser.open(&served, "#solve?game=coil");
    browser.wait("document.querySelector('textarea').value.length > 0");
    // Tab by tab, as one who has no mouse.
    let mut met = Vec::new();
    while browser.value("document.activeElement.tagName") != "TEXTAREA" {
        browser.key("Tab", TAB);
        met.push(
            browser.value("document.activeElement.innerText || document.activeElement.tagName"),
        );
        assert!(met.len() < 20, "{met:?}");
    }
    assert!(met.contains(&json!("Corpus")), "{met:?}");
    browser.value("document.activeElement.select()");
    browser.type_text("x=3&y=3&board=X.......X");
    for _ in 0..5 {
        browser.key("Tab", TAB);
        if browser.value("document.activeElement.type") == "submit" {
            break;
        }
    }
    browser.key("Enter", ENTER);
    browser.wait("document.querySelector('.player img').naturalWidth > 0");
    assert!(text(&mut browser, "form [role=status]").starts_with("Solved."));
    browser.value("document.querySelector('.player input[type=range]').focus()");
    browser.key("End", END);
    browser.wait("/after (\\d+) of \\1 moves/.test(document.querySelector('.player img').alt)");
    browser.key("ArrowLeft", LEFT);
    browser.wait("/after (\\d+) of (\\d+) moves/.test(document.querySelector('.player img').alt) && RegExp.$1 == RegExp.$2 - 1");
    browser.click(".player button:nth-of-type(1)");
    browser.wait("document.querySelector('.player input').value == 0");
    // Played to its end, it stops.
    browser.click(".player button:nth-of-type(3)");
    browser.wait("document.querySelector('.player button:nth-of-type(3)').textContent == 'Pause'");
    browser.wait("document.querySelector('.player input').value == document.querySelector('.player input').max");
    browser.wait("document.querySelector('.player button:nth-of-type(3)').textContent == 'Play'");
    browser.assert_fine();
    // What is no puzzle is told with its line.
    browser.value("document.querySelector('textarea').value = 'x=3&y=3&board=X'");
    browser.click("button[type=submit]");
    browser.wait("document.querySelector('form [role=status]').className == 'wrong'");
}

#[test]
fn the_corpus_is_searched_and_a_link_leads_to_a_puzzle() {
    let served = Served::with(|folder| corpus(folder, 40));
    let Some(mut browser) = browser() else { return };
    browser.open(&served, "#corpus");
    browser.wait("document.querySelectorAll('.gallery img').length == 24");
    browser.wait("[...document.querySelectorAll('.gallery img')].slice(0, 4).every((one) => one.naturalWidth > 0)");
    browser.value("[...document.querySelectorAll('a.button')].find((one) => one.innerText == 'Next page').click()");
    browser.wait("document.querySelectorAll('.gallery img').length == 16");
    assert!(text(&mut browser, "[role=status]").contains("no more"));
    browser.click(".gallery li:last-child a");
    browser.wait("document.querySelector('dd').innerText == '40'");
    browser.wait("document.querySelector('.player img').naturalWidth > 0");
    browser.value("history.back()");
    browser.wait("document.querySelectorAll('.gallery img').length == 16");
    // A link that somebody was sent.
    browser.open(&served, "#corpus?game=dungeons&result=several");
    browser.wait("document.querySelector('[role=status]').innerText == 'No such puzzles.'");
    browser.open(&served, "#corpus?game=dungeons&stats=1");
    browser.wait("document.querySelectorAll('figure').length > 2");
    browser.assert_fine();
}

/// What reads a page aloud has names for all that can be used, and no two things have one id.
#[test]
fn everything_has_a_name_in_light_and_dark() {
    let served = Served::with(|folder| corpus(folder, 3));
    let Some(mut browser) = browser() else { return };
    for scheme in ["light", "dark"] {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        browser.call(
            "Emulation.setEmulatedMedia",
            json!({ "features": features }),
        );
        for hash in HASHES {
            browser.open(&served, hash);
            browser.wait("document.querySelector('main h2')");
            assert_named(&mut browser, hash);
            let faint = browser.value(FAINT);
            assert_eq!(faint, json!([]), "{hash} {scheme}: too faint");
        }
    }
    browser.assert_fine();
}

const HASHES: [&str; 5] = [
    "#teach",
    "#solve?game=dungeons",
    "#corpus",
    "#corpus?game=dungeons&record=1",
    "#corpus?game=dungeons&stats=1",
];

/// The names that the browser itself gives to whoever reads the page aloud.
fn assert_named(browser: &mut Browser, hash: &str) {
    let tree = browser.call("Accessibility.getFullAXTree", json!({}));
    let nodes = tree["nodes"].as_array().expect("nodes");
    const USED: [&str; 9] = [
        "button",
        "link",
        "textbox",
        "searchbox",
        "combobox",
        "checkbox",
        "slider",
        "image",
        "spinbutton",
    ];
    let used = |node: &&Value| {
        let role = node["role"]["value"].as_str().unwrap_or_default();
        node["ignored"] == false && USED.contains(&role)
    };
    let all: Vec<&Value> = nodes.iter().filter(used).collect();
    assert!(all.len() > 4, "{hash}: {} elements", all.len());
    for node in all {
        let name = node["name"]["value"].as_str().unwrap_or_default();
        assert!(!name.trim().is_empty(), "{hash}: it has no name: {node}");
    }
    let twice = "[...document.querySelectorAll('[id]')].length - new Set([...document.querySelectorAll('[id]')].map((one) => one.id)).size";
    assert_eq!(browser.value(twice), 0, "{hash}");
}

/// Texts whose contrast with what is behind them is less than 4.5 to 1 (WCAG 2, AA).
const FAINT: &str = "(() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (rgb) => { const [r, g, b] = rgb.map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const ground = (e) => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0.9) return c.slice(0, 3); } return [255, 255, 255]; };
  const faint = [];
  for (const e of document.querySelectorAll('body *')) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!own || e.disabled || !e.checkVisibility() || e.className === 'skip') continue;
    const [a, b] = [light(parse(getComputedStyle(e).color).slice(0, 3)), light(ground(e))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) faint.push(e.outerHTML.slice(0, 80));
  }
  return faint;
})()";

/// Puts a file into the field for screenshots.
pub fn drop_picture(browser: &mut Browser, file: &Path) {
    let document = browser.call("DOM.getDocument", json!({}));
    let root = &document["root"]["nodeId"];
    let found = browser.call(
        "DOM.querySelector",
        json!({ "nodeId": root, "selector": "input[type=file]" }),
    );
    let files = json!({ "nodeId": found["nodeId"], "files": [file] });
    browser.call("DOM.setFileInputFiles", files);
    browser.wait("document.querySelector('svg.stage image').getAttribute('href')");
}

/// A button by its text.
pub fn button(text: &str) -> String {
    format!("[...document.querySelectorAll('button')].find((one) => one.innerText == {text:?})")
}

/// Presses a button when it may be pressed.
pub fn press(browser: &mut Browser, text: &str) {
    browser.wait(&format!("!{}.disabled", button(text)));
    browser.value(&format!("{}.click()", button(text)));
    browser.wait(&format!("!{}.disabled", button("Read")));
}

/// Types into the field with a label.
pub fn fill(browser: &mut Browser, label: &str, text: &str) {
    let own = format!(
        "(() => {{ const label = [...document.querySelectorAll('label')].find((one) => one.innerText == {label:?}); \
         const field = document.getElementById(label.htmlFor); field.value = {text:?}; \
         field.dispatchEvent(new Event('input')); field.dispatchEvent(new Event('change')); }})()"
    );
    browser.value(&own);
}

/// The page's text is what `gridhand read` says of the picture with the profile that was saved.
fn assert_taught(served: &Served, game: &str, profile: &str) {
    let folder = served.folder.path();
    let home = folder.join("home").display().to_string();
    let args = [
        "read",
        game,
        "shown.png",
        "--profile",
        profile,
        "--home",
        &home,
    ];
    let read = gridhand(folder, &args);
    let shown = std::fs::read_to_string(folder.join("shown.txt")).expect("a text");
    let read = String::from_utf8_lossy(&read);
    let game = GameId::of_name(game).expect("a game");
    let is_same = with_game!(game, G => {
        let parse = |text: &str| G::parse(text).expect("a puzzle");
        G::same_puzzle(&parse(&read), &parse(&shown))
    });
    assert!(is_same, "{read}\n{shown}");
}

/// A practice game's picture and its text, in the folder.
pub fn practice(folder: &Path, game: &str, skin: &str) {
    let args = [
        "practice",
        game,
        "--seed",
        "3",
        "--skin",
        skin,
        "--picture",
        "shown.png",
    ];
    let text = gridhand(folder, &args);
    std::fs::write(folder.join("shown.txt"), text).expect("a file");
}

#[test]
fn games_are_taught_by_a_picture_and_a_pasted_text() {
    for game in ["coil", "sliding", "warehouse", "dungeons"] {
        taught_by_text(game);
    }
}

#[test]
#[ignore = "woodworm is fitted for minutes"]
fn woodworm_is_taught_by_a_picture_and_a_pasted_text() {
    taught_by_text("woodworm");
}

fn taught_by_text(game: &str) {
    let served = Served::with(|folder| practice(folder, game, "2"));
    let Some(mut browser) = browser() else { return };
    let shown = served.folder.path().join("shown.txt");
    let shown = std::fs::read_to_string(shown).expect("a text");
    browser.open(&served, "#teach");
    browser.wait("document.querySelector('input[type=file]')");
    drop_picture(&mut browser, &served.folder.path().join("shown.png"));
    fill(&mut browser, "Game", game);
    fill(
        &mut browser,
        "It follows what you click, and may be pasted instead",
        &shown,
    );
    press(&mut browser, "Read");
    browser.wait("document.querySelectorAll('.notes rect').length > 3");
    press(&mut browser, "Try");
    let status = "document.querySelector('.teach section:last-of-type [role=status]').innerText";
    browser.wait(&format!("/\\d+ moves[.]/.test({status})"));
    press(&mut browser, "Save");
    browser.wait(&format!("{status}.includes('gridhand play')"));
    assert_taught(&served, game, "mine");
    // A second time it is asked about.
    press(&mut browser, "Save");
    browser.wait(&format!("{status}.includes('already')"));
    browser.assert_errors(1);
}

#[test]
fn a_dungeon_is_taught_by_clicks() {
    let served = Served::with(|folder| practice(folder, "dungeons", "0"));
    let Some(mut browser) = browser() else { return };
    let shown = std::fs::read_to_string(served.folder.path().join("shown.txt")).expect("a text");
    let words: Vec<Vec<&str>> = shown
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    browser.open(&served, "#teach");
    browser.wait("document.querySelector('input[type=file]')");
    browser.value(NOTE_READS);
    drop_picture(&mut browser, &served.folder.path().join("shown.png"));
    // What is proposed is nothing but a proposal.
    browser.wait("/grid .*is proposed/.test(document.querySelector('.teach section').innerText)");
    fill(&mut browser, "Columns", "8");
    fill(&mut browser, "Rows", "8");
    for (row, letters) in words[1..].iter().enumerate() {
        for (column, letter) in letters[1..]
            .iter()
            .enumerate()
            .filter(|(_, letter)| **letter != ".")
        {
            let kind = format!(
                "[...document.querySelectorAll('.palette label')].find((one) => one.querySelector('b').innerText == {letter:?}).click()"
            );
            browser.value(&kind);
            browser.click(&format!("[data-cell='{}']", row * 8 + column));
        }
        let number = format!("[aria-label='Rows {}']", row + 1);
        browser.value(&format!("document.querySelector({number:?}).select()"));
        browser.type_text(letters[0]);
    }
    for (column, number) in words[0].iter().enumerate() {
        browser.value(&format!(
            "document.querySelector(\"[aria-label='Columns {}']\").select()",
            column + 1
        ));
        browser.type_text(number);
    }
    let text = browser.value("document.querySelector('.teach textarea').value");
    let parse = |text: &str| gridhand::games::dungeons::Puzzle::parse(text).expect("a puzzle");
    assert_eq!(parse(text.as_str().expect("a text")), parse(&shown));
    press(&mut browser, "Read");
    browser.wait("document.querySelectorAll('.notes rect').length > 60");
    assert_eq!(browser.value("reads[0].board"), Value::Null);
    press(&mut browser, "Save");
    browser.wait("document.body.innerText.includes('gridhand play dungeons')");
    assert_taught(&served, "dungeons", "mine");
    // A place that the user sets is read by.
    browser.value("document.querySelector('.teach details').open = true");
    let left = browser.value("document.querySelector('details input').value");
    fill(&mut browser, "Left", left.as_str().expect("pixels"));
    press(&mut browser, "Read");
    browser.wait("reads.length == 2 && reads[1].board?.length == 4");
    browser.wait("document.querySelectorAll('.notes rect').length > 60");
    browser.assert_fine();
}

/// Notes what the page asks to be read.
const NOTE_READS: &str = "window.reads = []; window.asked = window.fetch; window.fetch = (path, init) => { \
    if (`${path}`.endsWith('teach/read')) reads.push(JSON.parse(init.body)); \
    return asked(path, init); }; 0";
