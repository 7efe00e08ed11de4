//! Files are read as each system writes them: with marks at their beginning, in UTF-16, with line ends of two signs.

use std::fs;
use std::path::Path;

use gridhand::games::GameId;

use crate::common;

/// What a file may be called and what is in it, if it says this text.
fn written(text: &str) -> Vec<(&'static str, Vec<u8>)> {
    let marked = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let units = |unit: fn(u16) -> [u8; 2]| marked.encode_utf16().flat_map(unit).collect();
    vec![
        ("plain", text.as_bytes().to_vec()),
        ("two signs", text.replace('\n', "\r\n").into_bytes()),
        ("marked", marked.clone().into_bytes()),
        ("UTF-16", units(u16::to_le_bytes)),
        ("UTF-16 turned round", units(u16::to_be_bytes)),
    ]
}

/// What gridhand says and how it ends, for all of these files the same.
fn same(folder: &Path, text: &str, run: impl Fn(&str) -> (i32, String)) {
    let answers = written(text).into_iter().map(|(name, bytes)| {
        let file = folder.join(name);
        fs::write(&file, bytes).expect("a file");
        (name, run(file.to_str().expect("a name")))
    });
    let answers: Vec<_> = answers.collect();
    let (_, first) = &answers[0];
    assert_eq!(first.0, 0, "{}", first.1);
    for (name, answer) in &answers {
        assert_eq!(answer, first, "{name}: {text}");
    }
}

#[test]
fn puzzles_of_all_games_are_read_as_any_system_writes_them() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in GameId::ALL {
        let picture = folder.path().join("picture.png");
        let picture = picture.to_str().expect("a name");
        let practice = ["practice", game.name(), "--seed", "3", "--picture", picture];
        let (status, text, error) = common::gridhand(&practice, "");
        assert_eq!(status, 0, "{error}");
        same(folder.path(), &text, |file| {
            let (status, out, _) = common::gridhand(&["solve", game.name(), file], "");
            (status, out)
        });
        same(folder.path(), &text, |file| {
            let room = tempfile::tempdir().expect("a folder");
            let corpus = room.path().join("corpus.sqlite");
            let corpus = corpus.to_str().expect("a name");
            let of = ["--game", game.name(), "--corpus", corpus];
            let (status, _, error) =
                common::gridhand(&[&["corpus", "import", file][..], &of].concat(), "");
            assert_eq!(status, 0, "{error}");
            let (status, out, _) =
                common::gridhand(&[&["corpus", "export", "-"][..], &of].concat(), "");
            (status, out)
        });
    }
}
