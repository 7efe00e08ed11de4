//! The two text formats of dungeons.

use gridhand::games::dungeons::text::split;
use gridhand::games::dungeons::{Cell, Eight, Puzzle, Toggle, Walls};
use proptest::prelude::*;

fn cell() -> impl Strategy<Value = Cell> {
    prop::sample::select(vec![
        Cell::Unknown,
        Cell::Monster,
        Cell::Treasure,
        Cell::Wall,
        Cell::Path,
    ])
}

/// Any puzzle that can be written down, solvable or not.
fn puzzle() -> impl Strategy<Value = Puzzle> {
    (1..=32_usize, 1..=32_usize).prop_flat_map(|(width, height)| {
        (
            prop::option::of(0..=99_999_999_u32),
            prop::collection::vec(0..=height as u8, width),
            prop::collection::vec(0..=width as u8, height),
            prop::collection::vec(cell(), width * height),
        )
            .prop_map(|(seed, columns, rows, cells)| Puzzle {
                seed,
                columns: columns.into(),
                rows: rows.into(),
                cells: cells.into(),
            })
    })
}

proptest! {
    #[test]
    fn a_page_says_everything(puzzle in puzzle()) {
        prop_assert_eq!(Puzzle::parse(&puzzle.to_string()), Ok(puzzle));
    }

    #[test]
    fn a_line_says_everything_but_the_seed(puzzle in puzzle()) {
        let line = puzzle.one_line();
        let read = Puzzle::parse(&line).expect("a line");
        prop_assert_eq!(read.one_line(), line);
        prop_assert_eq!(read, Puzzle { seed: None, ..puzzle });
    }

    #[test]
    fn a_solution_comes_with_its_line(puzzle in puzzle()) {
        let walls = puzzle.walls();
        let puzzle = Puzzle { seed: None, ..puzzle.givens() };
        let mut line = puzzle.one_line() + " ";
        puzzle.write_solution(&walls, &mut line);
        prop_assert_eq!(Puzzle::parse_solved(&line), Ok((puzzle, Some(walls))));
    }

    #[test]
    fn files_fall_into_their_puzzles(puzzles in prop::collection::vec(puzzle(), 1..5)) {
        let pages: Vec<String> = puzzles.iter().map(Puzzle::to_string).collect();
        let file = format!("# a file\n\n{}", pages.join("\n# and\n\n"));
        let read = split(&file).into_iter().map(|(_, text)| Puzzle::parse(text));
        prop_assert_eq!(read.collect::<Result<Vec<_>, _>>(), Ok(puzzles));
    }

    #[test]
    fn no_text_is_too_strange(text in "[0-9 ,./MT#o\nseda]{0,80}") {
        // Whatever it is, it is a puzzle or a reason why not.
        if let Err(error) = Puzzle::parse(&text) {
            prop_assert!(error.line >= 1 && !error.what.is_empty());
        }
    }

    #[test]
    fn lines_of_eight_by_eight_have_a_short_way(
        (line, walls) in eight_by_eight(),
        (at, letter) in (0..200_usize, "[0-9 /MT#o,.]"),
    ) {
        let eight = Eight::read(line.as_bytes()).expect("a usual line");
        assert_same(&line, &eight, walls);
        if at < line.len() {
            let mut line = line;
            line.replace_range(at..=at, &letter);
            // What is unusual or wrong goes the long way.
            if let Some(eight) = Eight::read(line.as_bytes()) {
                assert_same(&line, &eight, walls);
            }
        }
    }

    #[test]
    fn toggles_lead_to_the_walls(drawn in puzzle(), bits in any::<[u32; 32]>()) {
        let mut walls = Walls::default();
        for toggle in cells_without_givens(&drawn) {
            walls.rows[toggle.row] |= bits[toggle.row] & 1 << toggle.column;
        }
        let toggles = drawn.toggles_to(&walls);
        let end = toggles.iter().fold(drawn, |puzzle, toggle| puzzle.after(*toggle));
        prop_assert_eq!(end.walls(), walls);
    }
}

/// A line, with a solution or without, and walls. Neither has to be right.
fn eight_by_eight() -> impl Strategy<Value = (String, u64)> {
    let cells = prop::collection::vec(0..12_usize, 64);
    let numbers = ("[0-8]{8}", "[0-8]{8}");
    (numbers, cells, any::<u64>(), any::<bool>()).prop_map(
        |((columns, rows), kinds, walls, solved)| {
            let grid = |walls: u64| {
                let letter = |(at, &kind): (usize, &usize)| match kind {
                    0 => 'M',
                    1 => 'T',
                    _ if walls >> at & 1 == 1 => '#',
                    _ => '.',
                };
                let letters: Vec<char> = kinds.iter().enumerate().map(letter).collect();
                let rows: Vec<String> = letters.chunks(8).map(String::from_iter).collect();
                rows.join("/")
            };
            let mut line = format!("{columns} {rows} {}", grid(0));
            if solved {
                line.extend([" ", &grid(walls)]);
            }
            (line, walls)
        },
    )
}

/// The short way from a line and back leads where the long one does.
fn assert_same(line: &str, eight: &Eight, walls: u64) {
    let (puzzle, _) = Puzzle::parse_line(line).expect("a line");
    assert_eq!(puzzle.columns.as_slice(), eight.columns);
    assert_eq!(puzzle.rows.as_slice(), eight.rows);
    for (at, &cell) in puzzle.cells.iter().enumerate() {
        assert_eq!(eight.monsters >> at & 1 == 1, cell == Cell::Monster);
        assert_eq!(eight.treasures >> at & 1 == 1, cell == Cell::Treasure);
    }
    let walls = walls & !(eight.monsters | eight.treasures);
    let mut rows = Walls::default();
    for (row, bits) in rows.rows.iter_mut().zip(walls.to_le_bytes()) {
        *row = u32::from(bits);
    }
    let (mut short, mut long) = (String::new(), String::new());
    Eight::write_answer(line, Ok(walls), &mut short);
    puzzle.write_answer_line(line, Ok(&rows), &mut long);
    assert_eq!(short, long);
}

