//! Whose a window is, and whether it takes input from us: Windows drops without a word what a program sends to one with
//! higher rights.

use windows_sys::Win32::Foundation::{CloseHandle, ERROR_ACCESS_DENIED, GetLastError, HANDLE};
use windows_sys::Win32::Security::{
    GetTokenInformation, TOKEN_ELEVATION, TOKEN_QUERY, TokenElevation,
};
use windows_sys::Win32::System::Threading::{
    GetCurrentProcessId, OpenProcess, OpenProcessToken, PROCESS_NAME_WIN32,
    PROCESS_QUERY_LIMITED_INFORMATION, QueryFullProcessImageNameW,
};

use super::handle::Handle;
use super::window::windows;
use crate::base::Finding;

/// The most of a path that is read, in UTF-16 units.
const PATH: usize = 1024;

/// Something of Windows that is closed at the end.
struct Open(HANDLE);

impl Drop for Open {
    fn drop(&mut self) {
        // SAFETY: it was opened, and nobody else has it.
        unsafe { CloseHandle(self.0) };
    }
}

fn process(number: u32) -> Option<Open> {
    // SAFETY: plain numbers.
    let process = unsafe { OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, number) };
    (!process.is_null()).then_some(Open(process))
}

/// The name of the file that a process runs.
pub fn program(number: u32) -> Option<String> {
    let process = process(number)?;
    let mut path = [0_u16; PATH];
    let mut length = PATH as u32;
    // SAFETY: Windows is told how long the path may be.
    let told = unsafe {
        let text = path.as_mut_ptr();
        QueryFullProcessImageNameW(process.0, PROCESS_NAME_WIN32, text, &raw mut length)
    };
    let path = String::from_utf16_lossy(&path[..length as usize]);
    let name = path.rsplit('\\').next().unwrap_or_default();
    (told != 0).then(|| name.to_owned())
}

/// Whether a process runs with an administrator's rights; one that may not even be asked does.
fn is_elevated(number: u32) -> Option<bool> {
    let denied = || {
        // SAFETY: takes nothing.
        (unsafe { GetLastError() } == ERROR_ACCESS_DENIED).then_some(true)
    };
    let Some(process) = process(number) else {
        return denied();
    };
    let mut token: HANDLE = std::ptr::null_mut();
    // SAFETY: the process is open, and the answer is a handle.
    if unsafe { OpenProcessToken(process.0, TOKEN_QUERY, &raw mut token) } == 0 {
        return denied();
    }
    let token = Open(token);
    let mut elevation = TOKEN_ELEVATION::default();
    let size = size_of::<TOKEN_ELEVATION>() as u32;
    // SAFETY: the answer has that type and size.
    let told = unsafe {
        let (answer, mut length) = ((&raw mut elevation).cast(), 0);
        GetTokenInformation(token.0, TokenElevation, answer, size, &raw mut length)
    };
    (told != 0).then_some(elevation.TokenIsElevated != 0)
}

/// Whether a window's program has rights that we do not have.
pub fn outranks_us(window: Handle) -> bool {
    // SAFETY: takes nothing.
    let us = unsafe { GetCurrentProcessId() };
    let (_, them) = window.thread_and_process();
    is_elevated(us) == Some(false) && is_elevated(them) == Some(true)
}

/// The windows that take no input from us.
pub fn examine() -> Option<Finding> {
    let mut above = windows().ok()?;
    above.retain(|window| {
        let handle = window.id().map(Handle::of);
        handle.is_some_and(outranks_us)
    });
    let titles: Vec<String> = above.iter().map(|w| format!("{:?}", w.title())).collect();
    (!titles.is_empty()).then(|| {
        Finding::limited(
            "rights",
            format!("run as administrator: {}", titles.join(", ")),
            "Windows lets no input from gridhand through to these: start gridhand as administrator, too, or the game \
             without that",
        )
    })
}
