//! Work that many machines share on a real server: leases of seeds, a queue for solvers, and what waits to be sent.

use std::time::Duration;

use gridhand::base::record::Source;
use gridhand::bot::harvest::{Harvest, Harvested, Plan, harvest};
use gridhand::bot::{Rig, Stop};
use gridhand::corpus::{Leased, Location, SharedPlan, Spool};
use gridhand::game::Game;
use gridhand::games::dungeons::Dungeons;
use gridhand::practice::{Options, memory};
use gridhand::profile::Profile;

use crate::common::cluster::Cluster;
use crate::corpus_server::{batch, open, store};

#[test]
fn leases_are_handed_out_once_and_go_to_another_when_they_end() {
    let Some(cluster) = Cluster::common() else {
        return;
    };
    let location = cluster.location();
    let mut corpus = open(&location);
    let game = corpus.enter_game::<Dungeons>().expect("a game");
    let plan = |holder: &str, ttl: u64| SharedPlan {
        game,
        seeds: 10..=49,
        holder: holder.into(),
        ttl: Duration::from_millis(ttl),
    };
    let (dead, alive) = (plan("dead", 600_000), plan("alive", 600_000));
    let mut ask = |plan: &SharedPlan| corpus.shared().expect("shared").lease(plan, 1000);
    let Ok(Leased::Lease(first)) = ask(&dead) else {
        panic!("no lease")
    };
    let mut parts = Vec::new();
    let end = loop {
        match ask(&alive).expect("asked") {
            Leased::Lease(lease) => parts.push(lease),
            other => break other,
        }
    };
    // The dead one's part is not back yet.
    assert_eq!(end, Leased::Wait);
    let mut seeds: Vec<u64> = parts.iter().flat_map(|lease| lease.seeds.clone()).collect();
    seeds.extend(first.seeds.clone());
    seeds.sort_unstable();
    assert_eq!(seeds, (10..50).collect::<Vec<_>>());
    // It renews it once more, for no time at all.
    let shared = corpus.shared().expect("shared");
    assert!(shared.renew(&plan("dead", 0), &first, 1).expect("asked"));
    let mut ask = |plan: &SharedPlan| corpus.shared().expect("shared").lease(plan, 1000);
    let Ok(Leased::Lease(taken)) = ask(&alive) else {
        panic!("it is nobody's")
    };
    assert_eq!(taken.seeds, first.seeds);
    let shared = corpus.shared().expect("shared");
    assert!(!shared.renew(&dead, &first, 1).expect("asked"));
    assert!(shared.renew(&alive, &taken, 1).expect("asked"));
    store(&mut corpus, (10..50).filter(|seed| *seed != 30));
    for lease in parts.iter().chain([&taken]) {
        let shared = corpus.shared().expect("shared");
        shared.give_back(&alive, lease, true).expect("given back");
    }
    // All came back, but one seed is not there: it is handed out again.
    let mut ask = |plan: &SharedPlan| corpus.shared().expect("shared").lease(plan, 1);
    match ask(&alive) {
        Ok(Leased::Lease(lease)) => assert_eq!(lease.seeds, 30..=30),
        other => panic!("{other:?}"),
    }
    let works = corpus.works().expect("works");
    assert_eq!(works.len(), 2, "{works:?}");
    assert_eq!(
        (works[0].wanted, works[1].holder.as_deref()),
        (40, Some("alive"))
    );
}