fn cells_without_givens(puzzle: &Puzzle) -> Vec<Toggle> {
    let given = |cell: Cell| matches!(cell, Cell::Monster | Cell::Treasure);
    let all = (0..puzzle.height())
        .flat_map(|row| (0..puzzle.width()).map(move |column| Toggle { column, row }));
    all.filter(|at| !given(puzzle.cell(at.column, at.row)))
        .collect()
}

#[test]
fn a_page_looks_like_the_game() {
    let page = "seed 00000042\n  2 2 2\n3 # # #\n0 M o M\n3 . T .\n";
    let puzzle = Puzzle::parse(page).expect("a page");
    assert_eq!(puzzle.seed, Some(42));
    assert_eq!(
        (&puzzle.columns[..], &puzzle.rows[..]),
        (&[2, 2, 2][..], &[3, 0, 3][..])
    );
    assert_eq!(puzzle.cell(1, 1), Cell::Path);
    assert_eq!(puzzle.cell(1, 2), Cell::Treasure);
    assert_eq!(puzzle.to_string(), page);
    assert_eq!(puzzle.one_line(), "222 303 ###/MoM/.T.");
}

#[test]
fn a_page_may_show_its_solution_at_the_right() {
    let page = "# NAMED\n  2 2 2\n3 . . .   # # #\n0 M . M   M . M\n3 . . .   # # #\n";
    let (puzzle, walls) = Puzzle::parse_solved(page).expect("a page");
    assert_eq!(walls.expect("a solution").rows[..4], [0b111, 0, 0b111, 0]);
    assert_eq!(puzzle.one_line(), "222 303 .../M.M/...");
}

#[test]
fn numbers_above_nine_are_separated_by_commas() {
    let tall = format!("{}10\n{}", " ".repeat(3), "1 .\n".repeat(11));
    let puzzle = Puzzle::parse(&tall).expect("one column of eleven cells");
    assert!(
        puzzle.one_line().starts_with("10 1111"),
        "{}",
        puzzle.one_line()
    );
    let wide = Puzzle::parse("10,1 2,0,0,0,0,0,0,0,0,0 ../../../../../../../../../..");
    assert_eq!(wide.expect("two columns").columns.as_slice(), [10, 1]);
}

#[test]
fn errors_name_the_line_and_the_cause() {
    let page = |third: &str| format!("# comment\n  1 1 1\n{third}\n1 . . .\n");
    let eight = "99999999 99999999 ".to_string() + &["........"; 8].join("/");
    let cases = [
        ("", "line 1: there is no puzzle in this text"),
        (&page("1 . ."), "line 3: row 1 has 2 cells, not 3"),
        (
            &page("1 . x ."),
            "line 3: unknown character 'x' in column 2, row 1",
        ),
        (
            &page("4 . . ."),
            "line 3: the number of row 1 is 4, but it has only 3 cells",
        ),
        (&page("a . . ."), "line 3: \"a\" is not the number of row 1"),
        ("# only this", "line 1: there is no puzzle in this text"),
        (
            "seed 100000000\n  1\n1 .",
            "line 1: \"100000000\" is not a seed; seeds are 0..=99999999",
        ),
        (
            &eight,
            "line 1: the number of column 1 is 9, but it has only 8 cells",
        ),
        ("111 11 .../..", "line 1: row 2 has 2 cells, not 3"),
        (
            "11 11 ../?.",
            "line 1: unknown character '?' in column 1, row 2",
        ),
        (
            "111 11 ../..",
            "line 1: 3 column numbers, the grid has 2 columns",
        ),
        (
            "11 11 ../.. #./.. x",
            "line 1: more than 4 fields; a line is `columns rows grid [solution]`",
        ),
        (
            "11 11 M./.. #./..",
            "line 1: the solution has other monsters and treasures than the puzzle",
        ),
        (
            "11 11 ../.. ..",
            "line 1: the solution has 1 rows, the puzzle 2",
        ),
        (
            "11 11 ../..\n11 11 ../..",
            "line 2: the puzzle ended on the line before",
        ),
    ];
    for (text, message) in cases {
        let error = Puzzle::parse(text).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
}

#[test]
fn sides_end_at_thirty_two() {
    let row = "0 ".to_string() + &". ".repeat(33) + "\n";
    let error = Puzzle::parse(&("0 ".repeat(33) + "\n" + &row)).expect_err("33 columns");
    assert_eq!(
        error.to_string(),
        "line 1: 33 columns; 32 is the largest side"
    );
    let error = Puzzle::parse(&("0\n".to_string() + &"0 .\n".repeat(33))).expect_err("33 rows");
    assert_eq!(
        error.to_string(),
        "line 34: 33 rows; 32 is the largest side"
    );
}

#[test]
fn windows_line_ends_are_line_ends() {
    let page = "  2 2 2\r\n3 . . .\r\n0 M . M\r\n3 . . .\r\n";
    assert_eq!(
        Puzzle::parse(page).expect("a page").one_line(),
        "222 303 .../M.M/..."
    );
    assert!(Puzzle::parse("222 303 .../M.M/...\r\n").is_ok());
}
