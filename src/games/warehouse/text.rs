//! Reads levels: the classic signs, alone or in the collections' files (`.xsb`, `.sok`, `.txt`).
//!
//! A row is a line of `#@+$*.`, blanks, `-` and `_` (both floor) with a wall in it, or the same
//! run-length encoded (`3#2-`) with `|` between rows. Every other line is text: it ends a level, and
//! the last one before a level or `Title:` behind it names the level. A comment may therefore not
//! look like a row.

use super::puzzle::{Puzzle, Tile};
use crate::base::TextError;

/// What a row consists of.
const SIGNS: &str = "#@+$*. -_";

/// The classic levels, where the package xsok is installed.
pub const CLASSIC: &str = "/usr/share/games/xsok/Sokoban.def";

/// A level of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Empty if the file gives none.
    pub title: String,
    pub puzzle: Puzzle,
}

/// Reads a text that holds one level.
pub fn parse(text: &str) -> Result<Puzzle, TextError> {
    let mut levels = collection(text)?;
    match levels.len() {
        0 => Err(TextError::new(1, "no level: no line has a wall `#`")),
        1 => Ok(levels.remove(0).puzzle),
        n => Err(TextError::new(
            1,
            format!("{n} levels where one is expected"),
        )),
    }
}

/// Reads all levels of a file.
pub fn collection(text: &str) -> Result<Vec<Level>, TextError> {
    let mut levels: Vec<Level> = Vec::new();
    let mut before = String::new();
    let mut block = Block::default();
    for (index, line) in text.lines().enumerate() {
        if let Some(rows) = rows(line) {
            if block.rows.is_empty() {
                block.first_line = index + 1;
            }
            block.rows.extend(rows);
            continue;
        }
        if let Some(sign) = unknown_sign(line).filter(|_| !block.rows.is_empty()) {
            let what = format!("unknown sign {sign:?} in a row of a level");
            return Err(TextError::new(index + 1, what));
        }
        block.finish(&mut before, &mut levels)?;
        let words = line.trim_start_matches([';', ' ']).trim();
        if let (Some(title), Some(level)) = (words.strip_prefix("Title:"), levels.last_mut()) {
            level.title = title.trim().to_string();
        } else if !words.is_empty() && !is_remark(words) {
            before = words.to_string();
        }
    }
    block.finish(&mut before, &mut levels)?;
    Ok(levels)
}

/// Cuts a text into the texts of its levels, each with the number of its first line.
pub fn split(text: &str) -> Vec<(usize, &str)> {
    let mut pieces: Vec<(usize, &str)> = Vec::new();
    let mut start = None;
    let mut at = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        match (rows(line).is_some(), start) {
            (true, None) => start = Some((index + 1, at)),
            (false, Some((number, from))) => {
                pieces.push((number, &text[from..at]));
                start = None;
            }
            _ => {}
        }
        at += line.len();
    }
    pieces.extend(start.map(|(number, from)| (number, &text[from..])));
    if pieces.is_empty() {
        pieces.push((1, text));
    }
    pieces
}

/// The rows of one level, as they are collected.
#[derive(Default)]
struct Block {
    first_line: usize,
    rows: Vec<String>,
}

impl Block {
    fn finish(&mut self, title: &mut String, levels: &mut Vec<Level>) -> Result<(), TextError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let rows = std::mem::take(&mut self.rows);
        levels.push(Level {
            title: std::mem::take(title),
            puzzle: level(self.first_line, &rows)?,
        });
        Ok(())
    }
}

/// What stands between a level's name and the level, or behind it.
fn is_remark(words: &str) -> bool {
    let first = words.split([' ', ':']).next().unwrap_or("");
    ["author", "comment"].contains(&first.to_ascii_lowercase().as_str())
}

/// What keeps a line from wall to wall from being a row.
fn unknown_sign(line: &str) -> Option<char> {
    let row = line.trim();
    let walled = row.len() > 1 && row.starts_with('#') && row.ends_with('#');
    row.chars().find(|c| walled && !SIGNS.contains(*c))
}

/// The rows that a line stands for, if it is no text.
fn rows(line: &str) -> Option<Vec<String>> {
    let line = line.trim_end();
    let sign = |c: char| SIGNS.contains(c);
    if !line.contains('#') {
        return None;
    }
    if line.chars().all(sign) {
        return Some(vec![line.to_string()]);
    }
    let encoded = line
        .chars()
        .all(|c| sign(c) || c.is_ascii_digit() || c == '|');
    let coded = line.strip_suffix('|').unwrap_or(line);
    encoded
        .then(|| coded.split('|').map(expand).collect::<Option<_>>())
        .flatten()
}

