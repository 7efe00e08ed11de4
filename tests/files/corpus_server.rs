//! A corpus on a real server: many at once, one that goes away, one that is not as it should be.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use gridhand::base::record::{Answer, Batch, Facts, Source};
use gridhand::corpus::{Care, Corpus, CorpusError, Location, ServerFault, Stored};
use gridhand::game::Storable;
use gridhand::games::dungeons::{Dungeons, generate};

use crate::common::cluster::{Cluster, PASSWORD};

pub fn open(at: &Location) -> Corpus {
    Corpus::create(at, Care::Fast).expect("a corpus")
}

pub fn batch(seeds: impl Iterator<Item = u64>) -> Batch {
    let mut batch = Batch::default();
    for seed in seeds {
        let mut packed = Vec::new();
        Dungeons::pack(&generate::from_seed(seed as u32).puzzle, &mut packed);
        let facts = Facts {
            seed: Some(seed),
            ..Facts::default()
        };
        batch.push(facts, &packed, &Answer::default());
    }
    batch
}

pub fn store(corpus: &mut Corpus, seeds: impl Iterator<Item = u64>) -> Vec<Stored> {
    let game = corpus.enter_game::<Dungeons>().expect("a game");
    let source = corpus.enter_source(&Source::now("test", "here"));
    let stored = corpus.add(game, source.expect("a source"), &batch(seeds));
    stored.expect("stored").1
}

fn fault(opened: Result<Corpus, CorpusError>) -> ServerFault {
    match opened.err().expect("an error") {
        CorpusError::Server { fault, .. } => fault,
        other => panic!("{other}"),
    }
}

