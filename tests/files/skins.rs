//! Fitting to looks of the practice game by one example each.

use std::process::Command;

use serde_json::Value;

/// What `gridhand bench skins` says about some skins, a line each.
fn bench(first: u32, count: u32, puzzles: u32) -> Vec<Value> {
    bench_of("dungeons", first, count, puzzles)
}

fn bench_of(game: &str, first: u32, count: u32, puzzles: u32) -> Vec<Value> {
    let [first, count, puzzles] = [first, count, puzzles].map(|n| n.to_string());
    let out = Command::new(env!("CARGO_BIN_EXE_gridhand"))
        .args(["bench", "skins", game, "--json", "--first", &first])
        .args(["--count", &count, "--puzzles", &puzzles])
        .output()
        .expect("it starts");
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    let text = String::from_utf8(out.stdout).expect("it is text");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("it is JSON"))
        .collect()
}

/// 97 of a hundred.
const BAR: f64 = 0.97;

#[test]
fn nearly_all_skins_are_fitted_and_nothing_is_misread() {
    let skins = bench(1, 34, 3);
    assert_eq!(skins.len(), 34);
    let is_good = |skin: &&Value| skin["failure"].is_null() && skin["read"] == 3;
    let good = skins.iter().filter(is_good).count();
    let sum = |key: &str| -> u64 { skins.iter().filter_map(|skin| skin[key].as_u64()).sum() };
    assert_eq!(sum("wrong"), 0, "{skins:#?}");
    assert!(
        good as f64 >= BAR * skins.len() as f64,
        "only {good}: {skins:#?}"
    );
    // Numbers that no example showed are not guessed.
    assert!(sum("unseen_refused") >= good as u64, "{skins:#?}");
}

/// Skins that once could not be fitted or read: numbers of an example that differ in a corner only, thin
/// digits without smooth edges between pixels, monsters that look like the treasure; numbers in the
/// corners of frames, frames that only some numbers have beside them, a board's floor of the ink's
/// colour, bold digits on tight plates, gaps between plates that differ more than the numbers, a pitch
/// that only the numbers tell; a number that no example showed, twice, of which both were taken for the same other one.
#[test]
fn skins_that_once_failed_are_read() {
    let skins = [
        2022, 2049, 2082, 3015, 3108, 3039, 2027, 2120, 4059, 4120, 5103, 5160, 5164, 6010, 46010,
    ];
    for skin in skins {
        let outcome = &bench(skin, 1, 12)[0];
        let is_read = outcome["failure"].is_null() && outcome["read"] == 12;
        assert!(is_read && outcome["wrong"] == 0, "{outcome:#?}");
    }
}

/// Skins of which once none was fitted: a wanted shape of six pixels a cell; a page that looks like wood, so that the shape
/// on it was not seen among shreds; longer edges beside the board than on it.
#[test]
fn shapes_that_once_failed_are_fitted() {
    for skin in [42005, 42010, 42021] {
        let outcome = &bench_of("woodworm", skin, 1, 1)[0];
        let is_fitted = outcome["failure"].is_null() && outcome["wrong"] == 0;
        assert!(is_fitted, "{outcome:#?}");
    }
}
