//! A window that went away leaves its picture behind until the game has painted there.

#![cfg(all(unix, not(target_os = "macos")))]

use std::fs::File;
use std::process::Command;
use std::time::Duration;

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt, CreateWindowAux, WindowClass};
use x11rb::wrapper::ConnectionExt as _;

use crate::common::{Desktop, Said, assert_only_board_and_button, events, log, wait_until, words};

/// The left upper corner of a game's window on the screen.
fn corner(desktop: &Desktop, title: &str) -> [i16; 2] {
    let search = ["search", "--name", title];
    let ask = ["getwindowgeometry", "--shell"];
    let output = desktop.command("xdotool").args(search).args(ask).said();
    let text = words(&output);
    ["X=", "Y="].map(|name| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        let number = line.and_then(|number| number.parse().ok());
        number.unwrap_or_else(|| panic!("{name} in {text}"))
    })
}

/// Lays a plain window over so much of the screen for a moment.
fn cover(desktop: &Desktop, [x, y]: [i16; 2], [width, height]: [u16; 2]) {
    const PAPER: u32 = 0x00d6_d8de;
    let (connection, screen) = x11rb::connect(Some(desktop.display())).expect("the display");
    let root = connection.setup().roots[screen].root;
    let window = connection.generate_id().expect("a number");
    let alone = CreateWindowAux::new()
        .override_redirect(1)
        .background_pixel(PAPER);
    let as_is = x11rb::COPY_FROM_PARENT;
    let class = WindowClass::INPUT_OUTPUT;
    connection
        .create_window(
            0, window, root, x, y, width, height, 0, class, as_is, &alone,
        )
        .expect("sent");
    connection.map_window(window).expect("sent");
    connection.sync().expect("the display");
    std::thread::sleep(Duration::from_millis(200));
    connection.destroy_window(window).expect("sent");
    connection.sync().expect("the display");
}

#[test]
fn what_is_left_of_a_window_that_went_is_not_read_as_the_games() {
    let Some(mut desktop) = Desktop::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    let said = folder.path().join("said.txt");
    desktop.practice(&file, &["sliding"]);
    let mut bot = desktop
        .gridhand(&["-vv", "play", "sliding", "--profile", "practice-sliding"])
        .arg("--home")
        .arg(folder.path())
        .stderr(File::create(&said).expect("a file"))
        .spawn()
        .expect("gridhand runs");
    let done = || events(&log(&file), "move").len();
    let game = desktop.last().to_string();
    let signal = |name: &str| {
        let sent = Command::new("kill").args([name, &game]).status();
        assert!(sent.expect("kill runs").success());
    };
    // Two columns of the board's five and three of its rows, in all corners: what is a block by its mark may be seen.
    for (right, down) in [(0, 0), (120, 0), (0, 80), (120, 80)].repeat(3) {
        let before = done();
        wait_until("a move", || done() > before);
        signal("-STOP");
        let [x, y] = corner(&desktop, "Sliding practice");
        cover(&desktop, [x + 32 + right, y + 74 + down], [80, 120]);
        std::thread::sleep(Duration::from_millis(400));
        signal("-CONT");
    }
    let before = done();
    wait_until("a move", || done() > before);
    bot.kill().expect("it was running");
    bot.wait().expect("it ends");
    let said = std::fs::read_to_string(&said).expect("a text");
    assert!(said.contains("paused: the window is covered"), "{said}");
    assert!(!said.contains("another puzzle came up"), "{said}");
    assert!(!said.contains("no way on from here"), "{said}");
    assert_only_board_and_button(&log(&file), "button next");
}
