//! Window managers that take their time (what they were asked for before a click they do before they pass
//! the click on), that answer nothing, and none.

#![cfg(all(unix, not(target_os = "macos")))]

use std::process::Command;
use std::time::Duration;

use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    ChangeWindowAttributesAux, ConfigureWindowAux, ConnectionExt, CreateWindowAux, EventMask,
    StackMode, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::common::{
    Desktop, Said, assert_only_board_and_button, endless, events, log, wait_until, words,
};

/// A window as large as the screen and behind all others: it gets the clicks that miss them.
struct Floor(RustConnection);

impl Floor {
    fn lay(display: &str) -> Self {
        let (connection, screen) = x11rb::connect(Some(display)).expect("the display");
        let screen = &connection.setup().roots[screen];
        let (root, width, height) = (screen.root, screen.width_in_pixels, screen.height_in_pixels);
        let window = connection.generate_id().expect("a number");
        let as_is = x11rb::COPY_FROM_PARENT;
        let alone = CreateWindowAux::new()
            .override_redirect(1)
            .event_mask(EventMask::BUTTON_PRESS);
        connection
            .create_window(
                0,
                window,
                root,
                0,
                0,
                width,
                height,
                0,
                WindowClass::INPUT_ONLY,
                as_is,
                &alone,
            )
            .expect("sent");
        let last = ConfigureWindowAux::new().stack_mode(StackMode::BELOW);
        connection.configure_window(window, &last).expect("sent");
        connection.map_window(window).expect("sent");
        connection.sync().expect("the display");
        Self(connection)
    }

    /// How many clicks missed all windows since it was asked last.
    fn clicks(&self) -> usize {
        self.0.sync().expect("the display");
        let events = std::iter::from_fn(|| self.0.poll_for_event().expect("the display"));
        events
            .filter(|event| matches!(event, Event::ButtonPress(_)))
            .count()
    }
}

/// Stops a program, or lets it go on.
fn signal(name: &str, process: u32) {
    let sent = Command::new("kill")
        .args([name, &process.to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
}

/// Plays one puzzle; it is solved. Returns what the bot said.
fn play_one(desktop: &Desktop) -> String {
    let output = desktop
        .gridhand(&["play", "dungeons", "--profile", "practice-dungeons"])
        .args(["--count", "1"])
        .said();
    assert!(output.status.success(), "{}", words(&output));
    words(&output)
}

#[test]
fn without_a_window_manager_or_with_one_that_answers_nothing_it_plays_on() {
    let Some(mut desktop) = Desktop::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    desktop.practice(&file, &["dungeons"]);
    signal("-KILL", desktop.manager());
    play_one(&desktop);

    let (mute, screen) = x11rb::connect(Some(desktop.display())).expect("the display");
    let all = ChangeWindowAttributesAux::new().event_mask(EventMask::SUBSTRUCTURE_REDIRECT);
    let root = mute.setup().roots[screen].root;
    let manages = mute.change_window_attributes(root, &all).expect("sent");
    manages.check().expect("nobody else manages windows");
    let said = play_one(&desktop);
    assert!(said.contains("answers nothing"), "{said}");
    assert_eq!(events(&log(&file), "solved").len(), 2);
}

/// Moves the window of a game that is started with these options again and again, while the window manager
/// stands still. No click goes astray; every time the game goes on to do something.
fn move_while_played(options: &[&str], something: &str) {
    let Some(mut desktop) = Desktop::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    let mut bot = endless(&mut desktop, &file, options);
    let floor = Floor::lay(desktop.display());
    let done = || events(&log(&file), something).len();

    // So far aside that nothing of the board is where a part of it was.
    for x in ["370", "620"].repeat(6) {
        signal("-STOP", desktop.manager());
        let moved = desktop
            .command("xdotool")
            .args(["search", "--name", "Dungeon practice", "windowmove"])
            .args([x, "470"])
            .status();
        assert!(moved.expect("xdotool runs").success());
        std::thread::sleep(Duration::from_millis(250));
        signal("-CONT", desktop.manager());
        let before = done();
        wait_until(something, || done() > before);
    }
    bot.kill().expect("it runs");
    bot.wait().expect("it ended");
    assert_eq!(floor.clicks(), 0, "clicks missed the window");
    assert_only_board_and_button(&log(&file), "button random");
}

#[test]
fn a_window_on_its_way_is_not_clicked() {
    move_while_played(&[], "solved");
}

/// Most of the time no click is under way here.
#[test]
fn nor_by_a_hand_that_takes_its_time() {
    move_while_played(&["--input", "sample", "--fps", "10"], "wall");
}
