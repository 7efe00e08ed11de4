//! `gridhand bench skins --propose`: grids proposed without a text, beside those that are there.

use std::collections::HashMap;
use std::time::Duration;

use super::super::table::{Figure, Spread, Table, time, timed};
use super::Args;
use super::truth::{shift, truth};
use crate::cli::Status;
use crate::fit::propose::{Proposal, propose};
use crate::game::{Game, text_shown};
use crate::games::GameId;
use crate::practice::Options;
use crate::vision::tiles::{Lattice, TileGrid};
use crate::with_game;

/// What came of one skin.
struct Outcome {
    proposal: Option<Proposal>,
    truth: TileGrid,
    is_right: bool,
    /// How many groups hold cells of two classes; None where the grid is wrong or the text tells no classes.
    mixed: Option<usize>,
    time: Duration,
}

pub fn run(args: &Args, json: bool) -> anyhow::Result<Status> {
    let mut table = Table::new("proposals", json).with_steps(args.count as usize);
    let mut outcomes = Vec::new();
    for skin in args.first..args.first.saturating_add(args.count) {
        let outcome = with_game!(args.game, G => trial::<G>(args.game, skin));
        if json || !outcome.is_right || outcome.mixed.is_some_and(|mixed| mixed > 0) {
            table.row(outcome.row(skin));
        }
        table.step();
        outcomes.push(outcome);
    }
    let count = |is: &dyn Fn(&Outcome) -> bool| outcomes.iter().filter(|one| is(one)).count();
    let times = Spread::new(outcomes.iter().map(|one| one.time));
    table.say(format_args!(
        "{} of {} grids right, {} of them said to be sure; wrong and unsure {}, wrong and sure {}, none {}; \
         {} of {} right ones with no class mixed; {} in the median (worst {})",
        count(&|one| one.is_right),
        outcomes.len(),
        count(&|one| one.is_right && one.sure()),
        count(&|one| !one.is_right && one.proposal.is_some() && !one.sure()),
        count(&|one| !one.is_right && one.sure()),
        count(&|one| one.proposal.is_none()),
        count(&|one| one.mixed == Some(0)),
        count(&|one| one.mixed.is_some()),
        time(times.median()),
        time(times.at(1.0)),
    ));
    Ok(Status::Done)
}

impl Outcome {
    fn sure(&self) -> bool {
        self.proposal.as_ref().is_some_and(Proposal::sure)
    }

    fn row(&self, skin: u32) -> [Figure; 8] {
        let text = |grid: &TileGrid| {
            let Lattice { first, pitch } = grid.lattice;
            let (columns, rows) = (grid.columns, grid.rows);
            format!(
                "{columns}x{rows} at {:.1},{:.1} by {:.2}",
                first[0], first[1], pitch[0]
            )
        };
        let proposal = self.proposal.as_ref();
        let doubt = proposal.and_then(|proposal| proposal.doubt);
        let groups =
            proposal.and_then(|proposal| proposal.groups.iter().max().map(|most| most + 1));
        [
            ("skin", skin.into()),
            ("right", usize::from(self.is_right).into()),
            (
                "proposed",
                proposal.map(|proposal| text(&proposal.grid)).into(),
            ),
            ("true", text(&self.truth).into()),
            ("groups", groups.into()),
            ("mixed", self.mixed.into()),
            ("time", self.time.into()),
            ("doubt", doubt.map(|doubt| doubt.to_string()).into()),
        ]
    }
}

