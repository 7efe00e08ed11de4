//! What the user does with the mouse, as Windows tells it at once: where the pointer is asked for, a motion that ours
//! has overtaken does not show any more.

use std::collections::VecDeque;
use std::ptr::{null, null_mut};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use windows_sys::Win32::Foundation::{LPARAM, LRESULT, WPARAM};
use windows_sys::Win32::System::LibraryLoader::GetModuleHandleW;
use windows_sys::Win32::UI::WindowsAndMessaging::{
    CallNextHookEx, GetMessageW, HC_ACTION, LLMHF_INJECTED, MSG, MSLLHOOKSTRUCT, SetWindowsHookExW,
    WH_MOUSE_LL, WM_MOUSEMOVE,
};

use crate::base::Point;

struct Motion {
    /// Where we put the pointer lately, the last place first.
    put: VecDeque<Point>,
    /// Where the user moved it first since that was asked.
    by_user: Option<Point>,
}

static MOTION: Mutex<Motion> = Mutex::new(Motion {
    put: VecDeque::new(),
    by_user: None,
});

/// So many places are remembered. Chosen: a whole board's clicks.
const REMEMBERED: usize = 64;
/// What is told of a place may be so many pixels beside it. Chosen as for the place of the pointer.
const NUDGE: i32 = 3;

fn motion() -> MutexGuard<'static, Motion> {
    MOTION.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Motion {
    /// Takes notice of a motion that no program made. An echo of one that we made is none.
    fn hear(&mut self, at: Point) {
        let near = |put: &Point| (at.x - put.x).abs().max((at.y - put.y).abs()) <= NUDGE;
        if !self.put.is_empty() && !self.put.iter().any(near) {
            self.by_user.get_or_insert(at);
        }
    }

    fn put(&mut self, at: Point) {
        self.put.truncate(REMEMBERED - 1);
        self.put.push_front(at);
    }
}

/// To be called before the pointer is put somewhere.
pub fn put(at: Point) {
    motion().put(at);
}

/// Where the user moved the pointer since it was asked last, after it was put somewhere.
pub fn by_user() -> Option<Point> {
    motion().by_user.take()
}

/// Listens from now on, on a thread of its own that lives as long as the program.
pub fn watch() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        std::thread::spawn(listen);
    });
}

unsafe extern "system" fn note(code: i32, what: WPARAM, details: LPARAM) -> LRESULT {
    if code == HC_ACTION as i32 && what == WM_MOUSEMOVE as usize {
        // SAFETY: with this code Windows hands over such a structure, for the time of the call.
        let mouse = unsafe { &*(details as *const MSLLHOOKSTRUCT) };
        if mouse.flags & LLMHF_INJECTED == 0 {
            motion().hear(Point::new(mouse.pt.x, mouse.pt.y));
        }
    }
    // SAFETY: handed on as it came.
    unsafe { CallNextHookEx(null_mut(), code, what, details) }
}

fn listen() {
    // SAFETY: the function lives as long as the program. It is called while this thread waits for messages, of which
    // none ever comes.
    unsafe {
        let ours = GetModuleHandleW(null());
        if SetWindowsHookExW(WH_MOUSE_LL, Some(note), ours, 0).is_null() {
            tracing::info!("Windows does not tell of the mouse; it is asked where the pointer is");
            return;
        }
        let mut message = MSG::default();
        while GetMessageW(&raw mut message, null_mut(), 0, 0) > 0 {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_motion_is_the_users_unless_it_goes_where_we_put_the_pointer() {
        let mut motion = Motion {
            put: VecDeque::new(),
            by_user: None,
        };
        let at = Point::new;
        motion.hear(at(7, 7));
        assert_eq!(motion.by_user, None);
        motion.put(at(100, 100));
        motion.put(at(200, 100));
        motion.hear(at(100, 103));
        assert_eq!(motion.by_user, None);
        motion.hear(at(104, 100));
        motion.hear(at(200, 100));
        assert_eq!(motion.by_user, Some(at(104, 100)));
    }
}
