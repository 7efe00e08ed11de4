//! The real mouse and keyboard, through enigo.

use anyhow::Context;
#[cfg(not(windows))]
use enigo::Coordinate;
use enigo::{Direction, Enigo, Keyboard, Mouse, Settings};

use super::{Button, Hand, Key};
use crate::base::Point;

/// Moves the desktop's pointer and presses its buttons and keys.
pub struct DesktopHand {
    enigo: Enigo,
}

impl DesktopHand {
    /// Asks the desktop for permission to send input, where it wants to be asked.
    pub fn new() -> anyhow::Result<Self> {
        // Its own delay would add 12 ms to every event on X11; the bot paces the input itself.
        let settings = Settings {
            linux_delay: 0,
            ..Settings::default()
        };
        let enigo = Enigo::new(&settings)
            .context("the desktop lets nobody send mouse and keyboard input")?;
        Ok(Self { enigo })
    }
}

impl Hand for DesktopHand {
    #[cfg(windows)]
    fn point(&mut self, at: Point) -> anyhow::Result<()> {
        super::win32::point(at)
    }

    #[cfg(windows)]
    fn button(&mut self, button: Button, down: bool) -> anyhow::Result<()> {
        super::win32::button(button, down)
    }

    #[cfg(not(windows))]
    fn point(&mut self, at: Point) -> anyhow::Result<()> {
        Ok(self.enigo.move_mouse(at.x, at.y, Coordinate::Abs)?)
    }

    #[cfg(not(windows))]
    fn button(&mut self, button: Button, down: bool) -> anyhow::Result<()> {
        Ok(self.enigo.button(button.into(), direction(down))?)
    }

    fn key(&mut self, key: Key, down: bool) -> anyhow::Result<()> {
        Ok(self.enigo.key(key.into(), direction(down))?)
    }

    fn pointer(&mut self) -> anyhow::Result<Option<Point>> {
        // Some platforms do not tell (Wayland): then nobody can notice that the user moved it.
        Ok(self.enigo.location().ok().map(|(x, y)| Point::new(x, y)))
    }
}

fn direction(down: bool) -> Direction {
    match down {
        true => Direction::Press,
        false => Direction::Release,
    }
}

#[cfg(not(windows))]
impl From<Button> for enigo::Button {
    fn from(button: Button) -> Self {
        match button {
            Button::Left => enigo::Button::Left,
            Button::Right => enigo::Button::Right,
        }
    }
}

impl From<Key> for enigo::Key {
    fn from(key: Key) -> Self {
        match key {
            Key::Up => enigo::Key::UpArrow,
            Key::Down => enigo::Key::DownArrow,
            Key::Left => enigo::Key::LeftArrow,
            Key::Right => enigo::Key::RightArrow,
            Key::Enter => enigo::Key::Return,
            Key::Escape => enigo::Key::Escape,
            Key::Backspace => enigo::Key::Backspace,
            Key::Space => enigo::Key::Space,
            Key::Tab => enigo::Key::Tab,
            Key::Delete => enigo::Key::Delete,
            Key::Home => enigo::Key::Home,
            Key::End => enigo::Key::End,
            Key::PageUp => enigo::Key::PageUp,
            Key::PageDown => enigo::Key::PageDown,
            Key::F(number) => function(number),
            Key::Ctrl => enigo::Key::Control,
            Key::Shift => enigo::Key::Shift,
            Key::Alt => enigo::Key::Alt,
            Key::Meta => enigo::Key::Meta,
            Key::Char(c) => enigo::Key::Unicode(c),
        }
    }
}

fn function(number: u8) -> enigo::Key {
    use enigo::Key::{F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12};
    let all = [F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12];
    all[usize::from(number.clamp(1, 12)) - 1]
}
