//! The closed loop for one puzzle.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use super::capture_thread::REST;
use super::input_thread::{Done, Interruption};
use super::look::{BoardSpot, Hidden, Observation, SeenBoard};
use super::plan::{Planner, SolvingPlanner};
use super::report::{Ending, PuzzleReport};
use super::session::Session;
use super::{Activity, Halt, Rig, Settings, Stop};
use crate::base::Point;
use crate::bot::beat::Beat;
use crate::game::Game;
use crate::hand::Gesture;
use crate::profile::Profile;

mod attempt;
mod beyond;
mod button;
mod check;
mod hidden_sign;
mod manner;
mod marks;
mod next;
mod request;
mod solved_sign;

use attempt::Attempt;
use manner::Manner;

/// Plays one game in one window.
pub struct Player<'a, G: Game> {
    session: Session<'a, G>,
    settings: &'a Settings,
    planner: Box<dyn Planner<G> + 'a>,
    /// The moves still to make, each with the board as it should be before it.
    plan: Vec<(G::Puzzle, G::Move)>,
    /// Where the pointer rests out of the way, on the screen.
    parked: Option<Point>,
    /// When another puzzle was last asked for.
    asked: Option<Instant>,
    /// The puzzle to be played next, as it was first seen.
    fresh: Option<SeenBoard<G>>,
    /// The board that was solved last, as it was seen last.
    played: Option<SeenBoard<G>>,
    /// How things are moved.
    manner: Manner,
    /// What was asked for last may have come and cannot be read, for this reason.
    unread: Option<String>,
}

/// A puzzle that was begun so often and each time replaced by another is not begun again. Chosen: a game may shuffle a
/// few times over.
const AGAIN: usize = 3;
const NO_WAY_ON: &str = "another puzzle came up while this one was played, and has no solution as it was read: if it is still the \
                         same one, the profile does not know how what its moves lead to looks; teach it with `calibrate --add`";
const TAKEN_FOR_ANOTHER: &str = "again and again what its moves lead to was taken for another puzzle: the profile does \
                                 not know how that looks; teach it with `calibrate --add`";

/// So often is an unreadable board deduced, in profiles that read by likeness.
const TRIES: u32 = 4;
/// So often the pointer is taken off what cannot be read, in vain each time: something else keeps it from being read.
const CLEARINGS: usize = 8;
/// Something may be in the way of every gesture for so long.
const BLOCKED: Duration = Duration::from_secs(30);

/// Why nothing could be clicked or typed for [so long](BLOCKED); `last` came of the last attempt.
fn in_the_way(last: &Done) -> String {
    let always = "something is always in the way of clicks and keys";
    match &last.trouble {
        Some(Interruption::Screen(error)) => format!("{always}: {error}"),
        _ => always.into(),
    }
}

impl<'a, G: Game> Player<'a, G> {
    pub fn new(rig: Rig, profile: &'a Profile, settings: &'a Settings, stop: &'a Stop) -> Self {
        let solver = SolvingPlanner {
            limits: settings.limits.clone(),
            goal: settings.goal,
        };
        let mut session = Session::take(rig, REST, profile, stop);
        session.watcher.heed(settings);
        Self::at(session, settings, Box::new(solver))
    }

    /// A player whose moves come from `planner`.
    pub fn at(
        session: Session<'a, G>,
        settings: &'a Settings,
        planner: Box<dyn Planner<G> + 'a>,
    ) -> Self {
        Self {
            session,
            settings,
            planner,
            plan: Vec::new(),
            parked: None,
            asked: None,
            fresh: None,
            played: None,
            manner: Manner::default(),
            unread: None,
        }
    }

