//! The text format of a puzzle.

use std::collections::BTreeMap;
use std::fmt;

use super::puzzle::{Cell, Direction, LENGTH, MARGIN, MAX_CELLS, MAX_HEIGHT, MAX_WIDTH, Puzzle};
use crate::base::TextError;

/// Above the picture of a puzzle that is under way.
const NOW: &str = "now";

/// A line and its number, counted from 1.
type Line<'a> = (usize, &'a str);

impl Puzzle {
    /// Reads the text format.
    pub fn parse(text: &str) -> Result<Puzzle, TextError> {
        let lines: Vec<Line> = text
            .lines()
            .enumerate()
            .map(|(at, line)| (at + 1, line.trim_end()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with("# "))
            .collect();
        let now = lines.iter().position(|(_, line)| line.trim() == NOW);
        let start = parse_wanted(&lines[..now.unwrap_or(lines.len())])?;
        match now {
            None => Ok(start),
            Some(at) => parse_now(&start, lines[at].0, &lines[at + 1..]),
        }
    }
}

fn parse_wanted(lines: &[Line]) -> Result<Puzzle, TextError> {
    let Some(&(first, top)) = lines.first() else {
        return Err(TextError::new(1, "no picture of the wanted wood"));
    };
    let width = top.chars().count();
    let height = lines.len();
    if width > MAX_WIDTH || height > MAX_HEIGHT || width * height > MAX_CELLS {
        let what = format!(
            "{width} x {height} cells; at most {MAX_WIDTH} columns, {MAX_HEIGHT} rows and \
             {MAX_CELLS} cells are possible"
        );
        return Err(TextError::new(first, what));
    }
    let mut wanted = Vec::new();
    for &(number, line) in lines {
        if line.chars().count() != width {
            let what = format!("{} cells instead of {width}", line.chars().count());
            return Err(TextError::new(number, what));
        }
        for sign in line.chars() {
            wanted.push(match sign {
                '#' => true,
                '.' => false,
                _ => return Err(TextError::new(number, format!("{sign:?} is not # or ."))),
            });
        }
    }
    Ok(Puzzle::start(width, wanted))
}

/// The picture of everything in reach, below the line `now` with that number.
fn parse_now(start: &Puzzle, number: usize, lines: &[Line]) -> Result<Puzzle, TextError> {
    let margin = MARGIN as usize;
    let (columns, rows) = (start.width() + 2 * margin, start.height() + margin);
    if lines.len() != rows {
        let what = format!("{} rows below it instead of {rows}", lines.len());
        return Err(TextError::new(number, what));
    }
    let mut letters = BTreeMap::new();
    let mut worm = [None; LENGTH];
    for (row, &(number, line)) in lines.iter().enumerate() {
        if line.chars().count() != columns {
            let what = format!("{} cells instead of {columns}", line.chars().count());
            return Err(TextError::new(number, what));
        }
        for (column, sign) in line.chars().enumerate() {
            let cell = Cell::new(column as i8 - MARGIN, row as i8 - MARGIN);
            match sign {
                '.' => {}
                '1'..='3' => worm[sign as usize - '1' as usize] = Some(cell),
                'a'..='z' | 'A'..='Z' if start.index(cell).is_some() => {
                    letters.insert(cell, sign);
                }
                _ => return Err(TextError::new(number, format!("{sign:?} cannot be there"))),
            }
        }
    }
    let neighbours = |a: Cell, b: Cell| Direction::ALL.iter().any(|&step| a.towards(step) == b);
    match worm {
        [Some(head), Some(middle), Some(tail)]
            if neighbours(head, middle) && neighbours(middle, tail) =>
        {
            Ok(start.with(pieces_of(start, &letters), [head, middle, tail]))
        }
        _ => Err(TextError::new(number, "the worm 1 2 3 is not in one piece")),
    }
}

/// Neighbours with the same letter are one piece.
fn pieces_of(start: &Puzzle, letters: &BTreeMap<Cell, char>) -> Vec<u8> {
    let mut pieces = vec![0; start.pieces().len()];
    let mut count = 0;
    for (&first, letter) in letters {
        let mut todo = vec![first];
        let mut name = None;
        while let Some(cell) = todo.pop() {
            let Some(at) = start.index(cell).filter(|&at| pieces[at] == 0) else {
                continue;
            };
            if letters.get(&cell) == Some(letter) {
                pieces[at] = *name.get_or_insert_with(|| {
                    count += 1;
                    count
                });
                todo.extend(Direction::ALL.map(|step| cell.towards(step)));
            }
        }
    }
    pieces
}

/// A letter for each piece such that neighbours have different ones.
fn letters_of(puzzle: &Puzzle) -> Vec<char> {
    let pieces = puzzle.pieces();
    let count = usize::from(pieces.iter().copied().max().unwrap_or(0));
    let mut letters = vec!['.'; count + 1];
    for piece in 1..=count {
        let cells = (0..pieces.len()).filter(|&at| usize::from(pieces[at]) == piece);
        let taken: Vec<char> = cells
            .flat_map(|at| {
                let cell = Cell::new((at % puzzle.width()) as i8, (at / puzzle.width()) as i8);
                Direction::ALL.map(|step| letters[usize::from(puzzle.piece(cell.towards(step)))])
            })
            .collect();
        let free = ('a'..='z').chain('A'..='Z').find(|c| !taken.contains(c));
        letters[piece] = free.unwrap_or('Z');
    }
    letters
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.wanted().chunks(self.width()) {
            let line: String = row.iter().map(|&w| if w { '#' } else { '.' }).collect();
            writeln!(f, "{line}")?;
        }
        if *self == self.givens() {
            return Ok(());
        }
        writeln!(f, "{NOW}")?;
        let letters = letters_of(self);
        for row in -MARGIN..self.height() as i8 {
            let sign = |column| {
                let cell = Cell::new(column, row);
                match self.worm().iter().position(|&part| part == cell) {
                    Some(part) => (b'1' + part as u8) as char,
                    None => letters[usize::from(self.piece(cell))],
                }
            };
            let line: String = (-MARGIN..self.width() as i8 + MARGIN).map(sign).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}
