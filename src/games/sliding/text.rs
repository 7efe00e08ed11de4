//! The text of a sliding-block puzzle.
//!
//! ```text
//! # Swap A and B
//! min_moves 2
//! start
//! A.
//!  B
//! goal
//! ..
//!  A
//! ```
//!
//! `.` is a free cell, a space lies outside the board, every other sign is a block: all cells that have
//! it, whether they touch or not. The goal shows only the blocks whose place matters. A line `gates 2,6 3,6` before the start names cells (column,
//! row, from the top left cell of the board) that only blocks with a goal may enter; a line `lengthwise` says that blocks
//! slide along their longer side only. Lines that start with `# ` and
//! blank lines are ignored; an indent common to all rows means nothing.
//!
//! A board of numbers has `numbers` in place of `start`, and words with blanks between in place of signs. Its goal may
//! be left out: it is the numbers in order then, and nothing on the last cell.

use std::collections::BTreeMap;
use std::fmt;

use super::puzzle::{Block, MAX_SIDE, Move, Puzzle};
use super::sign::Sign;
use crate::base::TextError;

mod numbers;

/// Rows with their line numbers.
type Rows<'a> = Vec<(usize, &'a str)>;

impl Puzzle {
    /// Reads the text format.
    ///
    /// # Errors
    /// The first line that breaks a rule, and which.
    pub fn parse(text: &str) -> Result<Puzzle, TextError> {
        let sections = Sections::of(text)?;
        let (start, goal) = sections.grids()?;
        start.same_board(&goal)?;
        let mut puzzle = Puzzle {
            columns: start.columns,
            rows: start.lines.len(),
            floor: start.cells.iter().map(Option::is_some).collect(),
            gates: Vec::new(),
            lengthwise: sections.lengthwise,
            blocks: Vec::new(),
            min_moves: sections.min_moves,
        };
        for (sign, cells) in start.blocks() {
            let goal = None;
            puzzle.blocks.push(Block { sign, cells, goal });
        }
        set_goals(&mut puzzle, &goal)?;
        if let Some((line, gates)) = sections.gates {
            set_gates(&mut puzzle, line, &gates)?;
        }
        Ok(puzzle)
    }
}

/// The parts of the text.
struct Sections<'a> {
    /// Whether the cells are words.
    is_numbers: bool,
    start: Rows<'a>,
    /// Empty if it is left out.
    goal: Rows<'a>,
    min_moves: Option<u32>,
    lengthwise: bool,
    /// With the number of the line.
    gates: Option<(usize, Vec<(usize, usize)>)>,
}

impl<'a> Sections<'a> {
    fn of(text: &'a str) -> Result<Self, TextError> {
        let (mut min_moves, mut gates) = (None, None);
        let (mut is_numbers, mut lengthwise) = (false, false);
        let mut grids: Vec<Rows> = Vec::new();
        let mut last = 0;
        for (i, line) in text.lines().enumerate() {
            let (number, line) = (i + 1, line.trim_end());
            if line.is_empty() || line.starts_with("# ") {
                continue;
            }
            last = number;
            match (grids.len(), line) {
                (0, "start" | "numbers") => {
                    is_numbers = line == "numbers";
                    grids.push(Vec::new());
                }
                (1, "goal") => grids.push(Vec::new()),
                (0, "lengthwise") => lengthwise = true,
                (0, _) => match line.strip_prefix("gates ") {
                    Some(cells) => gates = Some((number, positions(number, cells)?)),
                    None => min_moves = Some(heading(number, line)?),
                },
                (count, row) => grids[count - 1].push((number, row)),
            }
        }
        let mut grids = grids.into_iter();
        match (grids.next(), grids.next()) {
            (Some(start), goal)
                if !start.is_empty()
                    && goal.as_ref().map_or(is_numbers, |goal| !goal.is_empty()) =>
            {
                Ok(Self {
                    is_numbers,
                    start,
                    goal: goal.unwrap_or_default(),
                    min_moves,
                    lengthwise,
                    gates,
                })
            }
            (None, _) => Err(TextError::new(last.max(1), "there is no line 'start'")),
            (Some(_), None) => Err(TextError::new(last, "there is no line 'goal'")),
            _ => Err(TextError::new(last, "a grid without rows")),
        }
    }

