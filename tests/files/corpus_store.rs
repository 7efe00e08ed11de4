//! The corpus keeps what it was given: once, whole, and for good.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use gridhand::base::record::{Answer, Batch, Facts, Source, Verdict};
use gridhand::corpus::{Care, Corpus, CorpusError, Location, SolveSettings, Stored};
use gridhand::game::Storable;
use gridhand::games::dungeons::{Dungeons, generate};

struct Place {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

fn place() -> Place {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deep/corpus.sqlite");
    Place {
        _folder: folder,
        path,
    }
}

fn packed(seed: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    Dungeons::pack(&generate::from_seed(seed).puzzle, &mut bytes);
    bytes
}

fn facts(seed: Option<u64>) -> Facts {
    Facts {
        seed,
        ..Facts::default()
    }
}

/// Stores puzzles: the seed each carries, and the seed of the generator that made its content.
fn store(corpus: &mut Corpus, puzzles: &[(Option<u64>, u32)]) -> Vec<Stored> {
    let game = corpus.enter_game::<Dungeons>().expect("a game");
    let source = Source::now("test", "here");
    let source = corpus.enter_source(&source).expect("a source");
    let mut batch = Batch::default();
    for (seed, content) in puzzles {
        batch.push(facts(*seed), &packed(*content), &Answer::default());
    }
    corpus.add(game, source, &batch).expect("stored").1
}

fn open(at: impl Into<Location>) -> Corpus {
    Corpus::create(at, Care::Fast).expect("a corpus")
}

/// What every store promises: each of these is a test of a file, and one of a server.
macro_rules! of_every_store {
    ($($name:ident,)*) => {
        mod in_a_file {
            $(
                #[test]
                fn $name() {
                    let place = super::place();
                    super::$name(&(&place.path).into());
                }
            )*
        }

        #[cfg(all(unix, feature = "postgres"))]
        mod on_a_server {
            $(
                #[test]
                fn $name() {
                    if let Some(cluster) = crate::common::cluster::Cluster::common() {
                        super::$name(&cluster.location());
                    }
                }
            )*
        }
    };
}

of_every_store! {
    what_is_there_is_known,
    a_batch_may_hold_the_same_puzzle_twice,
    a_conflict_is_kept_once_and_overwrites_nothing,
    a_draft_that_turns_out_to_be_known_is_a_holder_for_conflicts_all_the_same,
    one_content_under_two_seeds_is_two_records,
    an_answer_that_comes_later_completes_the_record,
    solving_answers_everything_and_goes_on_where_it_stopped,
    several_solutions_are_recorded_as_such,
    an_unfinished_harvest_is_gone_on_with,
}

fn what_is_there_is_known(at: &Location) {
    let mut corpus = open(at);
    let first = store(&mut corpus, &[(Some(1), 1), (Some(2), 2), (None, 3)]);
    assert!(first.iter().all(|one| matches!(one, Stored::New(_))));
    let again = store(
        &mut corpus,
        &[(Some(2), 2), (None, 3), (None, 1), (Some(4), 4)],
    );
    let ids: Vec<i64> = first
        .iter()
        .map(|one| match one {
            Stored::New(id) => *id,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(again[0], Stored::Known(ids[1]));
    assert_eq!(again[1], Stored::Known(ids[2]));
    // Without a seed it is the same puzzle all the same.
    assert_eq!(again[2], Stored::Known(ids[0]));
    assert!(matches!(again[3], Stored::New(_)));
    assert_eq!(corpus.count::<Dungeons>().expect("a count"), 4);
}

fn a_batch_may_hold_the_same_puzzle_twice(at: &Location) {
    let mut corpus = open(at);
    let stored = store(
        &mut corpus,
        &[
            (None, 1),
            (None, 1),
            (Some(5), 1),
            (Some(6), 2),
            (Some(6), 2),
            (Some(6), 3),
        ],
    );
    let Stored::New(one) = stored[0] else {
        panic!("{stored:?}")
    };
    let Stored::New(six) = stored[3] else {
        panic!("{stored:?}")
    };
    assert_eq!(stored[1], Stored::Known(one));
    // The record without a seed takes the seed that comes later.
    assert_eq!(stored[2], Stored::Known(one));
    assert_eq!(stored[4], Stored::Known(six));
    assert_eq!(stored[5], Stored::Conflict(six));
    let found = corpus
        .by_seed::<Dungeons>(5)
        .expect("a look")
        .expect("there");
    assert_eq!(found.id, one);
    assert_eq!(corpus.count::<Dungeons>().expect("a count"), 2);
}

fn a_conflict_is_kept_once_and_overwrites_nothing(at: &Location) {
    let mut corpus = open(at);
    store(&mut corpus, &[(Some(7), 7)]);
    for _ in 0..3 {
        let stored = store(&mut corpus, &[(Some(7), 8)]);
        assert!(matches!(stored[0], Stored::Conflict(_)));
    }
    let found = corpus
        .by_seed::<Dungeons>(7)
        .expect("a look")
        .expect("there");
    assert_eq!(found.puzzle, packed(7));
    let conflicts = corpus.conflicts::<Dungeons>().expect("a list");
    assert_eq!(conflicts.len(), 1);
    assert_eq!(conflicts[0].puzzle, packed(8));
    assert_eq!(conflicts[0].first, found.id);
    // What is in conflict is not a record.
    let other = generate::from_seed(8).puzzle;
    assert_eq!(corpus.by_puzzle::<Dungeons>(&other).expect("a look"), None);
}

fn a_draft_that_turns_out_to_be_known_is_a_holder_for_conflicts_all_the_same(at: &Location) {
    let mut corpus = open(at);
    let first = store(&mut corpus, &[(None, 1)]);
    let Stored::New(id) = first[0] else {
        panic!("{first:?}")
    };
    // Seed 9 goes to the record without a seed; its later readings must find that one.
    let stored = store(&mut corpus, &[(Some(9), 1), (Some(9), 1), (Some(9), 2)]);
    assert_eq!(
        stored,
        [Stored::Known(id), Stored::Known(id), Stored::Conflict(id)]
    );
    assert_eq!(corpus.conflicts::<Dungeons>().expect("a list")[0].first, id);
}

fn one_content_under_two_seeds_is_two_records(at: &Location) {
    let mut corpus = open(at);
    let stored = store(&mut corpus, &[(Some(1), 1), (Some(2), 1)]);
    assert!(
        stored.iter().all(|one| matches!(one, Stored::New(_))),
        "{stored:?}"
    );
    let stats = corpus.stats::<Dungeons>(3).expect("counts");
    assert_eq!((stats.puzzles, stats.with_seed, stats.twins), (2, 2, 1));
}

fn an_answer_that_comes_later_completes_the_record(at: &Location) {
    let mut corpus = open(at);
    store(&mut corpus, &[(Some(3), 3)]);
    let made = generate::from_seed(3);
    let mut solution = Vec::new();
    Dungeons::pack_solution(
        &made.puzzle,
        &made.puzzle.toggles_to(&made.walls),
        &mut solution,
    );
    let mut batch = Batch::default();
    let given = Answer::new(Verdict::Given, &solution, &[], 0);
    batch.push(facts(None), &packed(3), &given);
    let game = corpus.enter_game::<Dungeons>().expect("a game");
    corpus.add(game, 1, &batch).expect("stored");
    let found = corpus
        .by_seed::<Dungeons>(3)
        .expect("a look")
        .expect("there");
    assert_eq!(found.verdict, Verdict::Given);
    assert_eq!(found.solution, Some(solution));
}

fn solving_answers_everything_and_goes_on_where_it_stopped(at: &Location) {
    let mut corpus = open(at);
    let puzzles: Vec<_> = (0..500).map(|seed| (Some(u64::from(seed)), seed)).collect();
    store(&mut corpus, &puzzles);
    // Two monsters alone in a corner cannot be fed; an empty board of walls has no open cell.
    let mut odd = Batch::default();
    for line in ["222 222 M.M/.../M.M", "11 11 ../.."] {
        Dungeons::read_text(line, &mut odd).expect("a puzzle");
    }
    let game = corpus.enter_game::<Dungeons>().expect("a game");
    corpus.add(game, 1, &odd).expect("stored");
    let settings = SolveSettings::default();
    let stop = AtomicBool::new(true);
    let none = corpus
        .solve::<Dungeons>(&settings, &stop, |_| {})
        .expect("solved");
    assert_eq!(none.total, 0);
    let stop = AtomicBool::new(false);
    let all = corpus
        .solve::<Dungeons>(&settings, &stop, |_| {})
        .expect("solved");
    assert_eq!(all.total, 502);
    assert_eq!(all.of(Verdict::Unique), 500);
    let none = corpus
        .solve::<Dungeons>(&settings, &stop, |_| {})
        .expect("solved");
    assert_eq!(none.total, 0);
    let verified = corpus.verify::<Dungeons>(|_| {}).expect("verified");
    assert_eq!(verified.findings, []);
    assert!(verified.solutions >= 500);
    for seed in 0..500 {
        let found = corpus
            .by_seed::<Dungeons>(seed)
            .expect("a look")
            .expect("there");
        let made = generate::from_seed(seed as u32);
        let moves = Dungeons::unpack_solution(&made.puzzle, &found.solution.expect("solved"));
        assert_eq!(moves, Some(made.puzzle.toggles_to(&made.walls)));
    }
}

fn several_solutions_are_recorded_as_such(at: &Location) {
    let mut corpus = open(at);
    // A ring of corridor around a block of walls may be broken at any of several places.
    let mut batch = Batch::default();
    let line = "1111 1111 ..../..../..../....";
    Dungeons::read_text(line, &mut batch).expect("a puzzle");
    let made = generate::from_seed(1);
    let game = corpus.enter_game::<Dungeons>().expect("a game");
    corpus.add(game, 1, &batch).expect("stored");
    let stop = AtomicBool::new(false);
    corpus
        .solve::<Dungeons>(&SolveSettings::default(), &stop, |_| {})
        .expect("solved");
    let puzzle = <Dungeons as gridhand::game::Game>::parse(line).expect("a puzzle");
    let found = corpus
        .by_puzzle::<Dungeons>(&puzzle)
        .expect("a look")
        .expect("there");
    let solved = gridhand::games::dungeons::solve::solve(&puzzle, &Default::default());
    assert_eq!(found.verdict, Verdict::of(&solved));
    drop(made);
}

#[test]
fn a_file_of_the_first_version_is_brought_up_to_date() {
    let place = place();
    std::fs::create_dir_all(place.path.parent().expect("a folder")).expect("a folder");
    let made = generate::from_seed(4);
    let mut bytes = Vec::new();
    Dungeons::pack(&made.puzzle, &mut bytes);
    {
        let old = rusqlite::Connection::open(&place.path).expect("a database");
        old.execute_batch(gridhand::corpus::MIGRATIONS[0])
            .expect("tables");
        old.execute_batch(
            "PRAGMA application_id = 1735551332; PRAGMA user_version = 1;
             INSERT INTO game (id, name) VALUES (1, 'dungeons');
             INSERT INTO source (kind, place, begun) VALUES ('test', 'old', 0);",
        )
        .expect("rows");
        old.execute(
            "INSERT INTO puzzle (game, source, seed, result, puzzle) VALUES (1, 1, 4, 2, ?)",
            [&bytes],
        )
        .expect("a row");
    }
    let mut corpus = open(&place.path);
    let found = corpus
        .by_seed::<Dungeons>(4)
        .expect("a look")
        .expect("there");
    assert_eq!(found.puzzle, bytes);
    let job = corpus.job(1, "here", 10, false).expect("the new table");
    assert_eq!(job.done, 0);
}

#[test]
fn a_file_of_a_later_version_is_refused_and_left_alone() {
    let place = place();
    drop(open(&place.path));
    {
        let newer = rusqlite::Connection::open(&place.path).expect("a database");
        newer.pragma_update(None, "user_version", 99).expect("set");
    }
    let before = std::fs::read(&place.path).expect("a file");
    match Corpus::open(&place.path) {
        Err(CorpusError::Newer { found: 99, .. }) => {}
        other => panic!("{:?}", other.err()),
    }
    assert_eq!(std::fs::read(&place.path).expect("a file"), before);
}

#[test]
fn somebody_elses_database_is_refused_and_left_alone() {
    let place = place();
    std::fs::create_dir_all(place.path.parent().expect("a folder")).expect("a folder");
    {
        let other = rusqlite::Connection::open(&place.path).expect("a database");
        other
            .execute_batch("CREATE TABLE cake (name)")
            .expect("a table");
    }
    let before = std::fs::read(&place.path).expect("a file");
    assert!(matches!(
        Corpus::create(&place.path, Care::Fast),
        Err(CorpusError::Foreign(_))
    ));
    assert_eq!(std::fs::read(&place.path).expect("a file"), before);
}

#[test]
fn a_corpus_that_is_not_there_is_not_made_by_looking() {
    let place = place();
    assert!(matches!(
        Corpus::open(&place.path),
        Err(CorpusError::Missing(_))
    ));
    assert!(!place.path.exists());
}

#[test]
fn a_file_that_many_make_at_once_is_whole() {
    for round in 0..40 {
        let place = place();
        std::thread::scope(|scope| {
            for seed in 0..6 {
                let path = &place.path;
                scope.spawn(move || store(&mut open(path), &[(Some(seed), seed as u32)]));
            }
        });
        let stored = open(&place.path).count::<Dungeons>();
        assert_eq!(stored.expect("a count"), 6, "in round {round}");
    }
}

fn an_unfinished_harvest_is_gone_on_with(at: &Location) {
    let mut corpus = open(at);
    let game = corpus.enter_game::<Dungeons>().expect("a game");
    let job = corpus.job(game, "here", 3, false).expect("a job");
    let mut batch = Batch::default();
    for content in [1, 2, 1] {
        batch.push(
            facts(Some(content)),
            &packed(content as u32),
            &Answer::default(),
        );
    }
    corpus
        .harvest(game, 1, Some(job.id), &batch)
        .expect("stored");
    // The third was known: two of three are done.
    let again = corpus.job(game, "here", 3, false).expect("a job");
    assert_eq!((again.id, again.done), (job.id, 2));
    assert_ne!(
        corpus.job(game, "elsewhere", 3, false).expect("a job").id,
        job.id
    );
    batch.clear();
    batch.push(facts(Some(3)), &packed(3), &Answer::default());
    corpus
        .harvest(game, 1, Some(job.id), &batch)
        .expect("stored");
    let next = corpus.job(game, "here", 3, false).expect("a job");
    assert_ne!(next.id, job.id);
    assert_eq!(next.done, 0);
    let fresh = corpus.job(game, "here", 3, true).expect("a job");
    assert_ne!(fresh.id, next.id);
}
