//! How a game shows that a puzzle is solved: watched the first time, and whenever a game must confirm what
//! was only deduced.

use std::time::{Duration, Instant};

use super::Player;
use crate::base::{Point, Rect};
use crate::bot::Halt;
use crate::bot::compare::{changed_since, is_dimmed, is_signed_around};
use crate::bot::look::{Hidden, Observation, SeenBoard};
use crate::bot::report::PuzzleReport;
use crate::game::Game;
use crate::profile::SolvedBy;
use crate::screen::Frame;
use crate::vision::{Place, View};

/// A sign comes up within this time after the last move. Chosen: a banner comes at once or fades in like a
/// wall (250 ms in practice skins); a title may change later.
pub(super) const SIGN: Duration = Duration::from_millis(900);
/// But it is looked so often at least: where one look takes long, a sign may come up in the last.
const LOOKS: usize = 4;
/// A board that is hidden for so long is hidden by something: three frames at 20 frames a second, none of
/// them half painted.
const HIDDEN: Duration = Duration::from_millis(150);
/// Something that changes is different by then.
const LATER: Duration = Duration::from_millis(150);
/// The floor has another colour if so large a share of the cells differ: never are so many of them walls.
const RECOLOURED: f32 = 0.8;
/// A cell differs if so much of it does: shadows of walls cover less.
pub(super) const DIFFERENT: f32 = 0.5;

/// And something lies over one if so much of it does.
const HIDES: f32 = 0.25;

/// What a wall changes around the cells is no wider than one part in so many of their pitch. Chosen: shadows are less.
const RIM: f64 = 12.0;

/// A button reaches no further from where it is clicked, in board pixels. Chosen: a word of a large font.
const BUTTON: i32 = 48;

/// What a board and its window looked like before anything was done.
pub(super) struct Before<G: Game> {
    seen: SeenBoard<G>,
    title: Option<String>,
    /// The window before the first and right before the last of the moves of which the last should bring the sign.
    page: [Frame; 2],
    /// Cells that look otherwise since, and not for any sign.
    left: Vec<usize>,
}

impl<G: Game> Before<G> {
    /// What is done next changes these cells, and on a solved board no others.
    pub fn leaves(&mut self, cells: Vec<usize>) {
        self.left = cells;
    }

    /// The last move is about to be made.
    pub fn last_move(&mut self, frame: &Frame) {
        self.page[1] = frame.clone();
    }

    /// The sign is expected of other moves now, of which the first is about to be made.
    pub fn first_again(&mut self, seen: &SeenBoard<G>) {
        self.page = [seen.frame.clone(), seen.frame.clone()];
    }

    /// The last of these is about to be made on this board.
    pub fn last_again(&mut self, seen: &SeenBoard<G>) {
        self.seen = seen.clone();
        self.page[1] = seen.frame.clone();
    }

    /// What the page shows now, after the last of these moves.
    pub fn signed(&self, now: &Frame) -> PageSign {
        let [first, last] = self.page.clone();
        PageSign {
            page: [first, last, now.clone()],
        }
    }

    /// By what a sign shows that the puzzle is solved; None if that is not to be told: what takes the board away may be
    /// one, and so may the next puzzle that comes once more was done than the rules ask for.
    fn shown(&self, sign: &Sign<G>) -> Option<SolvedBy> {
        match sign {
            Sign::By(by) => Some(*by),
            Sign::Next(_) if !self.left.is_empty() => None,
            Sign::Next(_) | Sign::None => Some(SolvedBy::Nothing),
            Sign::Unseen => None,
        }
    }

    /// Whether it is known what the moves before the last change on the page.
    fn tells_of_page(&self) -> bool {
        self.page[0].image != self.page[1].image
    }
}

/// Something that came up on the page: the window before the first of some moves, before the last, and with it.
pub(super) struct PageSign {
    page: [Frame; 3],
}

/// What the game told of a board that is solved by its rules.
pub(super) enum Told<G: Game> {
    /// Enough.
    Solved,
    /// Nothing, but its rules are enough.
    Ruled,
    /// Something came up on the page, and nobody knows whether it says that floor is to be marked besides.
    Page,
    /// The next puzzle came by itself.
    Next(SeenBoard<G>),
    /// Nothing, and never did.
    Nothing,
    /// Not what it told before.
    Missed(SolvedBy),
}

