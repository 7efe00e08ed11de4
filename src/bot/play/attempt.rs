//! Playing the puzzle that is on the screen: plan, act, judge what came of it, until it is over.

use std::ops::ControlFlow::{self, Break, Continue};
use std::time::{Duration, Instant};

use super::check::After;
use super::manner::{mistaken, stuck};
use super::marks::{Marked, ROUNDS};
use super::solved_sign::{Before, PageSign, Told};
use super::{BLOCKED, Player, in_the_way};
use crate::bot::Halt;
use crate::bot::input_thread::Done;
use crate::bot::look::SeenBoard;
use crate::bot::report::{Ending, Evidence, PuzzleReport};
use crate::game::Game;
use crate::profile::SolvedBy;
use crate::screen::ScreenError;

/// Rounds in a row that change nothing, or are taken back, before a puzzle is given up; twice as many while slower
/// clicks are yet to be tried. Chosen: where half of all clicks are lost, so many in a row are once in 4096 times.
const ROUNDS_IN_VAIN: usize = 12;

/// And the least time for them. Chosen: more than twice the 2 s that games were seen to stand still while
/// they save.
const STILL: Duration = Duration::from_secs(5);

/// A board on which there is nothing to be done must stay as it is for so long before that is said: half painted it may
/// read as a puzzle without a solution. Chosen: web pages take 0.6 s to paint one, and longer under load.
const BARREN: Duration = Duration::from_millis(1500);

/// One puzzle being played.
pub(super) struct Attempt<'p, 'a, G: Game> {
    pub(super) player: &'p mut Player<'a, G>,
    pub(super) report: &'p mut PuzzleReport<G>,
    /// The board as it was seen last.
    pub(super) seen: SeenBoard<G>,
    /// What it looked like before anything was done.
    pub(super) before: Before<G>,
    /// By what the game has shown that the puzzle is solved.
    evidence: Option<Evidence>,
    /// Rounds in a row that changed nothing.
    in_vain: usize,
    /// When a round last changed something, and whether one ever did.
    moved: Instant,
    follows: bool,
    /// Whether the window changed in rounds that changed nothing on the board.
    stirs: bool,
    /// Since when every batch was interrupted before its first gesture was whole.
    blocked: Option<Instant>,
    /// When the last batch ended.
    acted: Option<Instant>,
    /// How often the board changed again after the last move of a list.
    taken_back: usize,
    /// All moves were made that solve it, whether or not they have shown yet.
    made: bool,
    /// How often what is no wall was marked, too.
    pub(super) marked: usize,
    /// What came up on the page after the last wall.
    pub(super) page_told: Option<PageSign>,
    /// What a game may want beyond its rules was done.
    pub(super) is_beyond: bool,
    /// How often the board was handed in.
    pub(super) submitted: usize,
}

/// Whether the puzzle is over; how it ended is in the report then.
type Step = Result<ControlFlow<()>, Halt>;

impl<'p, 'a, G: Game> Attempt<'p, 'a, G> {
    pub fn begin(
        player: &'p mut Player<'a, G>,
        seen: SeenBoard<G>,
        report: &'p mut PuzzleReport<G>,
    ) -> Self {
        report.first(&seen);
        player.session.see_buttons(&seen);
        player.session.watcher.memory = Some(seen.puzzle.clone());
        player.manner.begin(match player.session.profile.moves {
            Some(_) => &[],
            None => G::manners(&seen.puzzle),
        });
        let before = player.before(&seen);
        Self {
            player,
            report,
            seen,
            before,
            evidence: None,
            in_vain: 0,
            moved: Instant::now(),
            follows: false,
            stirs: false,
            blocked: None,
            acted: None,
            taken_back: 0,
            made: false,
            marked: 0,
            page_told: None,
            is_beyond: false,
            submitted: 0,
        }
    }

