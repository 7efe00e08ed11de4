//! Boards that are read by likeness.

use std::cell::OnceCell;

use smol_str::ToSmolStr;

use super::super::puzzle::{Cell, Puzzle};
use super::sense::{self, Change, Sense};
use super::unseen::may_be_another;
use super::{Doubt, Reader, letter, name};
use crate::base::Rect;
use crate::vision::View;
use crate::vision::looks::digits::{Likely, Side};
use crate::vision::looks::{FLOOR, Guess, Looks, OPEN, Places};

/// No two puzzles share so many of their numbers, a share.
const SAME: f32 = 0.75;
/// Nor so many if all that is given, so many things at least, lies on the same cells, at most one in so many of all cells
/// seems to hold another, and one in so many shows nothing that is known. Chosen: numbers that are struck out are taken
/// for others, and a glow along the rim of a board makes half of the cells there unknown.
const STRUCK: f32 = 0.375;
const GIVENS: usize = 3;
const STRAY: usize = 8;
const UNKNOWN: usize = 4;

/// A number that fits by so much less than most of the board's do may be one that no example showed, however little it is
/// like others. By trial: the same number at the other side, drawn between other pixels, misses by up to a fifth, one that
/// was never seen by three tenths and more.
const WORSE: f32 = 0.25;
/// Where fits differ much it must fit so many times worse than a quarter of them do at least. By trial on numbers that are
/// drawn between pixels.
const SPREAD: f32 = 3.0;

/// A number's place, with what it looks like.
pub(super) struct Spot {
    pub side: Side,
    pub index: usize,
    pub area: Rect,
    pub seen: Option<Likely>,
    /// Whether it fits so much [worse](WORSE) than most that it may be one that no example showed.
    pub strange: bool,
}

impl Spot {
    pub fn value(&self) -> u8 {
        self.seen.map_or(0, |seen| seen.value)
    }

    /// Whether the number is certain, or good enough if all of them together confirm it.
    fn is_fair(&self, confidence: f32) -> bool {
        let fair = |seen: Likely| seen.fair || seen.rival || seen.confidence >= confidence;
        !self.strange && self.seen.is_some_and(fair)
    }

    /// Whether the number is certain by itself.
    pub fn is_sure(&self, confidence: f32) -> bool {
        !self.strange && self.seen.is_some_and(|seen| seen.confidence >= confidence)
    }

    /// What the number may be if it is not that, and is not certain.
    fn other(&self, confidence: f32) -> Option<Change> {
        let seen = self
            .seen
            .filter(|seen| seen.rival && seen.confidence < confidence)?;
        let next = seen.next?;
        Some(match self.side {
            Side::Above => Change::Column(self.index, next),
            Side::Left => Change::Row(self.index, next),
        })
    }
}

