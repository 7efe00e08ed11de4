//! A server that is slow, or full.

use std::process::Command;
use std::time::Duration;

use gridhand::base::record::Source;
use gridhand::corpus::{CorpusError, Location, ServerFault};
use gridhand::games::dungeons::Dungeons;

use crate::common::cluster::Cluster;
use crate::corpus_server::{batch, open, store};

#[test]
fn a_server_that_does_not_answer_is_called_slow() {
    let Some(cluster) = Cluster::common() else {
        return;
    };
    let database = cluster.database();
    let mut corpus = open(&Location::of(&cluster.url(&database)));
    store(&mut corpus, 0..1);
    corpus.be_patient(Duration::from_millis(1500));
    std::thread::scope(|scope| {
        // Somebody holds what a writer needs, and does nothing.
        let hold = "SELECT pg_advisory_lock(1735551332, 2), pg_sleep(4)";
        scope.spawn(|| cluster.sql(&database, hold));
        std::thread::sleep(Duration::from_millis(700));
        let game = corpus.enter_game::<Dungeons>().expect("a game");
        let stored = corpus.add(game, 1, &batch(1..2));
        match stored.err() {
            Some(CorpusError::Server { fault, .. }) => {
                assert!(matches!(fault, ServerFault::Slow(_)), "{fault}");
            }
            other => panic!("{other:?}"),
        }
    });
    corpus.be_patient(Duration::from_secs(60));
    store(&mut corpus, 1..2);
    assert_eq!(corpus.count::<Dungeons>().expect("a count"), 2);
}

/// A file system of a few MB that ends with the value.
struct Small(tempfile::TempDir);

impl Small {
    /// None where nobody may make one.
    fn new() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=16m,mode=0777", "tmpfs"]);
        let mounted = mount.arg(folder.path()).output().ok()?;
        mounted.status.success().then_some(Self(folder))
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[test]
fn a_server_that_is_full_says_so_and_keeps_what_it_has() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let Some(small) = Small::new() else {
        eprintln!("skipped: nobody here may mount a small file system");
        return;
    };
    let place = small.0.path().join("space");
    std::fs::create_dir(&place).expect("a folder");
    let mut open_to_all = Command::new("chown");
    open_to_all.arg("nobody").arg(&place);
    assert!(open_to_all.status().expect("chown runs").success());
    let space = format!("CREATE TABLESPACE small LOCATION '{}'", place.display());
    cluster.sql("postgres", &space);
    cluster.sql("postgres", "CREATE DATABASE tiny TABLESPACE small");
    let location = Location::of(&cluster.url("tiny"));
    let mut corpus = open(&location);
    let game = corpus.enter_game::<Dungeons>().expect("a game");
    let source = corpus
        .enter_source(&Source::now("test", "here"))
        .expect("a source");
    let mut stored = 0;
    let fault = loop {
        match corpus.add(game, source, &batch(stored..stored + 2000)) {
            Ok(_) => stored += 2000,
            Err(CorpusError::Server { fault, .. }) => break fault,
            Err(other) => panic!("{other}"),
        }
        assert!(stored < 1_000_000, "it takes all");
    };
    assert!(matches!(fault, ServerFault::Full(_)), "{fault}");
    assert!(stored > 0);
    assert_eq!(corpus.count::<Dungeons>().expect("a count"), stored);
    // What is there is told all the same.
    let stats = corpus.stats::<Dungeons>(3).expect("counts");
    assert_eq!((stats.puzzles, stats.with_seed), (stored, stored));
    drop((corpus, cluster));
}
