//! Levels of Mortal Coil whose walls nobody sees, for the page around them looks alike.

use gridhand::base::{Point, Rect};
use gridhand::draw;
use gridhand::game::Game;
use gridhand::game::tiled::{self, read_still};
use gridhand::games::coil::Coil;
use gridhand::profile::Profile;
use gridhand::screen::Frame;
use gridhand::vision::{ReadScratch, View};
use image::RgbaImage;

use crate::fitting::{self, tiled};

fn parse(text: &str) -> <Coil as Game>::Puzzle {
    Coil::parse(text).expect("a level")
}

fn fitted(text: &str, picture: RgbaImage) -> Profile {
    fitting::fitted::<Coil>(parse(text), picture)
}

/// Free cells as plates with gaps between them on a page of one colour, and some words above them.
fn plates(text: &str, corner: Point) -> RgbaImage {
    const PITCH: i32 = 50;
    let mut canvas = draw::canvas([640, 620]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [29, 34, 48]);
    draw::font::write_big(&mut canvas, Point::new(280, 12), "Level 5", [[220; 3]; 2]);
    for (row, line) in text.lines().enumerate() {
        for (column, _) in line.chars().enumerate().filter(|(_, sign)| *sign == '.') {
            let off = Point::new(column as i32 * PITCH, row as i32 * PITCH);
            let plate = Rect::new(0, 0, PITCH - 6, PITCH - 6).at(corner + off);
            draw::fill(&mut canvas, plate, [75, 86, 112]);
            draw::bevel(&mut canvas, plate, [100, 112, 140], [52, 60, 80]);
        }
    }
    canvas
}

#[test]
fn where_walls_look_like_the_page_a_level_ends_at_its_last_free_cells() {
    const FIRST: &str =
        "##......\n##......\n........\n.##...#.\n....#...\n#.#.....\n..#.##..\n....##..\n";
    const OTHERS: [&str; 2] = [
        "..#\n...\n#..\n",
        ".#....\n...##.\n.#....\n......\n##..##\n",
    ];
    let profile = fitted(FIRST, plates(FIRST, Point::new(120, 80)));
    for text in OTHERS {
        let read = read_still(
            tiled::<Coil>(),
            &plates(text, Point::new(203, 131)),
            &profile,
        );
        assert_eq!(read.map_err(|why| why.to_string()), Ok(parse(text)));
    }
}

/// A board whose cells are filled as the path goes, all alike.
fn filled(text: &str) -> RgbaImage {
    const PITCH: i32 = 60;
    let mut canvas = draw::canvas([400, 320]);
    let all = draw::whole(&canvas);
    draw::fill(&mut canvas, all, [236, 238, 242]);
    for (row, line) in text.lines().enumerate() {
        for (column, sign) in line.chars().enumerate() {
            let colour = match sign {
                '#' => [70, 74, 86],
                '.' => [252, 252, 252],
                _ => [240, 140, 30],
            };
            let corner = Point::new(50 + column as i32 * PITCH, 40 + row as i32 * PITCH);
            let cell = Rect::new(0, 0, PITCH - 2, PITCH - 2).at(corner);
            draw::fill(&mut canvas, cell, colour);
        }
    }
    canvas
}

/// What is read of a picture after a board was read.
fn read_after(before: &str, picture: RgbaImage) -> Result<String, String> {
    let first = "#...\n.@..\n...#\n";
    let profile = fitted(first, filled(first));
    let frame = Frame::still(picture);
    let memory = parse(before);
    let mut scratch = ReadScratch::default();
    let read = tiled::read(
        tiled::<Coil>(),
        &View::whole(&frame),
        &profile,
        Some(&memory),
        &mut scratch,
    );
    read.map(|read| read.puzzle.to_string())
        .map_err(|why| why.to_string())
}

#[test]
fn where_the_path_has_come_to_has_no_mark_of_its_own_it_is_known_by_what_was() {
    let (before, after) = ("#...\n.@..\n...#\n", "#...\n.oo@\n...#\n");
    let read = read_after(before, filled(after));
    assert_eq!(read.as_deref(), Ok(after));
    // Read again it is the same; and what no slide makes of it is not guessed at.
    assert_eq!(read_after(after, filled(after)).as_deref(), Ok(after));
    let half = "#...\n.oo.\n...#\n";
    let read = read_after(before, filled(half));
    assert!(read.is_err_and(|why| why.contains("two cells")));
}

#[test]
fn a_path_that_goes_on_by_itself_has_come_to_where_the_only_ways_lead() {
    let before = "#@...\n##.#.\n.#...\n....#\n";
    let after = "#oooo\n##.#o\n.#@oo\n....#\n";
    assert_eq!(read_after(before, filled(after)).as_deref(), Ok(after));
    // Either way around covers the same cells: that matters where some are left.
    let ring = read_after("@.#.\n..#.\n####\n", filled("oo#.\noo#.\n####\n"));
    assert!(ring.is_err_and(|why| why.contains("two cells")));
    let full = read_after("@.##\n..##\n####\n", filled("oo##\noo##\n####\n"));
    assert!(full.is_ok_and(|full| !full.contains('.')));
}

