//! The one-line form, straight from and to packed bytes: files of millions of lines go this way.
//! What is unusual (numbers above 9, walls that a player drew, pages) is left to [`super::text`].

use super::packed::{Packed, bit, mask_size, pack_numbers};
use super::{Answer, Batch, Cell, Facts, MAX_SIDE, Verdict, text};

/// Reads a line into the batch; None if it is unusual, or no puzzle.
pub fn read(line: &[u8], into: &mut Batch) -> Option<()> {
    let mut fields = line
        .split(u8::is_ascii_whitespace)
        .filter(|field| !field.is_empty());
    let (columns, rows, grid) = (fields.next()?, fields.next()?, fields.next()?);
    let answer = fields.next();
    if fields.next().is_some() {
        return None;
    }
    let (width, height) = (columns.len(), rows.len());
    let digits = |field: &[u8], most: usize| {
        let fits = |byte: &u8| byte.is_ascii_digit() && usize::from(byte - b'0') <= most;
        field.iter().all(fits)
    };
    if width.max(height) > MAX_SIDE || !digits(columns, height) || !digits(rows, width) {
        return None;
    }
    let mut buffer = Buffer::default();
    let numbers = columns.iter().chain(rows).map(|byte| byte - b'0');
    pack_numbers((width, height), numbers, &mut buffer.puzzle);
    let masks = read_grid(grid, (width, height), [b'M', b'T'])?;
    let size = mask_size(width * height);
    for mask in &masks {
        buffer.puzzle.extend_from_slice(&mask[..size]);
    }
    let verdict = match answer {
        None => Verdict::Unsolved,
        Some(field) if field.len() == grid.len() => {
            let solved = read_solved(field, (width, height), &masks)?;
            buffer.solution.extend_from_slice(&solved[..size]);
            Verdict::Given
        }
        Some(_) => return None,
    };
    let answer = Answer::new(verdict, &buffer.solution, &[], 0);
    into.push(Facts::default(), &buffer.puzzle, &answer);
    Some(())
}

/// Reads the fourth field of a line.
pub fn read_solution(puzzle: &Packed, field: &[u8], out: &mut Vec<u8>) -> Option<()> {
    let size = (puzzle.width, puzzle.height);
    let mut masks = [[0; LARGEST_MASK]; 2];
    for index in 0..size.0 * size.1 {
        let kind = match puzzle.cell(index) {
            Cell::Monster => 0,
            Cell::Treasure => 1,
            _ => continue,
        };
        masks[kind][index / 8] |= 1 << (index % 8);
    }
    let solved = read_solved(field, size, &masks)?;
    out.extend_from_slice(&solved[..mask_size(size.0 * size.1)]);
    Some(())
}

/// The verdict that a line without a solution has in its place.
pub fn word(line: &str) -> Verdict {
    let last = line.split_ascii_whitespace().last().unwrap_or_default();
    match text::NO_SOLUTION.contains(&last) {
        true => Verdict::of_word(last).unwrap_or_default(),
        false => Verdict::Unsolved,
    }
}

pub fn write_puzzle(packed: &Packed, out: &mut String) {
    let numbers = packed.numbers();
    write_numbers(numbers.take(packed.width), out);
    out.push(' ');
    write_numbers(packed.numbers().skip(packed.width), out);
    out.push(' ');
    write_grid(packed, &|_| false, out);
}

/// None if the mask is not one of this puzzle.
pub fn write_solution(packed: &Packed, walls: &[u8], out: &mut String) -> Option<()> {
    if walls.len() != mask_size(packed.width * packed.height) {
        return None;
    }
    write_grid(packed, &|index| bit(walls, index), out);
    Some(())
}

#[derive(Default)]
struct Buffer {
    puzzle: Vec<u8>,
    solution: Vec<u8>,
}

/// Bytes of the mask of the largest board.
const LARGEST_MASK: usize = mask_size(MAX_SIDE * MAX_SIDE);

type Mask = [u8; LARGEST_MASK];

/// The masks of the cells that show the letters; None if a cell shows anything else but floor.
fn read_grid<const N: usize>(
    grid: &[u8],
    (width, height): (usize, usize),
    letters: [u8; N],
) -> Option<[Mask; N]> {
    if grid.len() != (width + 1) * height - 1 {
        return None;
    }
    let mut masks = [[0; LARGEST_MASK]; N];
    let mut index = 0;
    for row in grid.chunks(width + 1) {
        for &cell in &row[..width] {
            match letters.iter().position(|&letter| letter == cell) {
                Some(which) => masks[which][index / 8] |= 1 << (index % 8),
                None if cell == b'.' => {}
                None => return None,
            }
            index += 1;
        }
        if row.get(width).is_some_and(|&end| end != b'/') {
            return None;
        }
    }
    Some(masks)
}

/// The walls of a solution that shows these monsters and treasures.
fn read_solved(field: &[u8], size: (usize, usize), givens: &[Mask; 2]) -> Option<Mask> {
    let [monsters, treasures, walls] = read_grid(field, size, *b"MT#")?;
    ([monsters, treasures] == *givens).then_some(walls)
}

fn write_numbers(numbers: impl Iterator<Item = u8> + Clone, out: &mut String) {
    let commas = numbers.clone().any(|number| number > 9);
    for (index, number) in numbers.enumerate() {
        if commas && index > 0 {
            out.push(',');
        }
        match number {
            0..10 => out.push(char::from(b'0' + number)),
            _ => out.push_str(&number.to_string()),
        }
    }
}

fn write_grid(packed: &Packed, wall: &impl Fn(usize) -> bool, out: &mut String) {
    for row in 0..packed.height {
        if row > 0 {
            out.push('/');
        }
        let first = row * packed.width;
        out.extend(
            (first..first + packed.width).map(|index| match packed.cell(index) {
                Cell::Monster => 'M',
                Cell::Treasure => 'T',
                _ if wall(index) => '#',
                _ => '.',
            }),
        );
    }
}
