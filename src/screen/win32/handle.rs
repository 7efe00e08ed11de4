//! A window by its handle, and what Windows tells of it. A handle is only a number: whatever is asked of one whose
//! window is gone, the answer is a failure, so nothing here can go wrong in the memory of the program.

use std::ptr::null_mut;
use std::time::Duration;

use windows_sys::Win32::Foundation::{HWND, LPARAM, POINT, RECT};
use windows_sys::Win32::Graphics::Dwm::{DWMWA_CLOAKED, DwmGetWindowAttribute};
use windows_sys::Win32::Graphics::Gdi::ClientToScreen;
use windows_sys::Win32::System::Threading::{AttachThreadInput, GetCurrentThreadId};
use windows_sys::Win32::UI::Input::KeyboardAndMouse::IsWindowEnabled;
use windows_sys::Win32::UI::WindowsAndMessaging::{
    EnumWindows, GA_ROOT, GW_OWNER, GWL_EXSTYLE, GetAncestor, GetClassNameW, GetClientRect,
    GetCursorPos, GetForegroundWindow, GetWindow, GetWindowLongW, GetWindowTextW,
    GetWindowThreadProcessId, IsIconic, IsWindow, IsWindowVisible, SMTO_ABORTIFHUNG,
    SendMessageTimeoutW, SetForegroundWindow, WM_NULL, WS_EX_NOACTIVATE, WS_EX_TOOLWINDOW,
    WindowFromPoint,
};
use windows_sys::core::BOOL;

use crate::base::{Point, Rect};

/// A window of the desktop, or one in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle(isize);

/// The most of a title or a class that is read, in UTF-16 units. A class has 256 at most.
const NAME: usize = 512;

impl Handle {
    /// The window of a number: only 32 bits of a handle count, and the highest is its sign.
    pub fn of(id: u32) -> Self {
        Self(id as i32 as isize)
    }

    fn some(raw: HWND) -> Option<Self> {
        (!raw.is_null()).then_some(Self(raw as isize))
    }

    pub fn id(self) -> u32 {
        self.0 as u32
    }

    pub fn raw(self) -> HWND {
        self.0 as HWND
    }

    /// The windows of the desktop that can be seen, the one in front first.
    pub fn shown() -> Option<Vec<Self>> {
        let mut all = Self::all()?;
        all.retain(|window| window.is_shown());
        Some(all)
    }

    /// The windows of the desktop, hidden ones as well.
    pub fn all() -> Option<Vec<Self>> {
        unsafe extern "system" fn note(window: HWND, list: LPARAM) -> BOOL {
            // SAFETY: it is the list below, which nobody else has while Windows calls this.
            let list = unsafe { &mut *(list as *mut Vec<Handle>) };
            list.extend(Handle::some(window));
            1
        }
        let mut list: Vec<Self> = Vec::new();
        // SAFETY: the list outlives the call, and `note` is called during it only.
        let done = unsafe { EnumWindows(Some(note), &raw mut list as LPARAM) } != 0;
        done.then_some(list)
    }

    /// The window in which a press at a point of the screen would land. One that lets presses through does not count.
    pub fn under(at: Point) -> Option<Self> {
        // SAFETY: plain numbers.
        let raw = unsafe { WindowFromPoint(POINT { x: at.x, y: at.y }) };
        Self::some(raw)
    }

    /// The window that gets what is typed.
    pub fn in_front() -> Option<Self> {
        // SAFETY: takes nothing.
        let raw = unsafe { GetForegroundWindow() };
        Self::some(raw)
    }

    pub fn exists(self) -> bool {
        // SAFETY: see above.
        unsafe { IsWindow(self.raw()) != 0 }
    }

    pub fn is_minimised(self) -> bool {
        // SAFETY: see above.
        unsafe { IsIconic(self.raw()) != 0 }
    }

    /// Whether it takes input; a dialog that waits for an answer keeps its owner from it.
    pub fn is_enabled(self) -> bool {
        // SAFETY: see above.
        unsafe { IsWindowEnabled(self.raw()) != 0 }
    }

    /// Whether it is on the desktop, and not on another one.
    pub fn is_shown(self) -> bool {
        // SAFETY: see above.
        let visible = unsafe { IsWindowVisible(self.raw()) != 0 };
        visible && !self.is_cloaked()
    }

