//! A board of known tiles.

use image::RgbaImage;

use super::super::regions::groups;
use super::compare::{Dots, same_shade};
use super::joins::{joined_pairs, opposite, pairs};
use super::looks::SHADE;
use super::{Guess, Lattice, TileGrid, TileLooks};

/// So many parts of a tile along each side may look like tiles themselves. Chosen: smaller ones are none.
const MOST_PARTS: usize = 3;
/// A board of so many tiles at least along each side does not consist of such squares by chance.
const LARGE: usize = 3;

/// A board that was found.
#[derive(Clone, Debug)]
pub struct FoundTiles {
    /// Counted from the board's first tile.
    pub lattice: Lattice,
    pub columns: usize,
    pub rows: usize,
    /// Row by row.
    pub tiles: Vec<Guess>,
    /// The sides on which the thing on each tile goes on, as in [`joins`](super::joins).
    pub joins: Vec<u8>,
    /// How many tiles tell that this is the board, the less certain ones as a part of one.
    pub(super) merit: f32,
}

impl FoundTiles {
    pub fn grid(&self) -> TileGrid {
        TileGrid {
            lattice: self.lattice,
            columns: self.columns,
            rows: self.rows,
        }
    }

    /// How many of its tiles look like nothing that is around a board.
    pub(super) fn telling(&self, looks: &TileLooks) -> usize {
        let is_page = |tile: &&Guess| looks.is_page(tile.class);
        self.tiles.iter().filter(|tile| !is_page(tile)).count()
    }

    /// Which share of what a tile shows in its picture has a colour that another one shows, too, 0 to 1.
    pub fn shares(&self, picture: &RgbaImage, [tile, other]: [usize; 2]) -> f32 {
        let [own, others] = [tile, other].map(|at| self.dots(picture, at));
        let is_there = |dot: &&[u8; 3]| others.iter().any(|other| same_shade(dot, other, SHADE));
        own.iter().filter(is_there).count() as f32 / own.len().max(1) as f32
    }

    /// Which share of two tiles has the same colours at the same places, 0 to 1.
    pub fn alike(&self, picture: &RgbaImage, tiles: [usize; 2]) -> f32 {
        let [one, other] = tiles.map(|at| self.dots(picture, at));
        let pairs = one.iter().zip(other.iter());
        let same = pairs.filter(|(a, b)| same_shade(a, b, SHADE)).count();
        same as f32 / one.len().max(1) as f32
    }

    /// Those of a tile in its picture.
    fn dots(&self, picture: &RgbaImage, at: usize) -> Dots {
        let [column, row] = [at % self.columns, at / self.columns].map(|at| at as i32);
        Dots::of(picture, self.lattice.tile(column, row))
    }

    /// A part of it: from a column and row on, so many of them. None if it does not reach that far.
    pub fn part(&self, [column, row]: [i32; 2], [columns, rows]: [usize; 2]) -> Option<Self> {
        let [left, top] = [usize::try_from(column).ok()?, usize::try_from(row).ok()?];
        if left + columns > self.columns || top + rows > self.rows {
            return None;
        }
        let places = (top..top + rows).flat_map(|y| (left..left + columns).map(move |x| (x, y)));
        let places: Vec<usize> = places.map(|(x, y)| y * self.columns + x).collect();
        Some(Self {
            lattice: self.lattice.from(column, row),
            columns,
            rows,
            tiles: places.iter().map(|at| self.tiles[*at]).collect(),
            joins: places.iter().map(|at| self.joins[*at]).collect(),
            merit: self.merit,
        })
    }

    /// The same where a mark that is hard to see is one if the thing that bears it has that mark elsewhere, too.
    pub(super) fn marked_as_things(mut self, looks: &TileLooks) -> Self {
        let doubts = self.tiles.iter().map(|guess| looks.mark_in_doubt(guess));
        let doubts: Vec<Option<char>> = doubts.collect();
        if doubts.iter().all(Option::is_none) {
            return self;
        }
        let covered = self.tiles.iter().map(|guess| looks.covers(guess.class));
        let covered: Vec<bool> = covered.collect();
        let joined = joined_pairs(self.columns, &self.joins);
        let things = groups(self.columns, &covered, &joined);
        let has = |thing: u32, mark: char| {
            let all = self.tiles.iter().zip(&things);
            let mut of_thing = all.filter(|(_, of)| thing > 0 && **of == thing);
            of_thing.any(|(guess, _)| guess.is_sure() && guess.class == mark)
        };
        let told = doubts.into_iter().zip(&things);
        let told: Vec<Option<char>> = told
            .map(|(mark, thing)| mark.filter(|mark| has(*thing, *mark)))
            .collect();
        for (guess, mark) in self.tiles.iter_mut().zip(told) {
            if let Some(mark) = mark {
                *guess = guess.taken_for(mark);
            }
        }
        self
    }

    /// The same with rows above it of what the world is made of there.
    pub fn below(mut self, rows: usize, class: char) -> Self {
        let guess = Guess::certain(class);
        let more = rows * self.columns;
        self.lattice = self.lattice.from(0, -(rows as i32));
        self.rows += rows;
        self.tiles.splice(..0, std::iter::repeat_n(guess, more));
        self.joins.splice(..0, std::iter::repeat_n(0, more));
        self
    }

