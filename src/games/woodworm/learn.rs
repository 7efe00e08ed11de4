//! Learning what a profile's boards look like from pictures of which someone wrote down what they
//! show.

use image::{RgbaImage, imageops};

use super::puzzle::{Cell, MARGIN, Puzzle, Step};
use super::read::{self, BODY, GOAL_NONE, GOAL_OUTSIDE, GOAL_WOOD, HEADS, WOOD};
use crate::plane::Rect;
use crate::profile::learn::{self, Example, Label, majority, solved_sign, taught};
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
    let goal = profile
        .goal
        .ok_or("the profile does not say where the wanted shape is")?;
    let examples: Vec<Example> = lessons
        .iter()
        .map(|lesson| example(profile, lesson))
        .collect::<Result<_, _>>()?;
    let mut pictures = learn::learn(profile, &examples)?;
    pictures.extend(goal_cells(&goal, lessons)?);
    let taught = taught(profile, &pictures)?;
    lessons
        .iter()
        .try_for_each(|lesson| lesson.read_back(&taught, &lesson.puzzle, read::read))?;
    if !solved.is_empty() {
        pictures.push(("solved".into(), solved_sign(&taught, solved)?));
    }
    Ok(pictures)
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
            let looks = Step::ALL.iter().position(|s| middle.towards(*s) == head);
            Label::Sprite(HEADS[looks.unwrap_or(0)])
        }
        _ if cell == middle || cell == tail => Label::Sprite(BODY),
        _ if puzzle.piece(cell) != 0 => Label::Sprite(WOOD),
        _ => Label::Floor,
    }
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
