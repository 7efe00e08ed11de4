//! A grid is proposed where nothing is known, neither game nor text.

use gridhand::fit::propose::{Proposal, group, propose, snap};
use gridhand::game::{Game, first_shown};
use gridhand::games::coil::Coil;
use gridhand::games::dungeons::Dungeons;
use gridhand::games::sliding::Sliding;
use gridhand::games::warehouse::Warehouse;
use gridhand::games::woodworm::Woodworm;
use gridhand::practice::Options;
use gridhand::vision::tiles::{Lattice, TileGrid};
use image::{Rgba, RgbaImage};

/// A board of cells with a line around each, on a page.
fn board(pitch: u32, [columns, rows]: [u32; 2], colour: impl Fn(u32, u32) -> [u8; 3]) -> RgbaImage {
    let [left, top] = [40, 60];
    RgbaImage::from_fn(
        2 * left + columns * pitch,
        top + 30 + rows * pitch,
        |x, y| {
            let inside =
                x >= left && y >= top && x < left + columns * pitch && y < top + rows * pitch;
            let [r, g, b] = match inside {
                false => [236, 232, 220],
                true if (x - left) % pitch == 0 || (y - top) % pitch == 0 => [40, 40, 40],
                true => colour((x - left) / pitch, (y - top) / pitch),
            };
            Rgba([r, g, b, 255])
        },
    )
}

fn shape(proposal: &Proposal) -> [usize; 2] {
    [proposal.grid.columns, proposal.grid.rows]
}

#[test]
fn a_drawn_board_is_found_with_its_groups() {
    let is_dark = |column: u32, row: u32| (column * 7 + row * 3) % 5 < 2;
    let picture = board(26, [9, 7], |column, row| match is_dark(column, row) {
        true => [60, 80, 140],
        false => [200, 190, 120],
    });
    let proposal = propose(&picture).expect("there is a board");
    assert_eq!(shape(&proposal), [9, 7]);
    assert!(proposal.sure(), "{:?}", proposal.doubt);
    let Lattice { first, pitch } = proposal.grid.lattice;
    assert!(
        (first[0] - 40.0).abs() < 2.0 && (first[1] - 60.0).abs() < 2.0,
        "{first:?}"
    );
    assert!(
        (pitch[0] - 26.0).abs() < 0.2 && (pitch[1] - 26.0).abs() < 0.2,
        "{pitch:?}"
    );
    for (at, group) in proposal.groups.iter().enumerate() {
        let [column, row] = [at as u32 % 9, at as u32 / 9];
        let is_first = is_dark(column, row) == is_dark(0, 0);
        assert_eq!(*group, usize::from(!is_first), "cell {column}, {row}");
    }
}

#[test]
fn a_grid_that_was_moved_comes_back_to_its_edges() {
    let picture = board(31, [8, 8], |_, _| [200, 190, 120]);
    let exact = TileGrid {
        lattice: Lattice {
            first: [40.0, 60.0],
            pitch: [31.0; 2],
        },
        columns: 8,
        rows: 8,
    };
    let moved = TileGrid {
        lattice: Lattice {
            first: [46.0, 55.0],
            pitch: [30.4, 31.5],
        },
        ..exact
    };
    let found = snap(&picture, &moved);
    for axis in [0, 1] {
        let off = found.lattice.first[axis] - exact.lattice.first[axis];
        assert!(off.abs() < 1.5, "{found:?}");
        assert!((found.lattice.pitch[axis] - 31.0).abs() < 0.2, "{found:?}");
    }
    assert_eq!(group(&picture, &found), vec![0; 64]);
}

#[test]
fn strange_pictures_show_no_board_for_sure() {
    let blank = |width, height| RgbaImage::from_pixel(width, height, Rgba([90, 120, 60, 255]));
    for picture in [blank(1, 1), blank(3, 200), blank(640, 480)] {
        assert!(propose(&picture).is_none());
    }
    let mut state = 1u32;
    let noise = RgbaImage::from_fn(320, 240, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [a, b, c, _] = state.to_be_bytes();
        Rgba([a, b, c, 255])
    });
    // Words of a page: bars of letters in lines, none under another.
    let mut page = RgbaImage::from_pixel(400, 300, Rgba([250, 250, 250, 255]));
    for line in 0..14 {
        let mut x = 20;
        while x < 370 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [wide, gap, ..] = state.to_be_bytes().map(|byte| 2 + u32::from(byte % 7));
            for (dx, dy) in (0..wide).flat_map(|dx| (0..9).map(move |dy| (dx, dy))) {
                page.put_pixel(x + dx, 15 + line * 20 + dy, Rgba([30, 30, 30, 255]));
            }
            x += wide + gap;
        }
    }
    for picture in [noise, page] {
        assert!(propose(&picture).is_none_or(|proposal| !proposal.sure()));
    }
}

fn proposed<G: Game>(skin: u32) -> Option<Proposal> {
    let options = Options {
        skin,
        seed: skin,
        ..Options::default()
    };
    let (_, picture) = first_shown::<G>(&options).expect("a practice game tells what it shows");
    propose(&picture)
}

/// That the grids of skins are found: columns, rows, and how long a cell's side is.
fn assert_proposed<G: Game>(skins: &[(u32, [usize; 2], f64)]) {
    for (skin, cells, pitch) in skins {
        let proposal = proposed::<G>(*skin).expect("there is a board");
        assert_eq!(shape(&proposal), *cells, "{} {skin}", G::NAME);
        let off = proposal.grid.lattice.pitch[0] - pitch;
        assert!(
            off.abs() < 0.25 * pitch / cells[0] as f64,
            "{} {skin}",
            G::NAME
        );
    }
}

#[test]
fn skins_of_each_game_are_found() {
    assert_proposed::<Coil>(&[(0, [21, 16], 30.0), (1, [14, 6], 39.0), (3, [6, 6], 57.0)]);
    // Plates of numbers are cells like those of the board.
    assert_proposed::<Dungeons>(&[(2, [8, 8], 74.0), (8, [8, 8], 59.0), (3, [9, 9], 37.0)]);
    assert_proposed::<Sliding>(&[(1, [5, 5], 40.0), (5, [5, 5], 40.0), (10, [5, 5], 40.0)]);
    assert_proposed::<Warehouse>(&[(8, [12, 8], 48.0), (12, [12, 8], 25.0)]);
    // All of a world that is tiled, not the part alone in which the worm can be.
    assert_proposed::<Woodworm>(&[(5, [16, 13], 27.0)]);
}

#[test]
fn neither_frames_and_buttons_nor_bricks_are_cells() {
    assert_proposed::<Sliding>(&[
        (50003, [5, 5], 40.0),
        (50014, [5, 5], 40.0),
        (50016, [5, 5], 40.0),
    ]);
    assert_proposed::<Warehouse>(&[(50018, [12, 8], 24.0), (50031, [12, 8], 22.0)]);
}
