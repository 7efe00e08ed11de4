//! Who may name an operating system, a display server, or a library that is made for one.

use std::path::Path;

use crate::tokens::{Token, tokens};

/// Where that is what the code is about.
const ROOMS: [&str; 5] = [
    "screen/",
    "hand/",
    "practice/window/",
    "practice/window.rs",
    "base/private.rs",
];

/// Libraries that reach the desktop.
const LIBRARIES: [&str; 4] = ["xcap", "enigo", "x11rb", "windows_sys"];

/// What conditions call operating systems.
const SYSTEMS: [&str; 6] = [
    "target_os",
    "target_family",
    "unix",
    "windows",
    "linux",
    "macos",
];

/// What one file of `src/` names though it should not, a line each.
pub fn faults(file: &Path, text: &str) -> Vec<String> {
    if ROOMS
        .iter()
        .any(|room| file.to_string_lossy().starts_with(room))
    {
        return Vec::new();
    }
    let tokens = tokens(text);
    let mut faults = Vec::new();
    let mut note = |line: usize, what: &str| {
        let file = file.display();
        faults.push(format!(
            "src/{file}:{line}: {what}: only for screen, hand, practice/window and base/private"
        ));
    };
    for (at, token) in tokens.iter().enumerate() {
        let follows = |steps: usize, text: &str| tokens.get(at + steps).is_some_and(|t| t.is(text));
        match token.text.as_str() {
            "cfg" | "cfg_attr" if follows(1, "(") || follows(1, "!") => {
                for (line, system) in systems(&tokens[at + 1..]) {
                    note(line, &format!("cfg({system})"));
                }
            }
            name if LIBRARIES.contains(&name) => note(token.line, name),
            "os" if follows(1, "::") => note(token.line, "std::os"),
            _ => {}
        }
    }
    faults
}

/// The systems in the condition that begins here, each with its line.
fn systems(tokens: &[Token]) -> Vec<(usize, &str)> {
    let mut depth = 0;
    let is_inside = |token: &&Token| {
        match token.text.as_str() {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        depth > 0 || token.is("!")
    };
    let inside = tokens.iter().take_while(is_inside);
    let systems = inside.filter(|token| SYSTEMS.contains(&token.text.as_str()));
    systems
        .map(|token| (token.line, token.text.as_str()))
        .collect()
}

#[test]
fn systems_and_libraries_are_found() {
    let found = |text: &str| -> Vec<String> {
        let faults = faults(Path::new("bot/mod.rs"), text).into_iter();
        faults
            .map(|fault| fault.split(": ").nth(1).expect("a name").to_owned())
            .collect()
    };
    let conditions = "#[cfg(all(unix, not(target_os = \"macos\")))]\nfn f() { cfg!(windows); }";
    assert_eq!(
        found(conditions),
        ["cfg(unix)", "cfg(target_os)", "cfg(windows)"]
    );
    assert_eq!(
        found("use xcap::Window; x11rb::connect()"),
        ["xcap", "x11rb"]
    );
    assert_eq!(found("use std::os::fd::AsFd;"), ["std::os"]);
    let fine =
        "#[cfg(test)] mod unix { cfg!(target_arch = \"x86_64\"); } // xcap, enigo\n\"enigo\"";
    assert_eq!(found(fine), [""; 0]);
    assert_eq!(
        faults(Path::new("screen/x11/mod.rs"), "use x11rb::connect;"),
        [""; 0]
    );
}
