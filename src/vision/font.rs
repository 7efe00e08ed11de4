//! A tiny font of our own for labels: letters of 3 x 5 pixels.

/// From one letter to the next, in pixels.
pub const ADVANCE: i32 = 4;

/// Of a line, with a row of air above and below.
pub const HEIGHT: i32 = 7;

/// Whether a pixel of a letter's box is ink; lower case looks like upper case, and what the font
/// does not have is a full block.
pub fn is_ink(letter: char, x: i32, y: i32) -> bool {
    let (x, y) = (x, y - 1);
    if !(0..3).contains(&x) || !(0..5).contains(&y) {
        return false;
    }
    let rows = rows(letter.to_ascii_uppercase());
    rows[y as usize] >> (2 - x) & 1 == 1
}

/// Each digit is a row, its three bits are the pixels.
const fn octal(rows: u16) -> [u8; 5] {
    [
        (rows >> 12 & 7) as u8,
        (rows >> 9 & 7) as u8,
        (rows >> 6 & 7) as u8,
        (rows >> 3 & 7) as u8,
        (rows & 7) as u8,
    ]
}

const fn rows(letter: char) -> [u8; 5] {
    octal(match letter {
        '0' => 0o75557,
        '1' => 0o26227,
        '2' => 0o71747,
        '3' => 0o71717,
        '4' => 0o55711,
        '5' => 0o74717,
        '6' => 0o74757,
        '7' => 0o71122,
        '8' => 0o75757,
        '9' => 0o75717,
        'A' => 0o25755,
        'B' => 0o65656,
        'C' => 0o34443,
        'D' => 0o65556,
        'E' => 0o74647,
        'F' => 0o74644,
        'G' => 0o34553,
        'H' => 0o55755,
        'I' => 0o72227,
        'J' => 0o11152,
        'K' => 0o55655,
        'L' => 0o44447,
        'M' => 0o57755,
        'N' => 0o65555,
        'O' => 0o25552,
        'P' => 0o65644,
        'Q' => 0o25563,
        'R' => 0o65655,
        'S' => 0o34216,
        'T' => 0o72222,
        'U' => 0o55557,
        'V' => 0o55552,
        'W' => 0o55775,
        'X' => 0o55255,
        'Y' => 0o55222,
        'Z' => 0o71247,
        '.' => 0o00002,
        '-' => 0o00700,
        '#' => 0o57575,
        '?' => 0o71202,
        '/' => 0o11244,
        '+' => 0o02720,
        '*' => 0o05250,
        '@' => 0o25743,
        '$' => 0o36236,
        '_' => 0o00007,
        ':' => 0o02020,
        '(' => 0o24442,
        ')' => 0o21112,
        '\'' => 0o22000,
        ',' => 0o00024,
        '%' => 0o51245,
        ' ' => 0,
        _ => 0o77777,
    })
}
