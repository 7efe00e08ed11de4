//! Learning what a profile's boards look like from pictures of which someone wrote down what they
//! show.

use image::RgbaImage;

use super::puzzle::{Cell, Puzzle};
use super::read::{self, MARK, TREASURE, WALL};
use crate::profile::Profile;
use crate::profile::learn::{self, Example, Label, Learned, solved_sign, taught};
use crate::screen::Frame;
use crate::vision::{Place, ReadScratch, View};

/// A picture and what it shows: exactly the board, or more if another lesson or the profile shows
/// what a board is.
pub type Lesson = learn::Lesson<Puzzle>;

/// The templates for a profile. Every lesson is read back with them: a text that does not say what
/// its picture shows is noticed. The error says which lesson is wrong, and why.
///
/// `solved` are pictures of solved boards, none or at least two, that show the game's sign for it.
pub fn templates(
    profile: &Profile,
    lessons: &[Lesson],
    solved: &[RgbaImage],
) -> Result<Learned, String> {
    let [width, height] = profile.board;
    let is_board = |lesson: &&Lesson| lesson.picture.dimensions() == (width, height);
    let exact: Vec<Example> = lessons
        .iter()
        .filter(is_board)
        .map(|lesson| example(profile, lesson.picture.clone(), lesson))
        .collect::<Result<_, _>>()?;
    let finder = match exact.is_empty() {
        true => profile.clone(),
        false => taught(profile, &learn::learn(profile, &exact)?)?,
    };
    let mut examples = exact;
    for lesson in lessons.iter().filter(|lesson| !is_board(lesson)) {
        let board = cut_out(&finder, &lesson.name, &lesson.picture)?;
        examples.push(example(profile, board, lesson)?);
    }
    let mut pictures = learn::learn(profile, &examples)?;
    let taught = taught(profile, &pictures)?;
    if !solved.is_empty() {
        let boards = solved
            .iter()
            .map(|picture| cut_out(&taught, "a solved board", picture))
            .collect::<Result<Vec<_>, _>>()?;
        pictures.push(("solved".into(), solved_sign(&taught, &boards)?));
    }
    let mut refused = Vec::new();
    for (example, lesson) in examples.iter().zip(in_order(lessons, is_board)) {
        refused.extend(read_back(&taught, &example.board, lesson)?);
    }
    match refused.as_slice() {
        [first, ..] if refused.len() * 2 > lessons.len() => Err(format!(
            "with these examples {} of the {} cannot be read back; {first}",
            refused.len(),
            lessons.len()
        )),
        _ => Ok(Learned { pictures, refused }),
    }
}

/// The lessons that pass the test, then the others: the order of the examples.
fn in_order<'a>(
    lessons: &'a [Lesson],
    first: impl Fn(&&'a Lesson) -> bool + Copy,
) -> impl Iterator<Item = &'a Lesson> {
    let others = lessons.iter().filter(move |lesson| !first(lesson));
    lessons.iter().filter(first).chain(others)
}

/// The board out of a larger picture, at scale 1.
fn cut_out(profile: &Profile, name: &str, picture: &RgbaImage) -> Result<RgbaImage, String> {
    let [width, height] = profile.board;
    let frame = Frame::still(picture.clone());
    let place = profile.locate(&frame, None).map_err(|error| {
        format!(
            "{name}: {error}; at least one example must be a picture of exactly the board, \
             {width}x{height} pixels"
        )
    })?;
    let view = View {
        frame: &frame,
        place,
    };
    Ok(RgbaImage::from_fn(width, height, |x, y| {
        let [r, g, b] = view.pixel(x as i32, y as i32);
        image::Rgba([r, g, b, 255])
    }))
}

fn example(profile: &Profile, board: RgbaImage, lesson: &Lesson) -> Result<Example, String> {
    let (cells, puzzle) = (profile.cells, &lesson.puzzle);
    let numbers = profile
        .numbers
        .ok_or("the profile does not say where the numbers are")?;
    if (puzzle.width(), puzzle.height()) != (cells.columns, cells.rows) {
        return Err(format!(
            "{}: the text has {}x{} cells, the profile {}x{}",
            lesson.name,
            puzzle.width(),
            puzzle.height(),
            cells.columns,
            cells.rows
        ));
    }
    let columns = puzzle.columns.iter().enumerate();
    let rows = puzzle.rows.iter().enumerate();
    Ok(Example {
        name: lesson.name.clone(),
        board,
        cells: puzzle.cells.iter().map(|cell| label(*cell)).collect(),
        numbers: columns
            .map(|(i, n)| (numbers.of_column(&cells, i), *n))
            .chain(rows.map(|(i, n)| (numbers.of_row(&cells, i), *n)))
            .collect(),
        seed: puzzle.seed.map(|seed| format!("{seed:08}")),
    })
}

fn label(cell: Cell) -> Label {
    match cell {
        Cell::Unknown => Label::Floor,
        // Nobody has seen all monsters: they are whatever nothing else is.
        Cell::Monster => Label::Other,
        Cell::Treasure => Label::Sprite(TREASURE),
        Cell::Wall => Label::Sprite(WALL),
        Cell::Path => Label::Sprite(MARK),
    }
}

/// Reads a lesson; returns why that was refused, if it was. It is an error if it says something else
/// than its text.
fn read_back(
    profile: &Profile,
    board: &RgbaImage,
    lesson: &Lesson,
) -> Result<Option<String>, String> {
    let frame = Frame::still(board.clone());
    let place = Place::whole();
    let view = View {
        frame: &frame,
        place,
    };
    match read::read(&view, profile, None, &mut ReadScratch::default()) {
        Ok(reading) if reading.puzzle == lesson.puzzle => Ok(None),
        Ok(reading) => Err(format!(
            "{}: the picture shows something else than the text says, or the examples do not \
             suffice: {}; it is read as\n{}",
            lesson.name,
            difference(&reading.puzzle, &lesson.puzzle),
            reading.puzzle
        )),
        Err(error) => Ok(Some(format!("{}: {error}", lesson.name))),
    }
}

/// The first thing in which a reading differs from what was said.
fn difference(read: &Puzzle, said: &Puzzle) -> String {
    let number = |line: &str, (read, said): (&[u8], &[u8])| {
        let at = read.iter().zip(said).position(|(r, s)| r != s)?;
        Some(format!(
            "{line} {} has {}, not {}",
            at + 1,
            read[at],
            said[at]
        ))
    };
    let cell = || {
        let at = read
            .cells
            .iter()
            .zip(&said.cells)
            .position(|(r, s)| r != s)?;
        let (column, row) = (at % read.width(), at / read.width());
        let (read, said) = (read.cells[at], said.cells[at]);
        Some(format!(
            "cell ({column}, {row}) shows {read:?}, not {said:?}"
        ))
    };
    number("column", (&read.columns, &said.columns))
        .or_else(|| number("row", (&read.rows, &said.rows)))
        .or_else(cell)
        .unwrap_or_else(|| "the seed differs".into())
}
