//! Harvesters with a display and a game each fill one corpus on a server, while they and the server are killed; the
//! games' own logs are the witnesses.

use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Output};
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use crate::common::cluster::Cluster;
use crate::common::{Desktop, Said, is_there};

/// A display with a game, at which one harvester after the other may work.
struct Place {
    desktop: Desktop,
    folder: PathBuf,
    harvester: Option<Child>,
    /// For each that was there: how many puzzles the game had shown when it ended, and whether it was killed.
    ends: Vec<(usize, bool)>,
}

impl Place {
    fn open(mut desktop: Desktop, folder: PathBuf) -> Self {
        std::fs::create_dir(&folder).expect("a folder");
        // A puzzle that nobody asks for.
        desktop.practice(&folder.join("game.jsonl"), &["dungeons", "--seed", "7"]);
        Self {
            desktop,
            folder,
            harvester: None,
            ends: Vec::new(),
        }
    }

    fn begin(&mut self, seeds: &str, url: &str) {
        let said = self.folder.join(format!("said-{}", self.ends.len()));
        let mut command = self.desktop.gridhand(&["harvest", "dungeons", "--shared"]);
        command
            .args(["--seeds", seeds])
            .current_dir(&self.folder)
            .env("GRIDHAND_CORPUS", url);
        command.stderr(File::create(said).expect("a file"));
        self.harvester = Some(command.spawn().expect("gridhand runs"));
    }

    fn kill(&mut self) {
        let mut harvester = self.harvester.take().expect("one is there");
        harvester.kill().expect("it was running");
        harvester.wait().expect("it ends");
        // What was clicked last shows.
        std::thread::sleep(Duration::from_millis(300));
        self.ends.push((self.shown().len(), true));
    }

    fn end(&mut self) {
        let Some(mut harvester) = self.harvester.take() else {
            return;
        };
        let status = harvester.wait().expect("it ends");
        assert!(status.success(), "{status}: {}", self.said());
        self.ends.push((self.shown().len(), false));
    }

    /// What the last harvester said so far.
    fn said(&self) -> String {
        let said = self.folder.join(format!("said-{}", self.ends.len()));
        std::fs::read_to_string(said).unwrap_or_default()
    }

    /// The seeds that the game showed, in order. Its last line may not be whole yet.
    fn shown(&self) -> Vec<u64> {
        let text = std::fs::read_to_string(self.folder.join("game.jsonl")).expect("a log");
        let events = text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok());
        let shown = events.filter(|event: &Value| event["event"] == "shown");
        shown.filter_map(|event| event["seed"].as_u64()).collect()
    }
}

/// What happens while they harvest.
#[derive(Clone, Copy, Debug)]
enum Blow {
    Kill(usize),
    /// Another takes the place of one that was killed.
    Replace(usize),
    Crash,
}

/// A corpus, and four places.
struct Team {
    cluster: Cluster,
    url: String,
    database: String,
    places: Vec<Place>,
    folder: tempfile::TempDir,
}

impl Team {
    fn start() -> Option<Self> {
        let first = Desktop::start()?;
        let cluster = Cluster::start()?;
        let folder = tempfile::tempdir().expect("a folder");
        let database = cluster.database();
        let desktops: Vec<Desktop> = (0..3).map(|_| first.beside()).collect();
        let desktops = std::iter::once(first).chain(desktops);
        let at = |number: usize| folder.path().join(format!("{number}"));
        let places = desktops
            .enumerate()
            .map(|(number, desktop)| Place::open(desktop, at(number)));
        Some(Self {
            url: cluster.url(&database),
            places: places.collect(),
            cluster,
            database,
            folder,
        })
    }

    fn shown(&self) -> usize {
        self.places.iter().map(|place| place.shown().len()).sum()
    }

    /// Waits until the games have shown so many.
    fn gets_to(&self, wanted: usize) {
        if !is_there(|| self.shown() >= wanted) {
            let said: Vec<String> = self.places.iter().map(Place::said).collect();
            panic!("{} of {wanted} came: {said:#?}", self.shown());
        }
    }

    fn strike(&mut self, blow: Blow, seeds: &str, random: &mut ChaCha8Rng) {
        match blow {
            Blow::Kill(place) => self.places[place].kill(),
            Blow::Replace(place) => self.places[place].begin(seeds, &self.url),
            Blow::Crash => {
                self.cluster.end("immediate");
                std::thread::sleep(Duration::from_millis(random.random_range(0..2000)));
                self.cluster.begin();
            }
        }
    }

