//! The list of windows.

use image::RgbaImage;

use super::access;
use super::canvas::{Canvas, Way};
use super::handle::Handle;
use super::scale;
use crate::base::Rect;
use crate::screen::ScreenError;

/// A window of the desktop, with what it is found by.
pub struct Window {
    handle: Handle,
    title: String,
    /// Its class, and the file of its program.
    names: [String; 2],
}

impl Window {
    pub fn id(&self) -> Option<u32> {
        Some(self.handle.id())
    }

    pub fn title(&self) -> String {
        self.title.clone()
    }

    /// What it answers to besides its title.
    pub fn names(&self) -> Vec<String> {
        self.names.to_vec()
    }

    /// The number of the process that it belongs to.
    pub fn process(&self) -> Option<u32> {
        let (_, process) = self.handle.thread_and_process();
        (process != 0).then_some(process)
    }

    /// Where its content is.
    pub fn area(&self) -> Option<Rect> {
        self.handle.content()
    }

    pub fn is_minimised(&self) -> bool {
        self.handle.is_minimised()
    }

    /// What is not on the screen is captured all the same.
    pub fn is_off_screen(&self) -> bool {
        false
    }

    /// A picture of its content, by what was never used before.
    pub fn picture(&self) -> Result<RgbaImage, String> {
        let area = scale::unscaled(self.handle).map_err(|error| error.to_string())?;
        let mut canvas = Canvas::new([area.width, area.height]).ok_or("there is no memory")?;
        let mut way = Way::default();
        match way.paint(self.handle, &mut canvas) {
            true => Ok(canvas.picture()),
            false => Err("Windows does not hand out what it shows".into()),
        }
    }
}

/// The windows that can be seen, the one in front first.
pub fn windows() -> Result<Vec<Window>, ScreenError> {
    let all = Handle::shown()
        .ok_or_else(|| ScreenError::Failed("Windows does not tell its windows".into()))?;
    let windows = all.into_iter().filter(|window| {
        let area = window.content().unwrap_or_default();
        let has_room = area.width > 0 && area.height > 0;
        !window.is_aside() && (window.is_minimised() || has_room)
    });
    Ok(windows.map(described).collect())
}

fn described(handle: Handle) -> Window {
    let (_, process) = handle.thread_and_process();
    Window {
        handle,
        title: handle.title(),
        names: [handle.class(), access::program(process).unwrap_or_default()],
    }
}
