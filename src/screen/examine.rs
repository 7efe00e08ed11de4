//! What `gridhand doctor` asks of the screen.

use std::time::Instant;

use image::RgbaImage;

#[cfg(not(windows))]
use super::portable::{Window, windows};
#[cfg(windows)]
use super::win32::{Window, examine_access, windows};
use crate::base::{Finding, Rect};

/// So many windows are captured at most until one shows something.
const TRIED: usize = 5;

/// The display server, the list of windows, and one capture.
pub fn examine() -> Vec<Finding> {
    let mut findings = vec![server()];
    match windows() {
        Err(error) => findings.push(Finding::bad(
            "windows",
            error.to_string(),
            "log in to a desktop session, or start a window manager on this display \
             (for a display without a screen: `Xvfb :9 & DISPLAY=:9 openbox &`)",
        )),
        Ok(all) => {
            let titles: Vec<String> = all.iter().map(Window::title).collect();
            findings.push(Finding::good(
                "windows",
                format!("{} open: {}", titles.len(), titles.join(", ")),
            ));
            findings.extend(captures(&all));
            #[cfg(windows)]
            findings.extend(examine_access());
        }
    }
    findings
}

/// What came of the first windows, from the front, that can be captured: the first fault, or the first picture that
/// shows something.
fn captures(all: &[Window]) -> Option<Finding> {
    let open = all.iter().filter(|window| !window.is_minimised());
    let mut plain = None;
    for window in open.take(TRIED) {
        match capture(window) {
            Ok(Some(good)) => return Some(good),
            Ok(None) => {
                plain.get_or_insert_with(|| window.title());
            }
            Err(bad) => return Some(bad),
        }
    }
    plain.map(|title| {
        Finding::bad(
            "capture",
            format!("the picture of {title:?}, as of all others, is of one colour"),
            "open the game, so that something shows, and try again; if it stays so, the desktop hands out no pictures",
        )
    })
}

/// None if the picture shows nothing but one colour.
fn capture(window: &Window) -> Result<Option<Finding>, Finding> {
    let begun = Instant::now();
    let taken = window.picture();
    let ms = begun.elapsed().as_secs_f64() * 1e3;
    let failed =
        |why: String| Finding::bad("capture", format!("{:?}: {why}", window.title()), MEND);
    let image = taken.map_err(failed)?;
    let (width, height) = image.dimensions();
    let area = window.area().unwrap_or_default();
    if !fits(&image, area) {
        return Err(failed(format!(
            "the picture has {width}x{height} pixels, the window {}x{}",
            area.width, area.height
        )));
    }
    let good = || Finding::good("capture", format!("{width}x{height} pixels in {ms:.1} ms"));
    Ok((!is_plain(&image)).then(good))
}

/// Whether a picture is as large as its window. On a screen of small pixels the window may be told in larger ones.
fn fits(image: &RgbaImage, area: Rect) -> bool {
    let [width, height] = [image.width(), image.height()].map(i64::from);
    let [wide, high] = [area.width, area.height].map(i64::from);
    let whole = wide > 0 && high > 0 && width % wide == 0 && height % high == 0;
    whole && width / wide == height / high
}

fn is_plain(image: &RgbaImage) -> bool {
    let mut pixels = image.pixels();
    let first = pixels.next();
    pixels.all(|pixel| Some(pixel) == first)
}

/// What to do about pictures that cannot be had.
const MEND: &str = if cfg!(target_os = "macos") {
    "allow it under System Settings, Privacy & Security, Screen Recording"
} else if cfg!(windows) {
    "look whether the game runs in a window, and not as administrator"
} else {
    "run the game in an X11 session, or under XWayland"
};

#[cfg(all(unix, not(target_os = "macos")))]
fn server() -> Finding {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    match (set("DISPLAY"), set("WAYLAND_DISPLAY")) {
        (Some(x11), None) => Finding::good("display", format!("X11 on {x11}")),
        (Some(x11), Some(wayland)) => Finding::limited(
            "display",
            format!("Wayland on {wayland}, X11 on {x11}"),
            "only windows of X11 programs (XWayland) can be captured one by one",
        ),
        (None, Some(wayland)) => Finding::bad(
            "display",
            format!("Wayland on {wayland} without X11"),
            "install XWayland, and start the game as an X11 program",
        ),
        (None, None) => Finding::bad(
            "display",
            "neither DISPLAY nor WAYLAND_DISPLAY is set",
            "start gridhand from a desktop session; `gridhand demo` works without one",
        ),
    }
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn server() -> Finding {
    Finding::good("display", std::env::consts::OS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_as_large_as_its_window_or_so_many_times() {
        let of = |width, height| RgbaImage::new(width, height);
        let window = Rect::new(7, 8, 300, 200);
        assert!(fits(&of(300, 200), window) && fits(&of(600, 400), window));
        for (width, height) in [(300, 201), (600, 200), (375, 250), (150, 100)] {
            assert!(!fits(&of(width, height), window), "{width}x{height}");
        }
        assert!(!fits(&of(300, 200), Rect::default()));
    }

    #[test]
    fn a_picture_of_one_colour_shows_nothing() {
        let mut image = RgbaImage::new(4, 3);
        assert!(is_plain(&image));
        image.put_pixel(3, 2, image::Rgba([0, 0, 1, 0]));
        assert!(!is_plain(&image));
    }
}