    /// Plays until the puzzle is solved or cannot be played on.
    pub fn play(mut self) -> Result<(), Halt> {
        let said = self.player.session.profile.moves;
        if let Some(why) = mistaken(said, G::manners(&self.seen.puzzle)) {
            self.report.give_up(&why);
            return Ok(());
        }
        loop {
            while self.evidence.is_none() && !G::is_solved(&self.seen.puzzle) {
                if self.round()?.is_break() {
                    return Ok(());
                }
            }
            if self.solved()?.is_break() {
                return Ok(());
            }
        }
    }

    /// Plans, acts, and judges what came of it.
    fn round(&mut self) -> Step {
        if let Some(ending) = self.player.plan_from(&self.seen.puzzle, self.report) {
            return self.out_of_moves(ending);
        }
        let done = self.act()?;
        if self.blocked.is_some_and(|since| since.elapsed() > BLOCKED) {
            return self.give_up(&in_the_way(&done));
        }
        self.judge(&done)
    }

    /// Performs the first moves of the plan. What was interrupted is judged by what was done.
    fn act(&mut self) -> Result<Done, Halt> {
        let player = &mut *self.player;
        let most = G::AT_ONCE.min(player.session.pace.at_once());
        let mut batch = player.plan.len().min(most);
        if batch == player.plan.len() {
            if batch > 1 && player.reads_page() {
                // The last one by itself: what it changes beside the board may be a sign.
                batch -= 1;
            }
            self.before.last_move(&self.seen.frame);
        }
        let done = player.act(&self.seen, batch, self.report)?;
        self.acted = Some(done.ended);
        self.made |= done.performed > 0 && G::is_solved(&player.planned(done.performed));
        self.blocked = (done.performed == 0).then(|| self.blocked.unwrap_or(done.began));
        Ok(done)
    }

    /// Compares what the screen shows with what the batch should have done.
    fn judge(&mut self, done: &Done) -> Step {
        let batch = done.performed;
        match self.player.check(&self.seen, batch, done)? {
            After::AsPlanned(now) => self.follow(now, batch),
            After::Solved(evidence) => self.signed(evidence, batch),
            After::Next(next) => {
                self.signed(Evidence::Next, batch);
                self.player.fresh = Some(next);
            }
            After::Unconfirmed(hidden) => {
                self.report.last = Some(self.player.planned(batch));
                self.report.ending = Ending::Unconfirmed(hidden.error.to_string());
                return Ok(Break(()));
            }
            // It was late; what was made again meanwhile is nothing to the next puzzle.
            After::Replaced(next) if self.made => {
                self.signed(Evidence::Next, self.player.plan.len());
                self.player.fresh = Some(next);
            }
            After::Replaced(_) => {
                self.report.ending = Ending::Replaced;
                return Ok(Break(()));
            }
            After::Lost(hidden) => {
                self.report.hidden(hidden);
                return Ok(Break(()));
            }
            After::Otherwise(now) => return self.repair(now, batch),
        }
        Ok(Continue(()))
    }

    /// Takes the puzzle for solved.
    fn signed(&mut self, evidence: Evidence, batch: usize) {
        self.player.session.pace.learn(batch, 0);
        self.evidence = Some(evidence);
        self.seen.puzzle = self.player.planned(batch);
    }

    /// Goes on along the plan.
    fn follow(&mut self, now: SeenBoard<G>, batch: usize) {
        self.player.session.pace.learn(batch, 0);
        self.seen = now;
        if self.player.tells_of_manner(batch) {
            self.player.manner.worked();
        }
        self.player.plan.drain(..batch);
        if batch > 0 {
            self.went_on();
        }
    }

    /// A round changed something.
    fn went_on(&mut self) {
        (self.in_vain, self.moved) = (0, Instant::now());
        (self.follows, self.stirs) = (true, false);
    }

