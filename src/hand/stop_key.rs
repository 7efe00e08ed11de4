//! What stops the bot besides a signal: a key, whatever window has the focus, and the end of the console.

/// How the stop key is called on keyboards.
pub const STOP_KEY: &str = "Pause";

/// Calls `pressed` each time the stop key goes down, from a thread of its own that lives as long as
/// the program. False where the platform lets no program listen to keys that are not its own, or
/// another one has the key.
pub fn on_stop_key(pressed: impl Fn() + Send + 'static) -> bool {
    #[cfg(all(unix, not(target_os = "macos")))]
    return x11::listen(pressed).is_some();
    #[cfg(windows)]
    {
        super::win32::watch_stop_key(pressed);
        true
    }
    #[cfg(target_os = "macos")]
    {
        let _ = pressed;
        false
    }
}

/// Calls `closing` when the console is closed, on platforms where that is no signal. The program must end by itself
/// within a few seconds then. To be called after signals are listened for.
pub fn on_closing(closing: impl Fn() + Send + Sync + 'static) {
    #[cfg(windows)]
    super::win32::on_closing(closing);
    #[cfg(not(windows))]
    let _ = closing;
}

#[cfg(all(unix, not(target_os = "macos")))]
mod x11 {
    use x11rb::connection::Connection;
    use x11rb::protocol::Event;
    use x11rb::protocol::xproto::{ConnectionExt, GrabMode, Keycode, ModMask};
    use x11rb::rust_connection::RustConnection;

    /// The symbol of the Pause key (`XK_Pause`).
    const PAUSE: u32 = 0xff13;

    /// None where there is no X server, no such key, or another program has it.
    pub fn listen(pressed: impl Fn() + Send + 'static) -> Option<()> {
        let (connection, screen) = x11rb::connect(None).ok()?;
        let root = connection.setup().roots.get(screen)?.root;
        let key = keycode(&connection, PAUSE)?;
        let mode = GrabMode::ASYNC;
        let grab = connection.grab_key(false, root, ModMask::ANY, key, mode, mode);
        grab.ok()?.check().ok()?;
        std::thread::spawn(move || {
            while let Ok(event) = connection.wait_for_event() {
                if let Event::KeyPress(_) = event {
                    pressed();
                }
            }
        });
        Some(())
    }

    fn keycode(connection: &RustConnection, symbol: u32) -> Option<Keycode> {
        let (first, last) = (
            connection.setup().min_keycode,
            connection.setup().max_keycode,
        );
        let mapping = connection.get_keyboard_mapping(first, last - first + 1);
        let mapping = mapping.ok()?.reply().ok()?;
        let per_key = usize::from(mapping.keysyms_per_keycode).max(1);
        let keys = mapping.keysyms.chunks(per_key);
        (first..=last)
            .zip(keys)
            .find_map(|(key, symbols)| symbols.contains(&symbol).then_some(key))
    }
}