fn trial<G: Game>(game: GameId, skin: u32) -> Outcome {
    let options = Options {
        skin,
        seed: skin,
        ..Options::default()
    };
    let mut practice = G::practice(&options);
    let text = text_shown(practice.as_mut()).unwrap_or_default();
    let puzzle = G::parse(&text).ok();
    let picture = practice.picture();
    let truth = truth(practice.as_ref(), &picture);
    let (proposal, time) = timed(|| propose(&picture));
    let offset = proposal
        .as_ref()
        .and_then(|one| offset(game, &truth, &one.grid));
    let classes = puzzle.and_then(|puzzle| classes::<G>(&puzzle, &text));
    let mixed = offset
        .zip(proposal.as_ref())
        .zip(classes)
        .and_then(|((offset, one), classes)| {
            let fits = classes.len() == truth.columns * truth.rows;
            fits.then(|| mixed(&truth, one, offset, &classes))
        });
    Outcome {
        is_right: offset.is_some(),
        proposal,
        truth,
        mixed,
        time,
    }
}

/// From which column and row of a proposal on the true cells are, if it is right.
///
/// In dungeons the numbers may be cells as well: a row above, a column at the left. In woodworm the practice game shows
/// a world without a border that is larger than what the worm can reach: there any part of it is right whose lines are.
fn offset(game: GameId, truth: &TileGrid, proposed: &TileGrid) -> Option<[i32; 2]> {
    let by = shift(truth, proposed);
    let more = [proposed.columns, proposed.rows];
    let more = [
        more[0] as i32 - truth.columns as i32,
        more[1] as i32 - truth.rows as i32,
    ];
    let is_whole = |by: &[i32; 2]| match game {
        GameId::Woodworm => true,
        GameId::Dungeons => *by == more && by.iter().all(|by| (0..=1).contains(by)),
        _ => *by == [0, 0] && more == [0, 0],
    };
    by.filter(|by| is_whole(by))
}

/// The class of each cell, row by row: as tiles show it, or as the third word of a puzzle in one line does.
fn classes<G: Game>(puzzle: &G::Puzzle, text: &str) -> Option<Vec<char>> {
    let sketch = G::abilities().tiled.map(|tiled| tiled.sketch(puzzle));
    let of_line = || {
        let grid = text.split_whitespace().nth(2)?;
        Some(grid.chars().filter(|class| *class != '/').collect())
    };
    sketch.map_or_else(of_line, |sketch| Some(sketch.letters))
}

/// How many groups hold cells of two classes, of the cells that were proposed.
fn mixed(truth: &TileGrid, proposal: &Proposal, offset: [i32; 2], classes: &[char]) -> usize {
    let mut of_group: HashMap<usize, Vec<char>> = HashMap::new();
    for (at, class) in classes.iter().enumerate() {
        let place = |at: usize, by: i32, count: usize| {
            let place = usize::try_from(at as i32 + by).ok()?;
            (place < count).then_some(place)
        };
        let column = place(at % truth.columns, offset[0], proposal.grid.columns);
        let row = place(at / truth.columns, offset[1], proposal.grid.rows);
        let Some((column, row)) = column.zip(row) else {
            continue;
        };
        let group = proposal.groups[row * proposal.grid.columns + column];
        let known = of_group.entry(group).or_default();
        if !known.contains(class) {
            known.push(*class);
        }
    }
    of_group
        .values()
        .filter(|classes| classes.len() > 1)
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_proposed_is_in_no_group() {
        let grid = |columns: usize, rows: usize| TileGrid {
            lattice: Lattice {
                first: [0.0; 2],
                pitch: [10.0; 2],
            },
            columns,
            rows,
        };
        let proposal = Proposal {
            grid: grid(2, 2),
            groups: vec![0, 1, 1, 1],
            doubt: None,
        };
        let classes: Vec<char> = "#...".chars().cycle().take(12).collect();
        // Of three rows of four the last two, in their last two columns.
        assert_eq!(mixed(&grid(4, 3), &proposal, [-2, -1], &classes), 0);
        assert_eq!(mixed(&grid(4, 3), &proposal, [-3, -1], &classes), 0);
        // The first two columns: in the second group there is one of each kind.
        assert_eq!(mixed(&grid(4, 3), &proposal, [0, 0], &classes), 1);
    }
}