    /// Goes on from a board that is not the planned one, unless it never changes.
    fn repair(&mut self, now: SeenBoard<G>, batch: usize) -> Step {
        let is_stuck = now.puzzle == self.seen.puzzle;
        let tells = self.player.tells_of_manner(batch);
        self.player.take_note(&now.puzzle, batch, self.report);
        match is_stuck {
            true => {
                self.in_vain += 1;
                self.stirs |= now.frame.image != self.seen.frame.image;
            }
            false => self.went_on(),
        }
        if is_stuck
            && tells
            && !self.player.manner.is_sure()
            && let Some(ended) = self.acted
            && let Some(late) = self.player.late(&now, ended)?
        {
            // Nor is the same place clicked again at once: that may mean something else.
            self.player.manner.worked();
            return Ok(self.go_on_from(late));
        }
        if tells && self.player.manner.failed(is_stuck) {
            self.player.plan.clear();
            self.player.session.pace.drags.begin_anew();
            self.in_vain = 0;
        }
        let rounds = match self.player.session.pace.is_slowest() {
            true => ROUNDS_IN_VAIN,
            false => 2 * ROUNDS_IN_VAIN,
        };
        if self.in_vain >= rounds && self.moved.elapsed() > STILL {
            let ways = G::manners(&self.seen.puzzle);
            return self.give_up(&stuck(ways, self.in_vain, [self.follows, self.stirs]));
        }
        Ok(self.go_on_from(now))
    }

    /// There are no moves to be made: takes all back if that may help, and waits for effects that come late.
    fn out_of_moves(&mut self, ending: Ending) -> Step {
        let is_spoiled = matches!(ending, Ending::Impossible | Ending::Unknown(_));
        if is_spoiled {
            tracing::info!(board = %self.seen.puzzle, "no way on from here: {}", ending.word());
        }
        if is_spoiled && let Some(fresh) = self.player.reset(&self.seen, self.report)? {
            self.made = false;
            self.seen = fresh;
            return Ok(Continue(()));
        }
        if ending == Ending::Played
            && let Some(ended) = self.acted
            && let Some(now) = self.player.late(&self.seen, ended)?
        {
            self.taken_back += 1;
            if self.taken_back > ROUNDS_IN_VAIN {
                return self.give_up("the game takes moves back");
            }
            return Ok(self.go_on_from(now));
        }
        if ending == Ending::Impossible && self.report.gestures > 0 {
            let why = "after these moves it can no longer be solved, and they were not taken back: say in the \
                       profile how (`reset`)";
            return self.give_up(why);
        }
        self.report.ending = match self.becomes_another(&ending)? {
            true => Ending::Replaced,
            false => ending,
        };
        self.report.last = Some(self.seen.puzzle.clone());
        Ok(Break(()))
    }

    /// Whether a board that cannot be played at all turns into something else, and so was not whole.
    fn becomes_another(&mut self, ending: &Ending) -> Result<bool, Halt> {
        let is_barren = matches!(ending, Ending::Impossible | Ending::Several(_));
        if !is_barren || self.report.gestures > 0 {
            return Ok(false);
        }
        let now = Instant::now();
        let other = self.player.changed(&self.seen.puzzle, now, now + BARREN)?;
        Ok(other.is_some())
    }

    fn go_on_from(&mut self, now: SeenBoard<G>) -> ControlFlow<()> {
        self.report.repairs += 1;
        self.seen = now;
        Continue(())
    }

    fn give_up(&mut self, why: &str) -> Step {
        self.report.give_up(why);
        Ok(Break(()))
    }