#[test]
fn what_a_solver_had_when_it_died_is_anybodys() {
    let Some(cluster) = Cluster::common() else {
        return;
    };
    let location = cluster.location();
    let mut corpus = open(&location);
    // A parcel each.
    for parcel in 0..3 {
        store(&mut corpus, parcel * 20..parcel * 20 + 20);
    }
    let game = corpus.enter_game::<Dungeons>().expect("a game");
    let mut dead = corpus.again().expect("again");
    let (first, _) = dead
        .shared()
        .expect("shared")
        .take(game, 20)
        .expect("taken");
    let (second, _) = corpus
        .shared()
        .expect("shared")
        .take(game, 100)
        .expect("taken");
    assert_eq!((first.len(), second.len()), (20, 40));
    assert!(first.iter().all(|id| !second.contains(id)));
    drop((dead, corpus));
    // The server hears of it a little later.
    std::thread::sleep(Duration::from_millis(500));
    let (settings, stop) = (Default::default(), Default::default());
    let mut corpus = open(&location);
    let solved = corpus.solve_shared::<Dungeons>(&settings, &stop, |_| {});
    assert_eq!(solved.expect("solved").total, 60);
    assert_eq!(corpus.count_pending(game, false).expect("a count"), 0);
    let verified = corpus.verify::<Dungeons>(|_| {}).expect("verified");
    assert_eq!((verified.solutions, verified.findings), (60, vec![]));
}

#[test]
fn what_could_not_be_sent_is_sent_later() {
    let Some(cluster) = Cluster::common() else {
        return;
    };
    let (location, other) = (cluster.location(), cluster.location());
    let folder = tempfile::tempdir().expect("a folder");
    let spool = Spool::in_folder(&location, folder.path()).expect("a spool");
    let source = Source::now("harvest", "a game");
    let mut kept = batch(5..25);
    kept.append(batch(5..6));
    let file = spool.keep("dungeons", &source, &kept).expect("kept");
    // Another server's are left alone.
    let others = Spool::in_folder(&other, folder.path()).expect("a spool");
    others.send(&mut open(&other)).expect("sent");
    assert!(file.exists());
    let mut corpus = open(&location);
    store(&mut corpus, 20..22);
    let tally = spool.send(&mut corpus).expect("sent");
    assert_eq!((tally.new, tally.known), (18, 2));
    assert!(!file.exists());
    assert_eq!(corpus.gaps::<Dungeons>(5..=24).expect("gaps"), []);
    let sources = corpus.sources().expect("sources");
    assert!(sources.iter().any(|(_, own)| *own == source));
}

/// Harvests a plan from a game in memory.
fn shared_harvest(
    location: &Location,
    seeds: std::ops::RangeInclusive<u64>,
    holder: &str,
) -> Harvested {
    let options = Options::default();
    let game = memory::start(Dungeons::practice(&options), &options).expect("a game");
    let profile = Profile::load(None, "practice-dungeons").expect("built in");
    let rig = Rig {
        screen: Box::new(game.clone()),
        hand: Box::new(game.clone()),
        guards: [Box::new(game.clone()), Box::new(game.clone())],
    };
    let how = Harvest {
        profile: &profile,
        place: holder.into(),
        pause: Duration::from_secs(60),
        solve: None,
    };
    let plan = Plan::Shared {
        seeds,
        holder: holder.into(),
    };
    let ended = harvest::<Dungeons>(rig, location, &how, plan, &Stop::default(), |_, _| {});
    ended.expect("harvested")
}

#[test]
fn harvesters_share_seeds_while_the_server_restarts() {
    let Some(mut cluster) = Cluster::start() else {
        return;
    };
    let location = cluster.location();
    let harvested: Vec<Harvested> = std::thread::scope(|scope| {
        let threads = ["a", "b", "c"].map(|holder| {
            let location = &location;
            scope.spawn(move || shared_harvest(location, 100..=399, holder))
        });
        std::thread::sleep(Duration::from_millis(1500));
        cluster.end("immediate");
        std::thread::sleep(Duration::from_millis(300));
        cluster.begin();
        threads
            .map(|thread| thread.join().expect("harvested"))
            .into()
    });
    let new: u64 = harvested.iter().map(|one| one.new).sum();
    let known: u64 = harvested.iter().map(|one| one.known).sum();
    assert_eq!((new, known), (300, 0), "{harvested:?}");
    let corpus = open(&location);
    assert_eq!(corpus.gaps::<Dungeons>(100..=399).expect("gaps"), []);
    assert_eq!(corpus.conflicts::<Dungeons>().expect("a list"), []);
    assert!(corpus.works().expect("works")[0].is_ended);
}
