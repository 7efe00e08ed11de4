//! Blocks of a colour each, with pictures in their middle, on a tray that goes on beyond where they may go.

use gridhand::game::Game;
use gridhand::game::tiled::read_still;
use gridhand::games::sliding::{Puzzle, Sliding};
use image::{Rgba, RgbaImage};

use crate::fitting::{fitted, tiled};

/// The side of a cell, and of the picture on a car, in pixels.
const SIDE: i64 = 60;
const PICTURE: i64 = 30;

/// The colours of cars, by their letters.
const COLOURS: [[u8; 3]; 10] = [
    [220, 60, 50],
    [50, 140, 210],
    [40, 190, 100],
    [240, 180, 20],
    [150, 80, 180],
    [225, 110, 20],
    [240, 100, 160],
    [0, 195, 180],
    [160, 220, 190],
    [140, 70, 30],
];

/// Cars, each of one colour that fades to its right, with the picture of a window in the middle, on a tray of cells
/// that has more room than `text` says: so many cells at the right.
fn picture(text: &str, more: i64) -> RgbaImage {
    drawn(text, more, (3, &|_, _| [20, 30, 40]))
}

/// The same with so much free at the right and lower ends of cars, and with what is to be seen in the window, by which
/// pixel it is.
fn drawn(text: &str, more: i64, (ends, window): (i64, &dyn Fn(i64, i64) -> [u8; 3])) -> RgbaImage {
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let [columns, lines] = [rows[0].len() as i64, rows.len() as i64];
    let [width, height] = [columns + more, lines].map(|cells| (cells * SIDE + 80) as u32);
    let mut page = RgbaImage::from_pixel(width, height, Rgba([30, 32, 52, 255]));
    let mut fill = |[left, top, right, bottom]: [i64; 4], colour: &dyn Fn(i64, i64) -> [u8; 3]| {
        for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
            let [r, g, b] = colour(x - left, y - top);
            page.put_pixel(x as u32 + 40, y as u32 + 40, Rgba([r, g, b, 255]));
        }
    };
    fill(
        [-8, -8, (columns + more) * SIDE + 8, lines * SIDE + 8],
        &|_, _| [96, 84, 70],
    );
    let letters: std::collections::BTreeSet<char> = rows.iter().flatten().copied().collect();
    for letter in letters.into_iter().filter(|letter| *letter != '.') {
        let cells = (0..lines).flat_map(|y| (0..columns).map(move |x| (x, y)));
        let cells = cells.filter(|(x, y)| rows[*y as usize][*x as usize] == letter);
        let cells: Vec<(i64, i64)> = cells.collect();
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        let [left, top] = [first.0 * SIDE + 2, first.1 * SIDE + 2];
        let [right, bottom] = [(last.0 + 1) * SIDE - ends, (last.1 + 1) * SIDE - ends];
        let shade = COLOURS[(letter as usize - 'A' as usize) % COLOURS.len()];
        fill([left, top, right, bottom], &|at, _| {
            shade.map(|level| level - (i64::from(level) * at / (8 * (right - left))) as u8)
        });
        let [x, y] = [(left + right - PICTURE) / 2, (top + bottom - PICTURE) / 2];
        fill([x, y, x + PICTURE, y + PICTURE], &|_, _| [245, 245, 250]);
        let pane = [x + 6, y + 6, x + PICTURE - 6, y + PICTURE - 6];
        fill(pane, window);
    }
    page
}

pub fn parse(start: &str, goal: &str) -> Puzzle {
    Sliding::parse(&format!("start\n{start}goal\n{goal}")).expect("a puzzle")
}

/// A jam of six by six cells whose car of this letter is to get out at the right of the third row.
pub fn jam(start: &str, car: char) -> Puzzle {
    let empty = "......\n";
    let goal = format!("{0}{0}....{car}{car}\n{0}{0}{0}", empty);
    Sliding::parse(&format!("lengthwise\nstart\n{start}goal\n{goal}")).expect("a puzzle")
}

