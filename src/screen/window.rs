//! A game's window on the real desktop, found by name and captured in the plain way.

use std::sync::Arc;
use std::time::Instant;

#[cfg(not(windows))]
use super::portable::{PortableGuard, Window, windows};
#[cfg(windows)]
use super::win32::{Window, windows};
use super::{Frame, Guard, Screen, ScreenError};
use crate::base::Point;

/// One window of the desktop.
pub struct WindowScreen {
    window: Window,
    /// Its number in the window system.
    pub id: u32,
    pub title: String,
}

/// The number of the window that is wanted by its number.
fn number(wanted: &str) -> Option<u32> {
    let id = wanted.strip_prefix("id:")?;
    match id.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => id.parse().ok(),
    }
}

impl WindowScreen {
    /// All windows of the desktop, the one in front first.
    ///
    /// # Errors
    /// The desktop does not tell its windows.
    pub fn all() -> Result<Vec<Self>, ScreenError> {
        Ok(windows()?.into_iter().filter_map(Self::open).collect())
    }

    /// The one window whose title, class or application name contains `wanted` (any case). A window
    /// whose title is exactly that wins over those that only contain it. `id:N` is the window of that number, which
    /// may be hexadecimal, as other programs tell it: `id:0x200002`.
    pub fn find(wanted: &str) -> Result<Self, ScreenError> {
        let all = Self::all()?;
        let seen: Vec<String> = all.iter().map(Self::described).collect();
        if let Some(id) = number(wanted) {
            let of_id = all.into_iter().find(|window| window.id == id);
            return of_id.ok_or_else(|| ScreenError::NotFound {
                wanted: wanted.into(),
                seen,
            });
        }
        let (exact, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(|w| w.title == wanted);
        let mut fitting = match exact.is_empty() {
            true => rest.into_iter().filter(|w| w.answers_to(wanted)).collect(),
            false => exact,
        };
        match fitting.len() {
            1 => Ok(fitting.remove(0)),
            0 => Err(ScreenError::NotFound {
                wanted: wanted.into(),
                seen,
            }),
            _ => Err(ScreenError::Ambiguous {
                wanted: wanted.into(),
                seen: fitting.iter().map(Self::described).collect(),
            }),
        }
    }

    /// Its title and what tells it from others of that title.
    pub fn described(&self) -> String {
        let [x, y, width, height] = self.window.area().unwrap_or_default().into();
        format!(
            "{:?} (id:{}, {width}x{height} at {x},{y})",
            self.title, self.id
        )
    }

    fn open(window: Window) -> Option<Self> {
        let id = window.id()?;
        let mut title = window.title();
        if title.is_empty() {
            title = plain_name(id).unwrap_or_default();
        }
        Some(Self { window, id, title })
    }

    /// Whether its title or its application's name contains this, in any case.
    pub fn answers_to(&self, wanted: &str) -> bool {
        let wanted = wanted.to_lowercase();
        let mut names = self.window.names().into_iter();
        let has = |name: &str| name.to_lowercase().contains(&wanted);
        has(&self.title) || names.any(|name| has(&name))
    }

    /// The number of the process that it belongs to, where that is told.
    pub fn process(&self) -> Option<u32> {
        self.window.process()
    }

    fn origin(&self) -> Result<Point, ScreenError> {
        let area = self.window.area();
        area.map(|area| area.corner())
            .ok_or_else(|| self.why_not("its place is not told"))
    }

    /// What is the matter with a window that cannot be looked at; `told` is what the platform said.
    fn why_not(&self, told: &str) -> ScreenError {
        match windows() {
            Err(error) => error,
            Ok(all) if !all.iter().any(|w| w.id() == Some(self.id)) => ScreenError::Gone,
            Ok(_) => match &self.window {
                window if window.is_minimised() => ScreenError::Minimised,
                window if window.is_off_screen() => ScreenError::OffScreen,
                _ => {
                    ScreenError::Failed(format!("{:?} cannot be captured now: {told}", self.title))
                }
            },
        }
    }
}

impl Screen for WindowScreen {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        let taken = Instant::now();
        let origin = self.origin()?;
        let image = self.window.picture();
        let image = image.map_err(|told| self.why_not(&told))?;
        if self.origin()? != origin {
            return Err(ScreenError::Moved);
        }
        Ok(Frame {
            image: Arc::new(image),
            origin,
            taken,
        })
    }
}

/// The name of a window that xcap finds none for: it does not know those of old programs on X11.
fn plain_name(id: u32) -> Option<String> {
    #[cfg(all(unix, not(target_os = "macos")))]
    return super::x11::window_name(id);
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    {
        let _ = id;
        None
    }
}

/// Frames of a window, by the quick way of the platform where there is one.
pub fn screen(window: WindowScreen) -> Box<dyn Screen> {
    #[cfg(all(unix, not(target_os = "macos")))]
    return match super::x11::X11Screen::connect(window) {
        Ok(quick) => Box::new(quick),
        Err(portable) => Box::new(portable),
    };
    #[cfg(windows)]
    return Box::new(super::win32::Win32Screen::new(window.id));
    #[cfg(target_os = "macos")]
    Box::new(window)
}

/// The guard for a window: the quick one of the platform where there is one.
pub fn guard(id: u32) -> Box<dyn Guard> {
    #[cfg(all(unix, not(target_os = "macos")))]
    if let Some(guard) = super::x11::X11Guard::connect(id) {
        return Box::new(guard);
    }
    #[cfg(windows)]
    return Box::new(super::win32::Win32Guard::new(id));
    #[cfg(not(windows))]
    Box::new(PortableGuard::new(id))
}

/// Whether there is a desktop with a window manager to open windows on.
pub fn desktop_is_there() -> bool {
    windows().is_ok()
}

/// To be called before anything is asked of the screen: places are told in its own pixels from then on.
pub fn prepare() {
    #[cfg(windows)]
    super::win32::see_true_pixels();
}
