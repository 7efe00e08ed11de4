//! Learning what a profile's boards look like from pictures of which someone wrote down what they
//! show.

use image::{RgbaImage, imageops};

use super::puzzle::{Cell, Direction, MARGIN, Puzzle};
use super::read::{self, BODY, GOAL_NONE, GOAL_OUTSIDE, GOAL_WOOD, HEADS, WOOD};
use crate::base::Rect;
use crate::profile::learn::{self, Example, Label, majority, solved_sign, taught, variant};
use crate::profile::{Cells, Named, Profile};

/// A picture of exactly the board at scale 1, and what it shows.
pub type Lesson = learn::Lesson<Puzzle>;

/// The templates for a profile, as named pictures. Every lesson is read back with them: a text that
/// does not say what its picture shows is noticed. The error says which lesson is wrong, and why.
///
/// `solved` are pictures of solved boards, none or at least two, that show the game's sign for it.
pub fn templates(
    profile: &Profile,
    lessons: &[Lesson],
    solved: &[RgbaImage],
) -> Result<Vec<Named>, String> {
    let mut pictures = pictures(profile, lessons)?;
    let taught = taught(profile, &pictures)?;
    lessons
        .iter()
        .try_for_each(|lesson| lesson.read_back(&taught, &lesson.puzzle, read::read))?;
    if !solved.is_empty() {
        pictures.push(("solved".into(), solved_sign(&taught, solved)?));
    }
    Ok(pictures)
}

/// The templates without the solved sign, before anything is read back.
fn pictures(profile: &Profile, lessons: &[Lesson]) -> Result<Vec<Named>, String> {
    let goal = profile
        .goal
        .ok_or("the profile does not say where the wanted shape is")?;
    let examples: Vec<Example> = lessons
        .iter()
        .map(|lesson| example(profile, lesson))
        .collect::<Result<_, _>>()?;
    let mut pictures = one_body(learn::learn(profile, &examples)?);
    pictures.extend(goal_cells(&goal, lessons)?);
    Ok(pictures)
}

/// The parts of the body, whatever their posture, as looks of one thing.
fn one_body(pictures: Vec<Named>) -> Vec<Named> {
    let mut looks = 0;
    let named = |(name, picture): Named| {
        if !POSTURES.iter().any(|posture| name.starts_with(posture)) {
            return (name, picture);
        }
        looks += 1;
        (variant(BODY, looks - 1), picture)
    };
    pictures.into_iter().map(named).collect()
}

fn example(profile: &Profile, lesson: &Lesson) -> Result<Example, String> {
    let (cells, puzzle) = (profile.cells, &lesson.puzzle);
    let margin = usize::from(MARGIN as u8);
    if puzzle.width() + 2 * margin > cells.columns || puzzle.height() + margin > cells.rows {
        return Err(format!(
            "{}: the block has {}x{} cells; with the places around it that is too much for the \
             profile's {}x{}",
            lesson.name,
            puzzle.width(),
            puzzle.height(),
            cells.columns,
            cells.rows
        ));
    }
    let above = (cells.rows - puzzle.height()) as i8;
    let label = |index: usize| {
        let (column, row) = (index % cells.columns, index / cells.columns);
        label(puzzle, Cell::new(column as i8 - MARGIN, row as i8 - above))
    };
    Ok(Example {
        name: lesson.name.clone(),
        board: lesson.picture.clone(),
        cells: (0..cells.columns * cells.rows).map(label).collect(),
        numbers: Vec::new(),
        seed: None,
    })
}

fn label(puzzle: &Puzzle, cell: Cell) -> Label {
    let [head, middle, tail] = puzzle.worm();
    match cell {
        _ if cell == head => {
            let looks = Direction::ALL
                .iter()
                .position(|s| middle.towards(*s) == head);
            Label::Sprite(HEADS[looks.unwrap_or(0)])
        }
        _ if cell == middle => Label::Sprite(posture(Some(head), middle, tail)),
        _ if cell == tail => Label::Sprite(posture(None, tail, middle)),
        _ if puzzle.piece(cell) != 0 => Label::Sprite(WOOD),
        _ => Label::Floor,
    }
}

/// The postures of a part of the body, each with looks of its own: the tail by where it begins, then the
/// middle by where the tail and by where the head is.
const POSTURES: [&str; 20] = [
    "tail-u", "tail-r", "tail-d", "tail-l", "mid-uu", "mid-ur", "mid-ud", "mid-ul", "mid-ru",
    "mid-rr", "mid-rd", "mid-rl", "mid-du", "mid-dr", "mid-dd", "mid-dl", "mid-lu", "mid-lr",
    "mid-ld", "mid-ll",
];

/// The posture of a part that goes on to `next`, and to the head if it is the middle.
fn posture(head: Option<Cell>, part: Cell, next: Cell) -> &'static str {
    let towards = |other: Cell| {
        Direction::ALL
            .iter()
            .position(|s| part.towards(*s) == other)
    };
    let next = towards(next).unwrap_or(0);
    POSTURES[head.map_or(next, |head| 4 + 4 * next + towards(head).unwrap_or(0))]
}

/// What most of the goal's cells of each kind look like.
fn goal_cells(goal: &Cells, lessons: &[Lesson]) -> Result<Vec<Named>, String> {
    let [width, height] = goal.size;
    let mut kinds = [GOAL_WOOD, GOAL_NONE, GOAL_OUTSIDE].map(|class| (class, Vec::new()));
    for Lesson {
        name,
        picture,
        puzzle,
    } in lessons
    {
        let free = |side: usize, of: usize| of.checked_sub(side).map(|free| free / 2);
        let first = free(puzzle.width(), goal.columns).zip(free(puzzle.height(), goal.rows));
        let (left, top) = first.ok_or_else(|| format!("{name}: the goal has not so many cells"))?;
        for index in 0..goal.columns * goal.rows {
            let (column, row) = (index % goal.columns, index / goal.columns);
            let cell = Cell::new(column as i8 - left as i8, row as i8 - top as i8);
            let kind = match puzzle.index(cell) {
                Some(at) if puzzle.wanted()[at] => 0,
                Some(_) => 1,
                None => 2,
            };
            let Rect { x, y, .. } = goal.area(column, row);
            let area = (x as u32, y as u32, width as u32, height as u32);
            let (x, y, width, height) = area;
            let cut = imageops::crop_imm(picture, x, y, width, height).to_image();
            kinds[kind].1.push(cut);
        }
    }
    let look = |(class, cuts): (&str, Vec<RgbaImage>)| {
        if cuts.is_empty() {
            return Err(format!("no example shows {class}"));
        }
        let cuts: Vec<&RgbaImage> = cuts.iter().collect();
        let look = majority(&cuts, Rect::new(0, 0, width, height), 0.6);
        Ok((class.to_string(), look))
    };
    kinds.into_iter().map(look).collect()
}