#[test]
fn a_tray_with_more_room_than_blocks_may_use_is_cut_to_what_the_text_says() {
    const GOAL: &str = "....\n....\n....\n.AA.\n.AA.\n";
    let first = "AA..\nAA..\nBDDC\nBEFC\nG..H\n";
    let board = |start: &str| parse(start, GOAL);
    let profile = fitted::<Sliding>(board(first), picture(first, 2));
    let moved = "AA..\nAA..\nBDDC\nB.FC\nGE.H\n";
    for start in [first, moved] {
        let read = read_still(tiled::<Sliding>(), &picture(start, 2), &profile);
        assert_eq!(
            read.map_err(|why| why.to_string()),
            Ok(board(start)),
            "{start}"
        );
    }
}

#[test]
fn a_picture_in_the_middle_of_a_long_car_of_another_colour_is_a_part_of_it() {
    let first = "A..BB.\nA....D\nCC...D\n..E...\n..E...\nFFF...\n";
    let other = "GG...B\nH..E.B\nHCCE.B\nH..E..\nF...AA\nF.III.\n";
    // A fine pattern lies otherwise in a tile where a car stands upright.
    let window = |x: i64, y: i64| match (x / 2 + y / 3) % 2 {
        0 => [210, 40, 40],
        _ => [240, 240, 240],
    };
    let board = |start: &str| jam(start, 'C');
    let picture = |start: &str| drawn(start, 0, (8, &window));
    let profile = fitted::<Sliding>(board(first), picture(first));
    let read = read_still(tiled::<Sliding>(), &picture(other), &profile);
    let read = read.map_err(|why| why.to_string());
    assert_eq!(read.map(|read| shapes(&read)), Ok(shapes(&board(other))));
}

/// A car park with a wide kerb through which a road leads out, on a meadow. Cars have a dark roof, which lies on the
/// border of two cells where they stand upright, and lorries are white in front.
fn car_park(text: &str) -> RgbaImage {
    const KERB: i64 = 70;
    const ROAD: i64 = 2;
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let side = rows.len() as i64 * SIDE;
    let mut page = RgbaImage::from_pixel(
        side as u32 + 260,
        side as u32 + 200,
        Rgba([100, 181, 96, 255]),
    );
    let mut fill = |[left, top, right, bottom]: [i64; 4], [r, g, b]: [u8; 3]| {
        for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
            page.put_pixel((x + 100) as u32, (y + 100) as u32, Rgba([r, g, b, 255]));
        }
    };
    let (asphalt, line) = ([68, 68, 68], [162, 162, 162]);
    fill([-KERB, -KERB, side + KERB, side + KERB], [200, 200, 200]);
    fill([side, ROAD * SIDE, side + 160, (ROAD + 1) * SIDE], asphalt);
    fill([-2, -2, side + 2, side + 2], line);
    for (x, y) in (0..rows.len() as i64).flat_map(|y| (0..rows.len() as i64).map(move |x| (x, y))) {
        fill(
            [
                x * SIDE + 1,
                y * SIDE + 1,
                (x + 1) * SIDE - 1,
                (y + 1) * SIDE - 1,
            ],
            asphalt,
        );
    }
    let cell = |at: usize| (at as i64 % rows.len() as i64, at as i64 / rows.len() as i64);
    let letters: std::collections::BTreeSet<char> = rows.iter().flatten().copied().collect();
    for letter in letters.into_iter().filter(|letter| *letter != '.') {
        let of_car = (0..rows.len() * rows.len()).map(cell);
        let of_car: Vec<_> = of_car
            .filter(|(x, y)| rows[*y as usize][*x as usize] == letter)
            .collect();
        let (first, last) = (of_car[0], of_car[of_car.len() - 1]);
        let [left, top, right, bottom] = [
            first.0 * SIDE + 6,
            first.1 * SIDE + 6,
            (last.0 + 1) * SIDE - 6,
            (last.1 + 1) * SIDE - 6,
        ];
        fill(
            [left, top, right, bottom],
            COLOURS[letter as usize - 'A' as usize],
        );
        let [x, y] = [(left + right) / 2, (top + bottom) / 2];
        match (of_car.len(), first.1 == last.1) {
            (2, true) => fill([x + 14, top, x + 28, bottom], [30, 40, 60]),
            (2, false) => fill([left, y - 10, right, y + 10], [30, 40, 60]),
            (_, true) => fill([right - 40, top, right, bottom], [230, 230, 230]),
            (_, false) => fill([left, bottom - 40, right, bottom], [230, 230, 230]),
        }
    }
    page
}