#[test]
fn where_no_mark_of_the_path_is_left_it_has_come_to_where_a_slide_leads() {
    let (before, after) = ("#...\n.@..\n...#\n", "#...\n.oo@\n...#\n");
    let mut marked = filled(before);
    let at = Rect::new(50 + 60 + 18, 40 + 60 + 18, 22, 22);
    draw::fill(&mut marked, at, [255; 3]);
    let told = "#...\nooo@\n...#\n";
    let mut learned = filled(told);
    draw::fill(&mut learned, at.at(Point::new(at.x + 120, at.y)), [255; 3]);
    let profile = fitted(told, learned);
    let read = |picture: RgbaImage, memory: Option<&str>| {
        let (frame, memory) = (Frame::still(picture), memory.map(parse));
        let mut scratch = ReadScratch::default();
        let view = View::whole(&frame);
        let read = tiled::read(
            tiled::<Coil>(),
            &view,
            &profile,
            memory.as_ref(),
            &mut scratch,
        );
        read.map(|read| read.puzzle.to_string())
            .map_err(|why| why.to_string())
    };
    assert_eq!(read(marked, None).as_deref(), Ok(before));
    assert_eq!(read(filled(after), Some(before)).as_deref(), Ok(after));
    assert!(read(filled(after), None).is_err());
    // The mark stays where the path began.
    let mut left = filled(after);
    draw::fill(&mut left, at, [255; 3]);
    assert_eq!(read(left, Some(before)).as_deref(), Ok(after));
}

/// A level that fills its window: flat cells with thin lines between them.
fn filling(text: &str) -> RgbaImage {
    const SIDE: i32 = 600;
    let mut canvas = draw::canvas([SIDE + 90, SIDE]);
    let rows: Vec<&str> = text.lines().collect();
    let pitch = (SIDE - 1) / rows.len().max(rows[0].len()) as i32;
    let left = (SIDE + 90 - pitch * rows[0].len() as i32) / 2;
    for (row, line) in rows.iter().enumerate() {
        for (column, sign) in line.chars().enumerate() {
            let corner = Point::new(left + column as i32 * pitch, row as i32 * pitch);
            let [line, cell] = [[119; 3], if sign == '.' { [221; 3] } else { [85, 187, 85] }];
            draw::fill(
                &mut canvas,
                Rect::new(0, 0, pitch + 1, pitch + 1).at(corner),
                line,
            );
            let inside = Rect::new(1, 1, pitch - 1, pitch - 1).at(corner);
            draw::fill(&mut canvas, inside, cell);
        }
    }
    canvas
}

#[test]
fn a_level_is_read_whose_cells_are_a_third_or_three_times_as_large() {
    const SMALL: &str = "######\n#....#\n#..#.#\n#..#.#\n##...#\n######\n";
    const LARGE: &str = "####################\n#..................#\n#..##..##....#..##.#\n\
                         #..##..##....#..##.#\n#......##....#.....#\n#..##......####....#\n\
                         #..##..##......#...#\n#......##......###.#\n####...............#\n\
                         ####....##..##.....#\n#..##...##..##...###\n#..##............###\n\
                         #....##......####..#\n#....##..##..####..#\n##.......##........#\n\
                         ##..####.......##..#\n#...####..###..##..#\n#.........###......#\n\
                         #..................#\n####################\n";
    for [known, other] in [[SMALL, LARGE], [LARGE, SMALL]] {
        let profile = fitted(known, filling(known));
        let read = read_still(tiled::<Coil>(), &filling(other), &profile);
        assert_eq!(read.map_err(|why| why.to_string()), Ok(parse(other)));
    }
}

#[test]
fn a_level_of_another_size_is_read_once_the_one_before_may_be_over() {
    const FIRST: &str = "######\n#....#\n#..#.#\n#..#.#\n##...#\n######\n";
    const NEXT: &str = "#######\n#.....#\n#.....#\n##....#\n#.....#\n#.....#\n#######\n";
    let first = parse(FIRST);
    let profile = fitted(FIRST, filling(FIRST));
    let read = |text: &str, scratch: &mut ReadScratch| {
        let frame = Frame::still(filling(text));
        let view = View::whole(&frame);
        let read = tiled::read(tiled::<Coil>(), &view, &profile, Some(&first), scratch);
        read.map(|read| read.puzzle).map_err(|why| why.to_string())
    };
    let mut playing = ReadScratch::default();
    assert_eq!(read(FIRST, &mut playing), Ok(first.clone()));
    // Each from the same state: a search puts the next one off for some time.
    playing.searched = None;
    let mut over = playing.clone();
    over.is_over = true;
    assert!(read(NEXT, &mut playing).is_err());
    assert_eq!(read(NEXT, &mut over), Ok(parse(NEXT)));
}