/// `3#2-` is `###--`; none if a number is absurd or stands alone, or there is no wall.
fn expand(row: &str) -> Option<String> {
    const LONGEST: usize = 10_000;
    let mut out = String::new();
    let mut count: Option<usize> = None;
    for c in row.chars() {
        if let Some(digit) = c.to_digit(10) {
            count = Some(count.unwrap_or(0) * 10 + digit as usize);
        } else {
            out.extend(std::iter::repeat_n(c, count.take().unwrap_or(1)));
        }
        if count.unwrap_or(0) + out.len() > LONGEST {
            return None;
        }
    }
    (count.is_none() && out.contains('#')).then_some(out)
}

fn level(first_line: usize, rows: &[String]) -> Result<Puzzle, TextError> {
    let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    let mut tiles = vec![Tile::Floor; width * rows.len()];
    let mut boxes = Vec::new();
    let mut robot = None;
    for (row, text) in rows.iter().enumerate() {
        for (column, sign) in text.chars().enumerate() {
            let cell = row * width + column;
            tiles[cell] = match sign {
                '#' => Tile::Wall,
                '.' | '*' | '+' => Tile::Goal,
                _ => Tile::Floor,
            };
            if matches!(sign, '$' | '*') {
                boxes.push(cell);
            }
            if matches!(sign, '@' | '+') && robot.replace(cell).is_some() {
                return Err(TextError::new(first_line + row, "a second robot"));
            }
        }
    }
    let goals = tiles.iter().filter(|&&tile| tile == Tile::Goal).count();
    let robot = robot.ok_or_else(|| TextError::new(first_line, "a level without a robot `@`"))?;
    if boxes.len() > goals {
        let what = format!("{} boxes but only {goals} goals", boxes.len());
        return Err(TextError::new(first_line, what));
    }
    Ok(Puzzle {
        width,
        tiles,
        boxes,
        robot,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_without_a_wall_is_no_row() {
        assert!(parse("#\n|####\n#@$.#\n##\n").is_err());
        assert!(parse("5#|#@$.#|5#|").is_ok());
    }

    const TINY: &str = "#####\n#@$.#\n#####\n";

    #[test]
    fn displays_what_it_read() {
        let text = "  ####\n###  #\n#+$  #\n#  *##\n#####\n";
        assert_eq!(parse(text).unwrap().to_string(), text);
    }

    #[test]
    fn floor_may_be_a_dash_and_rows_may_be_counted() {
        let counted = parse("5#|#@$.#|5#").unwrap();
        assert_eq!(counted, parse(TINY).unwrap());
        assert_eq!(
            parse("######\n#@-$.#\n######").unwrap(),
            parse("6#\n#@-$.#\n6#").unwrap()
        );
    }

    #[test]
    fn collections_name_their_levels() {
        let text = format!("Set by nobody\n\n; 1\n\n{TINY}\n{TINY}Title: Second\nAuthor: x\n");
        let titles: Vec<_> = collection(&text).unwrap();
        assert_eq!(titles[0].title, "1");
        assert_eq!(titles[1].title, "Second");
        assert_eq!(titles.len(), 2);
    }

    #[test]
    fn levels_are_cut_apart() {
        let text = format!("; 1\n{TINY}\n; 2\n; Author: x\n{TINY}");
        assert_eq!(split(&text), [(2, TINY), (8, TINY)]);
        assert_eq!(split("nothing"), [(1, "nothing")]);
        let titles: Vec<_> = collection(&text)
            .unwrap()
            .into_iter()
            .map(|l| l.title)
            .collect();
        assert_eq!(titles, ["1", "2"]);
    }

    #[test]
    fn errors_name_the_line() {
        let second = parse("; x\n#####\n#@$.#\n#@  #\n#####").unwrap_err();
        assert_eq!((second.line, second.what.as_str()), (4, "a second robot"));
        assert_eq!(parse("\n####\n#$.#\n####").unwrap_err().line, 2);
        assert!(
            parse("#####\n#@$ #\n#####")
                .unwrap_err()
                .what
                .contains("goals")
        );
        let unknown = parse("#####\n#@$.#\n#x  #\n#####").unwrap_err();
        assert_eq!(unknown.line, 3);
        assert!(unknown.what.contains("'x'"), "{unknown}");
        assert!(parse("nothing").is_err());
        assert!(parse(&format!("{TINY}\n{TINY}")).is_err());
    }
}