    pub fn leave(self) -> Session<'a, G> {
        self.session
    }

    /// The report of what keeps the session from going on.
    pub fn failure(&self, why: &str) -> PuzzleReport<G> {
        let mut report = PuzzleReport::new();
        report.give_up(why);
        let watcher = &self.session.watcher;
        report.close(&watcher.costs, watcher.frame.clone());
        report
    }

    /// Takes the pointer off the board, where it would be part of the picture. The board need not be
    /// readable yet, only found.
    fn park(&mut self) -> Result<(), Halt> {
        if let Some(spot) = self
            .session
            .watcher
            .spot(Instant::now(), self.settings.patience)?
        {
            self.perform(Vec::new(), &[], spot)?;
        }
        Ok(())
    }

    /// Parks the pointer again if it may be what hides the board: a batch was interrupted, or the window
    /// is no longer where it was. Says whether it did.
    fn clear_view(&mut self, hidden: &Hidden) -> Result<bool, Halt> {
        let Some(spot) = hidden.spot() else {
            return Ok(false);
        };
        let rest = spot.on_screen(spot.resting(self.session.profile));
        if self.parked == Some(rest) {
            return Ok(false);
        }
        self.perform(Vec::new(), &[], spot)?;
        Ok(true)
    }

    /// Takes the pointer to the other end of the window, once, and back: some games paint one of their own, which goes with
    /// its motions and is somewhere else, or light what lay under it on the board before. Says whether it did.
    fn roam(&mut self, hidden: &Hidden, roamed: &mut usize) -> Result<bool, Halt> {
        let spot = match *roamed {
            0 => hidden.spot(),
            1 => hidden.spot().or(self.session.watcher.last_spot()),
            _ => None,
        };
        let Some(spot) = spot else {
            return Ok(false);
        };
        let profile = self.session.profile;
        let rest = spot.resting(profile);
        let [width, height] = profile.board.map(|side| side as i32);
        let to = match *roamed {
            0 => spot.rest(Point::new(width, height) - rest, profile),
            _ => rest,
        };
        *roamed += 1;
        self.perform_in(self.session.pace.beat(), Vec::new(), &[], spot, to)?;
        Ok(true)
    }

    /// Plays the puzzle that is on the screen; if the game replaces it meanwhile, the one that
    /// came instead.
    pub fn play(&mut self) -> Result<PuzzleReport<G>, Halt> {
        if self.parked.is_none() {
            // What was seen before may have been seen with the pointer over it.
            self.fresh = None;
            self.park()?;
        }
        // What was never seen is deduced before all patience is spent.
        let looks = self.session.profile.templates.looks.is_some();
        let mut tries = if looks { TRIES } else { 1 };
        let mut is_unfinished = self.unread.is_some();
        let long = self.patience_with_next();
        let mut begun: Vec<G::Puzzle> = Vec::new();
        let mut made = 0;
        let mut roamed = 0;
        let mut clearings = 0..CLEARINGS;
        loop {
            let mut report = PuzzleReport::new();
            let patience = match roamed {
                1.. => self.settings.patience / TRIES,
                0 => long
                    .filter(|_| tries == 1 && !is_unfinished)
                    .unwrap_or(self.settings.patience / tries),
            };
            match self.first_look(patience, &mut report)? {
                Observation::Board(seen) => self.play_seen(seen, &mut report)?,
                Observation::Solved(_) => report.ending = Ending::Solved,
                Observation::Hidden(hidden)
                    if self.clear_view(&hidden)? && clearings.next().is_some() =>
                {
                    continue;
                }
                Observation::Hidden(hidden) => match self.deduce(&hidden)? {
                    Some(seen) => {
                        report.deduced = true;
                        self.play_seen(seen, &mut report)?;
                    }
                    None if tries > 1 => {
                        tries -= 1;
                        continue;
                    }
                    None if std::mem::take(&mut is_unfinished) => {
                        self.finishes_way(&hidden)?;
                        continue;
                    }
                    None if self.roam(&hidden, &mut roamed)? => continue,
                    None => report.hidden(hidden),
                },
            }
            if let (Ending::Replaced, Some(puzzle)) = (&report.ending, &report.puzzle) {
                let again = begun.iter().filter(|one| G::same_puzzle(one, puzzle));
                match again.count() < AGAIN {
                    true => begun.push(puzzle.clone()),
                    false => report.give_up(TAKEN_FOR_ANOTHER),
                }
            }
            made += report.gestures;
            if report.ending == Ending::Impossible && made > 0 {
                report.give_up(NO_WAY_ON);
                report.gestures = made;
            }
            if report.ending != Ending::Replaced {
                let watcher = &mut self.session.watcher;
                report.learned = watcher.learned();
                report.close(&watcher.costs, watcher.frame.clone());
                return Ok(report);
            }
            self.session.steady.came_in_parts();
            tracing::info!("another puzzle came up");
        }
    }

    /// How long a puzzle that was asked for, and came, may stay unreadable: a sign that lies over it may wait for somebody
    /// to take it away. None where it is not waited for.
    fn patience_with_next(&mut self) -> Option<Duration> {
        let came_unread = self.unread.take().is_some() && !self.settings.keep_going;
        came_unread.then_some(self.settings.pause.max(self.settings.patience))
    }

    /// What is on the screen, as two frames in a row show it; all that was known of a board is forgotten.
    fn first_look(
        &mut self,
        patience: Duration,
        report: &mut PuzzleReport<G>,
    ) -> Result<Observation<G>, Halt> {
        self.settings.onlooker.now(Activity::Looking);
        self.session.watcher.forget();
        self.plan.clear();
        let begun = Instant::now();
        let look = match self.fresh.take() {
            Some(fresh) => self.session.watcher.confirmed(fresh, patience)?,
            None => self.session.watcher.settled(begun, patience)?,
        };
        let look = self.steadied(look, patience)?;
        report.times.settle = begun.elapsed();
        Ok(look)
    }

    /// What is to be seen once a board that came up stands as it is for long enough.
    fn steadied(
        &mut self,
        mut look: Observation<G>,
        patience: Duration,
    ) -> Result<Observation<G>, Halt> {
        let mut came: Option<Instant> = None;
        loop {
            let Observation::Board(seen) = &look else {
                return Ok(look);
            };
            let taken = seen.frame.taken;
            let since = *came.get_or_insert(taken);
            if taken - since >= self.session.steady.time() {
                self.session.steady.came_whole();
                return Ok(look);
            }
            let before = seen.puzzle.clone();
            let next = taken + Duration::from_micros(1);
            look = self.session.watcher.settled(next, patience)?;
            if !matches!(&look, Observation::Board(now) if now.puzzle == before) {
                self.session.steady.came_in_parts();
                came = None;
            }
        }
    }

    fn play_seen(&mut self, seen: SeenBoard<G>, report: &mut PuzzleReport<G>) -> Result<(), Halt> {
        Attempt::begin(self, seen, report).play()
    }

    /// Makes `plan` lead on from `now`: an earlier or later board of the same plan resumes it,
    /// anything else is solved again. Some ending if there is nothing to play.
    fn plan_from(&mut self, now: &G::Puzzle, report: &mut PuzzleReport<G>) -> Option<Ending> {
        if let Some(step) = self.plan.iter().position(|(board, _)| board == now) {
            self.plan.drain(..step);
            return None;
        }
        self.settings.onlooker.now(Activity::Solving);
        let begun = Instant::now();
        let planned = self.planner.plan(now);
        report.times.solve += begun.elapsed();
        match planned {
            Ok(moves) => {
                let mut board = now.clone();
                let profile = self.manner.of(Cow::Borrowed(self.session.profile));
                self.plan = moves
                    .iter()
                    .flat_map(|mv| G::parts(mv, &profile))
                    .map(|mv| {
                        let next = G::after(&board, &mv);
                        (std::mem::replace(&mut board, next), mv)
                    })
                    .collect();
                self.plan.is_empty().then_some(Ending::Played)
            }
            Err(ending) => Some(ending),
        }
    }

    /// The board after the first `batch` moves of the plan.
    fn planned(&self, batch: usize) -> G::Puzzle {
        match self.plan.get(batch) {
            Some((board, _)) => board.clone(),
            None => {
                let (board, mv) = &self.plan[batch - 1];
                G::after(board, mv)
            }
        }
    }

    fn act(
        &mut self,
        seen: &SeenBoard<G>,
        batch: usize,
        report: &mut PuzzleReport<G>,
    ) -> Result<Done, Halt> {
        self.settings.onlooker.now(Activity::Playing {
            r#move: report.gestures + 1,
            of: report.gestures + self.plan.len(),
        });
        let profile = self.manner.of(self.session.profile.placed(seen.grid));
        let gestures = self.plan[..batch]
            .iter()
            .map(|(board, mv)| G::gesture(board, mv, &profile))
            .collect();
        let moves = self.plan[..batch].iter();
        let mut boards = vec![vec![seen.puzzle.clone()]];
        boards.extend(moves.map(|(board, mv)| G::stages(board, mv)));
        let done = self.perform(gestures, &boards, seen.spot())?;
        report.gestures += done.performed;
        report.times.act += done.ended - done.began;
        if done.trouble.is_some() && !done.is_closed() {
            // The pointer stayed where it was when the window moved or was covered.
            self.park()?;
        }
        Ok(done)
    }

    /// `boards` are as in [`Session::perform`].
    fn perform(
        &mut self,
        gestures: Vec<Gesture>,
        boards: &[Vec<G::Puzzle>],
        spot: BoardSpot,
    ) -> Result<Done, Halt> {
        let park = spot.resting(self.session.profile);
        self.perform_in(self.session.pace.beat(), gestures, boards, spot, park)
    }

    /// The same in another beat, and the pointer rests elsewhere afterwards, in board pixels.
    fn perform_in(
        &mut self,
        beat: Beat,
        gestures: Vec<Gesture>,
        boards: &[Vec<G::Puzzle>],
        spot: BoardSpot,
        park: Point,
    ) -> Result<Done, Halt> {
        let done = self.session.perform(gestures, boards, spot, beat, park)?;
        self.parked = done.trouble.is_none().then(|| spot.on_screen(park));
        Ok(done)
    }

    /// Learns from a batch that did not do what it should.
    fn take_note(&mut self, now: &G::Puzzle, batch: usize, report: &mut PuzzleReport<G>) {
        let untried = self.plan.len() - batch;
        self.plan_from(now, report);
        let lost = self.plan.len().saturating_sub(untried).min(batch);
        self.session.pace.learn(batch, lost);
        tracing::debug!(batch, lost, beat = ?self.session.pace.beat(), "repairing");
    }
}
