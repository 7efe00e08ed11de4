//! Buttons and keys in winit's words and in ours.

use winit::event::{ElementState, KeyEvent, MouseButton};
use winit::keyboard::{Key as WinitKey, NamedKey};

use crate::hand::{Button, Key};

pub(super) fn button_of(button: MouseButton) -> Option<Button> {
    match button {
        MouseButton::Left => Some(Button::Left),
        MouseButton::Right => Some(Button::Right),
        _ => None,
    }
}

/// The key that went down, if some game understands it; a key that is held counts once.
pub(super) fn key_of(event: &KeyEvent) -> Option<Key> {
    if event.state != ElementState::Pressed || event.repeat {
        return None;
    }
    match &event.logical_key {
        WinitKey::Named(name) => named_key(*name),
        WinitKey::Character(text) => {
            let mut chars = text.chars();
            let first = chars.next()?;
            chars.next().is_none().then_some(Key::Char(first))
        }
        _ => None,
    }
}

fn named_key(name: NamedKey) -> Option<Key> {
    Some(match name {
        NamedKey::ArrowUp => Key::Up,
        NamedKey::ArrowDown => Key::Down,
        NamedKey::ArrowLeft => Key::Left,
        NamedKey::ArrowRight => Key::Right,
        NamedKey::Enter => Key::Enter,
        NamedKey::Escape => Key::Escape,
        NamedKey::Backspace => Key::Backspace,
        NamedKey::Space => Key::Space,
        NamedKey::Tab => Key::Tab,
        NamedKey::Delete => Key::Delete,
        NamedKey::Home => Key::Home,
        NamedKey::End => Key::End,
        NamedKey::PageUp => Key::PageUp,
        NamedKey::PageDown => Key::PageDown,
        NamedKey::Control => Key::Ctrl,
        NamedKey::Shift => Key::Shift,
        NamedKey::Alt => Key::Alt,
        NamedKey::Super => Key::Meta,
        _ => return None,
    })
}
