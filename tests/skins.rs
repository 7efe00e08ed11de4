//! Fitting to looks of the practice game by one example each.

use std::process::Command;

use serde_json::Value;

/// What `gridhand bench skins` says about some skins, a line each.
fn bench(first: u32, count: u32, puzzles: u32) -> Vec<Value> {
    let [first, count, puzzles] = [first, count, puzzles].map(|n| n.to_string());
    let out = Command::new(env!("CARGO_BIN_EXE_gridhand"))
        .args(["bench", "skins", "--json", "--first", &first])
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

#[test]
fn most_skins_are_fitted_and_none_is_misread() {
    let skins = bench(1, 12, 3);
    assert_eq!(skins.len(), 12);
    let good = skins
        .iter()
        .filter(|skin| skin["failure"].is_null() && skin["read"] == 3)
        .count();
    let wrong: u64 = skins.iter().filter_map(|skin| skin["wrong"].as_u64()).sum();
    assert_eq!(wrong, 0, "{skins:#?}");
    assert!(good >= 8, "only {good} of 12: {skins:#?}");
}
