//! The stop key, and the end of the console.

use std::sync::OnceLock;
use std::time::Duration;

use windows_sys::Win32::System::Console::{
    CTRL_CLOSE_EVENT, CTRL_LOGOFF_EVENT, CTRL_SHUTDOWN_EVENT, SetConsoleCtrlHandler,
};
use windows_sys::Win32::UI::Input::KeyboardAndMouse::{GetAsyncKeyState, VK_PAUSE};
use windows_sys::core::BOOL;

/// How often it is asked whether the stop key is down.
const LOOK: Duration = Duration::from_millis(20);

/// Calls `pressed` each time the stop key goes down. It is asked for rather than registered, so that no other program
/// loses it.
pub fn watch_stop_key(pressed: impl Fn() + Send + 'static) {
    let is_down = || {
        // SAFETY: a plain number. The lowest bit tells of what was pressed and let go since.
        unsafe { GetAsyncKeyState(VK_PAUSE.into()) != 0 }
    };
    // What was pressed before does not count.
    let mut was_down = is_down();
    std::thread::spawn(move || {
        loop {
            let now = is_down();
            if now && !was_down {
                pressed();
            }
            was_down = now;
            std::thread::sleep(LOOK);
        }
    });
}

/// Who is told that the console is closed.
static TOLD: OnceLock<Box<dyn Fn() + Send + Sync>> = OnceLock::new();
/// Windows ends a program that says that it knows, or 5 s later: so it does not say so before the program has ended by
/// itself.
const ENDING: Duration = Duration::from_secs(10);

/// Calls `closing` when the console is closed or the user logs off; the program has some seconds then to end by itself.
pub fn on_closing(closing: impl Fn() + Send + Sync + 'static) {
    unsafe extern "system" fn note(event: u32) -> BOOL {
        if ![CTRL_CLOSE_EVENT, CTRL_LOGOFF_EVENT, CTRL_SHUTDOWN_EVENT].contains(&event) {
            return 0;
        }
        if let Some(told) = TOLD.get() {
            told();
            std::thread::sleep(ENDING);
        }
        0
    }
    if TOLD.set(Box::new(closing)).is_ok() {
        // SAFETY: it is called from a thread of its own, and uses what any may.
        unsafe { SetConsoleCtrlHandler(Some(note), 1) };
    }
}
