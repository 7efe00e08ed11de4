//! Pixels as they are: on a desktop with a scale Windows stretches what programs show that know no scales, and tells
//! those that ask it for places in pixels of before.

use windows_sys::Win32::Graphics::Gdi::{MONITOR_DEFAULTTONEAREST, MonitorFromWindow};
use windows_sys::Win32::UI::HiDpi::{
    DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE, DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2,
    DPI_AWARENESS_PER_MONITOR_AWARE, GetAwarenessFromDpiAwarenessContext, GetDpiForMonitor,
    GetDpiForWindow, GetWindowDpiAwarenessContext, MDT_EFFECTIVE_DPI,
    SetProcessDpiAwarenessContext,
};

use super::handle::Handle;
use crate::base::Rect;
use crate::screen::ScreenError;

/// From now on the screen is told in its own pixels, whatever the scale of each monitor. To be called before anything
/// else is asked; what a manifest said before holds.
pub fn see_true_pixels() {
    // SAFETY: takes a constant. Older versions of Windows 10 know only the second.
    unsafe {
        if SetProcessDpiAwarenessContext(DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2) == 0 {
            SetProcessDpiAwarenessContext(DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE);
        }
    }
}

/// Where the content of a window is, if what it paints is what the screen shows.
pub fn unscaled(window: Handle) -> Result<Rect, ScreenError> {
    let area = window.content().ok_or(ScreenError::Gone)?;
    match stretched(window) {
        Some([painted, shown]) => Err(ScreenError::Failed(format!(
            "the game paints at {} %, and Windows stretches that to {} %: open the properties of the game's program, \
             Compatibility, Change high DPI settings, and let the application override the scaling",
            percent(painted),
            percent(shown)
        ))),
        None => Ok(area),
    }
}

/// At which resolution a window paints and is shown, in dots per inch, where these differ.
fn stretched(window: Handle) -> Option<[u32; 2]> {
    // SAFETY: a handle of a window that is gone is answered by 0.
    let painted = unsafe { GetDpiForWindow(window.raw()) };
    // SAFETY: the same.
    let knows_scales = unsafe {
        let context = GetWindowDpiAwarenessContext(window.raw());
        GetAwarenessFromDpiAwarenessContext(context) == DPI_AWARENESS_PER_MONITOR_AWARE
    };
    let [mut shown, mut high] = [0; 2];
    // SAFETY: the answers are numbers.
    let told = unsafe {
        let monitor = MonitorFromWindow(window.raw(), MONITOR_DEFAULTTONEAREST);
        GetDpiForMonitor(monitor, MDT_EFFECTIVE_DPI, &raw mut shown, &raw mut high)
    };
    let differ = painted != 0 && told >= 0 && !knows_scales && painted != shown;
    differ.then_some([painted, shown])
}

/// What Windows calls a resolution: 96 dots per inch are 100 %.
fn percent(resolution: u32) -> u32 {
    resolution * 100 / 96
}