    /// The puzzle is solved by its rules or its game. Goes on where more is to be done first.
    fn solved(&mut self) -> Step {
        self.report.ending = Ending::Solved;
        let solved = self.seen.puzzle.clone();
        self.player.played = Some(self.seen.clone());
        let evidence = self.evidence.unwrap_or(Evidence::Board);
        self.report.evidence = Some(evidence);
        self.report.moved_by = self.player.manner.found();
        self.report.last = Some(solved.clone());
        let is_over = matches!(evidence, Evidence::Next | Evidence::Left);
        if self.report.gestures == 0 || is_over {
            if evidence == Evidence::Next {
                self.doubt_next();
            }
            return Ok(Break(()));
        }
        let signed = evidence == Evidence::Sign;
        if self.marked == 0 && self.player.session.profile.marks == Some(true) && !signed {
            return self.go_on_marking();
        }
        if !signed {
            self.submit()?;
        }
        let told = self.player.told(&self.before, &solved, signed, self.report);
        let told = match told {
            // The game ended with it.
            Err(Halt::Screen(ScreenError::Gone)) => {
                self.report.evidence = Some(Evidence::Left);
                return Ok(Break(()));
            }
            told => told?,
        };
        match told {
            Told::Nothing | Told::Missed(_) if self.submits_again() => {
                return Ok(Continue(()));
            }
            Told::Nothing if self.submitted > 0 => self.unsigned(None),
            Told::Ruled if self.goes_beyond(&solved)? => return Ok(Continue(())),
            Told::Ruled if self.lacks_sign(&solved) => {
                self.unsigned(self.player.session.profile.solved)
            }
            Told::Solved | Told::Ruled => self.learn_marks(true),
            Told::Next(next) => self.came(next),
            Told::Page if self.marked > 0 || self.takes_no_marks() => self.learn_marks(true),
            Told::Page if self.may_mark(&solved)? => {
                self.page_told = self.sign_on_page()?;
                return self.go_on_marking();
            }
            Told::Page => self.unsigned(None),
            // It came before without marks: the rules tell, where all of the board was read.
            Told::Missed(by) if self.report.deduced || self.marked + self.submitted > 0 => {
                self.unsigned(Some(by))
            }
            Told::Missed(_) => {}
            Told::Nothing if self.page_told.is_some() && self.is_all_marked()? => {
                self.signed_on_page()?
            }
            Told::Nothing if self.comes_by_itself(&solved)? => {
                self.report.evidence = Some(Evidence::Next);
            }
            Told::Nothing if self.may_mark(&solved)? => return self.go_on_marking(),
            Told::Nothing if self.wants_no_more()? => self.learn_marks(false),
            Told::Nothing => self.unsigned(None),
        }
        Ok(Break(()))
    }

    /// What came up on the page was the sign: marks bring no other.
    fn signed_on_page(&mut self) -> Result<(), Halt> {
        self.learn_no_marks()?;
        self.report.solved_by = Some(SolvedBy::Page);
        Ok(())
    }

    /// The game does not show that the puzzle is solved.
    fn unsigned(&mut self, by: Option<SolvedBy>) {
        self.learn_marks(false);
        if self.report.solved_by == Some(SolvedBy::Page) {
            self.report.solved_by = None;
        }
        self.report.evidence = None;
        self.report.ending = Ending::Unsigned(by);
    }

    /// Marks what is no wall, and plays on if that changed walls.
    fn go_on_marking(&mut self) -> Step {
        self.marked += 1;
        match self.mark()? {
            Marked::Made => {}
            // A board that takes no marks any more is closed.
            Marked::Nothing if self.page_told.is_some() => {
                self.signed_on_page()?;
                return Ok(Break(()));
            }
            // Nor did it ever show a sign: its rules alone tell.
            Marked::Nothing => {
                self.learn_marks(false);
                return Ok(Break(()));
            }
            Marked::Unreadable => {
                let why =
                    "what is no wall was to be marked, and the board could not be read any more";
                self.report.ending = Ending::Unconfirmed(why.into());
                (self.report.evidence, self.report.solved_by) = (None, None);
                return Ok(Break(()));
            }
            // They are drawn anew, and no more is marked.
            Marked::Spoiled => self.marked = ROUNDS,
        }
        Ok(Continue(()))
    }
}