impl Reader<'_> {
    pub(super) fn alike(&mut self, looks: &Looks, memory: Option<&Puzzle>) -> Puzzle {
        let places = self.profile.places();
        let view = self.view;
        let [above, left] = spots(looks, &view, &places);
        let guesses: OnceCell<Vec<Guess>> = OnceCell::new();
        let guesses = || {
            guesses.get_or_init(|| {
                let cells = places.cells.iter().enumerate();
                let guess = |(index, area): (usize, &Rect)| {
                    looks.cell(&|x, y| view.pixel(x, y), *area, index)
                };
                cells.map(guess).collect()
            })
        };
        let is_same = |known: &&Puzzle| {
            let same = agreeing(known, &above, &left);
            same >= SAME || (same >= STRUCK && givens_agree(known, guesses()))
        };
        if let Some(known) = memory.filter(is_same) {
            return self.resumed(looks, known, above.iter().chain(&left), &places.cells);
        }
        let guesses = guesses();
        let seen = Puzzle {
            seed: None,
            columns: above.iter().map(Spot::value).collect(),
            rows: left.iter().map(Spot::value).collect(),
            cells: guesses.iter().map(|guess| kind(guess.letter)).collect(),
        };
        tracing::debug!(%seen, "as seen");
        let spots = || above.iter().chain(&left);
        let enough = self.profile.confidence;
        let sense = self.sense(looks, &seen, spots, guesses);
        let puzzle = match &sense {
            Sense::Only(puzzle) => puzzle.clone(),
            _ => seen,
        };
        let in_doubt: Vec<bool> = spots().map(|spot| !spot.is_sure(enough)).collect();
        let mut others = missing(looks, [above.len(), left.len()]);
        let strange: Vec<&Spot> = spots().filter(|spot| spot.strange).collect();
        // Those that all seem to be the same are that, or the only number never seen, or what each is like besides.
        let is_one = others.len() < 2 && strange.iter().all(|s| s.value() == strange[0].value());
        let like_besides = |spot: &&Spot| spot.seen.and_then(|seen| seen.next);
        others.extend(strange.iter().filter_map(like_besides));
        let confirmed =
            matches!(sense, Sense::Only(_)) && !may_be_another(&puzzle, &in_doubt, &others);
        let values = || puzzle.columns.iter().chain(&puzzle.rows);
        let as_seen = spots()
            .zip(values())
            .all(|(spot, value)| spot.value() == *value);
        let poor = spots().filter(|spot| !spot.is_fair(enough));
        // A single one that is poorly seen follows from all others.
        let single = as_seen && poor.count() == 1;
        for (spot, value) in spots().zip(values()) {
            let is_told = single || spot.is_fair(enough) || (spot.strange && is_one);
            let confirmed = confirmed && is_told;
            self.number_alike(looks, spot, *value, confirmed);
        }
        for (index, guess) in guesses.iter().enumerate() {
            let settled = confirmed && (guess.other.is_some() || may_be_treasure(looks, guess));
            let area = places.cells[index];
            self.cell_alike(looks, (index, area), puzzle.cells[index], guess, settled);
        }
        if let Sense::None = sense {
            self.doubts.push(self.without_sense(guesses));
        }
        puzzle
    }

    /// Whether what is seen makes sense, or what it may be that is not certain. Where nothing makes
    /// sense, what seemed certain enough is doubted, too.
    fn sense<'s, S: Iterator<Item = &'s Spot>>(
        &self,
        looks: &Looks,
        seen: &Puzzle,
        spots: impl Fn() -> S,
        guesses: &[Guess],
    ) -> Sense {
        if !self.examples_make_sense() {
            return Sense::Unknown;
        }
        let only = |changes: &[Change]| sense::only_one(seen, changes);
        let doubts = |enough: f32| changes(looks, spots(), guesses, enough);
        match only(&doubts(self.profile.confidence)) {
            Sense::None => {}
            sense => return sense,
        }
        let all = doubts(1.0);
        match only(&all) {
            Sense::None => only(&[all, self.reached(looks, guesses)].concat()).or_none(),
            sense => sense.or_none(),
        }
    }

    /// That numbers and cells make no sense as they are.
    pub(super) fn without_sense(&self, guesses: &[Guess]) -> Doubt {
        let strange = guesses.iter().position(|guess| guess.letter.is_none());
        let (what, why) = match strange {
            Some(index) => (
                self.cell_name(index),
                "no example showed what is there, and as a monster it makes no sense: ",
            ),
            None => ("one of the numbers or cells".into(), ""),
        };
        Doubt {
            confidence: 0.0,
            what,
            why: format!("{why}the puzzle would not have exactly one solution"),
        }
    }

    fn cell_name(&self, index: usize) -> String {
        let columns = self.profile.cells.columns;
        format!("cell ({}, {})", index % columns, index / columns)
    }

    /// Whether this is a game whose puzzles have one solution.
    fn examples_make_sense(&self) -> bool {
        let examples = &self.profile.examples;
        let has_one = |shown| sense::has_one_solution(&sense::puzzle(shown)) == Some(true);
        examples.iter().all(has_one)
    }

    /// Notes a number. If all of them together make sense, they confirm each other: one wrong number is
    /// noticed by the sums, two by the solution.
    fn number_alike(&mut self, looks: &Looks, spot: &Spot, value: u8, confirmed: bool) {
        let seen = spot.seen.unwrap_or_default();
        let (mut confidence, next) = (seen.confidence, seen.next);
        if spot.strange {
            confidence = 0.0;
        }
        if confirmed {
            confidence = confidence.max(self.profile.confidence);
        }
        self.note(spot.area, value.to_smolstr(), confidence, || {
            let cells = self.profile.cells;
            let missing = missing(looks, [cells.columns, cells.rows]);
            let mut others = [Some(seen.value), next].into_iter().flatten();
            let other = others.find(|other| *other != value);
            let next = other.map_or(String::new(), |other| format!(", or like {other}"));
            let unseen = match missing.is_empty() {
                true => String::new(),
                false => format!("; no example showed {}", list(&missing)),
            };
            let line = match spot.side {
                Side::Above => "column",
                Side::Left => "row",
            };
            (
                format!("the number of {line} {}", spot.index + 1),
                format!("it looks a little like {value}{next}{unseen}"),
            )
        });
    }

    /// Notes a cell; `settled` if all numbers and cells together tell what it is.
    fn cell_alike(
        &mut self,
        looks: &Looks,
        (index, area): (usize, Rect),
        cell: Cell,
        guess: &Guess,
        settled: bool,
    ) {
        let mut confidence = guess.confidence;
        if settled {
            confidence = confidence.max(self.profile.confidence);
        }
        let what = self.cell_name(index);
        let unknown_treasure = cell != Cell::Unknown && may_be_treasure(looks, guess);
        if unknown_treasure && !settled {
            confidence = confidence.min(0.1);
        }
        self.note(area, letter(cell).into(), confidence, || {
            let why = match unknown_treasure {
                true => "it may be a treasure, and no example showed one".into(),
                false => format!("it looks a little like {}", name(cell)),
            };
            (what, why)
        });
    }
}

