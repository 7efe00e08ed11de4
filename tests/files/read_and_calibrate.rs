//! `gridhand read` and `gridhand calibrate` as a user runs them, on pictures of the practice game.

use std::process::Command;

use gridhand::profile::Profile;
use image::{Rgba, RgbaImage};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

use crate::room::Room;

const PRACTICE: &str = "practice-dungeons";

/// A folder of its own, in which the program runs: only what is built in is known.
struct Home {
    folder: TempDir,
    profile: Profile,
}

impl Home {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let profile = Profile::load(Some(folder.path()), PRACTICE).expect("it is built in");
        Self { folder, profile }
    }

    /// Runs the program; it must end with this status. What it printed: output and errors.
    fn gridhand(&self, status: i32, args: &[&str]) -> (String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_gridhand"))
            .current_dir(self.folder.path())
            .env("XDG_CONFIG_HOME", self.folder.path().join("config"))
            .env("RUST_BACKTRACE", "0")
            .args(args)
            .output()
            .expect("it runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(status), "{args:?}: {err}");
        (out, err)
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    /// Saves a picture of a room, and what it shows beside it.
    fn save(&self, name: &str, room: &Room) {
        room.picture()
            .save(self.path(&format!("{name}.png")))
            .expect("it can be saved");
        let text = room.puzzle.to_string();
        std::fs::write(self.path(&format!("{name}.txt")), text).expect("it can be saved");
    }
}

#[test]
fn a_picture_becomes_text() {
    let home = Home::new();
    let mut room = Room::new(56_437_193, &home.profile);
    room.scribble(&mut ChaCha8Rng::seed_from_u64(1), 30, 10);
    home.save("room", &room);
    let (text, _) = home.gridhand(0, &["read", "dungeons", "room.png"]);
    assert_eq!(text.trim_end(), room.puzzle.to_string().trim_end());

    let read = [
        "read",
        "dungeons",
        "--json",
        "room.png",
        "--profile",
        PRACTICE,
    ];
    let (line, _) = home.gridhand(0, &read);
    let json: serde_json::Value = serde_json::from_str(&line).expect("a line of JSON");
    assert_eq!(json["game"], "dungeons");
    assert_eq!(json["profile"], PRACTICE);
    assert_eq!(json["puzzle"], room.puzzle.to_string());
}

#[test]
fn what_cannot_be_read_has_status_3_and_a_reason() {
    let home = Home::new();
    let room = Room::new(1, &home.profile);
    let picture = room.picture();
    let save = |name: &str, picture: &RgbaImage| picture.save(home.path(name)).expect("saved");
    save("tiny.png", &RgbaImage::new(3, 3));
    std::fs::write(home.path("text.png"), "this is no picture").expect("saved");
    save(
        "half.png",
        &image::imageops::crop_imm(&picture, 0, 0, 180, 424).to_image(),
    );
    std::fs::write(home.path("huge.png"), huge_png()).expect("saved");
    for (file, reason) in [
        ("tiny.png", "not found"),
        ("text.png", "not a picture"),
        ("half.png", "only a part of it"),
        ("huge.png", "30000x30000"),
    ] {
        let (out, err) = home.gridhand(3, &["read", "dungeons", file]);
        assert_eq!(out, "");
        assert!(err.contains(reason), "{file}: {err}");
        assert!(err.contains(file), "{file}: {err}");
    }
}

#[test]
fn an_uncertain_number_is_named_and_drawn_red() {
    let home = Home::new();
    let mut picture = Room::new(1, &home.profile).picture();
    let numbers = home.profile.numbers.expect("it has some");
    for index in [2, 3] {
        let area = numbers.of_row(&home.profile.cells, index);
        for y in area.y..area.y + area.height {
            for x in area.x..area.x + area.width {
                picture.put_pixel(x as u32, y as u32, Rgba([60, 50, 70, 255]));
            }
        }
    }
    picture.save(home.path("blank.png")).expect("saved");
    let args = ["read", "dungeons", "blank.png", "--overlay", "seen.png"];
    let (_, err) = home.gridhand(3, &args);
    assert!(err.contains("the number of row 3"), "{err}");
    let drawn = image::open(home.path("seen.png"))
        .expect("it was saved")
        .into_rgba8();
    let area = numbers.of_row(&home.profile.cells, 2);
    // Small pictures are enlarged.
    let times = drawn.width() / picture.width();
    let [left, bottom] = [area.x, area.y + area.height].map(|at| at as u32 * times);
    let corner = drawn.get_pixel(left, bottom - 1);
    assert!(corner[0] > 200 && corner[1] < 100, "{corner:?}");
}

#[test]
fn profiles_that_cannot_read_say_so() {
    let home = Home::new();
    home.save("room", &Room::new(1, &home.profile));
    let unlearned = ["read", "dungeons", "room.png", "--profile", "last-call-bbs"];
    let (_, err) = home.gridhand(3, &unlearned);
    assert!(err.contains("calibrate"), "{err}");
    let unknown = ["read", "dungeons", "room.png", "--profile", "nonesuch"];
    let (_, err) = home.gridhand(2, &unknown);
    for known in ["last-call-bbs", "practice-dungeons"] {
        assert!(err.contains(known), "{err}");
    }
}

#[test]
fn a_wrong_key_is_named_with_file_and_line() {
    let home = Home::new();
    let shipped = include_str!("../../calibration.toml");
    home.save("room", &Room::new(1, &home.profile));
    for (from, to, reason) in [
        ("window = ", "windwo = ", "windwo"),
        (
            "next = \"click:random\"",
            "next = \"click:randon\"",
            "randon",
        ),
        ("columns = 8", "columns = 80", "cells"),
        ("confidence = 0.5", "confidence = 5.0", "confidence"),
    ] {
        let text = shipped.replacen(from, to, 1);
        let line = 1 + text
            .lines()
            .position(|l| l.starts_with(to))
            .expect("it is there");
        std::fs::write(home.path("calibration.toml"), text).expect("saved");
        let (_, err) = home.gridhand(1, &["read", "dungeons", "room.png"]);
        assert!(err.contains("calibration.toml"), "{err}");
        assert!(err.contains(reason), "{err}");
        let near = (line.saturating_sub(3)..=line).any(|n| err.contains(&format!("line {n}")));
        assert!(near, "line {line}: {err}");
    }
}

#[test]
fn calibrating_learns_keeps_and_replaces() {
    let home = Home::new();
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut args = vec!["calibrate", "dungeons", "--profile", "mine"];
    let names: Vec<String> = (0..24).map(|n| format!("room{n}")).collect();
    for (n, name) in names.iter().enumerate() {
        let mut room = Room::new(n as u32 * 77, &home.profile);
        if n % 2 == 0 {
            room.scribble(&mut rng, 30, 20);
        }
        home.save(name, &room);
    }
    let examples: Vec<String> = names.iter().map(|n| format!("{n}.png:{n}.txt")).collect();
    examples
        .iter()
        .for_each(|example| args.extend(["--example", example]));

    // The same game under a name of the user's own, in a file with the user's own remarks.
    let shipped = include_str!("../../calibration.toml");
    let start = shipped
        .find("[profile.practice-dungeons]")
        .expect("it is there");
    let own = shipped[start..].replace("practice-dungeons", "mine");
    let own = format!("# my own remark\n{own}");
    std::fs::write(home.path("calibration.toml"), &own).expect("saved");

    home.gridhand(0, &args);
    let templates = home.path("templates/mine");
    assert!(templates.join("anchor.png").is_file());
    let kept = std::fs::read_to_string(home.path("calibration.toml")).expect("it is there");
    assert_eq!(kept, own);

    let mut unseen = Room::new(4242, &home.profile);
    unseen.scribble(&mut rng, 30, 20);
    home.save("unseen", &unseen);
    let read = ["read", "dungeons", "unseen.png", "--profile", "mine"];
    let (text, _) = home.gridhand(0, &read);
    assert_eq!(text.trim_end(), unseen.puzzle.to_string().trim_end());

    let (_, err) = home.gridhand(1, &args);
    assert!(err.contains("--replace"), "{err}");
    args.push("--replace");
    home.gridhand(0, &args);
    assert!(home.path("templates/mine.1/anchor.png").is_file());
    assert!(templates.join("anchor.png").is_file());
}

#[test]
fn a_text_that_does_not_fit_its_picture_is_noticed() {
    let home = Home::new();
    let mut args = vec!["calibrate", "dungeons", "--profile", PRACTICE];
    let names: Vec<String> = (0..12).map(|n| format!("room{n}.png")).collect();
    for n in 0..12 {
        let mut room = Room::new(n * 77, &home.profile);
        if n == 5 {
            let digit = &mut room.puzzle.columns[0];
            *digit = if *digit == 3 { 2 } else { 3 };
        }
        home.save(&format!("room{n}"), &room);
    }
    names
        .iter()
        .for_each(|name| args.extend(["--example", name]));
    let (_, err) = home.gridhand(3, &args);
    assert!(err.contains("room5.png"), "{err}");
    assert!(!home.path("templates").exists());
}

/// The head of a PNG file of 30000 x 30000 pixels; the pixels themselves are missing.
fn huge_png() -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut head = b"IHDR".to_vec();
    head.extend(30_000u32.to_be_bytes());
    head.extend(30_000u32.to_be_bytes());
    head.extend([8, 6, 0, 0, 0]);
    file.extend(13u32.to_be_bytes());
    file.extend(&head);
    file.extend(checksum(&head).to_be_bytes());
    file.extend([0, 0, 0, 0]);
    file.extend(b"IDAT");
    file.extend(checksum(b"IDAT").to_be_bytes());
    file
}

/// CRC-32 as PNG has it.
fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 {
                crc >> 1 ^ 0xedb8_8320
            } else {
                crc >> 1
            };
        }
    }
    !crc
}
