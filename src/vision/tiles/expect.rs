//! Learning while a game is played: after a move that the rules foresee, tiles that were never seen so are
//! known.
//!
//! That the move came is told by all other tiles: those that should stay look as before, and those that should
//! change look otherwise, or as the class they should now be.

use std::time::{Duration, Instant};

use image::RgbaImage;

use super::compare::Dots;
use super::{PAGE, TileExample, TileGrid, TileLooks, cut};

mod novel;

use novel::novel;

/// A tile that differs by less looks as before. Mean levels; chosen: a shadow may fall on its rim.
const CHANGED: f32 = 4.0;

/// What changes differs by so many times more than what stays. Chosen: a shadow is no more than a part of what
/// throws it.
const CLEARLY: f32 = 2.5;

/// What was never seen must stay as it is for so long: it may still move. Chosen: longer than most animations of
/// one step.
const STILL: Duration = Duration::from_millis(160);

/// The same where nothing of what moved looks as it was ever seen: it may be on its way, in a game that gets no time of the
/// machine for a while. Chosen: twice as long as such games were seen to stand.
const BARE: Duration = Duration::from_millis(400);

/// What never stays as it is, such as a goal that pulses, is known when it has been the same thing for so long.
/// Chosen: twice as long as what games take for a step.
const PULSING: Duration = Duration::from_millis(800);

/// What was not to be seen for so long begins anew: it may have been something else meanwhile. Chosen: half of that.
const GAP: Duration = Duration::from_millis(400);

/// What differs by less is as it was. Mean levels; chosen: noise.
const SAME: f32 = 1.0;

/// A board lies elsewhere if so many of its tiles are there as they were, a share. Chosen: one move changes a few.
const FOLLOWED: f32 = 0.8;

/// So far off its place at least, in pixels. Chosen: where exactly it lies is not known better.
const ELSEWHERE: f64 = 0.5;

/// What is foreseen, and what came of it.
#[derive(Clone, Debug, Default)]
pub struct Expectation {
    /// The boards that moves lead to, the last one last.
    boards: Vec<Foreseen>,
    /// The board as it was read last.
    last: Option<Seen>,
    /// Tiles that may become known.
    pending: Option<Pending>,
    /// What was learned: a part of a picture, and what it shows.
    pub learned: Vec<(RgbaImage, TileExample)>,
    /// Whether the pointer may lie over the board, which would be learned as a part of what is there.
    is_hand_over: bool,
    /// The board as it was read last before something was learned under it.
    before_hand: Option<Seen>,
}

/// A board that moves lead to.
#[derive(Clone, Debug)]
pub struct Foreseen {
    pub letters: Vec<char>,
    /// The game may lay a sign over it.
    pub solves: bool,
}

#[derive(Clone, Debug)]
struct Seen {
    grid: TileGrid,
    letters: Vec<char>,
    tiles: Vec<Dots>,
}

impl Expectation {
    /// Moves will be made that lead to these boards.
    pub fn foresee(&mut self, boards: Vec<Foreseen>) {
        self.boards = boards;
        self.pending = None;
    }

    /// Another board may come.
    pub fn forget(&mut self) {
        self.boards.clear();
        self.pending = None;
        self.last = None;
        self.before_hand = None;
    }

    /// Whether the pointer may lie over the board from now on: what is learned under it holds until it has left, and may be
    /// learned anew then.
    pub fn hand(&mut self, is_over: bool, looks: Option<&mut TileLooks>) {
        self.is_hand_over = is_over;
        if is_over {
            return;
        }
        if let Some(before) = self.before_hand.take() {
            self.pending = None;
            self.last = Some(before);
        }
        looks.into_iter().for_each(TileLooks::drop_passing);
    }

    /// Whether a board is under way.
    pub fn is_playing(&self) -> bool {
        self.last.is_some()
    }

    /// Takes note of a board that was read.
    pub fn read(
        &mut self,
        picture: &RgbaImage,
        grid: TileGrid,
        letters: Vec<char>,
        looks: &TileLooks,
    ) {
        if self.boards.is_empty()
            && self
                .last
                .as_ref()
                .is_some_and(|last| last.letters == letters)
        {
            return;
        }
        let tiles = grid.closely(picture, looks.focus);
        self.pending = None;
        self.last = Some(Seen {
            grid,
            letters,
            tiles,
        });
    }

    /// A board that cannot be read lies there. If it is the one that was read last, which the page has moved meanwhile,
    /// what it shows is looked at there from now on.
    pub fn follow(&mut self, picture: &RgbaImage, grid: TileGrid) {
        let Some(last) = &mut self.last else {
            return;
        };
        let off = |axis: usize| (grid.lattice.first[axis] - last.grid.lattice.first[axis]).abs();
        let is_as_large = [grid.columns, grid.rows] == [last.grid.columns, last.grid.rows];
        if !is_as_large || off(0).max(off(1)) < ELSEWHERE {
            return;
        }
        let now = grid.dots(picture);
        let stays = |(was, is): &(&Dots, &Dots)| was.apart(is, f32::MAX) < CHANGED;
        let stayed = last.tiles.iter().zip(&now).filter(stays).count();
        if stayed as f32 >= FOLLOWED * now.len() as f32 {
            last.grid = grid;
        }
    }

    /// Where a board of these letters is that was read last and on which all that was free is as it was: nothing has moved
    /// on it, since what moves comes upon something free.
    pub fn unmoved(
        &self,
        picture: &RgbaImage,
        looks: &TileLooks,
        letters: &[char],
    ) -> Option<TileGrid> {
        let last = self.last.as_ref();
        let last = last.filter(|last| looks.is_joined() && last.letters == letters)?;
        let is_free = |letter: &char| !looks.covers(*letter) && !looks.is_page(*letter);
        let now = last.grid.dots(picture);
        let tiles = last.letters.iter().zip(last.tiles.iter().zip(&now));
        let mut free = tiles.filter(|(letter, _)| is_free(letter)).peekable();
        let is_any = free.peek().is_some();
        (is_any && free.all(|(_, (was, is))| was.apart(is, f32::MAX) < SAME)).then_some(last.grid)
    }

