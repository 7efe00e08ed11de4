use proptest::prelude::*;

use super::*;

const SMALL: &str = "\
###########
#.O...O.#.#
#..O#..O..#
#.OO.@O...#
#..O..OO..#
#...#..O..#
#.O...O...#
###########

>>^<v<<vv>^^>>v<^<<>vv<v>>^^<v>^<vv>>^<<^>v<v^^>>vv<<^v>^<>vv<^
^>v<<vv>>^<^v<>v>^>><vv^<^<v>>^vv<<>^
";

fn both(text: &str) -> [Map; 2] {
    let task = parse(text).unwrap();
    [follow(&task, false), follow(&task, true)]
}

fn error(text: &str) -> (usize, String) {
    let error = parse(text).unwrap_err();
    (error.line, error.what)
}

#[test]
fn rows_of_boxes_move_together() {
    let [narrow, wide] = both("########\n#@OO.O.#\n########\n\n>>>\n>>\n");
    assert_eq!(narrow.to_string(), "########\n#..@OOO#\n########\n");
    assert_eq!(narrow.sum(), 100 * 3 + 4 + 5 + 6);
    assert_eq!(wide.rows().nth(1).unwrap(), b"##.....@[][][]##");
}

#[test]
fn wide_boxes_push_what_they_touch_or_nothing() {
    let text = "######\n#....#\n#.OO.#\n#@O..#\n#....#\n######\n\n>>v>^";
    for moves in ["", "^", "^^^"] {
        let [_, wide] = both(&format!("{text}{moves}"));
        let rows: Vec<_> = wide.rows().skip(1).take(3).collect();
        let expected: [&[u8]; 3] = [b"##..[][]..##", b"##...[]...##", b"##...@....##"];
        assert_eq!(rows, expected);
    }
}

#[test]
fn fast_is_plain_on_the_example() {
    let task = parse(SMALL).unwrap();
    for wide in [false, true] {
        assert_eq!(follow(&task, wide), plain::follow(&task, wide));
    }
}

#[test]
fn moves_may_be_broken_and_commented() {
    let lines = SMALL.replace(">>^<v<<vv", ">>^<\r\n\n# then\nv<<vv");
    assert_eq!(both(&lines), both(SMALL));
}

#[test]
fn errors_name_the_line() {
    assert_eq!(
        error("####\n#@.#\n##.#\n\n^"),
        (3, "the map is not closed by walls `#` here".into())
    );
    assert_eq!(error("####\n#@.\n####\n").0, 2);
    assert_eq!(
        error("####\n#@.#\n#..##\n####\n"),
        (3, "5 cells, but the first row has 4".into())
    );
    assert_eq!(error("####\n#@x#\n####\n").0, 2);
    assert!(error("####\n#@\u{e9}#\n####\n").1.contains('\u{e9}'));
    assert_eq!(error("####\n#..#\n####\n\n<").0, 3);
    assert_eq!(error("#####\n#@.@#\n#####\n"), (2, "a second robot".into()));
    assert_eq!(
        error("####\n#@.#\n#@.#\n####\n"),
        (3, "a second robot".into())
    );
    assert_eq!(error("####\n#@.#\n####\n\n<<>\n<x\n").0, 6);
    assert_eq!(error(""), (1, "no map".into()));
}

#[test]
fn real_material_gives_its_sums() {
    let Some(folder) = crate::games::warehouse::data_folder() else {
        return;
    };
    let input = std::fs::read_to_string(folder.join("input.txt")).unwrap();
    let answers = std::fs::read_to_string(folder.join("answers.txt")).unwrap();
    let [narrow, wide] = both(&input).map(|map| map.sum());
    assert_eq!(answers, format!("follow {narrow}\nwide {wide}\n"));
}

/// A closed map with the robot somewhere.
fn maps() -> impl Strategy<Value = String> {
    (1usize..12, 1usize..12).prop_flat_map(|(width, height)| {
        let cells =
            prop::collection::vec(prop::sample::select(b"....OOO#".to_vec()), width * height);
        (cells, 0..width * height).prop_map(move |(mut cells, robot)| {
            cells[robot] = b'@';
            let edge = "#".repeat(width + 2);
            let rows: Vec<String> = cells
                .chunks(width)
                .map(|row| format!("#{}#", String::from_utf8_lossy(row)))
                .collect();
            format!("{edge}\n{}\n{edge}\n", rows.join("\n"))
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn fast_is_plain(map in maps(), moves in "[\\^v<>\n]{0,200}") {
        let text = format!("{map}\n{moves}");
        let task = parse(&text).unwrap();
        for wide in [false, true] {
            let end = follow(&task, wide);
            prop_assert_eq!(end.sum(), end.to_string().lines().enumerate().map(|(row, line)| {
                line.bytes().enumerate().filter(|(_, c)| matches!(c, b'O' | b'[')).map(|(column, _)| 100 * row + column).sum::<usize>()
            }).sum::<usize>() as u64);
            prop_assert_eq!(&end, &plain::follow(&task, wide));
        }
    }
}
