//! Names of windows as their programs set them: newer programs `_NET_WM_NAME`, older ones only
//! `WM_NAME`.

use x11rb::protocol::xproto::{AtomEnum, ConnectionExt, Window};
use x11rb::rust_connection::RustConnection;

/// The most of a name that is read, in units of 4 bytes.
const LENGTH: u32 = 64;

/// The name of a window; none where there is no X server.
pub fn window_name(window: Window) -> Option<String> {
    let (connection, _) = x11rb::connect(None).ok()?;
    name(&connection, window)
}

/// The name of a window, if it has one.
pub fn name(connection: &RustConnection, window: Window) -> Option<String> {
    let newer = connection.intern_atom(false, b"_NET_WM_NAME").ok()?;
    let newer = newer.reply().ok()?.atom;
    let names = [newer, AtomEnum::WM_NAME.into()].into_iter();
    names
        .filter_map(|property| {
            let of_any_type = AtomEnum::ANY;
            let reply = connection.get_property(false, window, property, of_any_type, 0, LENGTH);
            let value = reply.ok()?.reply().ok()?.value;
            (!value.is_empty()).then(|| String::from_utf8_lossy(&value).into_owned())
        })
        .next()
}
