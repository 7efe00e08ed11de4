//! Where that is to be seen now which the ways of a profile click: pages are zoomed and scrolled, windows have other sizes,
//! and a level may be larger than the one in the profile's picture.

use std::collections::HashMap;

use super::look::BoardSpot;
use crate::base::{Point, Rect};
use crate::hand::Gesture;
use crate::profile::Profile;
use crate::screen::Frame;
use crate::vision::Place;
use crate::vision::tiles::TileGrid;

/// At these sizes a button is looked for last. Chosen: what browsers zoom to.
const ZOOMS: [f64; 9] = [1.1, 1.25, 0.9, 1.5, 0.8, 0.75, 0.67, 1.75, 2.0];

/// Tiles have the size of the profile's picture if they are off it by no more than this share. Chosen: what is measured of
/// small ones is less exact than of large ones.
const SAME_SIZE: f64 = 0.02;

/// Where a click of a way goes now, in board pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Aim {
    At(Point),
    /// What it is to hit is nowhere, or nobody knows what it looks like.
    Lost,
}

/// What a dialog over the board keeps its place to, where the tiles have another size than in the profile's picture.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Over {
    /// To the board, as all of a page does that is zoomed.
    Board,
    /// To the middle of the window, whatever the level that lies under it.
    Window,
}

/// Where the clicks of a profile's ways go.
#[derive(Debug, Default)]
pub struct Aims {
    /// What dialogs over the board keep their places to, if another was clicked in vain.
    over: Option<Over>,
    /// For what they are known: the window's size and where the board is.
    layout: Option<([i32; 2], Place, Option<TileGrid>)>,
    at: HashMap<Point, Aim>,
}

impl Aims {
    /// Looks for all that is clicked in a frame in which the board was seen.
    pub fn see(&mut self, profile: &Profile, frame: &Frame, spot: &BoardSpot) {
        let size = [spot.area.width, spot.area.height];
        let layout = Some((size, spot.place, spot.grid));
        if self.layout == layout {
            return;
        }
        let is_as_large = self.layout.is_some_and(|(before, ..)| before == size);
        let before = std::mem::take(&mut self.at);
        self.layout = layout;
        let sight = Sight {
            profile,
            frame,
            spot,
            over: self.over,
        };
        for told in profile.clicked() {
            // The pointer may lie over what was found before.
            let known = before.get(&told).copied();
            let known = known.filter(|aim| is_as_large && *aim != Aim::Lost);
            let aim = match sight.find(told, known) {
                Some(at) => Aim::At(at),
                None => known.unwrap_or_else(|| sight.as_told(told)),
            };
            if aim != Aim::At(told) {
                tracing::debug!(?told, ?aim, "a click of a way goes elsewhere now");
            }
            self.at.insert(told, aim);
        }
    }

    /// A way's gestures, aimed at what is to be seen in a frame; what was nowhere before may be there now, and what the game
    /// says of a puzzle that is solved may have pushed a button aside.
    ///
    /// # Errors
    /// What a click is to hit is nowhere.
    pub fn aimed(
        &mut self,
        profile: &Profile,
        frame: &Frame,
        spot: &BoardSpot,
        mut way: Vec<Gesture>,
    ) -> Result<Vec<Gesture>, String> {
        let size = [spot.area.width, spot.area.height];
        if self.layout.is_none_or(|(before, ..)| before != size) {
            self.see(profile, frame, spot);
        }
        let grid = self.layout.and_then(|(.., grid)| grid);
        let spot = &BoardSpot { grid, ..*spot };
        let sight = Sight {
            profile,
            frame,
            spot,
            over: self.over,
        };
        for gesture in &mut way {
            if let Gesture::Click { at, .. } = gesture
                && let Some(aim) = self.at.get_mut(at)
            {
                let there = match *aim {
                    Aim::At(there) => sight.moved(*at, there).unwrap_or(there),
                    Aim::Lost => {
                        let found = sight.find(*at, None);
                        found.ok_or_else(|| lost(profile, *at, size))?
                    }
                };
                *aim = Aim::At(there);
                *at = there;
            }
        }
        Ok(way)
    }

    /// Whether all that a way clicks is to be seen in a frame.
    pub fn are_seen(profile: &Profile, frame: &Frame, spot: &BoardSpot, way: &[Gesture]) -> bool {
        let sight = Sight {
            profile,
            frame,
            spot,
            over: None,
        };
        way.iter().all(|gesture| match gesture {
            Gesture::Click { at, .. } => sight.has_picture(*at) && sight.find(*at, None).is_some(),
            gesture => gesture.is_typed(),
        })
    }

