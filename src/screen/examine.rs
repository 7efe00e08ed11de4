//! What `gridhand doctor` asks of the screen.

use super::portable::windows;
use crate::base::Finding;

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
            let titles: Vec<String> = all.iter().filter_map(|w| w.title().ok()).collect();
            findings.push(Finding::good(
                "windows",
                format!("{} open: {}", titles.len(), titles.join(", ")),
            ));
            findings.extend(all.first().map(capture));
        }
    }
    findings
}

fn capture(window: &xcap::Window) -> Finding {
    let begun = std::time::Instant::now();
    match window.capture_image() {
        Ok(image) => Finding::good(
            "capture",
            format!(
                "{}x{} pixels in {:.1} ms",
                image.width(),
                image.height(),
                begun.elapsed().as_secs_f64() * 1e3
            ),
        ),
        Err(error) => Finding::bad(
            "capture",
            error.to_string(),
            if cfg!(target_os = "macos") {
                "allow it under System Settings, Privacy & Security, Screen Recording"
            } else {
                "run the game in an X11 session, or under XWayland"
            },
        ),
    }
}

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