    /// Programs that sleep, and windows on other desktops, are there but not shown.
    fn is_cloaked(self) -> bool {
        let mut why = 0_u32;
        let (size, what) = (size_of::<u32>() as u32, DWMWA_CLOAKED as u32);
        // SAFETY: the answer is a number of that size.
        let told = unsafe { DwmGetWindowAttribute(self.raw(), what, (&raw mut why).cast(), size) };
        told >= 0 && why != 0
    }

    /// Whether it is none that a user goes to: tooltips, menus, what programs need for themselves.
    pub fn is_aside(self) -> bool {
        // SAFETY: a handle of a window that is gone is answered by 0.
        let style = unsafe { GetWindowLongW(self.raw(), GWL_EXSTYLE) } as u32;
        style & (WS_EX_NOACTIVATE | WS_EX_TOOLWINDOW) != 0
    }

    pub fn title(self) -> String {
        let mut text = [0_u16; NAME];
        // SAFETY: Windows is told how long the text may be.
        let length = unsafe { GetWindowTextW(self.raw(), text.as_mut_ptr(), NAME as i32) };
        String::from_utf16_lossy(&text[..length.max(0) as usize])
    }

    pub fn class(self) -> String {
        let mut text = [0_u16; NAME];
        // SAFETY: Windows is told how long the text may be.
        let length = unsafe { GetClassNameW(self.raw(), text.as_mut_ptr(), NAME as i32) };
        String::from_utf16_lossy(&text[..length.max(0) as usize])
    }

    /// The numbers of the thread and the process that it belongs to; 0 if it is gone.
    pub fn thread_and_process(self) -> (u32, u32) {
        let mut process = 0;
        // SAFETY: the answer is a number.
        let thread = unsafe { GetWindowThreadProcessId(self.raw(), &raw mut process) };
        (thread, process)
    }

    /// Where its content is on the screen, without frame and title.
    pub fn content(self) -> Option<Rect> {
        let mut size = RECT::default();
        let mut corner = POINT::default();
        // SAFETY: the answers are of these types.
        let told = unsafe {
            GetClientRect(self.raw(), &raw mut size) != 0
                && ClientToScreen(self.raw(), &raw mut corner) != 0
        };
        told.then(|| Rect::new(corner.x, corner.y, size.right, size.bottom))
    }

    /// The window of the desktop that it is, or lies in.
    pub fn root(self) -> Option<Self> {
        // SAFETY: see above.
        Self::some(unsafe { GetAncestor(self.raw(), GA_ROOT) })
    }

    /// The window that it belongs to, such as that of a dialog.
    pub fn owner(self) -> Option<Self> {
        // SAFETY: see above.
        Self::some(unsafe { GetWindow(self.raw(), GW_OWNER) })
    }

    /// Whether its program takes notice of what it is told, within a time.
    pub fn answers(self, within: Duration) -> bool {
        let within = within.as_millis() as u32;
        // SAFETY: the message does nothing, and what it returns is not wanted.
        let answer = unsafe {
            SendMessageTimeoutW(
                self.raw(),
                WM_NULL,
                0,
                0,
                SMTO_ABORTIFHUNG,
                within,
                null_mut(),
            )
        };
        answer != 0
    }

    /// Asks for it to be put in front, and to be given the keyboard. Windows lets only the program do so that has the
    /// keyboard: so we act in its stead, if need be.
    pub fn come_to_front(self) {
        // SAFETY: see above.
        let came = unsafe { SetForegroundWindow(self.raw()) } != 0;
        let other = Self::in_front().filter(|front| !came && *front != self);
        let Some((theirs, _)) = other.map(Self::thread_and_process) else {
            return;
        };
        // SAFETY: numbers of threads, one of which may be gone; what is joined is parted again.
        unsafe {
            let ours = GetCurrentThreadId();
            if AttachThreadInput(ours, theirs, 1) != 0 {
                SetForegroundWindow(self.raw());
                AttachThreadInput(ours, theirs, 0);
            }
        }
    }
}

/// Where the pointer is, if Windows tells: it does not while it asks for a password.
pub fn pointer() -> Option<Point> {
    let mut at = POINT::default();
    // SAFETY: the answer is of this type.
    let told = unsafe { GetCursorPos(&raw mut at) } != 0;
    told.then(|| Point::new(at.x, at.y))
}