    /// What was clicked had no effect: what lies over the board is looked for where it may lie as well.
    pub fn missed(&mut self, profile: &Profile, frame: &Frame, spot: &BoardSpot) {
        let grid = self.layout.and_then(|(.., grid)| grid);
        let spot = &BoardSpot { grid, ..*spot };
        let sight = |over| Sight {
            profile,
            frame,
            spot,
            over,
        };
        self.over = Some(match sight(self.over).over() {
            Over::Board => Over::Window,
            Over::Window => Over::Board,
        });
        let sight = sight(self.over);
        for (told, aim) in &mut self.at {
            if let Some(at) = sight.over_board(*told) {
                *aim = Aim::At(at);
            }
        }
    }

    /// Where clicks go that are not where they were told to, in board pixels.
    pub fn elsewhere(&self) -> impl Iterator<Item = Point> {
        self.at.iter().filter_map(|(told, aim)| match aim {
            Aim::At(at) if at != told => Some(*at),
            _ => None,
        })
    }
}

fn lost(profile: &Profile, at: Point, [width, height]: [i32; 2]) -> String {
    let [wide, high] = profile.board;
    format!(
        "what click:{},{} of the profile is to hit is not to be seen in the window, which has {width}x{height} pixels ({wide}x{high} \
         in the profile's picture): scroll to it or give the window that size, or calibrate with the window as it is",
        at.x, at.y
    )
}

/// What is to be seen of a board and of what is around it.
struct Sight<'a> {
    profile: &'a Profile,
    frame: &'a Frame,
    spot: &'a BoardSpot,
    over: Option<Over>,
}

