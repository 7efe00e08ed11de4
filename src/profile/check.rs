//! What a profile must keep to, whoever wrote it.

use super::{Blank, Cells, Profile, Spot, Way};
use crate::base::{Point, Rect};
use crate::vision::tiles::TileExample;

/// The key that is wrong, and why.
type Wrong = (&'static str, String);

/// The longest side of a board's picture, in pixels.
const LONGEST: i32 = 4096;

/// Most columns or rows of cells.
const MOST: usize = 64;

/// No place is farther off than this, in pixels: sums of places stay numbers.
const FAR: i32 = 16_384;

/// The longest that a game may take for anything, in ms.
const SLOWEST: u64 = 60_000;

/// A name is a section's and a folder's, and may be so long. Bytes.
const NAME: usize = 100;

/// Whether something may be called so: the name is that of a folder, too.
///
/// # Errors
/// Why not.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    let strange = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    let is_name = !name.is_empty()
        && name.len() <= NAME
        && !name.contains(strange)
        && !name.starts_with(['.', ' ', '-'])
        && !name.ends_with(['.', ' ']);
    match is_name {
        true => Ok(()),
        false => Err(format!(
            "{name:?} is no name of a profile: it is a folder's name, too, of 1 to {NAME} bytes, without \
             any of / \\ : * ? \" < > | and without a dot, blank or dash at its beginning"
        )),
    }
}

impl Profile {
    /// What is wrong with it: the key, and why.
    pub fn check(&self) -> Result<(), (&'static str, String)> {
        self.check_reach()?;
        self.check_places()?;
        self.check_driving()?;
        self.check_tiles()?;
        match (0.0..=1.0).contains(&self.confidence) {
            true => Ok(()),
            false => Err(("confidence", "it is a number from 0 to 1".into())),
        }
    }

    /// Nothing is so far off that it cannot be counted with.
    fn check_reach(&self) -> Result<(), Wrong> {
        let within = |number: &i32| (-FAR..=FAR).contains(number);
        let near = |p: &Point| within(&p.x) && within(&p.y);
        let is_near = |r: &Rect| near(&r.corner()) && within(&r.width) && within(&r.height);
        let grid = |cells: &Cells| {
            let pitch = |pitch: &f64| pitch.is_finite() && pitch.abs() <= f64::from(FAR);
            let size = cells.size.iter().all(within);
            near(&cells.first) && size && cells.pitch.iter().all(pitch)
        };
        let numbers = self.numbers.map(|numbers| [numbers.columns, numbers.rows]);
        let all = [
            ("cells", grid(&self.cells)),
            ("goal", self.goal.as_ref().is_none_or(grid)),
            ("numbers", numbers.iter().flatten().all(is_near)),
            ("seed", self.seed.as_ref().is_none_or(is_near)),
            ("buttons", self.buttons.values().all(near)),
            ("park", self.park.as_ref().is_none_or(near)),
            ("seen_at", self.seen_at.as_ref().is_none_or(near)),
        ];
        match all.into_iter().find(|(_, is_near)| !is_near) {
            None => Ok(()),
            Some((key, _)) => Err((key, format!("no place is more than {FAR} pixels off"))),
        }
    }

    fn check_places(&self) -> Result<(), Wrong> {
        if self
            .board
            .iter()
            .any(|side| !(1..=LONGEST as u32).contains(side))
        {
            return Err(("board", format!("each side must be 1 to {LONGEST} pixels")));
        }
        if self.goal.is_some_and(|goal| !is_countable(&goal)) {
            return Err(("goal", countable()));
        }
        if !is_countable(&self.cells) {
            return Err(("cells", countable()));
        }
        // Those that are found anew in each frame may be cut by the window's edge.
        let within = !self.tiles.is_empty() || self.has(self.cells.bounds());
        if !within || self.cells.pitch.iter().any(|p| *p < 1.0) {
            return Err(("cells", "the cells do not lie inside the board".into()));
        }
        if self.goal.is_some_and(|goal| !self.has(goal.bounds())) {
            return Err(("goal", "it does not lie inside the board".into()));
        }
        if self.seed.is_some_and(|area| !self.has(area)) {
            return Err(("seed", "it does not lie inside the board".into()));
        }
        self.check_numbers()
    }

