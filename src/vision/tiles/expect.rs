//! Learning while a game is played: after a move that the rules foresee, tiles that were never seen so are
//! known.
//!
//! That the move came is told by all other tiles: those that should stay look as before, and those that should
//! change look otherwise, or as the class they should now be.

use std::time::{Duration, Instant};

use image::RgbaImage;

use super::compare::Dots;
use super::{PAGE, TileExample, TileGrid, TileLooks, all_once, cut};

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
    }

    /// Whether a board is under way.
    pub fn is_playing(&self) -> bool {
        self.last.is_some()
    }

    /// Takes note of a board that was read.
    pub fn read(&mut self, picture: &RgbaImage, grid: TileGrid, letters: Vec<char>) {
        if self.boards.is_empty()
            && self
                .last
                .as_ref()
                .is_some_and(|last| last.letters == letters)
        {
            return;
        }
        let tiles = grid.dots(picture);
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
        let changes: Vec<f32> = changed.map(|(was, is)| was.apart(is, f32::MAX)).collect();
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
        for Showing { tiles, example, .. } in settled {
            let mut is_new = false;
            for (at, tile) in tiles {
                tracing::info!(letter = ?pending.board[at], "learned how a tile looks");
                is_new |= looks.take(pending.board[at], tile);
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

/// The tiles that must be what the board says though that was never seen; None if the board is not the one that
/// is shown. `changes`: how much each differs from what it was.
fn novel(
    foreseen: &Foreseen,
    last: &Seen,
    (now, changes): (&[Dots], &[f32]),
    looks: &TileLooks,
) -> Option<Vec<usize>> {
    let board = &foreseen.letters;
    if board.len() != last.letters.len() {
        return None;
    }
    let moved = |at: &usize| board[*at] != last.letters[*at];
    // Where a thing that covers several tiles lay and lies now, another part of it may be; what is left of one that lost a
    // part may have another outline.
    let of_moved = (0..now.len()).filter(moved);
    let of_moved = of_moved.flat_map(|at| [board[at], last.letters[at]]);
    let things: Vec<char> = of_moved.filter(|letter| looks.covers(*letter)).collect();
    let are_single = all_once(board);
    // A thing of which there is one may turn where it is: the tail of a worm that fell.
    let is_once = |class: char| board.iter().filter(|other| **other == class).count() == 1;
    let may_turn = |at: &usize| {
        changes[*at] > CHANGED && !are_single && looks.is_joined() && is_once(board[*at])
    };
    let stayed =
        (0..now.len()).filter(|at| !moved(at) && !things.contains(&board[*at]) && !may_turn(at));
    let stayed: Vec<usize> = stayed.collect();
    let changed = stayed.iter().filter(|at| changes[**at] > CHANGED).count();
    if changed as f32 > (1.0 - FOLLOWED) * stayed.len() as f32 {
        // The page may have moved the board.
        return None;
    }
    let most = |of: &mut dyn Iterator<Item = usize>| of.map(|at| changes[at]).fold(0.0, f32::max);
    // Shadows and the like of what moved may fall on all others; what changes more than that is none.
    let lit = lit(&stayed, changes, last.grid.columns, moved, looks);
    let lit = lit.filter(|at| changes[*at] > most(&mut (0..now.len()).filter(|at| moved(at))));
    let shade = most(&mut stayed.iter().copied().filter(|at| Some(*at) != lit));
    // Where each thing is there once, what looks like another is none that is where it should be. Small numbers on
    // large tiles change little: what is surely something else by now did not stay.
    let is_gone = |at: usize| {
        let guess = looks.classify(&now[at]);
        guess.is_sure() && !looks.may_be(board[at], guess.class)
    };
    let is_elsewhere = |class: char| {
        let stays = |at: &usize| board[*at] == class && changes[*at] < CHANGED;
        are_single && stayed.iter().any(|at| stays(at) && !is_gone(*at))
    };
    let is_replaced = |by: char| {
        let mut own = (0..now.len()).filter(|at| board[*at] == by);
        are_single && own.any(is_gone)
    };
    let mut novel = Vec::new();
    // Whether all of them look like what they are, only not surely.
    let mut are_likely = true;
    for (at, tile) in now.iter().enumerate() {
        // Where things cover several tiles, what is outside is told by where they are.
        if looks.is_joined() && looks.is_page(board[at]) {
            continue;
        }
        let guess = looks.classify(tile);
        if guess.is_sure() && looks.may_be(board[at], guess.class) {
            continue;
        }
        let clear = changes[at] > CHANGED.max(CLEARLY * shade);
        let is_other = match moved(&at) {
            true => !clear || (guess.is_sure() && !is_elsewhere(guess.class)),
            // What is surely something else now did not stay, but for a shadow on it.
            false if guess.is_sure() => changes[at] > CHANGED || is_replaced(guess.class),
            // What came over it as the board was solved is the sign of that.
            false => foreseen.solves && changes[at] > CLEARLY * CHANGED,
        };
        if is_other {
            return None;
        }
        are_likely &= guess.known && looks.may_be(board[at], guess.class);
        novel.push(at);
    }
    // Where all that changed is surely what it should be, a shadow may have fallen on what stayed.
    let has_moved = || (0..now.len()).any(|at| moved(&at));
    let is_left = match novel[..] {
        // All else is sure, so that it is the one thing that is missing; but something may lie over it.
        [at] => changes[at] < CHANGED && all_once(board),
        _ => false,
    };
    // Where all that moved is surely where it should be, the rest of the same things, or of a worm, may have turned.
    let has_turned = |at: &usize| !stayed.contains(at) && changes[*at] > CHANGED;
    let is_proven = novel.iter().any(moved) || novel.is_empty();
    let proof = is_proven
        || is_left
        || (has_moved() && novel.iter().all(has_turned))
        || (are_likely && has_moved())
        || (lit.is_some() && novel == lit.as_slice());
    proof.then_some(novel)
}

/// The tile that looks otherwise because of the move beside it, such as a wall that was run into: nothing else that stayed
/// has changed, as it would under something that lies over the board.
fn lit(
    stayed: &[usize],
    changes: &[f32],
    columns: usize,
    moved: impl Fn(&usize) -> bool,
    looks: &TileLooks,
) -> Option<usize> {
    let mut changed = stayed.iter().filter(|at| changes[**at] >= CHANGED);
    let only = *changed.next().filter(|_| changed.next().is_none())?;
    let is_beside = |other: &usize| {
        let [a, b] = [only, *other].map(|at| [at % columns, at / columns]);
        a[0].abs_diff(b[0]) + a[1].abs_diff(b[1]) == 1
    };
    let mut moved = (0..changes.len()).filter(moved);
    (!looks.is_joined() && moved.any(|at| is_beside(&at))).then_some(only)
}
