//! What a board that was foreseen shows that was never seen.

use super::{CHANGED, CLEARLY, FOLLOWED, Foreseen, SAME, Seen};
use crate::vision::tiles::compare::Dots;
use crate::vision::tiles::{TileLooks, all_once};

/// The tiles that must be what the board says though that was never seen; None if the board is not the one that
/// is shown. `changes`: how much each differs from what it was.
pub(super) fn novel(
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
    // Whether one of them surely looks like something else.
    let mut is_denied = false;
    for (at, tile) in now.iter().enumerate() {
        // Where things cover several tiles, what is outside is told by where they are.
        if looks.is_joined() && looks.is_page(board[at]) {
            continue;
        }
        let guess = looks.classify(tile);
        if guess.is_sure() && looks.may_be(board[at], guess.class) {
            continue;
        }
        // What looks like what was there, such as the path where it came to, changes little.
        let stays_alike = !looks.is_joined() && looks.may_be(board[at], last.letters[at]);
        let clear = stays_alike || changes[at] > CHANGED.max(CLEARLY * shade);
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
        is_denied |= guess.is_sure();
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
    // What was read by the rules alone, as the one thing that is left, is that for as long as it stays; but where a car left
    // the board the rules say that it is at its goal, and what is to be seen there is floor.
    let is_as_read = !is_denied && novel.iter().all(|at| !moved(at) && changes[*at] < SAME);
    let proof = is_proven
        || is_left
        || is_as_read
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
