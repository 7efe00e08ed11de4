//! The real program, serving.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// `gridhand studio`, with folders of its own; it ends with the value.
pub struct Served {
    program: Child,
    pub folder: TempDir,
    /// The address that was printed.
    pub url: String,
    pub port: u16,
    pub token: String,
}

/// A corpus of a few dungeons, made by the program.
pub fn corpus(folder: &Path, count: usize) {
    let made = gridhand(
        folder,
        &["generate", "dungeons", "--count", &count.to_string()],
    );
    let file = folder.join("made.txt");
    std::fs::write(&file, made).expect("a file");
    let store = folder.join("corpus.sqlite");
    let args = ["corpus", "import", "made.txt", "--solve", "--corpus"];
    let store = store.display().to_string();
    gridhand(folder, &[&args[..], &[&store]].concat());
}

/// What the program prints.
pub fn gridhand(folder: &Path, args: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_gridhand"))
        .args(args)
        .current_dir(folder)
        .output()
        .expect("it runs");
    let why = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {why}");
    output.stdout
}

impl Served {
    pub fn start() -> Self {
        Self::with(|_| ())
    }

    /// Begins to serve when the folder is made ready: a corpus is `corpus.sqlite` there.
    pub fn with(ready: impl FnOnce(&Path)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        ready(folder.path());
        Self::begin(folder, &[], None)
    }

    /// Begins to serve on a port.
    pub fn on(port: u16) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self::begin(folder, &["--port", &port.to_string()], None)
    }

    /// Begins to serve on a display, with the folder as the place of those who may be watched.
    pub fn on_display(display: &str, folder: TempDir) -> Self {
        Self::begin(folder, &[], Some(display))
    }

    fn begin(folder: TempDir, more: &[&str], display: Option<&str>) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_gridhand"));
        program
            .args(["studio", "--no-open", "--corpus", "corpus.sqlite"])
            .args(["--home", "home"])
            .args(more)
            .current_dir(folder.path())
            .env("XDG_RUNTIME_DIR", folder.path())
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY");
        if let Some(display) = display {
            program.env("DISPLAY", display);
        }
        program.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut program = program.spawn().expect("it starts");
        let mut url = String::new();
        let out = program.stdout.take().expect("piped");
        let read = BufReader::new(out).read_line(&mut url);
        read.expect("it prints its address");
        let url = url.trim().to_string();
        let rest = url
            .strip_prefix("http://127.0.0.1:")
            .expect("the loopback address");
        let (port, token) = rest.split_once("/?token=").expect("a token");
        Self {
            port: port.parse().expect("a port"),
            token: token.into(),
            program,
            folder,
            url,
        }
    }

    /// The headers of a request of its own page.
    pub fn own(&self) -> String {
        format!(
            "Host: 127.0.0.1:{0}\r\nOrigin: http://127.0.0.1:{0}\r\nCookie: gridhand-{0}={1}\r\n",
            self.port, self.token
        )
    }

    /// Ends it as Ctrl-C does; its exit status.
    #[cfg(unix)]
    pub fn interrupt(&mut self) -> Option<i32> {
        let number = self.program.id().to_string();
        let told = Command::new("kill").args(["-INT", &number]).status();
        assert!(told.expect("kill runs").success());
        self.program.wait().expect("it ends").code()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
