//! What is said to a server is encrypted, and who it is checked, as its address asks for.

use std::path::Path;
use std::process::{Command, Stdio};

use gridhand::corpus::{Care, Corpus, CorpusError, Location};

use crate::common::cluster::Cluster;

/// An authority, and a certificate of it for 127.0.0.1.
const MADE: &str = "set -e; for ca in ca other; do openssl req -x509 -newkey rsa:2048 -nodes -days 2 \
    -subj /CN=$ca -keyout $ca.key -out $ca.crt; done; \
    openssl req -newkey rsa:2048 -nodes -subj /CN=server -addext subjectAltName=IP:127.0.0.1 \
    -keyout server.key -out server.csr; \
    openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 \
    -copy_extensions copy -out server.crt; \
    chmod 600 server.key; chown --reference=data server.key server.crt";

const SESSIONS: &str = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
    WHERE ssl AND application_name = 'gridhand'";

fn make_certificates(folder: &Path) {
    let mut shell = Command::new("sh");
    let made = shell.args(["-c", MADE]).current_dir(folder);
    let made = made.stderr(Stdio::piped()).output().expect("sh runs");
    let said = String::from_utf8_lossy(&made.stderr).into_owned();
    assert!(made.status.success(), "{said}");
}

fn encrypt(cluster: &Cluster) {
    let folder = cluster.folder().display();
    for (key, file) in [
        ("ssl_cert_file", "server.crt"),
        ("ssl_key_file", "server.key"),
    ] {
        let set = format!("ALTER SYSTEM SET {key} = '{folder}/{file}'");
        cluster.sql("postgres", &set);
    }
    cluster.sql("postgres", "ALTER SYSTEM SET ssl = on");
    cluster.sql("postgres", "SELECT pg_reload_conf()");
}

#[test]
fn a_line_is_encrypted_and_a_server_is_who_it_should_be() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let database = cluster.database();
    let url = cluster.url(&database);
    let open = |url: &str, asks: &str| -> Result<Corpus, CorpusError> {
        Corpus::create(Location::of(&format!("{url}?{asks}")), Care::Fast)
    };
    assert!(open(&url, "sslmode=require").is_err(), "it cannot encrypt");
    assert!(open(&url, "sslmode=prefer").is_ok());
    make_certificates(cluster.folder());
    encrypt(&cluster);
    let signed_by = |mode: &str, ca: &str| {
        let file = cluster.folder().join(ca).display().to_string();
        format!("sslmode={mode}&sslrootcert={file}")
    };
    for asks in [
        "sslmode=prefer",
        "sslmode=require",
        &signed_by("verify-full", "ca.crt"),
    ] {
        let corpus = open(&url, asks);
        assert!(corpus.is_ok(), "{asks}: {:?}", corpus.err());
        assert_eq!(cluster.sql("postgres", SESSIONS), "1", "{asks}");
    }
    let plain = open(&url, "sslmode=disable");
    assert_eq!(
        (plain.is_ok(), &*cluster.sql("postgres", SESSIONS)),
        (true, "0")
    );
    let by_name = url.replace("127.0.0.1", "localhost");
    for (url, asks) in [
        (&url, signed_by("verify-full", "other.crt")),
        (&url, signed_by("require", "other.crt")),
        (&url, "sslmode=verify-full".into()),
        (&by_name, signed_by("verify-full", "ca.crt")),
        (&url, signed_by("verify-full", "no-such-file")),
    ] {
        assert!(open(url, &asks).is_err(), "{url} {asks}");
    }
}
