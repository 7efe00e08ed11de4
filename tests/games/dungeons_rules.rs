//! The rules of dungeons, one by one.

use gridhand::games::dungeons::Puzzle;
use gridhand::games::dungeons::rules::{Violation, violations};

/// What a drawn board breaks, numbers aside: they are made to fit.
fn broken(grid: &str) -> Vec<Violation> {
    let rows: Vec<&str> = grid.split('/').collect();
    let walls = |letters: &mut dyn Iterator<Item = char>| letters.filter(|&c| c == '#').count();
    let column = |c: usize| walls(&mut rows.iter().map(|row| row.as_bytes()[c] as char));
    let columns: Vec<String> = (0..rows[0].len()).map(|c| column(c).to_string()).collect();
    let numbers: Vec<String> = rows
        .iter()
        .map(|row| walls(&mut row.chars()).to_string())
        .collect();
    let line = format!("{} {} {grid}", columns.join(","), numbers.join(","));
    let puzzle = Puzzle::parse(&line).expect("a line");
    assert_eq!(
        puzzle.is_solved(),
        violations(&puzzle, &puzzle.walls()).is_empty()
    );
    violations(&puzzle, &puzzle.walls())
}

#[test]
fn a_corridor_between_monsters_is_solved() {
    assert_eq!(broken("###/M.M/###"), []);
    assert_eq!(broken("M#M/.#./..."), []);
}

#[test]
fn numbers_count_walls() {
    let puzzle = Puzzle::parse("212 303 ###/M.M/###").expect("a line");
    let found = violations(&puzzle, &puzzle.walls());
    assert_eq!(
        found,
        [Violation::Column {
            column: 1,
            walls: 2
        }]
    );
    let puzzle = Puzzle::parse("222 313 ###/M.M/###").expect("a line");
    let found = violations(&puzzle, &puzzle.walls());
    assert_eq!(found, [Violation::Row { row: 1, walls: 0 }]);
}

#[test]
fn dead_ends_are_for_monsters_and_monsters_for_dead_ends() {
    assert_eq!(broken("###/M../###"), [Violation::DeadEnd { at: (2, 1) }]);
    let crowded = Violation::Monster {
        at: (1, 1),
        open: 2,
    };
    assert_eq!(broken("###/MMM/###"), [crowded]);
    let lonely = Violation::Monster {
        at: (0, 0),
        open: 0,
    };
    assert_eq!(broken("M"), [lonely]);
}

#[test]
fn halls_are_only_in_rooms() {
    assert_eq!(broken("../.."), [Violation::Hall { at: (0, 0) }]);
    assert_eq!(broken(".../.#./..."), []);
}

#[test]
fn rooms_need_just_one_entrance_one_treasure_and_no_monster() {
    let room = "...##/T...M/...##";
    assert_eq!(broken(room), []);
    let no_room = |grid: &str, at| broken(grid).contains(&Violation::Treasure { at });
    assert!(no_room("...##/T.T.M/...##", (0, 1)), "two treasures");
    assert!(no_room("..M##/T...M/...##", (0, 1)), "a monster");
    assert!(no_room("....M/T..##/....M", (0, 1)), "two entrances");
    assert!(no_room("...##/T..##/...##", (0, 1)), "no entrance");
    assert!(no_room("T..##/.#..M/...##", (0, 0)), "a wall inside");
    assert!(no_room("T.M/###/###", (0, 0)), "too small");
}

#[test]
fn open_cells_are_one_region() {
    assert_eq!(broken("M.M/###/M.M"), [Violation::CutOff { at: (0, 2) }]);
    assert_eq!(broken("##/##"), []);
}