impl Sight<'_> {
    /// Where that is now which was at a point of the profile's picture, in board pixels; `before` is where it was before.
    fn find(&self, told: Point, before: Option<Aim>) -> Option<Point> {
        if !self.has_picture(told) {
            return self.on_board(told);
        }
        let place = self.spot.place;
        if self.is_at(told, told, place.scale) {
            return Some(told);
        }
        if let Some(Aim::At(at)) = before
            && self.is_at(told, at, self.enlarged())
        {
            return Some(at);
        }
        let zooms = ZOOMS.iter().filter(|_| self.is_otherwise());
        let mut scales = self.scales().chain(zooms.copied());
        scales.find_map(|scale| self.anywhere(told, scale))
    }

    /// Where that is which was found at a place of this board before, if it is there no more.
    fn moved(&self, told: Point, there: Point) -> Option<Point> {
        let stays = self.scales().any(|scale| self.is_at(told, there, scale));
        match stays {
            true => None,
            false => self.scales().find_map(|scale| self.anywhere(told, scale)),
        }
    }

    /// Whether it is known what that looks like which is at a point of the profile's picture.
    fn has_picture(&self, told: Point) -> bool {
        self.profile.templates.buttons_at(told).next().is_some()
    }

    /// Whether that which the profile's picture shows at a point is at a place, so many times as large.
    fn is_at(&self, told: Point, at: Point, scale: f64) -> bool {
        let at = self.spot.place.to_frame(at);
        let mut looks = self.profile.templates.buttons_at(told);
        looks.any(|look| look.is_at(&self.frame.image, scale, at))
    }

    /// Where it is, so many times as large, in board pixels.
    fn anywhere(&self, told: Point, scale: f64) -> Option<Point> {
        let mut looks = self.profile.templates.buttons_at(told);
        let found = looks.find_map(|look| look.anywhere(&self.frame.image, scale))?;
        Some(self.spot.place.to_board(found))
    }

    /// How many times as large all is as in the profile's picture, if it is as its tiles are.
    fn enlarged(&self) -> f64 {
        self.ratio().unwrap_or(1.0) * self.spot.place.scale
    }

    /// It may be as large as the board is, as its tiles are, or as it was: a page may fit no more than its board to the window.
    fn scales(&self) -> impl Iterator<Item = f64> {
        let mut scales = vec![self.spot.place.scale];
        for other in [self.enlarged(), 1.0] {
            let is_same = |scale: &f64| (other - scale).abs() <= SAME_SIZE * scale;
            if !scales.iter().any(is_same) {
                scales.push(other);
            }
        }
        scales.into_iter()
    }

    /// Where a click goes that is to hit something of which there is no picture, or which is not to be seen: where it was told
    /// to, in a window as large as the one in the profile's picture.
    fn as_told(&self, told: Point) -> Aim {
        match self.is_otherwise() && (self.has_picture(told) || !self.is_as_large()) {
            true => Aim::Lost,
            false => Aim::At(told),
        }
    }

    /// Where a point of the profile's board of tiles is now, if that has no picture and all is not as it was.
    fn on_board(&self, told: Point) -> Option<Point> {
        self.over_board(told).filter(|_| self.is_otherwise())
    }

    /// Where a point of the profile's board of tiles is that a dialog over it shows: as far from its corner as its tiles are
    /// larger, or as far from the window's middle as it was.
    fn over_board(&self, told: Point) -> Option<Point> {
        let known = self.profile.cells.bounds();
        let now = self.spot.grid?.area();
        if self.has_picture(told) || !known.contains(told) {
            return None;
        }
        if self.over() == Over::Window {
            let [wide, high] = self.profile.board.map(|side| side as i32);
            let Rect { width, height, .. } = self.spot.area;
            return Some(told + Point::new((width - wide) / 2, (height - high) / 2));
        }
        let share = |at: i32, from: i32, side: i32| f64::from(at - from) / f64::from(side);
        let across = share(told.x, known.x, known.width) * f64::from(now.width);
        let down = share(told.y, known.y, known.height) * f64::from(now.height);
        Some(now.corner() + Point::new(across as i32, down as i32))
    }

    /// What a dialog keeps its place to: a level of other columns or rows in a window as large as it was has tiles of another
    /// size by itself.
    fn over(&self) -> Over {
        let cells = &self.profile.cells;
        let has_as_many = |grid: TileGrid| [grid.columns, grid.rows] == [cells.columns, cells.rows];
        let is_another_level = self.is_as_large() && !self.spot.grid.is_none_or(has_as_many);
        self.over.unwrap_or(match is_another_level {
            true => Over::Window,
            false => Over::Board,
        })
    }

    /// How many times as large the tiles are as in the profile's picture, if that is known.
    fn ratio(&self) -> Option<f64> {
        Some(self.spot.grid?.lattice.pitch[0] / self.profile.cells.pitch[0])
    }

    /// Whether the window or the board has another size than in the profile's picture.
    fn is_otherwise(&self) -> bool {
        let has_other_tiles = || {
            self.ratio()
                .is_some_and(|ratio| (ratio - 1.0).abs() > SAME_SIZE)
        };
        self.spot.place.scale != 1.0 || !self.is_as_large() || has_other_tiles()
    }

    /// Whether the window is as large as in the profile's picture. What is known by likeness knows no window.
    fn is_as_large(&self) -> bool {
        let Rect { width, height, .. } = self.spot.area;
        self.profile.tiles.is_empty()
            || self.profile.board.map(|side| side as i32) == [width, height]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::tiles::Lattice;

    /// Where a click on the middle of a board is made, in a window as large as it was, if the board has now so many columns and
    /// rows of tiles of such a size; and where after that brought nothing.
    fn aimed(count: [usize; 2], size: f64) -> [Point; 2] {
        let mut profile = Profile::load(None, "practice-sliding").expect("built in");
        let told = profile.cells.bounds().centre();
        profile.next = format!("click:{},{}", told.x, told.y)
            .parse()
            .expect("a way");
        let frame = Frame::still(image::RgbaImage::new(profile.board[0], profile.board[1]));
        let first = [profile.cells.bounds().x, profile.cells.bounds().y].map(f64::from);
        let lattice = Lattice {
            first,
            pitch: profile.cells.lattice().pitch.map(|side| size * side),
        };
        let spot = BoardSpot {
            area: frame.area(),
            place: Place::whole(),
            grid: Some(TileGrid {
                lattice,
                columns: count[0],
                rows: count[1],
            }),
        };
        let way = || vec![Gesture::click(told)];
        let mut aims = Aims::default();
        aims.see(&profile, &frame, &spot);
        let mut at = || {
            let aimed = aims
                .aimed(&profile, &frame, &spot, way())
                .expect("it is known");
            aims.missed(&profile, &frame, &spot);
            match aimed[0] {
                Gesture::Click { at, .. } => at - told,
                _ => unreachable!("it is a click"),
            }
        };
        [at(), at()]
    }

    #[test]
    fn a_dialog_keeps_its_place_to_the_window_where_another_level_has_other_tiles() {
        let profile = Profile::load(None, "practice-sliding").expect("built in");
        let cells = &profile.cells;
        let (as_many, side) = ([cells.columns, cells.rows], cells.bounds());
        let larger = Point::new(side.width / 4, side.height / 4);
        let is_near = |a: Point, b: Point| (a.x - b.x).abs().max((a.y - b.y).abs()) <= 2;
        // A page that is zoomed takes its dialogs along; another level does not, but who knows.
        let [zoomed, otherwise] = aimed(as_many, 1.5);
        assert!(is_near(zoomed, larger), "{zoomed:?}, not {larger:?}");
        assert_eq!(otherwise, Point::default());
        let [first, second] = aimed([as_many[0] - 1, as_many[1]], 1.5);
        assert_eq!(first, Point::default());
        assert_ne!(second, first);
    }
}
