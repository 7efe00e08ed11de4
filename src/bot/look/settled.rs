//! Looking until there is something to go by: a place, a reading that two frames agree on.

use std::time::{Duration, Instant};

use super::{BoardSpot, GLIMPSE, Observation, SeenBoard, Watcher};
use crate::bot::Halt;
use crate::game::Game;
use crate::vision::Place;

/// What shades the board stays at least so long. Chosen: what is half painted is whole within a tenth of it.
const SHADED: Duration = Duration::from_millis(600);

/// However long it takes to read in vain, it is done so often before patience is spent. Chosen: what was being painted
/// the first time is there the next.
const LOOKS: u32 = 3;

impl<G: Game> Watcher<'_, G> {
    /// Where the board is by a frame taken at or after `since`, whether or not it can be read; None if it
    /// is not to be seen for `patience`.
    pub fn spot(&mut self, since: Instant, patience: Duration) -> Result<Option<BoardSpot>, Halt> {
        let begun = Instant::now();
        loop {
            let look = self.latest(since)?;
            let (place, grid) = match &look {
                Observation::Board(seen) => (Some(seen.place), seen.grid),
                Observation::Solved(_) => (self.place, None),
                Observation::Hidden(hidden) => (hidden.place, None),
            };
            if let Some(place) = place {
                let area = look.frame().area();
                return Ok(Some(BoardSpot { area, place, grid }));
            }
            if begun.elapsed() > patience {
                return Ok(None);
            }
        }
    }

    /// The same for what the window is asked for: a dialog may shade the board so much that it is not found, for long.
    /// Then it is where it was found last, if the window is still as large.
    pub fn spot_of_way(
        &mut self,
        since: Instant,
        patience: Duration,
    ) -> Result<Option<BoardSpot>, Halt> {
        let seen = self.spot(since, patience.min(SHADED))?;
        if seen.is_some() {
            return Ok(seen);
        }
        match self.last_spot() {
            Some(known) => Ok(Some(known)),
            None => self.spot(since, patience),
        }
    }

    /// Where the board was found last, in a window that was as large as it is now.
    pub fn last_spot(&self) -> Option<BoardSpot> {
        let area = self.frame.as_ref()?.area();
        let place = self.place?;
        let is_as_large = self.found_in == Some([area.width, area.height]);
        is_as_large.then_some(BoardSpot {
            area,
            place,
            grid: None,
        })
    }

    /// The same; of a board that was never found, where it was in the profile's picture, in a window that is as large.
    pub fn likely_spot(&mut self) -> Option<BoardSpot> {
        if let (None, Some(frame)) = (self.place, &self.frame) {
            let area = frame.area();
            let size = [area.width, area.height];
            let is_as_large = self.profile.board.map(|side| side as i32) == size;
            let origin = self.profile.seen_at.filter(|_| is_as_large)?;
            (self.place, self.found_in) = (Some(Place::enlarged(origin, 1)), Some(size));
        }
        self.last_spot()
    }

    /// A reading that two frames in a row agree on, the first taken at or after `since`. The board
    /// may stay unreadable for `patience`.
    pub fn settled(&mut self, since: Instant, patience: Duration) -> Result<Observation<G>, Halt> {
        self.agreed(None, since, patience)
    }

    /// The same, where `first` is the reading of the first frame.
    pub fn confirmed(
        &mut self,
        first: SeenBoard<G>,
        patience: Duration,
    ) -> Result<Observation<G>, Halt> {
        let since = first.frame.taken + Duration::from_micros(1);
        self.agreed(Some(first.puzzle), since, patience)
    }

    /// How long a frame in which nothing can be read was looked at, of `patience` that is had in all: since `begun`, when
    /// what had been spent on reading was `read`. A pause may lie between two frames; it does not count.
    pub fn looked_at(&self, begun: Instant, read: Duration, patience: Duration) -> Duration {
        let read = self.costs.read.saturating_sub(read);
        begun.elapsed().min(GLIMPSE).max(read.min(patience / LOOKS))
    }

    fn agreed(
        &mut self,
        mut before: Option<G::Puzzle>,
        mut since: Instant,
        patience: Duration,
    ) -> Result<Observation<G>, Halt> {
        let mut hidden_for = Duration::ZERO;
        loop {
            let (begun, read) = (Instant::now(), self.costs.read);
            match self.look(since)? {
                Observation::Board(seen) if before.as_ref() == Some(&seen.puzzle) => {
                    return Ok(Observation::Board(seen));
                }
                solved @ Observation::Solved(_) => return Ok(solved),
                Observation::Board(seen) => {
                    before = Some(seen.puzzle);
                    since = seen.frame.taken + Duration::from_micros(1);
                }
                Observation::Hidden(hidden) => {
                    before = None;
                    hidden_for += self.looked_at(begun, read, patience);
                    if hidden_for > patience {
                        return Ok(Observation::Hidden(hidden));
                    }
                }
            }
        }
    }
}
