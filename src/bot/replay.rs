//! Replay: what is on the screen is looked up and played, not solved.

use super::harvest::{self, HarvestError, Presenter};
use super::plan::Planner;
use super::report::{Ending, PuzzleReport};
use super::{Player, Rig, Session, Settings, Stop};
use crate::base::Limit;
use crate::base::record::{Batch, Facts, Source, Verdict};
use crate::corpus::{Care, Corpus, CorpusError, Location, SolveSettings, StoredPuzzle, answers};
use crate::game::Storable;
use crate::profile::Profile;

/// Which boards are played.
pub enum Boards {
    /// The one that is on the screen, and with a larger number those that the game shows next.
    Shown(usize),
    /// Those of these seeds; each is entered first.
    Seeds(Vec<u64>),
}

/// How a replay goes.
pub struct Replay<'a> {
    pub profile: &'a Profile,
    pub settings: &'a Settings,
    /// Solve and store what has no stored solution.
    pub solve_missing: bool,
    /// Where it is, for the record: the profile and its window.
    pub place: String,
}

/// Plays boards with their stored solutions, telling of each as it ends.
///
/// # Errors
/// Something ended it early, as with a harvest. A board that is refused is no error: its report
/// says why.
pub fn replay<G: Storable>(
    rig: Rig,
    corpus: &Location,
    how: &Replay,
    boards: Boards,
    stop: &Stop,
    mut told: impl FnMut(&PuzzleReport<G>),
) -> Result<(), HarvestError> {
    let session = session(rig, how, stop);
    match boards {
        Boards::Shown(count) => shown::<G>(session, corpus, how, count, &mut told),
        Boards::Seeds(seeds) => of_seeds::<G>(session, corpus, how, seeds, &mut told),
    }
}

fn session<'a, G: Storable>(rig: Rig, how: &'a Replay<'a>, stop: &'a Stop) -> Session<'a, G> {
    let mut session = Session::take(rig, harvest::REST, how.profile, stop);
    session.watcher.heed(how.settings);
    session
}

/// Plays the board that is on the screen, and those that the game shows next.
fn shown<G: Storable>(
    session: Session<G>,
    corpus: &Location,
    how: &Replay,
    count: usize,
    told: &mut impl FnMut(&PuzzleReport<G>),
) -> Result<(), HarvestError> {
    let planner = Stored::<G>::new(store(corpus, how)?, how);
    let mut player = Player::at(session, how.settings, Box::new(planner));
    for played in 1..=count {
        let report = player.play()?;
        told(&report);
        let failed = !report.ending.is_end() && !how.settings.keep_going;
        if failed || (played < count && !player.next(&report.left())?) {
            break;
        }
    }
    Ok(())
}

/// Enters seed after seed, and plays its board.
fn of_seeds<'a, G: Storable>(
    mut session: Session<'a, G>,
    corpus: &Location,
    how: &'a Replay<'a>,
    seeds: Vec<u64>,
    told: &mut impl FnMut(&PuzzleReport<G>),
) -> Result<(), HarvestError> {
    let lookup = store(corpus, how)?;
    for seed in seeds {
        if !how.solve_missing
            && let Err(ending) = usable(lookup.by_seed::<G>(seed)?.as_ref(), |_| true)
        {
            told(&PuzzleReport::of_seed(seed, ending));
            if !how.settings.keep_going {
                break;
            }
            continue;
        }
        let mut presenter = Presenter::at(session);
        presenter.seed(seed)?;
        let planner = Box::new(Stored::<G>::new(store(corpus, how)?, how));
        let mut player = Player::at(presenter.leave(), how.settings, planner);
        let report = player.play()?;
        told(&report);
        if !report.ending.is_end() && !how.settings.keep_going {
            break;
        }
        session = player.leave();
    }
    Ok(())
}

/// The corpus, which is made only where something may be put into it.
fn store(corpus: &Location, how: &Replay) -> Result<Corpus, CorpusError> {
    match how.solve_missing {
        true => Corpus::create(corpus, Care::Careful),
        false => Corpus::open(corpus),
    }
}

/// Plays a list of moves on the board that is on the screen.
///
/// # Errors
/// Something ended it early.
pub fn replay_moves<G: Storable>(
    rig: Rig,
    moves: Vec<G::Move>,
    how: &Replay,
    stop: &Stop,
) -> Result<PuzzleReport<G>, HarvestError> {
    let session = session(rig, how, stop);
    let planner = List::<G> { moves, start: None };
    let mut player = Player::at(session, how.settings, Box::new(planner));
    Ok(player.play()?)
}