    /// Looks for a board that was foreseen; what it shows that was never seen is learned, once it has stayed
    /// as it is for a while. Says whether there is something that has yet to stay: then nothing can be read.
    pub fn learn(&mut self, picture: &RgbaImage, taken: Instant, looks: &mut TileLooks) -> bool {
        let Some(last) = &self.last else {
            return false;
        };
        let now = last.grid.closely(picture, looks.focus);
        let changed = last.tiles.iter().zip(&now);
        let changes: Vec<f32> = changed.map(|(was, is)| looks.change(was, is)).collect();
        let foreseen = self.boards.iter().rev();
        let mut novel = foreseen.filter_map(|board| {
            Some((&board.letters, novel(board, last, (&now, &changes), looks)?))
        });
        let Some((board, novel)) = novel.find(|(_, novel)| !novel.is_empty()) else {
            return false;
        };
        let before = self.pending.take();
        let before = before.filter(|pending| pending.goes_on(board, taken));
        let mut pending = before.unwrap_or_else(|| Pending::new(board, taken));
        let tiles = novel.iter().map(|at| (*at, now[*at].clone())).collect();
        let example = || shown(picture, &last.grid, (board, &novel));
        pending.look(taken, tiles, example);
        let moved = (0..board.len()).filter(|at| board[*at] != last.letters[*at]);
        let moved: Vec<usize> = moved.collect();
        let is_bare = !moved.is_empty() && moved.iter().all(|at| novel.contains(at));
        let still = if is_bare { BARE } else { STILL };
        let Some(settled) = pending.settled(still) else {
            self.pending = Some(pending);
            return true;
        };
        if self.is_hand_over && self.before_hand.is_none() {
            self.before_hand.clone_from(&self.last);
        }
        for Showing { tiles, example, .. } in settled {
            let mut is_new = false;
            for (at, tile) in tiles {
                let letter = pending.board[at];
                if self.is_hand_over {
                    tracing::debug!(?letter, "a tile looks so while the pointer may be on it");
                    looks.take_in_passing(letter, tile);
                } else {
                    tracing::info!(?letter, "learned how a tile looks");
                    is_new |= looks.take(letter, tile);
                }
            }
            // What looks as was known all along is no better known by one more example.
            self.learned.extend(is_new.then_some(example));
        }
        false
    }
}

/// A board that was foreseen and shows tiles that were never seen.
#[derive(Clone, Debug)]
struct Pending {
    board: Vec<char>,
    since: Instant,
    /// When it was seen last.
    last: Instant,
    /// How they looked, one after the other.
    seen: Vec<Showing>,
}

/// Tiles that were never seen, as they look at one time.
#[derive(Clone, Debug)]
struct Showing {
    taken: Instant,
    tiles: Vec<(usize, Dots)>,
    example: (RgbaImage, TileExample),
}

impl Pending {
    fn new(board: &[char], since: Instant) -> Self {
        Self {
            board: board.to_vec(),
            since,
            last: since,
            seen: Vec::new(),
        }
    }

    /// Whether it is this board, and was there all the while.
    fn goes_on(&self, board: &[char], taken: Instant) -> bool {
        self.board == board && taken.saturating_duration_since(self.last) < GAP
    }

    /// Takes note of how its tiles look at a time; `example` shows them.
    fn look(
        &mut self,
        taken: Instant,
        tiles: Vec<(usize, Dots)>,
        example: impl FnOnce() -> (RgbaImage, TileExample),
    ) {
        self.last = taken;
        if !self.seen.last().is_some_and(|last| last.is_same(&tiles)) {
            let example = example();
            self.seen.push(Showing {
                taken,
                tiles,
                example,
            });
        }
    }

    /// What is certain now: what has stayed as it is for so long, or all looks of what never stays, but for the first: those may
    /// be of a move.
    fn settled(&mut self, still: Duration) -> Option<Vec<Showing>> {
        let lasts = |from: Instant| self.last.saturating_duration_since(from);
        if self
            .seen
            .last()
            .is_some_and(|now| lasts(now.taken) >= still)
        {
            return self.seen.pop().map(|now| vec![now]);
        }
        if lasts(self.since) < PULSING {
            return None;
        }
        let mut seen: Vec<Showing> = Vec::new();
        for showing in self.seen.drain(..) {
            let is_late = showing.taken.saturating_duration_since(self.since) >= PULSING / 2;
            if is_late && !seen.iter().any(|other| other.is_same(&showing.tiles)) {
                seen.push(showing);
            }
        }
        Some(seen)
    }
}

impl Showing {
    fn is_same(&self, tiles: &[(usize, Dots)]) -> bool {
        let all = self.tiles.iter().zip(tiles);
        let is_same = |((at, a), (to, b)): (&(usize, Dots), &(usize, Dots))| {
            at == to && a.apart(b, f32::MAX) < SAME
        };
        self.tiles.len() == tiles.len() && all.into_iter().all(is_same)
    }
}

/// A picture of tiles that were never seen, and what they are.
fn shown(
    picture: &RgbaImage,
    grid: &TileGrid,
    (board, novel): (&[char], &[usize]),
) -> (RgbaImage, TileExample) {
    let letter = |at: usize| if novel.contains(&at) { board[at] } else { PAGE };
    cut(picture, grid, grid.rows(letter), None)
}
