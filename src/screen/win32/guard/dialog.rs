//! Dialogs of the game's own: they belong to its window, and say something that waits for an answer.

use super::Win32Guard;
use crate::screen::win32::handle::Handle;

/// The class of the dialogs that Windows itself makes.
const DIALOG: &str = "#32770";
/// How many windows may belong to one another in turn. Chosen: a dialog of a dialog of a dialog is rare.
const DEPTH: usize = 8;

impl Win32Guard {
    /// Whether a window is a dialog that belongs to ours. Tooltips and menus, which never get the keyboard, and other
    /// windows of the same program are none.
    pub(super) fn is_own_dialog(&self, window: Handle) -> bool {
        if self.is_ours(window) || !window.is_shown() || window.is_aside() {
            return false;
        }
        let (_, process) = window.thread_and_process();
        let is_same = process == self.window.thread_and_process().1;
        self.owns(window) || (is_same && window.class() == DIALOG)
    }

    fn owns(&self, window: Handle) -> bool {
        let owners = std::iter::successors(window.owner(), |owner| owner.owner());
        owners.take(DEPTH).any(|owner| owner == self.window)
    }

    /// What keeps the window from taking input.
    pub(super) fn dialog_name(&self) -> String {
        let all = Handle::shown().unwrap_or_default();
        let dialog = all.into_iter().find(|window| self.is_own_dialog(*window));
        Self::name(dialog)
    }
}