    /// Each seed is stored once, and was shown; by more than one only if all of those but one were killed.
    fn check(&self, first: u64, last: u64) {
        let counts = "SELECT count(*), count(DISTINCT seed), min(seed), max(seed), \
                      (SELECT count(*) FROM gridhand.conflict) FROM gridhand.puzzle";
        let count = last - first + 1;
        let found = self.cluster.sql(&self.database, counts);
        assert_eq!(found, format!("{count}|{count}|{first}|{last}|0"));
        let mut shown: HashMap<u64, Vec<(usize, usize, bool)>> = HashMap::new();
        for (number, place) in self.places.iter().enumerate() {
            for (index, seed) in place.shown().into_iter().enumerate() {
                let life = place.ends.iter().position(|(end, _)| index < *end);
                let life = life.expect("nobody works any more");
                let show = (number, life, place.ends[life].1);
                shown.entry(seed).or_default().push(show);
            }
        }
        let mut again = 0;
        for seed in first..=last {
            let shows = shown
                .get(&seed)
                .unwrap_or_else(|| panic!("{seed} was never shown"));
            let mut lives = shows.clone();
            lives.dedup();
            again += shows.len() - lives.len();
            let alive = lives.iter().filter(|(_, _, was_killed)| !was_killed);
            assert!(alive.count() <= 1, "seed {seed} was shown by {shows:?}");
        }
        // A request that seems lost is made again by whoever made it.
        assert!(again as u64 * 20 <= count, "{again} shown twice in a row");
        let repeated = shown.values().filter(|shows| shows.len() > 1).count();
        eprintln!(
            "{count} seeds, {repeated} shown more than once, {again} of them asked for again"
        );
    }
}

/// Four harvest so many seeds; two are killed, one comes instead, and the server crashes, at random moments.
fn round(number: u64, count: u64) -> bool {
    let Some(mut team) = Team::start() else {
        return false;
    };
    let mut random = ChaCha8Rng::seed_from_u64(number);
    let (first, last) = (1000, 1000 + count - 1);
    let seeds = format!("{first}..{last}");
    for place in &mut team.places {
        place.begin(&seeds, &team.url);
    }
    let mut when = || random.random_range(count / 20..count * 6 / 10) as usize;
    let mut kills = [when(), when()];
    kills.sort_unstable();
    let mut blows = vec![
        (kills[0], Blow::Kill(0)),
        (kills[1], Blow::Kill(1)),
        (kills[1] + count as usize / 10, Blow::Replace(0)),
        (when(), Blow::Crash),
    ];
    blows.sort_by_key(|(shown, _)| *shown);
    for (shown, blow) in blows {
        team.gets_to(shown);
        team.strike(blow, &seeds, &mut random);
    }
    team.places.iter_mut().for_each(Place::end);
    team.check(first, last);
    let verified = gridhand(&["corpus", "verify"], &team.url, team.folder.path());
    assert!(verified.status.success(), "{}", words(&verified));
    true
}

fn gridhand(args: &[&str], url: &str, folder: &Path) -> Output {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_gridhand"));
    command
        .args(args)
        .current_dir(folder)
        .env("GRIDHAND_CORPUS", url);
    command.said()
}

fn words(output: &Output) -> String {
    let said = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&said).into_owned()
}

#[test]
fn two_of_four_harvesters_die_and_the_server_crashes() {
    round(1, 400);
}

/// `make soak` runs it: about a minute a round.
#[test]
#[ignore = "takes half an hour"]
fn twenty_rounds_of_four_thousand_seeds() {
    for number in 0..20 {
        eprintln!("round {number}");
        if !round(number, 4000) {
            return;
        }
    }
}

#[test]
fn instances_of_one_command_share_a_plan() {
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let Some(cluster) = Cluster::common() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let database = cluster.database();
    let url = cluster.url(&database);
    let harvest = [
        "harvest", "dungeons", "--seeds", "300..419", "--shared", "--json",
    ];
    let args = [&harvest[..], &["--instances", "2"]].concat();
    let output = gridhand(&args, &url, folder.path());
    drop(desktop);
    assert!(output.status.success(), "{}", words(&output));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let reports: Vec<&Value> = lines
        .iter()
        .filter(|line| line["report"].is_string())
        .collect();
    assert_eq!(reports.len(), 3, "{reports:?}");
    assert!(
        reports[..2]
            .iter()
            .all(|report| report["new"].as_u64() > Some(0)),
        "{reports:?}"
    );
    assert_eq!(
        (&reports[2]["new"], &reports[2]["known"]),
        (&120.into(), &0.into())
    );
    let missing = cluster.sql(
        &database,
        "SELECT 120 - count(DISTINCT seed) FROM gridhand.puzzle",
    );
    assert_eq!(missing, "0");
    // A command that starts no game says so.
    let args = [
        &harvest[..],
        &["--instances", "1", "--display-command", "echo oh >&2"],
    ]
    .concat();
    let output = gridhand(&args, &url, folder.path());
    assert_eq!(output.status.code(), Some(1), "{}", words(&output));
    assert!(
        words(&output).contains("without the name of a display"),
        "{}",
        words(&output)
    );
    let args = [&harvest[..], &["--instances", "1000"]].concat();
    let output = gridhand(&args, &url, folder.path());
    assert_eq!(output.status.code(), Some(2), "{}", words(&output));
}
