//! Solving as a person does: one named deduction at a time, the easiest that leads on. The
//! deductions that were needed grade the puzzle.

use std::fmt::{self, Write};

use super::puzzle::{Puzzle, Walls};
use super::solve;
use crate::base::{Limits, Outcome};

mod lines;
mod near;
mod region;
mod rooms;
mod sketch;
mod trial;

use sketch::Sketch;
pub use sketch::{At, Mark};

/// A named deduction. The order is that of difficulty, the easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// A row or column has all its walls: the rest is open.
    FullLine,
    /// A row or column has just room for its walls: the rest is wall.
    StarvedLine,
    /// A monster has its open neighbour: the others are walls.
    FedMonster,
    /// A monster has one neighbour left that can be open.
    HungryMonster,
    /// A cell would be a dead end without a monster: it is a wall.
    DeadEnd,
    /// A path has just two ways on: both are open.
    Through,
    /// Three cells of a 2x2 block outside rooms are open: the fourth is a wall.
    Block,
    /// All rooms that a treasure may have share a cell: it is open.
    Room,
    /// A room has its entrance: it is walled off elsewhere.
    RoomWall,
    /// A room has one cell left for its entrance.
    RoomEntrance,
    /// A cell cannot be reached: it is a wall.
    CutOff,
    /// The open cells would fall apart without this one.
    LastGap,
    /// The walls that a line still lacks are all needed to break 2x2 blocks: the rest is open.
    Counting,
    /// All ways to complete a line have a cell in common.
    Fillings,
    /// The opposite soon breaks a rule.
    Trial,
    /// Nothing helps: a guess, right because the solution is known.
    Guess,
}

/// How hard a puzzle is for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// Lines, monsters, dead ends and 2x2 blocks.
    Easy,
    /// Rooms and connection, too.
    Medium,
    /// Counting ahead: all ways to complete a line.
    Hard,
    /// Trying a cell and finding it wrong.
    Fiendish,
}

impl Rule {
    /// The least difficulty of a puzzle that needs it.
    pub fn difficulty(self) -> Difficulty {
        match self {
            Rule::FullLine
            | Rule::StarvedLine
            | Rule::FedMonster
            | Rule::HungryMonster
            | Rule::DeadEnd
            | Rule::Through
            | Rule::Block => Difficulty::Easy,
            Rule::Room | Rule::RoomWall | Rule::RoomEntrance | Rule::CutOff | Rule::LastGap => {
                Difficulty::Medium
            }
            Rule::Counting | Rule::Fillings => Difficulty::Hard,
            Rule::Trial | Rule::Guess => Difficulty::Fiendish,
        }
    }

    /// How people call it.
    pub fn name(self) -> &'static str {
        match self {
            Rule::FullLine => "full line",
            Rule::StarvedLine => "no room to spare",
            Rule::FedMonster => "monster has its way",
            Rule::HungryMonster => "monster's last way",
            Rule::DeadEnd => "dead end",
            Rule::Through => "path goes on",
            Rule::Block => "2x2 block",
            Rule::Room => "room",
            Rule::RoomWall => "room wall",
            Rule::RoomEntrance => "room entrance",
            Rule::CutOff => "cut off",
            Rule::LastGap => "last gap",
            Rule::Counting => "counting blocks",
            Rule::Fillings => "all ways to complete a line",
            Rule::Trial => "trial",
            Rule::Guess => "guess",
        }
    }
}

impl Difficulty {
    pub const ALL: [Difficulty; 4] = [
        Difficulty::Easy,
        Difficulty::Medium,
        Difficulty::Hard,
        Difficulty::Fiendish,
    ];
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
            Difficulty::Fiendish => "fiendish",
        })
    }
}

/// One deduction: these cells are all walls, or all open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub rule: Rule,
    /// What it is about: `row 3`, `the monster at 2,5`.
    pub about: String,
    pub cells: Vec<At>,
    pub mark: Mark,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}:", self.rule.name(), self.about)?;
        for at in &self.cells {
            write!(f, " {at}")?;
        }
        f.write_str(match (self.mark, self.cells.len()) {
            (Mark::Wall, 1) => " is a wall",
            (Mark::Wall, _) => " are walls",
            (_, 1) => " is open",
            (..) => " are open",
        })
    }
}

/// A puzzle solved step by step.
#[derive(Clone, Debug)]
pub struct Walkthrough {
    pub steps: Vec<Step>,
    pub walls: Walls,
}

impl Walkthrough {
    /// The steps to the only solution; None where there is none or several.
    pub fn new(puzzle: &Puzzle, limits: &Limits) -> Option<Self> {
        let Outcome::Unique(walls) = solve::solve(puzzle, limits) else {
            return None;
        };
        let mut sketch = Sketch::new(puzzle);
        let mut steps = Vec::new();
        while !sketch.is_complete() {
            let step = next_step(&mut sketch).unwrap_or_else(|| guess(&sketch, &walls));
            sketch.draw(&step);
            steps.push(step);
        }
        Some(Self { steps, walls })
    }

    /// The difficulty of the hardest deduction that was needed.
    pub fn difficulty(&self) -> Difficulty {
        let rules = self.steps.iter().map(|step| step.rule.difficulty());
        rules.max().unwrap_or(Difficulty::Easy)
    }

    /// How often a rule was used.
    pub fn count(&self, rule: Rule) -> usize {
        self.steps.iter().filter(|step| step.rule == rule).count()
    }

    /// The steps as text, for a person.
    pub fn text(&self, puzzle: &Puzzle) -> String {
        let mut text = String::from("Cells are column,row, counted from 1 at the top left.\n");
        for (index, step) in self.steps.iter().enumerate() {
            writeln!(text, "{:3}. {step}", index + 1).expect("strings take all");
        }
        let guesses = match self.count(Rule::Guess) {
            0 => "no guess".to_string(),
            1 => "1 guess".to_string(),
            many => format!("{many} guesses"),
        };
        let difficulty = self.difficulty();
        write!(
            text,
            "{difficulty}, {guesses}\n{}",
            puzzle.with_walls(&self.walls)
        )
        .expect("strings take all");
        text
    }
}

/// The easiest deduction that leads on.
fn next_step(sketch: &mut Sketch) -> Option<Step> {
    sketch.drop_rooms();
    lines::full_or_starved(sketch)
        .or_else(|| near::monster(sketch))
        .or_else(|| near::dead_end(sketch))
        .or_else(|| near::through(sketch))
        .or_else(|| near::block(sketch))
        .or_else(|| rooms::shared(sketch))
        .or_else(|| rooms::ring(sketch))
        .or_else(|| region::cut_off(sketch))
        .or_else(|| region::last_gap(sketch))
        .or_else(|| lines::counting(sketch))
        .or_else(|| lines::fillings(sketch))
        .or_else(|| trial::trial(sketch))
}

fn guess(sketch: &Sketch, walls: &Walls) -> Step {
    let at = sketch.unknown().next().expect("the sketch is not complete");
    Step {
        rule: Rule::Guess,
        about: "nothing else leads on".into(),
        cells: vec![at],
        mark: match walls.at(at.column, at.row) {
            true => Mark::Wall,
            false => Mark::Open,
        },
    }
}

#[cfg(test)]
mod tests;
