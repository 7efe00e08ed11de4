//! The files of the page, all in the program.

use super::http::Answer;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

const FILES: &[(&str, &str, &str)] = &[
    ("/", HTML, include_str!("page/index.html")),
    ("/style.css", CSS, include_str!("page/style.css")),
    ("/icon.svg", SVG, include_str!("page/icon.svg")),
    ("/app.js", SCRIPT, include_str!("page/app.js")),
    ("/player.js", SCRIPT, include_str!("page/player.js")),
    ("/solve.js", SCRIPT, include_str!("page/solve.js")),
    ("/corpus.js", SCRIPT, include_str!("page/corpus.js")),
    ("/teach.js", SCRIPT, include_str!("page/teach.js")),
    ("/watch.js", SCRIPT, include_str!("page/watch.js")),
    ("/grid.js", SCRIPT, include_str!("page/grid.js")),
    ("/stage.js", SCRIPT, include_str!("page/stage.js")),
];

/// The file of a path.
pub fn file(path: &str) -> Option<Answer> {
    let mut all = FILES.iter();
    let (_, kind, text) = all.find(|(own, ..)| *own == path)?;
    Some(Answer::new(kind, *text))
}