    /// Start and goal.
    fn grids(&self) -> Result<(Grid, Grid), TextError> {
        if self.is_numbers {
            return numbers::grids(&self.start, &self.goal);
        }
        let indent = |rows: &Rows| rows.iter().map(|(_, row)| leading_spaces(row)).min();
        let skip = indent(&self.start).min(indent(&self.goal)).unwrap_or(0);
        Ok((Grid::of(&self.start, skip)?, Grid::of(&self.goal, skip)?))
    }
}

/// The number in `min_moves N`.
fn heading(number: usize, line: &str) -> Result<u32, TextError> {
    let moves = line.strip_prefix("min_moves ").map(str::trim);
    let Some(moves) = moves else {
        let what = format!(
            "expected 'min_moves N', 'gates C,R …', 'lengthwise', 'start' or 'numbers', found '{line}'"
        );
        return Err(TextError::new(number, what));
    };
    moves
        .parse()
        .map_err(|_| TextError::new(number, format!("'{moves}' is not a number of moves")))
}

/// Columns and rows, as in `2,6 3,6`.
fn positions(number: usize, text: &str) -> Result<Vec<(usize, usize)>, TextError> {
    let position = |word: &str| {
        let (column, row) = word.split_once(',')?;
        Some((column.parse().ok()?, row.parse().ok()?))
    };
    let positions = text.split_whitespace().map(|word| {
        position(word).ok_or_else(|| {
            TextError::new(
                number,
                format!("'{word}' is not a column and a row, as in 2,6"),
            )
        })
    });
    positions.collect()
}

fn leading_spaces(row: &str) -> usize {
    row.chars().take_while(|&c| c == ' ').count()
}

/// A rectangle of signs; `None` lies outside the board.
struct Grid {
    columns: usize,
    /// The line number of each row.
    lines: Vec<usize>,
    cells: Vec<Option<Sign>>,
}

impl Grid {
    fn of(rows: &Rows, skip: usize) -> Result<Self, TextError> {
        let columns = rows.iter().map(|(_, row)| row.chars().count() - skip).max();
        let columns = columns.unwrap_or(0);
        if columns > MAX_SIDE || rows.len() > MAX_SIDE {
            let what = format!("a board has at most {MAX_SIDE} columns and rows");
            return Err(TextError::new(rows[0].0, what));
        }
        let mut cells = Vec::new();
        for &(line, row) in rows {
            if let Some(odd) = row
                .chars()
                .find(|&c| c != ' ' && (c.is_whitespace() || c.is_control()))
            {
                return Err(TextError::new(
                    line,
                    format!("{odd:?} cannot be the sign of a block"),
                ));
            }
            let sign = |c: char| (c != ' ').then_some(Sign::from(c));
            let signs = row.chars().skip(skip).map(sign);
            cells.extend(signs.chain(std::iter::repeat(None)).take(columns));
        }
        Ok(Self {
            columns,
            lines: rows.iter().map(|row| row.0).collect(),
            cells,
        })
    }

    fn line(&self, cell: usize) -> usize {
        self.lines[cell / self.columns]
    }

    fn same_board(&self, goal: &Grid) -> Result<(), TextError> {
        if self.lines.len() != goal.lines.len() {
            let (rows, wanted) = (goal.lines.len(), self.lines.len());
            let what = format!("the goal has {rows} rows, the start {wanted}");
            return Err(TextError::new(goal.lines[0], what));
        }
        for (row, &line) in goal.lines.iter().enumerate() {
            for column in 0..self.columns.max(goal.columns) {
                if self.on_board(column, row) != goal.on_board(column, row) {
                    let what = format!(
                        "column {} is on the board in only one of the grids",
                        column + 1
                    );
                    return Err(TextError::new(line, what));
                }
            }
        }
        Ok(())
    }