/// The real program with the address in its environment, and all that it says.
fn gridhand(args: &[&str], address: &str, folder: &Path) -> (Output, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridhand"));
    command.args(args).current_dir(folder).stdin(Stdio::null());
    command.env("GRIDHAND_CORPUS", address).env("HOME", folder);
    let output = command.output().expect("gridhand runs");
    let said = [&output.stdout[..], &output.stderr[..]].concat();
    (output, String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn of_many_that_make_a_corpus_at_once_one_does() {
    let Some(cluster) = Cluster::common() else {
        return;
    };
    for _ in 0..5 {
        let location = cluster.location();
        std::thread::scope(|scope| {
            for seed in 0..6 {
                let location = &location;
                scope.spawn(move || store(&mut open(location), seed..seed + 1));
            }
        });
        assert_eq!(open(&location).count::<Dungeons>().expect("a count"), 6);
    }
}

#[test]
fn the_same_seeds_from_many_at_once_are_stored_once() {
    let Some(cluster) = Cluster::common() else {
        return;
    };
    let location = cluster.location();
    let new: usize = std::thread::scope(|scope| {
        let threads = [(); 4].map(|()| {
            scope.spawn(|| {
                let mut corpus = open(&location);
                let stored = (0..20).flat_map(|part| store(&mut corpus, part * 20..part * 20 + 20));
                stored.filter(|one| matches!(one, Stored::New(_))).count()
            })
        });
        threads
            .map(|thread| thread.join().expect("stored"))
            .iter()
            .sum()
    });
    assert_eq!(new, 400);
    let corpus = open(&location);
    assert_eq!(corpus.count::<Dungeons>().expect("a count"), 400);
    assert_eq!(corpus.gaps::<Dungeons>(0..=399).expect("gaps"), []);
    assert_eq!(corpus.gaps::<Dungeons>(0..=405).expect("gaps"), [400..=405]);
}

#[test]
fn a_server_that_restarts_is_waited_for_and_loses_nothing() {
    let Some(mut cluster) = Cluster::start() else {
        return;
    };
    let location = cluster.location();
    let mut stored = Vec::new();
    std::thread::scope(|scope| {
        let storing = scope.spawn(|| {
            let mut corpus = open(&location);
            (0..150)
                .flat_map(|seed| {
                    std::thread::sleep(Duration::from_millis(20));
                    store(&mut corpus, seed..seed + 1)
                })
                .collect::<Vec<_>>()
        });
        for mode in ["immediate", "fast", "immediate"] {
            std::thread::sleep(Duration::from_millis(700));
            cluster.end(mode);
            std::thread::sleep(Duration::from_millis(300));
            cluster.begin();
        }
        stored = storing.join().expect("stored");
    });
    // New each of them: also where an answer was lost, it is known what became of the change.
    assert_eq!(stored.len(), 150);
    assert!(stored.iter().all(|one| matches!(one, Stored::New(_))));
    let corpus = open(&location);
    assert_eq!(corpus.gaps::<Dungeons>(0..=149).expect("gaps"), []);
    let verified = corpus.verify::<Dungeons>(|_| {}).expect("verified");
    assert_eq!((verified.records, verified.findings), (150, vec![]));
}

#[test]
fn what_is_wrong_with_a_server_is_said() {
    let Some(cluster) = Cluster::common() else {
        return;
    };
    let (empty, foreign) = (cluster.database(), cluster.database());
    let at = |database: &str| Location::of(&cluster.url(database));
    assert_eq!(fault(Corpus::open(at(&empty))), ServerFault::Missing);
    cluster.sql(
        &foreign,
        "CREATE SCHEMA gridhand CREATE TABLE cake (name text)",
    );
    for opened in [
        Corpus::open(at(&foreign)),
        Corpus::create(at(&foreign), Care::Fast),
    ] {
        assert!(matches!(fault(opened), ServerFault::Foreign(_)));
    }
    let newer = cluster.database();
    drop(open(&at(&newer)));
    cluster.sql(&newer, "UPDATE gridhand.version SET number = 99");
    let found = fault(Corpus::open(at(&newer)));
    assert_eq!(
        found,
        ServerFault::Newer {
            found: 99,
            known: 3
        }
    );
    let broken = cluster.database();
    store(&mut open(&at(&broken)), 0..1);
    cluster.sql(
        &broken,
        "ALTER TABLE gridhand.puzzle RENAME COLUMN print TO hash",
    );
    let corpus = Corpus::open(at(&broken)).expect("it looks well");
    assert!(matches!(
        corpus.verify::<Dungeons>(|_| {}).err(),
        Some(CorpusError::Server {
            fault: ServerFault::Foreign(_),
            ..
        })
    ));
    let nobody = Location::of("postgres://owner@127.0.0.1:1/nothing");
    assert!(matches!(
        fault(Corpus::open(nobody)),
        ServerFault::Unreachable(_)
    ));
}

#[test]
fn a_corpus_of_the_first_version_is_brought_up_to_date_by_its_owner() {
    let Some(cluster) = Cluster::common() else {
        return;
    };
    let database = cluster.database();
    let at = Location::of(&cluster.url(&database));
    store(&mut open(&at), 0..3);
    let back = "DROP TABLE gridhand.lease; DROP TABLE gridhand.plan; \
                UPDATE gridhand.version SET number = 1";
    cluster.sql(&database, back);
    let role = format!("reader_{database}");
    cluster.sql(
        &database,
        &format!("CREATE ROLE {role} LOGIN PASSWORD 'hush-hush'"),
    );
    let grant = format!(
        "GRANT USAGE ON SCHEMA gridhand TO {role}; GRANT SELECT ON ALL TABLES IN SCHEMA gridhand TO {role}"
    );
    cluster.sql(&database, &grant);
    let port = cluster.port();
    let other = Location::of(&format!(
        "postgres://{role}:hush-hush@127.0.0.1:{port}/{database}"
    ));
    let found = fault(Corpus::open(&other));
    assert_eq!(found, ServerFault::Older { found: 1, known: 3 });
    assert_eq!(open(&at).count::<Dungeons>().expect("a count"), 3);
    // Now that it is up to date, who may only read reads.
    assert_eq!(
        Corpus::open(&other)
            .expect("open")
            .count::<Dungeons>()
            .expect("a count"),
        3
    );
}

#[test]
fn a_role_that_may_append_adds_and_changes_nothing() {
    let Some(cluster) = Cluster::common() else {
        return;
    };
    let database = cluster.database();
    let at = Location::of(&cluster.url(&database));
    store(&mut open(&at), 0..3);
    let port = cluster.port();
    let role = |name: &str| {
        // One that must be quoted.
        let role = format!("{name} {database}");
        let made = format!("CREATE ROLE \"{role}\" LOGIN PASSWORD 'hush-hush'");
        cluster.sql(&database, &made);
        let encoded = role.replace(' ', "%20");
        let url = format!("postgres://{encoded}:hush-hush@127.0.0.1:{port}/{database}");
        (role, Location::of(&url))
    };
    let (harvester, as_harvester) = role("harvester");
    let (visitor, as_visitor) = role("visitor");
    assert!(Corpus::open(&as_harvester).is_err(), "nothing is granted");
    let (folder, url) = (
        tempfile::tempdir().expect("a folder"),
        cluster.url(&database),
    );
    let grant =
        |args: &[&str]| gridhand(&[&["corpus", "grant"], args].concat(), &url, folder.path());
    for args in [&[&*harvester][..], &[&*visitor, "--read-only"]] {
        let (output, said) = grant(args);
        assert!(output.status.success(), "{said}");
    }
    let (output, said) = grant(&["nobody there"]);
    assert!(
        !output.status.success() && said.contains("nobody there"),
        "{said}"
    );
    store(&mut open(&as_harvester), 2..5);
    assert_eq!(open(&at).count::<Dungeons>().expect("a count"), 5);
    let mut visited = Corpus::open(&as_visitor).expect("open");
    assert_eq!(visited.count::<Dungeons>().expect("a count"), 5);
    let refused = visited.shared().expect("a server").grant(&visitor, true);
    assert!(refused.is_err(), "only the owner grants");
    for change in [
        "UPDATE gridhand.puzzle SET puzzle = ''",
        "DELETE FROM gridhand.puzzle",
        "UPDATE gridhand.answer SET result = 7",
        "DROP TABLE gridhand.puzzle",
    ] {
        let tried = format!("SET ROLE \"{harvester}\"; {change}");
        assert!(!cluster.runs(&database, &tried), "{change}");
    }
}

#[test]
fn a_password_is_never_told() {
    let Some(cluster) = Cluster::common() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let url = cluster.url(&cluster.database());
    let (output, said) = gridhand(&["corpus", "stats", "--corpus", &url], "", folder.path());
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("GRIDHAND_CORPUS") && !said.contains(PASSWORD),
        "{said}"
    );
    let lines: String = (0..50)
        .map(|seed| generate::from_seed(seed).puzzle.one_line() + "\n")
        .collect();
    std::fs::write(folder.path().join("in.txt"), lines).expect("a file");
    std::fs::write(folder.path().join("address"), &url).expect("a file");
    for args in [
        &["corpus", "stats"][..],
        &["-vv", "corpus", "import", "in.txt"],
        &["-vv", "corpus", "solve", "--shared"],
        &["corpus", "verify"],
        &["corpus", "jobs", "--corpus", "@address"],
        &["corpus", "show", "--record", "1"],
        &["corpus", "show", "--record", "99"],
        &["corpus", "stats"],
        &["corpus", "export", "out.txt"],
    ] {
        let (output, said) = gridhand(args, &url, folder.path());
        let is_there = !said.contains("there is no corpus") && !args.contains(&"99");
        assert_eq!(output.status.success(), is_there, "{args:?}: {said}");
        assert!(!said.contains(PASSWORD), "{args:?}: {said}");
    }
    let exported = std::fs::read_to_string(folder.path().join("out.txt")).expect("a file");
    assert_eq!(exported.lines().count(), 50);
    // All have solutions now.
    assert!(
        exported.lines().all(|line| line.split(' ').count() == 4),
        "{exported}"
    );
    let wrong = url.replace(PASSWORD, "another-secret");
    let (output, said) = gridhand(&["corpus", "stats"], &wrong, folder.path());
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("password authentication failed"), "{said}");
    assert!(!said.contains("another-secret"), "{said}");
}

