//! The fifteen puzzle. Its status bar says when it is solved, and nothing else does: it must show the same as when the
//! last tile was moved by hand.

use image::RgbaImage;
use image::imageops::crop_imm;

use crate::kit::{Client, Profile};

/// How much of the status bar begins with the word. Pixels, measured in the game.
const WORD: [u32; 2] = [90, 20];

/// What the status bar begins with.
fn status(picture: &RgbaImage) -> RgbaImage {
    let top = picture.height() - WORD[1];
    crop_imm(picture, 0, top, WORD[0], WORD[1]).to_image()
}

/// Tiles in rows, as the game and as gridhand writes them.
fn texts(columns: usize, tiles: &[usize]) -> [String; 2] {
    let rows = tiles.len() / columns;
    let names: Vec<String> = tiles.iter().map(ToString::to_string).collect();
    let lines = names.chunks(columns).map(|row| row.join(" "));
    let lines: Vec<String> = lines.map(|line| format!(" {line} ")).collect();
    let text = format!("numbers\n{}\n", lines.join("\n")).replace(" 0 ", " . ");
    [format!("{columns}x{rows}:{}", names.join(",")), text]
}

/// The board that is solved but for its last tile, which is moved by hand: what the status bar says then.
fn solved_by_hand(columns: usize, count: usize) -> Option<RgbaImage> {
    let mut tiles: Vec<usize> = (1..count).collect();
    tiles.insert(count - 2, 0);
    let game = Client::start("fifteen", &[&texts(columns, &tiles)[0]])?;
    let before = status(&game.picture());
    game.press("Left");
    let mut after = status(&game.picture());
    crate::common::wait_until("the word of the game", || {
        after = status(&game.picture());
        after != before
    });
    std::thread::sleep(std::time::Duration::from_millis(500));
    Some(status(&game.picture()))
}

fn play(columns: usize, tiles: &[usize]) {
    let [name, text] = texts(columns, tiles);
    let (Some(word), Some(game)) = (
        solved_by_hand(columns, tiles.len()),
        Client::start("fifteen", &[&name]),
    ) else {
        return;
    };
    let profile = Profile::new("sliding");
    game.calibrate(&profile, &text, &[]);
    let played = game.play(&profile, &["--count", "1"]);
    assert_eq!(played.solved(), 1, "{}", played.words);
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert_eq!(status(&game.picture()), word, "{}", played.words);
}

#[test]
fn nine_tiles() {
    play(3, &[8, 1, 3, 4, 0, 2, 7, 6, 5]);
}

#[test]
#[ignore = "minutes"]
fn twelve_tiles() {
    play(4, &[1, 5, 2, 4, 9, 6, 3, 7, 10, 0, 8, 11]);
}

#[test]
#[ignore = "minutes"]
fn sixteen_tiles() {
    play(4, &[5, 1, 2, 4, 9, 6, 3, 7, 13, 10, 0, 8, 14, 15, 11, 12]);
}