    fn on_board(&self, column: usize, row: usize) -> bool {
        column < self.columns && self.cells[row * self.columns + column].is_some()
    }

    /// The cells of each sign.
    fn blocks(&self) -> BTreeMap<Sign, Vec<usize>> {
        let mut blocks = BTreeMap::<Sign, Vec<usize>>::new();
        for (cell, sign) in self.cells.iter().enumerate() {
            if let Some(sign) = sign.filter(|sign| *sign != Sign::Character('.')) {
                blocks.entry(sign).or_default().push(cell);
            }
        }
        blocks
    }
}

fn set_goals(puzzle: &mut Puzzle, goal: &Grid) -> Result<(), TextError> {
    for (sign, cells) in goal.blocks() {
        let line = goal.line(cells[0]);
        let Some(block) = puzzle.blocks.iter().position(|block| block.sign == sign) else {
            let what = format!("block '{sign}' is not in the start");
            return Err(TextError::new(line, what));
        };
        if puzzle.shape(&cells) != puzzle.shape(&puzzle.blocks[block].cells) {
            let what = format!("block '{sign}' has another shape than in the start");
            return Err(TextError::new(line, what));
        }
        puzzle.blocks[block].goal = Some(cells);
    }
    if puzzle.blocks.iter().all(|block| block.goal.is_none()) {
        return Err(TextError::new(goal.lines[0], "the goal shows no block"));
    }
    Ok(())
}

fn set_gates(puzzle: &mut Puzzle, line: usize, gates: &[(usize, usize)]) -> Result<(), TextError> {
    for &(column, row) in gates {
        let cell = row * puzzle.columns + column;
        if column >= puzzle.columns || row >= puzzle.rows || !puzzle.floor[cell] {
            let what = format!("there is no cell {column},{row} on the board for a gate");
            return Err(TextError::new(line, what));
        }
        puzzle.gates.push(cell);
    }
    puzzle.gates.sort_unstable();
    puzzle.gates.dedup();
    let kept_out = |block: &&Block| !puzzle.admits(block.goal.is_some(), &block.cells);
    match puzzle.blocks.iter().find(kept_out) {
        Some(block) => {
            let what = format!("block '{}' has no goal, but lies in a gate", block.sign);
            Err(TextError::new(line, what))
        }
        None => Ok(()),
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.min_moves {
            writeln!(f, "min_moves {moves}")?;
        }
        if self.lengthwise {
            writeln!(f, "lengthwise")?;
        }
        if !self.gates.is_empty() {
            let words = self.gates.iter().map(|&cell| {
                let (column, row) = self.position(cell);
                format!("{column},{row}")
            });
            writeln!(f, "gates {}", words.collect::<Vec<_>>().join(" "))?;
        }
        let start = self.lines(|block| Some(&block.cells));
        let goal = self.lines(|block| block.goal.as_ref());
        // One column of margin keeps a row from being taken for a comment or a heading.
        let misread = |row: &String| row.starts_with("# ") || row == "start" || row == "goal";
        let margin = start.iter().chain(&goal).any(misread);
        let margin = if margin { " " } else { "" };
        let is_numbered = numbers::is_numbered(self);
        let heading = if is_numbered { "numbers" } else { "start" };
        let goal = (!is_numbered || !numbers::is_usual(self)).then_some(("goal", goal));
        for (heading, rows) in [(heading, start)].into_iter().chain(goal) {
            writeln!(f, "{heading}")?;
            rows.iter()
                .try_for_each(|row| writeln!(f, "{margin}{row}"))?;
        }
        Ok(())
    }
}