/// What numbers and cells may be that are less certain than `enough`. If all are to be doubted that
/// can be, a monster may look like anything.
fn changes<'s>(
    looks: &Looks,
    spots: impl Iterator<Item = &'s Spot>,
    guesses: &[Guess],
    enough: f32,
) -> Vec<Change> {
    let may_be_monster =
        |guess: &Guess| enough >= 1.0 && guess.letter != Some(FLOOR) && guess.other == Some(OPEN);
    let cells = guesses.iter().enumerate();
    let cells = cells.filter_map(|(index, guess)| {
        if may_be_treasure(looks, guess) {
            return Some(Change::Cell(index, Cell::Treasure));
        }
        let is_doubtful = guess.confidence < enough || may_be_monster(guess);
        let other = guess.other.filter(|_| is_doubtful)?;
        Some(Change::Cell(index, kind(Some(other))))
    });
    let numbers = spots.filter_map(|spot| spot.other(enough));
    numbers.chain(cells).collect()
}

/// Whether a thing that no example showed may be a treasure, since none showed one.
fn may_be_treasure(looks: &Looks, guess: &Guess) -> bool {
    guess.letter.is_none() && !looks.knows('T')
}

/// What a letter stands for.
pub(super) fn kind(letter: Option<char>) -> Cell {
    match letter {
        Some(FLOOR) => Cell::Unknown,
        Some('T') => Cell::Treasure,
        Some('#') => Cell::Wall,
        Some('o') => Cell::Path,
        // Nobody has seen all monsters: they are whatever nothing else is.
        Some(_) | None => Cell::Monster,
    }
}

/// The numbers of both sides.
pub(super) fn spots(looks: &Looks, view: &View, places: &Places) -> [Vec<Spot>; 2] {
    let spot = |side: Side, (index, area): (usize, &Rect)| Spot {
        side,
        index,
        area: *area,
        seen: looks.digits.read(&|x, y| view.pixel(x, y), side, *area),
        strange: false,
    };
    let sides = [(Side::Above, &places.above), (Side::Left, &places.left)];
    let mut spots = sides.map(|(side, areas)| {
        let areas = areas.iter().enumerate();
        areas.map(|area| spot(side, area)).collect::<Vec<_>>()
    });
    if !missing(looks, spots.each_ref().map(Vec::len)).is_empty() {
        doubt_strange(&mut spots);
    }
    spots
}

/// Marks those that fit far worse than half of them do.
fn doubt_strange(spots: &mut [Vec<Spot>; 2]) {
    let fit = |spot: &Spot| spot.seen.map(|seen| seen.fit);
    let mut fits: Vec<f32> = spots.iter().flatten().filter_map(fit).collect();
    fits.sort_by(f32::total_cmp);
    let share = |parts: usize| fits.get(fits.len() / parts).copied().unwrap_or_default();
    let (usual, low) = (share(2), share(4));
    let least = usual - WORSE.max(SPREAD * (usual - low));
    for spot in spots.iter_mut().flatten() {
        spot.strange = fit(spot).is_some_and(|fit| fit < least);
    }
}