    /// The same where all that is outside on a board of these letters is outside, though it may look like a thing; None if
    /// nothing is there now.
    pub fn outside(mut self, letters: &[char], looks: &TileLooks) -> Option<Self> {
        let is_outside = |at: &usize| looks.is_page(letters[*at]);
        for at in (0..self.tiles.len()).filter(is_outside) {
            let class = self.tiles[at].class;
            if !looks.covers(class) && !looks.is_page(class) {
                return None;
            }
            self.tiles[at] = Guess::certain(letters[at]);
        }
        for (a, b, side) in pairs(self.columns, self.tiles.len()) {
            if [a, b].iter().any(is_outside) {
                self.joins[a] &= !side;
                self.joins[b] &= !opposite(side);
            }
        }
        Some(self)
    }

    /// The same as a board of so many columns and rows that begins at a column and row of it: there is ground where it does not
    /// reach, or is taken for what is around boards. None if all of it is there.
    pub fn completed(
        &self,
        [column, row]: [i32; 2],
        [columns, rows]: [usize; 2],
        ground: &[char],
        looks: &TileLooks,
    ) -> Option<Self> {
        let index = |x: usize, y: usize| {
            let [x, y] = [x as i32 + column, y as i32 + row].map(|at| usize::try_from(at).ok());
            let (x, y) = (
                x.filter(|x| *x < self.columns)?,
                y.filter(|y| *y < self.rows)?,
            );
            let at = y * self.columns + x;
            (!looks.is_page(self.tiles[at].class)).then_some(at)
        };
        let places = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        let places: Vec<Option<usize>> = places.map(|(x, y)| index(x, y)).collect();
        let is_there =
            |(place, letter): (&Option<usize>, &char)| place.is_some() || looks.is_page(*letter);
        let is_same_size = ground.len() == places.len();
        if !is_same_size || places.iter().zip(ground).all(is_there) {
            return None;
        }
        let tiles = places.iter().zip(ground);
        let tiles =
            tiles.map(|(place, letter)| place.map_or(Guess::certain(*letter), |at| self.tiles[at]));
        Some(Self {
            lattice: self.lattice.from(column, row),
            columns,
            rows,
            tiles: tiles.collect(),
            joins: places
                .iter()
                .map(|place| place.map_or(0, |at| self.joins[at]))
                .collect(),
            merit: self.merit,
        })
    }

    /// Its lattice with tiles of another size, around the same middle.
    pub(super) fn resized(&self, pitch: [f64; 2]) -> Lattice {
        self.lattice.sized(pitch, [self.columns, self.rows])
    }

    /// The same as an area, in pixels: a quarter of a tile may look a little like a tile, and there are four of them.
    pub(super) fn weight(&self) -> f64 {
        f64::from(self.merit) * self.lattice.pitch[0] * self.lattice.pitch[1]
    }

    /// Whether each of its tiles is a part of a larger one: they come in squares of the same thing.
    pub(super) fn is_divided(&self) -> bool {
        (2..=MOST_PARTS).any(|parts| {
            let [across, down] = [self.columns, self.rows].map(|count| count / parts);
            let is_whole = self.columns % parts + self.rows % parts == 0;
            let class = |x: usize, y: usize| self.tiles[y * self.columns + x].class;
            let first = |at: usize| at / parts * parts;
            let rows = || 0..self.rows;
            let mut cells = rows().flat_map(|y| (0..self.columns).map(move |x| (x, y)));
            let is_any = self.tiles.iter().any(|tile| tile.class != class(0, 0));
            let is_large = across.min(down) >= LARGE;
            is_whole
                && is_large
                && is_any
                && cells.all(|(x, y)| class(x, y) == class(first(x), first(y)))
        })
    }

    /// Where it is, and what it shows, for the log.
    pub(super) fn outline(&self) -> (Lattice, String, f32) {
        let rows = self.tiles.chunks(self.columns);
        let rows = rows.map(|row| row.iter().map(|tile| tile.class).collect::<String>());
        (
            self.lattice,
            rows.collect::<Vec<_>>().join("/"),
            self.known(),
        )
    }

    /// The share of tiles that are sure.
    pub(super) fn sure(&self) -> f32 {
        let sure = self.tiles.iter().filter(|tile| tile.is_sure());
        sure.count() as f32 / self.tiles.len().max(1) as f32
    }

    /// The share of tiles that are known.
    fn known(&self) -> f32 {
        let known = self.tiles.iter().filter(|tile| tile.known);
        known.count() as f32 / self.tiles.len().max(1) as f32
    }

    /// Whether enough of it is known.
    pub fn is_known(&self, looks: &TileLooks) -> bool {
        self.known() > looks.enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(rows: &[&str]) -> FoundTiles {
        let tiles: Vec<Guess> = rows.concat().chars().map(Guess::certain).collect();
        FoundTiles {
            lattice: Lattice {
                first: [0.0, 0.0],
                pitch: [10.0, 10.0],
            },
            columns: rows[0].len(),
            rows: rows.len(),
            joins: vec![0; tiles.len()],
            tiles,
            merit: 0.0,
        }
    }

    #[test]
    fn squares_of_the_same_thing_are_parts_of_larger_tiles() {
        let halves = ["XX....", "XX....", "..XX..", "..XX..", "XX..XX", "XX..XX"];
        assert!(found(&halves).is_divided());
        let thirds = [&["XXX...XXX"; 3][..], &["...XXX..."; 3], &["XXXXXX..."; 3]].concat();
        assert!(found(&thirds).is_divided());
        // One tile is otherwise; all are the same; so few are so by chance.
        let mut whole = halves;
        whole[5] = "XX..X.";
        assert!(!found(&whole).is_divided());
        assert!(!found(&["......"; 6]).is_divided());
        assert!(!found(&["XX..", "XX..", "....", "...."]).is_divided());
    }
}