#[test]
fn cars_that_no_example_showed_are_read_in_a_frame_with_a_way_out() {
    let first = "......\n.....B\n...AAB\n.....B\n......\n......\n";
    let board = |start: &str| jam(start, 'A');
    let profile = fitted::<Sliding>(board(first), car_park(first));
    let others = [
        "......\n.....B\n.AA..B\n..D..B\n..DEEE\n......\n",
        "....D.\n....DB\n.AA.CB\n....CB\nEEE...\n.FF...\n",
    ];
    for other in others {
        let read = read_still(tiled::<Sliding>(), &car_park(other), &profile);
        let read = read.map_err(|why| why.to_string());
        assert_eq!(
            read.map(|read| shapes(&read)),
            Ok(shapes(&board(other))),
            "{other}"
        );
    }
    // What is no car is none.
    let strange = "......\n.....B\n.AA..B\n.DD..B\n.DD...\n......\n";
    let read = read_still(tiled::<Sliding>(), &car_park(strange), &profile);
    assert_eq!(read.ok().map(|read| read.to_string()), None);
}

/// Cars on white cells with black lines between, in a ring of grey cells of the same size with a white way out; beside it
/// buttons, one of them next to the way out, on white.
fn ringed(text: &str) -> RgbaImage {
    const RING: i64 = 8;
    const EXIT: (i64, i64) = (7, 3);
    let mut page = RgbaImage::from_pixel(680, 480, Rgba([255; 4]));
    let mut fill = |[left, top, right, bottom]: [i64; 4], [r, g, b]: [u8; 3]| {
        for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
            page.put_pixel(x as u32, y as u32, Rgba([r, g, b, 255]));
        }
    };
    let cell = |(x, y): (i64, i64)| [x * SIDE, y * SIDE, (x + 1) * SIDE, (y + 1) * SIDE];
    let is_ring = |x: i64, y: i64| [x, y].iter().any(|at| [0, RING - 1].contains(at));
    for (x, y) in (0..RING).flat_map(|y| (0..RING).map(move |x| (x, y))) {
        let colour = if is_ring(x, y) && (x, y) != EXIT {
            169
        } else {
            255
        };
        fill(cell((x, y)), [colour; 3]);
    }
    for at in (0..=RING)
        .map(|at| at * SIDE)
        .map(|at| [at.min(479), (at + 1).min(480)])
    {
        fill([at[0], 0, at[1], RING * SIDE], [0; 3]);
        fill([0, at[0], RING * SIDE, at[1]], [0; 3]);
    }
    for (at, letter) in text.lines().flat_map(str::chars).enumerate() {
        let place = (at as i64 % 6 + 1, at as i64 / 6 + 1);
        if letter != '.' {
            fill(cell(place), COLOURS[letter as usize - 'A' as usize]);
        }
    }
    for top in (0..5).map(|button| 40 + 56 * button) {
        fill([488, top, 668, top + 40], [0; 3]);
        fill([490, top + 2, 666, top + 38], [200; 3]);
        for word in 0..5 {
            let left = 530 + 18 * word;
            fill([left, top + 10, left + 10, top + 30], [20 * word as u8; 3]);
        }
    }
    page
}

#[test]
fn a_ring_of_cells_with_a_way_out_to_buttons_is_none_of_the_board() {
    let board = |start: &str| jam(start, 'A');
    let first = "..B.CC\n..B...\nAAB...\nDDD..E\n.....E\n.....E\n";
    let other = "FFF.CC\n..B..H\nAAB..H\nDDD...\n..I..E\n..I..E\n";
    let profile = fitted::<Sliding>(board(first), ringed(first));
    let read = read_still(tiled::<Sliding>(), &ringed(other), &profile);
    let read = read.map_err(|why| why.to_string());
    assert_eq!(read.map(|read| shapes(&read)), Ok(shapes(&board(other))));
}

/// The cells of all blocks and their goals, whatever they are called.
pub fn shapes(puzzle: &Puzzle) -> std::collections::BTreeSet<(Vec<usize>, Option<Vec<usize>>)> {
    let blocks = puzzle.blocks.iter();
    blocks
        .map(|block| (block.cells.clone(), block.goal.clone()))
        .collect()
}
