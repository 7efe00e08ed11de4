//! The pictures of `docs/studio.md`: `cargo test --release --test studio -- --ignored pictures::`.

use std::path::Path;

use serde_json::json;

use crate::browser::{button, drop_picture, fill, practice, press};
use crate::chromium::{Browser, browser};
use crate::served::{Served, corpus};
use crate::watching::stage;

/// A picture of the page as it is, so high.
fn picture(browser: &mut Browser, name: &str, [width, height]: [u32; 2], scheme: &str) {
    let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
    browser.call(
        "Emulation.setEmulatedMedia",
        json!({ "features": features }),
    );
    let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
    browser.call("Emulation.setDeviceMetricsOverride", size);
    browser.value("scrollTo(0, 0)");
    std::thread::sleep(std::time::Duration::from_millis(500));
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(name);
    std::fs::write(file, browser.picture()).expect("written");
}

#[test]
#[ignore = "it makes the pictures of a page anew"]
fn pictures() {
    let served = Served::with(|folder| {
        corpus(folder, 40);
        practice(folder, "dungeons", "4");
    });
    let mut browser = browser().expect("a browser");
    let shown = std::fs::read_to_string(served.folder.path().join("shown.txt")).expect("a text");
    browser.open(&served, "#corpus");
    browser.wait("document.querySelectorAll('.gallery img').length == 24");
    picture(&mut browser, "studio-corpus.png", [1100, 560], "light");
    browser.open(&served, "#solve?game=coil");
    browser.wait("document.querySelector('textarea')");
    browser.click("button[type=submit]");
    browser.wait("document.querySelector('.player img').naturalWidth > 0");
    browser.value("document.querySelector('.player input').value = 14; document.querySelector('.player input').dispatchEvent(new Event('input'))");
    picture(&mut browser, "studio-solve.png", [1100, 620], "dark");
    browser.open(&served, "#teach");
    browser.wait("document.querySelector('input[type=file]')");
    drop_picture(&mut browser, &served.folder.path().join("shown.png"));
    fill(
        &mut browser,
        "It follows what you click, and may be pasted instead",
        &shown,
    );
    press(&mut browser, "Read");
    browser.wait("document.querySelectorAll('.notes rect').length > 60");
    press(&mut browser, "Try");
    browser.wait("document.querySelectorAll('.arrows circle').length > 3");
    picture(&mut browser, "studio-teach.png", [1100, 1380], "light");
}

#[test]
#[ignore = "it makes a picture of a page anew"]
fn picture_of_playing() {
    let (_desktop, _, served) = stage().expect("a display");
    let mut browser = browser().expect("a browser");
    browser.open(&served, "#watch");
    browser.wait("document.querySelectorAll('option').length > 1");
    fill(&mut browser, "With the profile", "practice-dungeons");
    browser.value(&format!("{}.click()", button("Start")));
    browser.wait("document.querySelectorAll('.stage .notes rect').length > 60");
    browser.wait("Number(document.querySelectorAll('dd')[1].innerText) > 4");
    picture(&mut browser, "studio-watch.png", [1100, 620], "dark");
}
