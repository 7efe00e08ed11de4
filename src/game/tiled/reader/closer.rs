//! A board that is read at a size that was only guessed is looked at again as large as its own edges tell: what is beside a
//! board has edges as well, and with tiles that are not quite as large a thing may seem to end where it does not.

use image::RgbaImage;
use image::imageops::crop_imm;

use super::Reader;
use crate::game::Game;
use crate::screen::Frame;
use crate::vision::tiles::{TileGrid, TileLooks, sizes_about};
use crate::vision::{ReadError, ReadScratch, Reading};

/// A guess that the board's edges confirm is off what they tell by less, as a share. Chosen: the last of a dozen tiles is off by
/// a twentieth of one.
const SAME: f64 = 0.004;

/// The same of a size that was learned. Chosen: edges of few blocks tell no better.
const NEARLY: f64 = 0.01;

impl<G: Game> Reader<'_, G> {
    /// What a frame shows that could be read at a guessed size: what it is read as at most sizes that edges tell.
    pub(super) fn closer(
        &self,
        frame: &Frame,
        scratch: &mut ReadScratch,
        reading: Reading<G::Puzzle>,
    ) -> Result<Reading<G::Puzzle>, ReadError> {
        let Some((guessed, grid)) = scratch.magnified.zip(reading.grid) else {
            return Ok(reading);
        };
        let about = closer_by(&frame.image, grid);
        if about.first().is_none_or(|times| (times - 1.0).abs() < SAME) {
            return Ok(reading);
        }
        let before = (scratch.lattice, scratch.notes.clone());
        let mut seen = Vec::new();
        for times in about {
            let read = self.at_scale(frame, scratch, guessed * times);
            seen.extend(read.ok().map(|reading| (guessed * times, reading.puzzle)));
        }
        seen.push((guessed, reading.puzzle.clone()));
        let (scale, puzzle) = mostly(&seen).ok_or_else(unsure)?;
        tracing::debug!(guessed, scale, of = seen.len(), "looked at closer");
        if scale == guessed {
            scratch.magnified = Some(guessed);
            (scratch.lattice, scratch.notes) = before;
            return Ok(reading);
        }
        let closer = self.at_scale(frame, scratch, scale)?;
        (closer.puzzle == *puzzle)
            .then_some(closer)
            .ok_or_else(unsure)
    }

    /// What was found as large as it was learned, unless its own edges tell that it is not, and it is another board then.
    pub(super) fn as_large(
        &self,
        frame: &Frame,
        scratch: &mut ReadScratch,
        reading: Reading<G::Puzzle>,
    ) -> Result<Reading<G::Puzzle>, ReadError> {
        let is_joined = scratch.looks.as_ref().is_some_and(TileLooks::is_joined);
        let Some(grid) = reading.grid.filter(|_| is_joined) else {
            return Ok(reading);
        };
        let about = closer_by(&frame.image, grid);
        if about.is_empty() || about.iter().any(|times| (times - 1.0).abs() < NEARLY) {
            return Ok(reading);
        }
        let before = (scratch.magnified, scratch.lattice, scratch.notes.clone());
        let others = about.iter().filter_map(|times| {
            let read = self.at_scale(frame, scratch, *times).ok()?;
            (read.puzzle != reading.puzzle).then_some(read.puzzle)
        });
        let others: Vec<G::Puzzle> = others.collect();
        (scratch.magnified, scratch.lattice, scratch.notes) = before;
        match others.len() == about.len() && others.windows(2).all(|two| two[0] == two[1]) {
            true => Err(unsure()),
            false => Ok(reading),
        }
    }

    fn at_scale(
        &self,
        frame: &Frame,
        scratch: &mut ReadScratch,
        scale: f64,
    ) -> Result<Reading<G::Puzzle>, ReadError> {
        (scratch.magnified, scratch.lattice, scratch.hasty) = (Some(scale), None, true);
        let reading = self.magnified(frame, scratch);
        scratch.hasty = false;
        reading
    }
}

fn unsure() -> ReadError {
    ReadError::Unsure {
        what: "the board".into(),
        why: "at nearly the same size it reads as another".into(),
    }
}

/// How many times as large as it was a picture may have to be seen for tiles of the size that their own edges tell, the
/// likeliest first.
fn closer_by(picture: &RgbaImage, grid: TileGrid) -> Vec<f64> {
    let (area, pitch) = (grid.area(), grid.lattice.pitch);
    let [x, y] = [area.x, area.y].map(|at| at.max(0) as u32);
    let [width, height] = [area.width, area.height].map(|side| side.max(0) as u32);
    // What is not in the picture is left off.
    let tiles = crop_imm(picture, x, y, width, height).to_image();
    let sizes = sizes_about(&tiles, pitch).into_iter();
    sizes.map(|size| pitch[0] / size[0]).collect()
}

/// What is seen at most scales, and the first of these; None if there are two such things.
fn mostly<P: PartialEq>(seen: &[(f64, P)]) -> Option<(f64, &P)> {
    let count = |what: &P| seen.iter().filter(|(_, other)| other == what).count();
    let most = seen.iter().map(|(_, what)| count(what)).max()?;
    let mut best = seen.iter().filter(|(_, what)| count(what) == most);
    let (scale, what) = best.next()?;
    best.all(|(_, other)| other == what)
        .then_some((*scale, what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_at_most_sizes_is_there_at_the_likeliest_of_them() {
        let seen = [(1.0, 'a'), (0.976, 'b'), (0.988, 'b'), (1.024, 'c')];
        assert_eq!(mostly(&seen), Some((0.976, &'b')));
        assert_eq!(mostly(&[(1.0, 'a'), (1.012, 'b')]), None);
        assert_eq!(mostly(&[(1.0, 'a')]), Some((1.0, &'a')));
    }
}
