//! What lies beside a board: more of it, if that was seen at a wrong size.

use std::ops::Range;

use image::RgbaImage;

use super::compare::Dots;
use super::found::FoundTiles;
use super::{Lattice, TileLooks};

/// Where several tiles of one look seem to be a single one, there are so many along its side.
const PARTS: [i32; 2] = [2, 3];

/// So many tiles at least are a row or a column of a board; and half a tile on they are so many times farther from what is
/// known. Chosen: clearly.
const WHOLE: usize = 3;
const CLEARLY: f32 = 2.0;

/// Whether what is around a board is more like what boards are made of than like a page, or shows several things of
/// boards along one side. `extent` is which columns and rows of its lattice are in the picture.
pub(super) fn goes_on(
    picture: &RgbaImage,
    looks: &TileLooks,
    found: &FoundTiles,
    extent: [Range<i32>; 2],
) -> bool {
    let sides = sides(picture, looks, found, (found.lattice, 1), extent.clone());
    let sum = |count: fn(&Side) -> usize| sides.iter().map(count).sum::<usize>();
    let is_around = sum(|side| side.telling) > sum(|side| side.page);
    is_around || sides.iter().any(Side::goes_on) || has_one_more(picture, looks, found, &extent)
}

/// Whether a whole row or column of tiles is left out: all along one side something is like what boards are made of, and no
/// longer half a tile on. A bar would be.
fn has_one_more(
    picture: &RgbaImage,
    looks: &TileLooks,
    found: &FoundTiles,
    [columns, rows]: &[Range<i32>; 2],
) -> bool {
    let [right, bottom] = [found.columns, found.rows].map(|side| side as i32);
    let along_row = |row: i32| {
        (0..right)
            .map(move |column| (column, row))
            .collect::<Vec<_>>()
    };
    let along_column = |column: i32| {
        (0..bottom)
            .map(move |row| (column, row))
            .collect::<Vec<_>>()
    };
    let sides = [
        (along_row(-1), 0),
        (along_row(bottom), 0),
        (along_column(-1), 1),
        (along_column(right), 1),
    ];
    sides.into_iter().any(|(places, axis)| {
        let is_shown = |(column, row): &(i32, i32)| columns.contains(column) && rows.contains(row);
        let tile = |(column, row): &(i32, i32), by: f64| {
            let mut tile = found.lattice.tile(*column, *row);
            tile[axis] += by * tile[2 + axis];
            Dots::of(picture, tile)
        };
        let far = |by: f64| -> f32 {
            let tiles = places[..places.len() - 1].iter();
            tiles.map(|at| looks.far(&tile(at, by)).board).sum()
        };
        places.len() >= WHOLE
            && places.iter().all(is_shown)
            && places.iter().all(|at| looks.is_of_board(&tile(at, 0.0)))
            && far(0.5) > CLEARLY * far(0.0)
    })
}

/// The same where its tiles may be several each: whether parts of tiles along one side show several things of boards.
/// `extent` is which columns and rows of a lattice are in the picture.
pub(super) fn goes_on_in_parts(
    picture: &RgbaImage,
    looks: &TileLooks,
    found: &FoundTiles,
    extent: impl Fn(&Lattice) -> [Range<i32>; 2],
) -> bool {
    PARTS.into_iter().any(|parts| {
        let Lattice { first, pitch } = found.lattice;
        let pitch = pitch.map(|side| side / f64::from(parts));
        let lattice = Lattice { first, pitch };
        let sides = sides(picture, looks, found, (lattice, parts), extent(&lattice));
        sides.iter().any(Side::goes_on)
    })
}

/// What lies around a board, in tiles of which there are so many along the side of one of its own.
fn sides(
    picture: &RgbaImage,
    looks: &TileLooks,
    found: &FoundTiles,
    (lattice, parts): (Lattice, i32),
    [columns, rows]: [Range<i32>; 2],
) -> [Side; 4] {
    let [right, bottom] = [found.columns, found.rows].map(|side| side as i32 * parts);
    let sides = [
        (-1..=right, -1..=-1),
        (-1..=right, bottom..=bottom),
        (-1..=-1, 0..=bottom - 1),
        (right..=right, 0..=bottom - 1),
    ];
    sides.map(|(across, down)| {
        let all = down.flat_map(|row| across.clone().map(move |column| (column, row)));
        let shown = all.filter(|(column, row)| columns.contains(column) && rows.contains(row));
        let tile = |(column, row)| Dots::of(picture, lattice.tile(column, row));
        Side::of(shown.map(tile), looks)
    })
}

/// What lies along a side of a board: how much of it is like boards and how much is not, and whether it is several things.
struct Side {
    board: usize,
    /// So much of it is unlike what was around examples: free cells may look as a page does.
    telling: usize,
    page: usize,
    is_varied: bool,
}

impl Side {
    fn of(tiles: impl Iterator<Item = Dots>, looks: &TileLooks) -> Self {
        let (board, page): (Vec<Dots>, Vec<Dots>) = tiles.partition(|tile| looks.is_of_board(tile));
        let classes = board.iter().map(|tile| looks.glance(tile).class);
        let classes: Vec<char> = classes.collect();
        Self {
            board: board.len(),
            telling: classes.iter().filter(|of| !looks.was_around(**of)).count(),
            page: page.len(),
            is_varied: classes.iter().any(|class| *class != classes[0]),
        }
    }

    /// Bars along a board are of one colour, and may be that of its walls.
    fn goes_on(&self) -> bool {
        self.is_varied && self.board > self.page
    }
}