    fn check_numbers(&self) -> Result<(), Wrong> {
        let Some(numbers) = &self.numbers else {
            return Ok(());
        };
        let column = numbers.of_column(&self.cells, self.cells.columns - 1);
        let row = numbers.of_row(&self.cells, self.cells.rows - 1);
        let areas = [numbers.columns, numbers.rows, column, row];
        if !areas.into_iter().all(|area| self.has(area)) {
            return Err(("numbers", "the numbers do not lie inside the board".into()));
        }
        let by_shape = self.examples.is_empty();
        if by_shape && areas.iter().any(|a| a.width > 56 || a.height > 56) {
            return Err((
                "numbers",
                "a number is at most 56 pixels wide and high".into(),
            ));
        }
        Ok(())
    }

    fn check_driving(&self) -> Result<(), Wrong> {
        let [width, height] = self.board.map(|side| side as i32);
        let board = Rect::new(0, 0, width, height);
        if let Some((name, _)) = self.buttons.iter().find(|(_, at)| !board.contains(**at)) {
            return Err(("buttons", format!("{name:?} does not lie inside the board")));
        }
        for (key, way) in self.ways() {
            for spot in way.spots() {
                match spot {
                    Spot::Button(name) if !self.buttons.contains_key(name) => {
                        return Err((key, format!("no button is called {name:?}")));
                    }
                    Spot::At(at) if !board.contains(*at) => {
                        return Err((key, format!("click:{},{} is not on the board", at.x, at.y)));
                    }
                    _ => {}
                }
            }
        }
        for (key, way) in [("reset", &self.reset), ("submit", &self.submit)] {
            let mut blanks = [Blank::Seed, Blank::Level].into_iter();
            if *way == Way::Auto || blanks.any(|blank| way.has(blank)) {
                let why = "it is none or steps without {seed} and {level}; nothing of it is done by the game itself";
                return Err((key, why.into()));
            }
        }
        let slow = self.behaviour.is_some_and(|found| {
            let times = [found.beat, found.reaction, found.fade];
            times.into_iter().any(|ms| ms > SLOWEST)
        });
        match slow {
            true => Err(("behaviour", format!("no time is longer than {SLOWEST} ms"))),
            false => Ok(()),
        }
    }

    fn check_tiles(&self) -> Result<(), Wrong> {
        let goals = self
            .tiles
            .iter()
            .filter_map(|example| example.goal.as_deref());
        match self.tiles.iter().chain(goals).all(is_placed) {
            true => Ok(()),
            false => Err((
                "tiles",
                format!(
                    "a tile is at least a pixel wide and high, and none is more than {FAR} pixels off"
                ),
            )),
        }
    }

    /// Whether the board's picture has all of this.
    fn has(&self, area: Rect) -> bool {
        let [width, height] = self.board.map(|side| side as i32);
        area.width > 0
            && area.height > 0
            && area.x >= 0
            && area.y >= 0
            && area.x + area.width <= width
            && area.y + area.height <= height
    }
}

fn is_countable(cells: &Cells) -> bool {
    (1..=MOST).contains(&cells.columns) && (1..=MOST).contains(&cells.rows)
}

fn countable() -> String {
    format!("there must be 1 to {MOST} columns and rows")
}

/// Whether the tiles of an example are somewhere.
fn is_placed(example: &TileExample) -> bool {
    let columns = example.rows.iter().map(|row| row.chars().count()).max();
    let counts = [columns.unwrap_or(0), example.rows.len()];
    (0..2).all(|axis| {
        let (first, pitch) = (example.first[axis], example.pitch[axis]);
        let last = first + pitch * counts[axis] as f64;
        let far = f64::from(FAR);
        pitch >= 1.0
            && [first, pitch, last]
                .iter()
                .all(|at| (-far..=far).contains(at))
    })
}
