//! Dialogs that a game shows over a connection of its own, and that say nothing of the program they belong to.

#![cfg(all(unix, not(target_os = "macos")))]

use std::time::Duration;

use gridhand::base::Point;
use gridhand::screen::guard;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt, CreateWindowAux, PropMode, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::common::{Desktop, Said};

/// A game's window and its dialog have the display to themselves: the test goes on in a process of its own there.
const ON_DISPLAY: &str = "GRIDHAND_TEST_ON_DISPLAY";

/// A window at the left upper corner of the screen, over all others; of a type of its own, or a plain one.
fn show(connection: &RustConnection, kind: Option<&[u8]>) -> Window {
    show_as(connection, kind, false)
}

/// The same, or one that no window manager handles.
fn show_as(connection: &RustConnection, kind: Option<&[u8]>, is_menu: bool) -> Window {
    let root = connection.setup().roots[0].root;
    let window = connection.generate_id().expect("a number");
    let (class, as_is) = (WindowClass::INPUT_OUTPUT, x11rb::COPY_FROM_PARENT);
    let white = CreateWindowAux::new()
        .background_pixel(0x00ff_ffff)
        .override_redirect(u32::from(is_menu));
    let [width, height] = [200, 160];
    connection
        .create_window(
            0, window, root, 0, 0, width, height, 0, class, as_is, &white,
        )
        .expect("sent");
    let atom = |name: &[u8]| {
        let told = connection.intern_atom(false, name).expect("sent");
        told.reply().expect("an atom").atom
    };
    if let Some(kind) = kind {
        let (mode, property) = (PropMode::REPLACE, atom(b"_NET_WM_WINDOW_TYPE"));
        connection
            .change_property32(mode, window, property, AtomEnum::ATOM, &[atom(kind)])
            .expect("sent");
    }
    connection.map_window(window).expect("sent");
    connection.sync().expect("the display");
    std::thread::sleep(Duration::from_millis(400));
    window
}

fn connect() -> RustConnection {
    x11rb::connect(None).expect("the display").0
}

/// Where a window lies on the screen.
fn place(connection: &RustConnection, window: Window) -> Point {
    let root = connection.setup().roots[0].root;
    let asked = connection.translate_coordinates(window, root, 100, 80);
    let told = asked.expect("sent").reply().expect("a place");
    Point::new(i32::from(told.dst_x), i32::from(told.dst_y))
}

#[test]
fn a_dialog_over_another_connection_is_the_games_own() {
    if std::env::var_os(ON_DISPLAY).is_none() {
        let Some(desktop) = Desktop::start() else {
            return;
        };
        let tests = std::env::current_exe().expect("a path");
        let tests = tests.to_str().expect("a text");
        let name = "own_dialogs::a_dialog_over_another_connection_is_the_games_own";
        let mut there = desktop.command(tests);
        there.args(["--exact", name, "--nocapture"]);
        let said = there.env(ON_DISPLAY, "1").said();
        assert!(said.status.success(), "{said:?}");
        return;
    }
    let (of_game, of_dialogs) = (connect(), connect());
    let game = show(&of_game, None);
    let mut guard = guard(game);
    // Another window of the program is none.
    let other = show(&of_dialogs, None);
    assert!(!guard.is_own_cover(&[place(&of_dialogs, other)]));
    of_dialogs.destroy_window(other).expect("sent");
    let dialog = show(&of_dialogs, Some(b"_NET_WM_WINDOW_TYPE_DIALOG"));
    assert!(guard.is_own_cover(&[place(&of_dialogs, dialog)]));
    assert!(!guard.is_own_menu(place(&of_dialogs, dialog)));
    of_dialogs.destroy_window(dialog).expect("sent");
    // A list that a step of a way has opened is none either, but what is typed next is for it.
    let list = show_as(&of_dialogs, None, true);
    assert!(guard.is_own_menu(place(&of_dialogs, list)));
    assert!(!guard.is_own_cover(&[place(&of_dialogs, list)]));
}
