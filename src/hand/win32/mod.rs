//! The mouse of Windows, to the pixel on any number of monitors.

use anyhow::ensure;
use windows_sys::Win32::UI::Input::KeyboardAndMouse::{
    INPUT, INPUT_0, INPUT_MOUSE, MOUSE_EVENT_FLAGS, MOUSEEVENTF_ABSOLUTE, MOUSEEVENTF_LEFTDOWN,
    MOUSEEVENTF_LEFTUP, MOUSEEVENTF_MOVE, MOUSEEVENTF_RIGHTDOWN, MOUSEEVENTF_RIGHTUP,
    MOUSEEVENTF_VIRTUALDESK, MOUSEINPUT, SendInput,
};
use windows_sys::Win32::UI::WindowsAndMessaging::{
    GetSystemMetrics, SM_CXVIRTUALSCREEN, SM_CYVIRTUALSCREEN, SM_SWAPBUTTON, SM_XVIRTUALSCREEN,
    SM_YVIRTUALSCREEN, SYSTEM_METRICS_INDEX,
};

mod console;

pub use console::{on_closing, watch_stop_key};

use super::Button;
use crate::base::{Point, Rect};

/// Into so many parts Windows divides the desktop, each way.
const PARTS: i64 = 1 << 16;

fn metric(index: SYSTEM_METRICS_INDEX) -> i32 {
    // SAFETY: a plain number.
    unsafe { GetSystemMetrics(index) }
}

/// The part of the desktop in which a pixel begins, so that Windows comes to that pixel again.
fn part(at: i32, from: i32, size: i32) -> i32 {
    let size = i64::from(size.max(1));
    let part = (i64::from(at - from) * PARTS + size - 1) / size;
    part.clamp(0, PARTS - 1) as i32
}

fn send(flags: MOUSE_EVENT_FLAGS, x: i32, y: i32) -> anyhow::Result<()> {
    let mouse = MOUSEINPUT {
        dx: x,
        dy: y,
        dwFlags: flags,
        ..Default::default()
    };
    let input = INPUT {
        r#type: INPUT_MOUSE,
        Anonymous: INPUT_0 { mi: mouse },
    };
    // SAFETY: one event, of that size.
    let sent = unsafe { SendInput(1, &raw const input, size_of::<INPUT>() as i32) };
    ensure!(
        sent == 1,
        "Windows takes no input now: {}",
        std::io::Error::last_os_error()
    );
    Ok(())
}

/// Moves the pointer to a pixel of the desktop: it may lie left of the first monitor or above it.
pub fn point(at: Point) -> anyhow::Result<()> {
    let desktop = Rect::new(
        metric(SM_XVIRTUALSCREEN),
        metric(SM_YVIRTUALSCREEN),
        metric(SM_CXVIRTUALSCREEN),
        metric(SM_CYVIRTUALSCREEN),
    );
    ensure!(desktop.contains(at), "{at} is not on the desktop");
    let flags = MOUSEEVENTF_MOVE | MOUSEEVENTF_ABSOLUTE | MOUSEEVENTF_VIRTUALDESK;
    let x = part(at.x, desktop.x, desktop.width);
    send(flags, x, part(at.y, desktop.y, desktop.height))
}

/// Presses a button or lets it go: the one that means it, where the user has them swapped.
pub fn button(button: Button, down: bool) -> anyhow::Result<()> {
    let is_left = (button == Button::Left) != (metric(SM_SWAPBUTTON) != 0);
    let flags = match (is_left, down) {
        (true, true) => MOUSEEVENTF_LEFTDOWN,
        (true, false) => MOUSEEVENTF_LEFTUP,
        (false, true) => MOUSEEVENTF_RIGHTDOWN,
        (false, false) => MOUSEEVENTF_RIGHTUP,
    };
    send(flags, 0, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pixel_is_come_to_again() {
        for (from, size) in [(0, 1920), (-1920, 4480), (-2560, 2560), (0, 1), (-7, 7680)] {
            for at in from..from + size {
                let part = i64::from(part(at, from, size));
                assert_eq!(from + (part * i64::from(size) / PARTS) as i32, at);
            }
        }
    }
}
