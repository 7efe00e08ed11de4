//! The real game's captures as whole windows of a game that was never seen: what one, two or three examples make readable.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gridhand::game::ability::Hints;
use gridhand::games::dungeons::Puzzle;
use gridhand::games::dungeons::fit::fit;
use gridhand::games::dungeons::learn::Lesson;
use gridhand::profile::Profile;

use crate::data::{Capture, captures, read};

/// What came of fitting to some examples and reading all others.
#[derive(Debug, Default)]
struct Tally {
    fitted: usize,
    unfitted: Vec<String>,
    /// Boards of which the examples show all digits, and those of them that are read exactly.
    known: usize,
    read: usize,
    /// Why the rest of them is not, the place left out.
    refused: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

fn lesson(capture: &Capture) -> Lesson {
    Lesson {
        name: capture.name.clone(),
        picture: capture.picture.clone(),
        puzzle: capture.puzzle.clone(),
    }
}

fn fitted(examples: &[&Capture]) -> Result<Profile, String> {
    let lessons: Vec<Lesson> = examples.iter().map(|example| lesson(example)).collect();
    let fitted = fit("unseen", "none", &lessons, &Hints::default())?;
    let mut profile = fitted.profile;
    let templates = profile.prepare(fitted.pictures).expect("they fit");
    profile.templates = Arc::new(templates);
    Ok(profile)
}

fn numbers(capture: &Capture) -> BTreeSet<u8> {
    let puzzle = &capture.puzzle;
    puzzle.columns.iter().chain(&puzzle.rows).copied().collect()
}

impl Tally {
    fn note(&mut self, examples: &[&Capture], boards: &[Capture]) {
        let names: Vec<&str> = examples.iter().map(|e| e.name.as_str()).collect();
        let names = names.join(" ");
        let profile = match fitted(examples) {
            Ok(profile) => profile,
            Err(why) => return self.unfitted.push(format!("{names}: {why}")),
        };
        self.fitted += 1;
        let shown: BTreeSet<u8> = examples.iter().flat_map(|e| numbers(e)).collect();
        for board in boards
            .iter()
            .filter(|b| !names.split(' ').any(|n| n == b.name))
        {
            let expected = Puzzle {
                seed: None,
                ..board.puzzle.clone()
            };
            let is_known = numbers(board).is_subset(&shown);
            self.known += usize::from(is_known);
            match read(&board.picture, &profile) {
                Ok(reading) if reading.puzzle == expected => self.read += usize::from(is_known),
                Ok(reading) => {
                    let text = format!("{names} -> {}:\n{}", board.name, reading.puzzle);
                    self.wrong.push(text);
                }
                Err(error) if is_known => {
                    println!("{names} -> {}: {error}", board.name);
                    let why = error.to_string();
                    let why: String = why.chars().filter(|c| !c.is_ascii_digit()).collect();
                    *self.refused.entry(why).or_default() += 1;
                }
                Err(_) => {}
            }
        }
    }

    /// None of the readings is wrong, and at least so large a share of the boards is read.
    fn assert(&self, least: f64) {
        println!("{self:#?}");
        assert!(self.wrong.is_empty(), "{}", self.wrong.join("\n"));
        let share = self.read as f64 / self.known.max(1) as f64;
        assert!(share >= least, "{} of {}", self.read, self.known);
    }
}

#[test]
fn one_example_makes_others_readable() {
    let Some((boards, _)) = captures() else {
        return;
    };
    let mut tally = Tally::default();
    for example in &boards {
        tally.note(&[example], &boards);
    }
    // Measured: 24 of 27.
    tally.assert(0.8);
}

#[test]
#[ignore = "takes a minute"]
fn two_examples_make_others_readable() {
    let Some((boards, _)) = captures() else {
        return;
    };
    let mut tally = Tally::default();
    for (at, first) in boards.iter().enumerate() {
        for second in &boards[at + 1..] {
            tally.note(&[first, second], &boards);
        }
    }
    // Measured: 166 of 173.
    tally.assert(0.95);
}

#[test]
#[ignore = "takes some minutes"]
fn three_examples_make_others_readable() {
    let Some((boards, _)) = captures() else {
        return;
    };
    let mut tally = Tally::default();
    for (at, first) in boards.iter().enumerate() {
        for (next, second) in boards.iter().enumerate().skip(at + 1) {
            for third in &boards[next + 1..] {
                tally.note(&[first, second, third], &boards);
            }
        }
    }
    // Measured: 412 of 414.
    tally.assert(0.95);
}