/// The moves in words, each with its number and the board that it leaves.
pub fn walk(puzzle: &Puzzle, moves: &[Move]) -> String {
    let count = if moves.len() == 1 { "move" } else { "moves" };
    let mut page = format!("{} {count}\n", moves.len());
    let mut board = puzzle.clone();
    for (number, mv) in (1..).zip(moves) {
        board = board.moved(mv).unwrap_or(board);
        page += &format!("\n{number}. {mv}\n");
        for row in board.lines(|block| Some(&block.cells)) {
            page += &format!("{row}\n");
        }
    }
    page
}

impl Puzzle {
    /// The rows of a grid that shows some cells of each block.
    fn lines<'a>(&'a self, shown: impl Fn(&'a Block) -> Option<&'a Vec<usize>>) -> Vec<String> {
        if numbers::is_numbered(self) {
            return numbers::rows(self, shown);
        }
        let empty = |&floor: &bool| if floor { '.' } else { ' ' };
        let mut signs: Vec<char> = self.floor.iter().map(empty).collect();
        for block in &self.blocks {
            for &cell in shown(block).into_iter().flatten() {
                signs[cell] = block.sign.character();
            }
        }
        let row = |row: &[char]| row.iter().collect::<String>().trim_end().to_string();
        signs.chunks(self.columns).map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn error(text: &str, line: usize, part: &str) {
        let error = Puzzle::parse(text).expect_err("not a puzzle");
        assert!(error.line == line && error.what.contains(part), "{error}");
    }

    #[test]
    fn errors_name_the_line() {
        error("", 1, "no line 'start'");
        error("start\nA.\n", 2, "no line 'goal'");
        error("start\ngoal\n.A\n", 3, "without rows");
        error("# a\nmoves 3\nstart\nA.\ngoal\n.A\n", 2, "min_moves N");
        error("min_moves x\nstart\nA.\ngoal\n.A\n", 1, "'x'");
        error("start\nA.\n..\ngoal\n.A\n", 5, "1 rows");
        error("start\nA.\n..\ngoal\n.A\n.\n", 6, "column 2");
        error("start\nA.\n..\ngoal\n.A.\n..\n", 5, "column 3");
        error("start\nA.\ngoal\n.B\n", 4, "'B' is not in the start");
        error("start\nAA.\ngoal\n..A\n", 4, "another shape");
        error("start\nA.\ngoal\n..\n", 4, "no block");
        error("start\nA.\tB\ngoal\n.A.B\n", 2, "'\\t'");
        error(
            &format!("start\n{}A\ngoal\nA\n", ".".repeat(64)),
            2,
            "at most 64",
        );
    }

    #[test]
    fn comments_blank_lines_and_indents_mean_nothing() {
        let plain = Puzzle::parse("start\nA.\n.\ngoal\n.A\n.\n").unwrap();
        let text = "# A to the right\n\nstart\n\n   A.\n# here\n   .\ngoal\n   .A\n   .\n\n";
        assert_eq!(Puzzle::parse(text), Ok(plain.clone()));
        assert_eq!(plain.floor, [true, true, true, false]);
        assert_eq!(plain.min_moves, None);
    }

    #[test]
    fn text_goes_round() {
        let texts = [
            "min_moves 7\nstart\nA..\n BB\ngoal\n..A\n ..\n",
            // Rows that would be a comment or a heading but for the indent.
            "start\n # A\n .. \n ...\ngoal\n # .\n ..\n ...\n",
            "gates 1,1 2,1\nstart\nAA\n ..\ngoal\n..\n AA\n",
            "lengthwise\nstart\nAAB\n..B\ngoal\n.AA\n...\n",
            "start\n goal\n ....\ngoal\n ....\n goal\n",
            // A block in two parts around another.
            "start\nABA.\nA.A.\ngoal\n.A.A\n.A.A\n",
        ];
        for text in texts {
            let puzzle = Puzzle::parse(text).unwrap();
            assert_eq!(Puzzle::parse(&puzzle.to_string()), Ok(puzzle), "{text}");
        }
        assert_eq!(Puzzle::parse(texts[0]).unwrap().to_string(), texts[0]);
    }
}
