//! Pictures of windows of other programs.

use image::{Rgba, RgbaImage};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt, ImageFormat};

/// What the whole screen shows.
pub fn screen_picture(display: &str) -> RgbaImage {
    let (connection, screen) = x11rb::connect(Some(display)).expect("the display");
    window_picture(display, connection.setup().roots[screen].root)
}

/// What a window shows.
pub fn window_picture(display: &str, window: u32) -> RgbaImage {
    let (connection, _) = x11rb::connect(Some(display)).expect("the display");
    connection.flush().expect("the display");
    let size = connection
        .get_geometry(window)
        .expect("sent")
        .reply()
        .expect("a window");
    let image = connection
        .get_image(
            ImageFormat::Z_PIXMAP,
            window,
            0,
            0,
            size.width,
            size.height,
            !0,
        )
        .expect("sent")
        .reply()
        .expect("an image");
    let width = u32::from(size.width);
    RgbaImage::from_fn(width, u32::from(size.height), |x, y| {
        let at = 4 * (y * width + x) as usize;
        let [b, g, r] = [0, 1, 2].map(|i| image.data[at + i]);
        Rgba([r, g, b, 255])
    })
}
