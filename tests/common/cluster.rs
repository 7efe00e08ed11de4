//! A PostgreSQL server of the test's own: a cluster in a temporary folder, on a free port of this machine.

use std::fs;
use std::io::Write as _;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use gridhand::corpus::Location;

/// The password of the cluster's owner.
pub const PASSWORD: &str = "not-to-be-seen";

/// How long a server may take to start or to stop.
const PATIENCE: Duration = Duration::from_secs(60);

/// The shell ends the server when its standard input does: however this process ends, also by a kill, nothing is left.
/// Who ends the server before that says that its folder is to be kept.
const KEEPER: &str = r#"trap '' INT HUP; "$@" & read -r word; kill -INT $! 2>/dev/null; wait $! 2>/dev/null;
    [ "$word" = keep ] || rm -rf "$FOLDER""#;

/// A cluster that ends with the value, or with the process that has it.
pub struct Cluster {
    folder: tempfile::TempDir,
    bin: PathBuf,
    port: u16,
    server: Option<Child>,
    databases: AtomicUsize,
}

impl Cluster {
    /// A cluster that runs; None where PostgreSQL is not installed, which is said.
    pub fn start() -> Option<Self> {
        let Some(bin) = binaries() else {
            eprintln!("skipped: PostgreSQL is not installed (apt-get install postgresql)");
            return None;
        };
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let mut cluster = Self {
            folder: tempfile::tempdir().expect("a folder"),
            bin,
            port,
            server: None,
            databases: AtomicUsize::new(0),
        };
        cluster.initialise();
        cluster.begin();
        Some(cluster)
    }

    /// One for all tests of a process.
    pub fn common() -> Option<&'static Self> {
        static COMMON: OnceLock<Option<Cluster>> = OnceLock::new();
        COMMON.get_or_init(Self::start).as_ref()
    }

    fn initialise(&self) {
        let folder = self.folder.path();
        let secret = folder.join("secret");
        fs::write(&secret, PASSWORD).expect("written");
        let owner = unprivileged();
        if let Some(owner) = owner {
            let given = Command::new("chown")
                .args(["-R", owner])
                .arg(folder)
                .status();
            assert!(given.expect("chown runs").success());
        }
        let mut initdb = self.as_owner("initdb");
        initdb
            .args(["-U", "owner", "-A", "scram-sha-256", "-E", "UTF8"])
            .args(["--locale=C", "--no-sync", "-D"])
            .arg(folder.join("data"))
            .arg("--pwfile")
            .arg(&secret);
        done(initdb.output());
    }

    /// Starts the server and waits until it answers.
    pub fn begin(&mut self) {
        let log = fs::File::create(self.folder.path().join("log")).expect("a log");
        let mut server = Command::new("sh");
        let port = self.port.to_string();
        server
            .args(["-c", KEEPER, "keeper"])
            .env("FOLDER", self.folder.path())
            .args(self.owned("postgres"))
            .arg("-D")
            .arg(self.folder.path().join("data"))
            .args(["-p", &port, "-c", "listen_addresses=127.0.0.1"])
            .args(["-c", "unix_socket_directories=", "-c", "fsync=off"])
            .args(["-c", "max_connections=60"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(log);
        self.server = Some(server.spawn().expect("sh runs"));
        let begun = Instant::now();
        while !self.psql("postgres", "SELECT 1").status.success() {
            let log = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
            assert!(
                begun.elapsed() < PATIENCE,
                "the server does not start: {log}"
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Stops the server: `fast`, or `immediate` as a crash would.
    pub fn end(&mut self, mode: &str) {
        let mut stop = self.as_owner("pg_ctl");
        stop.args(["stop", "-m", mode, "-D"])
            .arg(self.folder.path().join("data"));
        done(stop.output());
        if let Some(mut server) = self.server.take() {
            let told = server
                .stdin
                .take()
                .map(|mut stdin| stdin.write_all(b"keep\n"));
            drop(told);
            let _ = server.wait();
        }
    }

    /// The number of the server's process.
    pub fn pid(&self) -> u32 {
        let file = self.folder.path().join("data/postmaster.pid");
        let text = fs::read_to_string(file).expect("a number");
        text.lines()
            .next()
            .expect("a line")
            .parse()
            .expect("a number")
    }

    /// A database that nobody has used.
    pub fn database(&self) -> String {
        let number = self.databases.fetch_add(1, Ordering::SeqCst);
        let name = format!("corpus{number}");
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        name
    }

    /// The address of a database, password and all.
    pub fn url(&self, database: &str) -> String {
        let port = self.port;
        format!("postgres://owner:{PASSWORD}@127.0.0.1:{port}/{database}")
    }

    /// The address of a new database.
    pub fn location(&self) -> Location {
        Location::of(&self.url(&self.database()))
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What psql prints, which must succeed.
    pub fn sql(&self, database: &str, sql: &str) -> String {
        let output = done(Ok(self.psql(database, sql)));
        String::from_utf8_lossy(&output.stdout).trim().to_string()
    }

    /// Whether the server does what is asked.
    pub fn runs(&self, database: &str, sql: &str) -> bool {
        self.psql(database, sql).status.success()
    }

    fn psql(&self, database: &str, sql: &str) -> Output {
        let mut psql = Command::new(self.bin.join("psql"));
        psql.args([
            "-X",
            "-q",
            "-A",
            "-t",
            "-v",
            "ON_ERROR_STOP=1",
            "-h",
            "127.0.0.1",
        ])
        .args([
            "-p",
            &self.port.to_string(),
            "-U",
            "owner",
            "-d",
            database,
            "-c",
            sql,
        ])
        .env("PGPASSWORD", PASSWORD);
        psql.output().expect("psql runs")
    }

    /// A program of PostgreSQL as somebody who is not root, as it wants it.
    fn as_owner(&self, name: &str) -> Command {
        let words = self.owned(name);
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).current_dir(self.folder.path());
        command
    }

    fn owned(&self, name: &str) -> Vec<String> {
        let program = self.bin.join(name).display().to_string();
        match unprivileged() {
            None => vec![program],
            Some(owner) => [
                "setpriv",
                "--reuid",
                owner,
                "--regid",
                "nogroup",
                "--clear-groups",
            ]
            .map(String::from)
            .into_iter()
            .chain([program])
            .collect(),
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if self.server.is_some() {
            self.end("immediate");
        }
    }
}

/// The folder with the programs of the newest PostgreSQL.
fn binaries() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    let mut versions: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    versions.retain(|bin| bin.join("initdb").exists());
    versions.sort();
    versions.pop()
}

/// Who runs the server if we are root.
fn unprivileged() -> Option<&'static str> {
    let me = Command::new("id").arg("-u").output().expect("id runs");
    (me.stdout.trim_ascii() == b"0").then_some("nobody")
}

fn done(output: std::io::Result<Output>) -> Output {
    let output = output.expect("it runs");
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}