/// The numbers that no example showed, of those that a board of so many columns and rows may have.
pub(super) fn missing(looks: &Looks, [columns, rows]: [usize; 2]) -> Vec<u8> {
    looks.digits.missing(columns.max(rows).min(9) as u8)
}

/// Which share of the numbers is that of a puzzle that is known.
fn agreeing(known: &Puzzle, above: &[Spot], left: &[Spot]) -> f32 {
    let before = known.columns.iter().chain(&known.rows);
    let spots = above.iter().chain(left);
    let same = spots.clone().zip(before);
    let same = same.filter(|(spot, value)| spot.value() == **value).count();
    match known.columns.len() == above.len() {
        true => same as f32 / spots.count().max(1) as f32,
        false => 0.0,
    }
}

/// Whether all that is given of a known puzzle is seen on its cells, and little that is like it on others.
fn givens_agree(known: &Puzzle, guesses: &[Guess]) -> bool {
    let pairs = || known.cells.iter().zip(guesses);
    let given = pairs().filter(|(before, _)| before.is_given());
    let others = || pairs().filter(|(before, _)| !before.is_given());
    let stays = |(before, now): (&Cell, &Guess)| *before == kind(now.letter);
    let strays = others().filter(|(_, now)| now.letter.is_some() && kind(now.letter).is_given());
    let unknown = others().filter(|(_, now)| now.letter.is_none());
    given.clone().count() >= GIVENS
        && given.clone().all(stays)
        && strays.count() * STRAY <= guesses.len()
        && unknown.count() * UNKNOWN <= guesses.len()
}

/// Numbers in a sentence.
fn list(numbers: &[u8]) -> String {
    let words: Vec<String> = numbers.iter().map(u8::to_string).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::dungeons::Dungeons;

    /// What is seen of a puzzle, some cells otherwise.
    fn seen(puzzle: &Puzzle, otherwise: &[(usize, Option<char>)]) -> Vec<Guess> {
        let sign = |cell: &Cell| match cell {
            Cell::Monster => 'M',
            Cell::Treasure => 'T',
            _ => FLOOR,
        };
        let guess = |letter| Guess {
            letter,
            confidence: 1.0,
            other: None,
        };
        let cells = puzzle.cells.iter();
        let mut guesses: Vec<Guess> = cells.map(|cell| guess(Some(sign(cell)))).collect();
        for (at, letter) in otherwise {
            guesses[*at] = guess(*letter);
        }
        guesses
    }

    #[test]
    fn a_board_is_the_one_that_was_if_all_that_is_given_is_where_it_was() {
        let text = "  1 1 1 1\n1 M . . .\n1 . . . M\n1 . T . .\n1 . . . .\n";
        let known = Dungeons::parse(text).expect("a puzzle");
        assert!(givens_agree(&known, &seen(&known, &[])));
        let rim = [(1, None), (2, None), (4, None)];
        assert!(givens_agree(&known, &seen(&known, &rim)), "a glow");
        let covered: Vec<_> = (0..16).map(|at| (at, None)).collect();
        assert!(!givens_agree(&known, &seen(&known, &covered)), "a banner");
        let moved = [(0, Some(FLOOR)), (1, Some('M'))];
        assert!(!givens_agree(&known, &seen(&known, &moved)), "another");
        let more = [(1, Some('M')), (2, Some('M')), (8, Some('M'))];
        assert!(!givens_agree(&known, &seen(&known, &more)), "another, too");
    }

    #[test]
    fn a_number_that_fits_far_worse_than_most_may_be_one_never_seen() {
        let spot = |fit: f32| Spot {
            side: Side::Above,
            index: 0,
            area: Rect::new(0, 0, 9, 9),
            seen: Some(Likely {
                value: 5,
                confidence: 1.0,
                fair: true,
                fit,
                ..Likely::default()
            }),
            strange: false,
        };
        let mut spots = [vec![spot(0.68), spot(0.99)], vec![spot(0.98), spot(0.97)]];
        doubt_strange(&mut spots);
        let strange = |side: &Vec<Spot>| side.iter().map(|spot| spot.strange).collect::<Vec<_>>();
        let strange = spots.each_ref().map(strange);
        assert_eq!(strange, [vec![true, false], vec![false; 2]]);
        assert!(!spots[0][0].is_fair(0.5) && !spots[0][0].is_sure(0.5));
        assert!(spots[1][1].is_fair(0.5) && spots[1][1].is_sure(0.5));
    }
}
