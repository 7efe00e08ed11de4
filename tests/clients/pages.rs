//! Pages in a browser: *Mortal Coil* and *Woodworm*.

use crate::kit::{Client, Profile, kit};

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

/// The first levels of the coil page in windows of these sizes and zooms, by what was learned in the first of them.
fn coil(windows: &[[&str; 2]], count: usize) {
    let Some(levels) = coil_levels() else { return };
    let profile = Profile::new("coil");
    for (nth, [size, zoom]) in windows.iter().enumerate() {
        let args = ["--size", size, "--zoom", zoom];
        let Some(game) = Client::start("coilbench", &args) else {
            return;
        };
        if nth == 0 {
            // A plain place in the list of levels.
            let next = "click:870,158 key:down key:return";
            let more = ["--next", next, "--reset", "key:r"];
            game.calibrate(&profile, &levels[0].1, &more);
        }
        let played = game.play(&profile, &["--count", &count.to_string()]);
        game.agrees(&played, 0);
        assert_eq!(played.solved(), count, "{size} {zoom}: {}", played.words);
    }
}

const FIRST: [&str; 2] = ["1000x900", "1"];

#[test]
fn some_levels_of_coil_at_two_sizes() {
    coil(&[FIRST, ["1250x1125", "1.25"]], 3);
}

#[test]
#[ignore = "minutes"]
fn ten_levels_of_coil_at_all_sizes() {
    let others = [
        ["1200x850", "1"],
        ["1200x1000", "1.1"],
        ["1250x1125", "1.25"],
        ["900x800", "0.8"],
    ];
    coil(&[&[FIRST], &others[..]].concat(), 10);
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