/// The stored solution of a record, or how the puzzle ends without one.
fn usable<'a>(
    found: Option<&'a StoredPuzzle>,
    obeys: impl Fn(&'a StoredPuzzle) -> bool,
) -> Result<&'a StoredPuzzle, Ending> {
    let refused = |why: &str| Err(Ending::Refused(why.into()));
    let Some(found) = found else {
        return refused("it is not in the corpus");
    };
    match found.verdict {
        Verdict::Given | Verdict::Unique | Verdict::Solved if obeys(found) => Ok(found),
        Verdict::Given | Verdict::Unique | Verdict::Solved => {
            refused("its stored solution does not satisfy the rules")
        }
        Verdict::Several => {
            let at_least = found.second.as_ref().map_or(2, |(_, at_least)| *at_least);
            Err(Ending::Several(at_least))
        }
        Verdict::Impossible => Err(Ending::Impossible),
        Verdict::Unknown => Err(Ending::Unknown(Limit::Time)),
        Verdict::Unsolved => refused("it has no stored solution"),
    }
}

/// Looks boards up.
struct Stored<'a, G: Storable> {
    corpus: Corpus,
    how: &'a Replay<'a>,
    /// The start of the board that was looked up last, and the moves that solve it.
    known: Option<(G::Puzzle, Vec<G::Move>)>,
}

impl<'a, G: Storable> Stored<'a, G> {
    fn new(corpus: Corpus, how: &'a Replay<'a>) -> Self {
        Self {
            corpus,
            how,
            known: None,
        }
    }

    fn look_up(&mut self, start: &G::Puzzle) -> Result<Vec<G::Move>, Ending> {
        let failed = |error: CorpusError| Ending::Refused(error.to_string());
        let mut found = self.find(start).map_err(failed)?;
        if self.how.solve_missing && usable(found.as_ref(), obeys::<G>).is_err() {
            self.solve(start).map_err(failed)?;
            found = self.find(start).map_err(failed)?;
        }
        let found = usable(found.as_ref(), obeys::<G>)?;
        let solution = found.solution.as_deref().unwrap_or_default();
        let moves = G::unpack_solution(start, solution);
        moves.ok_or_else(|| Ending::Refused("its stored solution is broken".into()))
    }

    /// The record of a board: that of its seed, if it is the same puzzle.
    fn find(&self, start: &G::Puzzle) -> Result<Option<StoredPuzzle>, CorpusError> {
        if let Some(seed) = G::seed(start)
            && let Some(found) = self.corpus.by_seed::<G>(seed)?
        {
            let mut packed = Vec::new();
            G::pack(start, &mut packed);
            if found.puzzle == packed {
                return Ok(Some(found));
            }
        }
        self.corpus.by_puzzle::<G>(start)
    }

    /// Solves a board and stores it.
    fn solve(&mut self, start: &G::Puzzle) -> Result<(), CorpusError> {
        let mut packed = Vec::new();
        G::pack(start, &mut packed);
        let mut puzzle = Batch::default();
        puzzle.push(Facts::default(), &packed, &Default::default());
        let settings = SolveSettings {
            limits: self.how.settings.limits.clone(),
            ..SolveSettings::default()
        };
        let answer = answers::<G>(&puzzle, &settings);
        let facts = Facts {
            seed: G::seed(start),
            effort: answer.facts(0).effort,
            ..Facts::default()
        };
        let mut solved = Batch::default();
        solved.push(facts, &packed, &answer.answer(0));
        let game = self.corpus.enter_game::<G>()?;
        let source = Source::now("replay", &self.how.place);
        let source = self.corpus.enter_source(&source)?;
        self.corpus.add(game, source, &solved)?;
        // A record that was there with a wrong solution gets the right one.
        if let Some(found) = self.find(start)? {
            self.corpus.set_answers(game, &[found.id], &answer)?;
        }
        Ok(())
    }
}

/// Whether the stored solution of a record obeys the rules.
fn obeys<G: Storable>(found: &StoredPuzzle) -> bool {
    let solution = found.solution.as_deref().unwrap_or_default();
    G::check(&found.puzzle, solution).is_ok()
}

impl<G: Storable> Planner<G> for Stored<'_, G> {
    fn plan(&mut self, now: &G::Puzzle) -> Result<Vec<G::Move>, Ending> {
        let on_the_way = |known: &(G::Puzzle, Vec<G::Move>)| {
            let (start, moves) = known;
            let same = G::same_puzzle(start, now);
            same.then(|| G::remaining(start, moves, now)).flatten()
        };
        if let Some(left) = self.known.as_ref().and_then(on_the_way) {
            return Ok(left);
        }
        let start = G::start(now);
        let moves = self.look_up(&start)?;
        on_the_way(self.known.insert((start, moves)))
            .ok_or_else(|| Ending::Refused("the board is not on the way of its solution".into()))
    }
}

/// Plays a list of moves.
struct List<G: Storable> {
    moves: Vec<G::Move>,
    /// The board on which the list began.
    start: Option<G::Puzzle>,
}

impl<G: Storable> Planner<G> for List<G> {
    fn plan(&mut self, now: &G::Puzzle) -> Result<Vec<G::Move>, Ending> {
        let start = self.start.get_or_insert_with(|| now.clone());
        G::remaining(start, &self.moves, now)
            .ok_or_else(|| Ending::Refused("the board is not on the way of the moves".into()))
    }
}
