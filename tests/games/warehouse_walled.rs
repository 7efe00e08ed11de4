//! Levels of flat colours that fill their window, with walls wherever neither the robot nor a box gets.

use gridhand::base::Rect;
use gridhand::draw::{self, Colour};
use gridhand::game::Game;
use gridhand::game::tiled::read_still;
use gridhand::games::warehouse::{Board, Warehouse};
use image::RgbaImage;

use crate::fitting::{fitted, tiled};

/// Levels of which the first is learned, as people write them: with blanks beyond their walls.
const LEVELS: [&str; 2] = [
    "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n",
    "  ####\n###  ####\n#     $ #\n# #  #$ #\n# . .#@ #\n#########\n",
];

const PITCH: i32 = 40;

fn parse(text: &str) -> Board {
    Warehouse::parse(text).expect("a level")
}

fn colour(sign: char, is_inside: bool) -> Colour {
    match sign {
        '.' => [254, 126, 125],
        '*' => [254, 95, 56],
        '$' => [142, 121, 56],
        '@' => [160, 212, 56],
        _ if is_inside => [243, 248, 238],
        _ => [0; 3],
    }
}

/// The cells of a level that are within its walls: each row of these begins and ends with a wall, and so does each column.
fn is_inside(rows: &[Vec<char>], column: usize, row: usize) -> bool {
    let is_wall =
        |(column, row): (usize, usize)| rows.get(row).and_then(|of| of.get(column)) == Some(&'#');
    let sides = [
        (0..column).any(|at| is_wall((at, row))),
        (column + 1..rows[row].len()).any(|at| is_wall((at, row))),
        (0..row).any(|at| is_wall((column, at))),
        (row + 1..rows.len()).any(|at| is_wall((column, at))),
    ];
    !is_wall((column, row)) && sides == [true; 4]
}

fn drawn(text: &str) -> RgbaImage {
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut canvas = draw::canvas([columns, rows.len()].map(|count| count as i32 * PITCH));
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [0; 3]);
    for (row, line) in rows.iter().enumerate() {
        for (column, sign) in line.iter().enumerate() {
            let corner = [column, row].map(|at| at as i32 * PITCH);
            let tile = Rect::new(corner[0], corner[1], PITCH, PITCH);
            draw::fill(
                &mut canvas,
                tile,
                colour(*sign, is_inside(&rows, column, row)),
            );
        }
    }
    canvas
}

/// The text of a level with walls beyond its walls.
fn walled(text: &str) -> String {
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let sign = |column: usize, row: usize| match rows[row].get(column).copied().unwrap_or(' ') {
        ' ' if !is_inside(&rows, column.min(rows[row].len()), row) => '#',
        sign => sign,
    };
    let row = |row: usize| -> String { (0..columns).map(|column| sign(column, row)).collect() };
    (0..rows.len()).map(|at| row(at) + "\n").collect()
}

#[test]
fn what_is_beyond_the_walls_may_be_drawn_as_they_are() {
    let profile = fitted::<Warehouse>(parse(LEVELS[0]), drawn(LEVELS[0]));
    for text in LEVELS {
        let read = read_still(tiled::<Warehouse>(), &drawn(text), &profile);
        assert_eq!(
            read.map_err(|why| why.to_string()),
            Ok(parse(&walled(text)))
        );
    }
}
