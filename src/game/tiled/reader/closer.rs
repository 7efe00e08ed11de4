//! A board that is read at a size that was only guessed is looked at again as large as its own edges tell: what is beside a
//! board has edges as well, and with tiles that are not quite as large a thing may seem to end where it does not.

use image::RgbaImage;

use super::{Look, Reader};
use crate::game::Game;
use crate::screen::Frame;
use crate::vision::tiles::{TileLooks, part, sizes_about};
use crate::vision::{ReadError, ReadScratch, Reading};

/// A guess that the board's edges confirm is off what they tell by less, as a share. Chosen: the last of a dozen tiles is off by
/// a twentieth of one.
const SAME: f64 = 0.004;

/// The same of a size that was learned. Chosen: edges of few blocks tell no better.
const NEARLY: f64 = 0.01;

impl<G: Game> Reader<'_, G> {
    /// A look that read a board at a guessed size, or one at a size that the board's own edges tell: of those that read it the
    /// first that shows what most do. What is uncertain at one size is not made certain by another.
    pub(super) fn closer(
        &self,
        frame: &Frame,
        scratch: &ReadScratch,
        look: Look<G::Puzzle>,
    ) -> Look<G::Puzzle> {
        let guessed = look.left.magnified.filter(|_| look.reading.is_ok());
        let Some(guessed) = guessed else {
            return look;
        };
        let about = told_by_edges(&look.left, &frame.image);
        if about.first().is_none_or(|times| (times - 1.0).abs() < SAME) {
            return look;
        }
        let scales = about.iter().map(|times| Some(guessed * times));
        let mut looks: Vec<_> = scales
            .map(|scale| self.look(frame, scratch, scale, true))
            .collect();
        looks.push(look);
        let shown: Vec<_> = looks.iter().map(Look::shown).collect();
        let chosen = mostly(&shown);
        tracing::debug!(guessed, ?about, chosen, "looked at closer");
        match chosen {
            Some(at) => looks.swap_remove(at),
            None => Look {
                reading: Err(unsure()),
                left: scratch.clone(),
            },
        }
    }

    /// What was found as large as it was learned, unless its own edges tell that it is not, and it is another board then.
    pub(super) fn as_large(
        &self,
        frame: &Frame,
        scratch: &ReadScratch,
        reading: Reading<G::Puzzle>,
    ) -> Result<Reading<G::Puzzle>, ReadError> {
        let is_joined = scratch.looks.as_ref().is_some_and(TileLooks::is_joined);
        let about = match is_joined {
            true => told_by_edges(scratch, &frame.image),
            false => Vec::new(),
        };
        if about.is_empty() || about.iter().any(|times| (times - 1.0).abs() < NEARLY) {
            return Ok(reading);
        }
        let looks = about
            .iter()
            .map(|times| self.look(frame, scratch, Some(*times), true));
        let others: Vec<_> = looks.filter_map(|look| look.reading.ok()).collect();
        let is_other = |other: &Reading<G::Puzzle>| {
            other.puzzle != reading.puzzle && other.puzzle == others[0].puzzle
        };
        match others.len() == about.len() && others.iter().all(is_other) {
            true => Err(unsure()),
            false => Ok(reading),
        }
    }
}

impl<P> Look<P> {
    /// What it read.
    fn shown(&self) -> Option<&P> {
        let reading = self.reading.as_ref().ok();
        reading.map(|reading| &reading.puzzle)
    }
}

fn unsure() -> ReadError {
    ReadError::Unsure {
        what: "the board".into(),
        why: "at nearly the same size it reads as another".into(),
    }
}

/// How many times as large as it was a picture may have to be seen for tiles of the size that the edges of what was noted
/// tell, the likeliest first.
fn told_by_edges(left: &ReadScratch, picture: &RgbaImage) -> Vec<f64> {
    let areas = left.notes.iter().map(|note| note.area);
    let all = areas.reduce(|all, area| all.around(&area));
    let Some((area, lattice)) = all.zip(left.lattice) else {
        return Vec::new();
    };
    let pitch = lattice
        .pitch
        .map(|side| side / left.magnified.unwrap_or(1.0));
    let (tiles, _) = part(picture, area);
    let sizes = sizes_about(&tiles, pitch).into_iter();
    sizes.map(|size| pitch[0] / size[0]).collect()
}

/// Which of some looks is the first that shows what most of them show; None if there are two such things.
fn mostly<P: PartialEq>(shown: &[Option<&P>]) -> Option<usize> {
    let count = |what: &P| shown.iter().filter(|other| **other == Some(what)).count();
    let seen = || {
        shown
            .iter()
            .enumerate()
            .filter_map(|(at, what)| Some((at, (*what)?)))
    };
    let most = seen().map(|(_, what)| count(what)).max()?;
    let mut best = seen().filter(|(_, what)| count(what) == most);
    let (first, what) = best.next()?;
    best.all(|(_, other)| other == what).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_at_most_sizes_is_there_at_the_likeliest_of_them() {
        let shown = |letters: &[char]| {
            let shown = letters
                .iter()
                .map(|letter| (*letter != '-').then_some(letter));
            mostly(&shown.collect::<Vec<_>>())
        };
        assert_eq!(shown(&['b', 'a', 'b', 'c']), Some(0));
        assert_eq!(shown(&['-', 'a', '-']), Some(1));
        assert_eq!(shown(&['a', 'b']), None);
    }
}