#[test]
fn file_and_server_export_the_same() {
    let Some(cluster) = Cluster::common() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let lines: String = (0..300)
        .map(|seed| generate::from_seed(seed % 250).puzzle.one_line() + "\n")
        .collect();
    std::fs::write(folder.path().join("in.txt"), lines).expect("a file");
    let url = cluster.url(&cluster.database());
    for (place, out) in [("c.sqlite", "file.csv"), (url.as_str(), "server.csv")] {
        let runs = [
            &["corpus", "import", "--solve", "in.txt"][..],
            &["corpus", "export", "all.jsonl"],
            &["corpus", "export", out],
        ];
        for args in runs {
            let (output, said) = gridhand(args, place, folder.path());
            assert!(output.status.success(), "{said}");
        }
    }
    let timeless = |name: &str| {
        let text = std::fs::read_to_string(folder.path().join(name)).expect("a file");
        let lines = text.lines().map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            let told = cells
                .iter()
                .enumerate()
                .filter(|(place, _)| ![8, 14].contains(place));
            told.map(|(_, cell)| *cell).collect::<Vec<_>>().join(",")
        });
        lines.collect::<Vec<_>>()
    };
    let (file, server) = (timeless("file.csv"), timeless("server.csv"));
    assert_eq!(file.len(), 251);
    assert_eq!(file, server);
}
