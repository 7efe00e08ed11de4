//! What a puzzle that was played taught about the game.

use std::sync::Arc;

use crate::bot::PuzzleReport;
use crate::game::Game;
use crate::profile::{Named, Profile, SolvedBy};

/// A profile that knows more.
pub struct Taught {
    pub profile: Profile,
    /// The pictures that it did not have.
    pub pictures: Vec<Named>,
    /// What was learned, a sentence each.
    pub words: Vec<String>,
}

/// What a report teaches, if anything. `known` are the pictures that the profile has.
pub fn taught<G: Game>(
    profile: &Profile,
    known: impl Fn() -> anyhow::Result<Vec<Named>>,
    report: &PuzzleReport<G>,
) -> anyhow::Result<Option<Taught>> {
    if !report.teaches() {
        return Ok(None);
    }
    let mut more = Taught {
        profile: profile.clone(),
        pictures: Vec::new(),
        words: Vec::new(),
    };
    more.signs(report);
    if let (Some(board), Some(puzzle)) = (report.lesson(profile), &report.puzzle)
        && let Some(fits) = G::abilities().fits
        && let Ok((taught, picture)) = fits.with_example(&more.profile, &known()?, board, puzzle)
    {
        more.say("learned what was not seen before: the game confirmed the solution");
        more.profile = taught;
        more.pictures.push(picture);
    }
    if !report.learned.is_empty() {
        let tiles = more.profile.add_tiles(report.learned.iter().cloned());
        more.pictures.extend(tiles);
        let all = known()?.into_iter().chain(more.pictures.iter().cloned());
        let templates = more.profile.prepare(all.collect());
        more.profile.templates = Arc::new(templates.map_err(anyhow::Error::msg)?);
        let count = report.learned.len();
        more.say(format!("learned what was not seen before: {count} times"));
    }
    Ok(Some(more))
}

impl Taught {
    /// How the game shows what was done.
    fn signs<G: Game>(&mut self, report: &PuzzleReport<G>) {
        if let Some(by) = report.solved_by
            && matches!(self.profile.solved, None | Some(SolvedBy::Nothing))
        {
            self.profile.solved = Some(by);
            self.say(format!(
                "learned how the game shows that a puzzle is solved: {by}"
            ));
        }
        if let Some(wanted) = report.marks
            && self.profile.marks.is_none()
        {
            self.profile.marks = Some(wanted);
            if wanted {
                self.say("learned that the game wants all floor marked, too");
            }
        }
        if let Some(by) = report.moved_by
            && self.profile.moves.is_none()
        {
            self.profile.moves = Some(by);
            self.say(format!("learned how things are moved: {by}"));
        }
    }

    fn say(&mut self, words: impl Into<String>) {
        self.words.push(words.into());
    }
}
