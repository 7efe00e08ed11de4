//! A corpus on a real server: many at once, one that goes away, one that is not as it should be.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use gridhand::base::record::{Answer, Batch, Facts, Source, Verdict};
use gridhand::corpus::{
    Care, Corpus, CorpusError, Location, SERVER_MIGRATIONS, ServerFault, Stored,
};
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
            known: 5
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

/// A corpus as the first version made it: three puzzles, of which two await a solver.
fn first_version(cluster: &Cluster, database: &str) {
    let version = "CREATE SCHEMA gridhand; CREATE TABLE gridhand.version (number integer NOT NULL); \
                   INSERT INTO gridhand.version VALUES (1)";
    cluster.sql(database, version);
    cluster.sql(database, SERVER_MIGRATIONS[0]);
    cluster.sql(
        database,
        "INSERT INTO gridhand.game (name) VALUES ('dungeons'); \
         INSERT INTO gridhand.source (kind, place, begun) VALUES ('import', 'here', 1); \
         INSERT INTO gridhand.pending VALUES (1, 1), (1, 3); \
         INSERT INTO gridhand.answer (puzzle, nodes, result) VALUES (2, 5, 8)",
    );
    let puzzles = batch(0..3);
    for index in 0..puzzles.len() {
        let hex: String = puzzles
            .puzzle(index)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let row = format!(
            "INSERT INTO gridhand.puzzle (id, print, seed, source, game, is_twin, puzzle) \
             VALUES ({}, {index}, {index}, 1, 1, false, '\\x{hex}')",
            index + 1
        );
        cluster.sql(database, &row);
    }
}

#[test]
fn a_corpus_of_the_first_version_is_brought_up_to_date_by_its_owner() {
    let Some(cluster) = Cluster::common() else {
        return;
    };
    let database = cluster.database();
    let at = Location::of(&cluster.url(&database));
    first_version(cluster, &database);
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
    assert_eq!(found, ServerFault::Older { found: 1, known: 5 });
    let mut corpus = open(&at);
    let stats = corpus.stats::<Dungeons>(5).expect("counts");
    assert_eq!((stats.puzzles, stats.with_seed), (3, 3));
    assert_eq!(
        (stats.of(Verdict::Unsolved), stats.of(Verdict::Unknown)),
        (2, 1)
    );
    assert!(
        stats
            .features
            .iter()
            .all(|counts| counts.values().sum::<u64>() == 3)
    );
    assert_eq!((stats.hardest.len(), stats.hardest[0].id), (1, 2));
    assert_eq!(stats.sources[0].puzzles, 3);
    let (settings, stop) = (Default::default(), Default::default());
    let solved = corpus.solve_shared::<Dungeons>(&settings, &stop, |_| {});
    assert_eq!(solved.expect("solved").total, 2);
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
fn a_file_of_passwords_that_others_may_read_is_not_looked_into() {
    let Some(cluster) = Cluster::common() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let url = cluster.url(&cluster.database());
    store(&mut open(&Location::of(&url)), 0..3);
    let file = folder.path().join(".pgpass");
    std::fs::write(&file, format!("127.0.0.1:*:*:owner:{PASSWORD}\n")).expect("a file");
    let bare = url.replace(&format!(":{PASSWORD}"), "");
    for (mode, is_read) in [(0o644, false), (0o640, false), (0o600, true)] {
        let permissions = std::os::unix::fs::PermissionsExt::from_mode(mode);
        std::fs::set_permissions(&file, permissions).expect("changed");
        let (output, said) = gridhand(&["corpus", "stats"], &bare, folder.path());
        assert_eq!(output.status.success(), is_read, "{mode:o}: {said}");
        assert_eq!(
            said.contains("others may read it"),
            !is_read,
            "{mode:o}: {said}"
        );
    }
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

/// What is counted while it is stored, beside what is counted by looking at everything.
#[test]
fn file_and_server_count_the_same() {
    let Some(cluster) = Cluster::common() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let page = |seed: u32, content: u32| {
        let puzzle = generate::from_seed(content).puzzle;
        Dungeons::with_seed(puzzle, seed.into()).to_string()
    };
    let line = |content: u32| generate::from_seed(content).puzzle.one_line();
    let write = |name: &str, puzzles: Vec<String>, between: &str| {
        std::fs::write(folder.path().join(name), puzzles.join(between) + "\n").expect("a file");
    };
    // Some without a seed that get one later, twins, and seeds that contradict what was there.
    write("lines.txt", (0..40).map(line).collect(), "\n");
    let seeds =
        (20..80)
            .map(|seed| page(seed, seed))
            .chain([page(500, 3), page(501, 3), page(30, 90)]);
    write("pages.txt", seeds.collect(), "\n\n");
    write("more.txt", (70..100).map(line).collect(), "\n");
    let url = cluster.url(&cluster.database());
    let counted = |place: &str| {
        let steps = [
            &["corpus", "import", "lines.txt"][..],
            &["corpus", "solve"],
            &["corpus", "import", "pages.txt"],
            &["corpus", "import", "--solve", "more.txt"],
            &[
                "corpus",
                "import",
                "--solve",
                "--load",
                "7",
                "lines.txt",
                "more.txt",
            ],
            &["corpus", "solve", "--grade"],
            &["corpus", "solve", "--grade", "--again"],
        ];
        steps.map(|args| {
            let (output, said) = gridhand(args, place, folder.path());
            assert!(output.status.success(), "{args:?}: {said}");
            let (output, said) = gridhand(&["corpus", "stats", "--json"], place, folder.path());
            assert!(output.status.success(), "{said}");
            let mut stats: serde_json::Value =
                serde_json::from_slice(&output.stdout).expect("JSON");
            // Times, and what is sorted by them.
            for name in ["mean_solve_us", "hardest"] {
                stats[name] = serde_json::Value::Null;
            }
            for source in stats["sources"].as_array_mut().expect("a list") {
                source["begun"] = serde_json::Value::Null;
            }
            stats
        })
    };
    let (file, server) = (counted("c.sqlite"), counted(&url));
    for (step, (file, server)) in file.iter().zip(&server).enumerate() {
        assert_eq!(file, server, "after step {step}");
    }
    let last = &file[6];
    assert_eq!(
        (&last["puzzles"], &last["conflicts"]),
        (&101.into(), &1.into())
    );
    assert_ne!(last["under_several_seeds"], 0);
}
