//! Levels as tiles.

use super::Warehouse;
use super::board::{Board, Thing};
use super::read::level;
use crate::fit::tiles::TileSketch;
use crate::game::tiled::Tiled;
use crate::vision::tiles::FoundTiles;

/// What each thing is called; outside and floor are two letters for what may be one thing.
const LETTERS: [(Thing, char); 8] = [
    (Thing::Outside, OUTSIDE),
    (Thing::Wall, '#'),
    (Thing::Floor, '_'),
    (Thing::Goal, '.'),
    (Thing::Box, '$'),
    (Thing::BoxHome, '*'),
    (Thing::Robot, '@'),
    (Thing::RobotHome, '+'),
];

const OUTSIDE: char = '-';

impl Tiled<Warehouse> for Warehouse {
    fn sketch(&self, board: &Board) -> TileSketch {
        let (columns, rows) = board.size();
        let letter = |thing: Thing| {
            let known = LETTERS.iter().find(|(known, _)| *known == thing);
            known.map_or(' ', |(_, letter)| *letter)
        };
        let things = board.things(columns, rows);
        TileSketch::of_letters(columns, things.into_iter().map(letter).collect())
    }

    fn page(&self) -> &'static str {
        "-"
    }

    fn same(&self) -> &'static [&'static str] {
        &["-_"]
    }

    fn hidden(&self) -> &'static [[char; 2]] {
        &[['*', '$'], ['+', '@']]
    }

    fn puzzle(&self, tiles: &FoundTiles, memory: Option<&Board>) -> Result<Board, String> {
        let thing = |letter: char| {
            let known = LETTERS.iter().find(|(_, known)| *known == letter);
            known.map_or(Thing::Outside, |(thing, _)| *thing)
        };
        let things: Vec<Thing> = tiles.tiles.iter().map(|tile| thing(tile.class)).collect();
        level(tiles.columns, &things, memory)
    }
}
