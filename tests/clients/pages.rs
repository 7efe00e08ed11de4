//! Pages in a browser: *Mortal Coil* and *Woodworm*.

use crate::kit::{Client, kit};

/// A file of the kit.
fn file(path: &str) -> Option<String> {
    Some(std::fs::read_to_string(kit()?.join(path)).expect("a file"))
}

/// The levels of the coil page, by number.
fn coil_levels() -> Option<Vec<(u32, String)>> {
    let page = file("coilbench/game/play.html")?;
    let level = |line: &str| {
        let (number, rest) = line.trim().split_once(": \"")?;
        let board = rest.strip_suffix("\",")?;
        board.starts_with("x=").then_some(())?;
        Some((number.parse().ok()?, board.to_owned()))
    };
    Some(page.lines().filter_map(level).collect())
}

/// The first levels of the coil page, at a size and zoom of its window; the list of levels is at this point.
fn coil(size: &str, zoom: &str, list: [u32; 2], count: usize) {
    let Some(levels) = coil_levels() else { return };
    let args = ["--size", size, "--zoom", zoom];
    let Some(game) = Client::start("coilbench", &args) else {
        return;
    };
    let next = format!("click:{},{} key:down key:return", list[0], list[1]);
    let more = ["--next", &next, "--reset", "key:r"];
    game.solves("coil", &levels[0].1, &more, count);
}

#[test]
fn some_levels_of_coil() {
    coil("1000x900", "1", [870, 158], 3);
}

#[test]
#[ignore = "minutes"]
fn ten_levels_of_coil() {
    coil("1000x900", "1", [870, 158], 10);
}

#[test]
#[ignore = "minutes"]
fn ten_levels_of_coil_in_a_wide_window() {
    coil("1200x850", "1", [920, 158], 10);
}

#[test]
#[ignore = "minutes"]
fn ten_levels_of_coil_at_110_percent() {
    coil("1200x1000", "1.1", [1057, 174], 10);
}

#[test]
#[ignore = "minutes"]
fn ten_levels_of_coil_at_125_percent() {
    coil("1250x1125", "1.25", [1087, 197], 10);
}

/// The shapes of the woodworm page.
fn shapes() -> Option<Vec<String>> {
    let page = file("woodworm-page/game/woodworm.html")?;
    let shape = |line: &str| {
        let rows = line.trim().strip_prefix("{ name: ")?;
        let rows = rows.split_once("rows: [")?.1.split_once(']')?.0;
        let rows = rows.split(',').map(|row| row.trim().trim_matches('"'));
        Some(rows.collect::<Vec<_>>().join("\n"))
    };
    Some(page.lines().filter_map(shape).collect())
}

/// Shapes of the woodworm page, from the first on, in a window of this size.
fn woodworm(size: &str, count: usize) {
    let Some(shapes) = shapes() else { return };
    let Some(game) = Client::start("woodworm-page", &["--size", size]) else {
        return;
    };
    let more = ["--next", "key:n", "--reset", "key:r"];
    game.solves("woodworm", &shapes[0], &more, count);
}

#[test]
fn some_shapes_of_woodworm() {
    woodworm("1000x900", 2);
}

#[test]
#[ignore = "minutes"]
fn eight_shapes_of_woodworm() {
    woodworm("1000x900", 8);
}

#[test]
#[ignore = "minutes"]
fn eight_shapes_of_woodworm_in_a_small_window() {
    woodworm("760x640", 8);
}