/// What came up after the last move.
enum Sign<G: Game> {
    By(SolvedBy),
    Next(SeenBoard<G>),
    None,
    /// The board is not to be seen any more, for whatever reason.
    Unseen,
}

/// What is being watched for a sign.
struct SignWatch<'b, G: Game> {
    before: &'b Before<G>,
    solved: &'b G::Puzzle,
    begun: Instant,
    /// Since when the board is hidden.
    hidden: Option<Instant>,
    /// The page as it was when it began to look as it does now.
    page: Option<Frame>,
    /// Whether something is on the page, and whether it has stood there for long enough.
    is_on_page: bool,
    stands: bool,
    /// How often it was looked, and whether the board was to be seen then.
    looks: usize,
    is_seen: bool,
    /// Another puzzle that came up.
    next: Option<G::Puzzle>,
}

impl<G: Game> Player<'_, G> {
    pub(super) fn before(&mut self, seen: &SeenBoard<G>) -> Before<G> {
        Before {
            seen: seen.clone(),
            title: self.session.watcher.title(),
            page: [seen.frame.clone(), seen.frame.clone()],
            left: Vec::new(),
        }
    }

    /// A board with something that was never seen, if it makes sense in one way only, a moment later, too.
    pub(super) fn deduce(&mut self, hidden: &Hidden) -> Result<Option<SeenBoard<G>>, Halt> {
        let Some(seen) = self.deduced(hidden) else {
            return Ok(None);
        };
        let later = self.session.watcher.look(hidden.frame.taken + LATER)?;
        Ok(match later {
            Observation::Hidden(later) => self.deduced(&later),
            _ => None,
        }
        .filter(|later| later.puzzle == seen.puzzle))
    }

    fn deduced(&self, hidden: &Hidden) -> Option<SeenBoard<G>> {
        let place = hidden.place?;
        let view = View {
            frame: &hidden.frame,
            place,
        };
        let puzzle = G::abilities().fits?.deduce(&view, self.session.profile)?;
        tracing::info!("deduced what was never seen");
        Some(SeenBoard {
            puzzle,
            confidence: self.session.profile.confidence,
            frame: hidden.frame.clone(),
            place,
            grid: None,
        })
    }

    /// What the game tells of a puzzle that is solved by its rules; takes note of how it shows that, if a fitted profile
    /// does not know yet or something is to be confirmed. `signed`: the board is hidden by a sign.
    pub(super) fn told(
        &mut self,
        before: &Before<G>,
        solved: &G::Puzzle,
        signed: bool,
        report: &mut PuzzleReport<G>,
    ) -> Result<Told<G>, Halt> {
        let profile = self.session.profile;
        let usual = profile.solved.filter(|by| *by != SolvedBy::Nothing);
        let comes_up = matches!(usual, Some(by) if by != SolvedBy::Page);
        // What is pressed before it comes up may be lost, and then lies under it; or the last move is still under way, and
        // the game never counts it.
        let may_want_more = self.wants_sign() || self.beyond(solved, before.seen.grid).is_some();
        let is_watched = report.deduced || usual.is_none() || comes_up || may_want_more;
        if profile.seen_at.is_none()
            || !is_watched
            || (signed && usual.is_some() && !report.deduced)
        {
            return Ok(Told::Solved);
        }
        let sign = match signed {
            true if self.session.watcher.is_covered() => Sign::By(SolvedBy::Window),
            true => Sign::By(SolvedBy::Banner),
            false => self.sign(before, solved)?,
        };
        if let Some(by) = before.shown(&sign)
            && (report.deduced || usual.is_none() && profile.solved != Some(by))
        {
            // What it once showed it shows every time; this time it did not.
            let is_usual = usual.is_none_or(|usual| usual == by);
            report.solved_by = Some(if is_usual { by } else { SolvedBy::Nothing });
        }
        Ok(match (sign, usual) {
            (Sign::Next(next), _) => Told::Next(next),
            // What takes the board away when it is handed in tells that it was looked at.
            (Sign::Unseen, _) if !profile.submit.is_none() => Told::Solved,
            (Sign::None | Sign::Unseen, _) if !self.wants_sign() => Told::Ruled,
            // A title that tells of a solved puzzle may stay for the next.
            (Sign::None | Sign::Unseen, None | Some(SolvedBy::Title)) => Told::Nothing,
            (Sign::None | Sign::Unseen, Some(usual)) => Told::Missed(usual),
            (Sign::By(SolvedBy::Page), _)
                if profile.marks.is_none() && profile.submit.is_none() =>
            {
                Told::Page
            }
            (Sign::By(_), _) => Told::Solved,
        })
    }

    fn sign(&mut self, before: &Before<G>, solved: &G::Puzzle) -> Result<Sign<G>, Halt> {
        let mut watch = SignWatch {
            before,
            solved,
            begun: Instant::now(),
            hidden: None,
            page: None,
            is_on_page: false,
            stands: false,
            looks: 0,
            is_seen: true,
            next: None,
        };
        self.session.watcher.awaits_sign = true;
        let sign = self.sign_within(&mut watch);
        self.session.watcher.awaits_sign = false;
        sign
    }

    fn sign_within(&mut self, watch: &mut SignWatch<G>) -> Result<Sign<G>, Halt> {
        // What is there when the time is over may have come up while the board was searched for in one frame.
        let is_pending = |watch: &SignWatch<G>| {
            watch.hidden.is_some() || (watch.is_on_page && !watch.stands) || watch.looks < LOOKS
        };
        while watch.begun.elapsed() < self.sign_time() || is_pending(watch) {
            watch.looks += 1;
            let now = self.session.watcher.title();
            if now.is_some() && now != watch.before.title {
                return Ok(Sign::By(SolvedBy::Title));
            }
            let look = self.session.watcher.look(Instant::now())?;
            watch.is_seen = !matches!(look, Observation::Hidden(_));
            match look {
                Observation::Solved(_) if self.session.watcher.is_covered() => {
                    return Ok(Sign::By(SolvedBy::Window));
                }
                Observation::Solved(_) => return Ok(Sign::By(SolvedBy::Banner)),
                Observation::Hidden(hidden)
                    if (hidden.place.is_some() || self.is_shaded(watch.before, &hidden))
                        && self.hides_more(watch.before, &hidden) =>
                {
                    let since = *watch.hidden.get_or_insert(hidden.frame.taken);
                    if hidden.frame.taken - since > HIDDEN {
                        return Ok(Sign::By(SolvedBy::Banner));
                    }
                }
                Observation::Hidden(_) => watch.hidden = None,
                Observation::Board(seen) => {
                    if let Some(sign) = self.sign_of_board(watch, seen) {
                        return Ok(sign);
                    }
                }
            }
        }
        // Something else may come up a moment after it, and tells more.
        Ok(match watch.stands {
            true => Sign::By(SolvedBy::Page),
            false if watch.is_seen => Sign::None,
            false => Sign::Unseen,
        })
    }

    /// Whether something lies over other cells than those that look otherwise anyway.
    fn hides_more(&self, before: &Before<G>, now: &Hidden) -> bool {
        let is_as_large = before.seen.frame.image.dimensions() == now.frame.image.dimensions();
        if before.left.is_empty() || !is_as_large {
            return true;
        }
        let views = before.seen.with(&now.frame);
        let cells = self.session.profile.placed(before.seen.grid).places().cells;
        let others = (0..cells.len()).filter(|at| !before.left.contains(at));
        let is_hidden = |area| changed_since(&views[0], &views[1], area, Point::default()) > HIDES;
        others.map(|at| cells[at]).any(is_hidden)
    }

    /// What a board that can be read shows of a sign.
    fn sign_of_board(&self, watch: &mut SignWatch<G>, seen: SeenBoard<G>) -> Option<Sign<G>> {
        watch.hidden = None;
        if !G::same_puzzle(&seen.puzzle, watch.solved) {
            let is_same_again = watch.next.as_ref() == Some(&seen.puzzle);
            watch.next = Some(seen.puzzle.clone());
            return is_same_again.then_some(Sign::Next(seen));
        }
        if self.is_recoloured(watch.before, &seen) {
            return Some(Sign::By(SolvedBy::Colour));
        }
        // What comes up while a mark is still half a wall tells of that wall.
        if !self.reads_page() || !watch.before.tells_of_page() || !G::is_solved(&seen.puzzle) {
            return None;
        }
        let first = watch.page.get_or_insert_with(|| seen.frame.clone());
        if !self.is_signed_around(watch.before, [first, &seen.frame]) {
            (watch.is_on_page, watch.stands) = (false, false);
            watch.page = Some(seen.frame);
            return None;
        }
        watch.is_on_page = true;
        watch.stands = seen.frame.taken - first.taken > HIDDEN;
        let is_usual = self.session.profile.solved == Some(SolvedBy::Page);
        (watch.stands && is_usual).then_some(Sign::By(SolvedBy::Page))
    }

    /// Whether the last move alone changed something on the page around the board, which stays.
    fn is_signed_around(&self, before: &Before<G>, after: [&Frame; 2]) -> bool {
        let without = self.board_areas(before.seen.place);
        is_signed_around(before.page.each_ref(), after, &without)
    }

    /// Whether the page shows this sign now, and nothing that it did not show then.
    pub(super) fn is_still(&self, sign: &PageSign, now: &SeenBoard<G>) -> bool {
        let without = self.board_areas(now.place);
        let [first, last, then] = sign.page.each_ref();
        is_signed_around([first, last], [then, &now.frame], &without)
            && !is_signed_around([first, last, then], [&now.frame; 2], &without)
    }

    /// What is no page around a board at this place: cells and numbers.
    fn board_areas(&self, place: Place) -> Vec<Rect> {
        let profile = self.session.profile;
        let [across, down] = profile.cells.pitch;
        let rim = (across.max(down) / RIM).ceil() as i32;
        let mut without = profile.plates();
        without.push(profile.cells.bounds().grown(rim));
        // A button is lit under the pointer, or ringed once it was clicked.
        let buttons = profile.submit.points();
        without.extend(buttons.map(|at| Rect::new(at.x, at.y, 1, 1).grown(BUTTON)));
        without.iter().map(|area| place.area(*area)).collect()
    }

    /// Whether a change of the page around the board may be by what a solved puzzle is known. The last move is made
    /// by itself then.
    pub(super) fn reads_page(&self) -> bool {
        let profile = self.session.profile;
        let may_be = matches!(
            profile.solved,
            None | Some(SolvedBy::Nothing | SolvedBy::Page)
        );
        may_be && profile.seen_at.is_some() && self.wants_sign()
    }

    /// Whether a dialog shades the board so much that it is not found.
    fn is_shaded(&self, before: &Before<G>, now: &Hidden) -> bool {
        let views = before.seen.with(&now.frame);
        let is_as_large = before.seen.frame.image.dimensions() == now.frame.image.dimensions();
        let places = self.session.profile.placed(before.seen.grid).places();
        is_as_large && is_dimmed(&views[0], &views[1], &places.cells)
    }

    /// Whether most of the board has other colours than before, wherever it is now: of tiles, those that no move
    /// changed.
    fn is_recoloured(&self, before: &Before<G>, now: &SeenBoard<G>) -> bool {
        let boards = [&before.seen, now];
        let views = boards.map(|seen| View {
            frame: &seen.frame,
            place: seen.place,
        });
        let [old, new] = boards.map(|seen| self.session.profile.placed(seen.grid).places().cells);
        let [was, is] = boards.map(|seen| match G::abilities().tiled {
            Some(tiled) if seen.grid.is_some() => tiled.sketch(&seen.puzzle).letters,
            _ => vec![' '; old.len()],
        });
        if [new.len(), was.len(), is.len()] != [old.len(); 3] {
            return false;
        }
        let kept: Vec<usize> = (0..old.len()).filter(|at| was[*at] == is[*at]).collect();
        let differs = |at: &&usize| {
            let (old, new) = (old[**at], new[**at]);
            let by = new.corner() - old.corner();
            changed_since(&views[0], &views[1], old, by) > DIFFERENT
        };
        let differ = kept.iter().filter(differs).count();
        differ as f32 > RECOLOURED * kept.len() as f32
    }

    /// Whether a board that its rules call solved is not enough: versions of the game may want more, which only their sign
    /// tells.
    pub(super) fn wants_sign(&self) -> bool {
        G::abilities().fits.is_some() || !self.session.profile.submit.is_none()
    }
}
