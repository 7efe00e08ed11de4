//! 8x8 puzzles, straight from their lines to bits and back: files of millions of lines go this way.
//!
//! Eight letters or digits at a time are worked on in one word, a byte each (*SWAR*, as in Lamport's
//! "Multiple byte processing with full-word instructions", 1975).

/// A puzzle of 8x8 cells. In a set of cells byte `r` is row `r`, its bit `c` column `c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eight {
    /// Walls in each column, from the left, each at most 8.
    pub columns: [u8; 8],
    /// Walls in each row, from the top, each at most 8.
    pub rows: [u8; 8],
    pub monsters: u64,
    pub treasures: u64,
}

/// A one in every byte.
const EACH: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGH: u64 = 0x80 * EACH;

/// Eight rows of eight cells, with `/` between.
const GRID: usize = 8 * 9 - 1;
/// Where the rows' numbers, the grid and the solution begin in a line.
const ROWS: usize = 9;
const CELLS: usize = 18;
const SOLUTION: usize = CELLS + GRID + 1;

impl Eight {
    /// Reads a line `columns rows grid [solution]`. None if it is no puzzle of this size, or an
    /// unusual one (with other spaces, or walls that a player drew): [`super::puzzle::Puzzle`]
    /// reads those, and says what is wrong.
    pub fn read(line: &[u8]) -> Option<Self> {
        let solved = line.len() == SOLUTION + GRID;
        if !solved && line.len() != SOLUTION - 1 {
            return None;
        }
        let spaces = [ROWS, CELLS, SOLUTION].map(|field| line.get(field - 1));
        if !spaces.into_iter().flatten().all(|&byte| byte == b' ') {
            return None;
        }
        let [monsters, treasures, walls] = sets(&line[CELLS..])?;
        let puzzle = Self {
            columns: numbers(line)?,
            rows: numbers(&line[ROWS..])?,
            monsters,
            treasures,
        };
        let same = || {
            let [monsters, treasures, _] = sets(&line[SOLUTION..])?;
            ([monsters, treasures] == [puzzle.monsters, puzzle.treasures]).then_some(())
        };
        if solved {
            same()?;
        }
        (walls == 0).then_some(puzzle)
    }

    /// Appends the line that this puzzle was read from with its answer as the fourth field: the
    /// walls, or a word.
    pub fn write_answer(line: &str, walls: Result<u64, &str>, out: &mut String) {
        out.push_str(&line[..SOLUTION - 1]);
        out.push(' ');
        let Ok(walls) = walls else {
            return out.extend(walls.err());
        };
        let mut grid = [b'/'; GRID];
        for (row, walls) in walls.to_le_bytes().into_iter().enumerate() {
            let cells =
                word(&line.as_bytes()[CELLS + 9 * row..]) ^ (each_bit(walls) * FLOOR_OR_WALL);
            grid[9 * row..][..8].copy_from_slice(&cells.to_le_bytes());
        }
        out.push_str(std::str::from_utf8(&grid).expect("letters are ASCII"));
    }
}

/// What makes floor of a wall and the other way round.
const FLOOR_OR_WALL: u64 = (b'.' ^ b'#') as u64;

/// The first eight bytes, which are there, the first one lowest.
fn word(bytes: &[u8]) -> u64 {
    let (first, _) = bytes.split_first_chunk().expect("eight bytes");
    u64::from_le_bytes(*first)
}

/// Eight digits from 0 to 8.
fn numbers(field: &[u8]) -> Option<[u8; 8]> {
    let numbers = word(field) ^ (u64::from(b'0') * EACH);
    let no_digit = numbers & (0xf0 * EACH);
    let above_eight = ((numbers & (0x0f * EACH)) + 0x77 * EACH) & HIGH;
    (no_digit | above_eight == 0).then(|| numbers.to_le_bytes())
}

/// The monsters, treasures and walls of a grid; None if it shows anything else but floor.
fn sets(grid: &[u8]) -> Option<[u64; 3]> {
    let mut sets = [0; 3];
    for row in 0..8 {
        let cells = word(&grid[9 * row..]);
        let kinds = [b'M', b'T', b'#'].map(|letter| equal(cells, letter));
        if kinds[0] | kinds[1] | kinds[2] | equal(cells, b'.') != HIGH {
            return None;
        }
        if row < 7 && grid[9 * row + 8] != b'/' {
            return None;
        }
        for (set, kind) in sets.iter_mut().zip(kinds) {
            *set |= low_bits(kind) << (8 * row);
        }
    }
    Some(sets)
}

/// The highest bit of each byte that is the letter.
fn equal(bytes: u64, letter: u8) -> u64 {
    let differs = bytes ^ (u64::from(letter) * EACH);
    !(((differs & !HIGH) + !HIGH) | differs) & HIGH
}

/// Brings the highest bits of all bytes together in the lowest byte, in the same order.
fn low_bits(high: u64) -> u64 {
    (high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// A one in each byte whose bit is set.
fn each_bit(bits: u8) -> u64 {
    let own_bit = (u64::from(bits) * EACH) & 0x8040_2010_0804_0201;
    ((own_bit + !HIGH) & HIGH) >> 7
}
